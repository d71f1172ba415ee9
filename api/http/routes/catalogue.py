"""What is printed on the components: known, unknown, and entered by the owner."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body

from api.answers.bodies import FactEntry
from api.answers.refusals import NotThere
from api.answers.shapes import FactShape, NameShape, UndoneShape
from api.http.roles import HostOnly
from api.http.service import GameHere, Lang
from api.language.speech import translator
from api.owner import printed
from scoring.catalogue import Catalogue
from scoring.facttypes import FactError, FactType
from scoring.game import Game
from scoring.words import say

router = APIRouter(prefix="/games/{game}/catalogue", tags=["catalogue"])


def describe(fact_type: FactType) -> dict[str, Any]:
    """How a page should ask for a value of this type."""
    kinds = {"Number": "int", "Flag": "bool", "Text": "text", "Choice": "choice", "ListOf": "list", "Table": "table"}
    data: dict[str, Any] = {"type": kinds[type(fact_type).__name__]}
    for name, value in asdict_shallow(fact_type).items():
        if name == "columns":
            data["columns"] = {column: describe(part) for column, part in value.items()}
        elif name == "of" and not isinstance(value, tuple):
            data["of"] = describe(value)
        else:
            data[name] = list(value) if isinstance(value, tuple) else value
    return data


def asdict_shallow(value: Any) -> dict[str, Any]:
    """The fields of a dataclass as they are."""
    return {name: getattr(value, name) for name in type(value).__dataclass_fields__}


def fact_shape(catalogue: Catalogue, item_id: str, field_id: str, lang: str) -> FactShape:
    """One printed value in a language."""
    item, field = catalogue.found(item_id), catalogue.field(item_id, field_id)
    fact = catalogue.fact(item_id, field_id)
    ask = catalogue.ask(item_id, field_id)
    return FactShape(
        item=item_id,
        kind=item.kind,
        name=item.name.get(lang, item.name["en"]),
        field=field_id,
        value=fact.value,
        source=fact.source,
        confidence=fact.confidence,
        ask=ask.get(lang, ask["en"]),
        allowed=translator(lang)(field.type.describe()),
        type=describe(field.type),
    )


def _catalogue(game: Game[Any]) -> Catalogue:
    return printed.catalogue_of(game)


@router.get("")
def entries(game: GameHere, lang: Lang) -> list[FactShape]:
    """Every printed value with its provenance; unknown ones have the value null."""
    catalogue = _catalogue(game)
    return [fact_shape(catalogue, item.id, field, lang) for item, field, _ in catalogue.entries()]


@router.get("/names")
def names(game: GameHere, lang: Lang) -> dict[str, NameShape]:
    """What every component is called, for lists to choose from."""
    return {
        item.id: NameShape(kind=item.kind, name=item.name.get(lang, item.name["en"]))
        for item in game.catalogue.items.values()
    }


@router.get("/{item}/{field}")
def one(game: GameHere, item: str, field: str, lang: Lang) -> FactShape:
    """One printed value, and how to ask for it."""
    catalogue = _catalogue(game)
    try:
        return fact_shape(catalogue, item, field, lang)
    except FactError:
        text = say(
            "{game} has no printed value {field} of {item}.", game=game.title, field=repr(field), item=repr(item)
        )
        raise NotThere(text) from None


@router.put("/{item}/{field}")
def enter(game: GameHere, item: str, field: str, body: FactEntry, lang: Lang) -> FactShape:
    """Enter what your copy says; it is remembered for every later game."""
    printed.set_value(game, item, field, body.value)
    return fact_shape(_catalogue(game), item, field, lang)


@router.post("/{item}/{field}/confirm")
def confirm(game: GameHere, item: str, field: str, lang: Lang) -> FactShape:
    """Say that the value which ships is what your card says."""
    printed.confirm(game, item, field)
    return fact_shape(_catalogue(game), item, field, lang)


@router.post("/{item}/confirm")
def confirm_all(game: GameHere, item: str, lang: Lang) -> list[FactShape]:
    """Say that every value which ships is what your card says; what you entered yourself stays."""
    fields = printed.confirm_all(game, item)
    catalogue = _catalogue(game)
    return [fact_shape(catalogue, item, field, lang) for field in fields]


@router.post("/undo")
def undo(game: GameHere) -> list[UndoneShape]:
    """Take the last entry back, or all that were made together; each tells what holds now."""
    return [UndoneShape(**change) for change in printed.undo(game)]


@router.get("/export")
def export(game: GameHere) -> dict[str, Any]:
    """The owner's entries as one file."""
    return printed.export(game)


@router.post("/import", dependencies=[HostOnly])
def take_over(game: GameHere, body: Annotated[dict[str, Any], Body(description="An exported file")]) -> dict[str, int]:
    """Take over another owner's entries; all are checked before any is written."""
    return {"entries": printed.import_entries(game, body)}
