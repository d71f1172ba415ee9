"""Roll Player from photo to state: a character sheet with its dice."""

from vision.tables.contract import TURNS, TableReader
from vision.tables.rollplayer.adjust import adjust
from vision.tables.rollplayer.labels import label, lesson
from vision.tables.rollplayer.lay import beginning, hints, lay
from vision.tables.rollplayer.places import PLACES
from vision.tables.rollplayer.questions import questions

TABLE = TableReader(
    "rollplayer",
    lay,
    adjust,
    questions=questions,
    hints=hints,
    beginning=beginning,
    places=PLACES,
    turns=TURNS,
    label=label,
    lesson=lesson,
)
