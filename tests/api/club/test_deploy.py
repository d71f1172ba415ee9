"""What starts a club: the image, the compose file, the units and the proxy, each looked at by its own tool where it is.

No engine builds the image here; `tests/api/test_wheel.py` runs its commands in an empty environment.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml

from api.terminal.cli import app

ROOT = Path(__file__).parents[3]
UNITS = sorted((ROOT / "deploy").glob("*.service"))
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service.get("build")}


FETCHED = ROOT / "build" / "deploy-tools"


def tool(name: str) -> str:
    """A program that `make deploy-tools` fetched, or wherever it is; skipped with a clear line where it is not."""
    found = shutil.which(name, path=str(FETCHED / "bin")) or shutil.which(name)
    if found is None:
        pytest.skip(f"no {name} here: what it would say is not known")
    return found


def understood(words: list[str]) -> dict[str, Any]:
    """The options of a command, as `tally` itself reads them; nothing is run."""
    program, name, *options = words
    assert Path(program).name == "tally"
    command = typer.main.get_command(app).commands[name]  # type: ignore[attr-defined]
    with command.make_context(name, options) as context:
        return dict(context.params)


def test_the_image_passes_hadolint() -> None:
    looked = subprocess.run([tool("hadolint"), str(ROOT / "Dockerfile")], capture_output=True, text=True, check=False)
    assert looked.returncode == 0, looked.stdout + looked.stderr


def test_the_image_is_nobody_special_keeps_a_volume_and_says_how_it_is() -> None:
    lines = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ").splitlines()
    last = lines[max(number for number, line in enumerate(lines) if line.startswith("FROM")) :]
    told = {line.split(maxsplit=1)[0]: line.split(maxsplit=1)[1] for line in last if line[:1].isupper()}
    assert told["USER"] not in ("root", "0")
    assert told["VOLUME"] in told["ENV"]  # the folder that the service is told to keep everything in
    assert "api.healthy" in told["HEALTHCHECK"]


def test_the_compose_file_has_two_pages_two_readers_a_database_and_a_proxy() -> None:
    kinds = [service["command"][1] for service in OURS.values()]
    assert sorted(kinds) == ["reader", "reader", "serve", "serve"]
    assert {"database", "proxy"} <= SERVICES.keys()
    for service in SERVICES.values():
        volumes = [volume.partition(":")[0] for volume in service.get("volumes", ())]
        assert all(name.startswith("./") or name in COMPOSE["volumes"] for name in volumes)
        assert set(service.get("depends_on", ())) <= SERVICES.keys()
    own = [volume for service in OURS.values() for volume in service["volumes"]]
    assert len(own) == len(set(own))  # nobody shares a folder


@pytest.mark.parametrize("name", OURS)
def test_tally_understands_what_the_compose_file_tells_it(name: str) -> None:
    words = [re.sub(r"\$\{\w+:\?[^}]*}", "tally.example.org", word) for word in OURS[name]["command"]]
    told = understood(words)
    assert told["metrics"] and told["log_json"]
    if words[1] == "serve":
        assert told["public_url"] == "https://tally.example.org" and told["port"] == 8000
        (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
        assert told["trust_proxy"] == [network["subnet"]]


def test_the_compose_file_is_read_by_another_reader_of_such_files(tmp_path: Path) -> None:
    """podman-compose says what it would start; a stand-in answers for podman itself."""
    compose = tool("podman-compose")
    podman = tmp_path / "podman"
    podman.write_text("#!/bin/sh\necho podman version 4.9.0\n")
    podman.chmod(0o755)
    told = {"TALLY_NAME": "tally.example.org", "TALLY_PASSWORD": "x"}
    surroundings = {"PATH": f"{tmp_path}:/usr/bin:/bin", "PYTHONPATH": str(FETCHED), **told}
    command = [compose, "--podman-path", str(podman), "-f", str(ROOT / "compose.yaml"), "config"]
    looked = subprocess.run(command, capture_output=True, text=True, check=False, env=surroundings)
    assert looked.returncode == 0, looked.stderr
    services = yaml.safe_load(looked.stdout)["services"]
    assert services.keys() == SERVICES.keys()
    assert "postgresql://tally:x@database/tally" in str(services["page1"]["environment"])


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_tally_understands_what_a_unit_starts(unit: Path) -> None:
    (line,) = re.findall(r"^ExecStart=(.*)$", unit.read_text("utf-8"), re.MULTILINE)
    assert understood(shlex.split(line.replace("%i", "8001")))["data"] is None  # the unit names it as a variable


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_systemd_finds_nothing_wrong_with_a_unit(unit: Path, tmp_path: Path) -> None:
    here = unit.read_text("utf-8").replace("/opt/tally/bin/tally", "/bin/true")  # it is not installed at its place
    copy = tmp_path / unit.name.replace("@", "@8001")
    copy.write_text(here, "utf-8")
    looked = subprocess.run([tool("systemd-analyze"), "verify", str(copy)], capture_output=True, text=True, check=False)
    about = [line for line in looked.stderr.splitlines() if copy.name in line and "Failed to" not in line]
    assert not about, looked.stderr


def test_the_proxy_reads_its_file() -> None:
    caddy = tool("caddy")
    command = [caddy, "validate", "--adapter", "caddyfile", "--config", str(ROOT / "deploy" / "Caddyfile")]
    looked = subprocess.run(
        command, capture_output=True, text=True, check=False, env={"TALLY_NAME": "localhost", "HOME": "/nonexistent"}
    )
    assert looked.returncode == 0, looked.stderr


def test_the_proxy_knows_every_page() -> None:
    told = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
    pages = {name for name, service in OURS.items() if service["command"][1] == "serve"}
    assert {name.partition(":")[0] for name in re.findall(r"\b\w+:8000\b", told)} == pages
