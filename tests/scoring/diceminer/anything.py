"""Hypothesis strategies: single dice, troves, and tables however impossible."""

from __future__ import annotations

from hypothesis import strategies as st

from scoring.diceminer.pieces import Die, Hero, die
from scoring.diceminer.state import Options, Player, Round, Table

REAL_CODES = "T1 T2 T3 T4 T5 Tb Hc1 Hc2 Hd1 Hd4 Hb Kp Ks Kc1 Kc2 Kb G1 G2 G3 Gb M1 M2 M3 Mb".split()
ODD_CODES = "T7 T!Hd4 G!M2 H!T3 K!G2 M!Kc2 H? T? K? G? M? Kp2 Ks3 Hc12 G9 T!Kp M7".split()

real_dice = st.sampled_from(REAL_CODES).map(die)
any_die = st.sampled_from(REAL_CODES + ODD_CODES).map(die)
names = st.text(min_size=1, max_size=12)


def troves(of: st.SearchStrategy[Die] = real_dice, most: int = 10) -> st.SearchStrategy[tuple[Die, ...]]:
    """Dice in front of one player."""
    return st.lists(of, max_size=most).map(tuple)


def rounds(of: st.SearchStrategy[Die], most: int) -> st.SearchStrategy[tuple[Round, ...]]:
    return st.lists(st.builds(Round, dice=troves(of, 5)), max_size=most).map(tuple)


mountains = st.lists(st.lists(st.none() | any_die, max_size=5).map(tuple), max_size=4).map(tuple)

any_table = st.builds(
    Table,
    players=st.lists(
        st.builds(
            Player,
            name=names,
            hero=st.none() | st.sampled_from(list(Hero)),
            rounds=rounds(any_die, 4),
            tie_breaks=rounds(any_die, 2),
        ),
        max_size=5,
    ).map(tuple),
    mountain=st.none() | mountains,
    options=st.builds(Options, keep_chest_dice=st.booleans()),
)


@st.composite
def full_tables(draw: st.DrawFn) -> Table:
    """Two to four players with different names and heroes, all with the same number of rounds."""
    count = draw(st.integers(2, 4))
    played = draw(st.integers(1, 3))
    heroes = draw(st.permutations(list(Hero)))
    return Table(
        players=tuple(
            Player(
                name=f"Player {seat}",
                hero=heroes[seat],
                rounds=tuple(Round(dice=draw(troves())) for _ in range(played)),
            )
            for seat in range(count)
        )
    )
