"""A seat at a table of several screens: it holds what it may know, and nothing else."""

import gc
from random import Random
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest

from regicide_tui import games
from regicide_tui.games.base import Event, Seat
from regicide_tui.play.history import History, Start, begin
from regicide_tui.play.seat import SeatTable, as_seen_from
from regicide_tui.play.table import Table
from regicide_tui.play.table_view import TableView
from tests.play.games import played

SEED = "a seed that nobody may know"
MEMBERS = {
    *("acting_bot", "before", "bots", "can_call_off", "can_redo", "can_undo", "first", "game"),
    *("goal", "hints", "log", "match", "moves", "needs_no_curtain", "opening", "outcome", "peeks"),
    *("seat", "seats", "seen", "start", "to_act", "told", "turn", "undos", "view", "view_before"),
}
"""All that anybody at a seat can ask for. Who adds to it must see that it hides what it should."""
GAMES = [(name, count) for name in games.names() for count in games.find(name).player_counts]


def a_game(name: str, players: int, moves: int, undone: int = 0) -> Table:
    """Play a game for a while at random; at its end some moves are taken back, but kept."""
    start = Start(name, players, SEED, {})
    history = played(begin(games.find(name), start), moves, Random(players))
    history = history.at(max(0, history.cursor - undone))
    return Table(history, tuple(f"player {seat}" for seat in range(players)))


def reachable(root: object) -> list[object]:
    """Return everything that can be reached from something, but for code."""
    code = (type, ModuleType, FunctionType, BuiltinFunctionType)
    found: dict[int, object] = {}
    waiting = [root]
    while waiting:
        one = waiting.pop()
        if id(one) in found or isinstance(one, code):
            continue
        found[id(one)] = one
        waiting += gc.get_referents(one)
        # The collector does not look into values that it does not follow.
        waiting += [getattr(one, name) for name in getattr(one, "__struct_fields__", ())]
    return [*found.values()]


def test_every_member_of_a_seat_is_known() -> None:
    table = as_seen_from(a_game("duel", 2, 6), 0)
    public = {name for name in dir(table) if not name.startswith("_")}
    assert public == MEMBERS


def test_a_seat_can_be_asked_whatever_a_screen_asks_of_a_table() -> None:
    def shown(_: TableView) -> None:
        """Take what a screen takes."""

    shown(as_seen_from(a_game("duel", 2, 0), 0))
    shown(a_game("duel", 2, 0))


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize(("moves", "undone"), [(0, 0), (9, 0), (30, 3), (400, 0)])
def test_nothing_that_can_be_reached_from_a_seat_is_hidden_from_it(
    name: str, players: int, moves: int, undone: int
) -> None:
    saved = a_game(name, players, moves, undone)
    game, over = saved.history.game, saved.history.over
    state: type[Any] = type(saved.history.first)
    for seat in (None, *range(players)):
        table = as_seen_from(saved, seat)
        things = reachable(table)
        assert not [one for one in things if isinstance(one, History | Table | Table)]
        assert not [one for one in things if isinstance(one, str) and SEED in one]
        states = [one for one in things if isinstance(one, state)]
        assert len(states) <= len({"seen", "before", "first"})
        assert over or all(game.view(one, seat) == one for one in states)
        events = [one for one in things if isinstance(one, Event)]
        assert all(game.view_event(one, seat) == one for one in events)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_seat_tells_what_the_whole_table_tells_that_seat(seat: Seat | None) -> None:
    saved = a_game("regicide", 2, 12, 2)
    whole, table = saved, as_seen_from(saved, seat)
    assert isinstance(table, SeatTable)
    for asked in (None, 0, 1):
        assert table.view(asked) == whole.view(seat)
        assert table.view_before(asked) == whole.view_before(seat)
        assert table.opening(asked) == whole.opening(seat)
        assert [*table.told(asked)] == [*whole.told(seat)]
    shared = "game seats bots match goal hints undos peeks moves turn to_act outcome can_undo"
    for member in (*shared.split(), "can_call_off"):
        assert getattr(table, member) == getattr(whole, member)


def test_a_seat_is_not_told_the_seed_nor_a_position_that_was_set_up() -> None:
    saved = a_game("regicide", 2, 3)
    start = as_seen_from(saved, 0).start
    assert start == Start("regicide", 2, "", saved.history.start.options, None)
