"""Errors as application/problem+json: every refusal and failure as one answer in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from api.answers.refusals import Busy, Clash, Complaint, NotKept, NotThere, Refusal, Unreadable, unreadable
from api.errors import BrokenFileError, UnwrittenError, UserError
from api.http.errorpages import for_people
from api.http.language import asked_language
from api.language.speech import translator
from api.log.refused import ABSENT, Gone, NoTable, NoVersion, Outpaced, Refused, Unfit, Unmet
from api.tables import trouble
from scoring.broken import BrokenGame
from scoring.facttypes import FactError
from scoring.faults import TallyError
from scoring.game import NotationError
from scoring.games import UnknownGame
from scoring.words import say
from vision.tables.contract import Asked, CannotLay, Question
from vision.taught import TeachingError

MEDIA_TYPE = "application/problem+json"


class FieldProblem(BaseModel):
    """One field that cannot be as it was sent."""

    where: str = Field(description="JSON pointer to the field")
    message: str = Field(description="What is wrong with it, in a sentence")


class Conflict(BaseModel):
    """What a phone saw at a place and what is there now; left out where nothing was or is."""

    path: str
    expected: Any = None
    found: Any = None


class ProblemDetails(BaseModel):
    """An error as RFC 9457 describes it; ``detail`` is written for the people at the table."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    errors: list[FieldProblem] = []
    questions: list[dict[str, Any]] = Field(default=[], description="What must be told first; see a photo's questions")
    conflict: Conflict | None = Field(default=None, description="What two phones do not agree on")


def problem(
    status: int,
    title: str,
    detail: str,
    errors: Sequence[Complaint] = (),
    questions: Sequence[Question] = (),
    *,
    conflict: Conflict | None = None,
    lang: str = "en",
) -> JSONResponse:
    """The response for one refusal, in a language."""
    speak = translator(lang)
    fields = [FieldProblem(where=where, message=speak(message)) for where, message in errors]
    open_ = [question.spoken(speak) for question in questions]
    body = ProblemDetails(title=speak(title), status=status, detail=speak(detail), errors=fields, questions=open_)
    body.conflict = conflict
    return JSONResponse(
        body.model_dump(exclude={"conflict"} if conflict is None else None), status_code=status, media_type=MEDIA_TYPE
    )


BY_STATUS = {
    400: (Unreadable.title, say("The request cannot be read.")),
    404: (NotThere.title, say("There is nothing at this address.")),
    405: (Refusal.title, say("This address is there, but not for what was asked of it.")),
}
"""What the web server itself refuses, before any route of ours is asked."""

KEEP_AGAIN = 5
"""Seconds after which it is worth trying again to have something kept."""


NOT_MADE: dict[type[Refused], type[Refusal]] = {
    NoTable: NotThere,
    NoVersion: NotThere,
    Unmet: Clash,
    Gone: Clash,
    Outpaced: Clash,
    Refused: Unreadable,
}
"""How a change that does not go into the log is answered."""


async def _refused(request: Request, error: Exception) -> JSONResponse:
    """A refusal of ours."""
    assert isinstance(error, Refusal)
    answer = problem(error.status, error.title, error.detail, error.errors, lang=asked_language(request))
    if isinstance(error, Busy):
        answer.headers["retry-after"] = str(error.again)
    return answer


async def _malformed(request: Request, error: Exception) -> JSONResponse:
    """A body or a query that is not what the address takes."""
    assert isinstance(error, RequestValidationError)
    answer = unreadable(error, say("The request cannot be read"), error.body, skip=1)
    return problem(answer.status, answer.title, answer.detail, answer.errors, lang=asked_language(request))


async def _by_status(request: Request, error: Exception) -> JSONResponse:
    """What the web server itself refuses."""
    assert isinstance(error, HTTPException)
    title, detail = BY_STATUS.get(error.status_code, (Refusal.title, error.detail))
    answer = problem(error.status_code, title, detail, lang=asked_language(request))
    answer.headers.update(error.headers or {})
    return answer


async def _cannot_lay(request: Request, error: Exception) -> JSONResponse:
    """A reading that has no place in the state."""
    questions = list(error.questions) if isinstance(error, Asked) else []
    return problem(422, Unreadable.title, error.args[0], questions=questions, lang=asked_language(request))


