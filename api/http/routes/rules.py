"""The rules in three languages, and the referee who settles disputes by them."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import ValidationError
from pydantic_core import to_json

from api.answers.asked import reply_data
from api.answers.encode import plain, rule_data
from api.answers.refusals import NotThere, unreadable
from api.answers.shapes import HitShape, QuestionCard, ReplyShape, RuleShape, RulingShape
from api.http.service import GameHere, Lang
from api.language.speech import spoken, spoken_schema, translator
from api.owner import printed
from scoring.deadline import AIM, Deadline
from scoring.game import Game
from scoring.words import say

router = APIRouter(prefix="/games/{game}", tags=["rules"])


@router.get("/rules")
def rules(
    game: GameHere,
    lang: Lang,
    q: Annotated[str | None, Query(description="A question in your own words, in any language", max_length=400)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 200,
) -> list[HitShape]:
    """All rules, or those that answer a question, best first; ``/ask`` gives the answer itself."""
    if q and q.strip():
        hits = game.ask(q, min(limit, 20)).hits
        return [HitShape(**rule_data(hit.rule, lang), fit=round(hit.fit, 1)) for hit in hits]
    return [HitShape(**rule_data(rule, lang), fit=0) for rule in list(game.rulebook.rules.values())[:limit]]


@router.get("/ask")
def answer(
    game: GameHere,
    lang: Lang,
    q: Annotated[str, Query(description="A question in your own words, in any language", max_length=400)],
    limit: Annotated[int, Query(ge=1, le=20)] = 3,
) -> ReplyShape:
    """The answer to a question: verdict and sentence first, then the rules; what is near where no book answers it."""
    return ReplyShape(**reply_data(game, game.ask(q, limit), printed.catalogue_of(game), lang))


@router.get("/rules/{rule}")
def one_rule(game: GameHere, rule: str, lang: Lang) -> RuleShape:
    """One rule by its id."""
    found = game.rulebook.rules.get(rule)
    if found is None:
        raise NotThere(say("{game} has no rule {rule}.", game=game.title, rule=repr(rule)))
    return RuleShape(**rule_data(found, lang))


@router.get("/questions")
def questions(game: GameHere, lang: Lang) -> list[QuestionCard]:
    """The kinds of dispute that the referee of this game settles."""
    speak = translator(lang)
    return [
        QuestionCard(
            id=q.id, title=speak(q.title), ask=spoken_schema(q.ask.model_json_schema(), lang), example=plain(q.example)
        )
        for q in game.questions
    ]


@router.post("/questions/{question}", response_model=RulingShape)
async def ask(
    request: Request,
    game: GameHere,
    question: str,
    body: Annotated[dict[str, Any], Body(description="What the question's schema asks for")],
    lang: Lang,
) -> Response:
    """Put a question to the referee; the ruling comes step by step, each with its rule."""
    deadline = Deadline(AIM)
    watching = asyncio.create_task(_cancel_when_gone(request, deadline))
    try:
        return Response(
            await run_in_threadpool(_ruling, game, question, body, lang, deadline), media_type="application/json"
        )
    finally:
        watching.cancel()


async def _cancel_when_gone(request: Request, deadline: Deadline) -> None:
    """Nobody searches on for a phone that went away."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    deadline.cancel()


def _ruling(game: Game[Any], question: str, body: dict[str, Any], lang: str, deadline: Deadline) -> bytes:
    try:
        asked = game.question(question)
    except LookupError as error:
        raise NotThere(error.args[0]) from None
    try:
        given = asked.ask.model_validate(body)
    except ValidationError as error:
        raise unreadable(error, say("The question"), body) from None
    return to_json(spoken(plain(asked.settle(given, printed.catalogue_of(game), deadline)), lang))
