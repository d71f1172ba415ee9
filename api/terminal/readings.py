"""How readings of photos look in a terminal, in the language of this run."""

from __future__ import annotations

from dataclasses import fields
from itertools import groupby
from string import digits

from rich.table import Table
from rich.text import Text

from api.answers.laying import Outcome
from api.terminal.render import console
from api.terminal.spoken import speak
from scoring.games import load
from scoring.words import linked, say
from vision.palette import Colour
from vision.photo import Photo
from vision.reading import UNSURE, DieReading
from vision.roll import Roll, part_of_photo
from vision.tables import reader_of
from vision.tables.contract import Question, unsure_pieces
from vision.tables.table import Hints

SYMBOLS = {
    "beer": say("beer"),
    "cave_in": say("cave-in"),
    "chest": say("chest"),
    "dragon": say("dragon"),
    "gem": say("gem"),
    "magic": say("magic"),
    "pickaxe": say("pickaxe"),
    "shield": say("shield"),
}


def face_words(face: str) -> str:
    """What a die shows, in words.

    >>> [str(face_words(face)) for face in ("4", "beer", "cave_in2")]
    ['4', 'beer', '2 cave-in']
    """
    name = face.rstrip(digits)
    what = SYMBOLS.get(name, name)
    number = face.removeprefix(name)
    return say("{number} {what}", number=number, what=what) if what and number else what or number


def die_words(die: DieReading) -> str:
    """Colour and face of a die."""
    return say("{colour} {face}", colour=say(die.colour.value), face=face_words(die.face.value))


def print_roll(photo: Photo, roll: Roll) -> None:
    """The dice of a photo counted by colour and face, then those that a person should look at."""
    out = console()
    told = say("no dice found.")
    if roll.dice:
        told = say("dice: {count}, sum {sum}", count=len(roll.dice), sum=roll.sum)
    out.print(Text.assemble((photo.name, "bold"), f": {speak(told)}"))
    if roll.dice:
        out.print(_counts(roll))
    for die in roll.doubts:
        out.print(Text(f"  {speak(doubt(die, photo))}", style="yellow"))


def _counts(roll: Roll) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("  " + speak(say("colour")), no_wrap=True)
    for face in roll.faces:
        table.add_column(speak(face_words(face)), justify="right")
    table.add_column(speak(say("dice")), justify="right")
    table.add_column(speak(say("sum")), justify="right")
    for colour, faces in roll.counts.items():
        cells = [str(faces[face]) if faces[face] else "·" for face in roll.faces]
        pips = sum(int(face) * count for face, count in faces.items() if face.isdigit())
        table.add_row(_swatch(colour), *cells, str(faces.total()), str(pips))
    return table


def _swatch(colour: Colour) -> Text:
    return Text.assemble("  ", ("■", colour.rgb.hex), f" {speak(say(colour.value))}")


def doubt(die: DieReading, photo: Photo) -> str:
    """Which die a person should look at, how sure its reading is, and what else it may be."""
    of_colour = die.colour.confidence < die.confidence
    values = {
        "die": die_words(die),
        "place": part_of_photo(die, photo.width, photo.height),
        "sure": f"{die.colour.confidence if of_colour else die.confidence:.0%}",
    }
    look = (
        say("Look at the die {die} ({place}): {sure} sure of its colour.", **values)
        if of_colour
        else say("Look at the die {die} ({place}): {sure} sure.", **values)
    )
    others = _others(die)
    return linked([look, say("It may be {others}.", others=linked(others, " / "))], " ") if others else look


def _others(die: DieReading) -> list[str]:
    """What else a die may be: two faces and a colour."""
    faces = [other for other in die.face.alternatives[:2] if other.confidence > 0.05]
    others = [linked([face_words(other.value), f"{other.confidence:.0%}"], " ") for other in faces]
    likely = [one.value for one in die.colour.alternatives if one.confidence > 0.2]
    colours = [die.or_colour] if die.or_colour else likely[:1]
    return others + [say(colour.value) for colour in colours]


def print_table(photo: Photo, table: Outcome, notation: str) -> None:
    """The table that a photo shows: its dice row by row, its notation, and what is asked."""
    out = console()
    placed = [piece for piece in table.pieces if piece["path"]]
    out.print(Text.assemble((photo.name, "bold"), f": {speak(_summary(table, len(placed)))}"))
    several = len(table.reading.everybody) > 1
    shown = reader_of(table.reading.game).dice
    names = {face.code: face.name for kind in load(table.reading.game).dice for face in kind.faces}
    for owner, own in groupby(placed, key=lambda piece: piece["path"].split("/")[2]):
        if several:
            out.print(Text(f"  {table.state.players[int(owner)].name}", style="bold"))
        dice = [piece for piece in own if shown and (piece["code"] in names or not names)]
        for row, pieces in groupby(dice, key=lambda piece: piece["path"].rsplit("/", 1)[0]):
            name = "" if row.endswith("/dice") else f"{speak(say(row.rsplit('/', 1)[1]))}: "
            codes = [str(piece["code"]) for piece in pieces]
            out.print(Text(f"  {name}{' · '.join(speak(names.get(code, code)) for code in codes)}"))
    out.print(Text(f"  {notation}", style="dim"))
    for question in table.questions:
        out.print(Text(f"  ? {speak(question.text)}{_how_to_answer(question)}", style="yellow"))


def _summary(table: Outcome, placed: int) -> str:
    """How many pieces were read, how many of them a person should look at, and how many wait for a name."""
    if not placed and not table.unnamed:
        return say("no dice found.") if reader_of(table.reading.game).dice else say("no pieces found.")
    told = [say("pieces read: {count}", count=placed)]
    if doubts := len(unsure_pieces([piece for piece in table.pieces if piece["path"]], UNSURE)):
        told.append(say("to look at: {count}", count=doubts))
    if table.unnamed:
        told.append(say("without a name yet: {count}", count=table.unnamed))
    return linked(told, ", ")


def _how_to_answer(question: Question) -> str:
    """The option that takes the answer, for questions that are told with the photo."""
    if not question.choices or question.id not in {one.name for one in fields(Hints)}:
        return ""
    return f" --{question.id.replace('_', '-')} {'|'.join(str(choice.value) for choice in question.choices)}"
