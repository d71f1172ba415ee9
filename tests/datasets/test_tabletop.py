"""Composed tables: legal, the same for the same seed, with corners that are true."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.layouts import Spot
from datasets.pieces import Shelf
from datasets.tabletop import BETWEEN, ELEVATIONS, Shot, camera, lessons, shoot, side_by_side
from datasets.tabletops import (
    Composer,
    Flat,
    Tabletop,
    dungeonlords,
    dungeonlords_other,
    dungeonlords_third,
    dwar7s,
    rollplayer,
)
from models.composites import ARM
from scoring.games import load


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    """Icons of simple forms: the tests need no art."""
    rng = np.random.default_rng(5)
    icons = np.zeros((24, 96, 96), np.uint8)
    for icon in icons:
        points = rng.integers(8, 88, (5, 2)).astype(np.int32)
        cv2.fillPoly(icon, [cv2.convexHull(points)], 255)
    return Shelf([], [], icons, [], [], icons)


def test_a_third_of_the_kinds_have_a_twin(shelf: Shelf) -> None:
    faces = dwar7s.copy(shelf, np.random.default_rng(1)).faces
    assert len(faces) == 36
    for kind, (twin, what) in dwar7s.TWINS.items():
        differ = (faces[f"red {kind}"] != faces[f"red {twin}"]).any(axis=2).mean()
        assert differ < 0.08
        assert differ > 0 or what == "number"  # without fonts no number is written
    assert len(dwar7s.TWINS) * 3 == len(dwar7s.Kind)


@pytest.mark.parametrize("seed", range(6))
def test_tables_are_legal(shelf: Shelf, seed: int) -> None:
    rng = np.random.default_rng(seed)
    copy = dwar7s.copy(shelf, rng)
    game = load("dwar7s")
    state = game.state.model_validate({**dwar7s.table(copy, shelf, rng).state, **copy.told})
    assert game.problems(state, game.catalogue) == []


@pytest.mark.parametrize("composer", [dungeonlords, dungeonlords_other, dungeonlords_third])
def test_dungeons_are_legal_and_their_crosses_are_cut_as_their_copy_says(shelf: Shelf, composer: Composer) -> None:
    rng = np.random.default_rng(3)
    copy = composer.copy(shelf, rng)
    table = composer.table(copy, shelf, rng)
    game = load("dungeonlords")
    faults = game.problems(game.state.model_validate(table.state), game.catalogue)
    assert not [one for one in faults if any("/dungeon" in where for where in one.where)]
    crosses = [thing for thing in table.things if isinstance(thing, Flat) and thing.form == "cross"]
    assert crosses and {thing.arm for thing in crosses} == {copy.drawn.get("arm", ARM)}


def test_a_photo_that_is_cut_keeps_what_is_read() -> None:
    shown = np.array([[700.0, 500], [800, 500], [800, 600], [700, 600]])
    picture = np.zeros((1000, 1900, 3), np.uint8)
    picture[500:600, 700:800] = 255
    for seed in range(6):
        shot = Shot(picture, [{"kind": "tile", "name": "mint", "corners": shown}])
        cut = dungeonlords_third.finish(shot, np.random.default_rng(seed))
        (left, top), (right, bottom) = cut.pieces[0]["corners"][0], cut.pieces[0]["corners"][2]
        assert 0 <= left < right <= cut.picture.shape[1] and 0 <= top < bottom <= cut.picture.shape[0]
        assert cut.picture[round((top + bottom) / 2), round((left + right) / 2), 0] > 240
        assert cut.picture.mean() * cut.picture.size == pytest.approx(765 * (right - left) * (bottom - top), rel=0.1)


@pytest.mark.parametrize("seed", range(4))
def test_the_dice_of_a_character_are_legal_and_every_piece_is_seen(shelf: Shelf, seed: int) -> None:
    rng = np.random.default_rng(seed)
    copy = rollplayer.copy(shelf, rng)
    table = rollplayer.table(copy, shelf, rng)
    game = load("rollplayer")
    state = game.state.model_validate(table.state)
    faults = game.problems(state, game.catalogue)
    assert not [one for one in faults if any("/rows" in where for where in one.where)]
    shot = shoot(table.things, np.full((1920, 1920, 3), 90, np.uint8), rng, ELEVATIONS, 0.0)
    player = table.state["players"][0]
    names = [piece["name"] for piece in shot.pieces]
    assert names.count("gold_token") == player["gold"] and names.count("xp") == player.get("xp", 0)
    dice = [code for row in player["rows"].values() for code in row if code]
    assert sorted(piece["name"] for piece in shot.pieces if piece["kind"] == "die") == sorted(dice)


def test_corners_are_where_the_cards_are(shelf: Shelf) -> None:
    red = np.full((64, 64, 3), (220, 10, 10), np.uint8)
    things = [
        Flat("card", "one", red, dwar7s.Spot(0, 0, 1, 1)),
        Flat("card", "two", red, dwar7s.Spot(2, 0.5, 1, 1, 0.3)),
    ]
    shot = shoot(things, np.full((1920, 1920, 3), 30, np.uint8), np.random.default_rng(3), (50.0, 55.0), 0.1)
    for piece in shot.pieces:
        middle = np.array(piece["corners"]).mean(axis=0).astype(int)
        pixel = shot.picture[middle[1], middle[0]].astype(int)
        assert pixel[0] > pixel[1] + 50
    assert [piece["name"] for piece in shot.pieces] == ["one", "two"]


def test_the_whole_table_is_seen_and_what_is_near_is_larger() -> None:
    face = np.zeros((8, 8, 3), np.uint8)
    things = [Flat("card", "", face, dwar7s.Spot(0, y, 1, 1)) for y in range(5)]
    for seed in range(8):
        view = camera(things, np.random.default_rng(seed), ELEVATIONS, 0.0)
        seen = np.array([cv2.perspectiveTransform(thing.spot.corners[None], view)[0] for thing in things])
        assert seen.min() > 0 and seen.max() < 1920
        widths = seen[:, 1, 0] - seen[:, 0, 0]
        assert widths[-1] >= widths[0] * 0.999


def test_the_same_seed_gives_the_same_lessons(shelf: Shelf) -> None:
    copy = dwar7s.copy(shelf, np.random.default_rng(1))
    table = [np.full((300, 300, 3), 90, np.uint8)]
    first, again = (lessons(copy, table, np.random.default_rng(2))[0] for _ in range(2))
    assert (first.picture == again.picture).all()
    assert first.pieces == again.pieces


def test_several_players_sit_side_by_side() -> None:
    """The first on the left, and nothing of one lies over another's."""
    spots = [Spot(0.0, 0.0, 2.0, 1.0), Spot(3.0, 0.5, 1.0, 1.0)]
    face = np.zeros((8, 8, 3), np.uint8)
    table = Tabletop({}, [Flat("card", "one", face, spot) for spot in spots])
    laid = side_by_side([table, table], np.random.default_rng(3))
    first, second = (np.vstack([thing.spot.corners for thing in part])[:, 0] for part in (laid[:2], laid[2:]))
    assert [thing.spot for thing in laid[:2]] == spots
    assert BETWEEN[0] <= second.min() - first.max() <= BETWEEN[1]
    assert np.ptp(second) == pytest.approx(np.ptp(first))
