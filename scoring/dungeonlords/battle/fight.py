"""The referee of a battle round: carries a plan out step by step and says by which rule."""

from __future__ import annotations

from collections import Counter

from scoring.dungeonlords.battle.arena import (
    NO_CAST,
    NO_CONQUER,
    NO_HEAL,
    ROUNDS,
    Arena,
    Card,
    Position,
    Site,
)
from scoring.dungeonlords.battle.ask import RoundPlan, TrapUse
from scoring.dungeonlords.battle.assault import monsters_attack
from scoring.dungeonlords.battle.checks import (
    RESOURCES,
    chosen_site,
    chosen_traps,
    in_line,
    not_in_line,
    place_of,
    refuse_strangers,
    sent_monsters,
)
from scoring.dungeonlords.battle.magic import cast
from scoring.dungeonlords.battle.spells import UnknownSpellError
from scoring.dungeonlords.battle.steps import conquer, end_round, heal, heals, poison, start_round, tire
from scoring.dungeonlords.battle.story import Story, changes, tell_paladin
from scoring.dungeonlords.battle.traps import pay, prevent, spring, trap_cost, trap_hits
from scoring.dungeonlords.battle.wounds import PALADIN
from scoring.words import Sentence, listed, say


def fight_round(arena: Arena, position: Position, plan: RoundPlan, card: Card, story: Story) -> Position:
    """One whole round by this plan; ``story.reasons`` says why a plan is not legal, and then nothing is played."""
    if not position.party:
        story.tell("DL-BATTLE-END", say("Nobody is left to attack this dungeon."), position)
        return end_round(position)
    if not arena.next_sites(position.lost):
        return _release(arena, position, plan, story)
    refuse_strangers(arena, plan, story)
    site = chosen_site(arena, position, plan, story)
    place = None if site is None else arena.sites[site]
    sent = sent_monsters(arena, position, plan, place, story)
    traps = chosen_traps(arena, position, plan, place, story)
    if story.reasons or site is None or place is None:
        return position
    position = start_round(arena, position, tuple(sent))
    story.tell("DL-NEAREST-TILE", _opening(position, place, card), position)
    for use, trap in zip(plan.traps, traps, strict=True):
        if position.party:
            position = _trap(arena, position, use, trap, place, story)
    position = cast(arena, position, card, "fast", place, plan, story)
    position = monsters_attack(arena, position, plan, place, story)
    position = cast(arena, position, card, "slow", place, plan, story)
    position = _healing(arena, position, story)
    position = _conquering(arena, position, site, card, story)
    position = _poison(arena, position, story)
    return _finish(arena, position, story)


def _opening(position: Position, place: Site, card: Card) -> Sentence:
    """Where the round is fought, and under which card if that has a name."""
    if not card.id:
        return say("Round {n}: the battle is at {tile}.", n=position.round, tile=place.name)
    return say("Round {n}, {card}: the battle is at {tile}.", n=position.round, card=card.name, tile=place.name)


def _trap(arena: Arena, position: Position, use: TrapUse, trap: int, place: Site, story: Story) -> Position:
    """Pay, deal, let the thieves work, and keep the special effect."""
    card = arena.traps[trap]
    target = None
    if card.aimed:
        target = place_of(arena, position, use.on or "")
        if target is None:
            text = say("{trap} needs a target in the line: {line}.", trap=card.name, line=in_line(arena, position))
            story.refuse("DL-TRAP-STEP", not_in_line(arena, position, use.on) if use.on else text)
            return position
    cost = trap_cost(arena, trap, place)
    paid = pay(position, cost)
    if paid is None:
        story.refuse("DL-TRAP-COST", say("{trap} cannot be paid.", trap=card.name))
        return position
    if cost:
        price = listed(say("{n} {what}", n=n, what=RESOURCES[what]) for what, n in cost.items())
        rule = "DL-TRAP-IN-ROOM" if place.trap_gold else "DL-TRAP-COST"
        story.tell(rule, say("{trap} is paid: {price}.", trap=card.name, price=price), paid)
    hits = trap_hits(arena, paid, trap, target)
    left, _ = prevent(hits, paid.icons)
    after = spring(arena, paid, trap, target)
    dealt = " + ".join(map(str, hits))
    text = say("{trap} goes off: {hits} damage from front to back.", trap=card.name, hits=dealt)
    if target is not None:
        whom = arena.people[paid.party[target][0]].name
        text = say(
            "{trap} goes off on {whom}: {hits} damage from front to back.", trap=card.name, whom=whom, hits=dealt
        )
    story.tell("DL-TRAP-STEP", text, paid)
    saved = sum(hits) - sum(left)
    if saved:
        story.tell("DL-THIEF", say("Trap icons prevent {n} of it, front first.", n=saved), paid)
    story.tell("DL-DAMAGE", say("{changes}.", changes=changes(arena, paid, after)), after)
    _special(arena, paid, after, story)
    return after


