"""What cannot be with trophies, tokens, the monster and the final battle."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.catalogue import Catalogue, localised
from scoring.rollplayer.battle import monster_card
from scoring.rollplayer.boxes import NOT_WITH_OPEN_ADVENTURES
from scoring.rollplayer.goals import class_colour
from scoring.rollplayer.pieces import ADVENTURE_PARTS, COLOUR_NAMES
from scoring.rollplayer.problems.twice import twice
from scoring.rollplayer.state import Player, State
from scoring.sheet import Problem
from scoring.words import say

COMBAT_DICE = 25


def trophies(state: State, catalogue: Catalogue) -> Iterator[Problem]:
    """A minion is killed once; tokens come in order, one per trophy, and are not used when adventures lie open."""
    held: list[tuple[str, str]] = [
        (minion, f"/players/{seat}/trophies/{index}")
        for seat, player in enumerate(state.players)
        for index, minion in enumerate(player.trophies)
    ]
    if state.minion is not None:
        held.append((state.minion, "/minion"))
    for minion, where in twice(held):
        name = localised(catalogue.items[minion].name)
        yield Problem("MM-TROPHY", where, say("{card} is on the table twice", card=name))
    for seat, player in enumerate(state.players):
        expected = ADVENTURE_PARTS[: len(player.trophies)]
        if state.options.open_adventures and player.tokens:
            message = say("{player}: adventure tokens are not used when the cards lie open", player=player.name)
            yield Problem("MM-VAR-OPEN", (f"/players/{seat}/tokens",), message)
        elif not state.options.open_adventures and not _tokens_fit(player, expected):
            message = say(
                "{player}, trophies: {trophies}, so adventure tokens: {expected} (location, obstacle, attack)",
                player=player.name,
                trophies=len(player.trophies),
                expected=len(expected),
            )
            yield Problem("MM-TROPHY", (f"/players/{seat}/tokens",), message)
        if len(set(player.tokens)) != len(player.tokens):
            message = say("{player} holds an adventure token twice", player=player.name)
            yield Problem("MM-TROPHY", (f"/players/{seat}/tokens",), message)


def _tokens_fit(player: Player, expected: tuple[str, ...]) -> bool:
    """One token per trophy, in order; more only with the cards that the variant with open adventures takes out."""
    held = set(player.tokens)
    if set(player.cards) & set(NOT_WITH_OPEN_ADVENTURES):
        return held >= set(expected)
    return held == set(expected)


def monster(state: State, catalogue: Catalogue) -> Iterator[Problem]:
    """The monster's colour is nobody's class colour, its adventure cards are its own; no monster in the base game."""
    if not state.options.expansion:
        extras: list[tuple[str, object]] = [("/monster", state.monster), ("/minion", state.minion)]
        extras += [(f"/adventures/{part}", getattr(state.adventures, part)) for part in ADVENTURE_PARTS]
        extras += [(f"/players/{seat}/battle", player.battle) for seat, player in enumerate(state.players)]
        extras += [(f"/players/{seat}/trophies", player.trophies or None) for seat, player in enumerate(state.players)]
        where = tuple(pointer for pointer, value in extras if value is not None)
        if where:
            yield Problem("MM-COMPONENTS", where, say("Monsters and minions belong to Monsters & Minions"))
    elif state.monster is None:
        yield Problem("MM-SETUP-MONSTER", ("/monster",), say("no monster is chosen"))
    if state.monster is not None:
        colour = catalogue.value(state.monster, "colour")
        same = [seat for seat, player in enumerate(state.players) if class_colour(player, catalogue) == colour]
        if same:
            where = ("/monster", *(f"/players/{seat}/hero_class" for seat in same))
            message = say(
                "{monster} is {colour}, a class colour in play",
                monster=localised(catalogue.items[state.monster].name),
                colour=COLOUR_NAMES[colour],
            )
            yield Problem("MM-SETUP-MONSTER", where, message)
    for part in ADVENTURE_PARTS:
        card = getattr(state.adventures, part)
        if card is None:
            continue
        if catalogue.value(card, "part") != part or catalogue.value(card, "monster") != state.monster:
            name = localised(catalogue.items[card].name)
            yield Problem(
                "MM-SETUP-ADVENTURES", (f"/adventures/{part}",), say("{card} does not belong here", card=name)
            )


def battles(state: State, catalogue: Catalogue) -> Iterator[Problem]:
    """The pool is one die, adventure dice and mercenaries; it is fought when every sheet is full."""
    for seat, player in enumerate(state.players):
        fight = player.battle
        if fight is None:
            continue
        where = f"/players/{seat}/battle"
        pool = 1 + fight.adventure_dice + fight.mercenaries
        # Dice alone tell nothing about how the pool came about.
        if fight.dice and pool > 1 and len(fight.dice) != pool:
            message = say(
                "{player}, combat dice rolled: {count}, but 1 + {adventure} + {mercenaries} = {pool}",
                player=player.name,
                count=len(fight.dice),
                adventure=fight.adventure_dice,
                mercenaries=fight.mercenaries,
                pool=pool,
            )
            yield Problem("MM-POOL", (f"{where}/dice",), message)
        if len(fight.dice) > COMBAT_DICE:
            message = say("There are only {count} combat dice", count=COMBAT_DICE)
            yield Problem("MM-COMBAT-DICE", (f"{where}/dice",), message)
        yield from _too_early(state, seat)
        if fight.adventure_dice and not player.tokens and not state.options.open_adventures:
            message = say("{player} has adventure dice without an adventure token", player=player.name)
            yield Problem("MM-ADVENTURES", (f"{where}/adventure_dice",), message)
        if (
            fight.adjust
            and state.monster
            and monster_card(state.monster, state.one_player_card, catalogue).known_special
        ):
            message = say("{player}: this monster's ability needs no adjustment", player=player.name)
            yield Problem("MM-BATTLE-SPECIAL", (f"{where}/adjust",), message)


def _too_early(state: State, seat: int) -> Iterator[Problem]:
    """The battle comes after the round in which all sheets are full, not only the own one."""
    fighter, where = state.players[seat], f"/players/{seat}/battle"
    if not fighter.built:
        yield Problem("MM-END", (where,), say("{player} fights before the sheet is full", player=fighter.name))
    others = [other for other, player in enumerate(state.players) if other != seat and not player.built]
    if fighter.fought and others:
        names = ", ".join(state.players[other].name for other in others)
        message = say("{player} fights before other sheets are full: {others}", player=fighter.name, others=names)
        yield Problem("MM-END", (where, *(f"/players/{other}/rows" for other in others)), message)
