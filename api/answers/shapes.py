"""What is answered over HTTP, described for the OpenAPI page."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer

from api.log.document import Document
from scoring.answers import Verdict
from scoring.needs import Way
from scoring.sheet import Legal

Moment = Annotated[
    datetime,
    PlainSerializer(lambda at: at.replace(tzinfo=at.tzinfo or UTC).isoformat(timespec="seconds"), return_type=str),
]


class Health(BaseModel):
    """Whether all parts are there."""

    status: Literal["ok", "degraded"]
    database: bool = Field(description="Whether tables can be kept")
    photos: bool = Field(description="Whether photos can be read on this machine")
    told: list[str] = Field(default=[], description="What is out of order, in sentences")


class Version(BaseModel):
    """What is running."""

    name: str
    version: str
    games: list[str]
    languages: list[str]


class EmblemShape(BaseModel):
    """Letters on a ground that goes from one colour to another."""

    letters: str
    colours: tuple[str, str]


class GameCard(BaseModel):
    """A game in brief."""

    id: str
    title: str
    least_players: int
    most_players: int
    samples: dict[str, str]
    questions: list[str]
    reads_photos: bool
    catalogue: dict[str, int] = Field(description="How many printed values are known, unknown and the owner's")
    prefixes: list[str] = Field(description="How the ids of its rules begin")
    emblem: EmblemShape
    seat_colours: list[str] = Field(description="The colours that seats are given, in order")
    shared: bool = Field(description="Whether all players build one layout, which is drawn whole")
    page: bool = Field(
        description="Whether the page has a module of its own for it; else the form comes from the schema"
    )
    drawn: bool = Field(description="Whether the game has a drawing of its own, not only its fields one by one")
    styles: bool = Field(description="Whether that module has styles of its own")


class BrokenGameCard(BaseModel):
    """A game whose files are not in order."""

    id: str
    broken: str = Field(description="What is wrong with it, in a sentence")


class QuestionCard(BaseModel):
    """A kind of dispute that the referee settles."""

    id: str
    title: str
    ask: dict[str, Any] = Field(description="JSON Schema of what must be told")
    example: dict[str, Any]


class MissingShape(BaseModel):
    """A printed value to be asked for."""

    item: str
    field: str
    question: str
    lines: list[str] = Field(default=[], description="The lines that wait for it; empty where that is not known")


class AwardShape(BaseModel):
    """One line of a sheet."""

    rule: str
    points: int | None
    arithmetic: str
    evidence: list[str] = Field(description="JSON pointers into the state")
    subject: str
    note: str
    floor: int
    told: bool = Field(default=False, description="Whether a person told the points; nothing of the line was computed")
    line: str = Field(description="The name under which the line is told")


class SheetShape(BaseModel):
    """One player's sheet."""

    player: str
    awards: list[AwardShape]
    missing: list[MissingShape]
    unnamed: int
    total: int | None
    at_least: int


class PlaceShape(BaseModel):
    """Where a player stands."""

    rank: int
    player: str
    total: int | None
    decided_by: str | None
    note: str


class StandingShape(BaseModel):
    """The ranking."""

    places: list[PlaceShape]
    over: bool = Field(description="Whether the game is over by what the state tells")
    winners: list[str] = Field(description="Empty until the game is over and every total is known")
    win_rule: str | None = Field(default=None, description="The rule that says who wins")


class NeedShape(BaseModel):
    """One thing that the final number waits for."""

    seat: int | None = Field(description="Whose it is; null for what the whole table shares")
    what: str
    place: str = Field(description="JSON pointer to where it is told; empty for printed values and names")
    way: Way = Field(description="Tapped at its place, from a photo, a name, or printed on the copy")
    lines: list[str] = Field(description="The rules whose lines wait for it; telling all of them will do")
    or_none: bool = Field(description="Whether there may be none of it; then its lines are told to be 0")


class ScoreShape(BaseModel):
    """The whole score of a state."""

    sheets: list[SheetShape]
    standing: StandingShape
    remarks: list[str]
    extra: dict[str, Any]
    needs: list[NeedShape] = Field(description="What the final number waits for, best told in this order")


class ProblemShape(BaseModel):
    """One thing wrong with a state."""

    rule: str
    where: list[str]
    message: str


class RuleShape(BaseModel):
    """A rule in one language."""

    id: str
    title: str
    text: str
    note: str | None
    source: str
    heading: str = Field(description="The heading as it stands in the supplied book; empty where the book has it not")
    origin: str = Field(description="Where it can be read, or how sure it is")
    related: list[str]
    scores: bool


class HitShape(RuleShape):
    """A rule that answers a question, with how well it fits."""

    fit: float


