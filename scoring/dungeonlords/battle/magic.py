"""The two spell steps as the referee tells them."""

from __future__ import annotations

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
from scoring.dungeonlords.battle.steps import casts
from scoring.dungeonlords.battle.story import Story, changes, tell_paladin
from scoring.words import Sentence, say


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
    story.tell(SPELL_RULES.get(card.effect or "", rule), _effect(arena, position, after, card, choice), after)
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
    wanted: Choice = NO_CHOICE
    match card.effect:
        case "withdraw_all_or_evil":
            wanted = (plan.peace, ())
        case "pay_or_withdraw":
            wanted = ("pay", tuple(sorted(KINDS.index(name) for name in plan.pay if name in KINDS)))
            choices = [(word, tuple(sorted(kinds))) for word, kinds in choices]
        case "withdraw_one" | "exhaust_one" | "sheep" if choices != [NO_CHOICE]:
            wanted = ("monster", (KINDS.index(plan.chosen),) if plan.chosen in KINDS else choices[0][1])
        case "lose_treasure" if choices != [NO_CHOICE]:
            deck = [trap.id for trap in arena.traps]
            wanted = ("trap", (deck.index(plan.chosen),) if plan.chosen in deck else choices[0][1])
    if wanted in choices:
        return wanted
    story.refuse(
        SPELL_RULES.get(card.effect or "", "DL-SPELL-FAST"),
        say("That choice against {spell} is not possible; it cannot be paid or is not in the battle.", spell=card.name),
    )
    return None


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
        case "withdraw_all_or_evil" if choice[0] == "evil":
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
