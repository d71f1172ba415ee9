"""Order cards: which spaces the minions reach, and which cards come back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pydantic import Field

from scoring.catalogue import Catalogue
from scoring.dungeonlords.building.board import BACKWARDS
from scoring.dungeonlords.phrases import ORDER_NAMES
from scoring.dungeonlords.pieces import ORDERS, SPACES, OrderId
from scoring.dungeonlords.possible import refusal
from scoring.dungeonlords.state import Options
from scoring.game import Model
from scoring.sheet import Legal, Ruling, Step
from scoring.words import Sentence, listed, say


class Orders(Model):
    """A player's three order cards, left to right."""

    name: str
    orders: tuple[OrderId, ...] = Field(max_length=3)
    unavailable: tuple[OrderId, ...] = ()
    gold: int = Field(default=1, ge=0, description="Gold, for the fee of hiring as the first order.")


class Reveal(Model):
    """All players in turn order from the first player, and the cards of colours nobody plays."""

    players: tuple[Orders, ...] = Field(min_length=1, max_length=4)
    dummies: tuple[tuple[OrderId, ...], ...] = Field(
        default=(), description="Per unused colour its three orders; with two players the third is the chosen one."
    )
    options: Options = Options()


class Retrieve(Model):
    """What lay on a board during the round, to see which cards come back."""

    unavailable: tuple[OrderId, ...] = Field(min_length=2, max_length=2)
    played: tuple[OrderId, ...] = Field(min_length=3, max_length=3)
    unused: tuple[OrderId, ...] = Field(default=(), description="Played orders whose minion lies on the card.")


def _plan_reasons(player: Orders) -> Iterator[Sentence]:
    if len(set(player.orders)) != len(player.orders):
        yield say("{player} plays the same order twice.", player=player.name)
    for order in sorted(set(player.orders) & set(player.unavailable)):
        yield say("{player} plays {order}, which is unavailable.", player=player.name, order=ORDER_NAMES[order])
    if player.unavailable and len(set(player.unavailable)) != 2:
        yield say(
            "{player}: two different order cards are unavailable each round, not {count}.",
            player=player.name,
            count=len(set(player.unavailable)),
        )


def place_dummies(dummies: tuple[tuple[OrderId, ...], ...], players: int) -> dict[tuple[OrderId, str], str]:
    """The spaces that the colours nobody plays block before anybody else."""
    taken: dict[tuple[OrderId, str], str] = {}
    for number, orders in enumerate(dummies, start=1):
        name = f"dummy {number}"
        for place, order in enumerate(orders):
            chosen = players == 2 and place == 2
            spaces = SPACES if chosen else SPACES[1:]
            space = next((space for space in spaces if (order, space) not in taken), None)
            if space is not None:
                taken[order, space] = name
    return taken


def reveal(ask: Reveal, catalogue: Catalogue) -> Ruling:
    """Turn the orders up card by card: each minion takes the first free space, or stays on its card."""
    reasons = [reason for player in ask.players for reason in _plan_reasons(player)]
    for number, orders in enumerate(ask.dummies, start=1):
        if len(set(orders)) != len(orders):
            reasons.append(say("{player} plays the same order twice.", player=say("dummy {n}", n=number)))
    if reasons:
        return refusal(reasons, "DL-ORDERS-CHOOSE")
    taken = place_dummies(ask.dummies, len(ask.players))
    told = [
        Step(say("{who} blocks {order} {space}.", who=who, order=ORDER_NAMES[order], space=space), "DL-DUMMIES")
        for (order, space), who in taken.items()
    ]
    stranded: list[list[str]] = []
    told += [
        _send(ask, player, number, taken, stranded)
        for number in range(3)
        for player in ask.players
        if number < len(player.orders)
    ]
    spaces: dict[str, dict[str, str]] = {order: {} for order in ORDERS}
    for (order, space), who in taken.items():
        spaces[order][space] = who
    sequence = {order: list(reversed(SPACES)) if order in BACKWARDS else list(SPACES) for order in ORDERS}
    data = {"spaces": {o: s for o, s in spaces.items() if s}, "stranded": stranded, "sequence": sequence}
    text = say("Every minion finds a space.")
    if stranded:
        names = listed(say("{player} ({order})", player=name, order=ORDER_NAMES[order]) for name, order in stranded)
        text = say("These minions stay on their cards: {names}.", names=names)
    return Ruling(text, tuple(dict.fromkeys(step.rule for step in told)), tuple(told), data, legal=Legal.YES)


def _send(
    ask: Reveal, player: Orders, number: int, taken: dict[tuple[OrderId, str], str], stranded: list[list[str]]
) -> Step:
    order = player.orders[number]
    if order == "hire_monster" and number == 0 and ask.options.full_game and player.gold < 1:
        stranded.append([player.name, order])
        return Step(
            say("{player} cannot pay 1 gold for hiring first: the minion stays.", player=player.name), "DL-HIRE-FIRST"
        )
    space = next((space for space in SPACES if (order, space) not in taken), None)
    if space is None:
        stranded.append([player.name, order])
        return Step(
            say("{player} finds no free space at {order}.", player=player.name, order=ORDER_NAMES[order]),
            "DL-ORDER-NO-SPACE",
        )
    taken[order, space] = player.name
    return Step(
        say("{player} takes {order} {space}.", player=player.name, order=ORDER_NAMES[order], space=space),
        "DL-ORDERS-REVEAL",
    )


def _board_reasons(ask: Retrieve) -> Iterator[Sentence]:
    """Each of the eight order cards is there once."""
    for order, count in Counter((*ask.unavailable, *ask.played)).items():
        if order in ask.played and order in ask.unavailable:
            yield say("{order} was unavailable, so it cannot have been played.", order=ORDER_NAMES[order])
        elif count > 1:
            yield say("{order} is there twice; each player has it once.", order=ORDER_NAMES[order])
    for order in sorted(set(ask.unused) - set(ask.played)):
        yield say("{order} was not played, so no minion lies on it.", order=ORDER_NAMES[order])


def retrieve(ask: Retrieve, catalogue: Catalogue) -> Ruling:
    """Both unavailable cards come back, and one of the three: the first, or one whose minion lies on it."""
    reasons = list(_board_reasons(ask))
    if reasons:
        return refusal(reasons, "DL-ORDERS-BACK")
    choices = list(dict.fromkeys([ask.played[0], *(order for order in ask.played if order in ask.unused)]))
    options = [
        {"takes_back": choice, "unavailable": [order for order in ask.played if order != choice]} for choice in choices
    ]
    steps = [
        Step(
            say("{a} and {b} come back.", a=ORDER_NAMES[ask.unavailable[0]], b=ORDER_NAMES[ask.unavailable[1]]),
            "DL-ORDERS-BACK",
        )
    ]
    steps += [
        Step(
            say(
                "Take back {card}; then {rest} are unavailable.",
                card=ORDER_NAMES[choice],
                rest=listed(ORDER_NAMES[order] for order in rest),
            ),
            "DL-ORDERS-BACK",
        )
        for choice in choices
        if len(rest := [order for order in ask.played if order != choice]) == 2
    ]
    text = say("One of these comes back too: {cards}.", cards=listed(ORDER_NAMES[choice] for choice in choices))
    return Ruling(text, ("DL-ORDERS-BACK",), tuple(steps), {"always": list(ask.unavailable), "options": options})
