"""The Parade: real cards with their prices, and which of them the picked cards can buy."""

import pytest
from msgspec.structs import replace

from regicide_tui.tui.games.king_of_the_dead.game_ui import GAME_UI
from regicide_tui.tui.games.king_of_the_dead.model import KingModel
from regicide_tui.tui.games.king_of_the_dead.parade import parade_rows
from regicide_tui.tui.input.commands import game_action
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, Row, Run, Symbols, width_of
from tests.tui.king_of_the_dead.models import FOUR, SIZES, TWO, dealt, holding, king, model
from tests.tui.models import lines, page


def rows_of(one: KingModel, size: tuple[int, int] = (80, 24)) -> list[Row]:
    place = GAME_UI.place_zones(*size, len(one.seats), False)["stage"]
    rows = parade_rows(one, place.width, place.height, DRAWN)
    assert {width_of(row) for row in rows} == {size[0]}
    assert len(rows) == place.height
    return rows


def runs_of(rows: list[Row], slot: str) -> list[Run]:
    """Return the runs of a place by the action of a click on it."""
    return [run for row in rows for run in row if run.action == slot]


def above(one: KingModel, slot: str, size: tuple[int, int] = (80, 24)) -> str:
    """Return what is written above a place."""
    return "".join([run.text for run in runs_of(rows_of(one, size)[:1], slot)]).strip()


def style_of(one: KingModel, words: str, slot: str) -> str:
    """Return the style of words above or below a place."""
    (style,) = {run.style for run in runs_of(rows_of(one), slot) if run.text.strip() == words}
    return style


def grounds(one: KingModel, slot: int) -> set[str]:
    """Return the grounds of a place."""
    runs = runs_of(rows_of(one), game_action("slot", slot))
    return {run.style.partition("/")[2].partition("+")[0] for run in runs}


