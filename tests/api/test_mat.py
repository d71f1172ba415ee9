"""The mat to print, from the terminal and over HTTP."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient

from tests.terminal import tally


@pytest.mark.parametrize(("paper", "width"), [("a4", "210mm"), ("letter", "215.9mm")])
def test_the_mat_is_drawn_in_its_true_size(paper: str, width: str, tmp_path: Path, client: TestClient) -> None:
    file = tmp_path / "mat.svg"
    assert tally("mat", str(file), "--paper", paper, "--lang", "el").exit_code == 0
    assert ElementTree.fromstring(file.read_text(encoding="utf-8")).get("width") == width
    answer = client.get(f"/api/v1/mat/{paper}.svg?lang=el")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text == file.read_text(encoding="utf-8")
    assert "τυπώστε" in answer.text


def test_other_papers_and_places_are_refused(tmp_path: Path, client: TestClient) -> None:
    assert "'a4', 'letter'" in tally("mat", str(tmp_path / "mat.svg"), "--paper", "poster").output
    assert "No such file or directory" in tally("mat", str(tmp_path / "none" / "mat.svg")).output
    assert client.get("/api/v1/mat/poster.svg").status_code == 422
