"""What the owner's own catalogue and pictures tell those who read photos."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from api.owner import folders, printed
from scoring.game import Game
from vision.tables.table import Hints, Namer

if TYPE_CHECKING:
    from vision.gallery import Naming
    from vision.photo import Pixels
    from vision.taught import TaughtFolder


def with_owner(game: Game[Any], hints: Hints) -> Hints:
    """The hints with what the owner entered and taught; pictures that cannot be read name nothing, and are asked."""
    from vision.taught import TaughtFolder, TeachingError

    folder = TaughtFolder(folders.gallery_folder(), game.id)
    try:
        taught = frozenset(folder.taught())
    except TeachingError:
        taught = frozenset()
    namer: Namer | None = partial(_named, folder) if taught else None
    boards = folder.boards if taught else None
    return replace(hints, catalogue=printed.catalogue_of(game), namer=namer, taught=taught, boards=boards)


def _named(folder: TaughtFolder, pictures: Sequence[Pixels], **looks: Any) -> Sequence[Naming]:
    """Straightened pictures by what lies in the owner's folder now; the networks are loaded at the first use."""
    from vision.gallery import identify

    return identify(folder.gallery(), pictures, **looks)
