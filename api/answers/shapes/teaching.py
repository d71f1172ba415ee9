"""What is taught with photos of one's own pieces."""

from __future__ import annotations

from pydantic import BaseModel

from api.answers.shapes.moment import Moment


class TeachableShape(BaseModel):
    """Something that can be taught, and the pictures there are of it."""

    id: str
    kind: str
    kind_name: str
    name: str
    board: bool
    pictures: list[str]


class GalleryShape(BaseModel):
    """Everything that can be taught of a game, and how many of it are."""

    pieces: list[TeachableShape]
    taught: int


class CutOutShape(BaseModel):
    """A thing of a photo: where, how it looks straightened, what it is if that is sure, and its likeliest names."""

    corners: list[list[float]]
    picture: str
    named: str | None
    titled: str | None
    likely: list[str]


class ProposalShape(BaseModel):
    """What a missing printed value may be, likeliest first."""

    item: str
    field: str
    values: list[int]


class LessonShape(BaseModel):
    """A piece of a photo that was named by hand, and what a picture of it would teach."""

    piece: str
    item: str
    name: str


class LessonsTaken(BaseModel):
    """Of what a picture was kept."""

    items: list[str]


class ReferenceShape(BaseModel):
    """A reference picture of a component."""

    id: str
    game: str
    item: str
    at: Moment
