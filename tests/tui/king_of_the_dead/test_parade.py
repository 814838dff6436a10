"""The Parade: real cards with their prices, and which of them the picked cards can buy."""

import pytest

from regicide_tui.tui.king_of_the_dead.parade import parade_rows
from regicide_tui.tui.king_of_the_dead.places import parade_above
from regicide_tui.tui.king_of_the_dead.scene import Scene
from regicide_tui.tui.paint import Row, width_of
from regicide_tui.tui.symbols import DRAWN, PLAIN
from tests.tui.king_of_the_dead.scenes import SIZES, TWO, dealt, holding, king, scene
from tests.tui.scenes import lines, page


def rows_of(one: Scene, size: tuple[int, int] = (80, 24)) -> list[Row]:
    place = parade_above(*size)["stage"]
    return parade_rows(one, place.width, place.height, DRAWN)


def styles_of_labels(one: Scene) -> dict[str, str]:
    """Return the style of what stands above each place."""
    return {run.text.strip(): run.style for run in rows_of(one)[1] if run.text.strip(" │")}


@pytest.mark.parametrize("size", SIZES)
def test_all_cards_and_prices_are_seen_at_every_size(size: tuple[int, int]) -> None:
    rows = rows_of(scene(king()), size)
    text = page(rows)
    for card in ("7♥", "8♣", "9♦", "K♠", "5♦", "J♥", "6♠", "7♦"):
        assert card in text
    edge = lines(rows)[-2]
    assert [word.strip("╰─╯") for word in edge.strip("│ ").split()][1:9] == [
        *("7", "7", "8", "9", "10", "5", "10", "6")
    ]
    assert {width_of(row) for row in rows} == {size[0]}
    assert "Gate 11, Well 5" in text


def test_an_empty_slot_and_an_empty_well_have_no_card() -> None:
    rows = lines(rows_of(scene(king(well=[], newcomer=None))))
    assert rows[4].count(" - ") == 3
    assert rows[2].count("╭") == 8


def test_what_the_picked_cards_can_buy_stands_out() -> None:
    styles = styles_of_labels(scene(king(), "3C 4S"))
    within = [label for label, style in styles.items() if style == "accent"]
    assert within == ["New", "@1", "@6"]
    assert styles["@2"] == "faint"
    assert styles["Gate"] == styles["Well"] == "muted"


def test_with_nothing_picked_nothing_stands_out() -> None:
    assert set(styles_of_labels(scene(king())).values()) == {"muted"}


def test_a_picked_card_of_the_well_has_the_frame_of_a_picked_card() -> None:
    rows = lines(rows_of(scene(king(), "5H 6D", well=True)))
    assert rows[2].endswith("┏━━━━┓ │")
    assert rows[2].count("┏") == 1


def test_slots_that_are_asked_for_stand_out_and_the_one_at_the_pointer_most() -> None:
    looking = scene(holding("JH 9D", "play JH"))
    assert set(styles_of_labels(looking).values()) == {"muted"}
    absconding = scene(king({**TWO, "hands": [["5C", "5D"], []]}, "play 5C+5D"))
    styles = styles_of_labels(absconding)
    assert styles["@1"] == "accent+bold"
    assert styles["@2"] == "accent"
    assert styles["New"] == "faint"


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (scene(king()), "4 fall when the round ends"),
        (scene(king(TWO)), "the last round"),
        (scene(dealt(2)), "2 fall when the round ends"),
    ],
)
def test_the_edge_tells_how_the_round_ends(one: Scene, words: str) -> None:
    assert words in lines(rows_of(one))[0]


def test_a_click_on_a_place_names_its_slot() -> None:
    actions = [run.action for run in rows_of(scene(king()))[1] if run.action]
    assert actions == [f"slot({number})" for number in (0, 1, 2, 3, 4, 6, 7, 8)] + ["well"]


def test_it_can_be_drawn_in_letters() -> None:
    text = page(parade_rows(scene(king()), 80, 7, PLAIN))
    assert text.isascii()
    assert "7H" in text
