"""Adventurers: in which order they are laid out, who gets whom, and how they line up."""

from __future__ import annotations

from pydantic import Field

from scoring.catalogue import Catalogue, localised
from scoring.dungeonlords.phrases import names
from scoring.dungeonlords.pieces import EVIL_TOP, PALADINS
from scoring.dungeonlords.possible import heroes_reasons, refusal, same_names
from scoring.game import Model
from scoring.sheet import Ruling, Step
from scoring.words import Sentence, say


class Feared(Model):
    """A lord by name and place on the Evilometer."""

    name: str
    evil: int = Field(ge=0, le=EVIL_TOP)


class Draw(Model):
    """Adventurers in the order of drawing."""

    drawn: tuple[str, ...] = Field(min_length=1, max_length=8)


class Assign(Model):
    """Lords in turn order from the first player, and the adventurers of the season."""

    lords: tuple[Feared, ...] = Field(min_length=2, max_length=4)
    adventurers: tuple[str, ...] = Field(description="Adventurers as drawn; they are sorted by strength.")
    dummy_evil: int | None = Field(default=None, ge=0, le=EVIL_TOP, description="The extra counter before it moves.")


class March(Model):
    """Arrivals in order of time; the paladin may be among them."""

    arrivals: tuple[str, ...] = Field(max_length=5)


def _drawn(heroes: tuple[str, ...], catalogue: Catalogue) -> list[Sentence]:
    """Why these cannot have been drawn: a paladin lies in no stack."""
    found = heroes_reasons(heroes, catalogue)
    if any(hero in PALADINS for hero in heroes):
        found.append(say("A paladin is never drawn: he waits in his tent."))
    return found


def by_strength(drawn: tuple[str, ...], catalogue: Catalogue) -> list[str]:
    """Weakest first; equals keep the order of drawing."""
    return sorted(drawn, key=lambda hero: catalogue.value(hero, "rank") or 0)


def reveal_adventurers(ask: Draw, catalogue: Catalogue) -> Ruling:
    """Lay them out from weak to strong; if all are alike the last one is replaced."""
    wrong = _drawn(ask.drawn, catalogue)
    if wrong:
        return refusal(wrong, "DL-ADVENTURERS")
    ranks = {catalogue.value(hero, "rank") for hero in ask.drawn}
    line = by_strength(ask.drawn, catalogue)
    if len(ranks) == 1 and len(ask.drawn) > 1:
        text = say("All are alike: put {last} under the stack and draw another.", last=names(ask.drawn[-1:], catalogue))
        return Ruling(text, ("DL-ADVENTURERS-REVEAL",), (), {"redraw": ask.drawn[-1]})
    text = say("From weak to strong: {line}.", line=names(line, catalogue))
    return Ruling(text, ("DL-ADVENTURERS-REVEAL",), (), {"line": line})


def assign(ask: Assign, catalogue: Catalogue) -> Ruling:
    """The weakest goes to the nicest lord; of equals the first player is nicest, and the extra counter nicer still."""
    wrong = [*same_names([lord.name for lord in ask.lords]), *_drawn(ask.adventurers, catalogue)]
    if wrong:
        return refusal(wrong, "DL-ADVENTURERS")
    lords = [(lord.evil, turn, lord.name) for turn, lord in enumerate(ask.lords, start=1)]
    steps: list[Step] = []
    if ask.dummy_evil is not None:
        moved = min(EVIL_TOP, ask.dummy_evil + 1)
        lords.append((moved, 0, ""))
        steps.append(Step(say("The extra counter first moves up to {n}.", n=moved), "DL-2P-ADVENTURERS"))
    lords.sort()
    line = by_strength(ask.adventurers, catalogue)
    pairs = []
    for (evil, _, name), hero in zip(lords, line, strict=False):
        hero_name = localised(catalogue.items[hero].name)
        if name:
            text = say("{player} (at {evil}) gets {hero}.", player=name, evil=evil, hero=hero_name)
            steps.append(Step(text, "DL-ADVENTURERS-ASSIGN"))
        else:
            steps.append(
                Step(
                    say("{hero} goes to the extra counter (at {evil}) and is discarded.", hero=hero_name, evil=evil),
                    "DL-2P-ADVENTURERS",
                )
            )
        pairs.append({"lord": name or None, "evil": evil, "adventurer": hero})
    data = {"assigned": pairs, "enough": len(line) == len(lords)}
    text = say("Assigned from the nicest lord to the most evil one.")
    if len(line) != len(lords):
        text = say("{n} adventurers for {lords} counters: one each is needed.", n=len(line), lords=len(lords))
    return Ruling(text, tuple(dict.fromkeys(step.rule for step in steps)), tuple(steps), data)


def march(ask: March, catalogue: Catalogue) -> Ruling:
    """New warriors push to the front, the others queue at the end, the paladin leads."""
    wrong = heroes_reasons(ask.arrivals, catalogue)
    if wrong:
        return refusal(wrong, "DL-ADVENTURERS")
    line: list[str] = []
    steps = []
    for hero in ask.arrivals:
        name = localised(catalogue.items[hero].name)
        led = bool(line) and line[0] in PALADINS
        if hero in PALADINS:
            line.insert(0, hero)
            steps.append(Step(say("{hero} leads the party.", hero=name), "DL-PALADIN", {"line": list(line)}))
        elif catalogue.value(hero, "class") == "fighter":
            line.insert(int(led), hero)
            steps.append(Step(say("{hero} pushes to the front.", hero=name), "DL-MARCH", {"line": list(line)}))
        else:
            line.append(hero)
            steps.append(Step(say("{hero} queues at the end.", hero=name), "DL-MARCH", {"line": list(line)}))
    text = say("Front to back: {line}.", line=names(line, catalogue))
    return Ruling(text, ("DL-MARCH", "DL-PALADIN"), tuple(steps), {"line": line})
