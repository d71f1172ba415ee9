"""How a battle and a plan are told to the referee; everything can be typed as short text."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from scoring.dungeonlords.state import Hero, Lord, Options
from scoring.game import Model

Effect = Literal[
    "none",
    "evil",
    "lose_imp",
    "lose_treasure",
    "withdraw_all_or_evil",
    "pay_or_withdraw",
    "shield",
    "hide_wizards",
    "extra_hp_first",
    "illusion",
    "sheep",
    "heal",
    "withdraw_one",
    "exhaust_one",
    "other",
]


class CombatCard(Model):
    """A combat card: ``fireball``, ``2`` for one of which only the fatigue matters, ``?`` for an unseen one."""

    id: str | None = Field(default=None, description="Card id; none if unseen or given by its parts.")
    fatigue: int | None = Field(default=None, ge=0, le=9)
    speed: Literal["fast", "slow"] | None = None
    effect: Effect | None = None
    amount: int | None = Field(default=None, ge=0, le=9)

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, raw: Any) -> Any:
        if isinstance(raw, int):
            return {"fatigue": raw, "effect": "none", "amount": 0}
        if not isinstance(raw, str):
            return raw
        word = raw.strip()
        if word in ("?", ""):
            return {}
        if word.isdecimal():
            return {"fatigue": int(word), "effect": "none", "amount": 0}
        return {"id": word}

    @property
    def unseen(self) -> bool:
        """Whether nobody looked at this card."""
        return self.id is None and self.fatigue is None


class TrapUse(Model):
    """A trap in the plan. As text: ``pendulum``, or ``anti_magic_dart@priest_2`` where a target is chosen."""

    id: str
    on: str | None = Field(default=None, description="Whom an aimed trap hits.")

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, raw: Any) -> Any:
        if not isinstance(raw, str):
            return raw
        trap, _, target = raw.partition("@")
        return {"id": trap.strip(), "on": target.strip() or None}


class Attack(Model):
    """A monster in the plan. As text: ``goblin``, ``troll:B``, ``witch:B@thief_1,thief_2``; A is above the line."""

    monster: str
    mode: Literal["A", "B"] = "A"
    on: tuple[str, ...] = Field(default=(), description="Whom an aimed attack hits.")
    again: bool = Field(default=True, description="A goblin that killed strikes once more.")

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, raw: Any) -> Any:
        if not isinstance(raw, str):
            return raw
        who, _, aims = raw.partition("@")
        monster, _, mode = who.partition(":")
        names = tuple(aim.strip() for aim in aims.split(",") if aim.strip())
        return {"monster": monster.strip(), "mode": mode.strip().upper() or "A", "on": names}


class RoundPlan(Model):
    """One round: the tile, the traps, and every monster and ghost sent, in the order in which they attack."""

    tile: str | None = Field(default=None, description="The tile, e.g. C2; left out where there is no choice.")
    traps: tuple[TrapUse, ...] = ()
    attacks: tuple[Attack, ...] = ()
    peace: Literal["withdraw", "evil"] = Field(default="withdraw", description="Your choice against Word of Peace.")
    pay: tuple[str, ...] = Field(default=(), description="Monsters you pay for against Suggestion.")
    traps_paid: tuple[str, ...] = Field(default=(), description="Trap cards you pay a golem with against Suggestion.")
    chosen: str | None = Field(default=None, description="The monster or trap you choose for another spell.")
    release: str | None = Field(default=None, description="The prisoner set free when no tile is left.")


class Rival(Model):
    """Another lord, because the paladin follows the evillest."""

    name: str
    evil: int = Field(ge=0, le=14)
    has_paladin: bool = False


class Battle(Model):
    """A battle in one dungeon: the lord's board, the year and round, the combat cards and the other lords."""

    lord: Lord
    year: Literal[1, 2] = 1
    round: int = Field(default=1, ge=1, le=4, description="The round that comes next.")
    cards: tuple[CombatCard, ...] = Field(
        default=(), max_length=4, description="The cards of this and the following rounds; ? or left out if unseen."
    )
    rivals: tuple[Rival, ...] = Field(default=(), description="The other lords in turn order after this one.")
    paladin: Hero | None = Field(default=None, description="The paladin while he is not before this dungeon.")
    options: Options = Options()


class BattleSoFar(Battle):
    """A battle of which some rounds are fought already."""

    plans: tuple[RoundPlan, ...] = Field(default=(), max_length=4, description="What was planned in the rounds before.")


class BattlePlan(Battle):
    """A battle with a plan for one round or several; a plan that is left out sends nothing."""

    plans: tuple[RoundPlan, ...] = Field(default=(RoundPlan(),), min_length=1, max_length=4)
