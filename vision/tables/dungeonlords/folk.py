"""Monsters and prisoners around a dungeon: who they are, by the owner's own pictures of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.cards import straighten
from vision.photo import Picture
from vision.reading import Box
from vision.tables.beside import box_of
from vision.tables.dungeonlords.around import PALADIN, SIZES, Around, cards_around, stretched
from vision.tables.dungeonlords.matched import laid_by_picture
from vision.tables.dungeonlords.overseen import overseen
from vision.tables.dungeonlords.people import people, who
from vision.tables.dungeonlords.places import PRISONERS, UNNAMED
from vision.tables.dungeonlords.prison import overlooked
from vision.tables.dungeonlords.rooms import FACE
from vision.tables.dungeonlords.site import Guess
from vision.tables.table import Hints, Named, Seen
from vision.things import Thing, sure

CANDIDATES = 2  # whose pictures are tried on a card that has no name
# How likely a place of the prison shows somebody of whom no other comes near: print was 0.03 of anybody at most.
PLAIN = 0.3
LIKELY = 0.1  # a card beside bare tiles is asked about if it is somebody who was taught this likely


def folk(picture: Picture, guess: Guess, things: Sequence[Thing], hints: Hints, printed: bool) -> list[Seen]:
    """Monsters and prisoners; one without a name is told only where such cards belong, elsewhere it may be print.

    Beside bare tiles nothing is print: there they are asked about as long as not all of their kind were taught. Where
    all were, what looks like none of them is none.
    """
    around = list(cards_around(picture, guess, sure(things), on_board=printed))
    around += overseen(picture, guess, things, around, printed)
    around, namings = _namings(picture, around, guess, hints)
    found = []
    for card, naming in zip(around, namings, strict=True):
        reading = who(card.field, card.at_home, naming, hints)
        unknown = not people(card.field) <= hints.taught
        loose = not printed and (unknown or reading.confidence >= LIKELY)
        if card.doubted and reading.value == UNNAMED:
            continue
        if reading.value != UNNAMED or (card.at_home and (unknown or reading.alternatives)) or loose:
            box = box_of(card.corners)
            found.append(Seen(replace(reading, where=(box,)), box, card.field))
    found = _each_once(found)
    return _with_overlooked(picture, guess, found, hints) if printed else found


def _each_once(found: Sequence[Seen]) -> list[Seen]:
    """One of those that lie on each other and have the same name: two looks outlined one card differently."""
    kept: list[Seen] = []
    for seen in sorted(found, key=lambda one: -one.piece.confidence):
        same = (one for one in kept if one.piece.value == seen.piece.value != UNNAMED)
        if not any(_meet(one.box, seen.box) for one in same):
            kept.append(seen)
    return [seen for seen in found if seen in kept]


def _meet(box: Box, other: Box) -> bool:
    return min(box.right, other.right) > max(box.left, other.left) and min(box.bottom, other.bottom) > max(
        box.top, other.top
    )


def _with_overlooked(picture: Picture, guess: Guess, found: Sequence[Seen], hints: Hints) -> list[Seen]:
    """Prisoners that were not found, or not as they lie, but are known by their pictures; all else there is print."""
    prisoners = [seen for seen in found if seen.place == PRISONERS]
    if hints.namer is None or not people(PRISONERS) & hints.taught:
        return list(found)
    named = [seen for seen in prisoners if seen.piece.value != UNNAMED]
    places = list(overlooked(picture, guess, [seen.box.centre for seen in named]))
    pictures = [straighten(picture, place, (FACE, FACE)) for place in places]
    new = []
    for place, naming in zip(places, hints.namer(pictures) if pictures else (), strict=True):
        reading = who(PRISONERS, True, naming, hints)
        plain = naming.item in people(PRISONERS) or (naming.alternatives and naming.alternatives[0].confidence >= PLAIN)
        if plain and reading.value != UNNAMED:
            box = box_of(place)
            new.append(Seen(replace(reading, where=(box,)), box, PRISONERS))
    same = [seen for seen in prisoners if seen not in named and any(_covers(one.box, seen.box) for one in new)]
    return [*(seen for seen in found if seen not in same), *new]


def _covers(box: Box, other: Box) -> bool:
    x, y = other.centre
    return box.left <= x <= box.right and box.top <= y <= box.bottom


def _namings(
    picture: Picture, around: Sequence[Around], guess: Guess, hints: Hints
) -> tuple[list[Around], list[Named | None]]:
    """What the gallery says of each card as it was seen, and where that is not plain, as it must lie or how long.

    Where a card lies nowhere in particular, whom it looks like tells what it is better than its size.
    """
    if hints.namer is None or not around:
        return list(around), [None] * len(around)
    namings = list(hints.namer([straighten(picture, card.seen, (FACE, FACE)) for card in around]))
    around = [_among_its_people(card, naming) for card, naming in zip(around, namings, strict=True)]
    again = [
        (number, corners)
        for number, (card, naming) in enumerate(zip(around, namings, strict=True))
        if naming.item is None
        for corners in (card.corners, *(stretched(card, guess) if _likely(naming, card.field) else ()))
    ]
    mended = [straighten(picture, corners, (FACE, FACE)) for _, corners in again]
    for (number, _), naming in zip(again, hints.namer(mended) if mended else (), strict=True):
        namings[number] = max(namings[number], naming, key=lambda one: one.confidence)
    return around, _by_pictures(picture, around, namings, guess, hints)


def _among_its_people(card: Around, naming: Named) -> Around:
    """The card as one of those whom it looks like most, unless it lies where others belong."""
    likely = [one.value for one in naming.alternatives[:1] if one.confidence >= LIKELY]
    kinds = [field for field in SIZES if people(field) & set(likely)]
    return replace(card, field=kinds[0]) if kinds and not card.at_home else card


def _by_pictures(
    picture: Picture, around: Sequence[Around], namings: Sequence[Named], guess: Guess, hints: Hints
) -> list[Named | None]:
    """The same, and a card without a name where the picture of whoever it may be fits best."""
    told, shown = list(namings), hints.picture_of or (lambda _: None)
    tried = []
    for number, (card, naming) in enumerate(zip(around, namings, strict=True)):
        likely = [one.value for one in naming.alternatives if one.value in people(card.field)][:CANDIDATES]
        for name in likely if naming.item is None else ():
            taught = shown(name)
            size = PALADIN if name == "paladin" else SIZES[card.field]
            corners = None if taught is None else laid_by_picture(picture, guess, card.seen, size, taught)
            if corners is not None:
                tried.append((number, straighten(picture, corners, (FACE, FACE))))
    pictures = [flat for _, flat in tried]
    for (number, _), naming in zip(tried, hints.namer(pictures) if hints.namer and pictures else (), strict=True):
        told[number] = max(told[number], naming, key=lambda one: one.confidence if one.item else 0.0)
    return list(told)


def _likely(naming: Named, field: str) -> bool:
    """Whether the gallery thinks of somebody who may lie there: then a better look is worth its while."""
    return bool(naming.alternatives) and naming.alternatives[0].value in people(field)
