"""What the owner's own catalogue and pictures tell those who read photos."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from api.owner import folders, printed
from scoring.game import Game
from scoring.games import games
from vision.tables.table import Hints, Namer

if TYPE_CHECKING:
    from vision.gallery import Naming
    from vision.photo import Pixels
    from vision.taught import TaughtFolder


def with_owner(game: Game[Any], hints: Hints, photo: bytes = b"") -> Hints:
    """The hints with what the owner entered and taught; pictures that cannot be read name nothing, and are asked.

    The cards of a sample `photo` are those of its own copy.
    """
    from vision.samplecopy import sample_copy
    from vision.taught import TaughtFolder, TeachingError

    folder = sample_copy(game.id, photo) or TaughtFolder(folders.gallery_folder(), game.id)
    try:
        taught = frozenset(folder.taught())
    except TeachingError:
        taught = frozenset()
    namer: Namer | None = partial(_named, folder, game) if taught else None
    boards, picture_of = (folder.boards, partial(_picture, folder)) if taught else (None, None)
    known = replace(hints, namer=namer, taught=taught, boards=boards, picture_of=picture_of)
    return replace(known, catalogue=printed.catalogue_of(game))


def taught_now(game_id: str) -> str:
    """A word that changes with what was taught of a game; empty while nothing is."""
    from vision.taught import TaughtFolder, TeachingError

    try:
        pictures = TaughtFolder(folders.gallery_folder(), game_id).pictures()
    except TeachingError:
        return ""
    return f"{len(pictures)} {pictures[-1].id}" if pictures else ""


def trouble() -> list[str]:
    """Which of the owner's pictures cannot be used, a sentence for each game."""
    from vision.taught import TaughtFolder, TeachingError

    found = []
    for game in games():
        try:
            TaughtFolder(folders.gallery_folder(), game.id).pictures()
        except TeachingError as error:
            found.append(error.sentence)
    return found


def _named(folder: TaughtFolder, game: Game[Any], pictures: Sequence[Pixels], **looks: Any) -> Sequence[Naming]:
    """Straightened pictures by what lies in the owner's folder now; the networks are loaded at the first use."""
    from vision.gallery import identify
    from vision.teachable import pieces_of, untaught

    return identify(folder.gallery(), pictures, strangers=untaught(pieces_of(game), folder.taught()), **looks)


def _picture(folder: TaughtFolder, item: str) -> Pixels | None:
    """The newest picture of an item as it is compared."""
    kept = [one.picture for one in folder.gallery().taught if one.item == item]
    return kept[-1] if kept else None
