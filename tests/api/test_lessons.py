"""What somebody names in a photo is remembered, so that the next photo knows it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

import vision
from api.owner.lessons import open_lessons
from scoring.games import load

SAMPLE = Path(vision.__file__).parent / "samples" / "dwar7s-1.jpg"
COLOURS = ("blue", "red", "green", "yellow")


def photographed(client: TestClient) -> dict[str, Any]:
    """The sample layout on a table of its own."""
    state = {"players": [{"name": colour.title(), "colour": colour} for colour in COLOURS]}
    table = client.post("/api/v1/tables", json={"game": "dwar7s", "title": "Hall", "state": state}).json()
    files = {"photo": ("hall.jpg", SAMPLE.read_bytes(), "image/jpeg")}
    photo: dict[str, Any] = client.post(f"/api/v1/tables/{table['id']}/photos", files=files).json()
    return photo


def free_card(photo: dict[str, Any]) -> dict[str, Any]:
    """A card on which no dwarf stands."""
    dwarves = [piece["box"] for piece in photo["pieces"] if piece["code"].startswith("dwarf")]

    def stands_on(box: list[float], dwarf: list[float]) -> bool:
        x, y = (dwarf[0] + dwarf[2]) / 2, (dwarf[1] + dwarf[3]) / 2
        return box[0] < x < box[2] and box[1] < y < box[3]

    return next(
        piece
        for piece in photo["pieces"]
        if piece["code"] == "?" and not any(stands_on(piece["box"], dwarf) for dwarf in dwarves)
    )


def test_a_card_that_was_named_is_known_in_the_next_photo(client: TestClient) -> None:
    photo = photographed(client)
    lessons = f"/api/v1/photos/{photo['id']}/lessons"
    assert client.get(lessons).json() == []
    piece = free_card(photo)
    told = {"action": "change", "piece": piece["id"], "value": {"code": "red tavern 3"}, "phone": "p", "id": "1"}
    assert client.post(f"/api/v1/photos/{photo['id']}/corrections", json=told).status_code == 200
    assert client.get(lessons).json() == [{"piece": piece["id"], "item": "tavern", "name": "Tavern"}]
    assert client.post(lessons).json() == {"items": ["tavern"]}
    assert client.get(lessons).json() == [] and client.post(lessons).json() == {"items": []}

    again = photographed(client)
    assert not again["known"], "with other pictures taught the same photo is read anew"
    same = next(one for one in again["pieces"] if one["box"] == piece["box"])
    colour, kind, turn = (same["code"] if same["code"] != "?" else same["options"][0]["code"]).split()
    assert (kind, turn) == ("tavern", "3") and colour in COLOURS
    assert photographed(client)["known"]


def test_what_is_hidden_has_two_sides_or_was_not_named_by_hand_teaches_nothing() -> None:
    def piece(code: str, **more: Any) -> dict[str, Any]:
        return {"id": code, "code": code, "box": [0, 0, 100, 100], "by_hand": True, **more}

    dwarf = piece("dwarf blue", box=[40, 40, 60, 60])
    dwar7s, diceminer = load("dwar7s"), load("diceminer")
    card = piece("red tavern 1")
    assert [(one.item, one.quarter) for one in open_lessons(dwar7s, [card], ())] == [("tavern", 1)]
    assert open_lessons(dwar7s, [card], {"tavern"}) == []
    assert open_lessons(dwar7s, [card, dwarf], ()) == []
    assert open_lessons(dwar7s, [card | {"by_hand": False}], ()) == []
    assert open_lessons(dwar7s, [piece("?")], ()) == []
    assert open_lessons(diceminer, [piece("engineer", place="hero")], ()) == []
