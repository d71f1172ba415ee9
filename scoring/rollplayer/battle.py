"""The final battle: what a roll is worth against a monster, and the stars it brings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.catalogue import Catalogue, Fact, localised
from scoring.rollplayer.goals import worst_caveat
from scoring.rollplayer.state import Battle, Player, State
from scoring.sheet import Award, Missing
from scoring.words import Sentence, linked, say

BATTLE_STARS = "MM-BATTLE-STARS"
DOUBLE_WOUNDS = "wounds count double"
DEAR_REROLLS = "rerolls cost 2"
FINAL_SIXES = "final sixes are rerolled"


@dataclass(frozen=True, slots=True)
class MonsterCard:
    """The card of a monster that is in play: the 2P+ or the 1P one."""

    monster: str
    strength: Fact
    stars: Fact
    stars_field: str
    special: Fact

    def reminder(self, fight: Battle) -> Sentence | str:
        """What is easily forgotten with these dice on the table."""
        if self.special.value == FINAL_SIXES and 6 in fight.dice:
            return say("a six lies among the dice: is it one that was rolled once more?")
        return ""

    @property
    def known_special(self) -> bool:
        """Whether the ability is one that the engine applies itself."""
        return self.special.value not in (None, "other")

    def tells(self, fight: Battle) -> bool:
        """Whether the result can be told: the ability is known, or its effect was entered as an adjustment."""
        return self.special.known or bool(fight.adjust)

    @property
    def reroll_cost(self) -> int:
        """XP for one reroll: 1, against the Chimera 2."""
        return 2 if self.special.value == DEAR_REROLLS else 1

    @property
    def wound_cost(self) -> int:
        """What one wound token takes from the result: 1, against the Dragon 2."""
        return 2 if self.special.value == DOUBLE_WOUNDS else 1

    def stars_for(self, result: int) -> int | None:
        """Stars for a result; 0 below the strength, None where the printed table is not known."""
        if result < self.strength.value:
            return 0
        row = self._row(result)
        return None if row is None else int(row[2])

    def caveat(self, result: int) -> str:
        """How sure the stars for a result are: as sure as the strength and the row of the table that holds it."""
        if result < self.strength.value:
            return self.strength.caveat
        return worst_caveat(self.strength, self.stars.of_row(self._row(result)))

    def _row(self, result: int) -> list[int] | None:
        return next((row for row in self.stars.value or () if row[0] <= result <= row[1]), None)

    def at_least(self, result: int) -> int:
        """The stars that are certain: a better result never pays less."""
        if result < self.strength.value:
            return 0
        return max((stars for low, _, stars in self.stars.value or () if low <= result), default=0)


def monster_card(monster: str, one_player: bool, catalogue: Catalogue) -> MonsterCard:
    """What is printed on the card in play."""
    which = "1p" if one_player else "2p"
    return MonsterCard(
        monster,
        catalogue.fact(monster, f"strength_{which}"),
        catalogue.fact(monster, f"stars_{which}"),
        f"stars_{which}",
        catalogue.fact(monster, "special"),
    )


def result(dice: tuple[int, ...], honor: int, wounds: int, wound_cost: int = 1, adjust: int = 0) -> int:
    """The dice, one more per honor, one less per wound (two against the Dragon).

    >>> result((6, 6), honor=1, wounds=2), result((6, 6), honor=1, wounds=2, wound_cost=2)
    (11, 9)
    """
    return sum(dice) + honor - wound_cost * wounds + adjust


def spelled(dice: tuple[int, ...], honor: int, wounds: int, wound_cost: int = 1, adjust: int = 0) -> str:
    """The same as arithmetic.

    >>> spelled((4, 5), 2, 0)
    '4 + 5 + 2 (honor) = 11'
    """
    text: str = " + ".join(map(str, dice)) or "0"
    if honor:
        text = say("{sum} + {honor} (honor)", sum=text, honor=honor)
    if wounds:
        text = say("{sum} − {wounds} (wounds)", sum=text, wounds=wound_cost * wounds)
    if adjust:
        text = say("{sum} {sign} {adjust} (ability)", sum=text, sign="+" if adjust > 0 else "−", adjust=abs(adjust))
    return say("{sum} = {total}", sum=text, total=result(dice, honor, wounds, wound_cost, adjust))


def battle_stars(state: State, player: Player, where: str, catalogue: Catalogue) -> Iterator[Award | Missing]:
    """Stars for the result of the final battle; nothing below the monster's strength, open until it is fought.

    >>> from scoring.rollplayer import GAME
    >>> from scoring.rollplayer.state import Battle
    >>> weronika = Player(name="Weronika", honor=2, battle=Battle(dice=(4, 5)))
    >>> game = State(players=(weronika, Player(name="Bruno")), monster="giant_troll")
    >>> [line.points for line in battle_stars(game, weronika, "/players/0", GAME.catalogue)]
    [2]
    """
    if state.monster is None:
        yield Award(BATTLE_STARS, None, "?", note=say("no monster chosen"))
        return
    name = localised(catalogue.items[state.monster].name)
    if player.battle is None or not player.fought:
        yield Award(BATTLE_STARS, None, "?", ("/monster",), name, say("the final battle is not fought yet"))
        return
    card = monster_card(state.monster, state.one_player_card, catalogue)
    if not card.tells(player.battle):
        yield catalogue.missing(state.monster, "special")
        note = say("what the monster's ability does to the result is not known yet")
        yield Award(BATTLE_STARS, None, "?", (f"{where}/battle", "/monster"), name, note)
        return
    yield from _stars(card, player, where, name, catalogue)


def _stars(card: MonsterCard, player: Player, where: str, name: str, catalogue: Catalogue) -> Iterator[Award | Missing]:
    assert player.battle is not None
    fight = player.battle
    parts = (fight.dice, player.honor, player.wounds, card.wound_cost, fight.adjust)
    final = result(*parts)
    stars = card.stars_for(final)
    evidence = [f"{where}/battle/dice/{index}" for index in range(len(fight.dice))]
    evidence += [f"{where}/{token}" for token in ("honor", "wounds") if getattr(player, token)]
    caveat = linked([card.reminder(fight), card.caveat(final)], "; ")
    if stars is None:
        yield catalogue.missing(card.monster, card.stars_field)
        yield Award(BATTLE_STARS, None, spelled(*parts), tuple(evidence), name, caveat, card.at_least(final))
        return
    if final < card.strength.value:
        below = say("below the strength of {strength}", strength=card.strength.value)
        note = linked([card.reminder(fight), below], "; ")
        yield Award(BATTLE_STARS, 0, spelled(*parts), tuple(evidence), name, note)
        return
    yield Award(BATTLE_STARS, stars, spelled(*parts), tuple(evidence), name, caveat)
