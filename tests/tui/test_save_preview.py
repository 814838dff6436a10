"""A saved game at a glance: what is told of it, what never, and of labels that make no sense."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from regicide_tui.cards import cards
from regicide_tui.games import find
from regicide_tui.games.base import Json
from regicide_tui.play.history import Match, Result, Start, begin
from regicide_tui.play.saves.files import write
from regicide_tui.play.saves.saves_folder import SaveLabel, SavesFolder
from regicide_tui.play.table import Table
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, Symbols, width_of
from regicide_tui.tui.screens.saves import save_preview_rows
from tests.loose import loose
from tests.play.damaged_saves import VALUES, body_of
from tests.play.games import NAMES, begun, whole_game
from tests.tui.models import HOPELESS, LAST_KING, SOLO, TRIO, lines, page, saved

SIZES = [(52, 7), (72, 8), (52, 14), (112, 14)]
"""The panel's inside in windows of 60x20, 80x24, 200x60 and 120x40."""


def label_of(one: Table, folder: Path) -> SaveLabel:
    """Return what a list says of a save."""
    write(folder / "a.save", one)
    (label,) = SavesFolder(folder).labels()
    return label


def told(label: SaveLabel, size: tuple[int, int] = (72, 8), symbols: Symbols = DRAWN) -> str:
    return page(save_preview_rows(label, *size, symbols))


@pytest.mark.parametrize("size", SIZES)
def test_the_enemy_and_his_figures_are_told(tmp_path: Path, size: tuple[int, int]) -> None:
    said = told(label_of(saved(SOLO, "9H"), tmp_path), size)
    for words in ("Queen of Hearts", "21 of 30 health", "Attack 15", "Hand    7 cards"):
        assert words in said
    for words in ("Regicide, solo", "after 1 action", "seed 7F3K"):
        assert words in said


@pytest.mark.parametrize(("size", "corner"), [((52, 7), ""), ((72, 8), "▟Q♥     ▙")])
def test_there_is_a_portrait_where_there_is_room(
    tmp_path: Path, size: tuple[int, int], corner: str
) -> None:
    said = told(label_of(replace(saved(SOLO), saved=1_700_000_000), tmp_path), size)
    assert ("▟" in said) == bool(corner)
    assert corner in said


def test_a_large_portrait_is_a_picture(tmp_path: Path) -> None:
    assert "▟Q♥         ▙" in told(label_of(saved(SOLO), tmp_path), (60, 14))


def test_in_company_the_hands_and_who_acts_are_told(tmp_path: Path) -> None:
    said = told(label_of(saved(TRIO), tmp_path))
    assert "Hands   Ada 5  Bea 3  Cy 3  Ada to act" in said
    assert "Regicide, 3 players" in said


@pytest.mark.parametrize("size", SIZES)
def test_long_names_leave_every_hand_in_sight(tmp_path: Path, size: tuple[int, int]) -> None:
    one = saved(TRIO)
    seats = ("Ada" * 13, "Bea" * 13, "Cy" * 20)
    rows = save_preview_rows(label_of(Table(one.history, seats), tmp_path), *size, DRAWN)
    (hands,) = [line for line in lines(rows) if line.startswith("Hands")]
    assert len(hands) <= size[0]
    assert [word for word in hands.split() if word.isdigit()] == ["5", "3", "3"]


def test_no_card_of_a_hand_is_shown(tmp_path: Path) -> None:
    said = told(label_of(saved(TRIO), tmp_path), (200, 40))
    held = [card for hand in loose(TRIO["hands"]) for card in cards(loose(hand))]
    assert not [card for card in held if card.text in said or DRAWN.card_text(card) in said]


def test_only_house_rules_that_differ_are_told(tmp_path: Path) -> None:
    history = begun(2, "7F3K", {"combos": False, "overpay": "free", "diamond_redeal": True})
    said = told(label_of(Table(history, NAMES[:2]), tmp_path))
    assert "combos no" in said
    assert "overpay free" in said
    assert "redeal" not in said
    assert "first player" not in said


def test_a_kept_position_is_called_so(tmp_path: Path) -> None:
    one = saved(SOLO)
    assert "a saved position" in told(label_of(Table(one.history, one.seats, "Friday"), tmp_path))
    assert "kept" not in told(label_of(Table(one.history, one.seats, title="Queen"), tmp_path))


@pytest.mark.parametrize("size", SIZES)
def test_the_end_of_a_finished_game_is_told(tmp_path: Path, size: tuple[int, int]) -> None:
    lost = told(label_of(whole_game(2), tmp_path), size).replace("\n", " ")
    assert "The game is lost." in lost
    assert "health" in lost
    won = told(label_of(saved(LAST_KING, "TS"), tmp_path), size)
    assert "All twelve royals are defeated: a silver victory." in won
    assert "to act" not in lost + won


