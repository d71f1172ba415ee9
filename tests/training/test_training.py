"""The trainings on tiny data: a step changes weights, a stopped run goes on, what is exported is what was trained."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from onnx import numpy_helper
from typer.testing import CliRunner

from models import average, export, finder, lamp, loop, reader, settings, shades, start, train
from models.settings import Config

TASKS = {"finder": finder, "reader": reader, "lamp": lamp}
MODELS = Path(__file__).parents[2] / "models"


def run(config: Config, which: str, checkpoint: Path, steps: int, resume: bool = False) -> dict:
    """Train so far, and what the checkpoint holds."""
    torch.manual_seed(0)
    job = TASKS[which].job(config)
    make, rng = job.batches((), False, 0), np.random.default_rng(1)
    batches = (make(rng) for _ in range(1000))
    loop.train(job, batches, checkpoint, steps, resume, {"without": []})
    return dict(torch.load(checkpoint, weights_only=False))


@pytest.mark.parametrize("which", TASKS)
def test_one_step_changes_what_is_trained(config: Config, which: str, tmp_path: Path) -> None:
    torch.manual_seed(0)
    before = {key: value.clone() for key, value in TASKS[which].job(config).network.state_dict().items()}
    after = run(config, which, tmp_path / "a.pt", 1)["network"]
    changed = {key for key, value in after.items() if not torch.equal(value, before[key])}
    assert changed
    if which == "finder":  # the first layers keep what they know
        assert not any(key.startswith(f"model.{n}.") for key in changed for n in range(config.finder.frozen))


@pytest.mark.parametrize("which", TASKS)
def test_a_stopped_run_goes_on(config: Config, which: str, tmp_path: Path) -> None:
    path = tmp_path / "run.pt"
    first = run(config, which, path, 2)
    again = run(config, which, path, 3, resume=True)
    assert (first["step"], again["step"]) == (2, 3)
    assert loop.steps_done(path) == 3
    assert any(not torch.equal(first["network"][key], value) for key, value in again["network"].items())
    log = path.with_suffix(".log")
    assert log.exists()


@pytest.mark.parametrize("which", TASKS)
def test_an_exported_network_says_what_the_trained_one_says(config: Config, which: str, tmp_path: Path) -> None:
    state = run(config, which, tmp_path / "run.pt", 2)
    command = CliRunner().invoke(export.app, [which, str(tmp_path / "run.pt"), str(tmp_path / "run.onnx")])
    assert command.exit_code == 0, command.output
    trained, picture = _trained(config, which, state)
    said = onnxruntime.InferenceSession(str(tmp_path / "run.onnx")).run(None, {_input(which): picture})
    for ours, theirs in zip(_raw(said, which), _told(trained, picture), strict=True):
        assert np.abs(ours - theirs).max() <= 1e-4 * max(1.0, float(np.abs(theirs).max()))


@pytest.mark.parametrize("which", TASKS)
def test_a_shipped_file_turned_back_says_what_it_said(which: str) -> None:
    chosen = settings.load()
    network, picture = _network(chosen, which)
    # the finder ships in whole numbers; a training goes on from the fractions they were made of
    shipped = MODELS / ("finder-float.onnx" if which == "finder" else f"{which}.onnx")
    assert start.load(network, shipped)
    model = shades.alone(onnx.load(shipped))  # of two readers in one file, the first
    said = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {_input(which): picture})
    whole = reader.BothWays(network) if which == "reader" else network
    for ours, theirs in zip(_raw(said, which), _told(whole, picture), strict=True):
        assert np.abs(ours - theirs).max() <= 1e-4 * max(1.0, float(np.abs(theirs).max()))


def test_the_second_of_two_readers_can_be_gone_on_with() -> None:
    """It alone names colours in the shipped file."""
    network = reader.network(settings.load().reader, None)
    assert start.load(network, MODELS / "reader.onnx", second=True)
    crops = torch.rand((2, 3, 80, 80))
    session = onnxruntime.InferenceSession(MODELS / "reader.onnx", providers=["CPUExecutionProvider"])
    (said,) = session.run(["colour"], {"images": crops.numpy()})
    with torch.no_grad():
        _, colour, _ = reader.BothWays(network.eval())(crops)
    np.testing.assert_allclose(colour.numpy(), said, atol=1e-4)


def test_a_file_of_another_network_is_refused() -> None:
    network = lamp.LampNetwork(settings.load().lamp)
    with pytest.raises(ValueError, match="that this network has not"):
        start.load(network, MODELS / "finder-float.onnx")


def test_the_mean_of_two_files_lies_between_them(config: Config, tmp_path: Path) -> None:
    run(config, "lamp", tmp_path / "run.pt", 2)
    words = ["lamp", str(tmp_path / "run.pt"), str(tmp_path / "run.onnx")]
    assert CliRunner().invoke(export.app, words).exit_code == 0
    files = [MODELS / "lamp.onnx", tmp_path / "run.onnx", tmp_path / "mean.onnx"]
    assert CliRunner().invoke(average.app, [str(path) for path in files]).exit_code == 0
    shipped, trained, mean = (
        {tensor.name: numpy_helper.to_array(tensor) for tensor in onnx.load(path).graph.initializer} for path in files
    )
    assert np.allclose(mean["white.weight"], (shipped["white.weight"] + trained["white.weight"]) / 2)


def test_the_command_starts_from_a_shipped_file_and_goes_on(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "load", lambda path=None: config)
    words = ["lamp", "--start", str(MODELS / "lamp.onnx"), "--rate", "0.001"]
    for steps in ("2", "3"):
        result = CliRunner().invoke(train.app, [*words, "--steps", steps, "--resume"])
        assert result.exit_code == 0, result.output
    assert loop.steps_done(train.RUNS / "lamp.pt") == 3


def _raw(said: list[np.ndarray], which: str) -> list[np.ndarray]:
    """What the network itself says; a finder's file leaves repeats out besides."""
    return said[:1] if which == "finder" else said


def _network(config: Config, which: str) -> tuple[torch.nn.Module, np.ndarray]:
    """A network and something to show it."""
    rng = np.random.default_rng(2)
    if which == "finder":
        return finder.network(config.finder, None), rng.random((1, 3, 320, 320), np.float32)
    if which == "reader":
        return reader.network(config.reader, None), rng.random((2, 3, 80, 80), np.float32)
    return lamp.LampNetwork(config.lamp), rng.random((2, 2, 32, 32), np.float32)


def _trained(config: Config, which: str, state: dict) -> tuple[torch.nn.Module, np.ndarray]:
    network, picture = _network(config, which)
    network.load_state_dict(state["average"])
    return (reader.BothWays(network) if which == "reader" else network), picture


def _told(network: torch.nn.Module, picture: np.ndarray) -> list[np.ndarray]:
    with torch.no_grad():
        told = network.eval()(torch.from_numpy(picture))
    if isinstance(told, torch.Tensor):
        return [told.numpy()]
    whole = [part for part in told if isinstance(part, torch.Tensor)]
    return [part.numpy() for part in whole]


def _input(which: str) -> str:
    return "charts" if which == "lamp" else "images"
