"""What cannot be about the pieces: colours nobody plays, more of them than the box has, or some that vanished."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.dwar7s.board import Board
from scoring.dwar7s.holdings import cards_out, copies, dwarves_in_supply
from scoring.dwar7s.pieces import CARDS_PER_COLOUR, DWARVES_PER_COLOUR, GEM_CARDS, OGRE_CARDS, Colour, Gem, Kind, Ogre
from scoring.dwar7s.printed import name_of
from scoring.dwar7s.score import dwarves_on_table
from scoring.dwar7s.speech import colour_name
from scoring.dwar7s.state import Card, Monster, Table
from scoring.sheet import Problem
from scoring.words import say


def box_problems(table: Table, board: Board) -> Iterator[Problem]:
    """Every problem with the number of pieces."""
    yield from sets_of_nine(table, board)
    yield from seven_dwarves(table, board)
    yield from gems_of_the_box(table, board)
    yield from ogres_of_the_box(table, board)


def colours_in_play(table: Table, board: Board) -> Iterator[Problem]:
    """Only players' colours can be on the table and among the killed monsters."""
    played = {player.colour for player in table.players}
    for place, stack in enumerate(table.table):
        for number, card in enumerate(stack.cards):
            if card.colour not in played:
                yield Problem(
                    "DW-SETUP-CARDS",
                    (f"/table/{place}/cards/{number}/colour",),
                    say("Nobody plays {colour}, but a {colour} card is on the table.", colour=colour_name(card.colour)),
                )
        for colour, count in stack.dwarves.items():
            if count and colour not in played:
                yield Problem(
                    "DW-SETUP-DWARVES",
                    (f"/table/{place}/dwarves/{colour}",),
                    say("Nobody plays {colour}, but its dwarves are on the table.", colour=colour_name(colour)),
                )
    for seat, player in enumerate(table.players):
        for number, monster in enumerate(player.killed):
            if monster.colour not in played:
                yield Problem(
                    "DW-SETUP-CARDS",
                    (f"/players/{seat}/killed/{number}/colour",),
                    say(
                        "Nobody plays {colour}, but a {colour} monster was killed.", colour=colour_name(monster.colour)
                    ),
                )


def sets_of_nine(table: Table, board: Board) -> Iterator[Problem]:
    """Nine kingdom cards of a colour, no more of a kind than its set has, and none that vanished."""
    for seat, player in enumerate(table.players):
        seen = cards_out(table, player.colour)
        seen.update(player.hand or ())
        colour = colour_name(player.colour)
        where = (*_cards_of(table, player.colour), f"/players/{seat}/hand")
        if seen.total() > CARDS_PER_COLOUR:
            text = say("{count} {colour} kingdom cards; a colour has 9.", count=seen.total(), colour=colour)
            yield Problem("DW-SETUP-CARDS", where, text)
        elif player.hand is not None and _layout_is_told(table) and seen.total() < CARDS_PER_COLOUR:
            text = say(
                "Only {count} of the 9 {colour} kingdom cards are in hand, on the table or killed; "
                "a kingdom card is never discarded.",
                count=seen.total(),
                colour=colour,
            )
            yield Problem("DW-DISCARD", where, text)
        for kind, count in seen.items():
            allowed = copies(kind, board.catalogue)
            if count > allowed:
                text = say(
                    "{count} cards {card} of {colour}; its set has {allowed}.",
                    count=count,
                    card=name_of(kind, board.catalogue),
                    colour=colour,
                    allowed=allowed,
                )
                yield Problem("DW-SETUP-CARDS", _cards_of(table, player.colour, kind), text)


def _layout_is_told(table: Table) -> bool:
    """Whether the cards on the table are known; a layout that was left out may be any."""
    return bool(table.table) or "table" in table.model_fields_set


def seven_dwarves(table: Table, board: Board) -> Iterator[Problem]:
    """Seven dwarves of a colour, on cards and in front of their player together."""
    standing = dwarves_on_table(table)
    for seat, player in enumerate(table.players):
        out = standing[player.colour]
        all_of_them = out + dwarves_in_supply(table, player)
        if all_of_them == DWARVES_PER_COLOUR:
            continue
        where = tuple(
            f"/table/{i}/dwarves/{player.colour}" for i, s in enumerate(table.table) if s.dwarves.get(player.colour)
        )
        text = say(
            "{name} has {out} dwarves on the table and {home} in front: {sum}, not 7.",
            name=player.name,
            out=out,
            home=all_of_them - out,
            sum=all_of_them,
        )
        yield Problem("DW-SETUP-DWARVES", (*where, f"/players/{seat}/supply"), text)


def gems_of_the_box(table: Table, board: Board) -> Iterator[Problem]:
    """34 gems in all and of each kind what the box has: no more, and where the piles are told no fewer."""
    where = (*(f"/players/{seat}/gems" for seat in range(len(table.players))), "/supply")
    count_of = {gem: sum(p.gems.get(gem, 0) for p in table.players) for gem in Gem}
    piles = table.supply or {}
    count_of = {gem: count + piles.get(gem, 0) for gem, count in count_of.items()}
    count = sum(count_of.values())
    if count > GEM_CARDS or (count < GEM_CARDS and piles.keys() >= set(Gem)):
        yield Problem("DW-SETUP-GEMS", where, say("{count} gem cards; the box has 34.", count=count))
    for gem, times in count_of.items():
        allowed = board.catalogue.value(gem, "cards")
        if allowed is not None and (times > allowed or (times < allowed and gem in piles)):
            name = name_of(gem, board.catalogue)
            text = say("{count} cards {gem}; the box has {allowed}.", count=times, gem=name, allowed=allowed)
            yield Problem("DW-SETUP-GEMS", where, text)


def ogres_of_the_box(table: Table, board: Board) -> Iterator[Problem]:
    """13 ogre cards in all, and of each kind no more than the box has."""
    where = tuple(f"/players/{seat}/ogres" for seat in range(len(table.players)))
    held = {ogre: sum(p.ogres.get(ogre, 0) for p in table.players) for ogre in Ogre}
    if sum(held.values()) > OGRE_CARDS:
        yield Problem("DW-SETUP-OGRES", where, say("{count} ogre cards; the box has 13.", count=sum(held.values())))
    for ogre, times in held.items():
        allowed = board.catalogue.value(ogre, "copies")
        if allowed is not None and times > allowed:
            name = name_of(ogre, board.catalogue)
            text = say("{count} cards {ogre}; the box has {allowed}.", count=times, ogre=name, allowed=allowed)
            yield Problem("DW-SETUP-OGRES", where, text)


def _cards_of(table: Table, colour: Colour, kind: Kind | None = None) -> tuple[str, ...]:
    """Where the cards of a colour are, on the table and among the killed monsters."""
    found: dict[str, Card | Monster] = {}
    for place, stack in enumerate(table.table):
        found |= {f"/table/{place}/cards/{number}": card for number, card in enumerate(stack.cards)}
    for seat, player in enumerate(table.players):
        found |= {f"/players/{seat}/killed/{number}": monster for number, monster in enumerate(player.killed)}
    return tuple(
        where for where, card in found.items() if card.colour is colour and (kind is None or card.kind is kind)
    )
