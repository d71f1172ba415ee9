"""A table to take home: JSON with everything, CSV of the sheet."""

from __future__ import annotations

import csv
import io
import re

from fastapi import APIRouter, Response

from api.answers.cells import harmless
from api.answers.encode import plain
from api.answers.evenings import statistics
from api.answers.shapes import EveningsShape, TableView
from api.http.acting import TableId, json_response, look
from api.http.service import Here, Lang
from api.language.speech import translator
from api.tables.exporting import TableFile, exported, taken_in
from api.tables.views import evening_of
from scoring.faults import TallyError
from scoring.games import load
from scoring.words import say

router = APIRouter(prefix="/tables", tags=["exports"])
evenings_router = APIRouter(tags=["exports"])
MOST_EVENINGS = 5000


@router.get("/{table}/export.json")
def as_json(service: Here, table: TableId, lang: Lang) -> Response:
    """The table with its score, problems, notation and log; of one that cannot be read, all that is kept of it."""
    head = service.tables.head(table)
    try:
        view = look(service, service.tables.at(table), "", lang)
        game = load(head.game)
        view["notation"] = game.notation(game.state.model_validate(view["document"]["state"]))
    except TallyError as error:
        view = {"unreadable": translator(lang)(error.sentence)}
    response = json_response({**view, **exported(service.log, head)})
    response.headers["content-disposition"] = f'attachment; filename="{_file_name(head.title)}.json"'
    return response


@evenings_router.get("/evenings")
def evenings(service: Here, lang: Lang) -> EveningsShape:
    """Statistics over all finished games: wins, averages, the best, by game and by player."""
    told = (evening_of(service.tables, head, lang) for head in service.log.tables(MOST_EVENINGS))
    return EveningsShape.model_validate(plain(statistics(one for one in told if one)))


@evenings_router.get("/evenings.csv", response_class=Response, responses={200: {"content": {"text/csv": {}}}})
def evenings_csv(service: Here, lang: Lang) -> Response:
    """One line per player of every finished game: day, game, player, points, whether that won."""
    speak = translator(lang)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([speak(head) for head in (say("Day"), say("Game"), say("Player"), say("Points"), say("Wins"))])
    told = (evening_of(service.tables, head, lang) for head in service.log.tables(MOST_EVENINGS))
    for evening in filter(None, told):
        for name, points in evening.totals:
            cells = (evening.day, evening.name, name, points, int(name in evening.winners))
            writer.writerow([harmless(cell) for cell in cells])
    headers = {"content-disposition": 'attachment; filename="tally.csv"'}
    return Response("\ufeff" + out.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


@router.post("/import", status_code=201, response_model=TableView)
def take_in(service: Here, file: TableFile, lang: Lang) -> Response:
    """Lay a table that was exported, with its whole history; pictures are no part of it."""
    head = taken_in(service.tables, service.log, file)
    return json_response(look(service, service.tables.at(head.id), "", lang), 201)


@router.get("/{table}/export.csv", response_class=Response, responses={200: {"content": {"text/csv": {}}}})
def as_csv(service: Here, table: TableId, lang: Lang) -> Response:
    """One line per line of every sheet: player, rule, what, points, arithmetic."""
    at = service.tables.at(table)
    rulebook, speak = load(at.head.game).rulebook, translator(lang)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([speak(head) for head in ("Player", "Rule", "Title", "Subject", "Points", "Arithmetic", "Note")])
    for sheet in look(service, at, "", lang)["score"]["sheets"]:
        for award in sheet["awards"]:
            title = rulebook[award["rule"]].title[lang] if award["rule"] in rulebook.rules else ""
            cells = [sheet["player"], award["rule"], title, award["subject"], award["points"]]
            writer.writerow([harmless(cell) for cell in (*cells, award["arithmetic"], award["note"])])
        writer.writerow([harmless(sheet["player"]), "", speak("Total"), "", sheet["total"], "", ""])
    headers = {"content-disposition": f'attachment; filename="{_file_name(at.head.title)}.csv"'}
    return Response("\ufeff" + out.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


def _file_name(title: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", title).strip("-") or "table"
