"""Setting up: everything that depends on the number of players, the box and the variants."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field

from scoring.catalogue import Catalogue, localised
from scoring.game import Model
from scoring.question import Question
from scoring.rollplayer.boxes import taken_out
from scoring.rollplayer.pieces import (
    CLASS_COLOURS,
    CLASSES_EXPANSION,
    COLOUR_NAMES,
    DICE_BASE,
    DICE_EXPANSION,
    MONSTERS,
    RIVAL_DICE_BASE,
    RIVAL_DICE_EXPANSION,
    ClassId,
)
from scoring.rollplayer.problems.twice import twice
from scoring.rollplayer.referee.verdict import ruled
from scoring.rollplayer.state import Options
from scoring.sheet import Ruling, Step
from scoring.words import Sentence, listed, say

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
        "dice_in_bag": _dice_in_bag(ask),
    }
    box = "MM" if big else "RP"
    steps = [
        Step(say("Gold: {gold}", gold=", ".join(map(str, data["gold"]))), f"{box}-SETUP-GOLD"),
        Step(say("Starting dice each: {count}", count=data["start_dice"]), _start_rule(ask)),
        Step(
            say(
                "Market cards: {cards}, at random from each pile to the discard pile: {discards}",
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
    return ruled(say("Set-up, players: {players}", players=ask.players), _class_reasons(ask, catalogue), steps, data)


def _class_reasons(ask: SetupAsk, catalogue: Catalogue) -> Iterator[Step]:
    """One class per player, one player per colour, and only classes of the boxes in play."""
    if len(ask.classes) > ask.players:
        text = say("classes: {classes}, players: {players}", classes=len(ask.classes), players=ask.players)
        yield Step(text, "RP-SETUP-CLASS")
    colours = [(catalogue.value(hero, "colour"), hero) for hero in ask.classes]
    for colour, _ in twice(colours):
        text = say("one player per class colour, but more are {colour}", colour=COLOUR_NAMES[colour])
        yield Step(text, "RP-SETUP-CLASS")
    for hero in dict.fromkeys(ask.classes):
        if hero in CLASSES_EXPANSION and not ask.options.expansion:
            name = localised(catalogue.items[hero].name)
            yield Step(say("{card} is from Monsters & Minions", card=name), "RP-SETUP-CLASS")


def _dice_in_bag(ask: SetupAsk) -> int:
    big = ask.options.expansion
    rivals = RIVAL_DICE_EXPANSION if big else RIVAL_DICE_BASE
    return sum((DICE_EXPANSION if big else DICE_BASE).values()) - (rivals if ask.players == 1 else 0)


VARIANTS: dict[str, tuple[str, Sentence]] = {
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
    if ask.options.even_setup:
        yield _even_start(ask, data)
    for name, (rule, text) in VARIANTS.items():
        if getattr(ask.options, name):
            yield Step(text, rule)
    barred = taken_out(ask.options, ask.players == 1)
    data["taken_out"] = list(barred)
    for card, rule in barred.items():
        name = localised(catalogue.items[card].name) if card in catalogue.items else card
        yield Step(say("{card} is taken out of the game before it starts", card=name), rule)


def _even_start(ask: SetupAsk, data: dict[str, Any]) -> Step:
    """One die of each class colour, gold ones up to the usual number; the short game draws its two from the bag."""
    gold, drawn = START_DICE[ask.players] - len(CLASS_COLOURS), data["start_dice"] - START_DICE[ask.players]
    data["even_start"] = {"class_colours": len(CLASS_COLOURS), "gold": gold, "drawn": drawn}
    text = say(
        "Starting dice: one of each class colour, gold dice: {gold}, drawn from the bag: {drawn}",
        gold=gold,
        drawn=drawn,
    )
    return Step(text, "RP-VAR-EVEN")


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
    names = listed(localised(catalogue.items[name].name) for name in free if name in catalogue.items)
    return Step(say("Draw the monster from: {names}", names=names), "MM-SETUP-MONSTER")


QUESTION = Question(
    "setup",
    say("How is the game set up for this many players?"),
    SetupAsk,
    answer_setup,
    {"players": 4, "options": {"expansion": True}, "classes": ["thief", "barbarian", "crusader", "shaman"]},
)
