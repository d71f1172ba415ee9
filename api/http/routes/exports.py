"""A table to take home: JSON with everything, CSV of the sheet."""

from __future__ import annotations

import csv
import io
import re

from fastapi import APIRouter, Response

from api.http.acting import TableId, json_response
from api.http.service import Lang, Look
from api.language.speech import translator
from api.tables import history
from api.tables.views import events_shown, table_view
from scoring.games import load

router = APIRouter(prefix="/tables/{table}", tags=["exports"])


@router.get("/export.json")
def as_json(session: Look, table: TableId, lang: Lang) -> Response:
    """The table with its score, its problems, its notation and its whole history."""
    row = history.table_of(session, table)
    view = table_view(session, row, lang)
    game = load(row.game)
    view["notation"] = game.notation(game.state.model_validate(view["document"]["state"]))
    view["history"] = [event.model_dump(mode="json") for event in events_shown(session, row)]
    response = json_response(view)
    response.headers["content-disposition"] = f'attachment; filename="{_file_name(row.title)}.json"'
    return response


@router.get("/export.csv", response_class=Response, responses={200: {"content": {"text/csv": {}}}})
def as_csv(session: Look, table: TableId, lang: Lang) -> Response:
    """One line per line of every sheet: player, rule, what, points, arithmetic."""
    row = history.table_of(session, table)
    rulebook, speak = load(row.game).rulebook, translator(lang)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([speak(head) for head in ("Player", "Rule", "Title", "Subject", "Points", "Arithmetic", "Note")])
    for sheet in table_view(session, row, lang)["score"]["sheets"]:
        for award in sheet["awards"]:
            title = rulebook[award["rule"]].title[lang] if award["rule"] in rulebook.rules else ""
            cells = [sheet["player"], award["rule"], title, award["subject"], award["points"]]
            writer.writerow([_harmless(cell) for cell in (*cells, award["arithmetic"], award["note"])])
        writer.writerow([_harmless(sheet["player"]), "", speak("Total"), "", sheet["total"], "", ""])
    headers = {"content-disposition": f'attachment; filename="{_file_name(row.title)}.csv"'}
    return Response("\ufeff" + out.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


def _harmless(cell: object) -> object:
    """A spreadsheet runs cells that begin like a formula; names must not do that."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "@", "\t", "\r") else cell


def _file_name(title: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", title).strip("-") or "table"
