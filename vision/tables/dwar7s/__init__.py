"""Dwar7s Fall from photo to state: the layout of kingdom cards with the dwarves on it."""

from vision.tables.contract import TableReader
from vision.tables.dwar7s.adjust import adjust
from vision.tables.dwar7s.differences import differences
from vision.tables.dwar7s.labels import label, lesson
from vision.tables.dwar7s.lay import beginning, lay
from vision.tables.dwar7s.questions import questions, unnamed

TABLE = TableReader(
    "dwar7s",
    lay,
    adjust,
    questions=questions,
    beginning=beginning,
    unnamed=unnamed,
    label=label,
    lesson=lesson,
    differences=differences,
    everyone=True,
    dice=False,
)
