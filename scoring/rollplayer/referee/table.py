"""Setting up, sorting the initiative dice, the order at the market, and the solo rival."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from scoring.catalogue import Catalogue, localised
from scoring.game import Model, Question
from scoring.rollplayer.pieces import CLASS_COLOURS, MONSTERS, ClassId, DieText, die_name
from scoring.rollplayer.problems.cards import taken_out
from scoring.rollplayer.referee.verdict import joined, ruled
from scoring.rollplayer.state import Options
from scoring.sheet import Ruling, Step
from scoring.words import Sentence, say

MARKET_DISCARDS_BASE = {1: 7, 2: 7, 3: 3, 4: 0}
MARKET_DISCARDS_EXPANSION = {1: 16, 2: 18, 3: 14, 4: 12, 5: 7}
START_DICE = {1: 6, 2: 6, 3: 7, 4: 8, 5: 8}


class SetupAsk(Model):
    """How many play, with which box and variants, and the classes if they are chosen."""

    players: Annotated[int, Field(ge=1, le=6)]
    options: Options = Field(default_factory=Options)
    classes: tuple[ClassId, ...] = ()


def answer_setup(ask: SetupAsk, catalogue: Catalogue) -> Ruling:
    """Everything that depends on the number of players.

    >>> answer_setup(SetupAsk(players=3), Catalogue({}, {})).data["gold"]
    [5, 5, 6]
    """
    big = ask.options.expansion
    if ask.players > (5 if big else 4):
        return ruled(say("Allowed."), [Step(say("four players at most, five with the expansion"), "RP-COMPONENTS")])
    seated = max(ask.players, 2)  # the solo game is set up like two players
    discards = (MARKET_DISCARDS_EXPANSION if big else MARKET_DISCARDS_BASE)[ask.players]
    cards = list(range(1, seated + 2))
    data: dict[str, Any] = {
        "gold": _gold(ask),
        "start_dice": START_DICE[ask.players] + 2 * ask.options.short_game,
        "market_cards": seated + (2 if big else 1),
        "market_discards_per_pile": discards,
        "initiative_cards": cards,
        "gold_on_initiative": cards[1:-1],
        "dice_in_bag": (91 if big else 73) - ((2 if big else 1) if ask.players == 1 else 0),
    }
    box = "MM" if big else "RP"
    steps = [
        Step(say("Gold: {gold}", gold=", ".join(map(str, data["gold"]))), f"{box}-SETUP-GOLD"),
        Step(say("Starting dice each: {count}", count=data["start_dice"]), _start_rule(ask)),
        Step(
            say(
                "Market cards: {cards}, taken out of each pile: {discards}",
                cards=data["market_cards"],
                discards=discards,
            ),
            _solo_rule(ask, f"{box}-SETUP-MARKET"),
        ),
        Step(
            say("Initiative cards 1 to {last}, 1 gold on all but the first and last", last=cards[-1]),
            f"{box}-SETUP-INITIATIVE",
        ),
    ]
    if "druid" in ask.classes:
        data["market_cards_with_druid"] = data["market_cards"] + 1
        steps.append(Step(say("The Druid may add one card of the discard pile to the market."), "RP-ATTUNED"))
    if big:
        steps.append(_monsters(ask, catalogue, data))
    steps += _variants(ask, catalogue, data)
    return ruled(say("Set-up, players: {players}", players=ask.players), (), steps, data)


VARIANTS: dict[str, tuple[str, Sentence]] = {
    "even_setup": ("RP-VAR-EVEN", say("The first six starting dice are one of each class colour, the others gold.")),
    "mixed_market": ("RP-VAR-MIXED", say("Shuffle all market cards together, whatever their dots.")),
    "friendly_market": ("RP-VAR-FRIENDLY", say("Two gold may be taken without discarding a market card.")),
    "open_adventures": ("MM-VAR-OPEN", say("Lay the adventure cards face up; adventure tokens are not used.")),
    "fierce_monster": ("MM-VAR-FIERCE", say("Choose the monster among the 1P cards.")),
    "markers_on_initiative": (
        "MM-VAR-MARKERS",
        say("Mark initiative cards with class markers instead of taking them."),
    ),
}


def _variants(ask: SetupAsk, catalogue: Catalogue, data: dict[str, Any]) -> Iterator[Step]:
    """What the chosen variants and the solo game change, and the cards they take out."""
    for name, (rule, text) in VARIANTS.items():
        if getattr(ask.options, name):
            yield Step(text, rule)
    barred = taken_out(ask.options, ask.players == 1)
    data["taken_out"] = list(barred)
    for card, rule in barred.items():
        name = localised(catalogue.items[card].name) if card in catalogue.items else card
        yield Step(say("{card} is taken out of the game before it starts", card=name), rule)


def _gold(ask: SetupAsk) -> list[int]:
    """5 each; the third player 1 more, the fourth 2 more, except with five players or in the short game."""
    extra = (0, 0, 1, 2) if ask.players < 5 and not ask.options.short_game else (0,) * 5
    return [5 + more for more in extra[: ask.players]]


def _start_rule(ask: SetupAsk) -> str:
    if ask.options.short_game:
        return "RP-VAR-SHORT"
    return "MM-SETUP-START-DICE" if ask.players == 5 else "RP-SETUP-DICE"


def _solo_rule(ask: SetupAsk, rule: str) -> str:
    return rule if ask.players > 1 else ("MM-SOLO-SETUP" if ask.options.expansion else "RP-SOLO-SETUP")


def _monsters(ask: SetupAsk, catalogue: Catalogue, data: dict[str, Any]) -> Step:
    """The monsters whose colour is nobody's class colour."""
    taken = {catalogue.value(hero, "colour") for hero in ask.classes}
    free = [name for name in MONSTERS if catalogue.value(name, "colour") not in taken]
    data["monsters"] = free
    data["free_colours"] = [colour for colour in CLASS_COLOURS if colour not in taken]
    names = joined([localised(catalogue.items[name].name) for name in free if name in catalogue.items])
    return Step(say("Draw the monster from: {names}", names=names), "MM-SETUP-MONSTER")


