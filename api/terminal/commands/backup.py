"""``tally backup`` and ``tally restore``: everything of the owner in one file, and back."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from api.language.speech import translator
from api.owner.folders import data_folder, database_address
from scoring.words import say


def backup(file: str, lang: str) -> None:
    """Write a backup; the service may run meanwhile."""
    path, club = Path(file).expanduser(), database_address()
    if club is not None:
        from api.tables.dump import write_dump

        write_dump(club, path)
        text = say("{name} holds everything that the club shares: kilobytes {size}.", name=path.name, size=_size(path))
    else:
        from api.tables.backup import write_backup

        count = write_backup(data_folder(), path)
        facts = {"name": path.name, "count": count, "size": _size(path)}
        text = say("{name} holds everything: files {count}, kilobytes {size}.", **facts)
    Console().print(translator(lang)(text), markup=False, highlight=False)


def _size(path: Path) -> str:
    return f"{path.stat().st_size / 1024:.0f}"


def restore(file: str, lang: str) -> None:
    """Put a backup in place of what is there, which is moved aside and not deleted."""
    aside = _put_back(Path(file).expanduser())
    speak, console = translator(lang), Console()
    console.print(speak(say("The backup is in place.")), markup=False, highlight=False)
    if aside is not None:
        text = say("What was there before is in {folder}.", folder=str(aside))
        console.print(speak(text), markup=False, highlight=False, soft_wrap=True)


def _put_back(file: Path) -> Path | None:
    """Gives where what was there before went, if anything was."""
    if (club := database_address()) is not None:
        from api.tables.dump import restore_dump

        restore_dump(club, file)
        return None
    from api.tables.backup import restore_backup

    return restore_backup(file, data_folder())
