"""The place of a dungeon that explains a photo best, out of all guesses, and what it leaves open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.dungeonlords.pieces import Square
from vision.boards import register_board
from vision.photo import Picture, Pixels
from vision.tables.dungeonlords.around import cards_along
from vision.tables.dungeonlords.board import on_board
from vision.tables.dungeonlords.cells import Look, crosses_beyond, look, settled
from vision.tables.dungeonlords.found import Found, with_tiles
from vision.tables.dungeonlords.places import ROOM
from vision.tables.dungeonlords.questions import COLUMNS, FIRST_ROW
from vision.tables.dungeonlords.rooms import entrance_end, room_names
from vision.tables.dungeonlords.site import Guess, guesses
from vision.tables.dungeonlords.together import told_together
from vision.tables.table import Hints, Named
from vision.things import Kind, Thing, sure

LOOK = 660  # pixels of the longer side in which cells are looked at
# What a breach of the building rules, a tile outside the site, a cell outside the photo and a site on its head
# speak against a guess.
BREACH, OUTSIDE, UNSEEN, TURNED = 0.15, 0.1, 0.02, 0.1
OFF = 2.0  # and each cell by which crosses lie off the middles of its cells
ALONG = 0.1  # what it speaks for a guess that cards lie along its columns
PRINT = 0.3  # what the print of the owner's own board speaks for a guess
LEAST_FIT, LEAST_WORTH = 0.4, 0.3  # below these the photo shows no dungeon
GOOD_FIT, CLOSE = 0.75, 0.1  # no other guess needs to be followed up unless it is nearly as good as the first
AS_TOLD = 0.7  # from here on a site lies as its rooms tell
CLEARLY = 0.04  # by which the best turn must lead, else the entrance is asked for
SETTLED, NEAR = 5, 0.4  # guesses that are followed up, and how many cells apart they lie
FAR = "far"


@dataclass(frozen=True)
class Site:
    """Where a dungeon lies and how its cells look, beside what else was thought of; `printed` if on a board.

    `names` are those of rooms that were asked for on the way.
    """

    best: Look
    looks: Sequence[Look]
    printed: bool
    hints: Hints
    names: Mapping[Square, Named]


def site_in(picture: Picture, things: Sequence[Thing], hints: Hints) -> Site | None:
    """The place that explains the photo best; None where nothing looks like a dungeon."""
    pixels, scale = _looked_at(picture)
    found = guesses(sure(things), _boards(picture, hints))
    tiles = Found.of(things)
    eye = Eye(pixels, scale, tiles, _cards(things))
    looks = sorted(_looked(eye, found), key=lambda one: -_worth(one, hints))
    if not looks:
        return None
    best = _settled(looks, eye, hints)
    names = _first_names(picture, best, hints)
    told = entrance_end(best.guess, names.values()) or hints.first_row
    if told != hints.first_row:
        hints = replace(hints, first_row=told)
        looks = sorted(looks, key=lambda one: -_worth(one, hints))
        if _upright(best.guess, hints) < AS_TOLD:
            best, names = _settled(looks, eye, hints), {}
    printed = best.guess.source != "tiles" or on_board(pixels, scale, best)
    if printed:  # what looks like a tile may be print
        here = tiles.on(best.guess)
        best = with_tiles(look(pixels, scale, best.guess, here.cells), here, printed=True)
    best = told_together(pixels, scale, best, tiles.on(best.guess))
    seen = best.fit >= LEAST_FIT and _worth(best, hints) >= LEAST_WORTH
    return Site(best, looks, printed, hints, names) if seen else None


def _first_names(picture: Picture, best: Look, hints: Hints) -> dict[Square, Named]:
    """The rooms that tell where the entrance is, unless somebody told it or a board's print does."""
    if hints.first_row != FAR or best.guess.source == "taught":
        return {}
    fronts = {square: kind for square, kind in best.likeliest.items() if kind == ROOM}  # backs have no top
    return room_names(picture, best, fronts, hints)


@dataclass(frozen=True)
class Eye:
    """How guesses look in one photo; `scale` leads from the photo to these pixels."""

    pixels: Pixels
    scale: float
    found: Found
    cards: NDArray[np.float64]

    def at_site(self, guess: Guess) -> Look:
        """The cells of a guess; what tiles tell of the place of a site, they tell of its cells as well."""
        here = self.found.on(guess)
        one = with_tiles(look(self.pixels, self.scale, guess, here.cells), here, printed=guess.source != "tiles")
        beside, off = here.beside() or (0, 0.0)
        return replace(one, beyond=beside, off=off, along=cards_along(guess, self.cards))

    def beside(self, one: Look) -> Look:
        """With what lies beside its site; where the finder knows crosses, it tells that better than their looks."""
        if one.guess.source != "tiles" or self.found.on(one.guess).beside():
            return one
        return replace(one, beyond=crosses_beyond(self.pixels, self.scale, one.guess))


def _cards(things: Sequence[Thing]) -> NDArray[np.float64]:
    """The corners of what may be cards around a dungeon."""
    cards = [thing.corners for thing in sure(things) if thing.kind in (Kind.CARD, Kind.TILE)]
    return np.array(cards, np.float64).reshape(-1, 4, 2)


