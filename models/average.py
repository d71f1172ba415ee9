"""The mean of two checkpoints of one network: `python -m models.average EARLIER.pt LATER.pt OUT.pt`.

Two stops of the same training, the later one on harder pictures, are right about different photos; their mean kept
what both knew. The result can be exported, not trained on.
"""

from __future__ import annotations

from pathlib import Path

import typer

from models.extras import need_training

app = typer.Typer(add_completion=False, help=__doc__)


@app.command()
def main(earlier: Path, later: Path, out: Path) -> None:
    """Write the mean of the averaged weights of two checkpoints."""
    need_training()
    import torch

    from models.loop import save

    first, last = (torch.load(path, weights_only=False) for path in (earlier, later))
    weights = {
        key: (first["average"][key] + value) / 2 if value.dtype.is_floating_point else value
        for key, value in last["average"].items()
    }
    notes = {**last["notes"], "mean_of_steps": [first["step"], last["step"]]}
    save(out, average=weights, step=last["step"], notes=notes)


if __name__ == "__main__":
    app()
