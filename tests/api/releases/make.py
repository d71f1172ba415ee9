"""Write down a data folder as the present release leaves it: ``python -m tests.api.releases.make 0.3.0``.

Every sample game, laid, changed, undone and changed again, and a table with a photo and a correction. What later
releases must make of it stands beside it in ``tables.json``. Made once, when a release is made.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

HERE = Path(__file__).parent
PHOTO = HERE.parents[1] / "browser" / "photos" / "diceminer.jpg"


def changed(client: TestClient, table: dict[str, Any]) -> None:
    """Somebody takes another name, takes it back, and takes a third one."""
    address, name = f"/api/v1/tables/{table['id']}", table["document"]["state"]["players"][0]["name"]
    for number, other in enumerate((f"{name} II", f"{name} III")):
        step = {"kind": "set", "path": "/state/players/0/name", "value": other, "expect": name}
        body = {"version": table["version"], "steps": [step], "phone": "p", "id": f"{table['id']}-{number}"}
        assert client.post(f"{address}/changes", json=body).status_code == 200
        if not number:
            assert client.post(f"{address}/undo", json={"phone": "p"}).status_code == 200


def lay(client: TestClient) -> None:
    """The tables of the evening."""
    for game in client.get("/api/v1/games").json():
        for sample in client.get(f"/api/v1/games/{game['id']}").json()["samples"]:
            state = client.get(f"/api/v1/games/{game['id']}/samples/{sample}").json()
            body = {"game": game["id"], "title": f"{game['title']}: {sample}", "state": state}
            laid = client.post("/api/v1/tables", json=body)
            assert laid.status_code == 201, laid.text
            changed(client, laid.json())


def photographed(client: TestClient) -> None:
    """A table with a photo, one of whose dice somebody corrected."""
    body = {"game": "diceminer", "title": "Photos of diceminer", "players": ["Ann", "Bob"]}
    table = client.post("/api/v1/tables", json=body).json()["id"]
    sent = client.post(f"/api/v1/tables/{table}/photos", files={"photo": ("p.jpg", PHOTO.read_bytes(), "image/jpeg")})
    assert sent.status_code == 201, sent.text
    (photo,) = client.get(f"/api/v1/tables/{table}/photos").json()
    piece = {"piece": photo["pieces"][0]["id"], "action": "change", "value": {"code": "T1"}}
    corrected = client.post(f"/api/v1/photos/{photo['id']}/corrections", json=piece)
    assert corrected.status_code < 300, corrected.text


def main(name: str) -> None:
    """Make the folder and write it down."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TALLY_DATA"] = folder
        from api.http.app import create_app
        from api.http.settings import Settings

        with TestClient(create_app(Settings()), client=("127.0.0.1", 50000)) as client:
            lay(client)
            photographed(client)
            cards = client.get("/api/v1/tables", params={"limit": 200}).json()
            told = {card["id"]: {"card": card, "totals": totals(client, card["id"])} for card in cards}
        database = sqlite3.connect(Path(folder) / "tally.sqlite3")
        lines = "\n".join(database.iterdump())
        database.close()
    target = HERE / name
    target.mkdir()
    (target / "tally.sql").write_text(lines, "utf-8")
    (target / "tables.json").write_text(json.dumps(told, ensure_ascii=False, separators=(",", ":")), "utf-8")


def totals(client: TestClient, table: str) -> list[list[Any]]:
    """Every player's total and the least that it can be."""
    sheets = client.get(f"/api/v1/tables/{table}").json()["score"]["sheets"]
    return [[sheet["player"], sheet["total"], sheet["at_least"]] for sheet in sheets]


if __name__ == "__main__":
    main(sys.argv[1])
