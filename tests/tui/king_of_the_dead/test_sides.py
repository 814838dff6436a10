"""The players: figures for everybody, and what lies before them as far as there is room."""

import re
from typing import Any

import pytest

from regicide_tui.tui.games.king_of_the_dead.game_ui import GAME_UI
from regicide_tui.tui.games.king_of_the_dead.model import KingModel
from regicide_tui.tui.games.king_of_the_dead.sides import sides_rows
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, Row, width_of
from tests.tui.king_of_the_dead.models import SIZES, TWO, dealt, king, model, named
from tests.tui.models import lines

NOBODY_ELSE: dict[str, Any] = {
    "parade": [None] * 4,
    "well": [],
    "gate": [],
    "newcomer": None,
    "draws": [[], []],
}
"""Nothing lies anywhere else."""


def rows_of(one: KingModel, size: tuple[int, int] = (80, 24)) -> list[Row]:
    place = GAME_UI.place_zones(*size, len(one.seats), False)["sides"]
    rows = sides_rows(one, place.width, place.height, DRAWN)
    assert {width_of(row) for row in rows} == {place.width}
    assert len(rows) == place.height
    return rows


def sides(one: KingModel, size: tuple[int, int] = (80, 24)) -> list[str]:
    return lines(rows_of(one, size))


@pytest.mark.parametrize("size", SIZES)
def test_everybody_has_figures_at_every_size(size: tuple[int, int]) -> None:
    words = " ".join(sides(model(king()), size)).split()
    for name in ("Ada", "Bea", "Cyd", "Dee"):
        assert name in words
    if size[0] < 100:
        for line in ("23 9 5 4 9♥", "14 2 3 3 10♦", "16 4 4 1 6♠", "5 3 2 5 K♣"):
            assert line in " ".join(words)
    else:
        for figures in ("hand 9", "hand 2", "hand 4", "hand 3", "draw 5", "draw 3", "draw 4"):
            assert figures in " ".join(words).replace("draw pile", "draw")


def test_the_name_of_a_pile_takes_no_room_from_its_top_card() -> None:
    """Where both find no room, the longer name is left out."""
    text = " ".join(" ".join(sides(model(king()), (200, 60))).split())
    for figures in ("discard 4 9♥", "discard 3 10♦", "discard 5 K♣"):
        assert figures in text
    text = " ".join(" ".join(sides(model(king(TWO)), (80, 24))).split())
    assert "draw pile 4" in text
    assert "discard 3 2♦" in text
    text = " ".join(" ".join(sides(model(dealt(2)), (80, 24))).split())
    assert "discard pile 0" in text


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "name", ["Ada", "Captain Vane", "Maximiliana Theodora", "名無しの権兵衛さん"]
)
def test_who_began_the_round_is_marked_however_long_the_name_is(
    size: tuple[int, int], name: str
) -> None:
    for saved in (king(TWO, first=1), king()):
        text = "\n".join(sides(model(named(saved, (name, *saved.seats[1:]))), size))
        assert "started this round" in text or "1st" in text or f"1 {name[:5]}" in text


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)])
def test_two_players_have_their_points_in_pixels(size: tuple[int, int]) -> None:
    text = sides(model(king(TWO)), size)
    assert any("▀" in line for line in text[:5])
    assert "hand 6" in "\n".join(text)


def test_where_half_cells_can_not_be_drawn_points_are_figures() -> None:
    place = GAME_UI.place_zones(120, 40, 4, False)["sides"]
    text = lines(sides_rows(model(king()), place.width, place.height, PLAIN))
    assert [word for word in " ".join(text).split() if word in ("23", "14", "16")] == [
        *("23", "14", "16")
    ]
    assert all(line.isascii() for line in text)


@pytest.mark.parametrize(
    ("size", "words"),
    [
        ((60, 20), ["keeps 10♥", "keeps 9♣ Q♣"]),
        ((80, 24), ["keeps 10♥", "A♥ keeps 9♣ A♣ keeps Q♣", "plays 2♦ 2♥"]),
        ((100, 24), ["A♠ keeps 10♥   plays 2♦ 2♥", "A♥ keeps 9♣ A♣ keeps Q♣"]),
        ((120, 40), ["scored", "9♦", "10♥ kept  2♦2♥", "keeps 9♣ Q♣"]),
        ((200, 60), ["scored", "in play", "kept", "discard", "draw", "10♥", "K♣"]),
    ],
)
def test_room_decides_how_familiars_and_piles_are_shown(
    size: tuple[int, int], words: list[str]
) -> None:
    text = "\n".join(sides(model(king()), size))
    assert [one for one in words if one not in text] == []


