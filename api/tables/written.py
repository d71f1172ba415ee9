"""How values are written into a database, whichever it is."""

from __future__ import annotations

import json


def compact_json(value: object) -> str:
    """JSON as short as it can be.

    >>> compact_json({"name": "Ελένη", "gold": 3})
    '{"name":"Ελένη","gold":3}'
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
