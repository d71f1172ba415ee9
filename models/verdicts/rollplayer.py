"""Roll Player: race, class, alignment, backstory and market cards; the marker's square is only proposed."""

from __future__ import annotations

from collections import Counter

from models.verdicts import Truth, Verdict, scores_alike
from vision.tables.rollplayer.places import MARKER, SINGLE, square_of
from vision.tables.table import TableReading

CARDS = "cards"


def verdict_of(truth: Truth, reading: TableReading) -> Verdict:
    """Each card of the character: right, wrong where another is told, asked where none is."""
    player = truth.state["players"][0]
    told = {piece["place"]: piece["code"] for piece in reading.pieces() if piece["place"] in (*SINGLE, MARKER)}
    listed = {piece["code"] for piece in reading.pieces() if piece["place"] == CARDS}
    found: Counter[str] = Counter()
    for place in SINGLE:
        read = told.get(place)
        found["asked" if read is None else "right" if read == player[place] else "wrong"] += 1
    bought = set(player[CARDS])
    found["right"] += len(bought & listed)
    # a card that is told and is not there was most likely taken for another one
    mistaken = min(len(listed - bought), len(bought - listed))
    found["wrong"] += mistaken
    found["asked"] += len(bought - listed) - mistaken
    found["invented"] = len(listed - bought) - mistaken
    marker = MARKER in told and square_of(told[MARKER]) == player[MARKER]
    found["marker right" if marker else "marker wrong or asked"] += 1
    cards_exact = not (found["wrong"] or found["asked"] or found["invented"])
    empty = {"players": [{"name": player["name"], "rows": player.get("rows", {})}]}
    return Verdict(
        cards_exact and marker,
        cards_exact,
        cards_exact and marker and scores_alike(truth, reading, empty),
        found,
        "card wrong" if found["wrong"] or found["invented"] else "card asked" if found["asked"] else "marker",
    )
