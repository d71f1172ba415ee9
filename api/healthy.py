"""``python -m api.healthy [ADDRESS]``: whether a page answers and can keep tables, as a container asks now and then."""

from __future__ import annotations

import json
import sys
from urllib.request import urlopen

ADDRESS = "http://127.0.0.1:8000"
PATIENCE = 4.0


def healthy(address: str = ADDRESS) -> bool:
    """Whether all is well enough for phones to be sent here: photos may wait, tables must be kept."""
    try:
        with urlopen(f"{address}/api/v1/health", timeout=PATIENCE) as answer:  # an address of this machine
            return bool(json.load(answer)["database"])
    except (OSError, ValueError, KeyError):
        return False


if __name__ == "__main__":
    sys.exit(0 if healthy(*sys.argv[1:2]) else 1)
