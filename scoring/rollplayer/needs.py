"""What a character sheet still lacks before its stars are final."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.catalogue import Catalogue
from scoring.needs import Need, Way
from scoring.rollplayer.armor import ARMOR, ARMOR_CLASS
from scoring.rollplayer.battle import BATTLE_STARS
from scoring.rollplayer.goals import GOALS
from scoring.rollplayer.pieces import ATTRIBUTES
from scoring.rollplayer.state import PLACES, Player, State
from scoring.rollplayer.traits import TRAITS
from scoring.words import say

CLASS_DICE, ALIGNMENT, BACKSTORY = "RP-CLASS-DICE", "RP-ALIGNMENT", "RP-BACKSTORY"
_CARDS = (
    ("race", say("race"), (GOALS,)),
    ("hero_class", say("class"), (GOALS, CLASS_DICE)),
    ("alignment", say("alignment"), (ALIGNMENT,)),
    ("backstory", say("backstory"), (BACKSTORY,)),
)


def needs(state: State, catalogue: Catalogue) -> Iterator[Need]:
    """Dice, the four cards of the character, market cards, and with the expansion monster and battle."""
    if state.options.expansion and state.monster is None:
        yield Need(None, say("monster"), "/monster", lines=(BATTLE_STARS,))
    for seat, player in enumerate(state.players):
        yield from _of_player(seat, player)
        if state.options.expansion and not player.fought:
            yield Need(seat, say("final battle"), f"/players/{seat}/battle", lines=(BATTLE_STARS,))


def _of_player(seat: int, player: Player) -> Iterator[Need]:
    base = f"/players/{seat}"
    empty = [
        f"{base}/rows/{name}/{place}"
        for name in ATTRIBUTES
        for place in range(PLACES)
        if player.rows.of(name)[place] is None
    ]
    if empty:
        what = say("{count} dice", count=len(empty)) if len(empty) > 1 else say("1 die")
        yield Need(seat, what, empty[0], Way.PHOTO, (GOALS, CLASS_DICE, BACKSTORY))
    for field, what, lines in _CARDS:
        if getattr(player, field) is None:
            yield Need(seat, what, f"{base}/{field}", lines=lines)
    if not player.cards:
        yield Need(seat, say("market cards"), f"{base}/cards", lines=(ARMOR, ARMOR_CLASS, TRAITS), or_none=True)
