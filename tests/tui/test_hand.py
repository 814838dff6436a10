"""The hand: cards with numbers, what is picked or can't be, the choice, and the curtain."""

import pytest
from msgspec.structs import replace

from regicide_tui.cards import Card, cards
from regicide_tui.tui.games.regicide.model import RegicideModel, compose
from regicide_tui.tui.games.regicide.zones import paint_hand
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, Row, Symbols, width_of
from regicide_tui.tui.table.hand import fan_of
from regicide_tui.tui.table.table_model import Pointing, fresh_places
from tests.tui.models import LAST_KING, SOLO, TRIO, lines, look_with, model, model_of, page, saved

SIZES = [(60, 6), (80, 9), (120, 14), (200, 18)]
"""Of the hand's place in windows of 60x20, 80x24, 120x40 and 200x60."""


def hand(
    one: RegicideModel, width: int = 80, height: int = 9, symbols: Symbols = DRAWN
) -> list[Row]:
    return paint_hand(one, width, height, look_with(symbols))


def worn(one: RegicideModel) -> list[str]:
    """Return the cards whose paper is darker, because they can't be picked now."""
    runs = [run for row in hand(one, 200, 18) for run in row]
    return [
        card
        for card in texts(one.hand)
        if any(run.text.strip() == card and "/worn" in run.style for run in runs)
    ]


def texts(cards: tuple[Card, ...]) -> list[str]:
    return [DRAWN.card_text(card) for card in cards]


def top_of(rows: list[Row], text: str) -> int:
    """Return the row in which a card's upper corner stands."""
    return next(y for y, line in enumerate(lines(rows)) if f"▟{text}" in line)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_hand_fills_its_place(width: int, height: int) -> None:
    trio = saved(TRIO)
    for one in (
        model(SOLO),
        model(SOLO, hands=[[]]),
        model_of(trio, "8D"),
        model_of(trio, curtain=True),
        model_of(saved(TRIO, "*")),
        model_of(saved(LAST_KING, "TS")),
    ):
        assert [width_of(row) for row in hand(one, width, height)] == [width] * height


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_card_stands_above_its_number(width: int, height: int) -> None:
    one = model(SOLO)
    *above, numbers = lines(hand(one, width, height))
    fan = fan_of(8, width, height)
    assert fan.size is not None
    for place, card in enumerate(texts(one.hand)):
        column = fan.left + place * fan.step
        seen = slice(column, column + fan.size.width)
        assert str(place + 1) in numbers[seen]
        assert any(card in line[seen] for line in above)


def test_larger_windows_draw_larger_cards() -> None:
    sizes = [fan.size for size in SIZES if (fan := fan_of(8, *size)).size is not None]
    assert [(size.width, size.height) for size in sizes] == [(6, 4), (9, 7), (13, 10), (15, 12)]


def test_eight_cards_lie_side_by_side_and_more_overlap() -> None:
    for width, height in SIZES:
        usual, more = fan_of(8, width, height), fan_of(12, width, height)
        assert usual.size is not None
        assert usual.step > usual.size.width
        assert more.size is not None
        assert more.step < usual.step
        assert fan_of(5, width, height) == usual


def test_it_says_how_many_cards_a_hand_may_hold() -> None:
    one = model(SOLO, hands=[["2D", "3H"]])
    assert lines(hand(one))[-1].rstrip().endswith("2 of 8 cards")
    assert "Ada's hand, 5 of 6" in lines(hand(model(TRIO)))[-1]


def test_new_cards_have_a_dot() -> None:
    one = replace(model(SOLO), fresh=frozenset({3, 6}))
    for width, height in SIZES[1:]:
        *faces, _ = lines(hand(one, width, height))
        corners = [line for line in faces if "●" in line]
        assert len(corners) == 1
        assert corners[0].count("●") == 2
    *faces, _ = lines(hand(one, symbols=PLAIN))
    assert "".join(faces).count("o") == 2


def test_the_dot_of_new_cards_is_explained_beside_them() -> None:
    few = model(SOLO, hands=[["2D", "3H", "4C"]])
    assert "● new" not in lines(hand(few))[-1]
    assert lines(hand(replace(few, fresh=frozenset({1}))))[-1].endswith("3 of 8 cards  ● new")


def test_a_picked_card_rises_and_its_number_says_so() -> None:
    before, after = hand(model(SOLO, "")), hand(model(SOLO, "7C"))
    assert top_of(after, "7♣") == top_of(before, "7♣") - 1
    assert top_of(after, "5♠") == top_of(before, "5♠")
    assert "▴5" in lines(after)[-1]
    assert "▴" not in lines(before)[-1]


def test_the_number_at_the_pointer_stands_on_gold() -> None:
    numbers = hand(model_of(saved(SOLO), cursor=3))[-1]
    (run,) = [run for run in numbers if "accent" in run.style and run.text.strip() == "4"]
    assert run.style == "on-accent/accent+bold"


def test_without_colours_the_pointer_is_a_sign() -> None:
    signs = replace(DRAWN, mono=True)
    numbers = lines(hand(model_of(saved(SOLO), cursor=3), symbols=signs))[-1]
    assert numbers.count("›") == 1
    assert "›4" in numbers


def test_in_plain_letters_the_hand_is_ascii_and_still_shows_what_is_picked() -> None:
    rows = lines(hand(model(SOLO, "7C"), symbols=PLAIN))
    assert "\n".join(rows).isascii()
    assert "^5" in rows[-1]


def test_in_plain_letters_without_colours_cards_have_frames() -> None:
    rows = lines(hand(model(SOLO), symbols=replace(PLAIN, mono=True)))
    assert rows[1].count("+") == 16
    assert "+2D" in rows[1]


