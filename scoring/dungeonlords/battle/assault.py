"""The monster step as the referee tells it."""

from __future__ import annotations

from scoring.dungeonlords.battle.arena import NO_CONQUER, NO_HEAL, Arena, Position, Site
from scoring.dungeonlords.battle.ask import Attack, RoundPlan
from scoring.dungeonlords.battle.beasts import KINDS, SHEEP, Mode
from scoring.dungeonlords.battle.checks import in_line, named_kind, not_in_line, place_of
from scoring.dungeonlords.battle.steps import attack, can_attack, idle, targets
from scoring.dungeonlords.battle.story import Story, changes
from scoring.words import Sentence, say

MONSTER_RULES = {kind: f"DL-MONSTER-{name.upper()}" for kind, name in enumerate(KINDS)} | {
    SHEEP: "DL-SPELL-METAMORPHOSIS"
}


def monsters_attack(arena: Arena, position: Position, plan: RoundPlan, place: Site, story: Story) -> Position:
    """Every monster still in the battle attacks in the planned order, if there is anybody it can attack."""
    for order in plan.attacks:
        kind = _fighting(position, order, plan)
        if kind is None:
            continue  # a spell made it withdraw
        if not position.party:
            break
        position = _one(arena, position, kind, order, place, story)
    return position


def _fighting(position: Position, order: Attack, plan: RoundPlan) -> int | None:
    """The monster of this order as it fights now: as itself, or as the sheep that a spell made of it."""
    kind = named_kind(order, plan)
    turned = SHEEP in position.field and kind == position.sheep
    if turned and (order.monster == KINDS[SHEEP] or kind not in position.field):
        return SHEEP
    return kind if kind in position.field else None


def _one(arena: Arena, position: Position, kind: int, order: Attack, place: Site, story: Story) -> Position:
    modes = {mode.id: mode for mode in place.modes[kind]}
    name = arena.names[KINDS[kind]]
    mode = place.modes[SHEEP][0] if kind == SHEEP else modes.get(order.mode)
    if mode is None:
        story.refuse(MONSTER_RULES[kind], say("{monster} has only one attack.", monster=name))
        return position
    if position.food < mode.food:
        story.refuse(
            MONSTER_RULES[kind],
            say("{monster} needs {n} food for this attack, and there is none.", monster=name, n=mode.food),
        )
        return position
    if not can_attack(arena, position, mode):
        if any(can_attack(arena, position, other) for other in modes.values() if other.hits != "nobody"):
            story.refuse("DL-MUST-ATTACK", say("{monster} can attack and must.", monster=name))
        after = idle(position, kind)
        story.tell("DL-MUST-ATTACK", say("{monster} finds nobody it may attack.", monster=name), after)
        return after
    aims = _aims(arena, position, kind, mode, order, story)
    if aims is None:
        return position
    after = attack(arena, position, kind, mode, aims, order.again)
    story.tell(MONSTER_RULES[kind], _text(arena, position, after, name, mode), after)
    _special(position, after, story)
    return after


def _aims(
    arena: Arena, position: Position, kind: int, mode: Mode, order: Attack, story: Story
) -> tuple[int, ...] | None:
    """The places that an aimed attack hits, blow by blow; None and a reason if one may not be hit."""
    if mode.hits != "any":
        return ()
    aims: list[int] = []
    now = position
    for blow in range(mode.times):
        allowed = targets(arena, now, mode)
        if not allowed:
            break
        named = order.on[blow] if blow < len(order.on) else None
        aim = allowed[0] if named is None and len(allowed) == 1 else place_of(arena, now, named or "")
        if aim not in allowed:
            story.refuse(MONSTER_RULES[kind], _why_not(arena, now, kind, mode, named, aim))
            return None
        aims.append(aim)
        now = attack(arena, now, kind, mode, (aim,), False)._replace(field=position.field)
    return tuple(aims)


def _why_not(arena: Arena, position: Position, kind: int, mode: Mode, named: str | None, aim: int | None) -> Sentence:
    monster = arena.names[KINDS[kind]]
    if named is None:
        return say("{monster} needs a target: {line}.", monster=monster, line=in_line(arena, position))
    if aim is None:
        return not_in_line(arena, position, named)
    who = arena.people[position.party[aim][0]]
    if mode.not_first and aim == 0:
        return say("{monster} cannot attack the first of the line, {who}.", monster=monster, who=who.name)
    if mode.not_priest and who.cls == "priest":
        return say("{monster} cannot attack a priest, {who}.", monster=monster, who=who.name)
    return say("{who} is invisible this round and cannot be harmed.", who=who.name)


def _text(arena: Arena, before: Position, after: Position, name: Sentence | str, mode: Mode) -> Sentence:
    if mode.hits == "nobody":
        return say("{monster} holds the party by the ankles; that is no attack.", monster=name)
    told = changes(arena, before, after)
    if mode.food:
        return say("{monster} eats 1 food and attacks: {changes}.", monster=name, changes=told)
    return say("{monster} attacks: {changes}.", monster=name, changes=told)


def _special(before: Position, after: Position, story: Story) -> None:
    new = after.flags & ~before.flags
    if new & NO_CONQUER:
        story.tell("DL-SKIP-CONQUER", say("The party will not conquer this round."), after)
    if new & NO_HEAL:
        story.tell("DL-HEAL-SKIPPED", say("Nobody will be healed this round."), after)
    if len(after.ready) > len(before.ready):
        story.tell("DL-MONSTERS-TIRE", say("It returns to the lair face up."), after)
