"""Whether the dice on the table can be: their faces, how many the box holds, how troves grow from round to round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scoring.catalogue import Catalogue
from scoring.diceminer.pieces import LETTER, TYPE_NAMES, Die, DieType, Shows
from scoring.diceminer.state import DICE_PER_MOUNTAIN, PLAYERS, ROUNDS, Round, Table
from scoring.sheet import Problem
from scoring.words import Sentence, say

MOST_DICE_OF_A_TURN = 2


def _all_dice(table: Table) -> Iterator[tuple[Die, str]]:
    for seat, player in enumerate(table.players):
        for part, troves in (("rounds", player.rounds), ("tie_breaks", player.tie_breaks)):
            for index, trove in enumerate(troves):
                for number, die in enumerate(trove.dice):
                    yield die, f"/players/{seat}/{part}/{index}/dice/{number}"
    yield from _on_mountain(table)


def _on_mountain(table: Table) -> Iterator[tuple[Die, str]]:
    for row_number, row in enumerate(table.mountain or ()):
        for column, placed in enumerate(row):
            if placed is not None:
                yield placed, f"/mountain/{row_number}/{column}"


def wrong_faces(table: Table, catalogue: Catalogue) -> Iterator[Problem]:
    """Faces that a type of die does not have, and dice that nobody has read yet."""
    printed = {die_type: printed_faces(die_type, catalogue) for die_type in DieType}
    most_magic = catalogue.value(DieType.MAGIC, "most_symbols")
    for die, where in _all_dice(table):
        message = _wrong_face(die, printed[die.type], most_magic)
        if message:
            yield Problem("DM-DICE", (where,), message)


def printed_faces(die_type: DieType, catalogue: Catalogue) -> frozenset[str] | None:
    """The codes of all faces of a type of die, None while not all six are known."""
    faces = catalogue.value(die_type, "faces")
    if faces is None or len(faces) != 6:
        return None
    return frozenset(LETTER[die_type] + face for face in faces)


def _wrong_face(die: Die, printed: frozenset[str] | None, most_magic: int | None) -> Sentence | None:
    if die.shows is Shows.UNREAD:
        return say("A die is not read yet ({code}): which face does it show?", code=die.code)
    if die.foreign:
        return say("{code}: none of the {type} has such a face.", code=die.code, type=TYPE_NAMES[die.type])
    if printed is not None and die.code not in printed:
        return say(
            "{code}: the {type} have only the faces {faces}.",
            code=die.code,
            type=TYPE_NAMES[die.type],
            faces=", ".join(sorted(printed)),
        )
    if printed is None and die.shows is Shows.MAGIC and most_magic is not None and die.count > most_magic:
        return say("{code}: a magic die shows at most {most} symbols.", code=die.code, most=most_magic)
    return None


def more_than_the_box_has(table: Table, catalogue: Catalogue) -> Iterator[Problem]:
    """Troves and mountain together cannot have more dice of a type than the box holds."""
    nothing_taken: tuple[int, list[tuple[int, Round]]] = (0, [])
    rounds = list(_by_round(table)) or [nothing_taken]
    for index, troves in rounds:
        dice = [*_in_troves(troves, index), *(_on_mountain(table) if index == len(rounds) - 1 else ())]
        found = Counter(die.type for die, _ in dice)
        for die_type in DieType:
            held = catalogue.value(die_type, "count")
            if held is not None and found[die_type] > held:
                yield Problem(
                    "DM-CONTENTS",
                    tuple(where for die, where in dice if die.type is die_type),
                    say(
                        "Round {round}: {count} {type} on the table, but the box has only {held}.",
                        round=index + 1,
                        count=found[die_type],
                        type=TYPE_NAMES[die_type],
                        held=held,
                    ),
                )


def _by_round(table: Table) -> Iterator[tuple[int, list[tuple[int, Round]]]]:
    """Round by round, the troves that are known with their seats."""
    for index in range(max((len(player.rounds) for player in table.players), default=0)):
        yield (
            index,
            [(seat, p.rounds[index]) for seat, p in enumerate(table.players) if index < len(p.rounds)],
        )


def _in_troves(troves: Sequence[tuple[int, Round]], index: int) -> Iterator[tuple[Die, str]]:
    for seat, trove in troves:
        for number, die in enumerate(trove.dice):
            yield die, f"/players/{seat}/rounds/{index}/dice/{number}"


def wrong_number_of_dice(table: Table) -> Iterator[Problem]:
    """Each round adds a mountain of twenty dice, and dice stay in the troves: 20, 40, 60 in all."""
    if not 2 <= len(table.players) <= PLAYERS[1] or table.options.more_players:
        return  # how many dice a solo game uses is told by its own sheet only
    yield from _dice_taken_into_no_trove(table)
    for index, troves in _by_round(table):
        if len(troves) < len(table.players) or index >= ROUNDS:
            continue
        found = sum(len(trove.dice) for _, trove in troves)
        if table.digging and index == max(len(p.rounds) for p in table.players) - 1:
            found += table.on_mountain
        expected = DICE_PER_MOUNTAIN * (index + 1)
        still_filling = found < expected and not all(trove.dice for _, trove in troves)
        if found != expected and not still_filling:
            yield Problem(
                "DM-SETUP-MOUNTAIN",
                tuple(f"/players/{seat}/rounds/{index}" for seat, _ in troves),
                say(
                    "Round {round}: all players together have {found} dice, but {expected} have come off the mountain.",
                    round=index + 1,
                    found=found,
                    expected=expected,
                ),
            )


def _dice_taken_into_no_trove(table: Table) -> Iterator[Problem]:
    """A mountain of a round without troves is full, but for the dice that the first player holds right now."""
    played = {len(player.rounds) for player in table.players}
    if len(played) != 1 or not table.on_mountain:
        return
    finished = played.pop()
    round_begins = finished == 0 or (finished < ROUNDS and not table.digging)
    if round_begins and table.on_mountain < DICE_PER_MOUNTAIN - MOST_DICE_OF_A_TURN:
        yield Problem(
            "DM-SETUP-MOUNTAIN",
            ("/mountain",),
            say(
                "Round {round}: {count} dice lie on the mountain and no trove of this round is told; a full mountain "
                "has {full}.",
                round=finished + 1,
                count=table.on_mountain,
                full=DICE_PER_MOUNTAIN,
            ),
        )


def troves_that_shrink(table: Table) -> Iterator[Problem]:
    """Dice stay: each turn takes at least as many as a shared beer gives away.

    After sharing a beer one may take a single die, so a trove can stay as large as it was through a whole round; an
    empty one has no beer to share and must grow. In the middle of a turn the die given away may not be made up for yet.
    """
    must_dig = not table.solo and PLAYERS[0] <= len(table.players) <= PLAYERS[1] and not table.digging
    in_hand = 1 if table.digging else 0
    for seat, player in enumerate(table.players):
        for index in range(1, len(player.rounds)):
            before, after = len(player.rounds[index - 1].dice), len(player.rounds[index].dice)
            if after + in_hand < before or (must_dig and not after):
                yield Problem(
                    "DM-REFILL-REROLL",
                    (f"/players/{seat}/rounds/{index}",),
                    say(
                        "{player} has {after} dice in round {round} after {before} in the round before; dice are kept, "
                        "and a turn gives away at most one and takes at least one.",
                        player=player.name,
                        after=after,
                        round=index + 1,
                        before=before,
                    ),
                )
    yield from _types_that_shrink(table)


def _types_that_shrink(table: Table) -> Iterator[Problem]:
    """A shared beer moves a die to another player, so a type can only vanish from all troves together."""
    if table.options.more_players:
        return
    previous: Counter[DieType] | None = None
    for index, troves in _by_round(table):
        if len(troves) < len(table.players):
            return
        found = Counter(die.type for _, trove in troves for die in trove.dice)
        for die_type in DieType:
            if previous is not None and found[die_type] < previous[die_type]:
                yield Problem(
                    "DM-REFILL-REROLL",
                    tuple(f"/players/{seat}/rounds/{index}" for seat, _ in troves),
                    say(
                        "Round {round}: {after} {type} in all troves, but {before} in the round before; dice are kept.",
                        round=index + 1,
                        after=found[die_type],
                        type=TYPE_NAMES[die_type],
                        before=previous[die_type],
                    ),
                )
        previous = found
