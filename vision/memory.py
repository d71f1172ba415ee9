"""How much memory this process ever held."""

from __future__ import annotations

import resource
import sys
from pathlib import Path


def held_mb() -> int:
    """The most memory this process ever held. Linux's `getrusage` would count that of the parent as well."""
    status = Path("/proc/self/status")
    if status.is_file():
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
        return round(int(lines["VmHWM"].split()[0]) / 1024)
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(held / (1024**2 if sys.platform == "darwin" else 1024))
