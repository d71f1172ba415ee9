"""OpenCV in the pocket answers as OpenCV on a server does, function by function."""

from __future__ import annotations

import ast
import base64
import functools
import importlib.util
import inspect
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from api.compile import ROOT
from api.errors import UserError
from api.pocket import tape
from api.pocket.making import STORE
from api.pocket.parts import OPENCV, has_npm, npm_folder
from vision import boards
from vision.photo import open_photo
from vision.samplecopy import COPIES, SAMPLES, SampleCopy

pytestmark = [
    pytest.mark.home,
    pytest.mark.skipif(not has_npm(), reason="the pocket is made with npm and node, which are not installed"),
]
BRIDGE = Path(__file__).with_name("opencv_bridge.mjs")
OURS = ROOT / "api" / "web" / "static" / "pocket" / "opencv.js"
ELSEWHERE = ("photo.py", "bench.py", "live.py", "overlay.py")
"""Files, films and drawings belong to the browser there."""
SHOWN = SAMPLES / "dungeonlords-2.jpg"
STAND_IN = ROOT / "api" / "pocket" / "stand_ins" / "cv2"


class Bridge:
    """The browser's OpenCV in a process of node."""

    def __init__(self, opencv: Path) -> None:
        self.node = subprocess.Popen(
            ["node", BRIDGE, opencv, OURS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def call(self, work: str, *args: Any) -> Any:
        assert self.node.stdin and self.node.stdout
        self.node.stdin.write(json.dumps({"work": work, "args": args}, default=_written) + "\n")
        told = json.loads(self.node.stdout.readline(), object_hook=_opened)
        assert "failed" not in told, told
        return told.get("found")


def _written(value: Any) -> Any:
    return {"base64": base64.b64encode(value).decode()}


def _opened(value: dict[str, Any]) -> Any:
    return base64.b64decode(value["base64"]) if "base64" in value else value


@pytest.fixture(scope="module")
def whole() -> Iterator[Any]:
    """The pocket's cv2, all of it."""
    try:
        opencv = npm_folder(OPENCV, STORE) / "dist" / "opencv.js"
    except UserError as error:
        pytest.skip(str(error))
    spec = importlib.util.spec_from_file_location(
        "pocket_cv2", STAND_IN / "__init__.py", submodule_search_locations=[str(STAND_IN)]
    )
    assert spec and spec.loader
    sys.modules["pocket_cv2"] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.use_whole()
    bridge = Bridge(opencv)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tape, "call", bridge.call)
        yield module
    bridge.node.communicate()  # its input ends, and so does it


RANDOM = np.random.default_rng(7)
SOFT = cv2.GaussianBlur(RANDOM.integers(0, 256, (60, 80, 3), np.uint8), (0, 0), 2.0)
SOFT = cv2.normalize(SOFT, np.empty_like(SOFT), 0, 255, cv2.NORM_MINMAX)
GREY = cv2.cvtColor(SOFT, cv2.COLOR_RGB2GRAY)
MASK = ((GREY > 128) * 255).astype(np.uint8)
KERNEL = np.ones((3, 3), np.uint8)
TURN = np.array([[0.9, -0.2, 3.0], [0.3, 1.1, -2.0]])
BEND = np.array([[0.9, -0.2, 3.0], [0.3, 1.1, -2.0], [0.001, -0.0005, 1.0]])
SQUARE = np.array([[4, 5], [60, 9], [55, 50], [8, 44]], np.float32)
OTHER = np.array([[20, 0], [70, 12], [58, 58], [12, 40]], np.float32)
MANY = RANDOM.uniform(0, 50, (20, 2)).astype(np.float32)
SEEN = cv2.perspectiveTransform(MANY[None], BEND)[0]
GRID = np.stack(np.meshgrid(np.linspace(-3, 85, 30), np.linspace(-3, 65, 20)), axis=-1).astype(np.float32)
CALLS: dict[str, Callable[[Any], Any]] = {
    "resize": lambda c: c.resize(SOFT, (33, 21), interpolation=c.INTER_AREA),
    "resize by a factor": lambda c: c.resize(SOFT, None, fx=1.5, fy=1.5, interpolation=c.INTER_CUBIC),
    "resize linear": lambda c: c.resize(SOFT, (64, 50)),
    "cvtColor grey": lambda c: c.cvtColor(SOFT, c.COLOR_RGB2GRAY),
    "cvtColor hsv": lambda c: c.cvtColor(SOFT, c.COLOR_RGB2HSV),
    "cvtColor lab": lambda c: c.cvtColor(SOFT.astype(np.float32) / 255, c.COLOR_RGB2LAB),
    "cvtColor lab of bytes": lambda c: c.cvtColor(SOFT, c.COLOR_RGB2LAB),
    "cvtColor from lab": lambda c: c.cvtColor(SOFT, c.COLOR_LAB2RGB),
    "createCLAHE": lambda c: c.createCLAHE(3.0, (8, 8)).apply(GREY),
    "LUT": lambda c: c.LUT(
        SOFT, (255 - np.arange(256)).astype(np.uint8).repeat(3).reshape(256, 1, 3).transpose(1, 0, 2)
    ),
    "GaussianBlur": lambda c: c.GaussianBlur(SOFT, (5, 5), 0),
    "GaussianBlur by its sigma": lambda c: c.GaussianBlur(GREY.astype(np.float32), (0, 0), 1.3),
    "medianBlur": lambda c: c.medianBlur(SOFT, 5),
    "blur": lambda c: c.blur(GREY.astype(np.float64), (3, 3), borderType=c.BORDER_REFLECT),
    "boxFilter": lambda c: c.boxFilter(
        GREY.astype(np.float32), -1, (1, 5), anchor=(0, 0), borderType=c.BORDER_REPLICATE
    ),
    "Sobel": lambda c: c.Sobel(GREY.astype(np.float32), c.CV_32F, 1, 0),
    "Sobel of colours": lambda c: c.Sobel(SOFT.astype(np.float32), c.CV_32F, 0, 1, ksize=3, scale=1 / 8),
    "magnitude": lambda c: c.magnitude(GREY.astype(np.float32), GREY.T.reshape(GREY.shape).astype(np.float32)),
    "Canny": lambda c: c.Canny(SOFT, 40, 110),
    "morphologyEx": lambda c: c.morphologyEx(MASK, c.MORPH_OPEN, KERNEL),
    "morphologyEx gradient": lambda c: c.morphologyEx(SOFT, c.MORPH_GRADIENT, KERNEL),
    "dilate": lambda c: c.dilate(MASK, KERNEL),
    "erode": lambda c: c.erode(MASK, KERNEL),
    "threshold": lambda c: c.threshold(GREY, 0, 255, c.THRESH_BINARY + c.THRESH_OTSU),
    "adaptiveThreshold": lambda c: c.adaptiveThreshold(GREY, 255, c.ADAPTIVE_THRESH_MEAN_C, c.THRESH_BINARY, 31, -8),
    "adaptiveThreshold of what is darker": lambda c: c.adaptiveThreshold(
        GREY, 255, c.ADAPTIVE_THRESH_MEAN_C, c.THRESH_BINARY_INV, 31, 8
    ),
    "distanceTransform": lambda c: c.distanceTransform(MASK, c.DIST_L2, 5),
    "split": lambda c: c.split(SOFT),
    "copyMakeBorder": lambda c: c.copyMakeBorder(SOFT, 0, 4, 0, 3, c.BORDER_CONSTANT, value=(114, 114, 114)),
    "copyMakeBorder by numpy's numbers": lambda c: c.copyMakeBorder(
        SOFT, 0, np.int64(4), 0, np.int32(3), c.BORDER_CONSTANT, value=(114, 114, 114)
    ),
    "copyMakeBorder grey": lambda c: c.copyMakeBorder(GREY, 12, 12, 12, 12, c.BORDER_CONSTANT, value=37.0),
    "warpAffine": lambda c: c.warpAffine(SOFT, TURN, (70, 50), borderMode=c.BORDER_REPLICATE),
    "warpAffine on grey": lambda c: c.warpAffine(SOFT, TURN, (70, 50), flags=c.INTER_LINEAR, borderValue=(114,) * 3),
    "warpPerspective": lambda c: c.warpPerspective(
        SOFT, BEND, (70, 50), flags=c.INTER_LINEAR | c.WARP_INVERSE_MAP, borderMode=c.BORDER_REPLICATE
    ),
    "remap": lambda c: c.remap(
        SOFT, GRID[..., 0].copy(), GRID[..., 1].copy(), c.INTER_LINEAR, borderMode=c.BORDER_REPLICATE
    ),
    "matchTemplate": lambda c: c.matchTemplate(
        SOFT.astype(np.float32), SOFT[9:30, 12:40].astype(np.float32), c.TM_CCOEFF_NORMED
    ),
    "fillConvexPoly": lambda c: c.fillConvexPoly(MASK.copy(), np.round(SQUARE).astype(np.int32), 7),
    "perspectiveTransform": lambda c: c.perspectiveTransform(MANY[None].astype(np.float64), BEND),
    "getPerspectiveTransform": lambda c: c.getPerspectiveTransform(SQUARE, OTHER),
    "findHomography": lambda c: c.findHomography(MANY, SEEN)[0],
    "findHomography by consent": lambda c: c.findHomography(MANY, SEEN, c.RANSAC, 2.0),
    "findHomography least medians": lambda c: c.findHomography(MANY, SEEN, c.LMEDS)[0],
    "contourArea": lambda c: c.contourArea(SQUARE),
    "arcLength": lambda c: c.arcLength(SQUARE.reshape(-1, 1, 2), True),
    "isContourConvex": lambda c: c.isContourConvex(SQUARE.reshape(-1, 1, 2)),
    "pointPolygonTest": lambda c: c.pointPolygonTest(SQUARE, (20.5, 30.0), True),
    "pointPolygonTest outside": lambda c: c.pointPolygonTest(SQUARE, (0.0, 0.0), False),
    "convexHull": lambda c: c.convexHull(MANY),
    "convexHull of pixels": lambda c: c.convexHull(np.round(MANY).astype(np.int32)),
    "approxPolyDP": lambda c: c.approxPolyDP(c.convexHull(MANY), 6.0, True),
    "intersectConvexConvex": lambda c: c.intersectConvexConvex(SQUARE, OTHER)[0],
    "findContours": lambda c: list(c.findContours(MASK, c.RETR_LIST, c.CHAIN_APPROX_SIMPLE)[0]),
    "connectedComponentsWithStats": lambda c: c.connectedComponentsWithStats(MASK),
    "blobFromImages": lambda c: c.dnn.blobFromImages([SOFT, SOFT], 1 / 255),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_browsers_opencv_answers_as_the_servers(name: str, whole: Any) -> None:
    _same(
        CALLS[name](cv2), CALLS[name](whole), off=1.0 if name.startswith(("resize", "warp", "remap", "cvt")) else 1e-3
    )


@pytest.mark.parametrize("size", [(80, 60), (64, 96), (75, 120)])
def test_without_its_part_for_cards_contrast_is_evened_as_on_the_server(size: tuple[int, int], whole: Any) -> None:
    picture = cv2.resize(SOFT, size)
    lab = cv2.cvtColor(picture, cv2.COLOR_RGB2LAB)
    tones = np.ascontiguousarray(lab[..., 0])
    _same(cv2.createCLAHE(3.0, (8, 8)).apply(tones), whole.createCLAHE(3.0, (8, 8)).apply(tones), off=0)
    _same(lab, whole.few.cvtColor(picture, whole.COLOR_RGB2LAB), off=2)
    _same(cv2.cvtColor(lab, cv2.COLOR_LAB2RGB), whole.few.cvtColor(lab, whole.COLOR_LAB2RGB), off=1)


def test_every_call_of_opencv_that_a_reading_makes_is_known_in_the_pocket(whole: Any) -> None:
    unknown = []
    for path in (ROOT / "vision").rglob("*.py"):
        if path.name in ELSEWHERE:
            continue
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and re.fullmatch(r"cv2(\.\w+)+", ast.unparse(call.func)):
                function = functools.reduce(getattr, ast.unparse(call.func).split(".")[1:], whole)
                named = {one.arg: None for one in call.keywords if one.arg}
                try:
                    inspect.signature(function).bind(*call.args, **named)
                except TypeError as error:
                    unknown.append(f"{path.name}:{call.lineno}: {ast.unparse(call.func)}: {error}")
    assert unknown == []


def test_every_number_of_opencv_that_a_reading_names_is_the_servers_in_the_pocket(whole: Any) -> None:
    named = {
        node.attr
        for path in (ROOT / "vision").rglob("*.py")
        if path.name not in ELSEWHERE
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "cv2" and node.attr.isupper()
    }
    numbers = {name: getattr(cv2, name) for name in named if isinstance(getattr(cv2, name), int)}
    assert len(numbers) > 20
    assert {name: getattr(whole, name, None) for name in numbers} == numbers


def test_the_same_places_stand_out_and_look_alike(whole: Any) -> None:
    picture = cv2.cvtColor(_board(), cv2.COLOR_RGB2GRAY)[:300, :400]
    spots, looks = cv2.SIFT_create(300).detectAndCompute(picture, None)
    ours, our_looks = whole.SIFT_create(300).detectAndCompute(picture, None)
    apart = np.array([[np.hypot(one.pt[0] - two.pt[0], one.pt[1] - two.pt[1]) for two in ours] for one in spots])
    assert np.mean(apart.min(axis=1) < 0.3) > 0.95
    alike = _unit(looks) @ _unit(our_looks).T
    assert np.mean(np.where(apart < 0.3, alike, 0).max(axis=1) > 0.99) > 0.9
    assert whole.SIFT_create(300).detectAndCompute(np.full((60, 80), 90, np.uint8), None) == ((), None)


def test_a_taught_board_is_found_by_its_print_where_the_server_finds_it(
    whole: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, photo = _board(), open_photo(SHOWN)
    corners = np.array([[[0, 0], [900, 0], [900, 573], [0, 573]]], np.float64)
    there = cv2.perspectiveTransform(corners, boards.register_board(photo, board))
    monkeypatch.setattr(boards, "cv2", whole)
    monkeypatch.setattr(boards, "_SIFT", whole.SIFT_create)
    assert np.abs(cv2.perspectiveTransform(corners, boards.register_board(photo, board)) - there).max() < 2


def _board() -> Any:
    return SampleCopy(COPIES, "dungeonlords").boards()[0]


def _unit(looks: Any) -> Any:
    return looks / np.linalg.norm(looks, axis=1, keepdims=True)


def test_the_markers_of_the_mat_are_found_alike(whole: Any) -> None:
    page = np.full((200, 200), 255, np.uint8)
    page[40:120, 50:130] = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(0), 3, 80)

    def found(c: Any) -> Any:
        settings = c.aruco.DetectorParameters()
        settings.cornerRefinementMethod = c.aruco.CORNER_REFINE_SUBPIX
        detector = c.aruco.ArucoDetector(c.aruco.getPredefinedDictionary(c.aruco.DICT_4X4_50), settings)
        return list(detector.detectMarkers(page)[:2])

    _same(found(cv2), found(whole), off=0.05)


def _same(one: Any, other: Any, off: float) -> None:
    if isinstance(one, tuple | list):
        assert len(one) == len(other)
        for part, twin in zip(one, other, strict=True):
            _same(part, twin, off)
        return
    one, other = np.asarray(one), np.asarray(other)
    assert one.shape == other.shape
    assert not one.ndim or one.dtype == other.dtype
    np.testing.assert_allclose(one.astype(float), other.astype(float), atol=off, rtol=1e-4)
