"""A refusal of Dice Miner's referee."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.words import linked, say


def refused(reasons: Sequence[str]) -> str:
    """A no with every reason.

    >>> refused([say("It is not your turn."), say("The mountain is empty.")])
    'No. It is not your turn. The mountain is empty.'
    """
    return linked([say("No."), *reasons], " ")
