"""Pieces of a photo find their places in the state, and corrections touch nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from api.answers.laying import reader_for
from api.answers.play import new_state
from api.answers.refusals import Unreadable
from api.log.applying import applied
from api.log.laying import shown_by, state_with
from scoring.games import load
from vision.tables import reader_of
from vision.tables.contract import Asked, CannotLay, Laid, Spot
from vision.tables.diceminer.questions import THE_MOUNTAIN
from vision.tables.rollplayer.adjust import nearest_place


def trove(*codes: str) -> list[dict[str, Any]]:
    return [{"id": f"d{n}", "code": code, "box": [n * 10, 0, n * 10 + 9, 9]} for n, code in enumerate(codes)]


def sheet(*places: tuple[str, int, str]) -> list[dict[str, Any]]:
    rows = list(new_state(load("rollplayer"), ["Ann"], {}, [])["players"][0]["rows"])
    return [
        {
            "id": f"d{n}",
            "code": code,
            "place": f"rows/{row}/{column}",
            "box": [column * 100, rows.index(row) * 100, column * 100 + 60, rows.index(row) * 100 + 60],
        }
        for n, (row, column, code) in enumerate(places)
    ]


@pytest.fixture
def miners() -> dict[str, Any]:
    return new_state(load("diceminer"), ["Ann", "Bob"], {}, [])


@pytest.fixture
def heroes() -> dict[str, Any]:
    return new_state(load("rollplayer"), ["Ann", "Bob"], {}, [])


def lay(
    game_id: str, pieces: list[dict[str, Any]], state: dict[str, Any], player: int, round_: int | None = None
) -> Laid:
    return reader_of(game_id).lay(pieces, state, Spot(player, round_))


def after(state: dict[str, Any], laid: Laid) -> dict[str, Any]:
    changed: dict[str, Any] = state_with(state, laid)
    return changed


def dice_of(state: dict[str, Any], player: int = 0, round_: int = 0) -> list[str]:
    return list(state["players"][player]["rounds"][round_]["dice"])


def test_a_trove_begins_the_first_round(miners: dict[str, Any]) -> None:
    arranged = lay("diceminer", trove("T1", "G2"), miners, 1)
    assert dice_of(after(miners, arranged), 1) == ["T1", "G2"]
    assert [piece["path"] for piece in arranged.pieces] == [f"/players/1/rounds/0/dice/{n}" for n in range(2)]


def test_a_trove_goes_to_the_round_that_was_named(miners: dict[str, Any]) -> None:
    first = after(miners, lay("diceminer", trove("T1"), miners, 0))
    second = after(first, lay("diceminer", trove("T2"), first, 0, 1))
    assert (dice_of(second), dice_of(second, round_=1)) == (["T1"], ["T2"])
    with pytest.raises(CannotLay, match="Round 4"):
        lay("diceminer", trove("T3"), second, 0, 3)


def test_a_correction_keeps_what_people_typed(miners: dict[str, Any]) -> None:
    laid = lay("diceminer", trove("T1", "T2", "G3"), miners, 0)
    state = after(miners, laid)
    state["players"][0]["rounds"][0]["dice"] = ["T1", "G3", "Kp"]  # T2 taken away, a pickaxe typed
    corrected = [{**laid.pieces[0], "code": "T5"}, *laid.pieces[1:]]
    again = reader_of("diceminer").adjust(laid.pieces, corrected, state, 0)
    assert sorted(dice_of(after(state, again))) == ["G3", "Kp", "T5"]
    assert [piece["code"] for piece in again.pieces] == ["T5", "G3"]


def test_a_sheet_is_laid_row_by_row(heroes: dict[str, Any]) -> None:
    arranged = lay("rollplayer", sheet(("strength", 0, "red 4"), ("wisdom", 2, "boost 7")), heroes, 1)
    rows = after(heroes, arranged)["players"][1]["rows"]
    assert rows["strength"] == ["red 4", None, None]
    assert rows["wisdom"] == [None, None, "boost 7"]
    assert after(heroes, arranged)["players"][0] == heroes["players"][0]


def test_a_corrected_die_changes_only_its_own_place(heroes: dict[str, Any]) -> None:
    laid = lay("rollplayer", sheet(("strength", 0, "red 4"), ("strength", 1, "blue 2")), heroes, 0)
    state = after(heroes, laid)
    state["players"][0]["rows"]["charisma"][0] = "gold 6"  # typed
    moved = {**laid.pieces[1], "place": "rows/dexterity/0"}
    result = after(
        state, reader_of("rollplayer").adjust(laid.pieces, [{**laid.pieces[0], "code": "red 5"}, moved], state, 0)
    )
    rows = result["players"][0]["rows"]
    assert rows["strength"] == ["red 5", None, None]
    assert rows["dexterity"] == ["blue 2", None, None]
    assert rows["charisma"][0] == "gold 6"


def test_a_deleted_die_empties_its_place(heroes: dict[str, Any]) -> None:
    laid = lay("rollplayer", sheet(("strength", 0, "red 4"), ("strength", 1, "blue 2")), heroes, 0)
    state = after(heroes, laid)
    result = after(state, reader_of("rollplayer").adjust(laid.pieces, laid.pieces[:1], state, 0))
    assert result["players"][0]["rows"]["strength"] == ["red 4", None, None]


def test_a_die_added_by_hand_finds_the_place_where_it_lies() -> None:
    seen = sheet(("strength", 0, "red 4"), ("strength", 2, "blue 2"), ("wisdom", 0, "gold 1"))
    added = {"id": "h1", "code": "white 1", "box": [105, 210, 155, 260]}
    assert nearest_place(added, [*seen, added]) == "rows/constitution/1"
    taken = {"id": "h2", "code": "white 1", "box": [2, 2, 58, 58]}
    assert nearest_place(taken, [*seen, taken]) is None


@pytest.mark.parametrize("game_id", ["chess"])
def test_games_that_are_not_read_say_so(game_id: str) -> None:
    with pytest.raises(Unreadable, match="Type the pieces"):
        reader_for(game_id)


def test_a_seat_that_is_not_there(miners: dict[str, Any]) -> None:
    with pytest.raises(CannotLay, match="no player 5"):
        lay("diceminer", [], miners, 4)


def test_whose_pieces_is_asked_when_several_play(miners: dict[str, Any]) -> None:
    with pytest.raises(Asked, match="Whose pieces") as asked:
        reader_of("diceminer").lay(trove("T1"), miners, Spot())
    assert [tuple(choice) for choice in asked.value.question.choices] == [(0, "Ann"), (1, "Bob")]
    alone = new_state(load("diceminer"), ["Ann"], {}, [])
    assert dice_of(after(alone, reader_of("diceminer").lay(trove("T1"), alone, Spot()))) == ["T1"]


def test_which_round_is_asked_once_the_last_one_is_read(miners: dict[str, Any]) -> None:
    read = after(miners, lay("diceminer", trove("T1"), miners, 0))
    with pytest.raises(Asked, match="Which round") as asked:
        lay("diceminer", trove("T2"), read, 0)
    choices = asked.value.question.choices
    rounds = [(1, "Round 2"), (0, "Round 1, again")]
    assert [(choice.value, str(choice.label)) for choice in choices] == [*rounds, (THE_MOUNTAIN, "The mountain")]
    assert reader_of("diceminer").likely_spot(read, 0) == Spot(0, 1)
    assert reader_of("diceminer").likely_spot(read, 1) == Spot(1, None)


def test_a_round_whose_faces_are_not_read_yet_waits_for_the_photo(miners: dict[str, Any]) -> None:
    read = after(miners, lay("diceminer", trove("T1", "Kp"), miners, 0))
    read["players"][0]["rounds"].append({"dice": ["T?", "K?"]})
    assert dice_of(after(read, lay("diceminer", trove("T4", "Ks"), read, 0)), round_=1) == ["T4", "Ks"]


def test_after_the_last_round_only_corrections_of_a_round_are_offered(miners: dict[str, Any]) -> None:
    miners["players"][0]["rounds"] = [{"dice": ["T1"]}, {"dice": ["T2"]}, {"dice": ["T3"]}]
    (question,) = reader_of("diceminer").before(miners, 0)
    assert [choice.value for choice in question.choices] == [2, 1, 0]


def test_a_hero_card_is_laid_beside_its_trove_and_corrected(miners: dict[str, Any]) -> None:
    hero = {"id": "d9", "code": "engineer", "confidence": 0.97, "box": [0, 0, 9, 9], "place": "hero", "options": []}
    laid = lay("diceminer", [*trove("T1", "T2"), hero], miners, 0)
    state = after(miners, laid)
    assert (dice_of(state), state["players"][0]["hero"]) == (["T1", "T2"], "engineer")
    assert laid.pieces[-1]["path"] == "/players/0/hero"
    told = [{**piece, "code": "surveyor"} if piece["id"] == "d9" else piece for piece in laid.pieces]
    corrected = after(state, reader_of("diceminer").adjust(laid.pieces, told, state, 0))
    assert (dice_of(corrected), corrected["players"][0]["hero"]) == (["T1", "T2"], "surveyor")


def test_a_photo_of_the_hero_alone_leaves_the_trove_as_it_is(miners: dict[str, Any]) -> None:
    state = after(miners, lay("diceminer", trove("T1", "T2"), miners, 0))
    hero = {"id": "d0", "code": "engineer", "confidence": 0.6, "box": [0, 0, 9, 9], "place": "hero", "options": []}
    laid = lay("diceminer", [hero], state, 0, 0)
    assert dice_of(after(state, laid)) == ["T1", "T2"]
    asked = reader_of("diceminer").questions(laid.pieces, (), after(state, laid), 0)
    assert [question.text for question in asked] == ["Which hero card is this? I read Engineer."]


def shown(document: dict[str, Any], photo: str, pieces: list[dict[str, Any]]) -> dict[str, Any]:
    """The table after a photo of the first player was laid on it."""
    laid = lay("rollplayer", pieces, document["state"], 0)
    changed: dict[str, Any] = applied(document, shown_by(document, photo, 0, laid))[0]
    return changed


def test_the_sheet_in_one_photo_and_the_cards_in_another_are_one_character(heroes: dict[str, Any]) -> None:
    cards = [
        {"id": "d0", "code": "elf", "place": "race", "box": [0, 0, 9, 9]},
        {"id": "d1", "code": "longsword", "place": "cards", "box": [20, 0, 29, 9]},
    ]
    document = {"state": heroes, "photos": []}
    document = shown(document, "sheet", sheet(("strength", 0, "red 4"), ("wisdom", 1, "gold 2")))
    document = shown(document, "cards", cards)
    player = document["state"]["players"][0]
    assert (player["race"], player["cards"], player["rows"]["strength"][0]) == ("elf", ["longsword"], "red 4")
    assert [photo["id"] for photo in document["photos"]] == ["cards", "sheet"]  # the newest first, each with its pieces
    assert [len(photo["pieces"]) for photo in document["photos"]] == [2, 2]
    document = shown(document, "later", sheet(("strength", 0, "red 4"), ("wisdom", 1, "gold 3")))
    assert [photo["id"] for photo in document["photos"]] == [
        "later",
        "cards",
    ]  # nothing of the old sheet is left to show
