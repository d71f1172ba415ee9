"""Run in a tree in which a game was copied (``GAME PHOTO``): everything that every door answers about it, as JSON."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from api.http.app import create_app
from api.http.settings import Settings
from api.reading.process import ReaderProcess


def told(game: str, photo: Path) -> dict[str, Any]:
    """The answers of every door for one game."""
    with ExitStack() as open_here:
        reader = ReaderProcess(seconds=300)  # a page of a club has none of its own
        open_here.callback(reader.stop)
        client = open_here.enter_context(TestClient(create_app(Settings(), reader), client=("127.0.0.1", 50000)))
        at = f"/api/v1/games/{game}"
        card = client.get(at).json()
        state = client.get(f"{at}/samples/{next(iter(card['samples']))}").json()
        examples = client.get(f"{at}/questions").json()
        table = client.post("/api/v1/tables", json={"game": game, "players": ["Ann", "Bob"]}).json()
        seen = f"/api/v1/tables/{table['id']}"
        read = client.post(
            f"{seen}/photos", files={"photo": ("p.jpg", photo.read_bytes(), "image/jpeg")}, data={"player": "0"}
        )
        files = [f"games/{game}/index.js", f"games/{game}/mountain.js"]
        return {
            "title": card["title"],
            "score": client.post(f"{at}/score", json={"state": state}).json(),
            "problems": client.post(f"{at}/check", json={"state": state}).json(),
            "drawing": client.post(f"{at}/draw", json={"state": state}).text,
            "notation": client.post(f"{at}/notation", json={"state": state}).json()["notation"],
            "rulings": [client.post(f"{at}/questions/{q['id']}", json=q["example"]).json() for q in examples],
            "search": client.get(f"{at}/rules", params={"q": "what is a tunnel worth?"}).json(),
            "photo": (read.status_code, client.get(seen).json()["document"]["state"]),
            "export": client.get(f"{seen}/export.csv").text,
            "export_notation": client.get(f"{seen}/export.json").json()["notation"],
            "page": [client.get(f"/static/{name}").status_code for name in files],
            "boot": f'"id": "{game}"' in client.get("/").text and card["page"],
        }


if __name__ == "__main__":
    print(json.dumps(told(sys.argv[1], Path(sys.argv[2]))))
