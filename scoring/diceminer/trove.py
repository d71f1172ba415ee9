"""One player's trove in one round: the faces of dice and hero together, sorted by what they show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from scoring.catalogue import Catalogue
from scoring.diceminer.pieces import PIPS, UNREAD, Die, DieType, Hero, Shows, die
from scoring.words import Sentence, say


@dataclass(frozen=True, slots=True)
class HeroFaces:
    """The faces printed on a hero card. They count like dice, but are never rerolled."""

    faces: tuple[Die, ...] = ()
    pointer: str = ""
    caveat: str = ""

    @property
    def without_caveat(self) -> HeroFaces:
        """The same faces when the doubt about the card has been said already."""
        return HeroFaces(self.faces, self.pointer) if self.caveat else self


@dataclass(slots=True)
class Trove:
    """What counts for one player in one round. Pointers say which pieces show it."""

    subject: str
    hero: HeroFaces
    counts: dict[Shows, int] = field(default_factory=dict)
    pieces: dict[Shows, list[str]] = field(default_factory=dict)
    tunnels: dict[int, list[str]] = field(default_factory=dict)
    unread: dict[DieType, int] = field(default_factory=dict)

    def add(self, faces: Sequence[Die], pointers: Sequence[str]) -> None:
        """Sort faces by what they show; tunnel faces by their number, since a run needs one of each."""
        for face, pointer in zip(faces, pointers, strict=True):
            shows = face.shows
            if shows is PIPS:
                self.tunnels.setdefault(face.count, []).append(pointer)
            elif shows is UNREAD:
                self.unread[face.type] = self.unread.get(face.type, 0) + 1
            else:
                self.counts[shows] = self.counts.get(shows, 0) + face.count
                self.pieces.setdefault(shows, []).append(pointer)

    def count(self, shows: Shows) -> int:
        """How many of a symbol the trove shows."""
        return self.counts.get(shows, 0)

    def evidence(self, *kinds: Shows) -> tuple[str, ...]:
        """The pieces that show any of these symbols."""
        found: list[str] = []
        for shows in kinds:
            found += self.pieces.get(shows, ())
        return tuple(found)

    def caveat(self, evidence: Sequence[str]) -> str:
        """What to say when an unsure hero card is among the pieces that count."""
        return self.hero.caveat if self.hero.caveat and self.hero.pointer in evidence else ""


NO_HERO = HeroFaces()


def hero_faces(hero: Hero | None, catalogue: Catalogue, pointer: str = "/hero") -> HeroFaces:
    """The faces of a hero card as the catalogue knows them, the owner's word first."""
    if hero is None:
        return NO_HERO
    fact = catalogue.fact(hero, "faces")
    return HeroFaces(tuple(die(code) for code in fact.value or ()), pointer, fact.caveat)


def read_trove(dice: Sequence[Die], where: str = "", hero: HeroFaces = NO_HERO, subject: str = "") -> Trove:
    """The trove of one round; ``where`` points at the round in the state."""
    trove = Trove(subject, hero)
    trove.add(dice, _pointers(where, len(dice)))
    if hero.faces:
        trove.add(hero.faces, (hero.pointer,) * len(hero.faces))
    return trove


@lru_cache(maxsize=1024)
def _pointers(where: str, count: int) -> tuple[str, ...]:
    return tuple(f"{where}/dice/{index}" for index in range(count))


@lru_cache(maxsize=64)
def round_title(number: int) -> Sentence:
    """What a line of this round is about."""
    return say("Round {number}", number=number)


@lru_cache(maxsize=64)
def tie_break_title(number: int) -> Sentence:
    """What a line of an extra scoring is about."""
    return say("Tie-break {number}", number=number)
