"""``tally backup`` and ``tally restore``: everything of the owner in one file, and back."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from api.language.speech import translator
from api.owner.folders import data_folder
from scoring.words import say


def backup(file: str, lang: str) -> None:
    """Write a backup; the service may run meanwhile."""
    from api.tables.backup import write_backup

    path = Path(file).expanduser()
    count = write_backup(data_folder(), path)
    text = say("{name} holds everything: files {count}, kilobytes {size}.", **_facts(path, count))
    Console().print(translator(lang)(text), markup=False, highlight=False)


def _facts(path: Path, count: int) -> dict[str, object]:
    return {"name": path.name, "count": count, "size": f"{path.stat().st_size / 1024:.0f}"}


def restore(file: str, lang: str) -> None:
    """Put a backup in place of what is there, which is moved aside and not deleted."""
    from api.tables.backup import restore_backup

    aside = restore_backup(Path(file).expanduser(), data_folder())
    speak, console = translator(lang), Console()
    console.print(speak(say("The backup is in place.")), markup=False, highlight=False)
    if aside is not None:
        text = say("What was there before is in {folder}.", folder=str(aside))
        console.print(speak(text), markup=False, highlight=False, soft_wrap=True)
