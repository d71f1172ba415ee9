"""Reading a catalogue folder. It holds YAML files of this form::

kinds:
  armor:
    name: {en: Armor, el: Πανοπλία, pl: Zbroja}
    rule: RP-ARMOR-SET  # the rule that tells of such components
    open: false  # true where an owner may add items, each as KIND:NAME
    fields:
      stars: {type: list, of: {type: int, min: 0, max: 20}, ask: {en: "Which stars stand on …?", el: …, pl: …}}
items:
  leather_gloves:
    kind: armor
    box: expansion  # where it is not in the base box
    name: {en: Leather Gloves, el: …, pl: …}
    facts:
      colour: {value: brown, source: RB, confidence: two_sources}
      stars: {value: null, hint: {en: …, el: …, pl: …}, source: RB, confidence: one_source}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.catalogue import CONFIDENCES, UNKNOWN, Catalogue, Fact, Field, Item, Kind
from scoring.facttypes import FactError, fact_type
from scoring.sources import load, read_yaml

FILE_KEYS = ("kinds", "items")
KIND_KEYS = ("name", "fields", "open", "rule")
ITEM_KEYS = ("kind", "box", "name", "facts")
FACT_KEYS = ("value", "source", "confidence", "hint", "firm")
FIRM_KEYS = ("value", "source", "confidence")
FIELD_KEYS = {
    "int": ("min", "max"),
    "bool": (),
    "text": ("longest",),
    "choice": ("of",),
    "list": ("of", "longest"),
    "table": ("columns",),
}


def load_catalogue(folder: Path) -> Catalogue:
    """Read and validate every YAML file of a catalogue folder; an absent folder is an empty catalogue."""
    kinds: dict[str, Kind] = {}
    raw_items: dict[str, tuple[str, Any]] = {}
    for path in sorted(folder.glob("*.yaml")):
        data = load(path, read_yaml)
        _only(FILE_KEYS, data, path.name)
        for kind_id, raw in data.get("kinds", {}).items():
            kinds[kind_id] = _kind(kind_id, raw, f"{path.name}, {kind_id}")
        for item_id, raw in data.get("items", {}).items():
            if item_id in raw_items:
                raise FactError(f"{path.name}: item {item_id!r} is there twice.")
            raw_items[item_id] = (path.name, raw)
    items = {item_id: _item(item_id, raw, kinds, f"{file}, {item_id}") for item_id, (file, raw) in raw_items.items()}
    return Catalogue(kinds, items)


def _only(known: Iterable[str], raw: Mapping[str, Any], where: str) -> None:
    """Refuse a key that nobody reads: most often the rest of a text that was cut at its comma."""
    for key in raw:
        if key not in known:
            hint = "A text with a comma needs quotes." if raw[key] is None else f"Known are: {', '.join(known)}."
            raise FactError(f"{where}: nothing is called {key!r} here. {hint}")


def _kind(kind_id: str, raw: Mapping[str, Any], where: str) -> Kind:
    _only(KIND_KEYS, raw, where)
    fields = {name: _field(spec, f"{where}, {name}") for name, spec in raw["fields"].items()}
    return Kind(kind_id, raw["name"], fields, raw.get("open", False), raw.get("rule", ""))


def _field(spec: Mapping[str, Any], where: str) -> Field:
    _only(("type", "ask", *FIELD_KEYS.get(spec["type"], ())), spec, where)
    return Field(fact_type(spec), spec["ask"])


def item_ids(file: Path, kind: str, box: str | None = None) -> tuple[str, ...]:
    """The ids of a kind in one file of a catalogue, in its order; with a ``box`` only those that come in it."""
    items = load(file, read_yaml).get("items", {}).items()
    return tuple(item for item, raw in items if raw["kind"] == kind and (box is None or raw.get("box") == box))


def _item(item_id: str, raw: Mapping[str, Any], kinds: Mapping[str, Kind], where: str) -> Item:
    _only(ITEM_KEYS, raw, where)
    kind = kinds[raw["kind"]]
    facts = {
        name: _FactReader(kind, name, f"{where}, {name}").read(spec) for name, spec in raw.get("facts", {}).items()
    }
    return Item(item_id, raw["kind"], raw["name"], facts)


@dataclass(frozen=True, slots=True)
class _FactReader:
    """Reads the value of one field; ``where`` is the file, the item and the field."""

    kind: Kind
    name: str
    where: str

    def read(self, spec: Mapping[str, Any]) -> Fact:
        if self.name not in self.kind.fields:
            raise FactError(f"{self.where}: kind {self.kind.id} has no field {self.name!r}.")
        _only(FACT_KEYS, spec, self.where)
        if spec["value"] is None:
            return self._unknown(spec)
        firm = self._firm(spec["firm"], spec["value"]) if "firm" in spec else None
        return Fact(self._value(spec), spec["source"], self._confidence(spec), firm=firm)

    def _unknown(self, spec: Mapping[str, Any]) -> Fact:
        if "hint" not in spec:
            return UNKNOWN
        return Fact(None, spec["source"], self._confidence(spec), spec["hint"])

    def _firm(self, spec: Mapping[str, Any], rows: Any) -> Fact:
        _only(FIRM_KEYS, spec, f"{self.where}, firm")
        strange = [row for row in spec["value"] if row not in rows]
        if strange:
            raise FactError(f"{self.where}: the firm row {strange[0]!r} is none of the rows.")
        return Fact(self._value(spec), spec["source"], self._confidence(spec))

    def _value(self, spec: Mapping[str, Any]) -> Any:
        try:
            return self.kind.fields[self.name].type.check(spec["value"])
        except FactError as error:
            raise FactError(f"{self.where}: {error}") from None

    def _confidence(self, spec: Mapping[str, Any]) -> str:
        confidence = str(spec["confidence"])
        if confidence not in CONFIDENCES:
            raise FactError(f"{self.where}: confidence {confidence!r} is none of {', '.join(CONFIDENCES)}.")
        return confidence
