"""Titles in the pocket are read and told apart as on a server: Tesseract and rapidfuzz against what stands for them."""

from __future__ import annotations

import base64
import importlib.util
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import rapidfuzz
from PIL import Image, ImageDraw, ImageFont

from api.compile import ROOT
from api.errors import UserError
from api.pocket import tape
from api.pocket.making import STORE
from api.pocket.parts import TESSERACT, has_npm, npm_folder
from scoring.games import games
from tests.vision.cards import card
from vision import titles
from vision.teachable import pieces_of
from vision.weights import model_path

pytestmark = pytest.mark.home
BRIDGE = Path(__file__).with_name("letters_bridge.mjs")
OURS = ROOT / "api" / "web" / "static" / "pocket" / "letters.js"
STAND_INS = ROOT / "api" / "pocket" / "stand_ins"
LINES = (
    *(("eng", text) for text in ("Dark Elf", "Chain Helm", "Blessed Mace", "Training Room", "12 Gold")),
    *(("pol", text) for text in ("Zbroja płytowa", "Łucznik", "Kapłan")),
)


def stand_in(name: str) -> ModuleType:
    """A package of the pocket, beside the one of its name that is installed here."""
    spec = importlib.util.spec_from_file_location(f"pocket_{name.replace('.', '_')}", _file(name))
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _file(name: str) -> Path:
    path = STAND_INS / name.replace(".", "/")
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


class Bridge:
    """The browser's Tesseract in a process of node."""

    def __init__(self, folder: Path) -> None:
        command = ["node", BRIDGE, folder, model_path(titles.DATA).resolve(), OURS]
        self.node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.asked: list[str] = []

    def call(self, work: str, *args: Any) -> Any:
        assert self.node.stdin and self.node.stdout
        self.asked.append(work)
        written = json.dumps({"work": work, "args": args}, default=lambda v: {"base64": base64.b64encode(v).decode()})
        self.node.stdin.write(written + "\n")
        told = json.loads(self.node.stdout.readline())
        assert "failed" not in told, told
        return told["found"]


@pytest.fixture(scope="module")
def bridge() -> Iterator[Bridge]:
    if not has_npm():
        pytest.skip("the pocket is made with npm and node, which are not installed")
    try:
        there = Bridge(npm_folder(TESSERACT, STORE).resolve())
    except UserError as error:
        pytest.skip(str(error))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tape, "call", there.call)
        patch.setattr(tape, "wait", there.call)
        yield there
    there.node.communicate()  # its input ends, and so does it


class Picture:
    """As the pocket's Pillow has it."""

    def __init__(self, pixels: Any) -> None:
        self.pixels = pixels


def written(text: str) -> Any:
    """A line as it is cut out of a card."""
    font = ImageFont.load_default(34)
    left, top, right, bottom = font.getbbox(text)
    picture = Image.new("RGB", (round(right - left) + 24, round(bottom - top) + 24), (214, 203, 180))
    ImageDraw.Draw(picture).text((12 - left, 12 - top), text, font=font, fill=(40, 30, 60))
    return titles._ink_on_paper(np.asarray(picture))


def test_a_line_says_the_same_in_the_pocket(bridge: Bridge) -> None:
    tesserocr = stand_in("tesserocr")
    for language, text in LINES:
        line = written(text)
        reader = tesserocr.PyTessBaseAPI(path="", lang=language, psm=tesserocr.PSM.SINGLE_LINE)
        reader.SetVariable("tessedit_char_whitelist", "")
        reader.SetImage(Picture(line))
        said, sure = titles._read(line, language, "")
        assert reader.GetUTF8Text().strip() == said, text
        assert abs(reader.MeanTextConf() / 100 - sure) <= 0.15, text  # of two versions of Tesseract
    assert bridge.asked.count("letters") == 2  # a language is loaded once


def test_only_the_signs_that_may_occur_are_read(bridge: Bridge) -> None:
    tesserocr = stand_in("tesserocr")
    reader = tesserocr.PyTessBaseAPI(path="", lang="eng", psm=tesserocr.PSM.SINGLE_LINE)
    reader.SetVariable("tessedit_char_whitelist", "0123456789")
    reader.SetImage(Picture(written("17")))
    assert reader.GetUTF8Text().strip() == "17"


def test_a_card_has_the_same_title_in_the_pocket(bridge: Bridge, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"dark_elf": ("Dark Elf",), "goblin": ("Goblin",), "elf": ("Elf",)}
    pictures = [np.ascontiguousarray(np.rot90(card(3, title="Dark Elf"), turn)) for turn in range(4)]
    expected = [titles.title_of(picture, known, ["en"]) for picture in pictures]
    monkeypatch.setitem(sys.modules, "tesserocr", stand_in("tesserocr"))
    monkeypatch.setattr(titles.Image, "fromarray", Picture)
    titles._reader.cache_clear()
    try:
        found = [titles.title_of(picture, known, ["en"]) for picture in pictures]
    finally:
        titles._reader.cache_clear()
    assert [(one.item, one.quarter) for one in found] == [(one.item, one.quarter) for one in expected]
    assert all(one.item == "dark_elf" for one in found)


def test_likeness_is_counted_as_rapidfuzz_counts_it() -> None:
    fuzz, process = stand_in("rapidfuzz.fuzz"), stand_in("rapidfuzz.process")
    names = sorted(
        {titles.folded(name) for game in games() for piece in pieces_of(game).values() for name in piece.name.values()}
    )
    rng = random.Random(3)
    asked = ["", "x", *rng.sample(names, 40)]
    asked += ["".join(rng.sample(name, len(name))) for name in rng.sample(names, 20)]
    for text in asked:
        for cutoff in (0.0, titles.LIKELY):
            ours = process.extract(text, names, scorer=fuzz.ratio, score_cutoff=cutoff, limit=6)
            theirs = rapidfuzz.process.extract(text, names, scorer=rapidfuzz.fuzz.ratio, score_cutoff=cutoff, limit=6)
            assert [(one[0], one[2]) for one in ours] == [(one[0], one[2]) for one in theirs], text
            assert [one[1] for one in ours] == pytest.approx([one[1] for one in theirs])
