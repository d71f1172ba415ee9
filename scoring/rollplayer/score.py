"""The final count: monster, goals, class dice, alignment, backstory, armor, traits, and who wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scoring.catalogue import Catalogue, localised
from scoring.game import GameScore
from scoring.rollplayer.armor import armor
from scoring.rollplayer.battle import battle_stars, monster_card, result
from scoring.rollplayer.discards import with_discards
from scoring.rollplayer.goals import GOALS, attribute_goals, class_colour
from scoring.rollplayer.pieces import ALIGNMENT_COLUMNS, ALIGNMENT_ROWS, ATTRIBUTES, CARD_KIND, COLOUR_NAMES
from scoring.rollplayer.state import Player, State, full
from scoring.rollplayer.traits import alignment_stars, backstory_matches, least_alignment, traits
from scoring.sheet import Award, Missing, Place, ScoreSheet, Standing, TieBreak, merged, rank, total_said
from scoring.words import Sentence, say

BACKSTORY_TRACK = (0, 0, 1, 1, 3, 3, 6)
"""Stars for 0 to 6 matching dice."""
GOLD_PER_STAR = 8
_ROW_WORDS = {"good": say("good"), "neutral": say("neutral"), "evil": say("evil")}
_COLUMN_WORDS = {"lawful": say("lawful"), "neutral": say("neutral"), "chaotic": say("chaotic")}


def class_dice(player: Player, where: str, catalogue: Catalogue) -> Award:
    """Every die of the class's own colour is worth one star; boost dice have no colour."""
    colour = class_colour(player, catalogue)
    if colour is None:
        return Award("RP-CLASS-DICE", None, "?", note=say("the class card must be known first"))
    evidence = tuple(
        f"{where}/rows/{attribute}/{place}" for attribute, place, piece in player.rows.dice() if piece.colour == colour
    )
    arithmetic = say("{count} × 1", count=len(evidence))
    return Award("RP-CLASS-DICE", len(evidence), arithmetic, evidence, COLOUR_NAMES[colour])


def alignment(player: Player, where: str, catalogue: Catalogue) -> Award:
    """The number under the marker, added or taken away."""
    if player.alignment is None:
        note = say("the alignment card must be known first")
        return Award("RP-ALIGNMENT", None, "?", note=note, floor=least_alignment(catalogue))
    name = localised(catalogue.items[player.alignment].name)
    evidence = (f"{where}/marker", f"{where}/alignment")
    stars = alignment_stars(player, catalogue)
    if stars is None:
        note = say("the marker is not on the card")
        return Award("RP-ALIGNMENT", None, "?", evidence, name, note, least_alignment(catalogue))
    row, column = player.marker
    arithmetic = say(
        "{law} {good}: {stars}",
        law=_COLUMN_WORDS[ALIGNMENT_COLUMNS[column]],
        good=_ROW_WORDS[ALIGNMENT_ROWS[row]],
        stars=f"{stars:+d}" if stars else "0",
    )
    return Award("RP-ALIGNMENT", stars, arithmetic, evidence, name, catalogue.fact(player.alignment, "grid").caveat)


def backstory(player: Player, where: str, catalogue: Catalogue) -> Iterator[Award | Missing]:
    """Dice of the right colour in the right place: 2 pay 1 star, 4 pay 3, all 6 pay 6."""
    if player.backstory is None:
        yield Award("RP-BACKSTORY", None, "?", note=say("the backstory card must be known first"))
        return
    name = localised(catalogue.items[player.backstory].name)
    matched = backstory_matches(player, catalogue)
    if matched is None:
        yield catalogue.missing(player.backstory, "places")
        yield Award("RP-BACKSTORY", None, "?", (f"{where}/backstory",), name)
        return
    evidence = tuple(f"{where}/rows/{attribute}/{place}" for attribute, place in matched)
    stars = BACKSTORY_TRACK[min(len(matched), 6)]
    places = catalogue.fact(player.backstory, "places")
    arithmetic = say(
        "{matches} of {places} in place = {stars}", matches=len(matched), places=len(places.value), stars=stars
    )
    yield Award("RP-BACKSTORY", stars, arithmetic, evidence, name, places.caveat)


