"""Cards are known from one picture each, in any turn; strangers are refused; near twins are told apart or asked."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from scoring.games import load
from tests.vision.cards import card, save, seen, table
from vision import teaching
from vision.boards import register_board
from vision.gallery import Gallery, Score, candidates, chances_of, gallery_eyes, identify, named
from vision.numbers import Printed, printed_numbers, proposals, usual_place
from vision.photo import Frame, open_photo
from vision.taught import TaughtFolder, TeachingError
from vision.teachable import Piece, untaught
from vision.teaching import cut_outs, in_rows, laid_out
from vision.things import Flaw, Kind, Thing
from vision.titles import folded, match_titles, title_of

SEEDS = range(12)


@pytest.fixture(scope="module")
def gallery() -> Gallery:
    eyes = gallery_eyes()
    return Gallery([eyes.taught(f"card {seed}", seen(card(seed), seed=100 + seed)) for seed in SEEDS])


@pytest.mark.parametrize("turn", range(4))
def test_a_card_is_known_in_every_turn(gallery: Gallery, turn: int) -> None:
    met = [seen(card(seed), seed=200 + seed, turn=turn) for seed in SEEDS]
    namings = identify(gallery, met)
    right = [naming.alternatives[0].value == f"card {seed}" for seed, naming in zip(SEEDS, namings, strict=True)]
    assert sum(right) >= 11
    assert [naming.item for naming in namings].count(None) <= 6
    assert all(naming.item in (None, f"card {seed}") for seed, naming in zip(SEEDS, namings, strict=True))
    assert {naming.quarter for naming in namings} == {(4 - turn) % 4}


def test_half_a_card_may_lie_in_the_shade(gallery: Gallery) -> None:
    met = [seen(card(seed), seed=300 + seed, shade=True) for seed in SEEDS]
    first = [naming.alternatives[0].value for naming in identify(gallery, met)]
    assert sum(name == f"card {seed}" for seed, name in zip(SEEDS, first, strict=True)) >= 11


def test_a_card_that_was_never_taught_gets_no_name(gallery: Gallery) -> None:
    namings = identify(gallery, [seen(card(seed), seed=seed) for seed in range(50, 62)])
    assert [naming.item for naming in namings] == [None] * 12


def test_cards_that_differ_in_a_number_are_not_mistaken() -> None:
    eyes = gallery_eyes()
    twins = Gallery([eyes.taught(str(number), seen(card(5, number), seed=number)) for number in (1, 4, 8)])
    for number in (1, 4, 8):
        naming = identify(twins, [seen(card(5, number), seed=20 + number)])[0]
        assert naming.item in (None, str(number))
        assert naming.alternatives[0].value == str(number)


def test_twins_are_compared_by_pictures_in_frames_of_one_colour() -> None:
    """Each was taught in two frames: which frame a card is in must not tell which of the two it is."""
    eyes, red, blue = gallery_eyes(), (190, 30, 40), (30, 60, 190)

    def framed(number: int, colour: tuple[int, int, int], seed: int) -> np.ndarray:
        face = cv2.resize(card(5, number), (240, 240), interpolation=cv2.INTER_AREA)
        return seen(cv2.copyMakeBorder(face, 24, 24, 24, 24, cv2.BORDER_CONSTANT, value=colour), seed=seed)

    taught = [("one", framed(1, red, 1)), ("one", framed(1, blue, 2)), ("eight", framed(8, blue, 3))]
    twins = eyes.gallery([*taught, ("eight", framed(8, red, 4))])
    for colour, kept in ((red, {"one": 0, "eight": 3}), (blue, {"one": 1, "eight": 2})):
        found = candidates(twins, [framed(1, colour, 9)], eyes)[0]
        assert {item: one.kept for item, one in found.items()} == kept
        assert identify(twins, [framed(1, colour, 9)], eyes)[0].alternatives[0].value == "one"


def test_a_rim_and_what_is_covered_do_not_hide_a_card() -> None:
    eyes = gallery_eyes()

    def framed(seed: int, colour: tuple[int, int, int]) -> np.ndarray:
        face = cv2.resize(card(seed), (240, 240), interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.copyMakeBorder(face, 24, 24, 24, 24, cv2.BORDER_CONSTANT, value=colour), np.uint8)

    taught = Gallery([eyes.taught(str(seed), framed(seed, (200, 30, 30))) for seed in SEEDS])
    met = [framed(seed, (30, 40, 200)) for seed in SEEDS]
    for picture in met:
        picture[120:170, 100:150] = (250, 220, 0)
    box = (100 / 288, 120 / 288, 150 / 288, 170 / 288)
    namings = identify(taught, met, covered=[[box]] * len(met), rim=24 / 288)
    assert [naming.alternatives[0].value for naming in namings] == [str(seed) for seed in SEEDS]
    bare = identify(taught, met)
    assert sum(one.confidence for one in namings) > sum(one.confidence for one in bare)


def test_chances_leave_room_for_a_card_that_nobody_taught() -> None:
    chances = chances_of({"axe": Score(3.0, 0), "bow": Score(-1.0, 2)})
    assert chances["axe"] == pytest.approx(np.exp(3) / (1 + np.exp(3) + np.exp(-1)))
    assert sum(chances.values()) < 1
    unsure = named({"axe": Score(0.2, 1), "bow": Score(0.1, 2)}, 0.9)
    assert (unsure.item, unsure.quarter, [one.value for one in unsure.alternatives]) == (None, 1, ["axe", "bow"])


def test_with_nothing_taught_nothing_is_known() -> None:
    naming = identify(Gallery([]), [card(1)])[0]
    assert naming.item is None and naming.unknown and not naming.alternatives


def test_who_has_taught_all_cards_has_few_strangers() -> None:
    kinds = {"axe": "card", "bow": "card", "map": "card", "six": "die", "sheet": "board"}
    pieces = {name: Piece(name, kind, {"en": name}) for name, kind in kinds.items()}
    assert untaught(pieces, ()) == 1.0
    assert untaught(pieces, {"axe", "bow"}) == pytest.approx(1 / 3)
    assert 0 < untaught(pieces, {"axe", "bow", "map"}) <= 0.02  # dice and boards look unlike cards
    assert untaught(pieces, set(pieces) | {"owl"}) == 0.0


def test_taught_pictures_stay_and_travel_in_one_file(tmp_path: Path) -> None:
    mine = TaughtFolder(tmp_path / "mine", "diceminer")
    kept = [mine.keep(f"hero {seed}", card(seed)) for seed in (1, 2)]
    other = TaughtFolder(tmp_path / "other", "diceminer")
    assert other.take_over(mine.export(), {"hero 1", "hero 2"}) == 2
    assert other.take_over(mine.export(), {"hero 1", "hero 2"}) == 0
    assert other.pictures() == mine.pictures() == kept
    assert identify(other.gallery(), [seen(card(2))])[0].alternatives[0].value == "hero 2"
    assert mine.forget(kept[0].id) and not mine.forget(kept[0].id)
    assert mine.taught() == {"hero 2"}
    assert [one.item for one in mine.gallery().taught] == ["hero 2"]


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    mine = TaughtFolder(tmp_path, "diceminer")
    with pytest.raises(TeachingError):
        mine.take_over(b"no archive at all", {"hero"})
    TaughtFolder(tmp_path, "dwar7s").keep("castle", card(1))
    with pytest.raises(TeachingError, match="dwar7s"):
        mine.take_over(TaughtFolder(tmp_path, "dwar7s").export(), {"castle"})
    assert not mine.pictures()


def test_only_known_pieces_are_taken_over(tmp_path: Path) -> None:
    mine = TaughtFolder(tmp_path / "a", "dwar7s")
    mine.keep("castle", card(1))
    mine.keep("something", card(2))
    other = TaughtFolder(tmp_path / "b", "dwar7s")
    assert other.take_over(mine.export(), {"castle"}) == 1
    assert other.taught() == {"castle"}


def test_cards_laid_in_rows_become_cut_outs_with_names(tmp_path: Path) -> None:
    names = ["Longsword", "Chain Helm", "Blessed Mace", "Nimble", "Kobold", "Dark Elf"]
    pieces = {name: Piece(name, "card", {"en": name}) for name in [*names, "Goblin", "Wand"]}
    photo = save(table([card(seed, title=name) for seed, name in enumerate(names)]), tmp_path / "rows.jpg")
    found = cut_outs(open_photo(photo), pieces, Gallery([]), (), ["en"])
    assert len(found) == 6
    assert [one.titled.item for one in found] == names
    assert [(one.row, one.place) for one in found] == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]
    assert all(set(one.likely) == set(pieces) for one in found)
    assert all(one.likely[0] == name for one, name in zip(found, names, strict=True))


def test_a_title_is_read_in_any_turn() -> None:
    titles = {"dark_elf": ("Dark Elf",), "goblin": ("Goblin",)}
    for turn in range(4):
        found = title_of(np.ascontiguousarray(np.rot90(card(3, title="Dark Elf"), turn)), titles, ["en"])
        assert (found.item, found.quarter) == ("dark_elf", (4 - turn) % 4)


def test_titles_match_without_accents() -> None:
    titles = {"human": ("Human", "Άνθρωπος", "Człowiek"), "elf": ("Elf", "Ξωτικό", "Elf")}
    assert match_titles(["ΑΝΘΡΩΠΟΣ"], titles)[0] == ("human", 100.0)
    assert match_titles(["Czlowiek"], titles)[0][0] == "human"
    assert folded("ŁÓDŹ") == "lodz"
    assert match_titles(["--", "x"], titles) == ()


def test_the_place_of_a_number_is_where_known_cards_show_theirs() -> None:
    def numbers(cost: int, other: int) -> list[Printed]:
        return [Printed(cost, (0.12, 0.9), 0.9), Printed(other, (0.8, 0.1), 0.9)]

    known = [(3, numbers(3, 7)), (5, numbers(5, 7)), (None, numbers(4, 2))]
    assert usual_place(known) == pytest.approx((0.12, 0.9))
    assert usual_place([(3, numbers(3, 7))]) is None


def test_a_board_is_found_by_its_print_though_covered_and_askew() -> None:
    board = np.hstack([np.vstack([card(seed), card(seed + 30)]) for seed in range(4)])
    height, width = board.shape[:2]
    corners = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    there = np.float32([[160, 90], [980, 140], [1040, 700], [90, 640]])
    photo = cv2.warpPerspective(
        board, cv2.getPerspectiveTransform(corners, there), (1200, 800), borderValue=(60, 50, 40)
    )
    photo[250:420, 300:600] = (200, 30, 30)
    found = register_board(photo, board)
    assert found is not None
    seen_corners = cv2.perspectiveTransform(corners[None].astype(np.float64), found)[0]
    assert np.abs(seen_corners - there).max() < 6
    assert register_board(np.full((600, 800, 3), 90, np.uint8), board) is None
    assert register_board(table([card(70), card(71), card(72)]), board) is None


def test_missing_numbers_are_proposed_from_where_known_cards_print_theirs() -> None:
    catalogue = load("rollplayer").catalogue
    kind, field = next(
        (kind, field)
        for kind in ("armor", "weapon", "trait", "skill", "scroll")
        for field in ("cost",)
        if any(not catalogue.fact(item.id, field).known for item in catalogue.of_kind(kind))
    )
    items = [item.id for item in catalogue.of_kind(kind)]
    lacking = next(item for item in items if not catalogue.fact(item, field).known)
    others = [item for item in items if item != lacking][:3]
    told = catalogue.with_owner({(item, field): 2 + place for place, item in enumerate(others)})
    shown = {item: card(place, number=2 + place) for place, item in enumerate(others)} | {lacking: card(9, number=4)}
    read = {item: printed_numbers(picture) for item, picture in shown.items()}
    proposed = {(one.item, one.field): one for one in proposals(told, read)}
    assert proposed[lacking, field].values[0] == 4
    assert proposed[lacking, field].placed


def test_what_is_printed_on_a_card_is_no_figure_that_is_taught(monkeypatch: pytest.MonkeyPatch) -> None:
    def thing(kind: Kind, left: float, top: float, side: float) -> Thing:
        right, bottom = left + side, top + side
        return Thing(kind, ((left, top), (right, top), (right, bottom), (left, bottom)), 0.8)

    tile, printed = thing(Kind.TILE, 100, 100, 300), thing(Kind.FIGURE, 150, 150, 60)
    aside = thing(Kind.TOKEN, 600, 100, 60)
    asked: dict[str, bool] = {}
    monkeypatch.setattr(teaching, "find_things", lambda photo, **how: asked.update(how) or [tile, printed, aside])
    assert laid_out(Frame(np.full((500, 800, 3), 90, np.uint8))) == [tile, aside]
    assert asked == {"closely": True, "cut": True}


def test_a_card_that_the_photo_cuts_off_is_no_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is what its outline shows of it."""
    photo = np.full((500, 800, 3), 40, np.uint8)
    photo[100:300, 300:440] = photo[100:300, :60] = 220
    whole = Thing(Kind.CARD, ((300, 100), (440, 100), (440, 300), (300, 300)), 0.9)
    part = Thing(Kind.CARD, ((-80, 100), (60, 100), (60, 300), (-80, 300)), 0.9, flaws=(Flaw.CUT_OFF,))
    monkeypatch.setattr(teaching, "find_things", lambda photo, **how: [whole, part])
    (lesson,) = laid_out(Frame(photo))
    assert lesson.centre == pytest.approx(whole.centre, abs=3)


def test_the_picture_on_a_card_is_not_taken_for_the_card() -> None:
    """Dark frames on a dark table: outlines see the bright pictures, the finder sees the cards."""
    rng = np.random.default_rng(3)
    dark = cv2.GaussianBlur(rng.integers(40, 70, (1100, 1300, 3)).astype(np.uint8), (0, 0), 2)
    for row in range(2):
        for column in range(3):
            x, y = 110 + 390 * column, 90 + 500 * row
            cv2.rectangle(dark, (x, y), (x + 300, y + 420), (96, 80, 120), -1)
            cv2.rectangle(dark, (x + 12, y + 12), (x + 288, y + 75), (225, 222, 230), -1)
            cv2.putText(dark, f"CARD {row}{column}", (x + 30, y + 62), 0, 1.4, (20, 20, 20), 3, cv2.LINE_AA)
            picture = cv2.resize(rng.integers(60, 255, (4, 3, 3)).astype(np.uint8), (250, 290))
            dark[y + 100 : y + 390, x + 25 : x + 275] = picture
    things = [thing for row in in_rows(laid_out(Frame(dark))) for thing in row]
    assert len(things) == 6
    assert all(thing.diagonal > 450 for thing in things)  # of a card 516, of the picture on it 383
