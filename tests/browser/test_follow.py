"""The table's eye in a real browser: a film of a trove is the camera; hands pass over it, and pieces come and go."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, PHOTOS, chromium_filming, needs_weights

LONG = 300_000  # milliseconds that a reading may take on a busy machine
SKIN = (128, 160, 205)
TUNNELS_IN_THE_BOX = 27
NOTHING_SEEN = {"type": "reading", "width": 640, "height": 480, "pieces": [], "agreed": 0, "rate": 1}


def hand_over(picture: np.ndarray, at: float) -> np.ndarray:
    """The picture with an arm that reaches into it, so far across."""
    shown = picture.copy()
    x = round(at * picture.shape[1])
    cv2.line(shown, (x, picture.shape[0]), (x, picture.shape[0] // 3), SKIN, 90)
    cv2.circle(shown, (x, picture.shape[0] // 3), 70, SKIN, -1)
    return shown


def film(path: Path, pictures: list[np.ndarray]) -> Path:
    """Pictures as the film of a camera, which begins again at its end; 30 of them take a second."""
    path.write_bytes(b"".join(cv2.imencode(".jpg", picture)[1].tobytes() for picture in pictures))
    return path


@contextmanager
def phone_with(playwright: Any, video: Path, server: str) -> Iterator[Any]:
    """A phone whose camera shows this film."""
    with chromium_filming(playwright, video) as chromium:
        page = chromium.new_context(
            viewport=PHONE, has_touch=True, is_mobile=True, locale="en-GB", base_url=server, permissions=["camera"]
        ).new_page()
        page.set_default_timeout(LONG)
        yield page


def trove() -> np.ndarray:
    picture = cv2.imread(str(PHOTOS / "diceminer.jpg"))
    assert picture is not None
    return picture


def follow(page: Any, server: str, dice_of_ben: list[str]) -> Callable[[], list[str]]:
    """Follow the trove of Ann with the camera; gives what the service has of it."""
    body = {"game": "diceminer", "players": ["Ann", "Ben"]}
    made = page.request.post(f"{server}/api/v1/tables", data=body).json()
    table, version = made["id"], made["version"]
    if dice_of_ben:
        value = [{"dice": dice_of_ben}]
        step = {"kind": "set", "path": "/state/players/1/rounds", "expect": [], "value": value}
        change = {"version": version, "steps": [step]}
        told = page.request.post(f"{server}/api/v1/tables/{table}/changes", data=change)
        assert told.ok, told.text()
    page.goto(f"/t/{table}/live")
    page.get_by_role("button", name="Follow the table").click()
    expect(page.get_by_role("button", name="Follow the table")).to_have_attribute("aria-pressed", "true")

    def dice() -> list[str]:
        document = page.request.get(f"{server}/api/v1/tables/{table}").json()["document"]
        rounds = document["state"]["players"][0]["rounds"]
        return sorted(die for one in rounds for die in one["dice"])

    return dice


@needs_weights
def test_what_settles_is_laid_and_hands_change_nothing(playwright: Any, server: str, tmp_path: Path) -> None:
    still = trove()
    passing = [hand_over(still, at) for at in np.linspace(0.1, 0.9, 40)]
    with phone_with(playwright, film(tmp_path / "hands.mjpeg", [still] * 120 + passing), server) as page:
        dice = follow(page, server, [])
        log = page.get_by_label("What changed on the table")
        expect(log.locator("li").first).to_be_visible(timeout=LONG)
        settled = dice()
        assert len(settled) == 8
        told = log.locator("li").all_text_contents()
        assert len(told) == 8 and log.locator("li.bad").count() == 0, told
        assert all(text.startswith("Ann: ") for text in told)
        end = time.monotonic() + 20  # the hand passes three times and more
        while time.monotonic() < end:
            assert dice() == settled
            time.sleep(1)
        assert log.locator("li").count() == 8


@needs_weights
def test_a_change_that_cannot_be_is_told_as_such(playwright: Any, server: str, tmp_path: Path) -> None:
    """Ben has all white dice of the box already; Ann's trove shows five more."""
    with phone_with(playwright, film(tmp_path / "still.mjpeg", [trove()] * 30), server) as page:
        follow(page, server, ["T1"] * TUNNELS_IN_THE_BOX)
        log = page.get_by_label("What changed on the table")
        expect(log.locator("li.bad").first).to_contain_text("Not legal, or read wrongly", timeout=LONG)
        expect(log.locator("li.bad").first).to_contain_text("27")


def test_the_camera_goes_on_after_a_picture_that_could_not_be_read(phone: Any, server: str) -> None:
    """One that got a sentence, or that nobody read in time, was the last one: the camera stood still."""
    answers = [{"type": "problem", "detail": "Take another one."}, {"type": "late"}, NOTHING_SEEN]
    heard: list[int] = []

    def answer(line: Any) -> None:
        def hear(frame: Any) -> None:
            heard.append(len(frame))
            if len(heard) <= len(answers):
                line.send(json.dumps(answers[len(heard) - 1]))

        line.on_message(hear)
        line.send(json.dumps({"type": "ready"}))

    body = {"game": "diceminer", "players": ["Ann", "Ben"]}
    table = phone.request.post(f"{server}/api/v1/tables", data=body).json()["id"]
    phone.route_web_socket(lambda url: "/ws/live" in url, answer)
    phone.goto(f"/t/{table}/live")
    expect(phone.get_by_text("Take another one.")).to_be_visible()
    expect(phone.get_by_text("No piece in sight")).to_be_visible()
    assert len(heard) >= len(answers)