class CardFactShape(BaseModel):
    """One printed value as text."""

    field: str
    ask: str
    value: str
    known_from: str = Field(description="Where it is known from, which tells how sure it is")


class CardShape(BaseModel):
    """A component that a question names, with what is known of it."""

    item: str
    name: str
    kind: str
    known: list[CardFactShape]
    unknown: int = Field(description="How many of its printed values nobody has told yet")
    sure: bool = Field(description="Whether the book or the owner told all of it")


class FoundShape(BaseModel):
    """Something that a question may be about: an answer, a component or a rule."""

    verdict: Verdict | None
    headline: str = Field(description="What is said first: yes, no, the number")
    say: str
    answer: str | None
    referee: str | None = Field(description="The referee's question that settles a concrete case")
    card: CardShape | None
    rules: list[RuleShape] = Field(description="First the one that decides")
    fit: float = Field(description="How sure it is that this is meant, 0 to 100")


class ReplyShape(BaseModel):
    """What answers a question, best first."""

    lang: str = Field(description="The language that the question was put in")
    sure: bool = Field(description="Whether the first hit answers it; else no book does, and all are only near")
    case: str | None = Field(description="The referee's question that must settle it, as it depends on the table")
    headline: str
    hits: list[FoundShape]


class StepShape(BaseModel):
    """One step of a ruling."""

    text: str
    rule: str
    state: dict[str, Any] | None


class RulingShape(BaseModel):
    """The answer to a dispute."""

    verdict: str
    rules: list[str]
    steps: list[StepShape]
    data: dict[str, Any]
    missing: list[MissingShape]
    legal: Legal | None = Field(description="Whether it may be done; open: not known yet; null: that was not asked")


class FactShape(BaseModel):
    """A printed value with its provenance."""

    item: str
    kind: str
    name: str
    field: str
    value: Any
    source: str
    confidence: str
    ask: str
    allowed: str
    type: dict[str, Any] = Field(description="How to ask for it: kind of value, limits, choices")


class UndoneShape(BaseModel):
    """An entry that was taken back."""

    item: str
    field: str
    after: Any = Field(description="What had been entered")
    now: Any = Field(description="What holds now: an older entry, the value that ships, or null if nobody knows it")
    confidence: str


class NameShape(BaseModel):
    """What a component is called."""

    kind: str
    name: str


class ChoiceShape(BaseModel):
    """One answer to a question."""

    value: str | int
    label: str


class QuestionShape(BaseModel):
    """What only a person can tell about a photo.

    The answer to `player`, `round` and `first_row` is sent with the photo under that name; the answers to all
    questions `players`, in their order, as one list.
    """

    id: str
    text: str
    choices: list[ChoiceShape] = Field(default=[], description="The likeliest first; none if it is told in the state")
    where: str | None = Field(default=None, description="JSON pointer to the place of the state that it is about")
    box: list[float] | None = Field(default=None, description="The part of the photo that it is about")


class PieceShape(BaseModel):
    """A piece of a photo."""

    model_config = ConfigDict(extra="allow")

    id: str
    box: list[float] = Field(description="left, top, right, bottom in pixels of the upright photo")
    confidence: float
    path: str | None = Field(default=None, description="JSON pointer to its place in the table's state")


class PhotoShape(BaseModel):
    """A photo with what was read and what people say is there."""

    id: str
    game: str
    table: str | None
    player: int | None
    name: str
    kept: bool
    at: Moment
    width: int
    height: int
    pieces: list[PieceShape] = Field(description="With all corrections, least certain first")
    read: list[PieceShape] = Field(description="As it was read, never changed")
    questions: list[QuestionShape] = Field(default=[], description="What the photo leaves open")
    known: bool = Field(default=False, description="Whether this very photo had been read before")
    changes: list[str] = Field(default=[], description="What it changed on its table when it was laid there")
    against: list[str] = Field(default=[], description="What the rules say against these changes")
    round: int | None = Field(default=None, description="The round in which its pieces lie, in games with rounds")
    others: list[str] = Field(default=[], description="The same picture as the photo of each other player on it")


class CorrectionShape(BaseModel):
    """A correction as it is kept beside the reading."""

    id: int
    piece: str
    action: str
    was: dict[str, Any] | None
    value: dict[str, Any] | None
    at: Moment


class TableCard(BaseModel):
    """A table in a list."""

    id: str
    game: str
    title: str
    created: Moment
    changed: Moment
    version: int
    players: list[str]
    colours: list[str]
    finished: bool
    winners: list[str]
    sample: bool = Field(default=False, description="Whether it is a bundled game to look around in")