def test_the_newest_of_many_scored_cards_lie_on_top() -> None:
    scored = [rank + suit for suit in "CDHS" for rank in "3456789"]
    scores = [scored, []]
    clean = {"hands": [["2C"], []], "discards": [[], []], **NOBODY_ELSE}
    text = "\n".join(sides(model(king({**TWO, **clean, "scores": scores})), (120, 40)))
    assert "3♣" in text  # the newest, on top
    assert "9♠" not in text  # the oldest, for which there is no room


@pytest.mark.parametrize("size", SIZES)
def test_who_acts_and_who_was_first_are_marked(size: tuple[int, int]) -> None:
    one = model(king(turn=3, first=2, plays=[[]] * 4, hands=[["3C"], [], ["4C"], []]))
    rows = rows_of(one, size)
    runs = [run for row in rows for run in row]
    (cyd,) = {run.style for run in runs if "Cyd" in run.text}
    (bea,) = {run.style for run in runs if "Bea" in run.text}
    assert (cyd.split("/")[0], bea.split("/")[0]) == ("accent", "text")
    text = "\n".join(lines(rows))
    if size[0] < 100:
        assert [line.split()[0] for line in text.splitlines() if "Cyd" in line] == ["›"]
        assert [line for line in text.splitlines() if "1 Bea" in line]


def test_a_question_to_another_marks_the_other() -> None:
    asked = model(king(None, "play QS+*"))
    assert [line.split()[1] for line in sides(asked) if "›" in line] == ["Bea"]


@pytest.mark.parametrize("size", SIZES)
def test_long_names_leave_room_for_the_figures(size: tuple[int, int]) -> None:
    names = ("Ada Augusta Countess of Lovelace", "漢字漢字漢字漢字漢字漢字", "Cy", "D")
    text = "\n".join(sides(model(named(king(), names)), size))
    assert ("23    9    5    4 9♥" if size[0] < 100 else "hand 9") in text
    if size[0] < 200:
        assert "…" in text


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30)])
def test_points_never_touch_the_figures_beside_them(size: tuple[int, int]) -> None:
    scores = [["TC", "TD", "TH"], ["TS", "9C", "9D", "3C"]]  # 30 is wider than 31
    clean = {"hands": [["2C"], []], "discards": [[], []], **NOBODY_ELSE}
    one = model(king({**TWO, **clean, "scores": scores}))
    for line in sides(one, size):
        for word in ("hand", "draw", "disc"):
            assert not re.search(f"▀{word}", line)


def test_a_status_leaves_a_blank_before_the_log() -> None:
    for cells in range(3, 21):
        one = model(named(king(TWO, first=2), ("Ada", "B" * cells)))
        room = GAME_UI.place_zones(80, 24, 2, False)["sides"].width
        assert all(len(line) < room for line in sides(one) if "round" in line)


def test_a_hundred_points_and_more_find_room() -> None:
    scores = [[rank + suit for rank in "6789T" for suit in "CDHS"], []]
    clean = {"hands": [["2C"], []], "discards": [[], []], **NOBODY_ELSE}
    one = model(king({**TWO, **clean, "scores": scores}))
    for size in SIZES:
        text = sides(one, size)
        assert "hand 1" in "\n".join(text)
        assert any("▀" in line for line in text) == (size[0] > 60)
    assert "160" in "\n".join(sides(one, (60, 20)))


@pytest.mark.parametrize(
    ("players", "size", "cells"), [(3, (60, 20), 16), (4, (60, 20), 16), (4, (80, 24), 20)]
)
def test_a_name_is_whole_at_the_smallest_sizes(
    players: int, size: tuple[int, int], cells: int
) -> None:
    names = tuple([f"{place}{'n' * (cells - 1)}" for place in range(players)])
    text = "\n".join(sides(model(named(dealt(players), names)), size))
    assert [name for name in names if name not in text] == []


def test_a_long_pile_is_cut_where_there_is_no_room() -> None:
    pile = [rank + suit for rank in "23456789" for suit in "CDHS"]
    game = king({**TWO, **NOBODY_ELSE, "discards": [pile, []], "hands": [["KC"], []]})
    assert any("disc 2♣ 2♦" in line and "…" in line for line in sides(model(game), (70, 25)))


def test_the_curtain_hides_none_of_it() -> None:
    assert sides(model(king())) == sides(model(king(), curtain=True))
