"""Dice Miner from photo to state: the trove of a player, or the mountain."""

from vision.tables.contract import TableReader
from vision.tables.diceminer.adjust import adjust
from vision.tables.diceminer.labels import label
from vision.tables.diceminer.lay import lay
from vision.tables.diceminer.questions import before, questions

TABLE = TableReader("diceminer", lay, adjust, before=before, questions=questions, label=label)
