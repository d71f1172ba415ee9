"""How much memory this process ever held."""

from __future__ import annotations

import sys
from pathlib import Path


def held_mb() -> int | None:
    """The most memory this process ever held; None where the system does not tell.

    Linux's ``getrusage`` would count that of the parent as well.
    """
    status = Path("/proc/self/status")
    if status.is_file():
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
        return round(int(lines["VmHWM"].split()[0]) / 1024)
    try:
        import resource
    except ImportError:  # Windows has no such thing
        return None
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(held / (1024**2 if sys.platform == "darwin" else 1024))