@pytest.mark.parametrize("size", SIZES)
def test_all_cards_and_prices_are_seen_at_every_size(size: tuple[int, int]) -> None:
    rows = rows_of(model(king()), size)
    text = page(rows)
    for card in ("7♥", "8♣", "9♦", "K♠", "5♦", "J♥", "6♠", "7♦"):
        assert card in text
    prices = {7: 1, 8: 2, 9: 3, 10: 4, 5: 6, 6: 8}
    for price, slot in prices.items():
        words = " ".join([run.text for run in runs_of(rows, game_action("slot", slot))])
        assert str(price) in words.split()
    for name, count in (("Gate", "11"), ("Well", "5")):
        assert name in text
        assert count in text.split()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_place_has_its_name_at_every_size(players: int, size: tuple[int, int]) -> None:
    head = lines(rows_of(model(dealt(players)), size))[0]
    crowded = players == 4 and size[0] == 60
    newcomer = "New" if crowded else "Newcomer"
    names = [word for word in head.split() if word.isalpha() and word != "falls"]
    assert names == ["Gate", newcomer, "The", "Parade", "Well"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("parade", [["7D", "KS", None, None], ["7D", None, "KS", None]])
def test_the_name_of_the_parade_moves_away_from_cards_that_fall(
    parade: list[str | None], size: tuple[int, int]
) -> None:
    head = lines(rows_of(model(king(TWO, parade=parade, final_round=False)), size))[0]
    assert "Parade" in head
    assert head.count(DRAWN.arrow) == 2


@pytest.mark.parametrize("size", SIZES)
def test_the_parade_has_its_name_in_a_question_about_it(size: tuple[int, int]) -> None:
    two = king({**TWO, "hands": [["5C", "5D"], []]}, "play 5C+5D")
    four = holding("5H 5C", "play 5H+5C")
    asked = [two] if size[0] == 60 else [two, four]
    assert all("Parade" in lines(rows_of(model(game), size))[0] for game in asked)


@pytest.mark.parametrize("size", SIZES)
def test_a_colon_after_the_name_of_the_parade_comes_only_before_the_first_card(
    size: tuple[int, int],
) -> None:
    head = lines(rows_of(model(holding("5H 5C", "play 5H+5C")), size))[0]
    before, colon, _ = head.partition(":")
    assert not colon or "1" not in before


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_a_royal_in_the_parade_has_a_head(size: tuple[int, int]) -> None:
    jack = runs_of(rows_of(model(king()), size), game_action("slot", 7))
    assert any("▀" in run.text and "H:" in run.style for run in jack)


def test_cards_that_touch_have_an_edge_between_them() -> None:
    touching = "7♥ and 8♣", "8♣ and 9♦"
    below_the_names = lines(rows_of(model(king()), (60, 20)))[2]
    assert below_the_names.count(DRAWN.edge) == len(touching)
    assert DRAWN.edge not in page(rows_of(model(king()), (80, 24)))


@pytest.mark.parametrize(("players", "size"), [(2, (120, 40)), (4, (120, 40)), (4, (200, 60))])
def test_where_there_is_room_prices_are_words(players: int, size: tuple[int, int]) -> None:
    text = page(rows_of(model(king(TWO if players == 2 else FOUR)), size))
    assert "costs 10" in text
    assert "costs 7" in text


@pytest.mark.parametrize(
    ("one", "size", "power"),
    [
        (king(TWO), (80, 24), "Disinter"),
        (king(TWO), (80, 24), "from Well"),
        (king(TWO), (120, 40), "Disinter"),
        (king(), (120, 40), "Corrupt"),
        (king(), (200, 60), "Disinter"),
    ],
)
def test_a_royal_tells_its_power(one: object, size: tuple[int, int], power: str) -> None:
    assert power in page(rows_of(model(one), size))  # type: ignore[arg-type]


def test_an_empty_slot_and_an_empty_well_have_no_card() -> None:
    rows = rows_of(model(king(well=[], newcomer=None)))
    assert page(rows).count(DRAWN.unknown) == 3
    assert runs_of(rows, game_action("slot", 5)) == []
    assert runs_of(rows, game_action("slot", 0)) == []


def test_what_the_picked_cards_can_buy_stands_out_and_what_is_marked_most() -> None:
    one = model(king(), "3C 4S")
    prices = {0: "7", 1: f"{DRAWN.pointer}7", 2: "8", 6: "5"}
    styles = {slot: style_of(one, text, game_action("slot", slot)) for slot, text in prices.items()}
    assert styles[1] == "on-accent/accent+bold"
    assert styles[0] == styles[6] == "text/stone3+bold"
    assert styles[2] == "muted/felt2"
    assert "paper" in grounds(one, 6)
    assert "worn" in grounds(one, 2)


@pytest.mark.parametrize("symbols", [DRAWN, PLAIN], ids=["drawn", "plain"])
def test_without_colours_what_can_be_bought_has_a_sign(symbols: Symbols) -> None:
    signs = replace(symbols, mono=True)
    foot = lines(parade_rows(model(king(), "3C 4S"), 80, 6, signs))[-1].split()
    assert foot[1:] == ["[7]", f"{signs.pointer}7", "8", "9", "10", "[5]", "10", "6", "5"]


def test_with_nothing_picked_what_the_hand_can_buy_stands_out() -> None:
    one = model(holding("6H 5H 2C", newcomer="JS"))
    assert "paper" in grounds(one, 2)  # 8♣, for 11 red
    assert "worn" in grounds(one, 1)  # 7♥, for 2 black


def test_behind_the_curtain_nothing_is_out_of_reach() -> None:
    one = model(king(), curtain=True)
    assert all("worn" not in grounds(one, slot) for slot in (1, 2, 3, 4, 6, 7, 8))


def test_a_picked_card_of_the_well_stands_out() -> None:
    picked = model(king(), "5H 6D", well=True)
    assert style_of(picked, "Well", game_action("well")).startswith("on-accent")
    assert style_of(model(king()), "Well", game_action("well")) == "muted/felt2"


def test_slots_that_are_asked_for_have_their_digits_and_the_pointer_stands_on_one() -> None:
    one, two = game_action("slot", 1), game_action("slot", 2)
    absconding = model(king({**TWO, "hands": [["5C", "5D"], []]}, "play 5C+5D"))
    assert lines(rows_of(absconding))[0].split() == [
        "Gate",
        "3",
        "Newcomer",
        "Parade:",
        *"1234",
        "Well",
        "2",
    ]
    assert style_of(absconding, "1", one) == "on-accent/accent+bold"
    assert style_of(absconding, "2", two) == "text/felt2+bold"
    assert style_of(absconding, "Newcomer", game_action("slot", 0)) == "muted/felt2"


@pytest.mark.parametrize(
    ("one", "falling"),
    [
        (model(king()), [4, 6, 7, 8]),
        (model(king(TWO)), []),
        (model(dealt(2)), [3, 4]),
    ],
)
@pytest.mark.parametrize("size", SIZES)
def test_the_cards_that_fall_when_the_round_ends_are_marked(
    one: KingModel, falling: list[int], size: tuple[int, int]
) -> None:
    slots = range(1, len(one.view.parade) + 1)
    heads = {slot: above(one, game_action("slot", slot), size) for slot in slots}
    marked = [slot for slot, head in heads.items() if "falls" in head or DRAWN.arrow in head]
    assert marked == falling


def test_a_click_on_a_place_names_its_slot() -> None:
    actions = [run.action for run in rows_of(model(king()))[0] if run.action]
    assert list(dict.fromkeys(actions)) == [
        *[game_action("slot", number) for number in (0, 1, 2, 3, 4, 6, 7, 8)],
        game_action("well"),
    ]


def test_it_can_be_drawn_in_letters() -> None:
    text = page(parade_rows(model(king()), 80, 7, PLAIN))
    assert text.isascii()
    assert "7H" in text