def _special(arena: Arena, before: Position, after: Position, story: Story) -> None:
    new = after.flags & ~before.flags
    if new & NO_CONQUER:
        story.tell("DL-TRAP-SPECIAL", say("Its special effect cannot be prevented: no conquering this round."), after)
    if new & NO_CAST:
        story.tell("DL-TRAP-ANTI-MAGIC-DART", say("A wizard is hit: nobody casts a spell this round."), after)
    if new & NO_HEAL:
        story.tell("DL-TRAP-ANTI-MAGIC-DART", say("A priest is hit: nobody is healed this round."), after)
    for victim, points in (Counter(after.venom) - Counter(before.venom)).elements():
        name = arena.people[victim].name
        story.tell(
            "DL-TRAP-POISONED-DART",
            say("The poison will deal {n} to {who} at the end of the round.", n=points, who=name),
            after,
        )


def _healing(arena: Arena, position: Position, story: Story) -> Position:
    if not position.party:
        return position
    hearts = sum(arena.people[who].heal for who, _ in position.party)
    if hearts and position.flags & NO_HEAL:
        story.tell("DL-HEAL-SKIPPED", say("Healing is skipped this round."), position)
    elif hearts and not heals(arena, position):
        story.tell("DL-HEAL", say("Nothing attacked, so nobody is healed."), position)
    elif hearts:
        after = heal(arena, position, hearts)
        story.tell(
            "DL-HEAL",
            say("Hearts: {n}, front first: {changes}.", n=hearts, changes=changes(arena, position, after))
            if after != position
            else say("Hearts: {n}, but nobody needs healing.", n=hearts),
            after,
        )
        return after
    return position


def _conquering(arena: Arena, position: Position, site: int, card: Card, story: Story) -> Position:
    if not position.party:
        return position
    if position.flags & NO_CONQUER:
        story.tell("DL-SKIP-CONQUER", say("No conquering and no fatigue this round."), position)
        return position
    if card.fatigue is None:
        raise UnknownSpellError(card, "fatigue")
    tired = tire(arena, position, card.fatigue)
    story.tell(
        "DL-FATIGUE",
        say("Fatigue {n}, point by point: {changes}.", n=card.fatigue, changes=changes(arena, position, tired)),
        tired,
    )
    after = conquer(arena, tired, site)
    if after.lost != tired.lost:
        story.tell(
            "DL-CONQUER",
            say("Somebody still stands: {tile} is conquered.", tile=arena.sites[site].name),
            tired._replace(lost=after.lost),
        )
        story.tell("DL-CONQUER-EVIL", say("The Evilometer drops to {n}.", n=after.evil), after)
        tell_paladin(arena, tired, after, story)
    return after


def _poison(arena: Arena, position: Position, story: Story) -> Position:
    if not position.venom or not position.party:
        return position
    after = poison(arena, position)
    text = (
        say("The poison works: {changes}.", changes=changes(arena, position, after))
        if after != position
        else say("The poison is lost: its victim is gone.")
    )
    story.tell("DL-TRAP-POISONED-DART", text, after)
    return after


def _finish(arena: Arena, position: Position, story: Story) -> Position:
    after = end_round(position)
    if not after.party:
        story.tell("DL-BATTLE-END", say("No attacker is left here: the battle is over."), after)
    elif position.round >= ROUNDS:
        gone = listed(arena.people[who].name for who, _ in after.party)
        after = after._replace(party=())
        story.tell("DL-BATTLE-END", say("The fourth round is over: {who} leave the dungeon.", who=gone), after)
    return after


def _release(arena: Arena, position: Position, plan: RoundPlan, story: Story) -> Position:
    """No unconquered tile is left: a prisoner goes free instead of a battle; the paladin may be kept to the last."""
    if not position.prison:
        story.tell("DL-NO-TILE", say("No tile and no prisoner is left: nothing happens."), position)
        return _finish(arena, position, story)
    ids = [arena.people[who].id for who in position.prison]
    if plan.release is not None and plan.release not in ids:
        story.refuse("DL-NO-TILE", say("{who} is not in your prison.", who=plan.release))
        return position
    freed = ids.index(plan.release) if plan.release else to_release(arena, position)
    who = position.prison[freed]
    after = position._replace(prison=position.prison[:freed] + position.prison[freed + 1 :])
    story.tell("DL-NO-TILE", say("No unconquered tile is left: {who} is set free.", who=arena.people[who].name), after)
    return _finish(arena, after, story)


def to_release(arena: Arena, position: Position) -> int:
    """Which prisoner a lord lets go: an adventurer before a paladin."""
    return min(range(len(position.prison)), key=lambda i: arena.people[position.prison[i]].cls == PALADIN)
