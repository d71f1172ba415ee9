"""The pieces of both boxes: attributes, dice, and the ids of every sheet and card."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, PlainSerializer, PlainValidator, WithJsonSchema

from scoring.dicekinds import DieKind, Face
from scoring.names import checks_name
from scoring.words import Sentence, as_written, say

Attribute = Literal["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"]
ATTRIBUTES: tuple[Attribute, ...] = (
    "strength",
    "dexterity",
    "constitution",
    "intelligence",
    "wisdom",
    "charisma",
)
CLASS_COLOURS = ("green", "blue", "red", "purple", "black", "white")
COLOURS = (*CLASS_COLOURS, "gold", "boost")
ALIGNMENT_ROWS = ("good", "neutral", "evil")
ALIGNMENT_COLUMNS = ("lawful", "neutral", "chaotic")
ADVENTURE_PARTS = ("location", "obstacle", "attack")
AdventurePart = Literal["location", "obstacle", "attack"]

DICE_BASE = {**dict.fromkeys(CLASS_COLOURS, 10), "gold": 13, "boost": 0}
DICE_EXPANSION = {**dict.fromkeys(CLASS_COLOURS, 11), "gold": 14, "boost": 11}
RIVAL_DICE_BASE, RIVAL_DICE_EXPANSION = 1, 2
"""Gold dice that lie aside in the solo game."""


class Die(NamedTuple):
    """A die on a sheet, written ``red 4``. A boost die is clear, has no colour and shows 3 to 8.

    >>> die("gold 6")
    Die(colour='gold', value=6)
    """

    colour: str
    value: int

    def __str__(self) -> str:
        return f"{self.colour} {self.value}"

    @property
    def faces(self) -> range:
        """The values printed on such a die."""
        return range(3, 9) if self.colour == "boost" else range(1, 7)

    @property
    def possible(self) -> bool:
        """Whether a die of this kind can show this value."""
        return self.value in self.faces

    def showing(self, value: int) -> Die:
        """The same die turned to another face."""
        return Die(self.colour, value)


def dice_of_the_box() -> tuple[DieKind, ...]:
    """A kind of dice per colour.

    >>> [face.code for face in dice_of_the_box()[-1].faces][:2]
    ['boost 3', 'boost 4']
    """
    return tuple(DieKind(colour, _COLOUR_NAMES[colour], _faces(colour)) for colour in COLOURS)


def _faces(colour: str) -> tuple[Face, ...]:
    name = _COLOUR_NAMES[colour]
    faces = Die(colour, 0).faces
    return tuple(Face(f"{colour} {value}", say("{colour} {value}", colour=name, value=value)) for value in faces)


_COLOUR_NAMES = {
    "green": say("green"),
    "blue": say("blue"),
    "red": say("red"),
    "purple": say("purple"),
    "black": say("black"),
    "white": say("white"),
    "gold": say("gold"),
    "boost": say("boost"),
}

_DIE = re.compile(rf"({'|'.join(COLOURS)}) (\d{{1,2}})")


@cache
def die(text: str) -> Die:
    """Read ``colour value``."""
    match = _DIE.fullmatch(text.strip().lower())
    if match is None:
        raise ValueError(
            say(
                "{word} is not a die; write a colour and a value such as 'red 4'. Colours: {colours}",
                word=as_written(text),
                colours=", ".join(COLOURS),
            )
        )
    return Die(match[1], int(match[2]))


def _read_die(value: Any) -> Die:
    if isinstance(value, Die):
        return value
    if isinstance(value, str):
        return die(value)
    raise ValueError(say("A die is written as a colour and a value, such as 'red 4'"))


DIE_SCHEMA = {"type": "string", "pattern": f"^({'|'.join(COLOURS)}) [0-9]{{1,2}}$", "examples": ["red 4"]}
DieText = Annotated[Die, PlainValidator(_read_die), PlainSerializer(str, return_type=str), WithJsonSchema(DIE_SCHEMA)]


def _known(what: Sentence, ids: tuple[str, ...]) -> tuple[AfterValidator, WithJsonSchema]:
    """An id from a closed list; a typing slip gets the nearest ones back."""
    return AfterValidator(checks_name(what, ids)), WithJsonSchema({"type": "string", "enum": list(ids)})


RACES_BASE = ("dragonkin", "dwarf", "elf", "halfling", "human", "orc")
RACES_EXPANSION = ("bastja", "construct", "dark_elf", "gnome", "wrathborn")
RACES_PROMO = ("frogkin", "minotaur")
RACES = RACES_BASE + RACES_EXPANSION + RACES_PROMO
RaceId = Annotated[str, *_known(say("race"), RACES)]

# fmt: off
CLASSES_BASE = ("rogue", "thief", "sorcerer", "wizard", "druid", "ranger", "monk", "bard", "warrior", "barbarian",
                "cleric", "paladin")
CLASSES_EXPANSION = ("assassin", "scout", "illusionist", "enchanter", "elementalist", "shaman", "alchemist", "psionic",
                     "warlord", "knight", "crusader", "priest")
ALIGNMENTS_BASE = ("arbiter", "champion", "eccentric", "free_spirit", "guardian", "hermit", "lunatic", "maniac",
                   "narcissist", "neurotic", "protector", "rebel", "renegade", "scoundrel", "sentinel", "sociopath",
                   "truth_seeker")
ALIGNMENTS_EXPANSION = ("mediator", "dissenter", "defender", "vigilante", "villain", "miscreant", "radical", "advocate",
                        "skeptic", "enigma", "diplomat", "individualist")
BACKSTORIES_BASE = ("aristocrat", "brawler", "chosen_one", "craftsman", "devoted", "exonerated", "hunter", "lost_soul",
                    "mentor", "patrician", "persecuted", "resilient", "rift_walker", "savage", "savant",
                    "street_urchin")
BACKSTORIES_EXPANSION = ("apprentice", "cast_off", "gate_keeper", "separated", "damaged", "doomed", "gladiator",
                         "lost_in_time", "oracle", "outcast", "transported", "wanderer")
WEAPONS_BASE = ("longsword", "blessed_mace", "jeweled_dagger", "longbow", "tower_shield", "ancient_spear",
                "quarterstaff", "heavy_crossbow")
WEAPONS_EXPANSION = ("sling", "spellbook", "backpack", "spiked_club", "halberd", "war_hammer", "wand", "steel_net",
                     "thieves_tools", "unholy_flail")
ARMOR_SETS = {
    "chain": ("chain_gorget", "chain_vambraces", "chain_helm", "chain_tunic", "chain_leggings"),
    "leather": ("leather_greaves", "leather_boots", "leather_gloves", "leather_pauldron"),
    "mystic": ("mystic_cowl", "mystic_robes", "mystic_cloak"),
}
TRAITS_BASE = ("steadfast", "honorable", "nimble", "proud", "weak", "clumsy", "foolish", "reckless", "focused",
               "compassionate", "obsessed", "cunning", "greedy", "honest", "loyal", "obnoxious", "dedicated",
               "courageous", "envious", "famous")
TRAITS_EXPANSION = ("trustworthy", "malicious", "humble", "fearless", "valiant", "selfish", "confident", "ambitious")
SKILLS_BASE = ("concentrate", "search", "negotiate", "pickpocket", "acrobatics", "open_lock", "climb", "intimidate",
               "move_silently", "knowledge", "cure_wounds", "sleight_of_hand", "diplomacy")
SKILLS_EXPANSION = ("haggle", "disarm_trap", "disguise", "tumble")
SCROLLS = ("protection", "realign", "energy_field", "dispel", "levitate", "mesmerize", "mirage", "tremor", "revive",
           "gather_power", "stoneskin", "enchant", "banish")
MONSTERS = ("chimera", "demon", "dragon", "giant_troll", "kraken", "vampire")
MINIONS = ("kobold", "goblin", "giant_spider", "phantom", "elemental", "gnoll", "bandit", "ogre", "dire_wolf",
           "cultist", "satyr", "bugbear", "zombie", "gargoyle", "harpy", "wyrmling", "hobgoblin", "skeletal_rider",
           "giant_serpent", "basilisk", "ooze", "owlbear", "minion_23", "giant_scorpion", "displacer", "giant_rat")
ADVENTURES = (
    "black_sea", "isle_of_winter", "hidden_cove", "lost_at_sea", "crew_mutiny", "maelstrom", "swallowed",
    "tentacle_attack", "capsize_ship", "stone_bridge", "abandoned_mine", "forgotten_forest", "traitor", "ambushed",
    "illusion", "club_swing", "ground_smash", "throw", "another_dimension", "underworld", "dark_temple", "riddle",
    "skeleton_horde", "poisonous_fumes", "horned_charge", "flame_sword", "scythe_of_souls", "dungeon", "mountainside",
    "ancient_ruins", "captured", "dart_trap", "spiked_pit_trap", "claw_attack", "fire_breath", "tail_strike",
    "catacombs", "ancestral_castle", "corrupted_shrine", "ghoul_swarm", "collapse", "blood_pool", "life_drain", "bite",
    "mind_assault", "cathedral", "old_fortress", "shadowy_cave", "befall_curse", "arcane_runes", "energy_barrier",
    "acid_breath", "cone_of_cold", "lightning_strike",
)
# fmt: on
CLASSES = CLASSES_BASE + CLASSES_EXPANSION
ALIGNMENTS = ALIGNMENTS_BASE + ALIGNMENTS_EXPANSION
BACKSTORIES = BACKSTORIES_BASE + BACKSTORIES_EXPANSION
WEAPONS = WEAPONS_BASE + WEAPONS_EXPANSION
ARMOR = tuple(card for cards in ARMOR_SETS.values() for card in cards)
TRAITS = TRAITS_BASE + TRAITS_EXPANSION
SKILLS = SKILLS_BASE + SKILLS_EXPANSION
MARKET_EXPANSION = WEAPONS_EXPANSION + TRAITS_EXPANSION + SKILLS_EXPANSION + SCROLLS
MARKET = WEAPONS + ARMOR + TRAITS + SKILLS + SCROLLS
CARD_KIND = {
    **dict.fromkeys(WEAPONS, "weapon"),
    **dict.fromkeys(ARMOR, "armor"),
    **dict.fromkeys(TRAITS, "trait"),
    **dict.fromkeys(SKILLS, "skill"),
    **dict.fromkeys(SCROLLS, "scroll"),
}
ARMOR_SET_OF = {card: name for name, cards in ARMOR_SETS.items() for card in cards}

ClassId = Annotated[str, *_known(say("class"), CLASSES)]
AlignmentId = Annotated[str, *_known(say("alignment card"), ALIGNMENTS)]
BackstoryId = Annotated[str, *_known(say("backstory card"), BACKSTORIES)]
MarketId = Annotated[str, *_known(say("market card"), MARKET)]
MonsterId = Annotated[str, *_known(say("monster"), MONSTERS)]
MinionId = Annotated[str, *_known(say("minion"), MINIONS)]
AdventureId = Annotated[str, *_known(say("adventure card"), ADVENTURES)]

ATTRIBUTE_NAMES: dict[str, Sentence] = {
    "strength": say("Strength"),
    "dexterity": say("Dexterity"),
    "constitution": say("Constitution"),
    "intelligence": say("Intelligence"),
    "wisdom": say("Wisdom"),
    "charisma": say("Charisma"),
}
COLOUR_NAMES: dict[str, Sentence] = {
    "green": say("green"),
    "blue": say("blue"),
    "red": say("red"),
    "purple": say("purple"),
    "black": say("black"),
    "white": say("white"),
    "gold": say("gold"),
    "boost": say("boost"),
}


def die_name(piece: Die) -> Sentence:
    """A die in words that can be translated."""
    return say("{colour} {value}", colour=COLOUR_NAMES[piece.colour], value=piece.value)
