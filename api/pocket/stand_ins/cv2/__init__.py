"""OpenCV in a browser: the whole of it where its part was fetched (for cards), else the little that dice need.

Pictures are arrays of numpy, as everywhere. Every call that leaves Python goes over a tape (`api.pocket.tape`).
"""

from __future__ import annotations

from . import few
from .constants import *  # noqa: F403


class error(Exception):  # noqa: N801, N818
    """What OpenCV raises."""


def SIFT_create(most):  # noqa: N802
    from .sift import Sift

    return Sift(most)


def createCLAHE(limit, parts):  # noqa: N802
    from .contrast import Clahe

    return Clahe(limit, parts)


_used = few


def use_whole():
    """From now on OpenCV itself answers."""
    global _used
    from . import whole

    _used = whole


def __getattr__(name):
    return getattr(_used, name)
