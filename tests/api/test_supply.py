"""What Tally is made of: locked, within the ranges that were tested, each part with a licence."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.terminal import tally

ROOT = Path(__file__).parents[2]


def wanted() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [Requirement(line) for line in (*project["dependencies"], *project["optional-dependencies"]["test"])]


def locked() -> dict[str, Requirement]:
    lines = [Requirement(line) for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if line]
    return {canonicalize_name(one.name): one for one in lines}


@pytest.mark.parametrize("one", wanted(), ids=lambda one: one.name)
def test_everything_that_is_needed_is_locked_within_its_range(one: Requirement) -> None:
    lock = locked().get(canonicalize_name(one.name))
    assert lock is not None, "make lock"
    (version,) = (pin.version for pin in lock.specifier if pin.operator == "==")
    assert one.specifier.contains(version), "make lock"


def test_the_two_commands_install_what_is_locked() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert makefile.count("--constraint $(LOCK) --editable") == 2


def test_every_part_has_a_licence_and_every_need_is_listed() -> None:
    parts = {part["name"].lower(): part for part in json.loads(tally("licences", "--json").stdout)}
    assert all(part["licence"] not in ("", "?") for part in parts.values())
    names = {canonicalize_name(name) for name in parts}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {canonicalize_name(Requirement(line).name) for line in project["dependencies"]} <= names
    assert "tesseract trained data (eng, ell, pol)" in parts


def test_licences_are_listed_for_people_in_their_language() -> None:
    told = tally("licences", "--lang", "pl").stdout
    assert "AGPL-3.0-only" in told and "licencja" in told
