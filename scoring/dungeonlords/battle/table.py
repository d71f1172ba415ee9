"""A battle round of the whole table: in turn order, with the paladin riding from dungeon to dungeon."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field

from scoring.catalogue import Catalogue
from scoring.dungeonlords.battle.arena import Arena, Position
from scoring.dungeonlords.battle.ask import Battle, CombatCard, Rival, RoundPlan
from scoring.dungeonlords.battle.beasts import KINDS
from scoring.dungeonlords.battle.fight import fight_round
from scoring.dungeonlords.battle.rulings import card_for, missing_part, refusal
from scoring.dungeonlords.battle.setup import arena_of, impossible
from scoring.dungeonlords.battle.spells import UnknownSpellError
from scoring.dungeonlords.battle.story import Story
from scoring.dungeonlords.pieces import PALADINS
from scoring.dungeonlords.state import Beast, Hero, Lord, Table
from scoring.game import Model
from scoring.sheet import Ruling, Step
from scoring.words import say


class TableRound(Model):
    """One battle round for everybody: the table, the round, its card, and each player's plan by name."""

    table: Table
    round: int = Field(default=1, ge=1, le=4)
    card: CombatCard = CombatCard(fatigue=2, effect="none", amount=0)
    plans: Mapping[str, RoundPlan] = Field(default={}, description="Plan by player; a missing one sends nothing.")


def table_round(ask: TableRound, catalogue: Catalogue) -> Ruling:
    """Fight the round in turn order from the first player; the paladin moves as soon as somebody else is eviller."""
    lords = list(ask.table.players)
    count = len(lords)
    order = [(ask.table.first_player + turn) % count for turn in range(count)]
    steps: list[Step] = []
    for seat in order:
        stop = _fight(ask, lords, seat, order, steps, catalogue)
        if stop is not None:
            return stop
    data = {"legal": True, "players": [lord.model_dump(exclude_defaults=True) for lord in lords]}
    verdict = say("Round {n} is fought in every dungeon.", n=ask.round)
    return Ruling(verdict, _rules(steps), tuple(steps), data)


def _rules(steps: list[Step]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(step.rule for step in steps))


def _fight(
    ask: TableRound, lords: list[Lord], seat: int, order: list[int], steps: list[Step], catalogue: Catalogue
) -> Ruling | None:
    """The round in one dungeon; a ruling only if it cannot be fought."""
    lord = lords[seat]
    battle = _battle(ask, lords, seat, order)
    wrong = impossible(battle, catalogue)
    if wrong:
        return refusal(wrong)
    arena, position, missing = arena_of(battle, catalogue)
    plan = ask.plans.get(lord.name, RoundPlan())
    wanted = [value for value in missing if value.item in {use.id for use in plan.traps}]
    story = Story(arena)
    after = position
    try:
        if not wanted:
            after = fight_round(arena, position, plan, card_for(battle, ask.round, catalogue), story)
    except UnknownSpellError as unknown:
        wanted.append(missing_part(unknown.card, unknown.field, ask.round, catalogue))
    steps += [Step(say("{player}: {step}", player=lord.name, step=s.text), s.rule, s.state) for s in story.steps]
    if wanted:
        verdict = say("{player}: a printed value is needed: {question}", player=lord.name, question=wanted[0].question)
        return Ruling(verdict, _rules(steps), tuple(steps), {"legal": None}, tuple(wanted))
    if story.reasons:
        verdict = say("The plan of {player} is not legal: {reason}", player=lord.name, reason=story.reasons[0].text)
        reasons = [str(step.text) for step in story.reasons]
        data = {"legal": False, "player": lord.name, "reasons": reasons}
        return Ruling(verdict, _rules(story.reasons), tuple(story.reasons), data)
    lords[seat] = _lord(arena, lord, after)
    _ride(arena, position, after, lords, seat, order, steps)
    return None


def _battle(ask: TableRound, lords: list[Lord], seat: int, order: list[int]) -> Battle:
    """The battle as the lord of this seat sees it; the others in turn order."""
    rivals = [
        Rival(
            name=lords[other].name,
            evil=max(0, min(14, lords[other].evil)),
            has_paladin=_paladin(lords[other]) is not None,
        )
        for other in order
        if other != seat
    ]
    away = next((found for other, lord in enumerate(lords) if other != seat and (found := _paladin(lord))), None)
    return Battle(
        lord=lords[seat],
        year=ask.table.year,
        round=ask.round,
        cards=(ask.card,),
        rivals=tuple(rivals),
        paladin=away,
        options=ask.table.options,
    )


def _paladin(lord: Lord) -> Hero | None:
    return next((hero for hero in lord.party if hero.id in PALADINS), None)


def _lord(arena: Arena, lord: Lord, position: Position) -> Lord:
    """The lord's board after the round."""
    conquered = {place.square for i, place in enumerate(arena.sites) if position.lost >> i & 1}
    people = arena.people
    return lord.model_copy(
        update={
            "party": tuple(
                Hero(id=people[who].id, damage=max(0, people[who].hp - left))
                for who, left in position.party
                if people[who].id != "illusion"
            ),
            "prisoners": tuple(people[who].id for who in position.prison),
            "monsters": tuple(
                Beast(id=KINDS[kind], down=down)
                for kinds, down in ((position.ready, False), (position.down, True))
                for kind in kinds
                if KINDS[kind] != "sheep"
            ),
            "traps": (*(arena.traps[trap].id for trap in position.traps), *(t for t in lord.traps if t == "?")),
            "dungeon": tuple(
                tile.model_copy(update={"conquered": tile.square in conquered or tile.conquered})
                for tile in lord.dungeon
            ),
            "gold": position.gold,
            "food": position.food,
            "imps": position.imps,
            "evil": position.evil,
        }
    )


def _ride(
    arena: Arena, before: Position, after: Position, lords: list[Lord], seat: int, order: list[int], steps: list[Step]
) -> None:
    """Put the paladin where he rode: away from this seat to the evillest (of equals the latest in turn), or here."""
    if before.away is None and after.away is not None:
        damage = arena.people[after.away[0]].hp - after.away[1]
        paladin = Hero(id=arena.people[after.away[0]].id, damage=damage)
        others = [other for other in order if other != seat]
        worst = max(lords[other].evil for other in others)
        to = [other for other in others if lords[other].evil == worst][-1]
        lords[to] = lords[to].model_copy(update={"party": (paladin, *lords[to].party)})
        steps.append(
            Step(
                say("The paladin rides to {player} with {n} damage.", player=lords[to].name, n=damage),
                "DL-PALADIN-MOVES",
            )
        )
    elif before.away is not None and after.away is None:
        for other, lord in enumerate(lords):
            if other != seat:
                left = tuple(hero for hero in lord.party if hero.id not in PALADINS)
                lords[other] = lord.model_copy(update={"party": left})