def solo_gold(player: Player, where: str) -> Award:
    """The solo hero gets one star for every 8 gold left.

    >>> solo_gold(Player(name="Ann", gold=17), "/players/0").arithmetic
    '17 gold ÷ 8 = 2'
    """
    stars = player.gold // GOLD_PER_STAR
    arithmetic = say("{gold} gold ÷ 8 = {stars}", gold=player.gold, stars=stars)
    return Award("RP-SOLO-GOLD", stars, arithmetic, (f"{where}/gold",))


def lines(state: State, player: Player, where: str, catalogue: Catalogue) -> Iterator[Award | Missing]:
    """Every line of one sheet, in the order of the books."""
    if state.options.expansion:
        yield from battle_stars(state, player, where, catalogue)
    yield from attribute_goals(player, where, catalogue)
    yield class_dice(player, where, catalogue)
    yield alignment(player, where, catalogue)
    yield from backstory(player, where, catalogue)
    yield from armor(player, where, catalogue)
    yield from traits(player, where, catalogue)
    if state.solo:
        yield solo_gold(player, where)


def sheet(state: State, seat: int, catalogue: Catalogue) -> ScoreSheet:
    """The sheet of the player in one seat."""
    player = state.players[seat]
    awards: list[Award] = []
    missing: list[Missing] = []
    asked: list[Missing] = []
    for line in lines(state, player, f"/players/{seat}", catalogue):
        if isinstance(line, Missing):
            asked.append(line)  # what a line waits for is told before it
            continue
        awards.append(line)
        missing += (replace(one, lines=(line.line,)) for one in asked)
        asked.clear()
    return ScoreSheet(player.name, tuple(awards), merged((*missing, *asked)))


def score(state: State, catalogue: Catalogue) -> GameScore:
    """All sheets and the standing; a running game is counted as if it ended now, a battle to come stays open."""
    sheets = tuple(sheet(state, seat, catalogue) for seat in range(len(state.players)))
    so_far = [_so_far(player, own) for player, own in zip(state.players, sheets, strict=True)]
    remarks: list[Sentence] = []
    extra: dict[str, Any] = {
        "finished": state.finished,
        "so_far": so_far,
        "if_it_ended_now": [own.total for own in sheets],
    }
    if not state.finished:
        remarks += _running(state, sheets, so_far)
    remarks += _quiet_weapons(state, catalogue)
    standing = _standing(state, sheets)
    sheets, standing = with_discards(state, sheets, standing, catalogue, stars_with)
    if state.solo:
        sheets, standing, verdict = _solo(state, sheets, standing, catalogue, extra)
        remarks += verdict
    return GameScore(sheets, standing, tuple(remarks), extra)


def _so_far(player: Player, own: ScoreSheet) -> int:
    """What a running sheet has earned without the goals of rows that are not full."""
    goals = (award for award in own.awards if award.rule == GOALS)
    open_goals = [award for name, award in zip(ATTRIBUTES, goals, strict=True) if not full(player.rows.of(name))]
    return own.at_least - sum(award.points or 0 for award in open_goals)


def _running(state: State, sheets: tuple[ScoreSheet, ...], so_far: list[int]) -> list[Sentence]:
    """What everyone has so far; once all sheets are full, who must still fight."""
    if all(player.built for player in state.players):
        waiting = ", ".join(player.name for player in state.still_to_fight)
        return [say("The final battle is still to be fought: {players}", players=waiting)]
    return [
        say(
            "{player}: so far {so_far} (full rows only), if the game ended now {now}",
            player=own.player,
            so_far=points,
            now=total_said(own),
        )
        for own, points in zip(sheets, so_far, strict=True)
    ]


