"""Disks that fill up, and disks that the system makes read-only under whoever uses them."""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

PAGE = 4096
SIZE = 32 * 1024 * 1024
PATIENCE = 60  # seconds until the last process of a service that ended has let go of its disk


def fill(disk: Path, left: int = 0) -> Path:
    """A file that takes all room of a disk but so many bytes."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        with contextlib.suppress(OSError):
            while file.write(b"\0" * PAGE):
                pass
        file.truncate(max(0, file.tell() - left))
    return filler


class Disk:
    """A file system of its own, in a file. An error makes it read-only, as a worn card or a loose cable does."""

    def __init__(self, folder: Path) -> None:
        self._image, self.place = folder / "disk.img", folder / "disk"
        with self._image.open("wb") as image:
            image.truncate(SIZE)
        self.place.mkdir()
        _run("mkfs.ext4", "-q", "-F", str(self._image))
        self._mount()

    def break_down(self) -> None:
        """From now on nothing can be written, also into files that are open; all can still be read."""
        device = _run("losetup", "--associated", str(self._image), "--noheadings", "--output", "NAME")
        (Path("/sys/fs/ext4") / Path(device.strip()).name / "trigger_fs_error").write_text("1")

    def mend(self) -> None:
        """Nobody uses it any longer: it is looked through and brought back."""
        self.take_away()
        checked = subprocess.run(["e2fsck", "-f", "-y", str(self._image)], capture_output=True, text=True, check=False)
        assert checked.returncode in (0, 1), checked.stdout  # nothing was wrong, or it was mended
        self._mount()

    def take_away(self) -> None:
        """Once nobody uses it."""
        end = time.monotonic() + PATIENCE
        while subprocess.run(["umount", str(self.place)], capture_output=True, check=False).returncode:
            assert time.monotonic() < end, "somebody still uses the disk"
            time.sleep(0.1)

    def _mount(self) -> None:
        _run("mount", "-o", "loop,errors=remount-ro", str(self._image), str(self.place))


@contextlib.contextmanager
def unchangeable(folder: Path) -> Iterator[None]:
    """Nothing in a folder can be written until the end of the block, also what is open; somebody forbade it.

    What SQLite only shares between its own lines is left: it lies in memory, and to write there would end them.
    """
    paths = [str(path) for path in (folder, *folder.rglob("*")) if not path.name.endswith("-shm")]
    _run("chattr", "+i", *paths)
    try:
        yield
    finally:
        _run("chattr", "-i", *paths)


def _run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
