"""The view of a table from a seat: it holds what the seat may know, and nothing else."""

import gc
from random import Random
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest
from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.games.base import Event, Seat
from regicide_tui.games.words import to_reader
from regicide_tui.play.history import History, Start, begin
from regicide_tui.play.table import Table
from tests.play.games import played

SEED = "a seed that nobody may know"
MEMBERS = {
    *("acting_bot", "before", "bots", "can_redo", "can_undo", "day", "first", "from_position"),
    *("game", "goal", "match", "moves", "needs_no_curtain", "outcome", "seat", "seats", "seed"),
    *("state", "to_act", "told", "turn", "viewer"),
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


def test_every_member_of_a_view_is_known() -> None:
    view = a_game("duel", 2, 6).sent_to(0)
    public = {name for name in dir(view) if not name.startswith("_")}
    assert public == MEMBERS


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize(("moves", "undone"), [(0, 0), (9, 0), (30, 3), (400, 0)])
def test_nothing_that_can_be_reached_from_a_view_is_hidden_from_its_seat(
    name: str, players: int, moves: int, undone: int
) -> None:
    whole = a_game(name, players, moves, undone)
    game, over = whole.game, whole.history.over
    kind: type[Any] = type(whole.history.first)
    for seat in (None, *range(players)):
        for view in (whole.sent_to(seat), replace(whole.seen_from(seat), seed="")):
            things = reachable(view)
            assert not [one for one in things if isinstance(one, History | Table)]
            assert not [one for one in things if isinstance(one, str) and SEED in one]
            states = [one for one in things if isinstance(one, kind)]
            assert len(states) <= len({"state", "before", "first"})
            assert over or all(game.view(one, seat) == one for one in states)
            events = [one for one in things if isinstance(one, Event)]
            assert all(game.view_event(one, seat) == one for one in events)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_view_tells_what_the_whole_table_tells_that_seat(seat: Seat | None) -> None:
    table = a_game("regicide", 2, 12, 2)
    shared = "game bots match goal moves turn to_act outcome can_undo"
    for view in (table.seen_from(seat), table.sent_to(seat)):
        assert view.viewer == seat
        assert view.state == table.view(seat)
        assert view.before == table.view_before(seat)
        assert view.first == table.opening(seat)
        assert view.told == tuple(table.told(seat))
        for member in shared.split():
            assert getattr(view, member) == getattr(table, member)
    assert table.seen_from(seat).seats == table.seats
    assert table.sent_to(seat).seats == to_reader(table.seats, seat)


def test_at_one_keyboard_the_seed_is_shown_and_what_is_undone_can_be_redone() -> None:
    table = a_game("regicide", 2, 12, 2)
    view = table.seen_from(0)
    assert (view.seed, view.day, view.from_position) == (SEED, "", False)
    assert (view.seat, view.needs_no_curtain, view.can_redo) == (None, False, True)


def test_a_seat_of_its_own_screen_is_told_no_seed_and_always_sees_its_hand() -> None:
    day = replace(a_game("regicide", 1, 3), bots=("page",))
    start = replace(day.history.start, seed="2026-11-21")
    day = replace(day, history=replace(day.history, start=start))
    assert day.seen_from(0).day == "2026-11-21"
    view = day.sent_to(0)
    assert (view.seed, view.day) == ("", "")
    assert (view.seat, view.needs_no_curtain, view.can_redo) == (0, True, False)
    assert (day.acting_bot, view.acting_bot) == (0, None), "bots think where the whole table is"