@pytest.mark.parametrize("size", SIZES)
def test_both_sides_of_a_duel_are_told(tmp_path: Path, size: tuple[int, int]) -> None:
    label = label_of(duel({"shields": [["5S", "3S+AC"], []]}), tmp_path)
    said = told(label, size)
    for words in ("Ada  2 cards", "♠ shield 9", "5♠   3♠ A♣", "Bea  1 card", "♠ shield 0"):
        assert words in said
    assert "Castle 2 2 Kings next  Tavern 3  Discard 0" in said
    assert "Regicide Duel, 2 players" in said
    assert not [card for card in ("9♥", "10♣", "7♦") if card in said], "hands stay hidden"


def test_the_end_of_a_duel_is_told(tmp_path: Path) -> None:
    end = {"phase": "over", "winner": 1, "reason": "cannot_play", "turn": 2}
    over = label_of(duel({**loose(end), "hands": [["9H"], []]}), tmp_path)
    assert "Bea had no card left to play. Ada wins." in told(over)
    called = label_of(replace(duel({}), match=Match((), Result(0, resigned=True))), tmp_path)
    assert told(called).startswith("Ada & Bea, Bea resigned")


def duel(changes: dict[str, Json]) -> Table:
    """Return a duel at a position, changed so."""
    position = {"players": 2, "hands": [["9H", "TC"], ["7D"]], "castle": ["QH", "KD"], **changes}
    position["tavern"] = ["2C", "3C", "4C"]
    return Table(begin(find("duel"), Start("duel", 2, "7F3K", {}, position)), NAMES[:2])


def test_the_goal_of_a_puzzle_is_told(tmp_path: Path) -> None:
    one = saved(SOLO)
    label = label_of(Table(one.history, one.seats, goal="Kill the Queen exactly."), tmp_path)
    assert "Kill the Queen exactly." in told(label)


def test_a_damaged_file_says_why_and_what_becomes_of_it() -> None:
    label = SaveLabel(Path("a\x1b.save"), fault="This file is not a saved game of regicide-tui.")
    first, *_, last = told(label).split("\n")
    assert (first, last) == (label.fault, "a?.save")
    assert "The file is kept" in told(label)


def test_an_unknown_game_is_told_of_as_far_as_can_be() -> None:
    said = told(SaveLabel(Path("a.save"), game="whist", seats=("Ada", "Bea")))
    assert "Ada & Bea, a game that this version doesn't have" in said
    assert "unknown, 2 players" in said


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("position", [SOLO, TRIO, HOPELESS], ids=["solo", "trio", "last"])
def test_all_but_the_file_has_room(
    tmp_path: Path, size: tuple[int, int], position: dict[str, Json]
) -> None:
    label = label_of(saved(position), tmp_path)
    rows = save_preview_rows(label, *size, PLAIN)
    assert lines(rows)[-1] == "a.save"
    assert len(rows) <= size[1] + 1
    assert all(width_of(row) <= size[0] for row in rows)
    assert all(run.text.isascii() for row in rows for run in row)


@pytest.mark.parametrize("key", ["hands", "enemy", "castle", "damage", "turn", "phase", "result"])
def test_whatever_a_label_says_it_is_told_without_harm(tmp_path: Path, key: str) -> None:
    one = saved(TRIO)
    snapshot = body_of(one)["snapshot"]
    for value in VALUES:
        label = labelled({**snapshot, key: value})
        assert all(line.isprintable() for line in told(label).split("\n"))
    for options in ({"combos": 7}, {"joker": 1}):
        assert "a.save" in told(labelled(snapshot, loose(options)))


@pytest.mark.parametrize("saved_at", [2**40, 10**11])
def test_a_moment_that_no_calendar_has_is_left_out(saved_at: int) -> None:
    one = saved(TRIO)
    label = SaveLabel(Path("a.save"), "", "regicide", NAMES[:3], saved_at, body_of(one)["snapshot"])
    assert "Regicide, 3 players   after 0 actions" in told(label)


def test_a_label_that_names_too_few_players_is_told_in_words(tmp_path: Path) -> None:
    label = labelled(body_of(saved(SOLO))["snapshot"])
    assert "Ada & Bea & Cy, royal 7 of 12, Queen of Hearts, 30 health left" in told(label)


def labelled(snapshot: Json, options: dict[str, Json] | None = None) -> SaveLabel:
    start = Start("regicide", 3, "7F3K", options or {})
    return SaveLabel(Path("a.save"), "", "regicide", NAMES[:3], 0, snapshot, start=start)