def _looked(eye: Eye, found: Iterable[Guess]) -> Iterator[Look]:
    """How every guess looks; tiles alone do not tell at which end the entrance is."""
    for guess in found:
        one = eye.beside(eye.at_site(guess))
        yield one
        if guess.source == "tiles":
            yield one.upside_down()


def _boards(picture: Picture, hints: Hints) -> list[tuple[NDArray[np.float64], Pixels]]:
    """Where the owner's boards lie by their print, with their pictures."""
    boards = hints.boards() if hints.boards else ()
    found = [(register_board(picture, board), board) for board in boards]
    return [(to_photo, board) for to_photo, board in found if to_photo is not None]


def _settled(looks: Sequence[Look], eye: Eye, hints: Hints) -> Look:
    """The best guess once it is moved to fit; others are followed up only where it does not explain the photo."""
    best: Look | None = None
    chosen = _worth_settling(looks)
    for one in chosen:
        if (
            best is not None
            and best.fit >= GOOD_FIT
            and not best.breaches
            and _worth(one, hints) < _worth(chosen[0], hints) - CLOSE
        ):
            break
        moved = settled(one, eye.at_site, eye.beside, lambda look: _worth(look, hints))
        best = moved if best is None or _worth(moved, hints) > _worth(best, hints) else best
    assert best is not None
    return best


def _worth_settling(looks: Sequence[Look]) -> list[Look]:
    """The best guesses, each at another place."""
    chosen: list[Look] = []
    for one in looks:
        middle = np.array(one.guess.at(2.5, 2))
        cell = float(np.hypot(*(np.array(one.guess.at(3.5, 2)) - middle)))
        if all(np.hypot(*(np.array(other.guess.at(2.5, 2)) - middle)) > NEAR * cell for other in chosen):
            chosen.append(one)
    by_outline = [one for one in chosen[SETTLED:] if one.guess.source == "board"]
    return [*chosen[:SETTLED], *by_outline[:1]]


def _looked_at(picture: Picture) -> tuple[Pixels, float]:
    pixels = picture.pixels(LOOK)
    shrunk = min(1.0, LOOK / max(pixels.shape[:2]))
    small = cv2.resize(pixels, None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA) if shrunk < 1 else pixels
    return np.asarray(small, dtype=np.uint8), small.shape[1] / picture.width


def _worth(one: Look, hints: Hints) -> float:
    """How well a guess explains the photo and keeps the rules; the entrance is where it was told, or far away."""
    against = BREACH * one.breaches + OUTSIDE * max(one.guess.outside, one.beyond) + UNSEEN * one.unseen + OFF * one.off
    against -= ALONG * one.along
    if one.guess.source == "taught":
        return one.fit - against + PRINT
    return one.fit - against + TURNED * _upright(one.guess, hints) * (1 if hints.first_row == FAR else 10)


def _upright(guess: Guess, hints: Hints) -> float:
    """From 1, the entrance lies at the end that was told, to -1."""
    above, below = np.array(guess.at(2.5, 0)), np.array(guess.at(2.5, 4))
    way = (below - above) / max(float(np.hypot(*(below - above))), 1e-9)
    aims = {"bottom": (0, -1), "left": (1, 0), "right": (-1, 0)}
    return float(way @ np.array(aims.get(hints.first_row, (0, 1))))


def open_ends(site: Site) -> tuple[str, ...]:
    """What the picture leaves open of where the site lies; a board's print leaves nothing."""
    best, looks, hints = site.best, site.looks, site.hints
    if best.guess.source == "taught":
        return ()
    turn: tuple[str, ...] = () if hints.first_row != FAR or _turn_is_clear(looks, hints) else (FIRST_ROW,)
    return turn if _columns_are_clear(looks, best, hints) else (*turn, COLUMNS)


def _turn_is_clear(looks: Sequence[Look], hints: Hints) -> bool:
    """Whether no other turn explains the photo about as well: how it lies does not count then."""
    best = looks[0]

    def bare(one: Look) -> float:
        return _worth(one, hints) - TURNED * _upright(one.guess, hints)

    others = [one for one in looks if abs(_upright(one.guess, hints) - _upright(best.guess, hints)) > 0.5]
    return all(bare(best) - bare(one) >= CLEARLY for one in others)


def _columns_are_clear(looks: Sequence[Look], best: Look, hints: Hints) -> bool:
    """Whether no legal shift of the same tiles explains them about as well: without a board they may fit elsewhere."""
    middle = np.array(best.guess.at(2.5, 2))
    cell = float(np.hypot(*(np.array(best.guess.at(3.5, 2)) - middle)))
    first = max((one for one in looks if _far(one, middle) <= NEAR * cell), key=lambda one: one.fit, default=best)
    shifted = [one for one in looks if _far(one, middle) > NEAR * cell and not one.breaches]
    same_turn = [one for one in shifted if abs(_upright(one.guess, hints) - _upright(best.guess, hints)) < 0.5]
    return all(_worth(first, hints) - _worth(one, hints) >= CLEARLY for one in same_turn)


def _far(one: Look, middle: NDArray[np.float64]) -> float:
    return float(np.hypot(*(np.array(one.guess.at(2.5, 2)) - middle)))
