"""Any table hypothesis can think of: sensible ones, and ones no table ever saw."""

from __future__ import annotations

from hypothesis import strategies as st

from scoring.rollplayer.pieces import (
    ADVENTURE_PARTS,
    ADVENTURES,
    ALIGNMENTS,
    ATTRIBUTES,
    BACKSTORIES,
    CLASSES,
    COLOURS,
    MARKET,
    MINIONS,
    MONSTERS,
    RACES,
    TRAITS,
    Die,
)
from scoring.rollplayer.state import Adventures, Battle, Options, Player, Rows, State

real_dice = st.sampled_from([Die(colour, value) for colour in COLOURS for value in Die(colour, 1).faces])
any_dice = st.builds(Die, st.sampled_from(COLOURS), st.integers(0, 99))
names = (
    st.text(st.characters(exclude_categories=("C", "Z"), include_characters=" ;%=@?"), min_size=1, max_size=12)
    .map(lambda name: " ".join(name.split()))
    .filter(lambda name: bool(name) and name.isprintable())
)
small = st.integers(0, 12)


def rows(dice: st.SearchStrategy[Die | None]) -> st.SearchStrategy[Rows]:
    """Six rows of three places."""
    return st.builds(Rows, **{name: st.tuples(dice, dice, dice) for name in ATTRIBUTES})


full_rows = rows(real_dice)
odd_rows = rows(st.none() | any_dice)
battles = st.builds(
    Battle,
    dice=st.lists(st.integers(0, 9), max_size=6).map(tuple),
    mercenaries=small,
    adventure_dice=small,
    adjust=st.integers(-3, 3),
)


def players(own_rows: st.SearchStrategy[Rows], marker: st.SearchStrategy[tuple[int, int]]) -> st.SearchStrategy[Player]:
    """A sheet with whatever cards."""
    return st.builds(
        Player,
        name=names,
        race=st.none() | st.sampled_from(RACES),
        hero_class=st.none() | st.sampled_from(CLASSES),
        alignment=st.none() | st.sampled_from(ALIGNMENTS),
        marker=marker,
        backstory=st.none() | st.sampled_from(BACKSTORIES),
        rows=own_rows,
        cards=st.lists(st.sampled_from(MARKET), max_size=5).map(tuple),
        exhausted=st.lists(st.sampled_from(MARKET), max_size=2).map(tuple),
        trait_stars=st.dictionaries(st.sampled_from(TRAITS), st.integers(-2, 9), max_size=3),
        gold=small,
        charisma=small,
        backpack=st.lists(any_dice, max_size=5).map(tuple),
        xp=small,
        honor=small,
        wounds=small,
        trophies=st.lists(st.sampled_from(MINIONS), max_size=4).map(tuple),
        tokens=st.lists(st.sampled_from(ADVENTURE_PARTS), max_size=4).map(tuple),
        battle=st.none() | battles,
    )


some_adventure = st.none() | st.sampled_from(ADVENTURES)
any_state = st.builds(
    State,
    players=st.lists(players(odd_rows, st.tuples(st.integers(-12, 12), st.integers(-12, 12))), max_size=2).map(tuple),
    options=st.builds(Options, **{name: st.booleans() for name in Options.model_fields}),
    monster=st.none() | st.sampled_from(MONSTERS),
    adventures=st.builds(Adventures, location=some_adventure, obstacle=some_adventure, attack=some_adventure),
    minion=st.none() | st.sampled_from(MINIONS),
)
full_player = players(full_rows, st.tuples(st.integers(0, 2), st.integers(0, 2)))
