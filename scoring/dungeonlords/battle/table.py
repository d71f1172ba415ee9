"""A battle round of the whole table: in turn order, with the paladin riding from dungeon to dungeon."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pydantic import Field

from scoring.catalogue import Catalogue
from scoring.dungeonlords.battle.arena import ROUNDS, Arena, Position
from scoring.dungeonlords.battle.ask import Battle, CombatCard, Rival, RoundPlan
from scoring.dungeonlords.battle.board import hero_after, lord_after
from scoring.dungeonlords.battle.fight import fight_round
from scoring.dungeonlords.battle.rulings import card_for, missing_part
from scoring.dungeonlords.battle.setup import arena_of, impossible
from scoring.dungeonlords.battle.spells import UnknownSpellError
from scoring.dungeonlords.battle.story import Story
from scoring.dungeonlords.phrases import names
from scoring.dungeonlords.pieces import PALADIN_SPACE, PALADINS
from scoring.dungeonlords.possible import PLAYER, refusal
from scoring.dungeonlords.state import Hero, Lord, Table
from scoring.game import Model
from scoring.names import unknown_names
from scoring.sheet import Legal, Ruling, Step
from scoring.words import Sentence, say


class TableRound(Model):
    """One battle round for everybody: the table, the round, its card, and each player's plan by name."""

    table: Table
    round: int = Field(default=1, ge=1, le=4)
    card: CombatCard = CombatCard(fatigue=2, effect="none", amount=0)
    plans: Mapping[str, RoundPlan] = Field(default={}, description="Plan by player; a missing one sends nothing.")


@dataclass(slots=True)
class Course:
    """How the round goes: the boards so far, the seats in turn order, the steps told."""

    ask: TableRound
    lords: list[Lord]
    order: list[int]
    in_tent: bool
    """Whether the paladin of the year had not set out when the round began."""
    steps: list[Step] = field(default_factory=list)
    reopened: set[int] = field(default_factory=set)
    """Seats whose dungeon was cleared when the paladin rode in; they fight again next round."""

    def tell(self, seat: int, rule: str, text: Sentence) -> None:
        """One more step, in the dungeon of this seat."""
        self.steps.append(Step(say("{player}: {step}", player=self.lords[seat].name, step=text), rule))


def table_round(ask: TableRound, catalogue: Catalogue) -> Ruling:
    """Fight the round in turn order from the first player; the paladin moves as soon as somebody else is eviller."""
    lords = list(ask.table.players)
    strangers = unknown_names(PLAYER, ask.plans, [lord.name for lord in lords])
    if strangers:
        return refusal(strangers, "DL-PLAYERS")
    count = len(lords)
    order = [(ask.table.first_player + turn) % count for turn in range(count)]
    course = Course(ask, lords, order, _in_tent(ask.table))
    for seat in order:
        if seat in course.reopened and lords[seat].party:
            _wait(course, seat)
            continue
        stop = _fight(course, seat, catalogue)
        if stop is not None:
            return stop
    if ask.round == ROUNDS:
        _go_home(course, catalogue)
    data = {"players": [lord.model_dump(exclude_defaults=True) for lord in lords]}
    verdict = say("Round {n} is fought in every dungeon.", n=ask.round)
    return Ruling(verdict, _rules(course.steps), tuple(course.steps), data, legal=Legal.YES)


def _in_tent(table: Table) -> bool:
    """Nobody has met the paladin of the year, and nobody stands where he would have set out already."""
    return not _met(table.year, table.players) and all(lord.evil < PALADIN_SPACE for lord in table.players)


def _met(year: int, lords: Iterable[Lord]) -> bool:
    """Whether the paladin of the year stands before a dungeon or sits in a prison."""
    paladin = PALADINS[year - 1]
    return any(paladin in (*(hero.id for hero in lord.party), *lord.prisoners) for lord in lords)


def _wait(course: Course, seat: int) -> None:
    """The paladin found a cleared dungeon, so there is no battle in it this round."""
    text = say("The dungeon was cleared before the paladin came: the battle starts again next round.")
    if course.ask.round == ROUNDS:
        text = say("The dungeon was cleared before the paladin came, and after round 4 no battle starts again.")
    course.tell(seat, "DL-PALADIN-MOVES", text)


def _go_home(course: Course, catalogue: Catalogue) -> None:
    """After the fourth round whoever still stands leaves, also a paladin who rode in after the fight."""
    for seat, lord in enumerate(course.lords):
        if lord.party:
            gone = names((hero.id for hero in lord.party), catalogue)
            course.tell(seat, "DL-BATTLE-END", say("The fourth round is over: {who} leave the dungeon.", who=gone))
            course.lords[seat] = lord.model_copy(update={"party": ()})


def _rules(steps: list[Step]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(step.rule for step in steps))


def _fight(course: Course, seat: int, catalogue: Catalogue) -> Ruling | None:
    """The round in one dungeon; a ruling only if it cannot be fought."""
    ask, lord, steps = course.ask, course.lords[seat], course.steps
    battle = _battle(course, seat)
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
        if not story.reasons:
            wanted.append(missing_part(unknown.card, unknown.field, ask.round, catalogue))
    steps += [Step(say("{player}: {step}", player=lord.name, step=s.text), s.rule, s.state) for s in story.steps]
    if wanted:
        verdict = say("{player}: a printed value is needed: {question}", player=lord.name, question=wanted[0].question)
        return Ruling(verdict, _rules(steps), tuple(steps), missing=tuple(wanted), legal=Legal.OPEN)
    if story.reasons:
        verdict = say("The plan of {player} is not legal: {reason}", player=lord.name, reason=story.reasons[0].text)
        reasons = [str(step.text) for step in story.reasons]
        data = {"player": lord.name, "reasons": reasons}
        return Ruling(verdict, _rules(story.reasons), tuple(story.reasons), data, legal=Legal.NO)
    course.lords[seat] = lord_after(arena, lord, after)
    _ride(course, seat, arena, position, after)
    return None


def _battle(course: Course, seat: int) -> Battle:
    """The battle as the lord of this seat sees it; the others in turn order."""
    ask, lords = course.ask, course.lords
    rivals = [
        Rival(
            name=lords[other].name,
            evil=max(0, min(14, lords[other].evil)),
            has_paladin=_paladin(lords[other]) is not None,
        )
        for other in course.order
        if other != seat
    ]
    away = next((found for other, lord in enumerate(lords) if other != seat and (found := _paladin(lord))), None)
    if course.in_tent and not _met(ask.table.year, lords):
        away = Hero(id=PALADINS[ask.table.year - 1])
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


def _ride(course: Course, seat: int, arena: Arena, before: Position, after: Position) -> None:
    """Put the paladin where he rode: away from this seat to the evillest (of equals the latest in turn), or here."""
    lords = course.lords
    if before.away is None and after.away is not None:
        paladin = hero_after(arena, after.away)
        others = [other for other in course.order if other != seat]
        worst = max(lords[other].evil for other in others)
        to = [other for other in others if lords[other].evil == worst][-1]
        if not lords[to].party:
            course.reopened.add(to)
        lords[to] = lords[to].model_copy(update={"party": (paladin, *lords[to].party)})
        course.steps.append(
            Step(
                say("The paladin rides to {player} with {n} damage.", player=lords[to].name, n=paladin.damage),
                "DL-PALADIN-MOVES",
            )
        )
    elif before.away is not None and after.away is None:
        for other, lord in enumerate(lords):
            if other != seat:
                left = tuple(hero for hero in lord.party if hero.id not in PALADINS)
                lords[other] = lord.model_copy(update={"party": left})
