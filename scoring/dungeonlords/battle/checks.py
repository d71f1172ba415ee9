"""Reading a plan: the tile, the monsters and the traps it names, and every reason why it is not allowed."""

from __future__ import annotations

from collections import Counter

from scoring.dungeonlords.battle.arena import Arena, Position, Site
from scoring.dungeonlords.battle.ask import Attack, RoundPlan
from scoring.dungeonlords.battle.beasts import KINDS, SHEEP
from scoring.dungeonlords.battle.steps import is_monster
from scoring.dungeonlords.battle.story import Story
from scoring.dungeonlords.battle.traps import trap_cost
from scoring.dungeonlords.pieces import MONSTERS
from scoring.dungeonlords.possible import MONSTER, TRAP
from scoring.names import unknown_name, unknown_names
from scoring.words import Sentence, listed, say


def chosen_site(arena: Arena, position: Position, plan: RoundPlan, story: Story) -> int | None:
    """The index of the tile where the plan fights; a reason if it may not."""
    nearest = arena.next_sites(position.lost)
    names = {arena.sites[i].name: i for i in nearest}
    if plan.tile is None:
        if len(nearest) > 1:
            story.refuse("DL-NEAREST-TILE", say("Choose the tile: {tiles}.", tiles=", ".join(names)))
            return None
        return nearest[0]
    name = plan.tile.strip().upper()
    if name in names:
        return names[name]
    story.refuse(
        "DL-NEAREST-TILE",
        say(
            "{tile} cannot be attacked now; the nearest unconquered tiles are: {tiles}.",
            tile=name,
            tiles=", ".join(names),
        ),
    )
    return next((i for i, place in enumerate(arena.sites) if place.name == name), None)


def named_kind(order: Attack, plan: RoundPlan) -> int | None:
    """The kind that an order names; "sheep" is the monster that the plan lets the spell turn into one."""
    name = plan.chosen if order.monster == KINDS[SHEEP] else order.monster
    return MONSTERS.index(name) if name in MONSTERS else None


def sent_monsters(arena: Arena, position: Position, plan: RoundPlan, place: Site | None, story: Story) -> list[int]:
    """The kinds that the plan sends, in order; each must lie face up, and monsters are limited by the tile."""
    sent = []
    for order in plan.attacks:
        kind = named_kind(order, plan)
        if kind is None:
            named = unknown_names(MONSTER, [order.monster], MONSTERS) if order.monster != KINDS[SHEEP] else []
            story.refuse("DL-PLANNING", named[0] if named else say("Choose the monster that becomes a sheep."))
        else:
            sent.append(kind)
    for kind, count in Counter(sent).items():
        ready, down = position.ready.count(kind), position.down.count(kind)
        name = arena.names[KINDS[kind]]
        if count <= ready:
            continue
        if count <= ready + down:
            story.refuse("DL-MONSTERS-TIRE", say("{monster} lies face down and cannot fight again.", monster=name))
        else:
            story.refuse(
                "DL-PLANNING",
                say("{count} × {monster} sent, but only {ready} in the lair.", count=count, monster=name, ready=ready),
            )
    monsters = sum(map(is_monster, sent))
    if place is not None and monsters > place.most_monsters:
        rule = "DL-ROOM-LABYRINTH" if place.room == "labyrinth" else LIMIT_RULE[place.room is not None]
        story.refuse(
            rule,
            say(
                "{count} monsters sent; {tile} takes {most} (ghosts do not count).",
                count=monsters,
                tile=place.name,
                most=place.most_monsters,
            ),
        )
    return sent


LIMIT_RULE = {False: "DL-BATTLE-TUNNEL", True: "DL-BATTLE-ROOM"}


