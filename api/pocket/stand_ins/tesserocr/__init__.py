"""Tesseract as the page has it: the part for cards brings it, and a language is loaded at its first line."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from api.pocket import tape

PSM = SimpleNamespace(SINGLE_LINE=7)
LeptLogLevel = SimpleNamespace(NONE=6)


def set_leptonica_log_level(level):
    """Nothing is logged there."""


class PyTessBaseAPI:
    """Reads lines of one language."""

    def __init__(self, path, lang, psm):
        self._lang, self._psm = lang, psm
        self._only = ""
        self._line = None
        self._sure = 0

    def SetVariable(self, name, value):  # noqa: N802
        """Only which signs may occur is ever set."""
        self._only = value

    def SetImage(self, picture):  # noqa: N802
        self._line = np.ascontiguousarray(picture.pixels, dtype=np.uint8)

    def GetUTF8Text(self):  # noqa: N802
        if not tape.call("letters_there", self._lang):
            tape.wait("letters", self._lang, self._psm)
        height, width = self._line.shape
        text, self._sure = tape.call("line", self._lang, self._only, self._line.reshape(-1).data, width, height)
        return text

    def MeanTextConf(self):  # noqa: N802
        return self._sure
