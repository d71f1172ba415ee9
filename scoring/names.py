"""A misspelt or unknown name is refused with the nearest known ones: the one mechanism for all games and doors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from scoring.faults import TallyError
from scoring.words import Sentence, as_written, listed, say

NEAR = 60
"""How alike two names must be, of 100, to be offered."""
MOST_OFFERED = 3
MOST_LISTED = 12
"""So many names are all told when none of them is near."""

Known = Iterable[str] | Mapping[str, Iterable[str]]
"""The names that there are; a mapping tells other words for each, such as its names in other languages."""


class UnknownName(TallyError, ValueError):  # noqa: N818  # reads better at the call site than UnknownNameError
    """A name that nothing has; its first argument is the sentence that says so."""


def unknown_name(what: str, name: str, known: Known) -> Sentence | None:
    """Why a name cannot be, with the nearest that can; None if it is one of the known.

    >>> unknown_name(say("monster"), "trol", ("troll", "goblin", "golem"))
    "There is no monster 'trol'. Did you mean 'troll'?"
    >>> unknown_name(say("player"), "Zoe", ("Ann", "Bob"))
    "There is no player 'Zoe'. There are: 'Ann', 'Bob'."
    >>> unknown_name(say("player"), "Ann", ("Ann", "Bob")) is None
    True
    """
    names = list(known)
    if name in names:
        return None
    told = {"what": what, "name": as_written(name)}
    if near := nearest(name, known):
        return say("There is no {what} {name}. Did you mean {names}?", **told, names=listed(map(as_written, near)))
    if 0 < len(names) <= MOST_LISTED:
        return say("There is no {what} {name}. There are: {names}.", **told, names=listed(map(as_written, names)))
    return say("There is no {what} {name}.", **told)


def unknown_names(what: str, names: Iterable[str], known: Known) -> list[Sentence]:
    """The refusals of all names that cannot be, each name once."""
    found = (unknown_name(what, name, known) for name in dict.fromkeys(names))
    return [refusal for refusal in found if refusal is not None]


def known_name(what: str, name: str, known: Known) -> str:
    """The name itself; UnknownName with the nearest ones if there is no such name."""
    if refusal := unknown_name(what, name, known):
        raise UnknownName(refusal)
    return name


def checks_name(what: str, known: Known) -> Callable[[str], str]:
    """The same as a validator of one field, e.g. of the id of a card."""
    return lambda name: known_name(what, name, known)


def nearest(name: str, known: Known, most: int = MOST_OFFERED) -> tuple[str, ...]:
    """The known names that are written most alike, the nearest first.

    >>> nearest("Vampir", ("vampire", "troll")), nearest("τρολ", {"troll": ["Troll", "Τρολ"], "golem": ["Γκόλεμ"]})
    (('vampire',), ('troll',))
    """
    asked = _plain(name)
    words = known if isinstance(known, Mapping) else dict.fromkeys(known, ())
    alike = {one: max(_likeness(asked, _plain(word)) for word in (one, *more)) for one, more in words.items()}
    found = sorted((one for one in alike if alike[one] >= NEAR), key=lambda one: -alike[one])
    return tuple(found[:most])


def _plain(name: str) -> str:
    return name.strip().casefold().replace("-", "_").replace(" ", "_")


def _likeness(one: str, other: str) -> float:
    """How alike two words are written, from 0 to 100: the share of letters that both have in the same order.

    >>> _likeness("vampir", "vampire") > 90, _likeness("troll", "troll"), _likeness("", "")
    (True, 100.0, 100.0)
    """
    shared = [0] * (len(other) + 1)
    for letter in one:
        before = 0
        for place, found in enumerate(other, 1):
            here = before + 1 if letter == found else max(shared[place], shared[place - 1])
            before, shared[place] = shared[place], here
    return 200 * shared[-1] / (len(one) + len(other)) if one or other else 100.0
