"""Cards, royals, numbers and bars: of their size and to be read in every terminal."""

import pytest
from msgspec.structs import replace

from regicide_tui.cards import JESTER, PACK, ROYALS, UNKNOWN, Card, Suit, card, cards
from regicide_tui.tui.rendering import art
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.faces import (
    TRACK_SIZE,
    CardSize,
    CardState,
    RoyalState,
    bar,
    castle_back,
    face,
    fan,
    number,
    pile,
    portrait,
    title,
)
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, Row, Symbols, width_of
from tests.tui.models import lines, page

TERMINALS = {
    "drawn": DRAWN,
    "no colour": replace(DRAWN, mono=True, shadows=False),
    "letters": PLAIN,
    "letters without colour": replace(PLAIN, mono=True, shadows=False),
}
every_terminal = pytest.mark.parametrize("symbols", TERMINALS.values(), ids=TERMINALS)
SIZES = tuple(
    CardSize(width, height)
    for width, height in (
        *((6, 3), (6, 4), (7, 6), (8, 4), (9, 6), (9, 7), (11, 8), (11, 10), (13, 9), (13, 10)),
        *((15, 12), (22, 16), (44, 30)),
    )
)
CARDS = (*PACK, JESTER, UNKNOWN)


def shape(rows: tuple[Row, ...] | list[Row]) -> set[tuple[int, int]]:
    return {(width_of(row), len(rows)) for row in rows}


def pips(one: Card, size: CardSize, symbols: Symbols = DRAWN) -> int:
    """Return how often the sign of its suit stands on a card, besides those in its corners."""
    assert one.suit is not None
    return page(face(one, size, symbols)).count(symbols.suit(one.suit)) - 2


# ---------------------------------------------------------------- cards


@every_terminal
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.width}x{size.height}")
def test_every_card_fills_its_size_and_has_room_for_a_shadow(
    symbols: Symbols, size: CardSize
) -> None:
    for one in CARDS:
        for card_state in (
            CardState(),
            CardState("felt", worn=True, new=True),
            CardState(shadow=False),
        ):
            assert shape(face(one, size, symbols, card_state)) == {
                (size.width + 1, size.height + 1)
            }
    assert shape(castle_back(size, symbols)) == {(size.width + 1, size.height + 1)}


@every_terminal
@pytest.mark.parametrize("size", SIZES[1:], ids=lambda size: f"{size.width}x{size.height}")
def test_a_card_names_itself_in_two_corners(symbols: Symbols, size: CardSize) -> None:
    for one in PACK:
        rows = lines(face(one, size, symbols))
        name = symbols.card_text(one)
        assert rows[0][1:].startswith(name)
        assert rows[size.height - 1][: size.width - 1].endswith(name)


@pytest.mark.parametrize(
    "size", [CardSize(6, 4), CardSize(9, 4), CardSize(9, 7), CardSize(13, 10), CardSize(15, 12)]
)
def test_a_card_has_as_many_pips_as_its_number(size: CardSize) -> None:
    for one in PACK:
        if one.rank not in ROYALS and one.rank != "A":
            assert pips(one, size) == (10 if one.rank == "T" else int(one.rank)), one


def test_an_ace_has_one_large_pip_and_in_letters_one_sign() -> None:
    ace = card("AS")
    assert pips(ace, CardSize(9, 7)) == 0
    assert "▀" in page(face(ace, CardSize(9, 7), DRAWN))
    assert pips(ace, CardSize(9, 7), PLAIN) == 1


def test_a_royal_is_a_picture_and_without_colours_and_pixels_a_name() -> None:
    queen = card("QH")
    assert "▀" in page(face(queen, CardSize(13, 9), DRAWN))
    framed = TERMINALS["letters without colour"]
    assert "Queen" in page(face(queen, CardSize(13, 9), framed))
    assert lines(face(queen, CardSize(13, 9), framed))[0] == "+QH---------+"


@pytest.mark.parametrize(
    "size", [CardSize(5, 3), CardSize(6, 3), CardSize(6, 4), CardSize(7, 5), CardSize(9, 4)]
)
@pytest.mark.parametrize("rank", ROYALS)
def test_on_a_small_card_a_royal_has_a_whole_head(size: CardSize, rank: str) -> None:
    seen = "".join([run.style for row in face(card(f"{rank}H"), size, DRAWN) for run in row])
    head = {letter for row in art.court(rank, "S") for letter in row} - {"."}
    assert {letter for letter in head if f"H:{letter}" in seen} == head


def test_a_card_that_can_not_be_played_lies_on_darker_paper() -> None:
    def papers(*, worn: bool) -> set[str]:
        rows = face(card("7C"), CardSize(9, 7), DRAWN, CardState("felt", worn=worn))
        return {run.style.partition("/")[2].partition("+")[0] for row in rows for run in row}

    assert "paper" in papers(worn=False)
    assert "worn" not in papers(worn=False)
    assert "worn" in papers(worn=True)
    assert "paper" not in papers(worn=True)


@every_terminal
def test_a_new_card_is_marked(symbols: Symbols) -> None:
    size = CardSize(9, 7)
    assert symbols.new in lines(face(card("7C"), size, symbols, CardState(new=True)))[0]
    assert symbols.new not in lines(face(card("7C"), size, symbols))[0]


