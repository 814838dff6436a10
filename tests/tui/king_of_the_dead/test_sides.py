"""The players: figures for everybody, and what lies before them as far as there is room."""

from typing import Any

import pytest

from regicide_tui.tui.king_of_the_dead.places import parade_above
from regicide_tui.tui.king_of_the_dead.scene import Scene
from regicide_tui.tui.king_of_the_dead.sides import sides_rows
from regicide_tui.tui.paint import width_of
from regicide_tui.tui.symbols import DRAWN
from tests.tui.king_of_the_dead.scenes import SIZES, TWO, king, named, scene
from tests.tui.scenes import lines


def sides(one: Scene, size: tuple[int, int] = (80, 24)) -> list[str]:
    place = parade_above(*size)["sides"]
    rows = sides_rows(one, place.width, place.height, DRAWN)
    assert {width_of(row) for row in rows} == {place.width}
    assert len(rows) == place.height
    return lines(rows)


@pytest.mark.parametrize("size", SIZES)
def test_everybody_has_a_line_of_figures_at_every_size(size: tuple[int, int]) -> None:
    text = sides(scene(king()), size)
    figures = [line.strip("│ ›").split()[-10:] for line in text if "   " in line]
    for name, *counts in (
        ("Ada", "23", "9", "5", "4", "9♥"),
        ("Bea", "14", "2", "3", "3", "T♦"),
        ("Cyd", "16", "4", "4", "1", "6♠"),
        ("Dee", "5", "3", "2", "5", "K♣"),
    ):
        assert any(" ".join([name, *counts]) in " ".join(words) for words in figures), name


@pytest.mark.parametrize(
    ("size", "words"),
    [
        ((60, 20), ["T♥", "9♣Q♣"]),
        ((80, 24), ["keeps T♥", "keeps 9♣ Q♣"]),
        ((100, 24), ["A♠ keeps T♥   plays 2♦ 2♥", "A♥ keeps 9♣ A♣ keeps Q♣"]),
        (
            (120, 40),
            ["A♠ keeps T♥   plays 2♦ 2♥", "A♥ keeps 9♣ A♣ keeps Q♣", "discard 9♥ 5♦ 2♠ A♦"],
        ),
        ((200, 60), ["│T♥ │A♠", "│2♦ │2♥", "│A♦ │2♠ │5♦ │9♥", "│7♥ │7♣ │9♦"]),
    ],
)
def test_room_decides_how_familiars_and_piles_are_shown(
    size: tuple[int, int], words: list[str]
) -> None:
    text = "\n".join(sides(scene(king()), size))
    assert [one for one in words if one not in text] == []


def test_who_acts_and_who_was_first_are_marked() -> None:
    text = sides(scene(king(turn=3, first=2, plays=[[]] * 4, hands=[["3C"], [], ["4C"], []])))
    marked = [line for line in text if "›" in line]
    assert len(marked) == 1
    assert "Cyd" in marked[0]
    assert [line for line in text if " 1 " in line and "Bea" in line]


def test_a_question_to_another_marks_the_other() -> None:
    asked = scene(king(None, "play QS+*"))
    assert [line.split()[1] for line in sides(asked) if "›" in line] == ["›"]
    assert "Bea" in next(line for line in sides(asked) if "›" in line)


@pytest.mark.parametrize("size", SIZES)
def test_long_names_leave_room_for_the_figures(size: tuple[int, int]) -> None:
    names = ("Ada Augusta Countess of Lovelace", "漢字漢字漢字漢字漢字漢字", "Cy", "D")
    text = "\n".join(sides(scene(named(king(), names)), size))
    assert "23    9    5    4 9♥" in text
    assert "…" in text


def test_a_long_pile_is_cut_where_there_is_no_room() -> None:
    pile = [rank + suit for rank in "23456789" for suit in "CDHS"]
    nothing: dict[str, Any] = {
        "scores": [[], []],
        "parade": [None] * 4,
        "well": [],
        "gate": [],
        "newcomer": None,
    }
    hands = {"hands": [["KC"], []], "draws": [[], []]}
    game = king({**TWO, "discards": [pile, []], **hands}, **nothing)
    assert any("discard 2♣ 2♦" in line and "… " in line for line in sides(scene(game), (70, 27)))


def test_the_curtain_hides_none_of_it() -> None:
    assert sides(scene(king())) == sides(scene(king(), curtain=True))
