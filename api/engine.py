"""The games as the routes use them: states checked, scores, problems and drawings as plain data in a language."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pydantic import ValidationError

from api import owner
from api.encode import plain
from api.refusals import Unreadable, unreadable
from api.speech import spoken, translator
from scoring.catalogue import Catalogue
from scoring.drawing import spoken_by
from scoring.game import Game
from scoring.games import load


@lru_cache(maxsize=8)
def _catalogue(game_id: str, stamp: int) -> Catalogue:
    return owner.catalogue_of(load(game_id))


def catalogue_of(game: Game[Any]) -> Catalogue:
    """The printed facts with the owner's word over them, read again only when the owner's file changed."""
    try:
        stamp = (owner.data_folder() / "catalogue" / f"{game.id}.json").stat().st_mtime_ns
    except OSError:
        return game.catalogue
    return _catalogue(game.id, stamp)


def state_from(game: Game[Any], state: Any, notation: str | None = None) -> Any:
    """A checked state from plain data or from a notation."""
    if notation is not None:
        try:
            return game.parse(notation)
        except ValidationError as error:
            raise unreadable(error, "The notation") from None
    if state is None:
        raise Unreadable("Send a state or a notation.")
    try:
        return game.state.model_validate(state)
    except ValidationError as error:
        raise unreadable(error, "The state") from None


def plain_state(state: Any) -> dict[str, Any]:
    """A state as data in which every place exists, defaults included."""
    data: dict[str, Any] = state.model_dump(mode="json")
    return data


def score(game: Game[Any], state: Any, lang: str) -> dict[str, Any]:
    """Sheets, standing and remarks."""
    data: dict[str, Any] = spoken(plain(game.score(state, catalogue_of(game))), lang)
    return data


def problems(game: Game[Any], state: Any, lang: str) -> list[dict[str, Any]]:
    """Everything wrong with a state."""
    found: list[dict[str, Any]] = spoken(plain(game.problems(state, catalogue_of(game))), lang)
    return found


def draw(game: Game[Any], state: Any, lang: str) -> str:
    """The state as an SVG picture."""
    if game.draw is None:
        raise Unreadable(f"{game.title} has no drawing.")
    with spoken_by(translator(lang)):
        return game.draw(state, catalogue_of(game))


def new_state(game: Game[Any], names: list[str], options: dict[str, Any]) -> dict[str, Any]:
    """The state of a table at which nothing has happened yet."""
    given: dict[str, Any] = {"players": [{"name": name} for name in names]}
    if options:
        given["options"] = options
    return plain_state(state_from(game, given))
