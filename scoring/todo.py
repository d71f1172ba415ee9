"""The whole count of a table: the score with what people told, and all that the final number still waits for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.catalogue import Catalogue
from scoring.game import Game, GameScore
from scoring.needs import Need, Way
from scoring.told import TOTAL, Told, with_told
from scoring.words import Sentence, linked, listed, say


@dataclass(frozen=True, slots=True)
class Count:
    """A score, and what it waits for in the order in which it is best told; nothing once the number is final."""

    score: GameScore
    needs: tuple[Need, ...]

    def of(self, seat: int | None) -> tuple[Need, ...]:
        """What one player has still to tell, or with None what the whole table has."""
        return tuple(need for need in self.needs if need.seat == seat)

    @property
    def said(self) -> list[Sentence]:
        """The same as lines for people, one for every player who has something left, the table first."""
        names = [(None, say("The table")), *((seat, sheet.player) for seat, sheet in enumerate(self.score.sheets))]
        whats = ((name, listed(need.what for need in self.of(seat))) for seat, name in names if self.of(seat))
        return [say("{player}: {what}", player=name, what=what) for name, what in whats]


def count(game: Game[Any], state: Any, catalogue: Catalogue, told: Sequence[Told] = (), unnamed: int = 0) -> Count:
    """Score a table with what people told of its lines; a place in the standing says what its total waits for."""
    score = with_told(game.score(state, catalogue), told).waiting(unnamed)
    own = [need for need in game.needs(state, catalogue) if not _is_told(need, told, len(score.sheets))]
    needs = (*own, *_names(unnamed), *_printed(score))
    return Count(_provisional(score, needs), needs)


def _is_told(need: Need, told: Sequence[Told], players: int) -> bool:
    """Whether people told everything that waits for it: its lines or whole totals, of everybody it is about."""
    seats = range(players) if need.seat is None else [need.seat]
    lines = [told[seat] if seat < len(told) else {} for seat in seats]
    return all(TOTAL in own or (need.lines and all(line in own for line in need.lines)) for own in lines)


def _names(unnamed: int) -> Iterator[Need]:
    if unnamed:
        what = say("names of {count} pieces", count=unnamed) if unnamed > 1 else say("the name of a piece")
        yield Need(None, what, "", Way.NAME)


def _printed(score: GameScore) -> Iterator[Need]:
    """Values that only the owner's copy tells, as one need of each player whose sheet waits for some."""
    for seat, sheet in enumerate(score.sheets):
        if sheet.missing and sheet.total is None:
            count = len(sheet.missing)
            what = say("{count} printed values", count=count) if count > 1 else say("a printed value")
            yield Need(seat, what, "", Way.PRINTED)


def _provisional(score: GameScore, needs: Sequence[Need]) -> GameScore:
    """Nobody has won while something is missing, and each place says what is missing of its own player."""
    if not needs:
        return score
    lacking: dict[str, list[str]] = {sheet.player: [] for sheet in score.sheets}
    for need in needs:
        for seat, sheet in enumerate(score.sheets):
            if need.seat in (None, seat):
                lacking[sheet.player].append(need.what)
    places = tuple(
        replace(place, note=linked([place.note, say("provisional, it lacks: {what}", what=listed(own))], "; "))
        if (own := lacking[place.player])
        else place
        for place in score.standing.places
    )
    return replace(score, standing=replace(score.standing, places=places, over=False))
