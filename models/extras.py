"""Says in one line what must be installed before a network can be trained or exported."""

from __future__ import annotations

import importlib.util

import typer

TRAINING = ("torch", "ultralytics", "onnx")


def missing(modules: tuple[str, ...] = TRAINING) -> list[str]:
    """Which of these modules are not installed.

    >>> missing(("json", "no_such_module"))
    ['no_such_module']
    """
    return [module for module in modules if importlib.util.find_spec(module) is None]


def need_training() -> None:
    """End with a sentence when the training extra is not installed."""
    if absent := missing():
        typer.echo(f"{' and '.join(absent)} not installed: pip install '.[train]'", err=True)
        raise typer.Exit(1)
