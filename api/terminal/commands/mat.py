"""``tally mat``: the mat to print, as a drawing."""

from __future__ import annotations

from pathlib import Path

from api.errors import UserError
from api.language.speech import translator
from api.terminal.render import check_language
from scoring.names import unknown_name
from scoring.words import say
from vision.matprint import PAPERS, REMARK, svg


def draw_mat(out: str, paper: str, lang: str) -> None:
    """Draw the mat for a size of paper into a file."""
    check_language(lang)
    if refusal := unknown_name(say("paper"), paper.lower(), list(PAPERS)):
        raise UserError(refusal)
    try:
        Path(out).write_text(svg(PAPERS[paper.lower()], translator(lang)(REMARK)), encoding="utf-8")
    except OSError as error:
        message = say("{path} cannot be written: {reason}.", path=out, reason=error.strerror or "")
        raise UserError(message) from None
