"""Dungeon Lords from photo to state: one player's dungeon, on its board or as bare tiles, with what lies around it."""

from vision.tables.contract import TURNS, TableReader
from vision.tables.dungeonlords.adjust import adjust
from vision.tables.dungeonlords.differences import differences
from vision.tables.dungeonlords.labels import label, lesson
from vision.tables.dungeonlords.lay import lay
from vision.tables.dungeonlords.places import PLACES
from vision.tables.dungeonlords.questions import questions, unnamed

TABLE = TableReader(
    "dungeonlords",
    lay,
    adjust,
    questions=questions,
    unnamed=unnamed,
    places=PLACES,
    turns=TURNS,
    label=label,
    lesson=lesson,
    differences=differences,
    dice=False,
)