def test_every_card_can_be_clicked() -> None:
    actions = {run.action for row in hand(model(SOLO)) for run in row}
    assert {f"pick({number})" for number in range(1, 9)} <= actions


def test_new_is_what_was_not_there_before() -> None:
    before = cards(["2C", "*", "9S"])
    assert fresh_places(cards(["2C", "4H", "9S", "*", "*"]), before) == {1, 4}
    assert fresh_places(cards(["2C", "9S"]), before) == set()
    assert fresh_places(cards(["3C", "4C"]), before) == set()  # all are: nothing to tell apart


def test_with_nothing_picked_every_card_is_possible() -> None:
    assert worn(model(SOLO)) == []


def test_what_cant_join_the_picked_cards_has_darker_paper() -> None:
    assert worn(model(SOLO, "8D")) == ["2♦", "3♥", "5♠", "7♣", "9♥", "10♠"]
    assert worn(model(SOLO, "AC")) == []
    assert worn(model(SOLO, "8D AC")) == ["2♦", "3♥", "5♠", "7♣", "9♥", "10♠"]


def test_cards_of_one_number_join_up_to_ten() -> None:
    cards = ["3C", "3D", "3H", "3S", "4H"]
    assert worn(model(SOLO, "3C", hands=[cards])) == ["4♥"]
    assert worn(model(SOLO, "3C 3D", hands=[cards])) == ["4♥"]
    assert worn(model(SOLO, "3C 3D 3H", hands=[cards])) == ["3♠", "4♥"]


def test_a_jester_joins_nothing() -> None:
    assert worn(model(TRIO, "*")) == ["2♥", "2♠", "8♦", "10♣"]
    assert "★" in worn(model(TRIO, "8D"))


def test_without_combos_equal_numbers_dont_join() -> None:
    game = saved({**SOLO, "hands": [["3C", "3D", "4H"]]}, options={"combos": False})
    assert worn(model_of(game, "3C")) == ["3♦", "4♥"]


def test_in_a_payment_cards_have_darker_paper_of_which_one_would_be_needless() -> None:
    assert worn(model(SOLO, "9H", phase="suffer")) == []
    assert worn(model(SOLO, "9H TS", phase="suffer")) == ["7♣", "8♦"]


def test_an_empty_hand_says_so() -> None:
    assert "No cards in hand." in page(hand(model(SOLO, hands=[[]])))


def test_who_is_next_is_chosen_by_name() -> None:
    rows = lines(hand(model_of(saved(TRIO, "*"), cursor=2)))
    assert "Who goes next?" in rows[0]
    assert ["1 Ada  4 cards (yourself)" in row for row in rows].count(True) == 1
    assert ["2 Bea  3 cards" in row for row in rows].count(True) == 1
    assert ["› 3 Cy   3 cards" in row for row in rows].count(True) == 1


def test_who_chooses_is_called_so_where_somebody_else_reads_it() -> None:
    choice = model_of(saved(TRIO, "*"))
    for one in (
        replace(choice, needs_no_curtain=True),
        model_of(saved(TRIO, "*"), replay_step=("0/1",)),
    ):
        assert "1 Ada  4 cards (themselves)" in page(hand(one))


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_cards_that_nobody_sees_have_no_numbers(width: int, height: int) -> None:
    table = replace(saved(TRIO).seen_from(None), needs_no_curtain=True)
    shown = hand(compose(table, Pointing(), ()), width, height)
    assert not any(run.text.strip() in "1234" for run in shown[-1] if run.text.strip())
    assert not any("accent" in run.style for row in shown for run in row)


def test_in_a_large_window_the_choice_stands_where_the_rest_of_the_board_begins() -> None:
    rows = lines(hand(model_of(saved(TRIO, "*")), 120, 14))
    assert rows[0] == ""
    assert rows[1].index("Who goes next?") == 4
    assert next(row for row in rows if "2♥" in row).index("▟2♥") == 4


def test_the_cards_beside_the_choice_are_named_after_their_player() -> None:
    four = model_of(saved(TRIO, "*"))
    assert "Ada's cards 2♥ 2♠ 8♦ 10♣" in page(hand(four, 60, 6))
    assert "your cards 2♥ 2♠ 8♦ 10♣" in page(hand(replace(four, own=True), 60, 6))


def test_who_chooses_sees_the_own_cards_drawn_where_there_is_room() -> None:
    four = model_of(saved(TRIO, "*"))
    roomy = page(hand(four, 120, 14))
    assert all(f"▟{card}" in roomy for card in ("2♥", "2♠", "8♦", "10♣"))
    assert "2 Bea  3 cards" in roomy


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_four_players_to_choose_from_are_all_in_sight(width: int, height: int) -> None:
    four = {**TRIO, "players": 4, "hands": [["*", "9D"], ["9C"], ["9S"], ["TH"]]}
    text = page(hand(model_of(saved(four, "*")), width, height))
    assert all(name in text for name in ("Ada", "Bea", "Cy", "Dot"))


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_curtain_hides_every_card_and_says_whose_turn_it_is(width: int, height: int) -> None:
    one = model_of(saved({**TRIO, "turn": 2}), curtain=True)
    text = page(hand(one, width, height))
    assert "Pass the keyboard to Bea." in text
    assert not set(text) & set("♣♦♥♠★▚▞")


def test_in_a_replay_every_card_has_its_paper() -> None:
    one = model_of(saved(SOLO), replay_step=("Replay 0/0",))
    assert worn(one) == []
    assert not any("accent" in run.style for row in hand(one) for run in row)
