"""The market: what a card costs now, who may buy it, and what the purchase brings with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import Field

from scoring.catalogue import Catalogue, localised
from scoring.game import Model
from scoring.question import Question
from scoring.rollplayer.pieces import CARD_KIND, MarketId
from scoring.rollplayer.problems.cards import HANDS
from scoring.rollplayer.referee.moves import STEP_NAMES, stepped
from scoring.rollplayer.referee.verdict import ruled
from scoring.rollplayer.state import Count, Player
from scoring.sheet import Missing, Ruling, Step
from scoring.words import say

SOURCE_SKILL = {"discard pile": "move_silently", "deck top": "open_lock"}
SOURCE_RULE = {"discard pile": "RP-MOVE-SILENTLY", "deck top": "RP-OPEN-LOCK"}


class BuyAsk(Model):
    """A purchase in the market phase; the player as before it."""

    player: Player
    card: MarketId
    source: Literal["market", "discard pile", "deck top"] = Field(
        "market", description="Move Silently buys from the discard pile, Open Lock from the top of the deck."
    )
    charisma_used: Count = Field(0, description="Charisma tokens spent on this purchase.")
    drop: tuple[MarketId, ...] = Field((), description="Own weapons discarded first to free hands.")
    cards_bought: Count = Field(0, description="Cards this player has already bought in this market phase.")
    price: Count | None = Field(None, description="The printed price, if the catalogue does not know it.")


@dataclass
class _Deal:
    """What is gathered while a purchase is examined."""

    reasons: list[Step] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)
    data: dict[str, Any] = field(default_factory=dict)


def answer(ask: BuyAsk, catalogue: Catalogue) -> Ruling:
    """Whether the purchase is legal, what is paid, and what follows from it."""
    deal = _Deal()
    name = localised(catalogue.items[ask.card].name)
    deal.reasons += _turn(ask)
    deal.reasons += _source(ask, deal)
    _pay(ask, catalogue, deal)
    kind = CARD_KIND[ask.card]
    if kind == "weapon":
        _hands(ask, catalogue, deal)
    elif kind == "trait":
        _trait(ask, catalogue, deal)
    elif kind == "skill":
        deal.steps.append(Step(say("The skill may be used at once."), "RP-SKILL-USE"))
    elif kind == "scroll":
        deal.steps.append(Step(say("The scroll is carried out at once and then kept."), "MM-SCROLL"))
    else:
        if ask.player.hero_class == "knight":
            text = say("The Knight's ability may be used for this armor; the class card says how.")
            deal.steps.append(Step(text, "MM-IRONCLAD"))
        deal.steps.append(Step(say("Armor does nothing until the final count; any number is allowed."), "RP-NO-LIMIT"))
    deal.steps.append(Step(say("Where a card says otherwise, the card wins."), "RP-CARD-WINS"))
    if "pays" in deal.data:
        verdict = say(
            "{player} buys {card} for {gold} gold.", player=ask.player.name, card=name, gold=deal.data["pays"]
        )
    else:
        verdict = say("{player} may buy {card}.", player=ask.player.name, card=name)
    return ruled(verdict, deal.reasons, deal.steps, deal.data, deal.missing)


def _turn(ask: BuyAsk) -> Iterator[Step]:
    """One card per market phase, wherever it lies; the Bard may buy two."""
    bard = ask.player.hero_class == "bard"
    if bard and ask.cards_bought >= 2:
        yield Step(say("the Bard buys two cards at most"), "RP-CHARMING")
    elif ask.cards_bought and not bard:
        yield Step(say("one card per market phase"), "RP-BUY")
    if ask.card in ask.player.cards:
        yield Step(say("that card is already beside the sheet"), "RP-BUY")


def _source(ask: BuyAsk, deal: _Deal) -> Iterator[Step]:
    """Buying from the discard pile or the deck needs the right skill, upright."""
    if ask.source == "market":
        return
    skill, rule = SOURCE_SKILL[ask.source], SOURCE_RULE[ask.source]
    if skill not in ask.player.cards:
        yield Step(say("only a skill card allows that"), rule)
    elif skill in ask.player.exhausted:
        yield Step(say("the skill card is exhausted"), "RP-SKILL-USE")
    deal.steps.append(Step(say("Use the skill first: its arrow must be able to move."), "RP-SKILL-USE"))
    if ask.source == "discard pile":
        deal.steps.append(Step(say("No card may be discarded for 2 gold in the same go."), rule))


def _pay(ask: BuyAsk, catalogue: Catalogue, deal: _Deal) -> None:
    """Price less discounts: charisma tokens, Heavy Crossbow; none of them with Open Lock."""
    fact = catalogue.fact(ask.card, "cost")
    price = fact.value if ask.price is None else ask.price
    discounted = "heavy_crossbow" in ask.player.cards and "heavy_crossbow" not in ask.drop
    if ask.charisma_used > ask.player.charisma:
        text = say("{used} charisma tokens, but only {held} held", used=ask.charisma_used, held=ask.player.charisma)
        deal.reasons.append(Step(text, "RP-CHA"))
    if ask.source == "deck top":
        if ask.charisma_used:
            deal.reasons.append(Step(say("no discounts with Open Lock"), "RP-OPEN-LOCK"))
        deal.steps.append(Step(say("With Open Lock the full price is paid."), "RP-OPEN-LOCK"))
    if price is None:
        deal.missing.append(catalogue.missing(ask.card, "cost"))
        return
    off = 0 if ask.source == "deck top" else ask.charisma_used + discounted
    pays = max(price - off, 0)
    deal.data |= {"price": price, "discount": off, "pays": pays, "gold_left": ask.player.gold - pays}
    deal.steps.append(Step(say("Price {price} − {off} = {pays} gold.", price=price, off=off, pays=pays), "RP-BUY"))
    if off and discounted:
        deal.steps.append(Step(say("Heavy Crossbow: 1 gold less."), "RP-HEAVY-CROSSBOW"))
    if pays > ask.player.gold:
        deal.reasons.append(Step(say("{pays} gold needed, {gold} held", pays=pays, gold=ask.player.gold), "RP-BUY"))


def _hands(ask: BuyAsk, catalogue: Catalogue, deal: _Deal) -> None:
    """Two hands at any time; weapons may be thrown away to make room."""
    weapons = [card for card in ask.player.cards if CARD_KIND[card] == "weapon"]
    if not set(ask.drop) <= set(weapons):
        deal.reasons.append(Step(say("only own weapons can be discarded to free hands"), "RP-WEAPON-LIMIT"))
    kept = [card for card in weapons if card not in ask.drop]
    hands = {card: catalogue.value(card, "hands") for card in (*kept, ask.card)}
    known = sum(value for value in hands.values() if value is not None)
    unknown = [card for card, value in hands.items() if value is None]
    # A weapon of unknown size needs one hand at least.
    if known + len(unknown) > HANDS:
        text = say("hands needed for the weapons: {hands}; discard one first", hands=known + len(unknown))
        deal.reasons.append(Step(text, "RP-WEAPON-LIMIT"))
    elif unknown and known + 2 * len(unknown) > HANDS:
        deal.missing += [catalogue.missing(card, "hands") for card in unknown]
    deal.steps.append(Step(say("Weapons of two hands at most; one may be discarded at any time."), "RP-WEAPON-LIMIT"))


def _trait(ask: BuyAsk, catalogue: Catalogue, deal: _Deal) -> None:
    """The marker moves by the arrow if it can; the card may be bought even if it cannot."""
    arrow = catalogue.value(ask.card, "arrow")
    if arrow is None:
        deal.missing.append(catalogue.missing(ask.card, "arrow"))
    elif arrow != "none":
        marker = stepped(ask.player.marker, arrow)
        deal.data["marker"] = list(marker or ask.player.marker)
        if marker:
            text = say("The marker moves one step {direction}.", direction=STEP_NAMES[arrow])
            deal.steps.append(Step(text, "RP-TRAIT-BUY"))
            return
    text = say("If the marker cannot move along the arrow it stays; the trait may be bought all the same.")
    deal.steps.append(Step(text, "RP-TRAIT-BUY"))


QUESTION = Question(
    "buy",
    say("May this card be bought, and for how much?"),
    BuyAsk,
    answer,
    {"player": {"name": "John", "gold": 7, "charisma": 1}, "card": "reckless", "charisma_used": 1},
)


class DiscardAsk(Model):
    """A player takes gold instead of buying."""

    player: Player
    friendly_market: bool = Field(False, description="The friendly market variant is played.")
    used_move_silently: bool = Field(False, description="Move Silently was used in this go.")
    cards_bought: Count = Field(0, description="Cards this player has already bought in this market phase.")


def answer_discard(ask: DiscardAsk, catalogue: Catalogue) -> Ruling:
    """Two gold for discarding a card of the market; the Bard's second go cannot be used for it."""
    reasons = []
    if ask.used_move_silently:
        reasons.append(Step(say("not in the go in which Move Silently buys a card"), "RP-MOVE-SILENTLY"))
    if ask.cards_bought:
        text = say("whoever has bought a card takes no gold for discarding one")
        reasons.append(Step(text, "RP-CHARMING" if ask.player.hero_class == "bard" else "RP-MARKET"))
    steps = [Step(say("Put one market card of your choice on the discard pile and take 2 gold."), "RP-DISCARD-GOLD")]
    if ask.friendly_market:
        steps = [
            Step(say("Take 2 gold; no card is discarded, but abilities that answer a discard work."), "RP-VAR-FRIENDLY")
        ]
    xp = int("spiked_club" in ask.player.cards)
    if xp:
        steps.append(Step(say("Spiked Club: 1 XP as well."), "MM-SPIKED-CLUB"))
    data = {"gold": 2, "xp": xp, "gold_after": ask.player.gold + 2}
    return ruled(say("{player} takes 2 gold.", player=ask.player.name), reasons, steps, data)


DISCARD = Question(
    "discard",
    say("What does discarding a market card bring?"),
    DiscardAsk,
    answer_discard,
    {"player": {"name": "Helen", "gold": 3}},
)
