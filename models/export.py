"""Write trained networks as ONNX files that say themselves how they want to be used.

python -m models.export finder runs/train/finder.pt runs/export/finder.onnx
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import warnings
from pathlib import Path
from typing import Any

import typer

from models import settings
from models.extras import need_training

app = typer.Typer(add_completion=False, help=__doc__)
CONFIG = typer.Option(settings.CONFIG, help="The configuration file.")
CALIBRATION = typer.Option(None, help="JSON of `models.calibrate`.")
OPSET = 17
STRIDE = 32


@app.command()
def finder(checkpoint: Path, out: Path, config: Path = CONFIG, calibration: Path | None = CALIBRATION) -> None:
    """Export the finder."""
    need_training()
    import torch

    from models import finder as task
    from models import suppress

    chosen = settings.load(config).finder
    state = torch.load(checkpoint, weights_only=False)
    network = task.network(chosen, None)
    network.load_state_dict(state["average"])
    network.eval().fuse(verbose=False)
    head = network.model[-1]
    head.export, head.format, head.dynamic = True, "onnx", True
    free = {0: "batch", 2: "height", 3: "width"}
    axes = {"images": free, "output0": {0: "batch", 2: "places"}}
    _write(network, torch.zeros(1, 3, 320, 320), out, ["images"], ["output0"], axes)
    facts = {
        "names": chosen.names,
        "size": chosen.size,
        "stride": STRIDE,
        "propose": chosen.propose,
        "confidence": _fitted(calibration).get("confidence", chosen.confidence),
        "certain": _fitted(calibration).get("certain", chosen.certain),
        "iou": chosen.iou,
        "small_die": chosen.small_die,
        "smaller": chosen.smaller,
        "target_die": chosen.target_die,
        "tile": chosen.tile_size,
    }
    label(out, facts | origin(state))
    suppress.main(out)


@app.command()
def reader(
    checkpoint: Path,
    out: Path,
    config: Path = CONFIG,
    calibration: Path | None = CALIBRATION,
) -> None:
    """Export the reader."""
    need_training()
    import torch

    from models import reader as task

    chosen = settings.load(config).reader
    state = torch.load(checkpoint, weights_only=False)
    network = task.network(chosen, None)
    network.load_state_dict(state["average"])
    axes = {name: {0: "crops"} for name in ("images", *task.HEADS)}
    _write(
        task.BothWays(network).eval(),
        torch.zeros(2, 3, chosen.crop, chosen.crop),
        out,
        ["images"],
        list(task.HEADS),
        axes,
    )
    fitted = _fitted(calibration)
    facts = {
        "faces": task.HEADS["face"],
        "colours": task.HEADS["colour"],
        "materials": task.HEADS["material"],
        "crop": chosen.crop,
        "margin": chosen.margin,
        "evened": chosen.evened,
        "feet": chosen.feet,
        "clear": chosen.clear,
        "seldom": chosen.seldom,
        "temperature": fitted.get("temperature", dict.fromkeys(task.HEADS, 1.0)),
        "calibration": fitted.get("calibration", []),
    }
    label(out, facts | origin(state))


@app.command()
def lamp(checkpoint: Path, out: Path, config: Path = CONFIG) -> None:
    """Export the lamp."""
    need_training()
    import torch

    from models import lamp as task

    chosen = settings.load(config).lamp
    state = torch.load(checkpoint, weights_only=False)
    network = task.LampNetwork(chosen)
    network.load_state_dict(state["average"])
    example = torch.zeros(1, 2, chosen.bins, chosen.bins)
    _write(network.eval(), example, out, ["charts"], ["light"], {name: {0: "photos"} for name in ("charts", "light")})
    label(out, {"side": chosen.side, "bins": chosen.bins, "step": chosen.step} | origin(state))


@app.command()
def cards(checkpoint: Path, out: Path, config: Path = CONFIG) -> None:
    """Export the network that finds cards, tiles and boards."""
    need_training()
    from models import cards as task

    _write_cards(task, checkpoint, out, settings.load(config).cards, ["output0"])


@app.command()
def outlines(checkpoint: Path, out: Path, config: Path = CONFIG) -> None:
    """Export the network that tells outlines instead of corners; `models.evaluate_cards` compares them."""
    need_training()
    from models import outlines as task

    _write_cards(task, checkpoint, out, settings.load(config).cards, ["output0", "output1"])


def _write_cards(task: Any, checkpoint: Path, out: Path, chosen: settings.Cards, told: list[str]) -> None:
    import torch

    state = torch.load(checkpoint, weights_only=False)
    network = task.network(chosen, None)
    network.load_state_dict(state["average"])
    network.eval().fuse(verbose=False)
    head = network.model[-1]
    head.export, head.format, head.dynamic = True, "onnx", True
    free = {0: "batch", 2: "height", 3: "width"}
    axes = {"images": free, "output0": {0: "batch", 2: "places"}, "output1": free}
    axes = {name: axes[name] for name in ("images", *told)}
    _write(network, torch.zeros(1, 3, 320, 320), out, ["images"], told, axes)
    facts = {
        "names": chosen.names,
        "stride": STRIDE,
        "looks": chosen.looks,
        "small": chosen.small,
        "best": chosen.best,
        "propose": chosen.propose,
        "confidence": chosen.confidence,
    }
    label(out, facts | origin(state))


@app.command()
def gallery(checkpoint: Path, out: Path, config: Path = CONFIG, calibration: Path | None = CALIBRATION) -> None:
    """Export the gallery's eyes: `out` describes pictures, the file beside it (`-match`) compares two of them."""
    need_training()
    import torch

    from models import gallery as task

    chosen = settings.load(config).gallery
    state = torch.load(checkpoint, weights_only=False)
    network = task.network(chosen, None)
    network.load_state_dict(state["average"])
    pictures = torch.zeros(2, 3, chosen.side, chosen.side)
    names = {name: {0: "pictures"} for name in ("images", "cells", "summary")}
    _write(network.describer.eval(), pictures, out, ["images"], ["cells", "summary"], names)
    version = f"{state['step']}-{hashlib.sha256(out.read_bytes()).hexdigest()[:12]}"
    label(out, {"side": chosen.side, "version": version} | origin(state))
    match = out.with_stem(f"{out.stem}-match")
    pairs = torch.zeros(2, 2 * chosen.features, chosen.side // 4, chosen.side // 4)
    names = {name: {0: "pairs"} for name in ("pairs", "same")}
    _write(network.matcher.eval(), pairs, match, ["pairs"], ["same"], names)
    fitted = _fitted(calibration)
    usual = {"temperature": 1.0, "least": 0.0, "lead": 0.0}
    label(match, usual | fitted | origin(state))


@app.command()
def overlay(checkpoint: Path, out: Path, calibration: Path | None = CALIBRATION) -> None:
    """Export the network that compares two pictures which were laid onto each other."""
    need_training()
    import torch

    from models import overlay as task
    from vision.overlaying import SIDE

    state = torch.load(checkpoint, weights_only=False)
    network = task.OverlayNetwork()
    network.load_state_dict(state["average"])
    pairs = torch.zeros(2, 6, SIDE, SIDE)
    told = ["same", "where", "speaks"]
    _write(network.eval(), pairs, out, ["pairs"], told, {name: {0: "pairs"} for name in ("pairs", *told)})
    weights = {"choice": [1.5, 1.2, 0.4, 0.4, 0.5], "known": [-1.1, 0.9, 0.4, -0.1]}
    usual = {"weights": weights, "sure": 0.8}
    label(out, usual | _fitted(calibration) | origin(state))


def _fitted(calibration: Path | None) -> dict[str, Any]:
    return dict(json.loads(calibration.read_text(encoding="utf-8"))) if calibration else {}


def _write(network: Any, example: Any, out: Path, inputs: list[str], outputs: list[str], axes: dict[str, Any]) -> None:
    """Write a network by torch's older exporter: `models.start` finds modules again by the names that it gives."""
    import torch

    out.parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # torch announces the newer one at every call
        torch.onnx.export(
            network.to(memory_format=torch.contiguous_format),
            (example,),
            str(out),
            input_names=inputs,
            output_names=outputs,
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,
        )


@app.command()
def tell(path: Path, key: str, value: str) -> None:
    """Change one thing that a file says about how it wants to be used; the value is JSON."""
    import onnx

    known = {prop.key: json.loads(prop.value) for prop in onnx.load(path).metadata_props}
    label(path, known | {key: json.loads(value)})


def label(path: Path, facts: dict[str, Any]) -> None:
    """Replace what an ONNX file says about itself; every value is JSON."""
    import onnx

    model = onnx.load(path)
    del model.metadata_props[:]
    onnx.helper.set_model_props(model, {key: json.dumps(value) for key, value in facts.items()})
    onnx.checker.check_model(model)
    onnx.save(model, path)


def origin(state: dict[str, Any]) -> dict[str, Any]:
    """Where weights come from: steps, data, and the commit of the code."""
    asked = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return {"training": {**state["notes"], "steps": state["step"], "commit": asked.stdout.strip()}}


if __name__ == "__main__":
    app()
