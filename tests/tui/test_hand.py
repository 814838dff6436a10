"""The hand: cards with numbers, what is picked or can't be, the choice, and the curtain."""

import pytest
from msgspec.structs import replace

from regicide_tui.cards import Card, cards
from regicide_tui.tui.paint import Row, width_of
from regicide_tui.tui.regicide.hand import hand_rows
from regicide_tui.tui.regicide.scene import Scene
from regicide_tui.tui.scene import fresh_places
from regicide_tui.tui.symbols import DRAWN, PLAIN, Symbols
from regicide_tui.tui.widgets.hand import card_size
from tests.tui.scenes import LAST_KING, SOLO, TRIO, lines, page, saved, scene, scene_of

SIZES = [(60, 6), (80, 7), (120, 9), (200, 12)]
"""Of the hand's place in windows of 60x20, 80x24, 120x40 and 200x60."""


def hand(one: Scene, width: int = 80, height: int = 7, symbols: Symbols = DRAWN) -> list[Row]:
    return hand_rows(one, width, height, symbols)


def faded(one: Scene) -> list[str]:
    """Return the cards that are dimmed."""
    runs = [run for row in hand(one) for run in row]
    return [
        card
        for card in texts(one.hand)
        if any(run.text.strip() == card and run.style == "faint" for run in runs)
    ]


def texts(cards: tuple[Card, ...]) -> list[str]:
    return [DRAWN.card_text(card) for card in cards]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_hand_fills_its_place(width: int, height: int) -> None:
    trio = saved(TRIO)
    for one in (
        scene(SOLO),
        scene(SOLO, hands=[[]]),
        scene_of(trio, "8D"),
        scene_of(trio, curtain=True),
        scene_of(saved(TRIO, "*")),
        scene_of(saved(LAST_KING, "TS")),
    ):
        assert [width_of(row) for row in hand(one, width, height)] == [width] * height


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_card_stands_below_its_number(width: int, height: int) -> None:
    one = scene(SOLO)
    numbers, *below = lines(hand(one, width, height))[1:]
    size = card_size(8, width, height)
    for place, card in enumerate(texts(one.hand)):
        column = slice(2 + place * size.width, 2 + (place + 1) * size.width)
        assert str(place + 1) in numbers[column]
        assert any(card in line[column] for line in below)


def test_larger_windows_draw_larger_cards() -> None:
    areas = [card_size(8, *size).width * card_size(8, *size).height for size in SIZES]
    assert areas == sorted(set(areas))


def test_the_title_counts_the_cards() -> None:
    assert "Your hand 8/8" in page(hand(scene(SOLO)))
    assert "Ada's hand 5/6" in page(hand(scene(TRIO)))


def test_in_a_payment_the_title_says_how_much() -> None:
    assert "pay 15" in page(hand(scene(SOLO, phase="suffer")))
    assert "pay 10" in page(hand(scene(SOLO, phase="suffer", table=["1:5S"])))
    assert "pay" not in page(hand(scene(SOLO)))


def test_new_cards_are_marked_behind_their_numbers() -> None:
    one = replace(scene(SOLO), fresh=frozenset({3, 6}))
    for width, height in SIZES:
        title, numbers, *_ = lines(hand(one, width, height, PLAIN))
        assert "+ new" in title
        assert [word for word in numbers.split() if "+" in word] == ["4+", "7+"]
    written = page(hand(one, 30, 5))
    assert "4 5♠+" in written
    assert "3 3♥ " in written


def test_the_marks_of_new_and_of_picked_cards_are_not_mixed_up() -> None:
    for cursor, numbers in ((0, "[4]"), (3, "›[4]")):
        one = replace(scene_of(saved(SOLO), "5S", cursor=cursor), fresh=frozenset({3, 4}))
        row = lines(hand(one))[1]
        assert [word for word in row.split() if "4" in word or "+" in word] == [numbers, "5+"]


def test_new_is_what_was_not_there_before() -> None:
    before = cards(["2C", "*", "9S"])
    assert fresh_places(cards(["2C", "4H", "9S", "*", "*"]), before) == {1, 4}
    assert fresh_places(cards(["2C", "9S"]), before) == set()
    assert fresh_places(cards(["3C", "4C"]), before) == set()  # all are: nothing to tell apart


