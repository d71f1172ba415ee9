"""The step list of a battle: what happened, by which rule, and how things stand after it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from scoring.dungeonlords.battle.arena import Arena, Position
from scoring.dungeonlords.battle.beasts import KINDS
from scoring.sheet import Step
from scoring.words import Sentence, listed, say


@dataclass(slots=True)
class Story:
    """Collects the steps, and every reason why a plan is not allowed."""

    arena: Arena
    steps: list[Step] = field(default_factory=list)
    reasons: list[Step] = field(default_factory=list)

    def tell(self, rule: str, text: Sentence, position: Position) -> None:
        """One more step, with the state after it."""
        self.steps.append(Step(text, rule, snapshot(self.arena, position)))

    def refuse(self, rule: str, text: Sentence) -> None:
        """One more reason why the plan is not legal."""
        self.reasons.append(Step(text, rule))

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule that was used, once, in order."""
        return tuple(dict.fromkeys(step.rule for step in (*self.reasons, *self.steps)))


def snapshot(arena: Arena, position: Position) -> dict[str, Any]:
    """The position as plain data."""
    return {
        "round": position.round,
        "party": [
            {"id": arena.people[who].id, "hp": arena.people[who].hp, "damage": arena.people[who].hp - left}
            for who, left in position.party
        ],
        "prison": [arena.people[who].id for who in position.prison],
        "ready": [KINDS[kind] for kind in position.ready],
        "down": [KINDS[kind] for kind in position.down],
        "fighting": [KINDS[kind] for kind in position.field],
        "traps": [arena.traps[trap].id for trap in position.traps],
        "gold": position.gold,
        "food": position.food,
        "imps": position.imps,
        "evil": position.evil,
        "conquered": [place.name for i, place in enumerate(arena.sites) if position.lost >> i & 1],
    }


def changes(arena: Arena, before: Position, after: Position) -> Sentence | str:
    """Who lost or regained hit points, and who fell."""
    left = {arena.person(who): (who, points) for who, points in after.party}
    told: list[Sentence] = []
    for who, points in before.party:
        name = arena.people[who].name
        now = left.get(arena.person(who))
        if now is None:
            told.append(say("{who} falls", who=name))
        elif now[1] < points:
            told.append(say("{who} takes {n}, {left} left", who=name, n=points - now[1], left=now[1]))
        elif now[1] > points and now[0] == who:
            told.append(say("{who} regains {n}, {left} left", who=name, n=now[1] - points, left=now[1]))
    return listed(told) if told else say("nobody is harmed")


def tell_paladin(arena: Arena, before: Position, after: Position, story: Story) -> None:
    """Say it if the paladin left or came because the Evilometer moved."""
    if before.away is None and after.away is not None:
        left = after.away[1]
        damage = arena.people[after.away[0]].hp - left
        story.tell(
            "DL-PALADIN-MOVES",
            say("The paladin leaves at once for an eviller dungeon and takes {n} damage along.", n=damage),
            after,
        )
    elif before.away is not None and after.away is None:
        story.tell("DL-PALADIN", say("The paladin comes at once and leads the party."), after)
