"""Disputes played through on a phone: typed words, then a verdict with its rule, or the referee's form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.test_journey import sit_down

Open = Callable[..., Any]
LOCALES = {"en": "en-GB", "el": "el-GR", "pl": "pl-PL"}

VERDICTS = [
    ("en", "rollplayer", "can i turn a 6 into a 1 with con", "no", "RP-CON"),
    ("en", "rollplayer", "flip a 1 to a 6 with str", "yes", "RP-STR"),
    ("en", "rollplayer", "how much gold do we start with", "number", "RP-SETUP-GOLD"),
    ("en", "rollplayer", "what does the monk do", "card", "RP-CLASS-ABILITY"),
    ("en", "diceminer", "who doubles gems on a tie", "", "DM-TREASURE-DOUBLE"),
    ("en", "dwar7s", "can i put a castle on a castle", "no", "DW-CASTLE-ON-CASTLE"),
    ("en", "dungeonlords", "can two rooms touch", "no", "DL-ROOMS-APART"),
    ("en", "dwar7s", "is it forbidden to cover a castle", "yes", "DW-STACK-FORBIDDEN"),
    ("en", "rollplayer", "how many stars for 4 backstory matches", "number", "RP-BACKSTORY"),
    ("el", "dungeonlords", "απαγορευεται το τετραγωνο 2χ2", "yes", "DL-NO-2X2"),
    ("el", "rollplayer", "poios kerdizei se isopalia", "answer", "RP-TIE-GOLD"),
    ("el", "rollplayer", "μπορω να κρατησω χαρισμα για τον επομενο γυρο", "no", "RP-CHA"),
    ("el", "diceminer", "διπλασιαζω πετραδια", "", "DM-TREASURE-DOUBLE"),
    ("el", "dwar7s", "καστρο πανω σε καστρο", "no", "DW-CASTLE-ON-CASTLE"),
    ("el", "dungeonlords", "μπορουν δυο δωματια να ακουμπανε", "no", "DL-ROOMS-APART"),
    ("pl", "rollplayer", "na co moge wydac pd", "answer", "MM-XP-SPEND"),
    ("pl", "rollplayer", "ile kart moge kupic", "number", "RP-BUY"),
    ("pl", "rollplayer", "czy musze cos kupic na rynku", "no", "RP-DISCARD-GOLD"),
    ("pl", "diceminer", "podwojenie klejnotow", "", "DM-TREASURE-DOUBLE"),
    ("pl", "dwar7s", "czy moge polozyc zamek na zamku", "no", "DW-CASTLE-ON-CASTLE"),
]
CASES = [
    ("Dungeon Lords", "can i dig here", "dig"),
    ("Dice Miner", "which dice may i take now", "take"),
    ("Roll Player", "may i do this action now", "action"),
]


@pytest.mark.parametrize("lang", LOCALES)
def test_words_become_a_verdict(open_phone: Open, lang: str) -> None:
    page = open_phone(lang=LOCALES[lang])
    for _, game, question, verdict, rule in (one for one in VERDICTS if one[0] == lang):
        page.goto(f"/rules/{game}")
        page.get_by_role("searchbox").fill(question)
        first = page.locator(".answer").first
        expect(first).to_contain_text(rule)
        if verdict:
            expect(first).to_have_attribute("data-verdict", verdict)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), question


@pytest.mark.parametrize(("game", "question", "referee"), CASES)
def test_a_case_of_the_table_opens_its_form_filled(phone: Any, game: str, question: str, referee: str) -> None:
    sit_down(phone, game, ("Nia", "Otto"))
    phone.get_by_role("navigation").get_by_text("Disputes").click()
    box = phone.get_by_role("searchbox")
    box.fill(question)
    expect(phone.locator(".answer").first).to_have_attribute("data-verdict", "case")
    expect(phone.locator(f'[data-referee="{referee}"]').first).to_be_visible()
    box.press("Enter")
    expect(phone.get_by_role("dialog")).to_be_visible()


def test_what_no_book_answers_is_said_so(phone: Any) -> None:
    phone.goto("/rules/diceminer")
    phone.get_by_role("searchbox").fill("what is the capital of France")
    expect(phone.locator(".verdict").first).to_have_text("The book does not say; nearest:")
    expect(phone.locator('.answer[data-sure="no"]').first).to_be_visible()
