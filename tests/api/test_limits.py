"""How much a route takes follows from what the route reads, not from how its address is written."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from fastapi.testclient import TestClient
from PIL import Image

from api.http.app import create_app
from api.http.settings import MEGABYTE, Settings

SMALL = Settings(largest_body=2_000, largest_photo=20_000)
BETWEEN = b"x" * 5_000
FORM, JSON = "multipart/form-data", "application/json"


def routes_that_read(kind: str) -> list[str]:
    """Every route whose body is of a kind, as METHOD /path with something in each place."""
    paths = create_app(SMALL).openapi()["paths"]
    return [
        f"{method.upper()} {re.sub(r'{[^}]+}', 'diceminer', path)}"
        for path, methods in paths.items()
        for method, about in methods.items()
        if kind in about.get("requestBody", {}).get("content", {})
    ]


@pytest.fixture
def strict(data_folder: Path) -> Iterator[TestClient]:
    """A service with small limits, seen from this machine."""
    with TestClient(create_app(SMALL), client=("127.0.0.1", 50000)) as here:
        yield here


def in_pieces(data: bytes) -> Iterator[bytes]:
    """A body whose length is not declared."""
    yield from (data[start : start + 500] for start in range(0, len(data), 500))


@pytest.mark.parametrize("route", routes_that_read(FORM))
def test_every_route_for_photos_takes_a_photo_but_no_large_json(strict: TestClient, route: str) -> None:
    method, path = route.split(" ")
    assert strict.request(method, path, files={"photo": ("p.jpg", BETWEEN)}).status_code in (404, 422, 503)
    assert strict.request(method, path, files={"photo": ("p.jpg", BETWEEN * 5)}).status_code == 413
    for kind in (JSON, "application/x-www-form-urlencoded"):
        assert strict.request(method, path, content=BETWEEN, headers={"content-type": kind}).status_code == 413


@pytest.mark.parametrize("route", routes_that_read(JSON))
def test_no_route_for_data_takes_the_size_of_a_photo(strict: TestClient, route: str) -> None:
    method, path = route.split(" ")
    for kind in (JSON, f"{FORM}; boundary=b"):
        headers = {"content-type": kind}
        assert strict.request(method, path, content=in_pieces(BETWEEN), headers=headers).status_code == 413


def test_there_are_routes_of_both_kinds() -> None:
    assert len(routes_that_read(FORM)) >= 3
    assert len(routes_that_read(JSON)) >= 8


def test_a_picture_of_three_megabytes_joins_the_gallery(client: TestClient) -> None:
    noise = Image.frombytes("L", (2_200, 2_200), Random(7).randbytes(2_200 * 2_200))
    picture = io.BytesIO()
    noise.save(picture, "JPEG", quality=85)
    assert 3 * MEGABYTE < len(picture.getvalue()) < 20 * MEGABYTE
    answer = client.post("/api/v1/games/rollplayer/gallery/elf", files={"photo": ("elf.jpg", picture.getvalue())})
    assert answer.status_code == 201, answer.text
