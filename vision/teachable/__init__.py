"""What can be taught of a game: the pieces of its catalogue that carry a picture, its boards, its symbols."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from scoring.catalogue import Item
from scoring.game import Game
from scoring.sources import load, read_yaml

ALSO = "also"
ALSO_NAMES = {"en": "Other pieces", "el": "Άλλα κομμάτια", "pl": "Inne elementy"}
OTHER_SIDE = {"en": "{name}, other side", "el": "{name}, άλλη πλευρά", "pl": "{name}, druga strona"}
OTHER_KINDS = 0.02  # strangers among pieces when whole kinds were never taught


@dataclass(frozen=True)
class Piece:
    """Something of which one picture is taught: `item` is the catalogue's, if it stands there."""

    id: str
    kind: str
    name: Mapping[str, str]
    item: str | None = None
    board: bool = False
    kind_name: Mapping[str, str] = field(default_factory=dict)

    def kind_named(self, lang: str) -> str:
        """What its kind is called in a language."""
        return self.kind_name.get(lang) or self.kind_name.get("en", self.kind)

    def named(self, lang: str) -> str:
        """What it is called in a language."""
        return self.name.get(lang, self.name["en"])


def pieces_of(game: Game[Any]) -> dict[str, Piece]:
    """Everything that can be taught of a game, by id: first the kinds that a photo of a table shows, then the rest of
    its catalogue in order, then other pieces, faces of dice last."""
    path = Path(__file__).with_name(f"{game.id}.yaml")
    told = load(path, read_yaml) if path.is_file() else {}
    pieces = [piece for item in game.catalogue.items.values() for piece in _of_item(item, told)]
    pieces += [
        Piece(key, ALSO, one["name"], None, one.get("board", False)) for key, one in told.get("also", {}).items()
    ]
    first = told.get("first", [])
    pieces.sort(key=lambda piece: (*(piece.kind != kind for kind in first), piece.kind in told.get("faces", ())))
    kinds = {kind.id: kind.name for kind in game.catalogue.kinds.values()} | {ALSO: ALSO_NAMES}
    return {piece.id: replace(piece, kind_name=kinds[piece.kind]) for piece in pieces}


def untaught(pieces: Mapping[str, Piece], taught: Collection[str]) -> float:
    """The share of pieces of which there is no picture: so many of those that are met may be strangers.

    Only kinds of which something was taught count: who has taught all cards is not kept waiting by dice and boards,
    and a piece of a kind that nobody taught looks unlike the taught ones.
    """
    begun = {piece.kind for piece in pieces.values() if piece.id in taught}
    meant = [piece.id for piece in pieces.values() if piece.kind in begun] or list(pieces)
    missing = sum(piece not in taught for piece in meant) / max(len(meant), 1)
    others = any(piece.kind not in begun for piece in pieces.values())
    return max(missing, OTHER_KINDS) if others else missing


def names_of(pieces: Mapping[str, Piece]) -> dict[str, tuple[str, ...]]:
    """What every piece is called, in all languages."""
    return {piece.id: tuple(piece.name.values()) for piece in pieces.values()}


def _of_item(item: Item, told: Mapping[str, Any]) -> Iterator[Piece]:
    """The pictures of one item of the catalogue: none, one, two sides, or one of each face."""
    if item.kind in told.get("without", ()):
        return
    if item.kind in told.get("faces", ()):
        for face in dict.fromkeys(item.facts["faces"].value or ()):
            yield Piece(
                f"{item.id}-{face}", item.kind, {lang: f"{name}: {face}" for lang, name in item.name.items()}, item.id
            )
        return
    yield Piece(item.id, item.kind, item.name, item.id, item.kind in told.get("boards", ()))
    if item.kind in told.get("sides", ()):
        other = {lang: OTHER_SIDE.get(lang, OTHER_SIDE["en"]).format(name=name) for lang, name in item.name.items()}
        yield Piece(f"{item.id}-2", item.kind, other, item.id)
