"""What is asked at a table, by taps: a battle, the best action, any case; with a server and without one."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

ANSWERS = ".ruling .verdict, .odds-row, .list .item, [role=radiogroup][aria-label=Tile], [role=tablist]"
"""What a form shows that needs no further tap."""


def card_of(page: Any, number: int, name: str) -> None:
    """Which combat card lies for a round."""
    page.get_by_role("button", name=f"Card of round {number}").click()
    page.get_by_role("option", name=name, exact=True).click()


def ask_about(page: Any, question: str) -> Any:
    """The form of a question, opened from the desk of a table."""
    page.locator(f"[data-question={question}]").click()
    form = page.locator("dialog[open]").first
    form.wait_for()
    return form


def fight(page: Any) -> None:
    """A battle from its first round until its result lies on the table."""
    battle = ask_about(page, "battle")
    tiles = battle.get_by_role("radiogroup", name="Tile").get_by_role("radio")
    expect(tiles).to_have_text(["B2", "D2", "C3"])
    for number in range(1, 5):
        card_of(page, number, "only fatigue 2")
    battle.get_by_role("button", name="Resolve round 1").click()
    expect(page.locator(".refusal")).to_contain_text("Choose the tile")
    expect(page.locator(".refusal .linklike")).to_have_text("Which tile is attacked")
    ended = battle.get_by_role("button", name="Put the result on the table")
    for number in range(1, 5):
        if battle.get_by_role("button", name=f"Resolve round {number}").count() == 0:
            break
        tiles.first.click()
        expect(tiles.first).to_have_attribute("aria-checked", "true")
        battle.get_by_role("button", name=f"Resolve round {number}").click()
        expect(battle.locator(".ruling")).to_be_visible()
        expect(ended.or_(battle.get_by_text(f"Your plan for round {number + 1}"))).to_be_visible()
        if ended.count():
            break
    expect(battle.locator(".card .linklike").first).not_to_contain_text("DL-")
    ended.click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("#toasts, .toasts").filter(has_text="lies on the table")).to_be_visible()


def defend(page: Any) -> None:
    """The best defence is found, and its plan stands in the form."""
    battle = ask_about(page, "defence")
    expect(battle.locator(".ruling .verdict").first).to_be_visible()
    expect(battle.get_by_role("button", name="Best defence")).to_be_visible()
    close(page)


def best_action(page: Any) -> None:
    """Every way to use an action with what it gains; a tap shows its dice in the drawing."""
    coach = ask_about(page, "coach")
    way = coach.locator(".list .item").first
    expect(way.locator(".tag")).to_contain_text("+")
    way.click()
    expect(coach.locator(".drawing .lit").first).to_be_visible()
    coach.locator(".field", has_text="Action").get_by_role("button").click()
    page.get_by_role("option", name="any, for 5 XP").click()
    expect(coach.locator(".list .item .tag").first).to_contain_text("+")
    close(page)


def settle_every_case(page: Any) -> list[str]:
    """Put every question of a game to the referee as its form stands; gives what was refused."""
    refused: list[str] = []
    for question in page.locator("[data-question]").all():
        name = question.get_attribute("data-question")
        form = ask_about(page, name)
        if (settle := form.get_by_role("button", name="Settle it")).count():
            settle.click()
        expect(form.locator(ANSWERS).first).to_be_visible()
        refused += [f"{name}: {told}" for told in form.locator(".toasts .toast").all_inner_texts()]
        close(page)
    return refused


def close(page: Any) -> None:
    """Close all sheets."""
    while page.locator("dialog[open]").count():
        before = page.locator("dialog[open]").count()
        page.locator("dialog[open]").last.get_by_role("button", name="Close").click()
        expect(page.locator("dialog[open]")).to_have_count(before - 1)
