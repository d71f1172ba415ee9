"""Game nights: every change is an event; any past state can be shown, undone and brought back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.http.app import create_app
from api.http.settings import Settings
from tests.api.conftest import send

Lay = Callable[..., dict[str, Any]]
NAME = "/state/players/0/name"


def change(client: TestClient, table: dict[str, Any], path: str, value: Any, **more: Any) -> Any:
    """Set one place, as a phone does that sees the table as it is now."""
    now = client.get(f"/api/v1/tables/{table['id']}").json()
    step = {"kind": "set", "path": path, "value": value}
    with suppress(LookupError):
        step["expect"] = lies(now["document"], path)
    return send(client, now, step, **more)


def lies(data: Any, path: str) -> Any:
    for part in path.split("/")[1:]:
        data = data[int(part)] if isinstance(data, list) else data[part]
    return data


def name_of(view: dict[str, Any]) -> str:
    return str(view["document"]["state"]["players"][0]["name"])


def test_a_table_starts_with_its_players_and_colours(new_table: Lay) -> None:
    table = new_table(players=["Ann", "Bob", "Cleo"], colours=["gold"])
    assert [player["name"] for player in table["document"]["state"]["players"]] == ["Ann", "Bob", "Cleo"]
    colours = [seat["colour"] for seat in table["document"]["seats"]]
    assert colours[0] == "gold"
    assert len(set(colours)) == 3


def test_the_score_follows_every_change(ann_has_a_trove: dict[str, Any]) -> None:
    sheet = ann_has_a_trove["score"]["sheets"][0]
    assert sheet["player"] == "Ann"
    assert sum(award["points"] or 0 for award in sheet["awards"]) == sheet["at_least"]
    assert any(award["rule"] == "DM-TUNNEL-RUN" and award["points"] == 6 for award in sheet["awards"])


def test_undo_goes_back_step_by_step_and_redo_forward(client: TestClient, new_table: Lay) -> None:
    table = new_table()
    for name in ("Anna", "Annika"):
        change(client, table, NAME, name)
    undo = f"/api/v1/tables/{table['id']}/undo"
    redo = f"/api/v1/tables/{table['id']}/redo"
    assert name_of(client.post(undo, json={}).json()["table"]) == "Anna"
    assert name_of(client.post(undo, json={}).json()["table"]) == "Ann"
    assert client.post(undo, json={}).status_code == 422
    assert name_of(client.post(redo, json={}).json()["table"]) == "Anna"
    forward = client.post(redo, json={}).json()["table"]
    assert name_of(forward) == "Annika"
    assert not forward["can_redo"]
    assert forward["can_undo"]


def test_a_new_change_after_undo_ends_the_redo_but_loses_nothing(client: TestClient, new_table: Lay) -> None:
    table = new_table()
    change(client, table, NAME, "Anna")
    client.post(f"/api/v1/tables/{table['id']}/undo", json={})
    view = change(client, table, NAME, "Annie").json()["table"]
    assert not view["can_redo"]
    changes = client.get(f"/api/v1/tables/{table['id']}/changes").json()
    assert [entry["kind"] for entry in changes] == ["created", "edit", "undo", "edit"]
    assert [entry["stands"] for entry in changes] == [True, False, True, True]
    past = client.get(f"/api/v1/tables/{table['id']}/at/2").json()
    assert name_of(past) == "Anna"
    restored = client.post(f"/api/v1/tables/{table['id']}/restore", json={"version": 2}).json()["table"]
    assert name_of(restored) == "Anna"
    assert name_of(client.post(f"/api/v1/tables/{table['id']}/undo", json={}).json()["table"]) == "Annie"


def test_undo_is_each_phones_own(client: TestClient, new_table: Lay) -> None:
    table = new_table()
    change(client, table, NAME, "Anna", phone="one")
    change(client, table, "/state/players/1/name", "Bobby", phone="two")
    undo = f"/api/v1/tables/{table['id']}/undo"
    view = client.post(undo, json={"phone": "one"}).json()["table"]
    assert [player["name"] for player in view["document"]["state"]["players"]] == ["Ann", "Bobby"]
    assert client.post(undo, json={"phone": "three"}).status_code == 422
    seen = {
        phone: client.get(f"/api/v1/tables/{table['id']}", params={"phone": phone}).json() for phone in ("one", "two")
    }
    assert [(view["can_undo"], view["can_redo"]) for view in seen.values()] == [(False, True), (True, False)]


def test_two_phones_that_change_different_things_both_win(client: TestClient, new_table: Lay) -> None:
    table = new_table()
    for path, seen, name in ((NAME, "Ann", "Anna"), ("/state/players/1/name", "Bob", "Bobby")):
        view = send(client, table, {"kind": "set", "path": path, "value": name, "expect": seen}).json()["table"]
    assert [player["name"] for player in view["document"]["state"]["players"]] == ["Anna", "Bobby"]


def test_two_phones_that_change_the_same_are_shown_both_values(client: TestClient, new_table: Lay) -> None:
    table = new_table()
    change(client, table, NAME, "Anna")
    late = send(client, table, {"kind": "set", "path": NAME, "value": "Annie", "expect": "Ann"})
    assert late.status_code == 409
    assert late.json()["conflict"] == {"path": NAME, "expected": "Ann", "found": "Anna"}
    assert "saw Ann here, and now it is Anna" in late.json()["detail"]


def test_gold_is_added_by_both_phones(client: TestClient, new_table: Lay) -> None:
    """A shows gold 4, B adds three, A taps + and the table said 5."""
    table = new_table(game="rollplayer")
    gold = "/state/players/0/gold"
    shows = change(client, table, gold, 4).json()["table"]
    send(client, shows, {"kind": "add", "path": gold, "n": 3})
    view = send(client, shows, {"kind": "add", "path": gold, "n": 1}).json()["table"]
    assert lies(view["document"], gold) == 8


def test_cards_bought_on_two_phones_are_both_there(client: TestClient, new_table: Lay) -> None:
    """A added Longsword while B added Wand, each sending the whole list, and one was gone."""
    table = new_table(game="rollplayer")
    cards = "/state/players/0/cards"
    for card in ("longsword", "wand"):
        view = send(client, table, {"kind": "set", "path": cards, "value": [card], "expect": []}).json()["table"]
    assert sorted(str(card) for card in lies(view["document"], cards)) == ["longsword", "wand"]


def test_an_option_leaves_what_others_changed(client: TestClient, new_table: Lay) -> None:
    """Toggling an option by its whole object reset what another phone had changed in it."""
    table = new_table(game="rollplayer")
    seen = table["document"]["state"]["options"]
    first, second = [name for name, value in seen.items() if value is False][:2]
    for name in (first, second):
        step = {"kind": "set", "path": "/state/options", "value": {**seen, name: True}, "expect": seen}
        view = send(client, table, step).json()["table"]
    assert [view["document"]["state"]["options"][name] for name in (first, second)] == [True, True]


def test_a_change_sent_twice_counts_once_and_is_answered_the_same(client: TestClient, new_table: Lay) -> None:
    table = new_table(game="rollplayer")
    add = {"kind": "add", "path": "/state/players/0/gold", "n": 2}
    answers = [send(client, table, add, id="tap-7").json() for _ in range(2)]
    assert answers[0] == answers[1]
    assert answers[0]["version"] == 2
    assert (
        lies(answers[1]["table"]["document"], "/state/players/0/gold")
        == 2 + table["document"]["state"]["players"][0]["gold"]
    )


@pytest.mark.parametrize("value", [10**12, 1.7, "abc", -1])
def test_a_number_that_cannot_be_is_refused_and_not_changed_silently(
    client: TestClient, new_table: Lay, value: Any
) -> None:
    table = new_table(game="rollplayer")
    answer = change(client, table, "/state/players/0/gold", value)
    assert answer.status_code == 422
    assert client.get(f"/api/v1/tables/{table['id']}").json()["document"] == table["document"]


def test_equal_names_are_refused(client: TestClient, new_table: Lay) -> None:
    """Names "Bo", "Bo 2", "Bo 2" gave a wrong winner."""
    table = new_table(players=["Bo", "Bo 2", "Cy"])
    answer = change(client, table, "/state/players/2/name", "Bo 2")
    assert answer.status_code == 422
    assert "Another player is called Bo 2" in answer.json()["detail"]
    body = {"game": "diceminer", "players": ["Bo", "Bo"]}
    assert client.post("/api/v1/tables", json=body).status_code == 422


def test_an_impossible_change_changes_nothing(client: TestClient, new_table: Lay) -> None:
    table = new_table()
    for path, value in ((NAME, ""), ("/state/players/7/name", "X"), ("/photos", [1]), ("/nowhere", 1), ("", {})):
        assert change(client, table, path, value).status_code == 422, path
    assert client.get(f"/api/v1/tables/{table['id']}").json()["version"] == table["version"]


def test_a_player_who_leaves_takes_the_seat_along(client: TestClient, new_table: Lay) -> None:
    table = new_table(players=["Ann", "Bob", "Cleo"], colours=["gold", "black", "white"])
    ann = table["document"]["state"]["players"][0]
    view = send(client, table, {"kind": "take", "path": "/state/players", "index": 0, "value": ann}).json()["table"]
    assert [seat["colour"] for seat in view["document"]["seats"]] == ["black", "white"]
    back = client.post(f"/api/v1/tables/{table['id']}/undo", json={}).json()["table"]
    assert back["document"] == table["document"]


def test_a_moment_is_kept_and_can_be_edited(client: TestClient, ann_has_a_trove: dict[str, Any]) -> None:
    table = ann_has_a_trove
    kept = client.post(f"/api/v1/tables/{table['id']}/snapshots", json={"label": "Round 1"}).json()["table"]
    change(client, table, "/state/players/0/rounds/0/dice", [])
    edited = change(client, table, "/snapshots/0/state/players/0/rounds/0/dice/0", "T4").json()["table"]
    assert kept["document"]["snapshots"][0]["state"]["players"][0]["rounds"][0]["dice"][0] == "T1"
    assert edited["document"]["snapshots"][0]["state"]["players"][0]["rounds"][0]["dice"][0] == "T4"
    assert edited["document"]["state"]["players"][0]["rounds"][0]["dice"] == []


def test_tables_are_listed_with_their_winners_and_deleted(client: TestClient, ann_has_a_trove: dict[str, Any]) -> None:
    change(client, ann_has_a_trove, "/finished", True)
    (card,) = client.get("/api/v1/tables").json()
    assert card["players"] == ["Ann", "Bob"]
    assert client.delete(f"/api/v1/tables/{card['id']}").status_code == 204
    assert client.get("/api/v1/tables").json() == []
    assert client.get(f"/api/v1/tables/{card['id']}").status_code == 404


def test_the_drawing_of_one_player_keeps_the_places(client: TestClient, new_table: Lay) -> None:
    table = new_table()
    picture = client.get(f"/api/v1/tables/{table['id']}/drawing", params={"player": 1}).text
    assert 'data-path="/players/1/hero"' in picture
    assert 'data-path="/players/0' not in picture


def test_exports_hold_every_line(client: TestClient, ann_has_a_trove: dict[str, Any]) -> None:
    table = ann_has_a_trove
    change(client, table, NAME, "=Ann")
    rows = client.get(f"/api/v1/tables/{table['id']}/export.csv").text.splitlines()
    awards = [award for sheet in table["score"]["sheets"] for award in sheet["awards"]]
    assert len(rows) == 1 + len(awards) + 2
    assert any(row.startswith("'=Ann,DM-TUNNEL-RUN") for row in rows)
    saved = client.get(f"/api/v1/tables/{table['id']}/export.json").json()
    assert saved["notation"]
    assert len(saved["log"]) == saved["version"]


def test_a_restart_forgets_nothing(data_folder: Path) -> None:
    with TestClient(create_app(Settings()), client=("127.0.0.1", 50000)) as first:
        laid = first.post("/api/v1/tables", json={"game": "diceminer", "players": ["Ann", "Bob"]}).json()
        change(first, laid, NAME, "Anna")
        before = first.get(f"/api/v1/tables/{laid['id']}").json()
    with TestClient(create_app(Settings()), client=("127.0.0.1", 50001)) as again:
        assert again.get(f"/api/v1/tables/{laid['id']}").json() == before


def test_a_table_tells_what_can_be_done_and_what_its_questions_need(client: TestClient) -> None:
    state = {"players": [{"name": "Ann", "dice": [4, 4, 4, 1, 6]}, {"name": "Ben"}]}
    table = client.post("/api/v1/tables", json={"game": "yacht", "state": state}).json()
    moves, nothing = table["moves"]
    assert [move["title"] for move in moves[:3]] == ["Roll 2 of 3", "Put 1 here", "Put 0 here"] and nothing == []
    asked = client.post("/api/v1/games/yacht/questions/coach", json=table["told"][0]["coach"]).json()
    assert asked["verdict"] == "Keep 4 4 4, roll the rest: 169.0 on average."
    fours = next(move for move in moves if move["place"] == "/players/0/fours")
    steps = [
        {"kind": "set", "path": path, "value": one["value"], "expect": lies(table["document"], path)}
        for one in fours["changes"]
        for path in [f"/state{one['path']}"]
    ]
    after = send(client, table, *steps).json()["table"]
    assert after["score"]["sheets"][0]["total"] == 12
    assert after["document"]["state"]["players"][0]["dice"] == [] and after["moves"] == [[], []]
    polish = client.get(f"/api/v1/tables/{table['id']}", params={"lang": "pl"}).json()
    assert polish["told"][0]["coach"]["filled"] == ["fours"]


def test_a_told_line_is_marked_merged_and_taken_back(client: TestClient, new_table: Lay) -> None:
    table = new_table()
    told = {"kind": "told", "player": 1, "rule": "DM-TUNNEL-RUN", "points": 7}
    view = send(client, table, told).json()["table"]
    (line,) = [award for award in view["score"]["sheets"][1]["awards"] if award["told"]]
    assert (line["rule"], line["points"]) == ("DM-TUNNEL-RUN", 7)
    assert view["score"]["sheets"][1]["total"] == 7
    assert view["document"]["state"] == table["document"]["state"]
    late = send(client, table, {**told, "points": 9})
    assert late.status_code == 409
    assert late.json()["conflict"]["found"] == 7
    again = send(client, view, {"kind": "told", "player": 1, "rule": "DM-TUNNEL-RUN", "expect": 7}).json()["table"]
    assert not any(award["told"] for award in again["score"]["sheets"][1]["awards"])


def test_what_was_told_stays_with_its_player(client: TestClient, new_table: Lay) -> None:
    table = new_table(players=["Ann", "Bob", "Cleo"])
    ann = table["document"]["state"]["players"][0]
    send(client, table, {"kind": "take", "path": "/state/players", "index": 0, "value": ann})
    told = {"kind": "told", "player": 1, "rule": "DM-TUNNEL-RUN", "points": 7}
    view = send(client, table, told).json()["table"]
    assert [sheet["total"] for sheet in view["score"]["sheets"]] == [7, 0]
    assert [sheet["player"] for sheet in view["score"]["sheets"]] == ["Bob", "Cleo"]
