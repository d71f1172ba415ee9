"""Lines of the sheet beyond the books' examples: what is unknown, what an owner tells, what runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from scoring.rollplayer import GAME
from scoring.rollplayer.score import score, sheet
from scoring.rollplayer.state import Player, State
from scoring.sheet import Award, ScoreSheet

CATALOGUE = GAME.catalogue
WHO = {"race": "human", "hero_class": "warrior", "alignment": "hermit", "backstory": "hunter"}


def own_sheet(catalogue: Any = CATALOGUE, table: dict[str, Any] | None = None, **player: Any) -> ScoreSheet:
    one = Player.model_validate({"name": "Ann", **WHO, **player})
    return sheet(State.model_validate({"players": [one, Player(name="Ben")], **(table or {})}), 0, catalogue)


def lines(own: ScoreSheet, rule: str) -> list[Award]:
    return [award for award in own.awards if award.rule == rule]


def asked(own: ScoreSheet) -> list[tuple[str, str]]:
    return [(one.item, one.field) for one in own.missing]


def test_unknown_is_never_zero() -> None:
    own = own_sheet(cards=["leather_boots", "leather_gloves", "proud"])
    assert own.total is None
    assert asked(own) == [("leather", "stars_2"), ("leather", "bonus_red"), ("proud", "counts"), ("proud", "pays")]
    assert all(award.points is None for award in lines(own, "RP-ARMOR") + lines(own, "RP-TRAITS"))


def test_an_owner_completes_the_sheet() -> None:
    owner = CATALOGUE.with_owner(
        {
            ("leather", "stars_2"): 3,
            ("leather", "bonus_red"): False,
            ("proud", "counts"): "goals met",
            ("proud", "pays"): [[0, 1], [1, 0]],
        }
    )
    own = own_sheet(owner, cards=["leather_boots", "leather_gloves", "proud"])
    assert own.total == 3 + 0 + 1 + 3  # armor, class star, no goal met, hermit in the middle
    assert own.missing == ()


def test_a_longer_set_pays_at_least_what_a_shorter_one_does() -> None:
    metal = ["chain_gorget", "chain_vambraces", "chain_helm", "chain_tunic", "chain_leggings"]
    award = lines(own_sheet(cards=metal), "RP-ARMOR")[0]
    assert (award.points, award.floor) == (None, 7)


@pytest.mark.parametrize(
    ("cards", "points", "floor"),
    [
        ([], 0, 0),
        (["mystic_cowl", "mystic_robes", "mystic_cloak"], 0, 0),
        (["chain_helm", "chain_tunic", "chain_leggings"], 5, 0),
        (["chain_helm", "chain_tunic", "chain_leggings", "mystic_cowl"], None, 5),
        (["leather_boots"], None, 0),
    ],
)
def test_tower_shield(cards: list[str], points: int | None, floor: int) -> None:
    owner = CATALOGUE.with_owner({("chain", "stars_3"): 2, ("mystic", "stars_3"): 6})
    award = lines(own_sheet(owner, cards=["tower_shield", *cards]), "RP-TOWER-SHIELD")[0]
    assert (award.points, award.floor) == (points, floor)


def test_a_weapon_nobody_knows_leaves_the_goals_open_and_is_asked_for_once() -> None:
    own = own_sheet(cards=["longsword"], rows={"strength": ["red 6"] * 3})
    assert [award.points for award in lines(own, "RP-GOALS")] == [None] * 6
    assert asked(own) == [("longsword", "scoring")]
    owner = CATALOGUE.with_owner({("longsword", "scoring"): "none"})
    assert [award.points for award in lines(own_sheet(owner, cards=["longsword"]), "RP-GOALS")] == [0] * 6


@pytest.mark.parametrize(
    ("scoring", "total"),
    [("none", 13), ("red dice +1", 15), ("class colour dice +2", 17), ("1 dice +3", 16), ("strength dice +1", 16),
     ("wisdom dice +1", 13), ("all dice +1", 16)],
)  # fmt: skip
def test_what_a_weapon_may_do_to_dice(scoring: str, total: int) -> None:
    owner = CATALOGUE.with_owner({("longsword", "scoring"): scoring})
    own = own_sheet(owner, cards=["longsword"], rows={"strength": ["red 6", "red 6", "gold 1"]})
    assert f"= {total}," in lines(own, "RP-GOALS")[0].arithmetic


def test_race_and_arithmetic_are_shown() -> None:
    own = own_sheet(race="orc", rows={"strength": ["red 6", "gold 6", "blue 4"], "intelligence": ["red 6"]})
    strength, intelligence = lines(own, "RP-GOALS")[0], lines(own, "RP-GOALS")[3]
    assert strength.arithmetic == "6 + 6 + 4 + 2 (race) = 18, goal 18 met"
    assert intelligence.arithmetic == "6 − 2 (race) = 4, goal 14+ missed"
    assert strength.evidence == (*(f"/players/0/rows/strength/{place}" for place in range(3)), "/players/0/race")
    assert intelligence.note == "row not full: 1 of 3 dice"


def test_unsure_values_say_so_and_stop_once_confirmed() -> None:
    mm = {"options": {"expansion": True}}
    own = own_sheet(table=mm, hero_class="knight")
    assert "inferred" in lines(own, "RP-GOALS")[0].note
    assert "one source" in lines(own, "RP-ALIGNMENT")[0].note
    owner = CATALOGUE.with_owner({("hermit", "grid"): CATALOGUE.value("hermit", "grid")})
    assert lines(own_sheet(owner), "RP-ALIGNMENT")[0].note == ""


def test_boost_and_gold_dice_match_no_backstory_and_no_class() -> None:
    rows = {row: ["boost 3", "gold 3", "boost 4"] for row in ("strength", "dexterity", "wisdom")}
    own = own_sheet(rows=rows)
    assert [award.points for award in lines(own, "RP-BACKSTORY") + lines(own, "RP-CLASS-DICE")] == [0, 0]


def test_a_marker_beside_the_card_counts_nothing() -> None:
    own = own_sheet(marker=[7, 1])
    assert lines(own, "RP-ALIGNMENT")[0].points is None and own.total is None


def battle(monster: str, dice: list[int], **player: Any) -> tuple[Award, list[tuple[str, str]]]:
    table = {"options": {"expansion": True}, "monster": monster}
    own = own_sheet(table=table, battle={"dice": dice, "adjust": player.pop("adjust", 0)}, **player)
    return lines(own, "MM-BATTLE-STARS")[0], asked(own)


@pytest.mark.parametrize(
    ("monster", "dice", "points", "floor"),
    [
        ("giant_troll", [6], 0, 0),
        ("giant_troll", [5, 2], 1, 0),
        ("giant_troll", [5, 5, 5], None, 2),
        ("giant_troll", [5, 5, 5, 5, 5], None, 6),
        ("dragon", [5, 5], 1, 0),
        ("dragon", [5, 5, 5, 5], None, 2),
        ("kraken", [6, 6, 6], None, 0),
    ],
)
def test_monster_stars_as_far_as_they_are_known(monster: str, dice: list[int], points: int | None, floor: int) -> None:
    award, missing = battle(monster, dice)
    assert (award.points, award.floor) == (points, floor)
    assert bool(missing) is (points is None)


@pytest.mark.parametrize(("dice", "sure"), [([5, 2], False), ([5, 4], False), ([5, 5], True), ([6, 5], True)])
def test_the_star_of_the_giant_troll_is_printed_only_for_results_of_the_example(dice: list[int], sure: bool) -> None:
    """The book tells 10, 11 and 19; that 7 to 9 pay the same star as 10 is inferred."""
    assert ("inferred" in battle("giant_troll", dice)[0].note) is not sure


def test_an_unknown_ability_is_asked_for_and_may_be_applied_by_hand() -> None:
    assert battle("vampire", [6, 3])[1] == [("vampire", "special")]
    assert battle("vampire", [6, 3], adjust=1)[0].arithmetic == "6 + 3 + 1 (ability) = 10"


def test_the_fierce_monster_variant_uses_the_1p_card() -> None:
    table = {"options": {"expansion": True, "fierce_monster": True}, "monster": "giant_troll"}
    own = own_sheet(table=table, battle={"dice": [5, 4]})
    assert lines(own, "MM-BATTLE-STARS")[0].points == 0


def test_a_running_game_has_stars_so_far_and_if_it_ended_now() -> None:
    result = score(GAME.sample("running"), CATALOGUE)
    assert result.extra["finished"] is False
    olga = [own.at_least for own in result.sheets][2]
    assert result.extra["so_far"][2] == olga - 1  # Constitution 14+ is met with two dice only
    assert any("so far" in remark for remark in result.remarks)
    assert score(GAME.sample("five"), CATALOGUE).extra["finished"] is True


def test_base_solo_rank_waits_for_the_limits() -> None:
    state = State.model_validate({"players": [{"name": "Ann", **WHO}]})
    result = score(state, CATALOGUE)
    assert ("rank_true_hero", "base_from") in asked(result.sheets[0])
    limits = {"true_hero": 40, "clan_leader": 35, "champion": 30, "adventurer": 25, "mercenary": 20}
    owner = CATALOGUE.with_owner({(f"rank_{name}", "base_from"): value for name, value in limits.items()})
    result = score(state, owner)
    assert result.extra["rank"] == "rank_npc"
    assert any("Solo rank so far" in remark for remark in result.remarks)  # the sheet is not full yet


def all_awards() -> Iterator[Award]:
    for name in GAME.samples:
        for own in score(GAME.sample(name), CATALOGUE).sheets:
            yield from own.awards
    yield from own_sheet(cards=["tower_shield"]).awards


def test_every_scoring_rule_is_reached_and_no_other_gives_points() -> None:
    assert {award.rule for award in all_awards()} == {rule.id for rule in GAME.rulebook.rules.values() if rule.scores}


def test_nothing_is_scored_without_the_class_and_race() -> None:
    own = sheet(State(players=(Player(name="Ann"), Player(name="Ben"))), 0, CATALOGUE)
    assert own.total is None and own.at_least == -3  # an alignment card may take three
    assert {award.rule for award in own.awards if award.points is not None} == set()


def test_a_battle_that_is_not_rolled_yet_kills_nobody() -> None:
    hero = {"name": "Ann", **WHO, "hero_class": "rogue", "battle": {"mercenaries": 2}}
    table = {"options": {"expansion": True}, "monster": "giant_troll", "players": [hero]}
    result = score(State.model_validate(table), CATALOGUE)
    assert result.extra["defeated"] is False
    (line,) = lines(result.sheets[0], "MM-BATTLE-STARS")
    assert (line.points, "not fought yet" in line.note) == (None, True)
    hero["battle"] = {"dice": [1, 1, 2], "mercenaries": 2}
    assert score(State.model_validate(table), CATALOGUE).extra["defeated"] is True


def test_an_alignment_that_is_not_named_may_still_take_stars() -> None:
    (line,) = lines(own_sheet(alignment=None), "RP-ALIGNMENT")
    assert (line.points, line.floor) == (None, -3)
    (line,) = lines(own_sheet(marker=[5, 1]), "RP-ALIGNMENT")
    assert (line.points, line.floor) == (None, -3)
    for card in CATALOGUE.of_kind("alignment"):
        for row in range(3):
            for column in range(3):
                named = own_sheet(alignment=card.id, marker=[row, column]).total
                assert named is not None and own_sheet(alignment=None, marker=[row, column]).at_least <= named


def test_a_running_total_with_unknown_lines_says_at_least() -> None:
    state = State.model_validate({"players": [{"name": "Ann", **WHO, "cards": ["proud"]}, {"name": "Ben"}]})
    assert "if the game ended now at least 3" in score(state, CATALOGUE).remarks[0]


def test_stars_counted_by_the_players_have_the_limits_of_the_catalogue() -> None:
    stars = CATALOGUE.kinds["trait"].fields["pays"].type.columns["stars"]  # type: ignore[attr-defined]
    for told, fits in ((stars.min, True), (stars.min - 1, False), (stars.max, True), (stars.max + 1, False)):
        table = {"players": [{"name": "Ann", "cards": ["proud"], "trait_stars": {"proud": told}}]}
        if fits:
            State.model_validate(table)
        else:
            with pytest.raises(ValueError, match="trait_stars"):
                State.model_validate(table)


FULL = {
    "strength": ["gold 6", "red 6", "gold 6"],
    **{
        name: ["blue 1", "blue 1", "blue 1"]
        for name in ("dexterity", "constitution", "intelligence", "wisdom", "charisma")
    },
}


def test_the_final_count_says_when_discarding_weapons_gains_stars_and_changes_nothing() -> None:
    """18 as the dice lie; either weapon alone makes 19, so both must go."""
    owner = CATALOGUE.with_owner({(card, "scoring"): "red dice +1" for card in ("jeweled_dagger", "longsword")})
    cards = ["jeweled_dagger", "longsword"]
    one = Player.model_validate({"name": "Ann", **WHO, "rows": FULL, "cards": cards})
    state = State(players=(one, Player(name="Ben")))
    found = score(state, owner)
    (line,) = lines(found.sheets[0], "RP-WEAPON-LIMIT")
    assert line.points == 0
    assert line.evidence == ("/players/0/cards/0", "/players/0/cards/1")
    assert line.note == "lay Jeweled Dagger and Longsword down before the count (stars +4)"
    place = next(place for place in found.standing.places if place.player == "Ann")
    assert line.note in place.note
    assert found.sheets[0].at_least == sheet(state, 0, owner).at_least
    without = score(State(players=(one.model_copy(update={"cards": ()}), state.players[1])), owner)
    assert without.sheets[0].at_least == found.sheets[0].at_least + 4
    assert lines(without.sheets[0], "RP-WEAPON-LIMIT") == []


def test_a_sheet_that_is_not_full_is_told_nothing_of_discarding() -> None:
    rows = {**FULL, "charisma": ["blue 1", "blue 1"]}
    owner = CATALOGUE.with_owner({("longsword", "scoring"): "red dice +1"})
    one = Player.model_validate({"name": "Ann", **WHO, "rows": rows, "cards": ["longsword"]})
    assert lines(score(State(players=(one, Player(name="Ben"))), owner).sheets[0], "RP-WEAPON-LIMIT") == []


def test_one_sheet_of_a_larger_table_is_no_solo_game() -> None:
    one = Player.model_validate({"name": "Ann", **WHO, "rows": FULL, "gold": 17})
    alone = State.model_validate({"players": [one]})
    many = State.model_validate({"players": [one], "options": {"more_players": True}})
    assert alone.solo and alone.one_player_card
    assert not many.solo and not many.one_player_card
    assert lines(score(alone, CATALOGUE).sheets[0], "RP-SOLO-GOLD") != []
    found = score(many, CATALOGUE)
    assert lines(found.sheets[0], "RP-SOLO-GOLD") == []
    assert "rank" not in found.extra and "defeated" not in found.extra
    assert found.standing.winners == () and found.standing.leaders == ("Ann",)


@pytest.mark.parametrize(
    ("monster", "dice", "told"),
    [("giant_troll", [6, 5], True), ("giant_troll", [5, 5], False), ("chimera", [6, 5], False)],
)
def test_a_six_against_the_giant_troll_gets_a_reminder(monster: str, dice: list[int], told: bool) -> None:
    table = {"monster": monster, "options": {"expansion": True}}
    own = own_sheet(table=table, battle={"dice": dice})
    (line,) = lines(own, "MM-BATTLE-STARS")
    assert ("a six lies among the dice" in line.note) is told
    state = {**table, "players": [{"name": "Ann", "battle": {"dice": dice}}, {"name": "Ben"}]}
    question = GAME.question("battle")
    ruling = question.answer(question.ask.model_validate({"state": state}), CATALOGUE)
    assert any("a six lies among the dice" in step.text for step in ruling.steps) is told


@pytest.mark.parametrize(("strength", "defeated"), [(10, False), (11, True)])
def test_a_solo_hero_at_exactly_the_monsters_strength_lives(strength: int, defeated: bool) -> None:
    owner = CATALOGUE.with_owner({("dragon", "strength_1p"): strength})
    hero = Player.model_validate({"name": "Ann", **WHO, "rows": FULL, "battle": {"dice": [5, 5]}})
    state = State.model_validate({"players": [hero], "monster": "dragon", "options": {"expansion": True}})
    found = score(state, owner)
    assert found.extra["defeated"] is defeated
    assert bool(found.standing.places[0].decided_by == "MM-SOLO-DEFEAT") is defeated
    question = GAME.question("battle")
    ruling = question.answer(question.ask.model_validate({"state": state.model_dump(mode="json")}), owner)
    assert ruling.data["lost"] is defeated
