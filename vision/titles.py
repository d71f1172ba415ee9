"""Titles and numbers printed on a straightened card, and which pieces of a game they name.

Works without anything being taught. Tesseract is loaded at the first use, one language at a time.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from threading import Lock
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scoring.languages import SPOKEN
from vision.photo import Pixels
from vision.weights import model_path

DATA = "tessdata"
WIDTH = 420  # pixels of a card in which lines of text are looked for
LETTERS = (0.022, 0.16)  # how high letters may be, in widths of the card
GAPS = (13, 25)  # pixels between letters, or between words, that belong to one line
FAINT = 18  # an edge weaker than this, of 255, is none
AROUND = 15  # pixels around a place with whose edges it is compared
LINE = 56  # pixels of a line's height in which it is read
MOST_LINES = 7  # of a card that are read in the search for its title: titles are among the largest
SURE = 80.0  # likeness of a line and a title, of 100, from which on it is one,
LEAD = 8.0  # and by how much it must be likelier than any other title
PLAIN = 95.0  # from which on no other line is read
LIKELY = 60.0  # from which on it is offered
LEAST_LETTERS = 3
PixelBox = tuple[int, int, int, int]
_READING = Lock()  # Tesseract reads one picture at a time


@dataclass(frozen=True)
class Line:
    """A line of text: what it says, how sure (0 to 1), and where, in shares of the picture."""

    text: str
    confidence: float
    box: tuple[float, float, float, float]

    @property
    def centre(self) -> tuple[float, float]:
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2


@dataclass(frozen=True)
class Titled:
    """Which pieces a picture's text may name, likeliest first with a likeness of 0 to 100, and how it is turned."""

    matches: tuple[tuple[str, float], ...]
    quarter: int

    @property
    def item(self) -> str | None:
        """The piece that its title names beyond doubt."""
        if not self.matches or self.matches[0][1] < SURE:
            return None
        lead = self.matches[0][1] - (self.matches[1][1] if len(self.matches) > 1 else 0.0)
        return self.matches[0][0] if lead >= LEAD else None


UNTITLED = Titled((), 0)


@lru_cache(maxsize=8192)  # the same titles are compared with every line
def folded(text: str) -> str:
    """Text without accents, capitals and signs, as it is compared.

    >>> folded("Žar-Ptak: Άλλη Διάσταση"), folded("Kapłan")
    ('zar ptak αλλη διασταση', 'kaplan')
    """
    plain = unicodedata.normalize("NFD", text.casefold().replace("ł", "l").replace("ς", "σ"))
    return " ".join(
        "".join(sign if sign.isalnum() else " " for sign in plain if not unicodedata.combining(sign)).split()
    )


def title_of(
    picture: Pixels, titles: Mapping[str, Sequence[str]], languages: Iterable[str], turns: Sequence[int] = (0, 2, 1, 3)
) -> Titled:
    """Which piece the text on a picture names: `titles` holds what each may be called.

    A card may lie in any of these turns; the first turn and language in which a title is plainly there decides.
    """
    best = UNTITLED
    for language in filter(can_be_read, languages):
        for turn in turns:
            found = _titled(picture, titles, language, turn)
            if found.item:
                return found
            if found.matches and (not best.matches or found.matches[0][1] > best.matches[0][1]):
                best = found
    return best


def _titled(picture: Pixels, titles: Mapping[str, Sequence[str]], language: str, turn: int) -> Titled:
    """The title of a card in one turn; once a line is plainly one, no other is read."""
    way = np.ascontiguousarray(np.rot90(picture, turn % 2))
    likeness: dict[str, float] = {}
    titled: list[PixelBox] = []
    for box in _lines_before_words(line_boxes(way)[:MOST_LINES]):
        if any(_holds(line, box) for line in titled):  # "Elf" is no title where the line says "Dark Elf"
            continue
        text = read_line(way, box, language, turned=turn > 1).text
        matches = match_titles([text], titles)
        for item, share in matches:
            likeness[item] = max(likeness.get(item, 0.0), share)
        titled += [box] if matches and matches[0][1] >= SURE else []
        found = Titled(_likeliest_first(likeness), turn)
        if found.item and found.matches[0][1] >= PLAIN:
            return found
    return Titled(_likeliest_first(likeness), turn)


def can_be_read(language: str) -> bool:
    """Whether the letters of a language are here to be read."""
    return (model_path(DATA) / f"{SPOKEN[language].three_letters}.traineddata").is_file()


def match_titles(texts: Iterable[str], titles: Mapping[str, Sequence[str]]) -> tuple[tuple[str, float], ...]:
    """Pieces whose title one of these lines may be, likeliest first, accents and capitals ignored."""
    from rapidfuzz import fuzz, process  # not where no text is read

    names = [(folded(title), item) for item, known in titles.items() for title in known]
    likeness: dict[str, float] = {}
    for text in texts:
        said = folded(text)
        if len(said) < LEAST_LETTERS:
            continue
        for _, score, index in process.extract(
            said, [name for name, _ in names], scorer=fuzz.ratio, score_cutoff=LIKELY, limit=6
        ):
            item = names[index][1]
            likeness[item] = max(likeness.get(item, 0.0), float(score))
    return _likeliest_first(likeness)