class EveningShape(BaseModel):
    """A finished game."""

    table: str
    game: str
    name: str
    day: str
    totals: list[tuple[str, int]]
    winners: list[str]


class FiguresShape(BaseModel):
    """What one player reached in one game."""

    player: str
    played: int
    wins: int
    average: float
    best: int
    points: list[int] = Field(description="In order of time")


class GameFiguresShape(BaseModel):
    """All evenings of one game."""

    game: str
    name: str
    played: int
    players: list[FiguresShape]


class PlayerFiguresShape(BaseModel):
    """All evenings of one player."""

    player: str
    played: int
    wins: int


class EveningsShape(BaseModel):
    """Statistics over all evenings."""

    evenings: list[EveningShape] = Field(description="The latest first")
    games: list[GameFiguresShape]
    players: list[PlayerFiguresShape]


class SeatShape(BaseModel):
    """A player in the organiser's list."""

    player: str
    points: int = Field(description="What is certain")
    exact: bool = Field(description="Whether that is all")


class SummaryShape(BaseModel):
    """A table in the organiser's list."""

    id: str
    game: str
    title: str
    changed: str
    version: int
    players: list[SeatShape]
    leaders: list[str]
    round: int
    finished: bool
    needs_photo: bool = Field(description="Whether its score waits for something that a photo can tell")
    open_needs: int = Field(description="How many things its score waits for")
    in_line: int = Field(description="How many of its photos wait for a reader or are read now")
    unreadable: bool = Field(description="Whether this version cannot read it")


class RankShape(BaseModel):
    """A player in the sum over the finished tables of a day."""

    player: str
    tables: int
    wins: int
    points: int


class OrganiserShape(BaseModel):
    """An evening as its organiser sees it."""

    day: str
    tables: list[SummaryShape] = Field(description="Those changed on that day, the newest first")
    league: list[RankShape] = Field(description="Wins first, then points")


class KeptShape(BaseModel):
    """A value for the owner's catalogue."""

    item: str
    field: str
    value: Any


class MoveShape(BaseModel):
    """Something that a player can do now with one press."""

    title: str
    place: str = Field(description="The field of the state beside which it is offered")
    changes: list[dict[str, Any]]
    keep: list[KeptShape]


class UnreadableTable(BaseModel):
    """A table that this version cannot read; its export holds everything that is kept of it."""

    id: str
    game: str
    title: str
    created: Moment
    changed: Moment
    version: int
    unreadable: str = Field(description="Why, in a sentence")


class TableView(BaseModel):
    """A table as all phones see it."""

    id: str
    game: str
    version: int = Field(description="How many changes the table has seen; sent with every change made on it")
    can_undo: bool = Field(description="Whether the phone that asks has a change of its own to take back")
    can_redo: bool
    document: Document
    score: ScoreShape
    problems: list[ProblemShape]
    moves: list[list[MoveShape]] = Field(default=[], description="For every player what can be done with one press")
    told: list[dict[str, dict[str, Any]]] = Field(
        default=[], description="For every player what the table tells of questions to the referee"
    )
    out_of_play: list[str] = Field(
        default=[], description="Components of boxes and variants that this table does not use: not to be offered"
    )
    before_photo: list[list[QuestionShape]] = Field(
        default=[], description="For every player what must be told with a photo; none for games without photos"
    )


class ChangeShape(BaseModel):
    """One change as it stands in the log: the steps that lead to its version."""

    version: int
    id: str
    kind: str
    steps: list[dict[str, Any]]
    made_on: int = Field(description="The version that the phone saw")
    undoes: int | None = Field(description="The version whose change it takes back")
    note: str
    by: str
    at: Moment
    stands: bool = Field(default=True, description="Whether the table as it is now still contains it")


class Changed(BaseModel):
    """The answer to a change: the change as it stands, and the table with it."""

    version: int
    change: ChangeShape
    table: TableView


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


class WaitingShape(BaseModel):
    """Where a picture stands in the line before the reader."""

    place: int | None = Field(description="How many come before it; null while it does not wait")
    waiting: int = Field(description="How many wait or are read")


class PhoneShape(BaseModel):
    """One that was let in."""

    id: str
    role: Literal["host", "guest"]
    since: Moment
    seen: Moment = Field(description="The day on which it was last there")
    about: str = Field(description="What its browser says of itself")
    name: str = Field(description="Who sits behind it, as they told")


class AccessShape(BaseModel):
    """Who may come in."""

    pin: str | None = Field(description="The six digits; null while only this machine is let in")
    address: str | None = Field(description="What phones open; null while only this machine is let in")
    certificate: Literal["none", "self-signed", "own"] = Field(description="Of that address: ours, yours or none")
    phones: list[PhoneShape]
