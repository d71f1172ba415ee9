"""The shell, its worker and its files: everything comes from this host."""

from __future__ import annotations

import json
import re

import pytest
from fastapi.testclient import TestClient

from api.http.files import WEB, address_of, static_files
from api.http.routes.pages import VIEWS
from scoring.diceminer import pieces as diceminer
from scoring.rollplayer import pieces as rollplayer
from vision.reading import UNSURE
from vision.settling import FRAMES_TO_SETTLE
from vision.tables import READABLE


def addresses() -> list[str]:
    """Every address that the page's own router knows, with and without what may be left out."""
    script = (WEB / "static" / "app.js").read_text("utf-8")
    found = set()
    for pattern in re.findall(r"^  \[/\^(.+?)\$/, \(\) => import", script, re.MULTILINE):
        plain = pattern.replace("\\/", "/")
        for written in (re.sub(r"\(\?:.*\)\?$", "", plain), plain):
            found.add(re.sub(r"\(\?:|\)\?$|[()]", "", written).replace("[\\w-]+", "abc").replace("\\w+", "abc"))
    return sorted(found)


def test_the_addresses_are_found() -> None:
    assert {"/", "/new", "/cards", "/cards/abc", "/t/abc", "/t/abc/abc", "/desk/abc"} <= set(addresses())
    assert len(addresses()) == len(VIEWS)


@pytest.mark.parametrize("path", addresses())
def test_every_address_shows_the_shell_without_being_sent_elsewhere(client: TestClient, path: str) -> None:
    page = client.get(path, follow_redirects=False)
    assert page.status_code == 200
    assert "default-src 'self'" in page.headers["content-security-policy"]
    assert f'src="{address_of("app.js")}"' in page.text


def test_the_shell_speaks_the_language_that_was_chosen(client: TestClient) -> None:
    assert '<html lang="el">' in client.get("/", headers={"accept-language": "el-GR,en;q=0.5"}).text
    assert '<html lang="pl">' in client.get("/", headers={"cookie": "tally_lang=pl", "accept-language": "el"}).text


def test_no_file_of_the_page_names_another_host() -> None:
    allowed = ("http://www.w3.org/",)
    for path in [*WEB.rglob("*.js"), *WEB.rglob("*.html"), *WEB.rglob("*.css"), *WEB.rglob("*.svg")]:
        text = path.read_text("utf-8")
        code = re.sub(r"^ *//.*$", "", text, flags=re.MULTILINE) if "vendor" in path.parts else text
        found = re.findall(r"https?://[^\s\"'`$]+", code)
        assert [url for url in found if not url.startswith(allowed)] == [], path


def test_every_import_of_a_module_exists() -> None:
    static = WEB / "static"
    for path in static.rglob("*.js"):
        for name in re.findall(r"(?:from|import\()\s*\"(\.[^\"]+)\"", path.read_text("utf-8")):
            assert (path.parent / name).resolve().is_file(), f"{path.name} imports {name}"


def test_the_worker_keeps_every_file(client: TestClient) -> None:
    worker = client.get("/sw.js").text
    for name in static_files():
        assert f'"{address_of(name)}"' in worker
        assert client.get(address_of(name)).status_code == 200


def test_files_are_kept_for_ever_under_their_fingerprint_and_compressed(client: TestClient) -> None:
    plain = {"accept-encoding": "identity"}
    for name in ("app.js", "css/parts.css", "icon.svg"):
        fixed, whole = client.get(address_of(name)), client.get(address_of(name), headers=plain)
        assert "immutable" in fixed.headers["cache-control"]
        assert fixed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in whole.headers
        assert fixed.content == whole.content
        assert int(fixed.headers["content-length"]) < len(whole.content)
        assert client.get(f"/static/{name}").headers["cache-control"] == "no-cache"
    shell = client.get("/")
    assert shell.headers["content-encoding"] == "gzip"
    assert int(shell.headers["content-length"]) < len(shell.content) / 3
    assert client.get("/static/0123456789/app.js").status_code == 404


def test_the_manifest_is_in_order(client: TestClient) -> None:
    manifest = client.get("/manifest.webmanifest").json()
    assert manifest["start_url"] == "./"  # where the manifest lies: a pocket may lie below a path
    for icon in manifest["icons"]:
        assert client.get(icon["src"]).status_code == 200


def test_health_and_version(client: TestClient) -> None:
    assert client.get("/api/v1/health").json()["database"] is True
    assert client.get("/api/v1/version").json()["name"] == "tally"


def test_the_first_answer_tells_what_unsure_and_settled_mean_and_how_photos_are_corrected(client: TestClient) -> None:
    page = client.get("/", headers={"accept-language": "pl"}).text
    boot = json.loads(re.search(r'id="boot"[^>]*>(.*?)</script>', page, re.DOTALL)[1])  # type: ignore[index]
    assert boot["reading"] == {"unsure": UNSURE, "frames": FRAMES_TO_SETTLE}
    photo = {game["id"]: game["photo"] for game in boot["games"]}
    assert {"value": "rows/wisdom/2", "label": "mądrość 3"} in photo["rollplayer"]["places"]
    assert [turn["value"] for turn in photo["rollplayer"]["turns"]] == ["far", "top", "bottom", "left", "right"]
    assert photo["diceminer"] == {"places": [], "turns": []}
    assert all((photo[game] is None) == (game not in READABLE) for game in photo)


@pytest.mark.parametrize("lang", ["en", "el", "pl"])
def test_the_page_is_told_which_dice_there_are(client: TestClient, lang: str) -> None:
    """Letters and faces have one source: the pieces of the game, which read back every code that the page can write."""
    page = client.get("/", params={"lang": lang}).text
    boot = json.loads(re.findall(r'id="boot">(.+?)</script>', page)[0])
    dice = {game["id"]: game["dice"] for game in boot["games"]}
    for kind in dice["diceminer"]:
        assert {diceminer.die(face["code"]).code for face in kind["faces"]} == {face["code"] for face in kind["faces"]}
    for kind in dice["rollplayer"]:
        assert all(rollplayer.die(face["code"]).possible for face in kind["faces"])
    named = {face["code"]: face["name"] for kind in dice["diceminer"] for face in kind["faces"]}
    assert named["Hd4"] == {"en": "hazard, 4 dragon", "el": "κίνδυνος, 4 δράκος", "pl": "zagrożenie, 4 smok"}[lang]
