"""Lists inside sentences, kept translatable part by part."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.words import Sentence, say


def joined(names: Sequence[str]) -> Sentence | str:
    """Names in a row, as a sentence would list them.

    >>> joined(["Ann", "Bob", "Cleo"])
    'Ann, Bob and Cleo'
    """
    if len(names) < 2:
        return names[0] if names else ""
    return say("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def listed(parts: Sequence[str]) -> Sentence | str:
    """Several things with commas.

    >>> listed([say("beer"), say("shield")]), listed([])
    ('beer, shield', 'none')
    """
    if not parts:
        return say("none")
    row = parts[0]
    for part in parts[1:]:
        row = say("{row}, {part}", row=row, part=part)
    return row


def refused(reasons: Sequence[str]) -> Sentence:
    """A no with every reason.

    >>> refused([say("It is not your turn."), say("The mountain is empty.")])
    'No. It is not your turn. The mountain is empty.'
    """
    verdict = say("No.")
    for reason in reasons:
        verdict = say("{before} {reason}", before=verdict, reason=reason)
    return verdict
