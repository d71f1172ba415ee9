"""Questions as typed at a table: Greek in Latin letters, no accents, short forms, slips, and no answer at all."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import yaml

from scoring.answers import Answer, Verdict
from scoring.askbench import TUNED_ON, outcome, outcomes
from scoring.asking import Desk
from scoring.games import GAME_IDS, load
from scoring.spelling import distance, fold
from scoring.strays import strays
from scoring.tongues import tongue
from scoring.verdicts import Asked, said
from tests.scoring.left_out import FOLDS, without

OUTSIDE = yaml.safe_load((Path(__file__).parent / "outside.yaml").read_text("utf-8"))
LEARNED = ("rollplayer", "diceminer", "dungeonlords", "dwar7s")
ANSWERING = [game_id for game_id in GAME_IDS if load(game_id).answers.answers]


@pytest.mark.parametrize(
    ("game_id", "question", "lang", "verdict", "rule"),
    [
        ("rollplayer", "can i turn a 6 into a 1 with con", "en", Verdict.NO, "RP-CON"),
        ("rollplayer", "flip a 1 to a 6 with str", "en", Verdict.YES, "RP-STR"),
        ("rollplayer", "poios kerdizei se isopalia", "el", Verdict.ANSWER, "RP-TIE-GOLD"),
        ("rollplayer", "mporw na agorasw 2 kartes", "el", Verdict.NO, "RP-BUY"),
        ("rollplayer", "na co moge wydac pd", "pl", Verdict.ANSWER, "MM-XP-SPEND"),
        ("rollplayer", "ile zlota na start", "pl", Verdict.NUMBER, "RP-SETUP-GOLD"),
        ("rollplayer", "can i keep charsma tokens for next round", "en", Verdict.NO, "RP-CHA"),
        ("rollplayer", "what does the monk do", "en", Verdict.CARD, "RP-CLASS-ABILITY"),
        ("rollplayer", "co robi mnich", "pl", Verdict.CARD, "RP-CLASS-ABILITY"),
        ("dwar7s", "can i put a castle on a castle", "en", Verdict.NO, "DW-CASTLE-ON-CASTLE"),
        ("dwar7s", "boro na valo kastro pano se kastro", "el", Verdict.NO, "DW-CASTLE-ON-CASTLE"),
    ],
)
def test_what_is_typed_at_a_table(game_id: str, question: str, lang: str, verdict: Verdict, rule: str) -> None:
    reply = load(game_id).ask(question)
    assert (reply.lang, reply.sure) == (lang, True)
    assert (reply.hits[0].verdict, reply.hits[0].rule.id) == (verdict, rule)


@pytest.mark.parametrize(
    ("game_id", "question", "verdict", "number"),
    [
        ("dwar7s", "is it forbidden to cover a castle", Verdict.YES, ""),
        ("dwar7s", "can i cover a castle", Verdict.NO, ""),
        ("dwar7s", "czy nie wolno przykryc zamku", Verdict.YES, ""),
        ("dungeonlords", "απαγορεύεται το τετράγωνο 2χ2", Verdict.YES, ""),
        ("rollplayer", "czy muszę coś kupić na rynku", Verdict.NO, ""),
        ("rollplayer", "is buying optional", Verdict.YES, ""),
        ("rollplayer", "how many stars for 4 backstory matches", Verdict.NUMBER, "3"),
        ("rollplayer", "flip a 2 with strength what do i get", Verdict.NUMBER, "5"),
        ("rollplayer", "does the thief get 4 gold", Verdict.YES, ""),
        ("rollplayer", "does the thief get 3 gold", Verdict.NO, ""),
        ("diceminer", "are there 4 rounds", Verdict.NO, ""),
        ("dwar7s", "can five people play", Verdict.NO, ""),
        ("dwar7s", "moge polozyc zamek na zamku", Verdict.NO, ""),
        ("dwar7s", "czy niedozwolone jest przykrycie zamku", Verdict.YES, ""),
        ("rollplayer", "nie trzeba nic kupowac na rynku", Verdict.YES, ""),
        ("rollplayer", "den xreiazetai na agoraso karta", Verdict.YES, ""),
        ("dungeonlords", "den epitrepetai tetragono 2x2", Verdict.YES, ""),
        ("dungeonlords", "czy demon liczy sie w kaplicy", Verdict.NO, ""),
        ("dungeonlords", "how much tax for 13 tiles", Verdict.NUMBER, "7"),
        ("diceminer", "does anybody double if two have equally many gems", Verdict.NO, ""),
        ("diceminer", "τρία 1 στις στοές πόσο κάνουν", Verdict.NUMBER, "3"),
        ("diceminer", "a shield and three dragons", Verdict.NUMBER, "3"),
        ("diceminer", "2 3 4 bez jedynki nic nie daje?", Verdict.YES, ""),
        ("dungeonlords", "when a monster leaves on payday do i get more evil", Verdict.YES, ""),
        ("dungeonlords", "ο πιο κακός παίρνει τον πιο δυνατό ήρωα", Verdict.YES, ""),
        ("dungeonlords", "potwor ktory walczyl moze walczyc znowu", Verdict.NO, ""),
        ("dwar7s", "jak smok jest w krolestwie to kopalnia dziala?", Verdict.NO, ""),
        ("rollplayer", "goal says 17 and i have 18", Verdict.NO, ""),
        ("rollplayer", "στοχος 16-17 και εχω 17", Verdict.YES, ""),
        ("rollplayer", "kondycja z 2 na 4?", Verdict.NO, ""),
        ("rollplayer", "can i flip a 2 to a 5 with str", Verdict.YES, ""),
        ("diceminer", "do i take 1 or 2 dice on a normal turn", Verdict.NUMBER, "1"),
        ("diceminer", "2 magic symbols on one die, how many rerolls", Verdict.NUMBER, "2"),
        ("dungeonlords", "czy paladyn odejdzie jak poprawie reputacje", Verdict.NO, ""),
        ("dwar7s", "den exei alla diamantia, gyrnane oi nanoi;", Verdict.YES, ""),
    ],
)
def test_the_verdict_follows_how_the_question_is_put(
    game_id: str, question: str, verdict: Verdict, number: str
) -> None:
    reply = load(game_id).ask(question)
    assert reply.sure
    assert (reply.hits[0].verdict, reply.hits[0].number) == (verdict, number)


@pytest.mark.parametrize(
    ("asked", "like", "verdict"),
    [
        (("whether", "may"), ("whether", "may"), Verdict.NO),
        (("whether", "forbidden"), ("whether", "may"), Verdict.YES),
        (("whether", "may"), ("whether", "forbidden"), Verdict.YES),
        (("whether", "optional"), ("whether", "must"), Verdict.YES),
        (("whether", "forbidden"), ("whether", "must"), Verdict.NO),
        (("how_many", ""), ("whether", "may"), Verdict.ANSWER),
    ],
)
def test_a_verdict_is_turned_round_with_its_question(
    asked: tuple[str, str], like: tuple[str, str], verdict: Verdict
) -> None:
    answer = Answer("X", Verdict.NO, {}, ("X-1",), {})
    assert said(answer, Asked(*asked, ()), Asked(*like, ())).verdict == verdict


def test_a_phrasing_put_the_other_way_round_says_the_opposite() -> None:
    answer = Answer("X", Verdict.NO, {}, ("X-1",), {"en": ("may I refuse",)}, turned={"en": ("is it mine to keep",)})
    plain, turned = Asked("whether", "", ()), Asked("whether", "", (), turned=True)
    assert answer.phrasings("en") == ("may I refuse", "is it mine to keep")
    assert (said(answer, plain, plain).verdict, said(answer, plain, turned).verdict) == (Verdict.NO, Verdict.YES)


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("does a giant stop digging", Verdict.YES),
        ("can i dig with a giant in my kingdom", Verdict.NO),
        ("what can i do about an opponents dwarf in my way", Verdict.ANSWER),
        ("φεύγουν οι νάνοι από το ορυχείο αν δεν βγάλει τίποτα", Verdict.YES),
    ],
)
def test_the_verdict_follows_how_a_question_is_put(question: str, verdict: Verdict) -> None:
    assert load("dwar7s").ask(question).hits[0].verdict == verdict


@pytest.mark.parametrize("game_id", ["rollplayer", "diceminer", "dungeonlords", "dwar7s"])
def test_polish_without_accents_is_known_for_polish(game_id: str) -> None:
    """Search words of rules are of three languages at once and say nothing about the language of a question."""
    game = load(game_id)
    desk = Desk(game.rulebook.rules, game.answers.answers.values(), game.catalogue, strays(game_id), game.folder)
    asked = [fold(text) for answer in game.answers.answers.values() for text in answer.ask["pl"][::3]]
    assert [text for text in asked if desk.language(text) != "pl"] == []


@pytest.mark.parametrize(
    ("game_id", "question", "lang"),
    [
        ("rollplayer", "zwinnosc", "pl"),  # an English note quotes it
        ("rollplayer", "najemnik", "pl"),
        ("dwar7s", "dig w/ opponents castle", "en"),
        ("rollplayer", "max players w expansion", "en"),
        ("rollplayer", "karta w mieszku", "pl"),
    ],
)
def test_the_language_of_a_few_words_is_known(game_id: str, question: str, lang: str) -> None:
    assert load(game_id).ask(question, 1).lang == lang


@pytest.mark.parametrize("game_id", ["rollplayer", "diceminer", "dungeonlords", "dwar7s"])
@pytest.mark.parametrize("half", [0, 1], ids=["tuned_on", "kept_apart"])
def test_questions_of_the_rulebook_are_answered(game_id: str, half: int) -> None:
    """Every other one was tuned on. Aims: the rule first 0.92, among three 0.98, the verdict 0.9."""
    questions = yaml.safe_load((Path(__file__).parent / game_id / "questions.yaml").read_text("utf-8"))[half::2]
    told = [outcome(load(game_id), question) for question in questions]
    inside = [one for one in told if not one.outside]
    assert sum(one.first for one in inside) / len(inside) >= 0.85
    assert sum(one.among_three for one in inside) / len(inside) >= 0.95
    assert sum(bool(one.verdict) for one in inside) / len(inside) >= 0.82
    assert sum(not one.sure for one in told if one.outside) / len([one for one in told if one.outside]) >= 0.6


@pytest.mark.parametrize("game_id", ["rollplayer", "diceminer", "dungeonlords", "dwar7s"])
@pytest.mark.parametrize("name", ["fresh.yaml", "fresh_apart.yaml"])
def test_questions_written_before_the_answers_were_read_are_answered(game_id: str, name: str) -> None:
    """The first file was tuned on, the second only reports."""
    questions = yaml.safe_load((Path(__file__).parent / game_id / name).read_text("utf-8"))
    told = [outcome(load(game_id), question) for question in questions]
    inside = [one for one in told if not one.outside]
    assert sum(one.first for one in inside) / len(inside) >= 0.9
    assert sum(one.among_three for one in inside) / len(inside) >= 0.95
    assert sum(bool(one.verdict) for one in inside) / len(inside) >= 0.8
    assert sum(not one.sure for one in told if one.outside) / len([one for one in told if one.outside]) >= 0.75


@pytest.mark.parametrize("game_id", ["rollplayer", "diceminer", "dungeonlords", "dwar7s"])
@pytest.mark.parametrize("half", [0, 1], ids=["tuned_on", "kept_apart"])
def test_questions_heard_at_a_table_are_answered(game_id: str, half: int) -> None:
    questions = yaml.safe_load((Path(__file__).parent / game_id / "heard.yaml").read_text("utf-8"))[half::2]
    told = [outcome(load(game_id), question) for question in questions]
    inside = [one for one in told if not one.outside]
    assert sum(one.first for one in inside) / len(inside) >= 0.9
    assert sum(bool(one.verdict) for one in inside) / len(inside) >= 0.82
    assert sum(not one.sure for one in told if one.outside) / len([one for one in told if one.outside]) >= 0.75


@pytest.mark.parametrize("game_id", ["rollplayer", "diceminer", "dungeonlords", "dwar7s"])
def test_questions_typed_in_haste_are_answered(game_id: str) -> None:
    """Aims on unseen questions: the rule first 0.92, among three 0.98, the verdict 0.9."""
    questions = yaml.safe_load((Path(__file__).parent / game_id / "typed.yaml").read_text("utf-8"))
    told = [outcome(load(game_id), question) for question in questions]
    inside = [one for one in told if not one.outside]
    assert sum(one.first for one in inside) / len(inside) >= 0.93
    assert sum(one.among_three for one in inside) / len(inside) >= 0.97
    assert sum(bool(one.verdict) for one in inside) / len(inside) >= 0.9
    assert sum(not one.sure for one in told if one.outside) / len([one for one in told if one.outside]) >= 0.8


@pytest.mark.parametrize("game_id", ["diceminer", "dungeonlords", "rollplayer"])
@pytest.mark.parametrize(
    "name",
    [f"{name}.yaml" for name in "table table_apart second third fourth fifth short short_apart".split()],
)
def test_questions_from_the_rulebooks_are_answered(game_id: str, name: str) -> None:
    """What is tuned on is held to more than what only reports."""
    path = Path(__file__).parent / game_id / name
    if not path.is_file():
        pytest.skip("This game has no such questions.")
    told = [outcome(load(game_id), question) for question in yaml.safe_load(path.read_text("utf-8"))]
    inside = [one for one in told if not one.outside]
    assert sum(one.among_three for one in inside) / len(inside) >= (0.95 if "apart" in name else 0.97)
    assert sum(bool(one.verdict) for one in inside) / len(inside) >= (0.84 if "apart" in name else 0.9)


@pytest.mark.parametrize("game_id", ["dungeonlords", "dwar7s"])
@pytest.mark.parametrize("name", ["asked.yaml", "more.yaml", "asked_apart.yaml"])
def test_questions_as_they_are_asked_are_answered(game_id: str, name: str) -> None:
    """The first two files are tuned on, the third only reports."""
    questions = yaml.safe_load((Path(__file__).parent / game_id / name).read_text("utf-8"))
    told = [outcome(load(game_id), question) for question in questions]
    inside = [one for one in told if not one.outside]
    outside = [one for one in told if one.outside]
    assert sum(one.first for one in inside) / len(inside) >= 0.92
    assert sum(one.among_three for one in inside) / len(inside) >= 0.98
    assert sum(bool(one.verdict) for one in inside) / len(inside) >= (0.86 if "apart" in name else 0.95)
    assert sum(not one.sure for one in outside) / len(outside) >= 0.75


@pytest.mark.parametrize("apart", ["", "_apart"], ids=["tuned_on", "kept_apart"])
def test_brief_questions_are_answered(apart: str) -> None:
    """Of all games together, since what was kept apart is a quarter of them only."""
    told = [
        outcome(load(game_id), question)
        for game_id in LEARNED
        for name in ("brief", "terse", "pointed", "derived")
        for path in [Path(__file__).parent / game_id / f"{name}{apart}.yaml"]
        if path.is_file()
        for question in yaml.safe_load(path.read_text("utf-8"))
    ]
    inside = [one for one in told if not one.outside]
    outside = [one for one in told if one.outside]
    assert sum(one.first for one in inside) / len(inside) >= 0.92
    assert sum(one.among_three for one in inside) / len(inside) >= 0.96
    assert sum(bool(one.verdict) for one in inside) / len(inside) >= (0.78 if apart else 0.93)
    assert sum(not one.sure for one in outside) / len(outside) >= 0.75


@pytest.mark.parametrize("apart", ["", "_apart"], ids=["tuned_on", "kept_apart"])
def test_questions_by_another_hand_are_answered(apart: str) -> None:
    """Of all games together. At first contact: 0.88 first, 0.96 among three, 0.71 verdicts, 0.92 silence."""
    told = [
        outcome(load(game_id), question)
        for game_id in LEARNED
        for question in yaml.safe_load((Path(__file__).parent / game_id / f"strange{apart}.yaml").read_text("utf-8"))
    ]
    inside = [one for one in told if not one.outside]
    outside = [one for one in told if one.outside]
    assert sum(one.first for one in inside) / len(inside) >= (0.87 if apart else 0.92)
    assert sum(one.among_three for one in inside) / len(inside) >= 0.95
    assert sum(bool(one.verdict) for one in inside) / len(inside) >= (0.62 if apart else 0.87)
    assert sum(not one.sure for one in outside) / len(outside) >= 0.85


def test_plain_questions_of_another_hand_are_answered() -> None:
    """Of all games together, not tuned on. First contact: 0.97 first, 0.99 among three, 0.94 verdicts, 0.88 silent."""
    told = [
        outcome(load(game_id), question)
        for game_id in LEARNED
        for question in yaml.safe_load((Path(__file__).parent / game_id / "plain.yaml").read_text("utf-8"))
    ]
    inside = [one for one in told if not one.outside]
    outside = [one for one in told if one.outside]
    assert sum(one.first for one in inside) / len(inside) >= 0.94
    assert sum(one.among_three for one in inside) / len(inside) >= 0.97
    assert sum(bool(one.verdict) for one in inside) / len(inside) >= 0.9
    assert sum(not one.sure for one in outside) / len(outside) >= 0.8


@pytest.mark.parametrize(
    ("game_id", "question", "verdict", "number"),
    [
        ("rollplayer", "χιμαιρα, 3 ξαναριξιματα ποσο xp", Verdict.NUMBER, "6"),
        ("rollplayer", "thief drew 2 gold dice in setup, gold for those?", Verdict.NUMBER, "8"),
        ("dungeonlords", "zdobyli mi 3 pola, o ile spadam na liczniku zla", Verdict.NUMBER, "3"),
        ("dungeonlords", "labyrinth traps dont need the bait gold, correct?", Verdict.YES, ""),
        ("dungeonlords", "δωματιο 2ου ετους δεν εχει ζωνη, σωστα;", Verdict.YES, ""),
        ("diceminer", "black dice cant be rerolled with magic even on a beer face, true?", Verdict.YES, ""),
        ("dwar7s", "kleftis, dialegw egw poio petradi klevw?", Verdict.NO, ""),
    ],
)
def test_what_is_denied_or_counted_is_answered_so(game_id: str, question: str, verdict: Verdict, number: str) -> None:
    reply = load(game_id).ask(question)
    assert reply.sure
    assert (reply.hits[0].verdict, reply.hits[0].number) == (verdict, number)


@pytest.mark.parametrize(
    ("game_id", "question", "verdict", "number"),
    [
        ("rollplayer", "trzecia kosc w rzedzie daje monete", Verdict.YES, ""),
        ("rollplayer", "reroll same combat die twice ok", Verdict.YES, ""),
        ("rollplayer", "dwie akcje atrybutu w jednej fazie kosci", Verdict.NO, ""),
        ("rollplayer", "max players w expansion", Verdict.NUMBER, "5"),
        ("rollplayer", "dynami gyrizei to 3 se", Verdict.NUMBER, "4"),
        ("rollplayer", "red class 4 red dice stars", Verdict.NUMBER, "4"),
        ("dungeonlords", "ποσες παγιδες στο III", Verdict.NUMBER, "2"),
        ("dungeonlords", "pulapka na polu I ile kosztuje", Verdict.NUMBER, "1"),
        ("dungeonlords", "golem wraca po ataku", Verdict.YES, ""),
        ("dwar7s", "how many actions w/o castle", Verdict.NUMBER, "3"),
        ("dwar7s", "ogres count in hand limit", Verdict.YES, ""),
        ("diceminer", "2 3 4 worth anything", Verdict.NO, ""),
        ("diceminer", "two beers in a turn", Verdict.NO, ""),
        ("rollplayer", "must i discard if i dont buy", Verdict.YES, ""),  # what is asked counts more than its condition
        ("rollplayer", "ti sofia mporo na min tin xrisimopoiiso", Verdict.YES, ""),  # "ti" is the article here
        ("rollplayer", "which initiative cards have gold with 3 players", Verdict.ANSWER, ""),  # not how many
    ],
)
def test_what_is_jotted_down_is_understood(game_id: str, question: str, verdict: Verdict, number: str) -> None:
    reply = load(game_id).ask(question)
    assert reply.sure
    assert (reply.hits[0].verdict, reply.hits[0].number) == (verdict, number)


@pytest.mark.parametrize(
    ("game_id", "question", "verdict"),
    [
        ("dungeonlords", "is damage on the paladin wiped when he moves dungeon", Verdict.NO),
        ("dungeonlords", "does the paladin keep his damage when he moves", Verdict.YES),
        ("dungeonlords", "does fast spell come before the trap", Verdict.NO),
        ("dungeonlords", "do traps come before fast spells", Verdict.YES),
        ("dungeonlords", "do we mine before we dig", Verdict.NO),
        ("dungeonlords", "mennica w dolnej polowie?", Verdict.YES),
        ("dungeonlords", "wybieramy rozkazy jawnie?", Verdict.NO),
        ("dungeonlords", "oi pagides paizontai anoixtes", Verdict.NO),
        ("dungeonlords", "w 2 roku odrzucam nowa czy stara pulapke", Verdict.ANSWER),
        ("dungeonlords", "an ftaso sti grammi tou erxetai o ippotis", Verdict.YES),
        ("dungeonlords", "fatigue when demon attacks", Verdict.NO),
        ("dwar7s", "moge wejsc na karte przeciwnika", Verdict.YES),
        ("dwar7s", "kopac karte na ktorej stoi krasnal", Verdict.NO),
        ("dwar7s", "other castle inside my kingdom worth points", Verdict.YES),
        ("dwar7s", "dwarf on a card far from my castle", Verdict.YES),
    ],
)
def test_what_turns_a_question_round_turns_its_verdict(game_id: str, question: str, verdict: Verdict) -> None:
    reply = load(game_id).ask(question)
    assert reply.sure
    assert reply.hits[0].verdict == verdict


@pytest.mark.parametrize(
    "question",
    [
        "do i need a trophy to look at the adventure card",
        "czy potrzebuje zetonu zeby zobaczyc karte przygody",
        "χρειαζεται δεικτης για να δω την καρτα περιπετειας",
    ],
)
def test_what_cannot_go_without_something_needs_it(question: str) -> None:
    """The answer only has phrasings such as "may I look without a token", which it denies."""
    reply = load("rollplayer").ask(question)
    assert reply.sure
    assert reply.hits[0].answer
    assert (reply.hits[0].answer.verdict, reply.hits[0].verdict) == (Verdict.NO, Verdict.YES)


@pytest.mark.parametrize(
    ("own", "mood", "like", "verdict"),
    [
        (Verdict.YES, "must", "may", Verdict.NO),
        (Verdict.NO, "may", "must", Verdict.YES),
        (Verdict.NO, "must", "may", Verdict.NO),
        (Verdict.YES, "may", "must", Verdict.YES),
    ],
)
def test_what_is_allowed_is_no_duty(own: Verdict, mood: str, like: str, verdict: Verdict) -> None:
    answer = Answer("X", own, {}, ("X-1",), {})
    assert said(answer, Asked("whether", mood, ()), Asked("whether", like, ())).verdict == verdict


@pytest.mark.parametrize(
    ("game_id", "question"),
    [
        ("dungeonlords", "jaka taktyka na start"),
        ("dungeonlords", "od ilu lat jest gra"),
        ("dungeonlords", "can i bribe the paladin"),
        ("dwar7s", "co robi czarodziejka"),
        ("dwar7s", "can i give you a ruby"),
        ("dungeonlords", "can i hire your monster from you"),
        ("rollplayer", "what is the highest score ever"),
    ],
)
def test_what_the_book_leaves_alone_is_left_alone(game_id: str, question: str) -> None:
    assert not load(game_id).ask(question).sure


def test_a_phrasing_that_is_left_out_is_put_to_what_is_left() -> None:
    answer = next(iter(load("dwar7s").answers.answers.values()))
    folds = [without(answer, fold) for fold in range(FOLDS)]
    assert sum(len(gone) for _, gone in folds) == sum(len(answer.phrasings(lang)) for lang in ("en", "el", "pl"))
    assert all(one.text not in left.phrasings(one.lang) for left, gone in folds for one in gone)


@pytest.mark.parametrize(
    ("game_id", "question", "verdict", "number"),
    [
        ("rollplayer", "mercenary in gold?", Verdict.NUMBER, "5"),
        ("rollplayer", "can i refresh 2 skills in one cleanup", Verdict.NO, ""),
        ("rollplayer", "limit umiejetnosci", Verdict.NO, ""),
        ("rollplayer", "bard odrzuca 2 karty za zloto", Verdict.NO, ""),
        ("rollplayer", "ti kanei o druidis", Verdict.ANSWER, ""),
        ("rollplayer", "3 players starting dice each", Verdict.NUMBER, "7"),
        ("dungeonlords", "δεν εχω ακατακτητα πλακιδια", Verdict.ANSWER, ""),
        ("dungeonlords", "ποντοι για φαντασμα με παρεκκλησι", Verdict.NUMBER, "2"),
        ("dungeonlords", "golem price", Verdict.ANSWER, ""),
        ("rollplayer", "5 players, does the 4th get extra gold", Verdict.NO, ""),
        ("rollplayer", "moge polozyc kosc gdzie chce w rzedzie", Verdict.NO, ""),
        ("rollplayer", "leftover gold worth stars in a normal game?", Verdict.NO, ""),
        ("rollplayer", "reroll against the chimera costs", Verdict.NUMBER, "2"),
        ("rollplayer", "rolled exactly the monsters strength do i get stars", Verdict.YES, ""),
        ("diceminer", "bohater liczy sie co runde", Verdict.YES, ""),
        ("diceminer", "magic die w 3 symbols only reroll 1", Verdict.NO, ""),
        ("rollplayer", "how do i ready a skill", Verdict.ANSWER, ""),
        ("rollplayer", "1 match on backstory anything?", Verdict.NO, ""),
        ("rollplayer", "a 3 flipped is what", Verdict.NUMBER, "4"),
        ("rollplayer", "smok i 2 rany ile minus", Verdict.NUMBER, "4"),
        ("dungeonlords", "evil goes up when heroes conquer a tile", Verdict.NO, ""),
    ],
)
def test_what_is_only_named_or_told_is_answered_as_it_is_meant(
    game_id: str, question: str, verdict: Verdict, number: str
) -> None:
    reply = load(game_id).ask(question)
    assert reply.sure
    assert (reply.hits[0].verdict, reply.hits[0].number) == (verdict, number)


def test_greek_words_that_sound_like_numbers_are_none() -> None:
    """The article "η" was heard as II, "έχει" as "έξι"."""
    assert [word.form for word in tongue("el").words("η μπύρα έχει έξι") if word.form.isdigit()] == ["6"]


@pytest.mark.parametrize(
    ("lang", "forms"),
    [
        ("pl", "krasnolud krasnoludow krasnoludami"),
        ("pl", "kupic kupuje kupowac zakup"),
        ("pl", "biore wziac wezme"),
        ("el", "αγοράζω αγοράσω agoraso"),
        ("el", "παίρνω πάρω pairno paro"),
        ("en", "buy bought"),
    ],
)
def test_forms_of_a_word_are_brought_together(lang: str, forms: str) -> None:
    assert len({tongue(lang).stem(form) for form in forms.split()}) == 1


def test_the_shelf_is_kept_and_made_anew_when_a_text_changes(tmp_path: Path) -> None:
    game = load("diceminer")
    answers = list(game.answers.answers.values())

    def desk(told: list[Answer]) -> Desk:
        return Desk(game.rulebook.rules, told, game.catalogue, strays("diceminer"), tmp_path)

    assert desk(answers).keep(tmp_path) == ["shelf.en.json", "shelf.el.json", "shelf.pl.json", "words.json"]
    assert desk(answers).keep(tmp_path) == []
    question = "can i share two beers in one turn"
    assert desk(answers).ask(question) == game.ask(question)
    fewer = [one for one in answers if one.id != "DM-ASK-BEER-ONCE"]
    assert desk(fewer).ask(question).hits[0].answer is not game.ask(question).hits[0].answer
    (tmp_path / "compiled" / "shelf.en.json").write_text("{", "utf-8")
    assert desk(answers).ask(question) == game.ask(question)


@pytest.mark.parametrize("game_id", ANSWERING)
def test_what_no_book_answers_is_not_answered(game_id: str) -> None:
    """Every other question set the threshold; these are the rest."""
    asked = [question for questions in OUTSIDE.values() for question in questions[1::2]]
    answered = [question for question in asked if load(game_id).ask(question).sure]
    assert len(answered) <= 0.25 * len(asked), answered


@pytest.mark.parametrize("game_id", ANSWERING)
def test_players_questions_are_answered(game_id: str) -> None:
    asked = outcomes(load(game_id), TUNED_ON)
    assert sum(one.sure for one in asked) / len(asked) >= 0.9
    assert sum(one.first for one in asked) / len(asked) >= 0.8


@pytest.mark.parametrize("question", ["", "   ", "?!", "🐉", "x" * 5000, "1 2 2 3", "a", "' OR 1=1", "\ud800"])
def test_no_question_breaks_the_search(question: str) -> None:
    assert len(load("diceminer").ask(question).hits) <= 3


def test_a_question_takes_less_than_twenty_milliseconds() -> None:
    game = load("rollplayer")
    asked = [question for questions in OUTSIDE.values() for question in questions]
    game.ask(asked[0]), game.ask("πόσα"), game.ask("ile")  # the shelves are built at the first question
    started = time.process_time()
    for question in asked:
        game.ask(question)
    assert (time.process_time() - started) / len(asked) < 0.02


@pytest.mark.parametrize(
    ("one", "other", "slips"), [("castle", "castle", 0), ("casle", "castle", 1), ("catsle", "castle", 1), ("a", "b", 1)]
)
def test_slips_of_the_finger_are_counted(one: str, other: str, slips: int) -> None:
    assert distance(one, other, 2) == slips


@pytest.mark.parametrize("game_id", ANSWERING)
@pytest.mark.parametrize("question", ["are there ² rounds", "is it ③", "does it cost ² gold", "are there ٤ rounds"])
def test_digits_of_every_kind_may_be_typed(game_id: str, question: str) -> None:
    assert load(game_id).ask(question).lang == "en"


@pytest.mark.parametrize("game", ["rollplayer", "diceminer"])
def test_a_number_that_never_ends_is_no_failure(game: str) -> None:
    """Numbers are worked out of as much of a question as is read; Python refuses to count 5,000 digits."""
    assert load(game).ask(f"goal {'9' * 5000}+ and i have {'8' * 5000}, t1 t2 worth").hits is not None
    assert load(game).ask(f"is a total of 18 enough for a goal of {'9' * 5000}").hits is not None
