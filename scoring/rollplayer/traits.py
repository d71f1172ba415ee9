"""Traits: what each card counts and pays, by the owner's catalogue or as the players counted it themselves."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.catalogue import Catalogue, localised
from scoring.rollplayer.goals import class_colour, met_goals, worst_caveat
from scoring.rollplayer.measures import DERIVED, count, measure_name
from scoring.rollplayer.pieces import CARD_KIND
from scoring.rollplayer.state import Player
from scoring.sheet import Award, Missing
from scoring.words import say

TRAITS = "RP-TRAITS"


def backstory_matches(player: Player, catalogue: Catalogue) -> list[tuple[str, int]] | None:
    """The places (row, 0 to 2) whose die has the colour the backstory shows; None while the card is not known.

    Gold dice are on no backstory card and boost dice have no colour, so neither ever matches.
    """
    places = catalogue.value(player.backstory, "places") if player.backstory else None
    if places is None:
        return None
    matched = []
    for row, place, colour in places:
        piece = player.rows.of(row)[place - 1]
        if piece is not None and piece.colour == colour:
            matched.append((row, place - 1))
    return matched


def alignment_stars(player: Player, catalogue: Catalogue) -> int | None:
    """The number under the marker; None while the card is not known or the marker lies beside it."""
    grid = catalogue.value(player.alignment, "grid") if player.alignment else None
    row, column = player.marker
    if grid is None or not (0 <= row < len(grid) and 0 <= column < len(grid[row])):
        return None
    stars: int = grid[row][column]
    return stars


def least_alignment(catalogue: Catalogue) -> int:
    """The lowest number on any alignment card: what a card that nobody has named may take."""
    return catalogue.remembered(_least_alignment)


def _least_alignment(catalogue: Catalogue) -> int:
    grids = (catalogue.value(card.id, "grid") for card in catalogue.of_kind("alignment"))
    return min((stars for grid in grids for row in grid or () for stars in row), default=0)


def counted(measure: str, player: Player, catalogue: Catalogue) -> int | None:
    """Any measure of a printed condition; None while a printed value it needs is missing."""
    if measure not in DERIVED:
        colour = class_colour(player, catalogue)
        return None if measure == "dice class colour" and colour is None else count(measure, player, colour)
    if measure == "goals met":
        return met_goals(player, catalogue)
    if measure == "alignment stars":
        return alignment_stars(player, catalogue)
    if measure == "backstory matches":
        matches = backstory_matches(player, catalogue)
        return None if matches is None else len(matches)
    attribute = measure.removeprefix("attribute ")
    race = catalogue.value(player.race, attribute) if player.race else None
    return None if race is None else count(f"row {attribute}", player, None) + race


def pays(table: list[list[int]], amount: int) -> int:
    """The stars of the highest step that is reached; below the first step nothing.

    >>> [pays([[3, 2], [5, 4]], amount) for amount in (2, 3, 4, 7)]
    [0, 2, 2, 4]
    """
    reached = [(step, stars) for step, stars in table if step <= amount]
    return max(reached)[1] if reached else 0


def traits(player: Player, where: str, catalogue: Catalogue) -> Iterator[Award | Missing]:
    """One line per trait card; dice count with the face they show, weapons do not matter here."""
    for index, card in enumerate(player.cards):
        if CARD_KIND[card] == "trait":
            yield from _trait(card, f"{where}/cards/{index}", player, where, catalogue)


def _trait(card: str, pointer: str, player: Player, where: str, catalogue: Catalogue) -> Iterator[Award | Missing]:
    subject = localised(catalogue.items[card].name)
    own_count = player.trait_stars.get(card)
    if own_count is not None:
        evidence = (pointer, f"{where}/trait_stars/{card}")
        yield Award(TRAITS, own_count, str(own_count), evidence, subject, say("as counted at the table"))
        return
    measure, table = catalogue.fact(card, "counts"), catalogue.fact(card, "pays")
    unknown = [field for field, fact in (("counts", measure), ("pays", table)) if not fact.known]
    if unknown:
        yield from (catalogue.missing(card, field) for field in unknown)
        yield Award(TRAITS, None, "?", (pointer,), subject)
        return
    amount = counted(measure.value, player, catalogue)
    if amount is None:
        yield Award(TRAITS, None, "?", (pointer,), subject, say("waits for another printed value"))
        return
    stars = pays(table.value, amount)
    arithmetic = say("{what}: {amount} = {stars}", what=measure_name(measure.value), amount=amount, stars=stars)
    yield Award(TRAITS, stars, arithmetic, (pointer,), subject, worst_caveat(measure, table))
