"""What must hold for every trove and every table."""

from __future__ import annotations

import random
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.diceminer import GAME
from scoring.diceminer.pieces import Die, Shows, die
from scoring.diceminer.rounds import hazard_points, runs_from_one, score_round, sole_majority, spelled_runs
from scoring.diceminer.score import score
from scoring.diceminer.state import Player, Round, Table
from scoring.diceminer.trove import read_trove
from tests.scoring.diceminer.anything import any_table, full_tables, real_dice, troves

moderate = settings(max_examples=80, deadline=None)


def total(trove: tuple[Die, ...]) -> int:
    """Points of a lone trove in one round, gems not doubled."""
    (awards,) = score_round([read_trove(trove)], solo_doubles=False)
    return sum(award.points or 0 for award in awards)


@moderate
@given(any_table)
def test_a_total_is_the_sum_of_its_lines(table: Table) -> None:
    for sheet in score(table, GAME.catalogue).sheets:
        known = [award.points for award in sheet.awards if award.points is not None]
        if len(known) == len(sheet.awards):
            assert sheet.total == sum(known) == sheet.at_least
        else:
            assert sheet.total is None


@moderate
@given(full_tables())
def test_points_of_the_rounds_add_up_to_the_total(table: Table) -> None:
    result = score(table, GAME.catalogue)
    by_round = result.extra["round_points"]
    assert [sheet.total for sheet in result.sheets] == [sum(seat) for seat in zip(*by_round, strict=True)]


@moderate
@given(full_tables(), st.randoms(use_true_random=False))
def test_the_order_of_dice_never_matters(table: Table, chance: random.Random) -> None:
    mixed = Table(
        players=tuple(
            player.model_copy(
                update={"rounds": tuple(Round(dice=tuple(chance.sample(r.dice, len(r.dice)))) for r in player.rounds)}
            )
            for player in table.players
        )
    )
    totals = [[s.total for s in score(t, GAME.catalogue).sheets] for t in (table, mixed)]
    assert totals[0] == totals[1]


@moderate
@given(full_tables(), st.randoms(use_true_random=False))
def test_the_order_of_players_never_matters(table: Table, chance: random.Random) -> None:
    seats = chance.sample(range(len(table.players)), len(table.players))
    mixed = Table(players=tuple(table.players[seat] for seat in seats))
    before, after = (score(t, GAME.catalogue) for t in (table, mixed))
    assert {s.player: s.total for s in before.sheets} == {s.player: s.total for s in after.sheets}
    assert {p.player: p.rank for p in before.standing.places} == {p.player: p.rank for p in after.standing.places}


def best_partition(values: tuple[int, ...]) -> int:
    """Brute force: try every set of dice as the run of the first 1, then every rest likewise."""
    if 1 not in values:
        return 0
    best = 0
    for size in range(1, len(values) + 1):
        for chosen in combinations(range(len(values)), size):
            run = sorted(values[i] for i in chosen)
            if run == list(range(1, size + 1)):
                rest = tuple(v for i, v in enumerate(values) if i not in chosen)
                best = max(best, sum(run) + best_partition(rest))
    return best


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(1, 5), max_size=8).map(tuple))
def test_tunnels_equal_a_brute_force_over_all_partitions(values: tuple[int, ...]) -> None:
    points, _ = spelled_runs(runs_from_one({value: values.count(value) for value in values}))
    assert points == best_partition(values)


@moderate
@given(troves())
def test_a_pickaxe_changes_cave_ins_by_the_rule(trove: tuple[Die, ...]) -> None:
    cave_ins = sum(d.count for d in trove if d.shows is Shows.CAVE_IN)
    pickaxes = sum(d.count for d in trove if d.shows is Shows.PICKAXE)
    gained = total((*trove, die("Kp"))) - total(trove)
    assert gained == (cave_ins if pickaxes else 2 * cave_ins)


@moderate
@given(troves())
def test_a_shield_changes_dragons_by_the_rule(trove: tuple[Die, ...]) -> None:
    dragons = sum(d.count for d in trove if d.shows is Shows.DRAGON)
    shields = sum(d.count for d in trove if d.shows is Shows.SHIELD)
    gained = total((*trove, die("Ks"))) - total(trove)
    assert gained == (dragons if shields else 2 * dragons)


@moderate
@given(troves(), real_dice.filter(lambda d: d.shows is Shows.PIPS))
def test_a_tunnel_die_never_costs_points(trove: tuple[Die, ...], extra: Die) -> None:
    assert 0 <= total((*trove, extra)) - total(trove) <= 15


@moderate
@given(full_tables())
def test_at_most_one_player_doubles_and_has_alone_the_most_gems(table: Table) -> None:
    result = score(table, GAME.catalogue)
    for index in range(len(table.players[0].rounds)):
        doubled = [
            award
            for sheet in result.sheets
            for award in sheet.awards
            if award.rule == "DM-TREASURE-DOUBLE" and award.points and award.subject == f"Round {index + 1}"
        ]
        assert len(doubled) <= 1


@moderate
@given(st.lists(st.integers(0, 9), max_size=5))
def test_sole_majority(counts: list[int]) -> None:
    winner = sole_majority(counts)
    if winner is None:
        assert not counts or max(counts) == 0 or counts.count(max(counts)) > 1
    else:
        assert all(count < counts[winner] for seat, count in enumerate(counts) if seat != winner)


@given(st.integers(0, 40), st.integers(0, 9))
def test_hazards_never_cost_more_than_one_point_each(hazards: int, tools: int) -> None:
    assert hazard_points(hazards, tools) >= -hazards


@moderate
@given(any_table)
def test_nothing_breaks_on_an_impossible_table(table: Table) -> None:
    score(table, GAME.catalogue)
    GAME.problems(table, GAME.catalogue)
    assert GAME.draw(table, GAME.catalogue).startswith("<svg")


@moderate
@given(troves(), st.sampled_from("THKGM"), st.data())
def test_a_die_that_is_not_read_only_ever_raises_what_is_certain(
    trove: tuple[Die, ...], letter: str, data: st.DataObject
) -> None:
    """Whatever face the unread die turns out to show, the score is never below what was promised."""
    faces = [d for d in map(die, "T1 T3 Tb Hc1 Hd4 Hb Kp Ks Kc2 Kb G1 G3 Gb M1 M3 Mb".split()) if d.code[0] == letter]
    shown = data.draw(st.sampled_from(faces))
    rival = Player(name="B", rounds=(Round(dice=(die("G2"),)),))
    unread, read = (
        score(Table(players=(Player(name="A", rounds=(Round(dice=(*trove, face)),)), rival)), GAME.catalogue)
        for face in (die(f"{letter}?"), shown)
    )
    assert read.sheets[0].total is not None
    assert unread.sheets[0].at_least <= read.sheets[0].total