def _quiet_weapons(state: State, catalogue: Catalogue) -> list[Sentence]:
    """Weapons taken to change nothing at the count although no text of theirs says so."""
    remarks: dict[str, Sentence] = {}
    for card in (card for player in state.players for card in player.cards if CARD_KIND[card] == "weapon"):
        fact = catalogue.fact(card, "scoring")
        if fact.value == "none" and fact.caveat:
            name = localised(catalogue.items[card].name)
            remarks[card] = say("{card}: taken to change no stars; confirm it on your card", card=name)
    return list(remarks.values())


def stars_with(state: State, seat: int, catalogue: Catalogue, player: Player) -> int:
    """The certain stars of a seat if its sheet were another; lines that wait for a printed value stay out."""
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    return sheet(state.model_copy(update={"players": players}), seat, catalogue).at_least


def _standing(state: State, sheets: tuple[ScoreSheet, ...]) -> Standing:
    """Most stars; then most gold; then fewest dice of the own class colour; then the win is shared.

    Until every hero has fought the monster it is an order so far.
    """
    gold = {player.name: player.gold for player in state.players}
    own_dice = {own.player: _class_dice_of(own) for own in sheets}
    ties = (
        TieBreak("RP-TIE-GOLD", gold, say("more gold")),
        TieBreak("RP-TIE-DICE", own_dice, say("fewer dice of the class colour"), most_wins=False),
    )
    standing = rank(sheets, ties, "RP-WIN", over=state.finished and not state.options.more_players)
    if not state.still_to_fight:
        return standing
    note = say("so far: the final battle is not fought yet")
    return replace(standing, places=tuple(replace(place, note=note) for place in standing.places))


def _class_dice_of(own: ScoreSheet) -> int:
    return next(award.points or 0 for award in own.awards if award.rule == "RP-CLASS-DICE")


def _solo(
    state: State, sheets: tuple[ScoreSheet, ...], standing: Standing, catalogue: Catalogue, extra: dict[str, Any]
) -> tuple[tuple[ScoreSheet, ...], Standing, list[Sentence]]:
    """The solo hero's rank, or the defeat by the monster."""
    hero, own = state.players[0], sheets[0]
    extra["defeated"] = _defeated(state, hero, catalogue)
    if extra["defeated"]:
        text = say("The result is below the monster's strength: the hero is dead and the game is lost.")
        lost = Place(2, hero.name, own.total, "MM-SOLO-DEFEAT", text)
        return sheets, Standing((lost,), win_rule="RP-WIN"), [text]
    limit = "expansion_from" if state.options.expansion else "base_from"
    ranks = [*catalogue.of_kind("expansion_rank"), *catalogue.of_kind("rank")]
    ranks = [item for item in ranks if state.options.expansion or item.kind == "rank"]
    unknown = tuple(catalogue.missing(item.id, limit) for item in ranks if catalogue.value(item.id, limit) is None)
    if unknown:
        asked = ScoreSheet(own.player, own.awards, own.missing + unknown)
        return (asked,), standing, [say("The solo rank waits for the limits in your rulebook.")]
    reached = next((item for item in ranks if own.at_least >= catalogue.value(item.id, limit)), ranks[-1])
    extra["rank"] = reached.id
    if own.total is None or not state.finished:
        return sheets, standing, [say("Solo rank so far: {rank}", rank=localised(reached.name))]
    return sheets, standing, [say("Solo rank: {rank}", rank=localised(reached.name))]


def _defeated(state: State, hero: Player, catalogue: Catalogue) -> bool:
    if not (state.options.expansion and state.monster and hero.battle and hero.fought):
        return False
    card = monster_card(state.monster, True, catalogue)
    if not card.tells(hero.battle):
        return False
    final = result(hero.battle.dice, hero.honor, hero.wounds, card.wound_cost, hero.battle.adjust)
    return bool(final < card.strength.value)
