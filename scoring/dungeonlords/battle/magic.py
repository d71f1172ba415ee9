"""The two spell steps as the referee tells them."""

from __future__ import annotations

from collections import Counter

from scoring.dungeonlords.battle.arena import NO_CAST, Arena, Card, Position, Site
from scoring.dungeonlords.battle.ask import RoundPlan
from scoring.dungeonlords.battle.beasts import KINDS
from scoring.dungeonlords.battle.spells import (
    NO_CHOICE,
    Choice,
    apply_spell,
    check_known,
    spell_choices,
)
from scoring.dungeonlords.battle.steps import casts, is_monster
from scoring.dungeonlords.battle.story import Story, changes, tell_paladin
from scoring.words import Sentence, listed, say


def cast(
    arena: Arena, position: Position, card: Card, speed: str, place: Site, plan: RoundPlan, story: Story
) -> Position:
    """The fast or the slow spell step; UnknownSpellError if the spell is cast and its text is not known."""
    rule = "DL-SPELL-FAST" if speed == "fast" else "DL-SPELL-SLOW"
    if not position.party or card.effect == "none" or card.speed not in (speed, None):
        return position
    magic = arena.magic(position)
    if not casts(arena, position, card, place):
        if magic and card.speed == speed:
            story.tell(_why_not(position, place), _no_spell(position, place, magic), position)
        return position
    check_known(card)
    choice = _choice(arena, position, card, plan, story)
    if choice is None:
        return position
    after = apply_spell(arena, position, card, choice)
    story.tell(
        rule,
        say("{magic} magic points for round {n}: {spell} is cast.", magic=magic, n=position.round, spell=card.name),
        position,
    )
    own_rule = SPELL_RULES.get(card.effect or "", rule)
    story.tell(own_rule, _effect(arena, position, after, card, choice), after)
    if choice.traps:
        story.tell(own_rule, _given_up(arena, position, choice.traps, _named_traps(card, plan)), after)
    if choice.word == "monster" and plan.chosen not in KINDS:
        _tell_unplanned(arena, position, choice, own_rule, story, after)
    tell_paladin(arena, position, after, story)
    return after


def _why_not(position: Position, place: Site) -> str:
    if place.room == "anti_magic_room":
        return "DL-ROOM-ANTI-MAGIC"
    return "DL-TRAP-ANTI-MAGIC-DART" if position.flags & NO_CAST else "DL-SPELL-POINTS"


def _no_spell(position: Position, place: Site, magic: int) -> Sentence:
    if place.room == "anti_magic_room":
        return say("No spell works in the Anti-Magic Room.")
    if position.flags & NO_CAST:
        return say("The anti-magic dart lets nobody cast.")
    return say("Only {have} magic points for round {n}: no spell.", have=magic, n=position.round)


def _choice(arena: Arena, position: Position, card: Card, plan: RoundPlan, story: Story) -> Choice | None:
    """What the plan says about this spell; a reason if that is not possible."""
    choices = spell_choices(arena, position, card)
    rule = SPELL_RULES.get(card.effect or "", "DL-SPELL-FAST")
    match card.effect:
        case "withdraw_all_or_evil":
            choices = [choice for choice in choices if choice.word == plan.peace]
        case "pay_or_withdraw":
            paid = tuple(sorted(KINDS.index(name) for name in plan.pay if name in KINDS))
            choices = [choice for choice in choices if tuple(sorted(choice.monsters)) == paid]
        case "withdraw_one" | "exhaust_one" | "sheep" if choices != [NO_CHOICE] and plan.chosen in KINDS:
            choices = [choice for choice in choices if choice.monsters == (KINDS.index(plan.chosen),)]
    if not choices:
        story.refuse(
            rule,
            say(
                "That choice against {spell} is not possible; it cannot be paid or is not in the battle.",
                spell=card.name,
            ),
        )
        return None
    return _with_traps(arena, position, choices, _named_traps(card, plan), rule, story)


def _with_traps(
    arena: Arena, position: Position, choices: list[Choice], named: tuple[str, ...], rule: str, story: Story
) -> Choice | None:
    """The choice that gives up the traps that the plan names, the first by name if it names none."""
    if not named or choices == [NO_CHOICE]:
        return choices[0]
    deck = [trap.id for trap in arena.traps]
    store = Counter(deck[trap] for trap in position.traps)
    for name in Counter(named) - store:
        story.refuse(rule, say("{trap} is not in your trap store.", trap=arena.names.get(name, name)))
    due = len(choices[0].traps)
    if len(named) != due:
        story.refuse(rule, say("{due} trap cards are to be paid, but {named} are named.", due=due, named=len(named)))
    wanted = sorted(named)
    return next((choice for choice in choices if sorted(deck[trap] for trap in choice.traps) == wanted), None)


