"""The gallery's closer look on tiny data: a step changes it, a stopped run goes on, it learns, it is exported whole."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import pytest
import torch
from typer.testing import CliRunner

from datasets.art import fonts
from datasets.designs import Stuff
from models import export, families, loop, overlay
from models.loop import Job
from models.real_cards import KEPT, RealSet
from models.settings import Config
from models.start import load
from vision.overlaying import SIDE

FAMILIES = 2


@pytest.fixture
def made_of() -> Stuff:
    """Icons of simple forms and pictures of noise: the test needs no art but the fonts of the machine."""
    rng = np.random.default_rng(5)
    icons = np.zeros((12, 96, 96), np.uint8)
    for icon in icons:
        cv2.fillPoly(icon, [cv2.convexHull(rng.integers(8, 88, (5, 2)).astype(np.int32))], 255)
    pictures = [cv2.GaussianBlur(rng.integers(0, 255, (160, 160, 3)).astype(np.uint8), (0, 0), 9) for _ in range(3)]
    faces = [rng.integers(0, 255, (140, 100, 3)).astype(np.uint8) for _ in range(3)]
    known = fonts("train")[:2]
    if not known:
        pytest.skip("there is no font on this machine")
    return Stuff(icons, pictures, faces, known)


@pytest.fixture
def cards() -> RealSet:
    """Three real cards, two pictures of each."""
    rng = np.random.default_rng(6)
    faces = {name: rng.integers(0, 255, (KEPT, KEPT, 3)).astype(np.uint8) for name in ("red_1", "red_2", "blue_1")}
    return RealSet({name: [face, cv2.GaussianBlur(face, (0, 0), 1)] for name, face in faces.items()})


@pytest.fixture
def job(config: Config, made_of: Stuff, cards: RealSet) -> Job:
    torch.manual_seed(0)
    few = config.overlay.model_copy(update={"batch": FAMILIES, "real": 0.0})
    made = overlay.job(config.model_copy(update={"overlay": few}))
    make = partial(families.any_family, made_of, [cards], config.gallery.side, 0.0)
    batch = families.Families(make, FAMILIES).batch
    return Job(made.network, made.schedule, lambda without, renders, seed: batch, made.pictures, made.loss)


def run(job: Job, checkpoint: Path, steps: int, resume: bool = False) -> dict:
    make, rng = job.batches((), False, 0), np.random.default_rng(1)
    loop.train(job, (make(rng) for _ in range(100)), checkpoint, steps, resume, {"without": []})
    return dict(torch.load(checkpoint, weights_only=False))


def test_a_batch_holds_every_card_that_is_met_beside_every_taught_one(job: Job) -> None:
    pairs, places, count = job.batches((), False, 0)(np.random.default_rng(1))
    assert count == FAMILIES
    assert pairs.shape == (FAMILIES * families.PAIRS, 6, SIDE, SIDE)
    beside = places.view(FAMILIES, families.PAIRS, -1)
    assert beside[:, -1].any(dim=1).all()  # the two that are taught differ
    same = beside[:, :-1].reshape(FAMILIES, families.MET, families.TAUGHT, -1)
    assert not same[:, 0, 0].any() and not same[:, 1, 1].any()  # a card does not differ from itself
    assert same[:, 0, 1].any(dim=1).all()  # its sibling does


def test_families_are_shown_again_in_other_turns_and_colours(made_of: Stuff, cards: RealSet) -> None:
    drawn = []

    def make(rng: np.random.Generator) -> families.Family:
        drawn.append(families.any_family(made_of, [cards], 160, 0.0, rng))
        return drawn[-1]

    shelf = families.Families(make, 4)
    rng = np.random.default_rng(4)
    pairs, places, count = shelf.batch(rng)
    assert count == 4 and len(drawn) == 2  # half of them are new
    for number in (2, 3):
        shown = pairs[number * families.PAIRS : (number + 1) * families.PAIRS].numpy()
        same = [np.isclose(shown.sum(), one.sum(), rtol=1e-4) for one, _ in drawn]
        assert any(same)
        assert places[number * families.PAIRS : (number + 1) * families.PAIRS].sum() in [
            told.sum() for _, told in drawn
        ]


def test_of_real_siblings_nobody_says_where_they_differ(cards: RealSet) -> None:
    pairs, places = families.real_family(cards, 160, np.random.default_rng(3))
    assert pairs.shape == (families.PAIRS, 6, SIDE, SIDE)
    told = [bool((place != families.UNTOLD).all()) for place in places]
    assert told == [True, False, False, True, False, False, False]  # but that a card does not differ from itself


def test_what_is_shipped_can_be_trained_further(job: Job) -> None:
    assert load(job.network, Path(overlay.__file__).with_name("gallery-overlay.onnx"))


def test_one_step_changes_the_network_and_a_stopped_run_goes_on(job: Job, tmp_path: Path) -> None:
    before = {key: value.clone() for key, value in job.network.state_dict().items()}
    first = run(job, tmp_path / "run.pt", 1)
    assert any(not torch.equal(first["network"][key], value) for key, value in before.items())
    again = run(job, tmp_path / "run.pt", 2, resume=True)
    assert (first["step"], again["step"], loop.steps_done(tmp_path / "run.pt")) == (1, 2, 2)


def test_the_loss_falls_on_one_batch(job: Job) -> None:
    made = job.batches((), False, 0)(np.random.default_rng(1))
    stepper = torch.optim.AdamW(job.network.parameters(), 3e-3)
    losses = []
    for _ in range(12):
        stepper.zero_grad()
        loss, _ = job.loss(job.network, made)
        loss.backward()
        stepper.step()
        losses.append(float(loss.detach()))
    assert min(losses[-3:]) < 0.9 * losses[0]


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")  # newer exporters announce a successor
def test_an_exported_network_says_what_the_trained_one_says(job: Job, tmp_path: Path) -> None:
    state = run(job, tmp_path / "run.pt", 1)
    notes = {"sure": 0.9}
    (tmp_path / "calibration.json").write_text(json.dumps(notes), "utf-8")
    told = ["overlay", str(tmp_path / "run.pt"), str(tmp_path / "run.onnx")]
    command = CliRunner().invoke(export.app, [*told, "--calibration", str(tmp_path / "calibration.json")])
    assert command.exit_code == 0, command.output
    trained = overlay.OverlayNetwork()
    trained.load_state_dict(state["average"])
    pairs = job.batches((), False, 0)(np.random.default_rng(2))[0]
    with torch.no_grad():
        ours = [part.numpy() for part in trained.eval()(pairs)]
    session = onnxruntime.InferenceSession(str(tmp_path / "run.onnx"))
    theirs = session.run(None, {session.get_inputs()[0].name: pairs.numpy()})
    assert [output.name for output in session.get_outputs()] == ["same", "where", "speaks"]
    for mine, told in zip(ours, theirs, strict=True):
        assert np.abs(mine - told).max() <= 1e-3 * max(1.0, float(np.abs(mine).max()))
