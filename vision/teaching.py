"""From a photo of one card, or of twenty in rows, to cut-outs with their likeliest names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from scoring.catalogue import Catalogue
from vision.cards import find_things, straighten
from vision.contours import things_by_outline
from vision.evened import evened
from vision.gallery import Gallery, Naming, identify
from vision.numbers import Printed, Proposal, number_fields, printed_numbers, proposals
from vision.photo import Picture, Pixels
from vision.quads import Quad, as_corners, overlap
from vision.seams import off_seams
from vision.shortened import lengthened
from vision.taught import TaughtFolder
from vision.teachable import Piece, names_of
from vision.things import PROPOSED_ONLY, Corners, Form, Kind, Thing, shown
from vision.titles import UNTITLED, Titled, title_of

LARGEST = 640  # pixels of a cut-out's longer side
LARGEST_BOARD = 1600
LIKE_OTHERS = 0.1  # outlines of one size are cards
SAME_ROW = 0.5  # of a thing's height: things whose middles are no further apart lie in one row
ALIKE = 1.5  # how much larger or smaller than the others a thing is that only its outline shows
LEAST_SIDE = 24  # pixels: nothing is recognised on a smaller thing
SAME_PLACE = 0.6  # of two boxes together that both cover: then they are of one thing

Edges = Sequence[float]  # left, top, right and bottom


@dataclass(frozen=True)
class CutOut:
    """One thing of a photo: where it is, how it looks straightened, and what it may be, likeliest first.

    `row` and `place` count from one, from the top and from the left.
    """

    corners: Corners
    picture: Pixels
    naming: Naming
    titled: Titled
    likely: tuple[str, ...]
    row: int = 1
    place: int = 1


def cut_outs(
    photo: Picture,
    pieces: Mapping[str, Piece],
    gallery: Gallery,
    taught: Collection[str],
    languages: Iterable[str] = (),
) -> list[CutOut]:
    """Every thing of a photo in reading order; text is read (`languages`) only where no picture taught fits.

    A photo in which nothing is found is one thing itself: whoever teaches has cropped it.
    """
    rows = in_rows([thing for thing in laid_out(photo) if min(thing.size) >= LEAST_SIDE])
    spots = [(row, place) for row, things in enumerate(rows, 1) for place in range(1, len(things) + 1)] or [(1, 1)]
    places = [thing.corners for things in rows for thing in things] or [whole(photo)]
    pictures = [piece_picture(photo, place) for place in places]
    namings = identify(gallery, pictures)
    titles = names_of(pieces)
    spoken = tuple(languages)
    found, left = [], [piece for piece in pieces if piece not in taught]
    for place, spot, picture, naming in zip(places, spots, pictures, namings, strict=True):
        titled = UNTITLED if naming.item else title_of(picture, titles, spoken)
        likely = likeliest(pieces, left, naming, titled)
        if titled.item in left:
            left.remove(titled.item)
        upright = np.ascontiguousarray(np.rot90(picture, titled.quarter))
        found.append(CutOut(place, upright, naming, titled, likely, *spot))
    return found


def laid_out(photo: Picture) -> list[Thing]:
    """The things of a photo that was taken to teach: what the finder sees, and what only its outline shows.

    Outlines alone take the picture on a card for the card, and a row of cards for one. A lesson that is cut badly is
    never recognised again, so the finder takes its time.
    """
    found = find_things(photo, closely=True, cut=True)
    seen = [_off_seams(photo, thing) for thing in _without_printed_figures(shown(found))]
    usual = float(np.median([thing.diagonal for thing in seen])) if seen else 0.0
    loose = [thing for thing in things_by_outline(photo) if not usual or 1 / ALIKE < thing.diagonal / usual < ALIKE]
    around = [_around(thing, seen, loose) for thing in seen]
    full = float(np.median([thing.diagonal for thing in around])) if len(seen) > 1 else 0.0
    whole = [
        outline if abs(outline.diagonal / max(full, 1.0) - 1) < LIKE_OTHERS else thing
        for thing, outline in zip(seen, around, strict=True)
    ]
    cut_off = [thing for thing in found if thing.cut_off]
    alone = [thing for thing in loose if not any(_covers(other, thing) for other in [*whole, *cut_off])]
    return _evened(photo, lengthened(photo, [*whole, *alone]))


def _evened(photo: Picture, things: list[Thing]) -> list[Thing]:
    """The things with cards and tiles that seem a strip narrower than the others made as wide as these."""
    rows = [
        row for row, thing in enumerate(things) if thing.kind in (Kind.CARD, Kind.TILE) and thing.form is Form.RECTANGLE
    ]
    quads = evened(photo, np.array([things[row].corners for row in rows]))
    wide = {row: replace(things[row], corners=as_corners(quad)) for row, quad in zip(rows, quads, strict=True)}
    return [wide.get(row, thing) for row, thing in enumerate(things)]


def _off_seams(photo: Picture, thing: Thing) -> Thing:
    """A card or tile without what of the table it was cut out with; the table shows between the arms of crosses."""
    if thing.kind not in (Kind.CARD, Kind.TILE) or thing.form is not Form.RECTANGLE:
        return thing
    return replace(thing, corners=as_corners(off_seams(photo, np.array(thing.corners))))


def _without_printed_figures(things: Sequence[Thing]) -> list[Thing]:
    """Without tokens, cubes and figures on cards and tiles: nothing lies on these when they are taught."""
    solid = [thing for thing in things if thing.kind in (Kind.CARD, Kind.TILE)]
    return [
        thing
        for thing in things
        if thing.kind not in PROPOSED_ONLY
        or not any(one.diagonal > thing.diagonal and _holds(one, thing) for one in solid)
    ]


def _holds(thing: Thing, inner: Thing) -> bool:
    """Whether the middle of one lies on the other."""
    return bool(cv2.pointPolygonTest(np.array(thing.corners, np.float32), inner.centre, False) >= 0)


def _around(thing: Thing, seen: Sequence[Thing], loose: Sequence[Thing]) -> Thing:
    """The outline around a thing alone, of which the finder may have seen only the picture; else the thing itself."""
    larger = [one for one in loose if one.diagonal > (1 + LIKE_OTHERS) * thing.diagonal and _covers(one, thing)]
    alone = [one for one in larger if not any(_covers(one, other) for other in seen if other is not thing)]
    return min(alone, key=lambda one: one.diagonal, default=thing)


def _covers(thing: Thing, other: Thing) -> bool:
    """Whether one of two things lies on the other: the same thing seen twice, or print on it."""
    return _holds(thing, other) or _holds(other, thing)


def likeliest(pieces: Iterable[str], left: Sequence[str], naming: Naming, titled: Titled) -> tuple[str, ...]:
    """All names, likeliest first: what the picture looks like, its title, what is not yet taught, then the rest."""
    sure = [naming.item] if naming.item else []
    by_title = [item for item, _ in titled.matches]
    alike = [other.value for other in naming.alternatives if not naming.unknown]
    return tuple(dict.fromkeys([*sure, *by_title, *alike, *left, *pieces]))


def lying_in(photo: Picture, places: Iterable[tuple[Edges, int]]) -> list[Pixels | None]:
    """A picture of what fills each box, turned to the left by quarters; None where the finder sees no such thing."""
    things = find_things(photo)
    pictures: list[Pixels | None] = []
    for box, quarter in places:
        shares = [(overlap(_upright(box), _upright(thing.box)), row) for row, thing in enumerate(things)]
        share, best = max(shares, default=(0.0, 0))
        if share > SAME_PLACE and min(things[best].size) >= LEAST_SIDE:
            seen = piece_picture(photo, things[best].corners)
            pictures.append(np.ascontiguousarray(np.rot90(seen, quarter)))
        else:
            pictures.append(None)
    return pictures


def _upright(box: Edges) -> Quad:
    left, top, right, bottom = box
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], dtype=np.float64)


def piece_picture(photo: Picture, corners: Corners, board: bool = False) -> Pixels:
    """What lies between four corners, seen from above, no larger than it is kept."""
    width, height = Thing(Kind.CARD, corners, 1.0).size
    scale = min(1.0, (LARGEST_BOARD if board else LARGEST) / max(width, height))
    return straighten(photo, corners, (max(8, round(width * scale)), max(8, round(height * scale))))


def whole(photo: Picture) -> Corners:
    """The corners of the photo itself."""
    width, height = float(photo.width), float(photo.height)
    return (0.0, 0.0), (width, 0.0), (width, height), (0.0, height)


def printed_proposals(folder: TaughtFolder, pieces: Mapping[str, Piece], catalogue: Catalogue) -> list[Proposal]:
    """Printed values that the catalogue lacks and the taught pictures show."""
    read: dict[str, list[Printed]] = {}
    for kept in folder.pictures():
        item = pieces[kept.item].item if kept.item in pieces and not kept.board else None
        if item and number_fields(catalogue, item):
            read[item] = printed_numbers(folder.pixels(kept))
    return proposals(catalogue, read)


def in_rows(things: Sequence[Thing]) -> list[list[Thing]]:
    """Things in the order in which one reads them: row by row, each from left to right."""
    rows: list[list[Thing]] = []
    for thing in sorted(things, key=lambda one: one.centre[1]):
        row = rows[-1] if rows else []
        if row and thing.centre[1] - row[0].centre[1] <= SAME_ROW * row[0].size[1]:
            row.append(thing)
        else:
            rows.append([thing])
    return [sorted(row, key=lambda one: one.centre[0]) for row in rows]
