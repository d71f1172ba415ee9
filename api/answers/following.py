"""What a photo changed on a table, told as changes, and what the rules say against them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from api.answers.laying import reader_for
from api.answers.play import state_from
from api.owner import printed
from scoring.games import load
from scoring.words import Sentence, say
from vision.tables.contract import Pieces, State


def changes(game_id: str, before: State, after: State, seen: Mapping[str, tuple[Pieces, Pieces]]) -> list[Sentence]:
    """What changed, player by player; where a game has no words for it, the pieces that came and went, by name."""
    told = list(reader_for(game_id).differences(before, after))
    if told or before == after:
        return told
    return [text for name, pieces in seen.items() for text in _by_pieces(*pieces, name)]


def _by_pieces(before: Pieces, after: Pieces, name: str) -> Iterator[Sentence]:
    was, now = (
        Counter((piece["place"], piece["code"]) for piece in pieces if piece.get("path")) for pieces in (before, after)
    )
    for place, code in (now - was).elements():
        yield say("{player}: {piece} at {place}", player=name, piece=code, place=place or "-")
    for place, code in (was - now).elements():
        yield say("{player}: no {piece} at {place} any more", player=name, piece=code, place=place or "-")


def against(game_id: str, before: State, after: State) -> list[str]:
    """What cannot be now and could be before: the change was not legal, or the photo was read wrongly."""
    game = load(game_id)
    catalogue = printed.catalogue_of(game)
    known, found = (game.problems(state_from(game, state), catalogue) for state in (before, after))
    old = Counter(problem.message for problem in known)
    return list((Counter(problem.message for problem in found) - old).elements())
