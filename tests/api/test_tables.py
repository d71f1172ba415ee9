"""Game nights: every change is an event; any past state can be shown, undone and brought back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi.testclient import TestClient

Lay = Callable[..., dict[str, Any]]
NAME = "/state/players/0/name"


def change(client: TestClient, table: dict[str, Any], path: str, value: Any, **more: Any) -> Any:
    body = {"changes": [{"op": "replace", "path": path, "value": value}], **more}
    return client.patch(f"/api/v1/tables/{table['id']}", json=body)


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
    assert name_of(client.post(undo, json={}).json()) == "Anna"
    assert name_of(client.post(undo, json={}).json()) == "Ann"
    assert client.post(undo, json={}).status_code == 422
    assert name_of(client.post(redo, json={}).json()) == "Anna"
    forward = client.post(redo, json={}).json()
    assert name_of(forward) == "Annika"
    assert not forward["can_redo"]


def test_a_new_change_after_undo_ends_the_redo_but_loses_nothing(client: TestClient, new_table: Lay) -> None:
    table = new_table()
    change(client, table, NAME, "Anna")
    client.post(f"/api/v1/tables/{table['id']}/undo", json={})
    view = change(client, table, NAME, "Annie").json()
    assert not view["can_redo"]
    events = client.get(f"/api/v1/tables/{table['id']}/events").json()
    assert [event["kind"] for event in events] == ["created", "edit", "undo", "edit"]
    assert [event["shown"] for event in events] == [True, False, False, True]
    past = client.get(f"/api/v1/tables/{table['id']}/at/2").json()
    assert name_of(past) == "Anna"
    restored = client.post(f"/api/v1/tables/{table['id']}/restore", json={"seq": 2}).json()
    assert name_of(restored) == "Anna"
    assert name_of(client.post(f"/api/v1/tables/{table['id']}/undo", json={}).json()) == "Annie"


def test_two_phones_that_change_different_things_both_win(client: TestClient, new_table: Lay) -> None:
    table = new_table()
    change(client, table, NAME, "Anna")
    view = change(client, table, "/state/players/1/name", "Bobby").json()
    assert [player["name"] for player in view["document"]["state"]["players"]] == ["Anna", "Bobby"]


def test_a_change_upon_an_old_view_is_refused_if_asked(client: TestClient, new_table: Lay) -> None:
    table = new_table()
    change(client, table, NAME, "Anna")
    late = change(client, table, NAME, "Annie", expect=table["seq"])
    assert late.status_code == 409
    assert "a moment ago" in late.json()["detail"]


def test_an_impossible_change_changes_nothing(client: TestClient, new_table: Lay) -> None:
    table = new_table()
    for path, value in ((NAME, ""), ("/state/players/7/name", "X"), ("/photos", []), ("/nowhere", 1), ("", {})):
        assert change(client, table, path, value).status_code == 422, path
    assert client.get(f"/api/v1/tables/{table['id']}").json()["seq"] == table["seq"]


def test_a_moment_is_kept_and_can_be_edited(client: TestClient, ann_has_a_trove: dict[str, Any]) -> None:
    table = ann_has_a_trove
    kept = client.post(f"/api/v1/tables/{table['id']}/snapshots", json={"label": "Round 1"}).json()
    change(client, table, "/state/players/0/rounds/0/dice", [])
    edited = change(client, table, "/snapshots/0/state/players/0/rounds/0/dice/0", "T4").json()
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
    assert len(saved["history"]) == saved["seq"]


def test_a_restart_forgets_nothing(client: TestClient, ann_has_a_trove: dict[str, Any]) -> None:
    from api.http.app import create_app
    from api.http.settings import Settings

    with TestClient(create_app(Settings()), client=("127.0.0.1", 50001)) as again:
        assert again.get(f"/api/v1/tables/{ann_has_a_trove['id']}").json() == ann_has_a_trove


def test_a_table_tells_what_can_be_done_and_what_its_questions_need(client: TestClient) -> None:
    state = {"players": [{"name": "Ann", "dice": [4, 4, 4, 1, 6]}, {"name": "Ben"}]}
    table = client.post("/api/v1/tables", json={"game": "yacht", "state": state}).json()
    moves, nothing = table["moves"]
    assert [move["title"] for move in moves[:3]] == ["Roll 2 of 3", "Put 1 here", "Put 0 here"] and nothing == []
    asked = client.post("/api/v1/games/yacht/questions/coach", json=table["told"][0]["coach"]).json()
    assert asked["verdict"] == "Keep 4 4 4, roll the rest: 169.0 on average."
    fours = next(move for move in moves if move["place"] == "/players/0/fours")
    changes = [{**change, "path": f"/state{change['path']}"} for change in fours["changes"]]
    after = client.patch(f"/api/v1/tables/{table['id']}", json={"changes": changes}).json()
    assert after["score"]["sheets"][0]["total"] == 12
    assert after["document"]["state"]["players"][0]["dice"] == [] and after["moves"] == [[], []]
    polish = client.get(f"/api/v1/tables/{table['id']}", params={"lang": "pl"}).json()
    assert polish["told"][0]["coach"]["filled"] == ["fours"]
