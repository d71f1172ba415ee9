"""What the reader process does. No other process of the service decodes a picture."""

from __future__ import annotations

import math
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from api.answers.refusals import Unreadable
from api.owner import folders, printed
from api.reading.reader import FULL, Look, PhotoReader
from scoring.games import load
from scoring.words import say
from vision.detector import dice_detector
from vision.network import ModelError, Network
from vision.numbers import Proposal
from vision.photo import PhotoError, open_photo
from vision.taught import Kept, Print, TaughtFolder, TeachingError, as_jpeg, unpacked
from vision.taught import printed as as_print
from vision.teachable import pieces_of
from vision.teaching import cut_outs, lying_in, printed_proposals
from vision.weights import SHIPPED, model_path, weights_there

T = TypeVar("T")
NICER = 10  # the page comes first
WORK_SECONDS = 30  # of the processor for one picture; the slowest honest one takes a fifth of that
SCARCE = 64 * 1024 * 1024  # bytes left, with which whatever fails may have failed for want of memory
READER = PhotoReader()
_pictures_before = 0


def begin(memory: int) -> None:
    """Make ready: give way to the page, load the networks, and take no more memory than `memory` bytes beyond them."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a decoder that is busy ends at once
    with suppress(OSError, AttributeError):
        os.nice(NICER)
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))  # on Linux: it never takes a core from who edits
    with suppress(ModelError):
        if weights_there():
            dice_detector()
    _limit_memory(memory)


def _limit_memory(more: int) -> None:
    """A limit above what is held now, where the system tells that and keeps to it: Linux does, macOS does not.

    What counts is what the process takes for data. Its whole address space would count libraries and stacks as well,
    of which a network maps many times what it uses.
    """
    if not sys.platform.startswith("linux"):
        return
    import resource

    held = _held()
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limit = held + more if hard == resource.RLIM_INFINITY else min(held + more, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))


def _held() -> int:
    """Bytes that this process has taken for data."""
    lines = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines() if ":" in line)
    return int(lines["VmData"].split()[0]) * 1024


def _limit_work(seconds: int) -> None:
    """The system ends this process once it has worked so long from now on, however little of the machine it gets."""
    with suppress(ImportError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        used = math.ceil(time.process_time()) + seconds
        resource.setrlimit(resource.RLIMIT_CPU, (used if hard == resource.RLIM_INFINITY else min(used, hard), hard))


def ready() -> None:
    """Nothing: whoever waits for it knows that the process has begun."""


def networks() -> str:
    """What is wrong with the weights, in a sentence; empty if all of them load."""
    try:
        for name in SHIPPED:
            Network(model_path(name))
    except ModelError as error:
        return error.sentence
    return ""


def at_home(folder: str, work: Callable[..., T], *args: Any) -> T:
    """Work with the things of one owner; what cannot be read is a sentence."""
    global _pictures_before
    os.environ["TALLY_DATA"] = folder
    _limit_work(WORK_SECONDS)
    try:
        return _with_room(work, *args)
    except (PhotoError, TeachingError, ModelError) as error:
        raise Unreadable(error.args[0]) from None
    except MemoryError:
        text = say("This picture takes more memory than a photo may. Send a smaller one.")
        raise Unreadable(text) from None
    finally:
        _pictures_before += 1


def _with_room(work: Callable[..., T], *args: Any) -> T:
    """Some work; where what was read before leaves it no memory, this process ends and a fresh one does it."""
    try:
        return work(*args)
    except Exception as error:
        wanted = _wanted_memory(error)
        if _pictures_before and (wanted or isinstance(error, ImportError) or _room() < SCARCE):
            os._exit(FULL)
        if wanted:
            raise MemoryError(str(error)) from error
        raise


def _wanted_memory(error: Exception) -> bool:
    """Whether it failed for want of memory: libraries have errors of their own for it, which only their words tell.

    What is left says little by now: whatever was held for the work has been let go on the way here.
    """
    return isinstance(error, MemoryError) or "alloc" in str(error)


def _room() -> float:
    """Bytes that this process may still take; endless where nothing limits it."""
    with suppress(ImportError):
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_DATA)
        return math.inf if limit == resource.RLIM_INFINITY else limit - _held()
    return math.inf


def look(game_id: str, data: bytes, name: str, hints: dict[str, Any]) -> Look:
    """The pieces of a photo, and a copy of it to look at."""
    return READER.look(game_id, data, name, hints)


def cut(game_id: str, data: bytes, name: str | None, lang: str, offered: int) -> list[dict[str, Any]]:
    """The things of a photo, cut out and straightened, each with its likeliest names."""
    folder = TaughtFolder(folders.gallery_folder(), game_id)
    languages = tuple(dict.fromkeys((lang, "en")))
    found = cut_outs(open_photo(data, name), pieces_of(load(game_id)), folder.gallery(), folder.taught(), languages)
    return [
        {
            "corners": [list(corner) for corner in one.corners],
            "jpeg": as_jpeg(one.picture),
            "named": one.naming.item,
            "titled": one.titled.item,
            "likely": list(one.likely[:offered]),
        }
        for one in found
    ]


def lessons(data: bytes, name: str | None, boxes: list[list[float]], quarters: list[int]) -> list[Print | None]:
    """Pictures of the pieces in these boxes, each turned to the left by quarters; None where none is seen."""
    shown = lying_in(open_photo(data, name), zip(boxes, quarters, strict=True))
    return [None if one is None else as_print(one) for one in shown]


def reference(data: bytes, name: str | None, board: bool) -> Print:
    """A picture of a piece or a board, as it is kept."""
    return as_print(open_photo(data, name).pixels(), board)


def carried(game_id: str, data: bytes) -> list[tuple[Kept, Print]]:
    """The pictures of a file that another machine wrote."""
    return unpacked(data, game_id, pieces_of(load(game_id)))


def proposed(game_id: str) -> list[Proposal]:
    """Printed values that the catalogue lacks and that can be read on taught pictures."""
    game = load(game_id)
    folder = TaughtFolder(folders.gallery_folder(), game_id)
    return printed_proposals(folder, pieces_of(game), printed.catalogue_of(game))