def chosen_traps(arena: Arena, position: Position, plan: RoundPlan, place: Site | None, story: Story) -> list[int]:
    """The traps that the plan plays, in order; each must be in store, the tile must take them, all must be payable."""
    deck = [trap.id for trap in arena.traps]
    played = []
    for use in plan.traps:
        if use.id not in deck:
            story.refuse("DL-PLANNING", no_such_trap(arena, use.id))
        elif not arena.traps[deck.index(use.id)].known:
            story.refuse("DL-PLANNING", say("Look at the trap and name it before it is played."))
        else:
            played.append(deck.index(use.id))
    for trap, count in Counter(played).items():
        if count > position.traps.count(trap):
            story.refuse("DL-PLANNING", say("{trap} is not in your trap store.", trap=arena.traps[trap].name))
    if place is not None:
        _trap_limits(arena, position, len(plan.traps), played, place, story)
    return played


def _trap_limits(arena: Arena, position: Position, count: int, played: list[int], place: Site, story: Story) -> None:
    if count > place.most_traps:
        story.refuse(
            LIMIT_RULE[place.room is not None],
            say("{count} traps played; {tile} takes {most}.", count=count, tile=place.name, most=place.most_traps),
        )
    due: Counter[str] = Counter()
    for trap in played:
        due.update(trap_cost(arena, trap, place))
    purse = {"gold": position.gold, "food": position.food, "imp": position.imps}
    short = [(what, amount) for what, amount in sorted(due.items()) if amount > purse.get(what, 0)]
    for what, amount in short:
        story.refuse(
            "DL-TRAP-COST",
            say(
                "The traps cost {amount} {what} here, and you have {have}: you may not play a trap you cannot pay.",
                amount=amount,
                what=RESOURCES[what],
                have=purse.get(what, 0),
            ),
        )


RESOURCES = {
    "gold": say("gold"),
    "food": say("food"),
    "imp": say("imps"),
    "evil": say("evil"),
    "trap": say("trap cards"),
    "monster": say("monsters"),
}


def refuse_strangers(arena: Arena, plan: RoundPlan, story: Story) -> None:
    """Names in the answers to a spell that neither a monster nor a trap card has."""
    for name in unknown_names(MONSTER, plan.pay, MONSTERS):
        story.refuse("DL-PLANNING", name)
    for trap in plan.traps_paid:
        if trap not in arena.names:
            story.refuse("DL-PLANNING", no_such_trap(arena, trap))
    if plan.chosen is not None and plan.chosen not in arena.names:
        known = (*MONSTERS, *(trap.id for trap in arena.traps))
        for name in unknown_names(say("monster or trap"), [plan.chosen], known):
            story.refuse("DL-PLANNING", name)


def no_such_trap(arena: Arena, trap: str) -> Sentence:
    """Why a trap that is not in the store cannot be played: it lies elsewhere, or no card is called so."""
    store = [card.id for card in arena.traps]
    stranger = None if trap in arena.names else unknown_name(TRAP, trap, store)
    return stranger or say("{trap} is not in your trap store.", trap=arena.names.get(trap, trap))


def not_in_line(arena: Arena, position: Position, name: str) -> Sentence:
    """Why somebody cannot be a target: gone from the line, or nobody is called so."""
    line = [arena.people[who].id for who, _ in position.party]
    known = name.isdecimal() or any(person.id == name for person in arena.people)
    stranger = None if known else unknown_name(say("attacker"), name, line)
    return stranger or say("{target} is not in the line: {line}.", target=name, line=in_line(arena, position))


def place_of(arena: Arena, position: Position, name: str) -> int | None:
    """Where in the line somebody stands: by id, or by place (1 is the first)."""
    if name.isdecimal():
        return int(name) - 1 if 1 <= int(name) <= len(position.party) else None
    return next((i for i, (who, _) in enumerate(position.party) if arena.people[who].id == name), None)


def in_line(arena: Arena, position: Position) -> Sentence | str:
    """Everybody in the line, for a message."""
    return listed((say("{id}", id=arena.people[who].id) for who, _ in position.party), nothing=say("nobody"))