def _named_traps(card: Card, plan: RoundPlan) -> tuple[str, ...]:
    """The traps that the plan gives up to this spell; a monster in their place was meant for another spell."""
    match card.effect:
        case "pay_or_withdraw":
            return plan.traps_paid
        case "lose_treasure" if plan.chosen is not None and plan.chosen not in KINDS:
            return (plan.chosen,)
    return ()


SPELL_RULES = {
    "withdraw_all_or_evil": "DL-SPELL-WORD-OF-PEACE",
    "pay_or_withdraw": "DL-SPELL-SUGGESTION",
    "shield": "DL-SPELL-MAGIC-SHIELD",
    "hide_wizards": "DL-SPELL-INVISIBILITY",
    "evil": "DL-SPELL-DETECT-EVIL",
    "lose_imp": "DL-SPELL-FIST-OF-JUSTICE",
    "lose_treasure": "DL-SPELL-DETECT-TREASURE",
    "extra_hp_first": "DL-SPELL-CREATE-FOOD",
    "illusion": "DL-SPELL-ILLUSION",
    "sheep": "DL-SPELL-METAMORPHOSIS",
    "heal": "DL-SPELL-REGENERATION",
}


def _effect(arena: Arena, before: Position, after: Position, card: Card, choice: Choice) -> Sentence:
    match card.effect:
        case "evil":
            return say("The Evilometer rises to {n}.", n=after.evil)
        case "lose_imp":
            return say("An imp is lost, {n} left.", n=after.imps) if before.imps else say("There is no imp to lose.")
        case "lose_treasure":
            return _treasure(before, after)
        case "shield":
            return say("The first point of damage will be absorbed.")
        case "hide_wizards":
            return say("Wizards step to the end of the line and cannot be harmed this round.")
        case "extra_hp_first":
            return say("The first of the party has 1 more hit point for the rest of the battle.")
        case "illusion":
            return say("An illusion leads the party.")
        case "heal":
            return say("{changes}.", changes=changes(arena, before, after))
        case "withdraw_all_or_evil" if choice.word == "evil":
            return say("The monsters stay and the Evilometer rises to {n}.", n=after.evil)
    return _turned_away(before, after)


def _turned_away(before: Position, after: Position) -> Sentence:
    gone = len(before.field) - len(after.field)
    if "sheep" in [KINDS[kind] for kind in after.field]:
        return say("One monster becomes a sheep.")
    return say("{n} monsters withdraw, {left} fight on.", n=gone, left=len(after.field))


def _treasure(before: Position, after: Position) -> Sentence:
    if before.gold != after.gold:
        return say("1 gold is lost.")
    if before.food != after.food:
        return say("There is no gold: 1 food is lost.")
    if before.traps != after.traps:
        return say("There is neither gold nor food: a trap card is lost.")
    return say("There is nothing to find.")


def _tell_unplanned(arena: Arena, before: Position, choice: Choice, rule: str, story: Story, after: Position) -> None:
    """Which monster met the spell, where the plan names none although there were several to choose from."""
    (met,) = choice.monsters
    others = sorted({kind for kind in before.field if is_monster(kind)} - {met})
    if others:
        text = say(
            "The spell meets {monster}, because the plan names none. It could have been: {others}.",
            monster=arena.names[KINDS[met]],
            others=listed(arena.names[KINDS[kind]] for kind in others),
        )
        story.tell(rule, text, after)


def _given_up(arena: Arena, before: Position, traps: tuple[int, ...], named: tuple[str, ...]) -> Sentence:
    """Which trap cards the spell took and why these; no card says which, so their owner chooses."""
    gone = listed(arena.traps[trap].name for trap in traps)
    others = sorted(Counter(before.traps) - Counter(traps))
    if named:
        return say("Given up, as planned: {traps}.", traps=gone)
    if set(others) <= set(traps):
        return say("Given up: {traps}; there is no other.", traps=gone)
    return say(
        "Given up: {traps}, first by name because the plan names none. It could have been: {others}.",
        traps=gone,
        others=listed(arena.traps[trap].name for trap in others if trap not in traps),
    )
