"""Things on a table that are not dice to read: cubes, coins, meeples, tokens, dominoes, cards, trays."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from datasets import pigments, prints, textures
from datasets.render import meshes, objects
from datasets.render.materials import plain_material, printed_material

Place = tuple[float, float]

_HALF_MEEPLE = (
    (0, -0.5),
    (0.3, -1),
    (0.9, -1),
    (0.55, -0.1),
    (1, 0.15),
    (0.95, 0.45),
    (0.4, 0.45),
    (0.35, 0.85),
    (0, 1.05),
)
_MEEPLE = np.array([*_HALF_MEEPLE, *((-x, y) for x, y in _HALF_MEEPLE[-2:0:-1])])


def add_prism(outline: np.ndarray, place: Place, height: float, material: object, lift: float = 0.0) -> None:
    """An outline in centimetres pulled up from the table."""
    count = len(outline)
    flat = outline + np.array(place)
    low = np.column_stack([flat, np.full(count, lift)])
    high = np.column_stack([flat, np.full(count, lift + height)])
    sides = [[k, (k + 1) % count, count + (k + 1) % count, count + k] for k in range(count)]
    top = [list(range(count, 2 * count))]
    objects.add_mesh(np.vstack([low, high]), sides + top, material)


def circle(radius: float, corners: int = 28) -> np.ndarray:
    """A round outline."""
    angles = np.arange(corners) / corners * 2 * np.pi
    return radius * np.column_stack([np.cos(angles), np.sin(angles)])


def _colour(rng: np.random.Generator) -> pigments.RGB:
    return pigments.draw_pigment(pigments.draw_colour(rng), rng)


def add_cube(place: Place, rng: np.random.Generator) -> None:
    """A wooden cube without any marks."""
    solid = meshes.rounded_cube(float(rng.uniform(0.03, 0.12)))
    half = float(rng.uniform(0.35, 0.6))
    rotation = meshes.resting(solid, 0, True, float(rng.uniform(0, 2 * np.pi)))
    points = solid.vertices @ rotation.T * half + np.array([*place, half])
    objects.add_mesh(points, [list(f) for f in solid.faces], plain_material(_colour(rng), 0.6), smooth=True)


def add_coin(place: Place, rng: np.random.Generator) -> None:
    """A coin, or a small pile of them."""
    metal = pigments.draw_pigment("gold" if rng.random() < 0.6 else "grey", rng)
    radius = float(rng.uniform(0.8, 1.4))
    for level in range(int(rng.integers(1, 4))):
        shift = (place[0] + float(rng.normal(0, 0.05)), place[1] + float(rng.normal(0, 0.05)))
        add_prism(circle(radius), shift, 0.17, plain_material(metal, 0.35, 0.9), level * 0.17)


def add_meeple(place: Place, rng: np.random.Generator) -> None:
    """A little wooden person, lying down."""
    turn = float(rng.uniform(0, 2 * np.pi))
    c, s = np.cos(turn), np.sin(turn)
    add_prism(_MEEPLE * 0.8 @ np.array([[c, s], [-s, c]]), place, 0.9, plain_material(_colour(rng), 0.55))


def add_token(place: Place, rng: np.random.Generator) -> None:
    """A round cardboard token with dots or a number on it."""
    radius = float(rng.uniform(0.7, 1.3))
    add_prism(circle(radius), place, 0.2, plain_material(_colour(rng), 0.7))
    dot = plain_material(_colour(rng), 0.7)
    for x, y in [(0, 0), (-0.4, -0.4), (0.4, 0.4), (-0.4, 0.4), (0.4, -0.4)][: int(rng.integers(0, 6))]:
        add_prism(circle(radius * 0.16, 12), (place[0] + x * radius, place[1] + y * radius), 0.21, dot)


def add_domino(place: Place, rng: np.random.Generator) -> None:
    """A domino, face up."""
    turn = float(rng.uniform(0, 2 * np.pi))
    c, s = np.cos(turn), np.sin(turn)
    outline = (
        np.array([(-1, -2), (1, -2), (1, 2), (-1, 2)]) * float(rng.uniform(0.9, 1.2)) @ np.array([[c, s], [-s, c]])
    )
    picture = prints.domino(rng)
    body = tuple(float(v) / 255 for v in picture[2, 2])
    add_prism(outline, place, 0.7, plain_material((body[0], body[1], body[2]), 0.4))
    width, depth = (float(np.linalg.norm(outline[k + 1] - outline[k])) for k in (0, 1))
    objects.add_sheet((*place, 0.705), width * 0.97, depth * 0.97, turn, printed_material(picture, 0.35))


def add_card(place: Place, rng: np.random.Generator) -> None:
    """A card or a small pad lying flat; dice may stand on it."""
    name = str(rng.choice(["card", "card", "card", "pad", "newspaper", "board"]))
    picture = prints.PRINTS[name](rng)
    width = float(rng.uniform(5.5, 7) if name == "card" else rng.uniform(9, 22))
    depth = width * picture.shape[0] / picture.shape[1]
    height = float(rng.uniform(0.02, 0.06))
    objects.add_sheet((*place, height), width, depth, float(rng.uniform(0, 2 * np.pi)), printed_material(picture, 0.4))


def add_tray(radius: float, rng: np.random.Generator) -> None:
    """A dice tray around the middle of the table: a floor of felt and a rim."""
    corners = int(rng.choice([4, 6, 8, 32]))
    turn = float(rng.uniform(0, 1))
    angles = np.arange(corners) / corners * 2 * np.pi + turn
    inner = radius * np.column_stack([np.cos(angles), np.sin(angles)])
    outer = inner * float(rng.uniform(1.06, 1.25))
    height = float(rng.uniform(1.0, 3.5))
    rings = [np.column_stack([ring, np.full(corners, z)]) for ring, z in ((inner, 0.02), (outer, height), (outer, 0.0))]
    quads = [
        [k * corners + j, k * corners + (j + 1) % corners, (k + 1) * corners + (j + 1) % corners, (k + 1) * corners + j]
        for k in range(2)
        for j in range(corners)
    ]
    base = textures.shade((0, 1), (0.2, 0.9), (0.08, 0.6), rng) / 255
    rim = plain_material((float(base[0]), float(base[1]), float(base[2])), 0.6)
    objects.add_mesh(np.vstack(rings), quads, rim)
    floor = textures.SURFACES[str(rng.choice(["felt", "leather", "plain", "wood"]))](rng)
    uv = inner / radius / 2 + 0.5
    objects.add_mesh(rings[0], [list(range(corners))], printed_material(floor, 0.8), uv=uv)


PROPS: dict[str, Callable[[Place, np.random.Generator], None]] = {
    "cube": add_cube,
    "coin": add_coin,
    "meeple": add_meeple,
    "token": add_token,
    "domino": add_domino,
}
