"""Dice of a character sheet as a pinhole camera sees them: true geometry, no pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.palette import Colour, Material
from vision.reading import Alternative, Box, DieReading, Reading

ROWS, COLUMNS = 6, 3
DIE = 0.8


@dataclass(frozen=True)
class View:
    """Where the camera is. Angles in degrees: above the table, around the sheet, and how the phone is rolled."""

    elevation: float = 60
    around: float = 0
    roll: float = 0
    distance: float = 14
    row_step: float = 1.25

    def boxes(self, places: np.ndarray) -> list[Box]:
        """The boxes of dice that stand at these (row, column) places, in a photo of about 2000 pixels."""
        height, turn = np.radians(self.elevation), np.radians(self.around)
        centre = np.array([(COLUMNS - 1) / 2, (ROWS - 1) / 2])
        flat = np.column_stack([places[:, 1] - centre[0], -(places[:, 0] - centre[1]) * self.row_step])
        flat = flat @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (0, 2)]) * DIE / 2
        camera = self.distance * np.array([0, -np.cos(height), np.sin(height)])
        ahead = -camera / self.distance
        up = np.array([0, np.sin(height), np.cos(height)])
        boxes = []
        for x, y in flat:
            seen = np.array([x, y, 0]) + corners - camera
            depth = seen @ ahead
            shown = 1800 * np.column_stack([seen[:, 0] / depth, -(seen @ up) / depth])
            roll = np.radians(self.roll)
            shown = shown @ np.array([[np.cos(roll), np.sin(roll)], [-np.sin(roll), np.cos(roll)]]) + 1000
            boxes.append(Box(*shown.min(axis=0), *shown.max(axis=0)))
        return boxes


def seen_die(
    box: Box,
    face: str = "1",
    colour: Colour = Colour.RED,
    faces: Sequence[tuple[str, float]] = (),
    colours: Sequence[tuple[Colour, float]] = (),
) -> DieReading:
    """A die as the detector would report it, with alternatives where they matter."""
    face_left = 1 - sum(chance for _, chance in faces)
    colour_left = 1 - sum(chance for _, chance in colours)
    return DieReading(
        box=box,
        face=Reading(face, face_left, tuple(Alternative(*other) for other in faces), (box,)),
        colour=Reading(colour, colour_left, tuple(Alternative(*other) for other in colours), (box,)),
        material=Reading(Material.PLAIN, 1.0, (), (box,)),
        confidence=face_left,
        found=1.0,
    )


def filled(counts: Sequence[int]) -> list[tuple[int, int]]:
    """The places of a sheet whose rows hold that many dice, filled from the left."""
    return [(row, column) for row, count in enumerate(counts) for column in range(count)]
