"""Bad input where one door leads deeper: frames of the live camera, files of taught pictures, lines of notation."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import cv2
import pytest
from websockets.sync.client import connect

from scoring.game import NotationError
from scoring.games import games
from tests.hard.mutations import bad_bytes, bad_text
from tests.hard.service import many
from tests.served import memory_mb, serving
from vision.photo import PhotoError
from vision.taught import TaughtFolder, TeachingError, unpacked
from vision.weights import weights_there

PHOTO = Path(__file__).parent.parent / "browser" / "photos" / "diceminer.jpg"
FRAMES, LINES, FILES = many(1_000, 12), many(12_000, 300), many(1_000, 50)
FRAMES_AT_ONCE = 200
LONGEST_LINE = 2.0  # seconds of the processor


@pytest.mark.skipif(not weights_there(), reason="the weights that read photos are not there")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is looked at under /proc")
@pytest.mark.parametrize("begin", range(0, FRAMES, FRAMES_AT_ONCE))
def test_damaged_frames_get_a_sentence_and_the_camera_goes_on(
    begin: int, tmp_path: Path, figure: Callable[..., None]
) -> None:
    frames = range(begin, min(FRAMES, begin + FRAMES_AT_ONCE))
    small = cv2.resize(cv2.imread(str(PHOTO)), (640, 480))
    good = bytes(cv2.imencode(".jpg", small)[1].tobytes())
    answers: Counter[str] = Counter()
    with serving(tmp_path / "data") as served:
        table, held = served.new_table(), 0.0
        address = f"ws://127.0.0.1:{served.port}/ws/live?table={table}"
        with connect(address, max_size=None) as line:
            assert json.loads(line.recv(timeout=120))["type"] == "ready"
            for number in frames:
                line.send(bad_bytes(Random(f"frame {number}"), good) or b"x")
                told = json.loads(line.recv(timeout=300))
                assert told["type"] == "reading" or told["detail"]
                answers[told["type"]] += 1
                if number == frames[len(frames) // 5]:
                    held = memory_mb(served.process.pid, "VmRSS")
            line.send(good)
            assert json.loads(line.recv(timeout=300))["pieces"]
        now = memory_mb(served.process.pid, "VmRSS")
        assert "Traceback" not in served.log.read_text("utf-8", errors="replace")
    what = "bad input, frames of the live camera: cases; read all the same; memory at the end against the first fifth"
    figure(what, f"{len(frames)}; {answers['reading']}; {now / held:.2f} times", "no failure")


def test_a_damaged_file_of_taught_pictures_gets_a_sentence(tmp_path: Path, figure: Callable[..., None]) -> None:
    folder = TaughtFolder(tmp_path, "rollplayer")
    folder.keep("longsword", cv2.imread(str(PHOTO))[:400, :300])
    good, taken = folder.export(), 0
    for number in range(FILES):
        try:
            taken += bool(unpacked(bad_bytes(Random(f"gallery {number}"), good), "rollplayer", {"longsword"}))
        except (TeachingError, PhotoError) as refusal:
            assert refusal.sentence
    figure("bad input, files of taught pictures: cases; taken in all the same", f"{FILES}; {taken}", "no failure")


def test_a_line_of_notation_is_a_state_or_gets_a_sentence(figure: Callable[..., None]) -> None:
    lines = [(game, game.notation(game.sample(name))) for game in games() for name in game.samples]
    slowest, read = 0.0, 0
    for number in range(LINES):
        chance = Random(f"notation {number}")
        game, good = chance.choice(lines)
        line = bad_text(chance, chance.choice((good, good, chance.choice(lines)[1], "")))
        begin = time.process_time()
        try:
            state = game.parse(line)
            read += 1
            assert game.parse(game.notation(state)) == state
        except NotationError as refusal:
            assert refusal.sentence
        slowest = max(slowest, time.process_time() - begin)
    figure(
        "bad input, notation: cases; states all the same; slowest", f"{LINES}; {read}; {slowest:.2f} s", "no failure"
    )
    assert slowest < LONGEST_LINE
