"""The games: what they are, their schemas, samples, scores, problems and drawings."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response
from pydantic_core import to_json

from api.answers import play
from api.answers.appearance import appearance
from api.answers.bodies import Position
from api.answers.refusals import NotThere
from api.answers.shapes import BrokenGameCard, GameCard, ProblemShape, ScoreShape
from api.http.service import GameHere, Lang
from api.language.speech import spoken_schema, translator
from api.owner import printed
from scoring.game import Game
from scoring.games import broken_games, games
from scoring.words import say
from vision.tables import READABLE

router = APIRouter(prefix="/games", tags=["games"])


def _card(game: Game[Any], lang: str) -> GameCard:
    speak = translator(lang)
    counts = {"known": 0, "unknown": 0, "owner": 0}
    for _, _, fact in printed.catalogue_of(game).entries():
        counts["owner" if fact.confidence == "owner" else "known" if fact.known else "unknown"] += 1
    return GameCard(
        id=game.id,
        title=speak(game.title),
        least_players=game.players[0],
        most_players=game.players[1],
        samples={name: speak(title) for name, title in game.samples.items()},
        questions=[question.id for question in game.questions],
        reads_photos=game.id in READABLE,
        catalogue=counts,
        **appearance(game),
    )


@router.get("")
def all_games(lang: Lang) -> list[GameCard | BrokenGameCard]:
    """All games that Tally knows; one whose files are not in order is named with what is wrong."""
    speak = translator(lang)
    broken = [BrokenGameCard(id=game_id, broken=speak(why)) for game_id, why in broken_games().items()]
    return [*(_card(game, lang) for game in games()), *broken]


@router.get("/{game}")
def one_game(game: GameHere, lang: Lang) -> GameCard:
    """One game in brief."""
    return _card(game, lang)


@router.get("/{game}/schema")
def schema(game: GameHere, lang: Lang) -> dict[str, Any]:
    """JSON Schema of the game's state, its descriptions in the language asked for."""
    return spoken_schema(game.state.model_json_schema(), lang)


@router.get("/{game}/samples/{name}")
def sample(game: GameHere, name: str) -> dict[str, Any]:
    """A bundled game to look at."""
    if name not in game.samples:
        values = {"game": game.title, "name": repr(name), "known": ", ".join(game.samples)}
        raise NotThere(say("{game} has no sample {name}. It has: {known}.", **values))
    return play.plain_state(game.sample(name))


@router.post("/{game}/score", response_model=ScoreShape)
async def score(game: GameHere, position: Position, lang: Lang) -> Response:
    """Every player's sheet with a rule behind every point, and the standing."""
    state = play.state_from(game, position.state, position.notation)
    return Response(to_json(play.score(game, state, lang)), media_type="application/json")


@router.post("/{game}/check", response_model=list[ProblemShape])
def check(game: GameHere, position: Position, lang: Lang) -> Response:
    """Everything that cannot be as it lies there, all at once."""
    state = play.state_from(game, position.state, position.notation)
    return Response(to_json(play.problems(game, state, lang)), media_type="application/json")


@router.post(
    "/{game}/draw",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
def draw(game: GameHere, position: Position, lang: Lang) -> Response:
    """The table as an SVG picture; every piece carries its place as `data-path`."""
    state = play.state_from(game, position.state, position.notation)
    return Response(play.draw(game, state, lang), media_type="image/svg+xml")


@router.post("/{game}/notation")
def notation(game: GameHere, position: Position) -> Position:
    """The same position both ways: as data and as one line of text."""
    state = play.state_from(game, position.state, position.notation)
    return Position(state=play.plain_state(state), notation=game.notation(state))