def test_the_pointer_stands_at_one_card() -> None:
    numbers = lines(hand(scene_of(saved(SOLO), cursor=3)))[1]
    assert numbers.count("›") == 1
    assert "› 4" in numbers


def test_a_picked_card_is_framed_and_its_number_bracketed() -> None:
    rows = lines(hand(scene(SOLO, "7C")))
    assert rows[1].count("[") == 1
    assert "[5]" in rows[1]
    assert rows[2].count("┏━━━━┓") == 1
    assert rows[2].index("┏") == 2 + 4 * 6


def test_in_plain_letters_the_hand_is_ascii_and_still_shows_what_is_picked() -> None:
    rows = lines(hand(scene(SOLO, "7C"), symbols=PLAIN))
    assert "\n".join(rows).isascii()
    assert rows[2].count("#====#") == 1


def test_with_nothing_picked_every_card_is_possible() -> None:
    assert faded(scene(SOLO)) == []


def test_what_cant_join_the_picked_cards_is_dimmed() -> None:
    assert faded(scene(SOLO, "8D")) == ["2♦", "3♥", "5♠", "7♣", "9♥", "T♠"]
    assert faded(scene(SOLO, "AC")) == []
    assert faded(scene(SOLO, "8D AC")) == ["2♦", "3♥", "5♠", "7♣", "9♥", "T♠"]


def test_cards_of_one_number_join_up_to_ten() -> None:
    cards = ["3C", "3D", "3H", "3S", "4H"]
    assert faded(scene(SOLO, "3C", hands=[cards])) == ["4♥"]
    assert faded(scene(SOLO, "3C 3D", hands=[cards])) == ["4♥"]
    assert faded(scene(SOLO, "3C 3D 3H", hands=[cards])) == ["3♠", "4♥"]


def test_a_jester_joins_nothing() -> None:
    assert faded(scene(TRIO, "*")) == ["2♥", "2♠", "8♦", "T♣"]
    assert "★★" in faded(scene(TRIO, "8D"))


def test_without_combos_equal_numbers_dont_join() -> None:
    game = saved({**SOLO, "hands": [["3C", "3D", "4H"]]}, options={"combos": False})
    assert faded(scene_of(game, "3C")) == ["3♦", "4♥"]


def test_in_a_payment_cards_are_dimmed_of_which_one_would_be_needless() -> None:
    assert faded(scene(SOLO, "9H", phase="suffer")) == []
    assert faded(scene(SOLO, "9H TS", phase="suffer")) == ["7♣", "8♦"]


def test_an_empty_hand_says_so() -> None:
    assert "No cards in hand." in page(hand(scene(SOLO, hands=[[]])))


def test_who_is_next_is_chosen_by_name() -> None:
    rows = lines(hand(scene_of(saved(TRIO, "*"), cursor=2)))
    assert "Who goes next?" in rows[0]
    assert ["1 Ada  4 cards (yourself)" in row for row in rows].count(True) == 1
    assert ["2 Bea  3 cards" in row for row in rows].count(True) == 1
    assert ["› 3 Cy   3 cards" in row for row in rows].count(True) == 1


def test_who_chooses_sees_the_own_cards_drawn_where_there_is_room() -> None:
    four = scene_of(saved(TRIO, "*"))
    assert "your cards 2♥ 2♠ 8♦ T♣" in page(hand(four, 80, 7))
    roomy = page(hand(four, 120, 12))
    assert "│2♥     ││2♠     ││8♦     ││T♣     │" in roomy
    assert "2 Bea  3 cards" in roomy


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_four_players_to_choose_from_are_all_in_sight(width: int, height: int) -> None:
    four = {**TRIO, "players": 4, "hands": [["*", "9D"], ["9C"], ["9S"], ["TH"]]}
    text = page(hand(scene_of(saved(four, "*")), width, height))
    assert all(name in text for name in ("Ada", "Bea", "Cy", "Dot"))


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_curtain_hides_every_card_and_says_whose_turn_it_is(width: int, height: int) -> None:
    one = scene_of(saved({**TRIO, "turn": 2}), curtain=True)
    text = page(hand(one, width, height))
    assert "Pass the keyboard to Bea." in text
    assert not set(text) & set("♣♦♥♠★▒")


def test_a_replay_dims_nothing() -> None:
    one = scene_of(saved(SOLO), step="Replay 0/0")
    assert faded(one) == []
    assert "›" not in page(hand(one))
