"""The kinds of change at one place: set, add, put in, take out, move. Each knows what undoes it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from api.log.paths import Path, parts, pointer
from api.log.refused import ABSENT
from scoring.bounds import DEEPEST, LARGEST_NUMBER, MOST_ENTRIES, PlainData

Pointer = Annotated[
    str,
    Field(
        pattern=rf"^(/[^/]*){{1,{DEEPEST}}}$",
        max_length=400,
        description="JSON pointer into the table, such as /state/players/0/name",
    ),
]
Index = Annotated[int, Field(ge=0, le=MOST_ENTRIES)]
Number = Annotated[int, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]


class Part(BaseModel):
    """Base of all steps: what was not sent stays unsaid, because null is a value of its own."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: str
    path: Pointer

    @property
    def place(self) -> Path:
        """The path to what the step is about."""
        return parts(self.path)

    def at(self, place: Path) -> Any:
        """The same step about another place."""
        return self.model_copy(update={"path": pointer(place)})

    def plain(self) -> dict[str, Any]:
        """The step as it is sent and stored."""
        return {"kind": self.kind, **self.model_dump(exclude_unset=True)}


class Set(Part):
    """Give a field another value, if it still has the one expected.

    Without ``expect`` there was no such field, without ``value`` there is none afterwards.
    """

    kind: Literal["set"] = "set"
    value: PlainData = Field(default=None, description="The new value; left out, the field is taken away")
    expect: PlainData = Field(default=None, description="What the phone saw there; left out, there was no such field")

    @property
    def after(self) -> Any:
        """The new value, or ABSENT."""
        return self.value if "value" in self.model_fields_set else ABSENT

    @property
    def before(self) -> Any:
        """What is expected, or ABSENT."""
        return self.expect if "expect" in self.model_fields_set else ABSENT

    @property
    def undone(self) -> Set:
        """The way back."""
        return setting(self.path, self.after, self.before)


def setting(path: str, before: Any, after: Any) -> Set:
    """A step from one value to another, each perhaps ABSENT."""
    values = {"expect": before, "value": after}
    return Set(path=path, **{name: value for name, value in values.items() if value is not ABSENT})


class Add(Part):
    """Add to a number, whatever it is by now."""

    kind: Literal["add"] = "add"
    n: Number = Field(description="How many more, or fewer")

    @property
    def undone(self) -> Add:
        """The way back."""
        return Add(path=self.path, n=-self.n)


class Put(Part):
    """Put a value into a list."""

    kind: Literal["put"] = "put"
    index: Index | None = Field(default=None, description="Before which entry; left out, at the end")
    value: PlainData

    @property
    def undone(self) -> Take:
        """The way back."""
        return Take(path=self.path, index=self.index or 0, value=self.value)


class _FromList(Part):
    """A step about an entry of a list, named by its index and its value."""

    index: Index
    value: PlainData = Field(description="What the phone saw there")

    @property
    def place(self) -> Path:
        """The path to the entry."""
        return (*parts(self.path), str(self.index))

    def at(self, place: Path) -> Any:
        """The same step about another entry."""
        return self.model_copy(update={"path": pointer(place[:-1]), "index": int(place[-1])})


class Take(_FromList):
    """Take a value out of a list."""

    kind: Literal["take"] = "take"

    @property
    def undone(self) -> Put:
        """The way back."""
        return Put(path=self.path, index=self.index, value=self.value)


class Move(_FromList):
    """Take a value out of a list and put it elsewhere, as one step."""

    kind: Literal["move"] = "move"
    to: Pointer = Field(description="The list it goes into, as it is once the value was taken out")
    to_index: Index | None = Field(default=None, description="Before which entry; left out, at the end")

    @property
    def taking(self) -> Take:
        """The first half."""
        return Take(path=self.path, index=self.index, value=self.value)

    @property
    def putting(self) -> Put:
        """The second half."""
        return Put(path=self.to, index=self.to_index, value=self.value)

    @property
    def undone(self) -> Move:
        """The way back."""
        return Move(path=self.to, index=self.to_index or 0, value=self.value, to=self.path, to_index=self.index)


Step = Annotated[Set | Add | Put | Take | Move, Field(discriminator="kind")]


def undoing(steps: tuple[Step, ...]) -> list[Step]:
    """The steps that lead back, last first."""
    return [step.undone for step in reversed(steps)]
