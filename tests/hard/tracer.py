"""Follows a running process from write to write, ends it before a certain one, and keeps what a disk would have kept.

    python -m tests.hard.tracer PROCESS FOLDER IMAGE NUMBER

Every write to a file below FOLDER, every sync, every rename and every removal counts; before the one of this NUMBER the
process is killed (0: never). IMAGE is what is left in FOLDER when the power goes at that moment, at the worst: of every
file only what was synced, and an empty file where a name was given to bytes that were not. Prints "ready", and at the
end how many writes there were. Linux on x86-64 and ARM.
"""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import signal
import struct
import sys
from dataclasses import dataclass, field
from pathlib import Path

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
LIBC.ptrace.restype = ctypes.c_long
SEIZE, INTERRUPT, GO_ON, WHICH_CALL, OPTIONS = 0x4206, 0x4207, 24, 0x420E, 0x4200
TELL_CALLS, TELL_THREADS = 0x01, 0x08
ALL_THREADS = 0x40000000
ENTRY, EXIT = 1, 2
BY_FILE = {
    "x86_64": {1: "write", 18: "pwrite", 20: "writev", 77: "truncate", 74: "sync", 75: "sync"},
    "aarch64": {64: "write", 68: "pwrite", 66: "writev", 46: "truncate", 82: "sync", 83: "sync"},
}
BY_NAME = {  # where the names stand among the arguments
    "x86_64": {82: ("rename", 0, 1), 264: ("rename", 1, 3), 316: ("rename", 1, 3), 87: ("gone", 0), 263: ("gone", 1)},
    "aarch64": {38: ("rename", 1, 3), 276: ("rename", 1, 3), 35: ("gone", 1)},
}
NOT_KEPT = ("-shm", ".lock")  # memory that processes share, and a mark that says nothing
KNOWN = platform.machine() in BY_FILE and sys.platform.startswith("linux")


@dataclass
class Disk:
    """A folder, and what would be left of it without power."""

    folder: Path
    image: Path
    half: dict[int, tuple[str, list[Path]]] = field(default_factory=dict)

    def entered(self, thread: int, call: int, given: tuple[int, ...]) -> bool:
        """A call begins; whether it changes something below the folder."""
        found = self._file_call(thread, call, given) or self._name_call(thread, call, given)
        if found is None or not all(self._ours(path) for path in found[1]):
            return False
        self.half[thread] = found
        return True

    def left(self, thread: int) -> None:
        """The call is over: what it made safe is safe."""
        what, paths = self.half.pop(thread, ("", []))
        if what == "sync" and paths[0].is_file():
            self._copy(paths[0])
        elif what == "rename":
            old, new = (self.image / path.relative_to(self.folder) for path in paths)
            new.parent.mkdir(parents=True, exist_ok=True)
            if old.is_file():
                old.replace(new)
            elif paths[1].is_file():
                new.write_bytes(b"")
        elif what == "gone":
            (self.image / paths[0].relative_to(self.folder)).unlink(missing_ok=True)

    def _copy(self, path: Path) -> None:
        target = self.image / path.relative_to(self.folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)

    def _ours(self, path: Path) -> bool:
        return path.is_relative_to(self.folder) and not path.name.endswith(NOT_KEPT)

    def _file_call(self, thread: int, call: int, given: tuple[int, ...]) -> tuple[str, list[Path]] | None:
        what = BY_FILE[platform.machine()].get(call)
        if what is None:
            return None
        try:
            return what, [Path(f"/proc/{thread}/fd/{given[0]}").readlink()]
        except OSError:
            return None

    def _name_call(self, thread: int, call: int, given: tuple[int, ...]) -> tuple[str, list[Path]] | None:
        what, *places = BY_NAME[platform.machine()].get(call, ("",))
        return (what, [_text(thread, given[place]) for place in places if isinstance(place, int)]) if what else None


def _text(thread: int, at: int) -> Path:
    """A name in the memory of a process."""
    with Path(f"/proc/{thread}/mem").open("rb", buffering=0) as memory:
        memory.seek(at)
        return Path(os.fsdecode(memory.read(4096).partition(b"\0")[0]))


def _ask(request: int, thread: int, value: int = 0, data: int = 0) -> int:
    return int(LIBC.ptrace(request, thread, value, data))


def _call(thread: int) -> tuple[int, int, tuple[int, ...]]:
    """Whether a call begins or ends, which one, and what it was given."""
    told = ctypes.create_string_buffer(96)
    _ask(WHICH_CALL, thread, ctypes.sizeof(told), ctypes.addressof(told))
    kind, number, *given = struct.unpack_from("<B23xQ6Q", told.raw)
    return kind, number, tuple(given)


def follow(process: int, disk: Disk, number: int) -> int:
    """Go with a process to the write of this number, or to its end; how many there were."""
    for task in Path(f"/proc/{process}/task").iterdir():
        _ask(SEIZE, int(task.name), 0, TELL_CALLS | TELL_THREADS)
        _ask(INTERRUPT, int(task.name))
    print("ready", flush=True)
    count = 0
    while True:
        try:
            thread, status = os.waitpid(-1, ALL_THREADS)
        except ChildProcessError:
            return count
        if not os.WIFSTOPPED(status):
            continue
        sign, signalled = os.WSTOPSIG(status), 0
        if sign == signal.SIGTRAP | 0x80:
            kind, call, given = _call(thread)
            if kind == ENTRY and disk.entered(thread, call, given):
                count += 1
                if count == number:
                    os.kill(process, signal.SIGKILL)
                    continue
            elif kind == EXIT:
                disk.left(thread)
        elif status >> 16 == 0:
            signalled = sign  # a signal of its own, which it gets
        _ask(GO_ON, thread, 0, signalled)


def main() -> None:
    """Follow a process as the command line says."""
    process, folder, image, number = sys.argv[1:]
    print(follow(int(process), Disk(Path(folder), Path(image)), int(number)), flush=True)


if __name__ == "__main__":
    main()