class InitiativeAsk(Model):
    """The dice rolled, and which card each player took (in turn order)."""

    roll: tuple[DieText, ...] = ()
    taken: dict[str, int] = Field(default_factory=dict, description="Initiative card by player name.")


def answer_initiative(ask: InitiativeAsk, catalogue: Catalogue) -> Ruling:
    """Lowest die on card 1 and so on; equal values as the first player likes; the market goes by card number."""
    ordered = sorted(ask.roll, key=lambda piece: piece.value)
    steps = [
        Step(say("Card {number}: {die}", number=n, die=die_name(one)), "RP-ROLL") for n, one in enumerate(ordered, 1)
    ]
    values = [piece.value for piece in ordered]
    ties = sorted({value for value in values if values.count(value) > 1})
    if ties:
        steps.append(Step(say("Dice of equal value: the first player decides their order."), "RP-ROLL"))
    order = sorted(ask.taken, key=lambda name: ask.taken[name])
    reasons = []
    if len(set(ask.taken.values())) != len(ask.taken):
        reasons.append(Step(say("an initiative card is taken by one player only"), "RP-DICE"))
    if order:
        steps.append(Step(say("Market order: {order}", order=", ".join(order)), "RP-MARKET"))
    data = {"cards": [str(piece) for piece in ordered], "free_order_of": ties, "market_order": order}
    return ruled(say("The dice are sorted from low to high."), reasons, steps, data)


class RivalAsk(Model):
    """The rival's roll in the solo game."""

    expansion: bool = False
    initiative: Literal[1, 2, 3] = Field(description="The initiative card taken.")
    roll: tuple[Annotated[int, Field(ge=1, le=6)], ...] = ()


def answer_rival(ask: RivalAsk, catalogue: Catalogue) -> Ruling:
    """Which market cards the rival removes.

    >>> [answer_rival(RivalAsk(initiative=3, roll=(face,)), Catalogue({}, {})).data["removes"] for face in (2, 4, 5)]
    [[1], [2], [3]]
    """
    rule = "MM-SOLO-RIVAL" if ask.expansion else "RP-SOLO-RIVAL"
    dice = {1: 0, 2: 1, 3: 2 if ask.expansion else 1}[ask.initiative]
    if len(ask.roll) != dice:
        text = say("with initiative card {card} the number of rival dice is {dice}", card=ask.initiative, dice=dice)
        return ruled(say("Allowed."), [Step(text, rule)], data={"dice": dice})
    if len(set(ask.roll)) != len(ask.roll):
        text = say("a double: reroll one die until both differ")
        return ruled(say("Allowed."), [Step(text, rule)], data={"dice": dice})
    removes, minion = [], False
    for face in ask.roll:
        place = _removed(ask, face)
        if place is not None:
            removes.append(place)
        minion |= ask.expansion and face >= 5
    steps = [Step(say("Market card {place} from the left is removed.", place=place), rule) for place in removes]
    if minion:
        steps.append(Step(say("The top minion goes under its deck and a new one is shown."), rule))
    if not steps:
        steps.append(Step(say("Nothing happens."), rule))
    return ruled(
        say("The rival has rolled."), (), steps, {"dice": dice, "removes": removes, "minion_under_deck": minion}
    )


def _removed(ask: RivalAsk, face: int) -> int | None:
    """The place of the market card that a face removes."""
    if ask.expansion:
        return face if face <= 4 else None
    if ask.initiative == 3:
        return (face + 1) // 2
    return face if face <= 3 else None


SETUP = Question(
    "setup",
    say("How is the game set up for this many players?"),
    SetupAsk,
    answer_setup,
    {"players": 4, "options": {"expansion": True}, "classes": ["thief", "barbarian", "crusader", "shaman"]},
)
INITIATIVE = Question(
    "initiative",
    say("Which die lies on which initiative card, and who buys first?"),
    InitiativeAsk,
    answer_initiative,
    {"roll": ["green 6", "red 1", "gold 4", "purple 6"], "taken": {"Helen": 2, "John": 1, "Costas": 3}},
)
RIVAL = Question(
    "rival",
    say("Which market card does the solo rival remove?"),
    RivalAsk,
    answer_rival,
    {"initiative": 2, "roll": [3]},
)
