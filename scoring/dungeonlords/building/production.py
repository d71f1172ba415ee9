"""Production: which rooms the free imps and trolls can run, in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field

from scoring.catalogue import Catalogue, localised
from scoring.deadline import OutOfTime, current
from scoring.dungeonlords.building.purse import WORDS, amounts
from scoring.dungeonlords.building.site import NOWHERE_TO_DIG, free_imps, room_to_dig
from scoring.dungeonlords.phrases import names
from scoring.dungeonlords.possible import ROOM
from scoring.dungeonlords.state import Lord
from scoring.game import Model
from scoring.names import unknown_name
from scoring.sheet import Legal, Ruling, Step
from scoring.words import Sentence, say


class Production(Model):
    """A lord in the production phase. ``uses`` asks about rooms in this order; without it the best are listed."""

    lord: Lord
    year: Literal[1, 2] = 1
    uses: tuple[str, ...] | None = Field(default=None, description="Room ids in the order of use.")


@dataclass(frozen=True, slots=True)
class Shop:
    """A room that can produce: workers, cost and product."""

    id: str
    imps: int
    pay: tuple[tuple[str, int], ...]
    product: tuple[tuple[str, int], ...]
    name: Sentence
    most_uses: int | None = None
    """How many tunnels there is room for, if it digs any."""


@dataclass(frozen=True, slots=True)
class Workforce:
    """Who and what is left while rooms are used one after the other."""

    workers: int
    stock: tuple[tuple[str, int], ...]
    used: tuple[str, ...] = ()


def shops(lord: Lord, year: int, catalogue: Catalogue) -> list[Shop]:
    """The production rooms that are not conquered."""
    found = []
    for tile in lord.dungeon:
        if tile.room is None or tile.conquered or catalogue.value(tile.room, "use") != "production":
            continue
        product = tuple((str(what), int(n)) for what, n in catalogue.value(tile.room, "product") or ())
        digs = "tunnel" in dict(product)
        found.append(
            Shop(
                tile.room,
                int(catalogue.value(tile.room, "imps")),
                tuple((str(what), int(n)) for what, n in catalogue.value(tile.room, "pay") or ()),
                product,
                localised(catalogue.items[tile.room].name),
                room_to_dig({other.square for other in lord.dungeon}, year) if digs else None,
            )
        )
    return found


def begin(lord: Lord) -> Workforce:
    """Free imps and every troll token (each replaces one imp), and the food and gold to pay with."""
    return Workforce(free_imps(lord) + lord.trolls, (("food", lord.food), ("gold", lord.gold)))


def reasons_against(force: Workforce, shop: Shop, year: int) -> Iterator[tuple[str, Sentence]]:
    """Why this room cannot be used now."""
    if force.used.count(shop.id) >= year:
        rule = "DL-PRODUCTION" if year == 1 else "DL-PRODUCTION-TWICE"
        yield rule, say("{room} was used {n} times already this round.", room=shop.name, n=year)
    elif shop.most_uses is not None and force.used.count(shop.id) >= shop.most_uses:
        yield NOWHERE_TO_DIG
    if force.workers < shop.imps:
        yield (
            "DL-PRODUCTION",
            say("{room} needs {n} workers, {free} are free.", room=shop.name, n=shop.imps, free=force.workers),
        )
    stock = dict(force.stock)
    for what, n in shop.pay:
        if stock.get(what, 0) < n:
            yield "DL-PRODUCTION", say("{room} costs {n} {what}.", room=shop.name, n=n, what=WORDS[what])


def use(force: Workforce, shop: Shop) -> Workforce:
    """Use the room once; a new imp can work at once."""
    stock = Counter(dict(force.stock))
    stock.subtract(dict(shop.pay))
    stock.update({what: n for what, n in shop.product if what in ("food", "gold")})
    hired = dict(shop.product).get("imp", 0)
    return Workforce(force.workers - shop.imps + hired, tuple(sorted(stock.items())), (*force.used, shop.id))


def best_uses(lord: Lord, year: int, catalogue: Catalogue) -> list[tuple[str, ...]]:
    """Every set of uses that cannot be extended, each once, in a possible order."""
    rooms = shops(lord, year, catalogue)
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    seen: set[Workforce] = set()
    stack = [begin(lord)]
    limit = current()
    while stack and limit.goes_on():
        force = stack.pop()
        key = Workforce(force.workers, force.stock, tuple(sorted(force.used)))
        if key in seen:
            continue
        seen.add(key)
        further = [shop for shop in rooms if not any(True for _ in reasons_against(force, shop, year))]
        if not further:
            found.setdefault(tuple(sorted(force.used)), force.used)
        stack += [use(force, shop) for shop in further]
    if stack and not found:
        raise OutOfTime
    sets = list(found.items())
    return [order for key, order in sets if not any(Counter(key) < Counter(other) for other, _ in sets)]


def production(ask: Production, catalogue: Catalogue) -> Ruling:
    """Whether these rooms can be used in this order, or everything that can be made."""
    if ask.uses is not None:
        return _check(ask, ask.uses, catalogue)
    ways = best_uses(ask.lord, ask.year, catalogue)
    rooms = {shop.id: shop for shop in shops(ask.lord, ask.year, catalogue)}
    options: list[dict[str, Any]] = []
    for uses in ways:
        made: Counter[str] = Counter()
        for room in uses:
            made.update(dict(rooms[room].product))
        options.append({"uses": list(uses), "made": dict(made)})
    steps = tuple(
        Step(
            say("{uses}: {made}.", uses=names(o["uses"], catalogue), made=amounts(o["made"])),
            "DL-PRODUCTION",
            o,
        )
        for o in options
        if o["uses"]
    )
    force = begin(ask.lord)
    text = say("{n} workers; {ways} best ways to use the rooms.", n=force.workers, ways=len(steps))
    if not steps:
        text = say("{n} workers: no room can be used.", n=force.workers)
    return Ruling(text, ("DL-PRODUCTION", "DL-TROLL"), steps, {"workers": force.workers, "options": options})


def _check(ask: Production, uses: tuple[str, ...], catalogue: Catalogue) -> Ruling:
    rooms = {shop.id: shop for shop in shops(ask.lord, ask.year, catalogue)}
    force = begin(ask.lord)
    steps: list[Step] = []
    reasons: list[tuple[str, Sentence]] = []
    for room in uses:
        if room not in rooms:
            stranger = None if room in catalogue.items else unknown_name(ROOM, room, list(rooms))
            reasons.append(("DL-PRODUCTION", stranger or say("{room} is no production room here.", room=room)))
            continue
        against = list(reasons_against(force, rooms[room], ask.year))
        reasons += against
        if not against:
            force = use(force, rooms[room])
            steps.append(
                Step(say("{room} is used; {n} workers left.", room=rooms[room].name, n=force.workers), "DL-PRODUCTION")
            )
    data: dict[str, Any] = {"reasons": [str(text) for _, text in reasons], "stock": dict(force.stock)}
    data["workers_left"] = force.workers
    if reasons:
        steps += [Step(text, rule) for rule, text in reasons]
        return Ruling(say("No: {reason}", reason=reasons[0][1]), ("DL-PRODUCTION",), tuple(steps), data, legal=Legal.NO)
    return Ruling(say("Yes, in this order."), ("DL-PRODUCTION",), tuple(steps), data, legal=Legal.YES)
