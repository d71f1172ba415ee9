"""How alike two texts are, of 100."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=64)  # one line is compared with every title
def _places(text):
    """Where each letter stands in a text, as the bits of a number."""
    places = {}
    for place, letter in enumerate(text):
        places[letter] = places.get(letter, 0) | 1 << place
    return places


def ratio(one, other, score_cutoff=0.0):
    """Twice the letters that both have in this order, of all letters (Hyyrö's longest common subsequence in bits)."""
    both = len(one) + len(other)
    if not both:
        return 100.0
    if 200.0 * min(len(one), len(other)) / both < score_cutoff:
        return 0.0
    places, whole = _places(one), (1 << len(one)) - 1
    left = whole
    for letter in other:
        here = left & places.get(letter, 0)
        left = (left + here | left - here) & whole
    likeness = 200.0 * (len(one) - left.bit_count()) / both
    return likeness if likeness >= score_cutoff else 0.0
