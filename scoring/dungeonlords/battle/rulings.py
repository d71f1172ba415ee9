"""The rulings on battles: a plan carried out, and which tile may be attacked next."""

from __future__ import annotations

from scoring.catalogue import Catalogue, localised
from scoring.dungeonlords.battle.arena import ROUNDS, Arena, Card, Position
from scoring.dungeonlords.battle.ask import Battle, BattlePlan, BattleSoFar
from scoring.dungeonlords.battle.board import at_rest, lord_after
from scoring.dungeonlords.battle.fight import fight_round
from scoring.dungeonlords.battle.planning import cards_left, plannable
from scoring.dungeonlords.battle.setup import arena_of, card_of, impossible
from scoring.dungeonlords.battle.spells import UnknownSpellError
from scoring.dungeonlords.battle.story import Story, snapshot
from scoring.dungeonlords.possible import refusal
from scoring.dungeonlords.state import Lord
from scoring.sheet import Legal, Missing, Ruling, Step
from scoring.words import Sentence, say


def ask_first(missing: list[Missing]) -> Ruling:
    """A ruling that waits for printed values."""
    return Ruling(
        say("Tell me first what {n} printed values are.", n=len(missing)),
        ("DL-TRAP-YEAR-TWO" if any(m.field.endswith("_2") for m in missing) else "DL-COMBAT-CARDS",),
        tuple(Step(say("{question}", question=value.question), "DL-COMBAT-CARDS") for value in missing),
        missing=tuple(missing),
        legal=Legal.OPEN,
    )


def card_for(battle: Battle, number: int, catalogue: Catalogue) -> Card:
    """The combat card of this round; nothing is known of one that was not named."""
    index = number - battle.round
    if 0 <= index < len(battle.cards):
        return card_of(battle.cards[index], catalogue)
    return Card(name=say("the combat card"))


def missing_part(card: Card, field: str, number: int, catalogue: Catalogue) -> Missing:
    """The question for the part of a combat card that is not known."""
    if card.id in catalogue.items:
        return catalogue.missing(card.id, field)
    return Missing(
        f"card of round {number}",
        field,
        say("The combat card of round {n}: what is its {field}?", n=number, field=PARTS[field]),
    )


PARTS = {
    "fatigue": say("fatigue"),
    "speed": say("speed (fast or slow)"),
    "effect": say("spell"),
    "amount": say("number"),
}


def resolve(ask: BattlePlan, catalogue: Catalogue) -> Ruling:
    """Carry the plans out round by round: every step with its rule and the state after it."""
    wrong = impossible(ask, catalogue)
    if wrong:
        return refusal(wrong)
    arena, position, missing = arena_of(ask, catalogue)
    planned = {use.id for plan in ask.plans for use in plan.traps}
    wanted = [value for value in missing if value.item in planned]
    if wanted:
        return ask_first(wanted)
    story = Story(arena)
    before = position
    for plan in ask.plans:
        if position.round > ROUNDS or (story.steps and not position.party and position.away is None):
            break
        card = card_for(ask, position.round, catalogue)
        try:
            after = fight_round(arena, position, plan, card, story)
        except UnknownSpellError as unknown:
            if story.reasons:
                return _illegal(story, position.round)
            value = missing_part(unknown.card, unknown.field, position.round, catalogue)
            return Ruling(
                say("It goes as far as this, then a printed value is needed: {question}", question=value.question),
                story.rules,
                tuple(story.steps),
                missing=(value,),
                legal=Legal.OPEN,
            )
        if story.reasons:
            return _illegal(story, position.round)
        position = after
    return _outcome(arena, ask.lord, before, position, story, _caveats(ask, catalogue))


def _illegal(story: Story, number: int) -> Ruling:
    reasons = [str(step.text) for step in story.reasons]
    verdict = say("The plan of round {n} is not legal: {count} reasons.", n=number, count=len(reasons))
    if len(reasons) == 1:
        verdict = say("The plan of round {n} is not legal: {reason}", n=number, reason=story.reasons[0].text)
    rules = tuple(dict.fromkeys(step.rule for step in story.reasons))
    return Ruling(verdict, rules, tuple(story.reasons), {"round": number, "reasons": reasons}, legal=Legal.NO)


def _outcome(arena: Arena, lord: Lord, before: Position, after: Position, story: Story, caveats: list[Step]) -> Ruling:
    lost = (after.lost & ~before.lost).bit_count()
    jailed = len(after.prison) - len(before.prison)
    left = len(after.party)
    verdict = say(
        "Tiles conquered: {lost}. Imprisoned: {jailed}. Attackers still standing: {left}.",
        lost=lost,
        jailed=jailed,
        left=left,
    )
    over = not after.party or after.round > ROUNDS
    board = lord_after(arena, lord, after)
    data = {
        "conquered": lost,
        "imprisoned": jailed,
        "over": over,
        "state": snapshot(arena, after),
        "lord": (at_rest(board) if over else board).model_dump(mode="json"),
    }
    return Ruling(verdict, story.rules, (*story.steps, *caveats), data, legal=Legal.YES)


def _caveats(ask: Battle, catalogue: Catalogue) -> list[Step]:
    """A last step for every printed value in use that only one source tells."""
    found = []
    named = [card.id for card in ask.cards if card.id is not None and card.id in catalogue.items]
    for item in dict.fromkeys(named):
        doubts = {catalogue.fact(item, field).caveat for field in ("fatigue", "speed", "effect")} - {""}
        found += [
            Step(say("{card}: {doubt}.", card=catalogue_name(catalogue, item), doubt=doubt), "DL-COMBAT-CARDS")
            for doubt in sorted(doubts)
        ]
    return found


def catalogue_name(catalogue: Catalogue, item: str) -> Sentence:
    """The name of a component in the reader's language."""
    return localised(catalogue.items[item].name)


def next_tile(ask: BattleSoFar, catalogue: Catalogue) -> Ruling:
    """The tiles among which the owner chooses after the rounds so far: the unconquered ones nearest to the entrance."""
    wrong = impossible(ask, catalogue)
    if wrong:
        return refusal(wrong)
    arena, position, _ = arena_of(ask, catalogue)
    story = Story(arena)
    try:
        for plan in ask.plans:
            position = fight_round(arena, position, plan, card_for(ask, position.round, catalogue), story)
    except UnknownSpellError as unknown:
        return ask_first([missing_part(unknown.card, unknown.field, position.round, catalogue)])
    if story.reasons:
        return _illegal(story, position.round)
    near = [arena.sites[i] for i in arena.next_sites(position.lost)]
    steps = tuple(
        Step(
            say("{tile} lies {steps} steps behind the entrance.", tile=place.name, steps=place.steps),
            "DL-NEAREST-TILE",
        )
        for i, place in enumerate(arena.sites)
        if not position.lost >> i & 1
    )
    card = card_for(ask, position.round, catalogue)
    data = {
        "tiles": [place.name for place in near],
        "plan": plannable(arena, position, card),
        "cards": cards_left(ask.cards, ask.year, catalogue),
    }
    if not near:
        return Ruling(
            say("No unconquered tile is left: a prisoner is set free instead of a battle."), ("DL-NO-TILE",), (), data
        )
    names = ", ".join(place.name for place in near)
    verdict = say("The battle must be at {tile}.", tile=names)
    if len(near) > 1:
        verdict = say("The owner chooses among {tiles}.", tiles=names)
    return Ruling(verdict, ("DL-NEAREST-TILE",), steps, data)