def _likeliest_first(likeness: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    return tuple(sorted(likeness.items(), key=lambda pair: -pair[1]))


def read_lines(picture: Pixels, language: str, only: str = "") -> list[Line]:
    """All lines of text of an upright picture; `only` limits the signs that may occur."""
    found = [read_line(picture, box, language, only) for box in line_boxes(picture, letters=1)]
    return [line for line in found if line.text]


def line_boxes(picture: Pixels, letters: int = 2) -> list[PixelBox]:
    """Where lines of text may be, in pixels, highest letters first; they are at least `letters` signs long."""
    scale = WIDTH / min(picture.shape[:2])
    strong = _strong_edges(picture, scale)
    boxes: dict[PixelBox, None] = {}
    for gap in GAPS:
        joined = cv2.morphologyEx(strong, cv2.MORPH_CLOSE, np.ones((1, gap), np.uint8))
        joined = cv2.morphologyEx(joined, cv2.MORPH_OPEN, np.ones((5, 1), np.uint8))
        _, _, stats, _ = cv2.connectedComponentsWithStats(joined)
        for x, y, width, height, _ in stats[1:].tolist():
            if LETTERS[0] * WIDTH <= height <= LETTERS[1] * WIDTH and width >= 0.45 * letters * height:
                left, top, right, bottom = (round(edge / scale) for edge in (x, y, x + width, y + height))
                boxes[left, top, right, bottom] = None
    return sorted(boxes, key=lambda box: box[1] - box[3])


def _lines_before_words(boxes: Sequence[PixelBox]) -> list[PixelBox]:
    """The boxes in their order, but each after those that hold it.

    >>> _lines_before_words([(5, 0, 8, 4), (20, 0, 29, 4), (0, 0, 9, 3)])
    [(0, 0, 9, 3), (5, 0, 8, 4), (20, 0, 29, 4)]
    """
    ordered: dict[PixelBox, None] = {}
    for box in boxes:
        holding = [other for other in boxes if other != box and _holds(other, box)]
        ordered |= dict.fromkeys((*sorted(holding, key=lambda other: other[0] - other[2]), box))
    return list(ordered)


def _holds(line: PixelBox, box: PixelBox) -> bool:
    """Whether a box is a part of this line."""
    within = line[0] <= box[0] and box[2] <= line[2] and line[2] - line[0] > box[2] - box[0]
    return within and line[1] < (box[1] + box[3]) / 2 < line[3]


def _strong_edges(picture: Pixels, scale: float) -> Pixels:
    """Edges in any colour that are strong beside those around them: a pale title is text next to a loud picture."""
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.GaussianBlur(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=how), (0, 0), 0.8)
    edges = cv2.morphologyEx(small, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).max(axis=2)
    around = cv2.dilate(edges, np.ones((AROUND, AROUND), np.uint8))
    strong = (edges > FAINT) & (edges > 0.4 * around)
    return np.asarray(strong * 255, dtype=np.uint8)


def read_line(picture: Pixels, box: PixelBox, language: str, only: str = "", turned: bool = False) -> Line:
    """What one line says, upright or (`turned`) upside down."""
    height, width = picture.shape[:2]
    left, top, right, bottom = box
    margin = max(2, round(0.25 * (bottom - top)))
    part = picture[max(0, top - margin) : bottom + margin, max(0, left - margin) : right + margin]
    text, confidence = _read(_ink_on_paper(np.rot90(part, 2) if turned else part), SPOKEN[language].three_letters, only)
    return Line(text, confidence, (left / width, top / height, right / width, bottom / height))


def _read(grey: Pixels, language: str, only: str) -> tuple[str, float]:
    tesseract = _reader(language)
    with _READING:
        tesseract.SetVariable("tessedit_char_whitelist", only)
        tesseract.SetImage(Image.fromarray(grey))
        return str(tesseract.GetUTF8Text()).strip(), tesseract.MeanTextConf() / 100


@cache
def _reader(language: str) -> Any:
    import tesserocr  # 34 MB that only titles need

    tesserocr.set_leptonica_log_level(tesserocr.LeptLogLevel.NONE)
    return tesserocr.PyTessBaseAPI(path=str(model_path(DATA)), lang=language, psm=tesserocr.PSM.SINGLE_LINE)


def _ink_on_paper(part: Pixels) -> Pixels:
    """A line as Tesseract likes it: dark on light, of one height, with a margin."""
    scale = LINE / part.shape[0]
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    grey = contrasted(cv2.resize(np.ascontiguousarray(part), None, fx=scale, fy=scale, interpolation=how))
    rim = float(np.median(np.concatenate([grey[0], grey[-1], grey[:, 0], grey[:, -1]])))
    if rim < 127 and rim <= grey.mean():
        grey, rim = 255 - grey, 255 - rim
    return np.asarray(cv2.copyMakeBorder(grey, 12, 12, 12, 12, cv2.BORDER_CONSTANT, value=rim), dtype=np.uint8)


def contrasted(picture: NDArray[Any]) -> Pixels:
    """Grey along the colour in which the picture varies most: red ink on green is as plain as black on white."""
    colours = picture.reshape(-1, 3).astype(np.float32)
    colours -= np.median(colours, axis=0)
    _, ways = np.linalg.eigh(colours.T @ colours)
    grey = (colours @ ways[:, -1]).reshape(picture.shape[:2])
    low, high = np.percentile(grey, [1, 99])
    return np.asarray(((grey - low) / max(float(high - low), 1e-6) * 255).clip(0, 255), dtype=np.uint8)
