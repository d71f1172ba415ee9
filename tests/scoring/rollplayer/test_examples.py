"""The worked examples of both rulebooks, in our own form, each with the rule it shows."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.rollplayer import GAME
from scoring.rollplayer.battle import monster_card, result
from scoring.rollplayer.goals import meets
from scoring.rollplayer.score import BACKSTORY_TRACK, score, sheet
from scoring.rollplayer.state import Battle, Player, Rows, State
from scoring.sheet import Ruling, legal_if

CATALOGUE = GAME.catalogue
RULES = GAME.rulebook.rules


def ask(question: str, **asked: Any) -> Ruling:
    found = GAME.question(question)
    ruling: Ruling = found.answer(found.ask.model_validate(asked), CATALOGUE)
    assert set(ruling.rules) <= set(RULES)
    return ruling


def points(player: Player, rule: str) -> list[int | None]:
    own = sheet(State(players=(player, player)), 0, CATALOGUE)
    return [award.points for award in own.awards if award.rule == rule]


@pytest.mark.parametrize(("matches", "stars"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 3), (5, 3), (6, 6)])
def test_backstory_track(matches: int, stars: int) -> None:
    """RP-BACKSTORY: the table under the stars of a backstory card."""
    assert BACKSTORY_TRACK[matches] == stars
    places = CATALOGUE.value("aristocrat", "places")[:matches]
    rows: dict[str, list[str | None]] = {}
    for row, place, colour in places:
        rows.setdefault(row, ["gold 1"] * 3)[place - 1] = f"{colour} 1"
    player = Player(name="Ann", backstory="aristocrat", rows=Rows.model_validate(rows))
    assert points(player, "RP-BACKSTORY") == [stars]


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (2, {"gold": [5, 5], "start_dice": 6, "market_cards": 3, "market_discards_per_pile": 7}),
        (3, {"gold": [5, 5, 6], "start_dice": 7, "market_cards": 4, "market_discards_per_pile": 3}),
        (4, {"gold": [5, 5, 6, 7], "start_dice": 8, "market_cards": 5, "market_discards_per_pile": 0}),
    ],
)
def test_set_up_of_the_base_game(players: int, expected: dict[str, Any]) -> None:
    """RP-SETUP-GOLD, RP-SETUP-DICE, RP-SETUP-MARKET, RP-SETUP-INITIATIVE."""
    data = ask("setup", players=players).data
    assert {key: data[key] for key in expected} == expected
    assert data["initiative_cards"] == list(range(1, players + 2))
    assert data["gold_on_initiative"] == list(range(2, players + 1))
    assert data["dice_in_bag"] == 73


@pytest.mark.parametrize(("players", "discards", "cards"), [(1, 16, 4), (2, 18, 4), (3, 14, 5), (4, 12, 6), (5, 7, 7)])
def test_set_up_with_the_expansion(players: int, discards: int, cards: int) -> None:
    """MM-SETUP-MARKET, MM-SOLO-SETUP: cards out of each pile, cards in the row."""
    data = ask("setup", players=players, options={"expansion": True}).data
    assert (data["market_discards_per_pile"], data["market_cards"]) == (discards, cards)
    if players == 5:
        assert (data["start_dice"], data["gold"], data["dice_in_bag"]) == (8, [5] * 5, 91)
        assert data["gold_on_initiative"] == [2, 3, 4, 5]


def test_white_die_brings_the_white_classes() -> None:
    """RP-SETUP-CLASS: the base classes of one colour are the two sides of one card."""
    white = [item.id for item in CATALOGUE.of_kind("class") if CATALOGUE.value(item.id, "colour") == "white"]
    assert white[:2] == ["cleric", "paladin"]
    assert [CATALOGUE.items[name].name["el"] for name in white[:2]] == ["Κληρικός", "Ιππότης"]


def test_dice_are_sorted_onto_initiative_cards() -> None:
    """RP-ROLL: red 1, gold 4, then the two sixes as the first player likes."""
    data = ask("initiative", roll=["green 6", "red 1", "gold 4", "purple 6"]).data
    assert data["cards"][:2] == ["red 1", "gold 4"]
    assert set(data["cards"][2:]) == {"green 6", "purple 6"}
    assert data["free_order_of"] == [6]


@pytest.mark.parametrize(("value", "flipped"), [(1, 6), (2, 5), (3, 4), (6, 1)])
def test_strength_flips(value: int, flipped: int) -> None:
    """RP-STR: 1 becomes 6, 2 becomes 5."""
    player = {"name": "Ann", "rows": {"wisdom": [f"blue {value}"], "strength": ["red 2"]}}
    assert ask("action", player=player, action="strength", die={"row": "wisdom", "place": 1}).data["to"] == flipped


@pytest.mark.parametrize(("value", "to"), [(6, 7), (6, 1), (1, 0), (1, 6)])
def test_constitution_does_not_wrap(value: int, to: int) -> None:
    """RP-CON: a 6 is not raised to 1, a 1 not lowered to 6."""
    player = {"name": "Ann", "rows": {"wisdom": [f"blue {value}"], "constitution": ["red 2"]}}
    ruling = ask("action", player=player, action="constitution", die={"row": "wisdom", "place": 1}, to=to)
    assert ruling.legal == "no"


def test_swapped_dice_start_no_further_action() -> None:
    """RP-ACTION: a swap between Charisma and Strength triggers neither action."""
    player = {"name": "Ann", "rows": {"charisma": ["blue 2"], "strength": ["red 5"], "dexterity": ["red 1"]}}
    ruling = ask(
        "action",
        player=player,
        action="dexterity",
        die={"row": "charisma", "place": 1},
        other={"row": "strength", "place": 1},
    )
    assert ruling.legal == "yes"
    assert "RP-ACTION" in ruling.rules and "no further action" in ruling.steps[-1].text


def test_a_whole_dice_phase_turn() -> None:
    """RP-INCOME: 1 from the card and 2 for the gold die; in a third place it would be 1 more."""
    helen = {"name": "Helen", "rows": {"strength": ["red 4"]}}
    second = ask("placing", player=helen, die="gold 4", row="strength", card_gold=1).data
    assert (second["gold"], second["breakdown"]) == (3, {"card": 1, "gold_die": 2})
    helen["rows"] = {"strength": ["red 4", "red 5"]}
    assert ask("placing", player=helen, die="gold 4", row="strength", card_gold=1).data["gold"] == 4


def test_a_whole_market_phase() -> None:
    """RP-MARKET, RP-CHA, RP-DISCARD-GOLD: order by card; 6 gold less a token are 5; a discard brings 2."""
    assert ask("initiative", taken={"Helen": 2, "John": 1, "Costas": 3}).data["market_order"] == [
        "John",
        "Helen",
        "Costas",
    ]
    john = {"name": "John", "gold": 5, "charisma": 1}
    assert ask("buy", player=john, card="reckless", charisma_used=1).data["pays"] == 5
    assert ask("discard", player={"name": "Helen", "gold": 1}).data["gold_after"] == 3


@pytest.mark.parametrize(
    ("goal", "totals", "met"),
    [
        ("17", (16, 17, 18), (False, True, False)),
        ("16-17", (15, 16, 17, 18), (False, True, True, False)),
        ("14+", (13, 14, 18), (False, True, True)),
    ],
)
def test_goals(goal: str, totals: tuple[int, ...], met: tuple[bool, ...]) -> None:
    """RP-GOALS: exact, range, at least."""
    assert tuple(meets(total, goal) for total in totals) == met


def test_armor_set_with_class_star() -> None:
    """RP-ARMOR, RP-ARMOR-CLASS: a Cleric with four metal cards has 7 + 1."""
    cleric = Player(
        name="Ann", hero_class="cleric", cards=("chain_gorget", "chain_helm", "chain_tunic", "chain_leggings")
    )
    assert points(cleric, "RP-ARMOR") + points(cleric, "RP-ARMOR-CLASS") == [7, 1]


def test_the_druid_adds_a_card() -> None:
    """RP-ATTUNED: six cards with four players."""
    assert ask("setup", players=4, classes=["druid"]).data["market_cards_with_druid"] == 6


def test_the_jeweled_dagger_raises_gold_dice_for_goals_only() -> None:
    """RP-RAISED-DICE: 5 + 6 (+1) + 5 (+1) = 18; a trait that counts sixes sees one."""
    rows = Rows(strength=("blue 5", "gold 6", "gold 5"))
    player = Player(name="Ann", race="human", hero_class="warrior", cards=("jeweled_dagger", "reckless"), rows=rows)
    assert points(player, "RP-GOALS")[0] == 4
    owner = CATALOGUE.with_owner({("reckless", "counts"): "dice 6", ("reckless", "pays"): [[1, 1], [2, 5]]})
    own = sheet(State(players=(player, player)), 0, owner)
    assert [award.points for award in own.awards if award.rule == "RP-TRAITS"] == [1]


def test_the_thief_takes_double() -> None:
    """RP-THIEF: 4 gold for a starting gold die, 2 for anybody else."""
    for hero, gold in (("thief", 4), ("rogue", 2)):
        player = {"name": "Ann", "hero_class": hero}
        assert ask("placing", player=player, die="gold 3", row="wisdom", setup=True).data["gold"] == gold


def test_ties_go_to_gold_then_to_fewer_class_dice_then_are_shared() -> None:
    """RP-TIE-GOLD, RP-TIE-DICE, RP-TIE-SHARED."""

    def hero(name: str, hero_class: str, gold: int, trait: int, *dice: str) -> Player:
        return Player.model_validate(
            {
                "name": name,
                "race": "human",
                "hero_class": hero_class,
                "alignment": "hermit",
                "marker": [0, 1],
                "backstory": "aristocrat",
                "rows": {"wisdom": list(dice)},
                "cards": ["famous"],
                "trait_stars": {"famous": trait},
                "gold": gold,
            }
        )

    table = (
        hero("rich", "cleric", 9, 2),
        hero("few", "rogue", 5, 2),
        hero("many", "warrior", 5, 1, "red 1"),
        hero("also few", "wizard", 5, 2),
    )
    places = score(State(players=table), CATALOGUE).standing.places
    assert [(place.rank, place.player, place.decided_by) for place in places] == [
        (1, "rich", None),
        (2, "few", "RP-TIE-GOLD"),
        (2, "also few", None),
        (4, "many", "RP-TIE-DICE"),
    ]


@pytest.mark.parametrize(("initiative", "removed"), [(2, [1, 2, 3, None, None, None]), (3, [1, 1, 2, 2, 3, 3])])
def test_the_solo_rival(initiative: int, removed: list[int | None]) -> None:
    """RP-SOLO-RIVAL: what each face removes."""
    found = [ask("rival", initiative=initiative, roll=[face]).data["removes"] for face in range(1, 7)]
    assert found == [[] if place is None else [place] for place in removed]


def test_solo_gold() -> None:
    """RP-SOLO-GOLD: 17 gold are 2 stars."""
    own = sheet(State(players=(Player(name="Ann", gold=17),)), 0, CATALOGUE)
    assert [award.points for award in own.awards if award.rule == "RP-SOLO-GOLD"] == [2]


def test_which_monsters_are_left() -> None:
    """MM-SETUP-MONSTER: black, red, white and green classes leave Chimera and Kraken."""
    asked = {"players": 4, "options": {"expansion": True}, "classes": ["thief", "barbarian", "crusader", "shaman"]}
    assert ask("setup", **asked).data["monsters"] == ["chimera", "kraken"]


def test_the_hunt_for_the_kobold() -> None:
    """MM-HUNT: 1 + 2 + 1 dice, 10 in all, 3 XP and 1 honor, a trophy and the second token."""
    example = GAME.question("hunt").example
    data = ask("hunt", **example).data
    assert (data["dice"], data["total"], data["gold_paid"]) == (4, 10, 5)
    assert data["gains"] == {"xp": 3, "gold": 0, "honor": 1, "wounds": 0}
    assert (data["trophy"], data["token"]) == (True, "obstacle")
    assert CATALOGUE.value("kobold", "trophy_from") == 7


def test_the_battle_with_the_giant_troll() -> None:
    """MM-BATTLE-STARS: 5, 9 + 2 honor, 11, 19 and 10 bring 0, 2, 2, 6 and 1 stars."""
    rolls = {"Wiktor": (5,), "Weronika": (4, 5), "Bruno": (5, 5, 1), "Tytus": (5, 5, 5, 4), "Aleksander": (5, 5)}
    table = tuple(
        Player(name=name, honor=2 if name == "Weronika" else 0, battle=Battle(dice=dice))
        for name, dice in rolls.items()
    )
    state = State.model_validate({"players": [], "options": {"expansion": True}, "monster": "giant_troll"})
    state = state.model_copy(update={"players": table})
    results = ask("battle", state=state.model_dump()).data["results"]
    assert {name: one["final"] for name, one in results.items()} == {
        "Wiktor": 5, "Weronika": 11, "Bruno": 11, "Tytus": 19, "Aleksander": 10
    }  # fmt: skip
    stars = {name: one["stars"] for name, one in results.items()}
    assert stars == {"Wiktor": 0, "Weronika": 2, "Bruno": 2, "Tytus": 6, "Aleksander": 1}


def test_honor_and_wounds() -> None:
    """MM-HONOR-WOUNDS, MM-DRAGON: 12 + 1 - 2 = 11, against the Dragon 9."""
    assert result((6, 6), honor=1, wounds=2) == 11
    dragon = monster_card("dragon", False, CATALOGUE)
    assert result((6, 6), honor=1, wounds=2, wound_cost=dragon.wound_cost) == 9


@pytest.mark.parametrize(("monster", "price"), [("dragon", 1), ("giant_troll", 1), ("chimera", 2)])
def test_the_price_of_a_reroll(monster: str, price: int) -> None:
    """MM-REROLL, MM-CHIMERA."""
    asked = {"player": {"name": "Ann", "xp": 2}, "buy": "reroll", "moment": "battle after the roll"}
    assert ask("experience", **asked, monster=monster).data["total"] == price


@pytest.mark.parametrize(("value", "allowed"), [(6, True), (7, False), (8, False)])
def test_search_and_boost_dice(value: int, allowed: bool) -> None:
    """MM-SEARCH-BOOST: a boost 7 or 8 is not replaced by a normal die."""
    asked = {"player": {"name": "Ann", "cards": ["search"]}, "skill": "search", "arrow": "none"}
    ruling = ask("skill", **asked, replaced=f"boost {value}", chosen=f"red {min(value, 6)}")
    assert ruling.legal is legal_if(allowed)
    assert allowed or "MM-SEARCH-BOOST" in ruling.rules


@pytest.mark.parametrize(("armor", "dice"), [(0, 2), (1, 2), (2, 2), (3, 0)])
def test_the_solo_mark_of_the_maelstrom(armor: int, dice: int) -> None:
    """MM-SOLO-ADVENTURE: at most two armor cards for its two combat dice."""
    hero = {"name": "Ann", "tokens": ["obstacle"], "cards": ["chain_helm", "chain_tunic", "mystic_cowl"][:armor]}
    state = {"players": [hero], "monster": "kraken", "adventures": {"obstacle": "maelstrom"}}
    assert ask("adventures", state=state).data["rewards"]["Ann"]["dice"] == dice


def test_the_solo_rival_dice_of_the_expansion() -> None:
    """MM-SOLO-RIVAL: doubles are rerolled; 1 to 4 remove a card, 5 and 6 a minion."""
    double = ask("rival", expansion=True, initiative=3, roll=[2, 2])
    assert double.legal == "no" and "reroll one" in double.verdict
    data = ask("rival", expansion=True, initiative=3, roll=[4, 5]).data
    assert (data["removes"], data["minions_under_deck"]) == ([4], 1)


@pytest.mark.parametrize(
    ("stars", "rank"),
    [(44, "monster_slayer"), (43, "true_hero"), (40, "true_hero"), (36, "clan_leader"), (32, "champion"),
     (28, "adventurer"), (24, "mercenary"), (23, "npc"), (-3, "npc")],
)  # fmt: skip
def test_solo_ranks(stars: int, rank: str) -> None:
    """MM-SOLO-RANK."""
    hero = Player.model_validate(
        {
            "name": "Ann", "race": "human", "hero_class": "cleric", "alignment": "hermit", "marker": [0, 1],
            "backstory": "aristocrat", "cards": ["famous"], "trait_stars": {"famous": min(stars, 0)},
            "gold": 8 * max(stars, 0),
        }
    )  # fmt: skip
    state = State.model_validate({"players": [hero], "options": {"expansion": True}})
    assert score(state, CATALOGUE).extra["rank"] == f"rank_{rank}"