async def _not_made(request: Request, error: Exception) -> JSONResponse:
    """A change that does not go into the log."""
    assert isinstance(error, Refused)
    kind = next(answer for refused, answer in NOT_MADE.items() if isinstance(error, refused))
    errors = [Complaint(*fault) for fault in error.faults] if isinstance(error, Unfit) else []
    values = {name: getattr(error, name) for name in ("expected", "found") if isinstance(error, Unmet)}
    there = {name: value for name, value in values.items() if value is not ABSENT}
    conflict = Conflict(path=error.path, **there) if isinstance(error, Unmet | Gone) else None
    lang = asked_language(request)
    return problem(kind.status, kind.title, error.sentence, errors, conflict=conflict, lang=lang)


async def _failed(request: Request, error: Exception) -> JSONResponse:
    """Whatever nobody thought of."""
    text = say("Something went wrong inside Tally. Nothing you entered was lost.")
    return problem(500, say("Tally itself failed"), text, lang=asked_language(request))


async def _not_kept(request: Request, error: Exception) -> JSONResponse:
    """A disk or a database that is out of order; phones hold what they sent and send it again."""
    sentence = trouble.told(error)
    if sentence is None:
        return await _failed(request, error)
    if sentence == trouble.DAMAGED:  # a disk that became read-only looks the same to SQLite: nobody restores for that
        sentence = await run_in_threadpool(request.app.state.service.store.trouble) or sentence
    return not_kept(sentence, asked_language(request))


def not_kept(sentence: str, lang: str) -> JSONResponse:
    """Nothing can be kept now; it is worth asking again."""
    answer = problem(NotKept.status, NotKept.title, sentence, lang=lang)
    answer.headers["retry-after"] = str(KEEP_AGAIN)
    return answer


async def _broken(request: Request, error: Exception) -> JSONResponse:
    """A file of the owner's that cannot be read; phones hold what they sent and send it again."""
    assert isinstance(error, BrokenFileError | TeachingError)
    return not_kept(error.sentence, asked_language(request))


async def _unwritten(request: Request, error: Exception) -> JSONResponse:
    """A file of the owner's that cannot be written: the same as with everything else, unless the reason is its own."""
    assert isinstance(error, UnwrittenError)
    sentence = trouble.told(error.__cause__) if error.__cause__ else None
    return not_kept(sentence or error.sentence, asked_language(request))


def _plain(status: int) -> Any:
    async def answer(request: Request, error: Exception) -> JSONResponse:
        title = NotThere.title if status == 404 else Unreadable.title
        assert isinstance(error, TallyError)
        return problem(status, title, error.sentence, lang=asked_language(request))

    return answer


HANDLERS: dict[type[Exception], Any] = {
    Refusal: _refused,
    Refused: _not_made,
    CannotLay: _cannot_lay,
    RequestValidationError: _malformed,
    HTTPException: _by_status,
    DBAPIError: _not_kept,
    NoConnectionFree: _not_kept,
    OSError: _not_kept,
    UnknownGame: _plain(404),
    BrokenGame: _plain(503),
    FactError: _plain(422),
    NotationError: _plain(422),
    BrokenFileError: _broken,
    TeachingError: _broken,
    UnwrittenError: _unwritten,
    UserError: _plain(422),
    Exception: _failed,
}


def install(app: FastAPI) -> None:
    """Answer every kind of failure as a problem, and as a page where a person went with a browser."""
    for kind, handler in HANDLERS.items():
        app.add_exception_handler(kind, _also_for_people(handler))


def _also_for_people(handler: Any) -> Any:
    async def answer(request: Request, error: Exception) -> Response:
        return for_people(request, await handler(request, error))

    return answer


RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": ProblemDetails, "description": description, "content": {MEDIA_TYPE: {}}}
    for status, description in (
        (403, "Only the host may do that, or another web site asked."),
        (404, "There is no such thing; the sentence says what there is."),
        (409, "Somebody else changed the table meanwhile."),
        (413, "The body is too large."),
        (422, "What was sent cannot be; `errors` names every field."),
        (503, "Not now: photos cannot be read here, or too many wait; `Retry-After` says when to ask again."),
    )
}
