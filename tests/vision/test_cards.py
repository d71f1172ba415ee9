"""Things found by the network: looks put together, print left to its card, corners mended at the photo's edges."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.networks import make_cards
from vision.cards import CardFinder, find_things
from vision.contours import things_by_outline
from vision.edges import mended
from vision.flaws import flawed, noticed
from vision.photo import Frame, Picture
from vision.quads import in_order, overlap
from vision.seen import Seen, each_once, inside_of, turned_instead, without_print, without_shifted
from vision.tables.again import advice
from vision.things import Flaw, Form, Kind, Thing

CARD, TILE, CROSS, BOARD, TOKEN = range(5)
SQUARE = np.array([[0.2, 0.2], [0.4, 0.2], [0.4, 0.5], [0.2, 0.5]])
BLANK = np.full((640, 640, 3), 90, dtype=np.uint8)


def seen(*things: tuple[int, float, list[float]]) -> Seen:
    """Upright things: class, confidence and box."""
    boxes = np.array([box for _, _, box in things], dtype=np.float64).reshape(-1, 4)
    quads = boxes[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2)
    sides = (boxes[:, 2:] - boxes[:, :2]).min(axis=1)
    return Seen(
        quads, np.array([one[1] for one in things]), np.array([one[0] for one in things]), sides, np.ones(len(boxes))
    )


def table_with(quad: np.ndarray, shape: tuple[int, int] = (900, 900)) -> np.ndarray:
    """A striped table with a bright card whose picture has a frame of its own."""
    table = np.full((*shape, 3), 70, dtype=np.uint8)
    table[::7] = 85
    cv2.fillConvexPoly(table, (quad * 16).round().astype(np.int32), (235, 232, 225), cv2.LINE_AA, 4)
    middle = quad.mean(axis=0)
    cv2.polylines(table, [(middle + (quad - middle) * 0.6).astype(np.int32)], True, (120, 30, 30), 3, cv2.LINE_AA)
    return table


def test_two_looks_tell_a_thing_once(tmp_path: Path) -> None:
    finder = CardFinder(make_cards(tmp_path / "cards.onnx", [(CARD, 0.8, SQUARE.tolist())]))
    (thing,) = finder.find(BLANK)
    assert (thing.kind, thing.form) == (Kind.CARD, Form.RECTANGLE)
    assert np.array(thing.corners) == pytest.approx(SQUARE * 640, abs=3)
    assert thing.confidence == pytest.approx(0.8, abs=1e-4)


def test_doubtful_pieces_are_told_on_request_where_nothing_sure_lies(tmp_path: Path) -> None:
    aside, shifted = SQUARE + np.array([0.4, 0.3]), SQUARE + 0.02
    sure, doubtful, printed = (TILE, 0.8, SQUARE), (CROSS, 0.3, aside), (CARD, 0.3, shifted)
    network = make_cards(tmp_path / "cards.onnx", [(k, c, q.tolist()) for k, c, q in (sure, doubtful, printed)])
    finder = CardFinder(network)
    assert [(thing.form, thing.doubtful) for thing in finder.find(BLANK)] == [(Form.RECTANGLE, False)]
    assert [(thing.form, thing.doubtful) for thing in finder.find(BLANK, pieces=True)] == [
        (Form.RECTANGLE, False),
        (Form.CROSS, True),
    ]


def test_corners_come_in_order_whatever_the_network_begins_with(tmp_path: Path) -> None:
    turned = np.roll(SQUARE, 2, axis=0)[::-1]
    (thing,) = CardFinder(make_cards(tmp_path / "cards.onnx", [(CARD, 0.8, turned.tolist())])).find(BLANK)
    assert np.array(thing.corners) == pytest.approx(SQUARE * 640, abs=3)


def test_forms_and_doubts(tmp_path: Path) -> None:
    things = [(CROSS, 0.8, SQUARE), (TOKEN, 0.9, SQUARE + 0.4), (CARD, 0.3, SQUARE + np.array([0.5, 0.0]))]
    path = make_cards(tmp_path / "cards.onnx", [(kind, sure, quad.tolist()) for kind, sure, quad in things])
    found = CardFinder(path).find(BLANK)
    assert [(one.kind, one.form) for one in found] == [(Kind.TOKEN, Form.DISC), (Kind.TILE, Form.CROSS)]


def test_corners_that_cross_over_are_nothing(tmp_path: Path) -> None:
    crossed = SQUARE[[0, 2, 1, 3]]
    assert CardFinder(make_cards(tmp_path / "cards.onnx", [(CARD, 0.9, crossed.tolist())])).find(BLANK) == []


def test_print_on_a_card_is_the_cards() -> None:
    looked = seen((CARD, 0.9, [0, 0, 200, 300]), (TILE, 0.8, [40, 40, 120, 120]), (TOKEN, 0.8, [50, 200, 90, 240]))
    kept = without_print(looked, np.array([CARD, TILE]))
    assert kept.kind.tolist() == [CARD, TOKEN]


def test_the_outline_of_many_tiles_is_no_tile() -> None:
    tiles = [(TILE, 0.8, [x, y, x + 100, y + 100]) for x in (0, 100, 200) for y in (0, 100)]
    kept = without_print(seen((CARD, 0.9, [0, 0, 300, 200]), *tiles), np.array([CARD, TILE]))
    assert kept.kind.tolist() == [TILE] * 6


def test_the_outline_of_a_row_is_no_tile_where_others_tell_how_large_tiles_are() -> None:
    row = [(TILE, 0.6, [x, 0, x + 100, 130]) for x in (100, 200)]  # of the first and the last only a part is in it
    outline = (CARD, 0.95, [30, 0, 390, 130])
    alone = [(TILE, 0.9, [x, 400, x + 100, 530]) for x in (0, 200, 400, 600)]
    kept = without_print(seen(outline, *row, *alone), np.array([CARD, TILE]))
    assert kept.kind.tolist() == [TILE] * 6
    few = without_print(seen(outline, *row, *alone[:2]), np.array([CARD, TILE]))
    assert few.kind.tolist() == [CARD, TILE, TILE]


def test_grain_between_two_tiles_does_not_make_their_outline_a_card() -> None:
    row = [(TILE, 0.9, [x, 0, x + 100, 100]) for x in (20, 140)]
    grain = [(TILE, 0.6, [121, y, 139, y + 20]) for y in (10, 60)]
    outline = (CARD, 0.53, [0, -20, 300, 120])
    alone = [(TILE, 0.9, [x, 400, x + 120, 520]) for x in (0, 200, 400, 600)]
    kept = without_print(seen(outline, *row, *grain, *alone), np.array([CARD, TILE]))
    assert CARD not in kept.kind
    assert (kept.areas == 10_000).sum() == 2


def test_closer_looks_are_taken_where_corners_matter_more_than_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = make_cards(tmp_path / "cards.onnx", [(CARD, 0.8, SQUARE.tolist())], looks=[256, 416, 704, 1120])
    finder, taken = CardFinder(network), list[int]()
    looks, look = finder.looks, finder.looks._look

    def noted(picture: Picture, side: int) -> Seen:
        taken.append(side)
        return look(picture, side)

    monkeypatch.setattr(looks, "_look", noted)
    large = np.full((1600, 1600, 3), 90, dtype=np.uint8)
    finder.find(large)
    assert taken == [256, 416]
    taken.clear()
    finder.find(large, closely=True)
    assert taken == [256, 416, 704]  # still closer the card is too large to be seen well


def test_pictures_on_large_cards_stay_print() -> None:
    cards = [(CARD, 0.9, [x, 0, x + 300, 420]) for x in (0, 400, 800, 1200, 1600)]
    pictures = [(CARD, 0.8, [20, 20, 280, 200]), (CARD, 0.8, [20, 220, 280, 400])]
    kept = without_print(seen(*cards, *pictures), np.array([CARD, TILE]))
    assert len(kept) == 5


def test_tiles_that_touch_stay_two_and_leaning_ones_too() -> None:
    side_by_side = seen((TILE, 0.9, [0, 0, 50, 70]), (TILE, 0.8, [51, 0, 101, 70]), (TILE, 0.7, [3, 1, 52, 70]))
    assert len(each_once(side_by_side, (20, 260))) == 2


def test_a_look_in_which_things_are_too_large_is_trusted_less() -> None:
    two = seen((CARD, 0.8, [0, 0, 200, 300]), (CARD, 0.9, [10, 90, 210, 300]))
    two = replace(two, side=np.array([150.0, 700.0]))
    (quad,) = each_once(two, (20, 260)).quads
    assert quad[0].tolist() == [0, 0]


def test_a_tile_between_two_tiles_is_none() -> None:
    row = [(TILE, 0.6, [x, 0, x + 100, 130]) for x in (0, 101, 202, 303)]
    kept = without_shifted(
        seen(*row, (TILE, 0.5, [50, 2, 150, 131]), (TILE, 0.9, [700, 0, 800, 130])), np.array([CARD, TILE])
    )
    assert kept.quads[:, 0, 0].tolist() == [0, 101, 202, 303, 700]


def test_what_leans_is_told_as_the_turned_picture_shows_it() -> None:
    straight = seen((TILE, 0.8, [0, 0, 100, 100]), (TILE, 0.9, [300, 0, 400, 100]))
    straight = replace(straight, fill=np.array([0.4, 0.95]))
    turned = seen((TILE, 0.7, [20, -20, 120, 80]), (TILE, 0.9, [310, 0, 410, 100]), (TILE, 0.9, [600, 0, 700, 100]))
    kept = turned_instead(straight, replace(turned, fill=np.array([0.9, 0.7, 0.9])))
    assert kept.quads[:, 0, 0].tolist() == [300, 20]


@pytest.mark.parametrize(("confidence", "size"), [(0.3, 100), (0.9, 60)])
def test_what_leans_stays_where_the_turned_picture_is_unsure_or_shows_print(confidence: float, size: int) -> None:
    straight = replace(seen((TILE, 0.9, [0, 0, 100, 100])), fill=np.array([0.4]))
    other = replace(seen((TILE, confidence, [20, 20, 20 + size, 20 + size])), fill=np.array([0.9]))
    assert turned_instead(straight, other).confidence.tolist() == [0.9]


@pytest.mark.parametrize("turn", [0.0, 0.5, 0.785, 1.1])
def test_the_network_that_ships_sees_corners_at_any_angle(turn: float) -> None:
    half = np.array([[-120, -168], [120, -168], [120, 168], [-120, 168]], dtype=np.float64)
    lens = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    quads = [in_order(half @ lens.T + middle) for middle in ((225, 225), (675, 675))]
    table = table_with(quads[0])
    second = table_with(quads[1])
    table[450:, 450:] = second[450:, 450:]
    found = [np.array(thing.corners) for thing in find_things(table) if thing.kind in (Kind.CARD, Kind.TILE)]
    assert len(found) == 2
    for quad in quads:
        assert max(overlap(quad, one) for one in found) > 0.95


def test_what_is_mostly_outside_is_not_told() -> None:
    kept = inside_of(seen((CARD, 0.9, [-150, 0, 100, 300]), (CARD, 0.9, [-40, 0, 160, 300])), 640, 640)
    assert kept.quads[:, 0, 0].tolist() == [-40]


@pytest.mark.parametrize(("inside", "told"), [(0.55, False), (0.62, False), (0.72, True), (0.85, True)])
def test_a_card_is_told_when_two_thirds_of_it_are_in_the_picture(tmp_path: Path, inside: float, told: bool) -> None:
    """The other cards tell how large it is, though the network takes what is cut for less cut than it is."""
    seems = 0.5 * (inside + 1.0)
    cut = np.array([[0, 0.6], [0.2 * inside, 0.6], [0.2 * inside, 0.9], [0, 0.9]])
    cut[[0, 3], 0] -= 0.2 * inside * (1 / seems - 1)
    cards = [
        (CARD, 0.9, SQUARE.tolist()),
        (CARD, 0.9, (SQUARE + np.array([0.3, 0.0])).tolist()),
        (CARD, 0.9, cut.tolist()),
    ]
    finder = CardFinder(make_cards(tmp_path / "cards.onnx", cards))
    things = finder.find(BLANK, cut=True)
    assert [thing.cut_off for thing in sorted(things, key=lambda one: one.centre[1])] == [False, False, not told]
    assert len(finder.find(BLANK)) == 2 + told
    assert noticed(things) == (("cut 1",) if told else ("cut_off 1",))


@pytest.mark.parametrize(("seems", "told"), [(0.7, False), (0.82, True)])
def test_of_a_card_alone_more_must_seem_to_be_in_the_picture(tmp_path: Path, seems: float, told: bool) -> None:
    beyond = (SQUARE - SQUARE[0]) + (-0.2 * (1 - seems), 0.3)
    finder = CardFinder(make_cards(tmp_path / "cards.onnx", [(CARD, 0.9, beyond.tolist())]))
    assert len(finder.find(BLANK)) == told
    assert [thing.cut_off for thing in finder.find(BLANK, cut=True)] == [not told]


def test_a_small_card_within_the_picture_is_no_large_one_that_is_cut(tmp_path: Path) -> None:
    small = (SQUARE - SQUARE[0]) * 0.6 + (0.0, 0.6)
    cards = [(CARD, 0.9, quad.tolist()) for quad in (SQUARE, SQUARE + np.array([0.3, 0.0]), small)]
    assert len(CardFinder(make_cards(tmp_path / "cards.onnx", cards)).find(BLANK)) == 3
    board = (SQUARE - SQUARE[0]) + (-0.08, 0.3)
    (thing,) = CardFinder(make_cards(tmp_path / "board.onnx", [(BOARD, 0.9, board.tolist())])).find(BLANK)
    assert thing.flaws == (Flaw.CUT,)


def card_picture() -> np.ndarray:
    """A grey card with print on a dark table."""
    table = np.full((400, 400, 3), 40, dtype=np.uint8)
    table[80:320, 100:270] = 180
    for y in range(110, 300, 24):
        table[y : y + 8, 120:250] = (150, 30, 30)
    return table


CARD_PLACE = Thing(Kind.CARD, ((100, 80), (270, 80), (270, 320), (100, 320)), 0.9)


def test_a_good_card_has_no_flaws() -> None:
    assert flawed(Frame(card_picture()), CARD_PLACE).flaws == ()
    assert noticed([CARD_PLACE]) == ()


def test_a_mirrored_lamp_is_noticed() -> None:
    table = card_picture()
    cv2.circle(table, (180, 190), 35, (255, 255, 255), -1)
    thing = flawed(Frame(cv2.GaussianBlur(table, (0, 0), 1)), CARD_PLACE)
    assert thing.flaws == (Flaw.GLARE,)
    assert "tilt away from the lamp" in advice(noticed([thing]))[0].text


def test_blur_is_noticed() -> None:
    thing = flawed(Frame(cv2.GaussianBlur(card_picture(), (0, 0), 7)), CARD_PLACE)
    assert thing.flaws == (Flaw.BLUR,)
    assert "1 of the pieces are blurred" in advice(noticed([thing, CARD_PLACE]))[0].text


def test_a_card_beyond_the_edge_is_cut_off() -> None:
    place = Thing(Kind.CARD, ((-60, 80), (110, 80), (110, 320), (-60, 320)), 0.9)
    assert Flaw.CUT in flawed(Frame(card_picture()), place).flaws


@pytest.mark.parametrize("turn", [0.0, 0.4, 0.78, 1.3])
def test_edges_are_mended_to_less_than_a_hundredth(turn: float) -> None:
    half = np.array([[-150, -210], [150, -210], [150, 210], [-150, 210]], dtype=np.float64)
    lens = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    quad = in_order(half @ lens.T * (1.0, 0.9) + 450)
    rough = quad + np.random.default_rng(1).normal(0, 10, (4, 2))
    better = mended(Frame(table_with(quad)), rough[None])[0]
    diagonal = np.hypot(*(quad[2] - quad[0]))
    assert np.hypot(*(better - quad).T).mean() / diagonal < 0.01 < np.hypot(*(rough - quad).T).mean() / diagonal


def test_without_an_edge_to_be_seen_corners_stay() -> None:
    quad = SQUARE * 640
    assert np.array_equal(mended(Frame(BLANK), quad[None])[0], quad)


def test_small_and_large_photos_are_mended_alike() -> None:
    quad = np.array([[900, 700], [2300, 800], [2200, 2900], [800, 2700]], dtype=np.float64)
    large = table_with(quad, (3600, 3000))
    rough = quad + np.array([[40, -30], [-35, 30], [30, 45], [-40, -20]])
    assert np.abs(mended(Frame(large), rough[None])[0] - quad).max() < 12


def test_a_loose_card_is_found_by_its_outline() -> None:
    quad = np.array([[200, 150], [520, 180], [480, 640], [150, 600]], dtype=np.float64)
    (thing,) = things_by_outline(Frame(table_with(quad)))
    assert np.abs(np.array(thing.corners) - quad).max() < 12


def test_the_network_that_ships_finds_cards_and_an_empty_table() -> None:
    quad = np.array([[300, 250], [560, 270], [540, 640], [270, 610]], dtype=np.float64)
    cards = [thing for thing in find_things(table_with(quad)) if thing.kind == Kind.CARD]
    assert len(cards) == 1
    assert overlap(np.array(cards[0].corners), quad) > 0.85
    assert find_things(BLANK) == []