def test_a_back_tells_nothing_and_the_castles_is_another() -> None:
    size = CardSize(8, 4)
    assert not set(page(face(UNKNOWN, size, DRAWN))) & set("♣♦♥♠23456789JQKA")
    assert face(UNKNOWN, size, DRAWN) != castle_back(size, DRAWN)


def test_in_letters_everything_is_ascii() -> None:
    for size in SIZES:
        for one in CARDS:
            assert page(face(one, size, PLAIN)).isascii()


def test_a_pile_shows_the_edges_below_its_top() -> None:
    size = CardSize(6, 4)
    drawn = pile(face(card("9C"), size, DRAWN), size, 2, DRAWN)
    assert shape(drawn) == {(9, 5)}
    assert lines(drawn)[0].startswith("▟▟▟9♣")


def test_of_cards_in_a_fan_all_but_the_last_are_covered() -> None:
    size = CardSize(6, 3)
    drawn = lines(fan(cards("4C AS"), size, 4, DRAWN, CardState(), edge=None))
    assert drawn[0].startswith("▟4♣ ▟A♠")


# ---------------------------------------------------------------- the track


@every_terminal
@pytest.mark.parametrize("rank", ROYALS)
def test_a_royal_of_the_track_shows_who_and_where_it_is(symbols: Symbols, rank: str) -> None:
    hidden = portrait(RoyalState(rank), symbols)
    gone = portrait(RoyalState(rank, absent=True), symbols)
    here = portrait(RoyalState(rank, Suit.HEARTS, here=True), symbols)
    fallen = portrait(RoyalState(rank, Suit.HEARTS), symbols)
    exact = portrait(RoyalState(rank, Suit.HEARTS, exact=True), symbols)
    name = rank + symbols.suit(Suit.HEARTS)
    pointer = symbols.pointer if symbols.mono else ""
    labels = [lines(one)[2].strip() for one in (hidden, gone, here, fallen, exact)]
    assert labels == [
        rank,
        rank + symbols.fallen,
        pointer + name,
        name + symbols.fallen,
        name + symbols.star,
    ]
    for one in (hidden, gone, here, fallen, exact):
        assert shape(one) == {(TRACK_SIZE.width, TRACK_SIZE.height)}


def test_a_hidden_royal_shows_no_suit() -> None:
    for rank in ROYALS:
        assert not set(page(portrait(RoyalState(rank), DRAWN))) & set("♣♦♥♠")


# ---------------------------------------------------------------- numbers, titles, bars


@pytest.mark.parametrize(("large", "drop", "height"), [(0, 0, 3), (1, 0, 6), (0, 1, 4), (1, 1, 7)])
def test_a_number_has_its_height(large: int, drop: int, height: int) -> None:
    assert len(number(40, "text", "stone", large=bool(large), drop=bool(drop))) == height


def test_no_two_numbers_are_drawn_alike() -> None:
    assert len({tuple(number(value, "text", "stone")) for value in range(41)}) == 41


def test_a_title_is_as_high_as_it_says() -> None:
    assert len(title("REGICIDE", "night", DRAWN)) == 4
    assert len(title("REGICIDE", "night", DRAWN, large=True)) == 8
    assert len(title("REGICIDE", "night", PLAIN)) == 7  # a pixel is a cell high


def kinds(row: Row) -> str:
    """Return a bar as letters: `s` stays, `g` would go, `x` goes exactly, `l` is lost."""
    letters = {"bar-hearts": "s", "ghost-hearts": "g", "accent": "x", "lost": "l"}
    return "".join(
        [
            letters[run.style.partition("/")[2].partition("+")[0]]
            for run in row
            for _ in range(width_of((run,)))
        ]
    )


def test_a_bar_shows_what_stays_what_would_go_and_what_is_lost() -> None:
    (row,) = bar(20, 40, 30, 10, Suit.HEARTS, DRAWN)
    assert kinds(row) == "s" * 5 + "g" * 10 + "l" * 5


def test_what_an_exact_play_would_take_is_gold() -> None:
    (row,) = bar(20, 40, 30, 0, Suit.HEARTS, DRAWN, exact=True)
    assert kinds(row) == "x" * 15 + "l" * 5


def test_who_lives_keeps_a_piece_of_the_bar() -> None:
    (row,) = bar(10, 40, 40, 1, Suit.HEARTS, DRAWN)
    assert row[0].text.startswith("▌")
    assert "bar-hearts" in row[0].style


def test_without_colours_a_bar_is_of_signs() -> None:
    symbols = TERMINALS["no colour"]
    (row,) = bar(20, 40, 30, 10, Suit.HEARTS, symbols)
    assert "".join([run.text for run in row]) == "█" * 5 + "╱" * 10 + "·" * 5


def test_a_card_can_be_laid_on_a_canvas() -> None:
    canvas = Canvas(9, 6, "felt")
    canvas.paste(1, 1, face(card("9C"), CardSize(6, 4), DRAWN, CardState("felt")))
    assert lines(canvas.rows())[1].startswith(" ▟9♣")
