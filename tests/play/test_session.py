"""Sessions: one protocol for every kind of game."""

import pytest

from regicide_tui import games
from regicide_tui.games.base import IllegalAction, Value
from regicide_tui.games.king_of_the_dead.actions import EndTurn
from regicide_tui.play.history import Start, begin, resignation
from regicide_tui.play.practice import LessonSession, PuzzleSession
from regicide_tui.play.saves.codec import decode, encode
from regicide_tui.play.session import LocalSession, ReplaySession, TableSession
from regicide_tui.play.table import Table
from tests.play.games import JESTER_IN_HAND, duel, game, set_up

GAME = games.find("regicide")


def dealt() -> Table:
    start = Start("regicide", 2, "7F3K", {})
    return Table(begin(GAME, start), ("Ada", "Bea"))


def first_action(session: TableSession) -> Value:
    """Return an action that can be taken now."""
    table = session.table
    found: Value = table.game.legal_actions(table.view(table.to_act))[0]
    return found


def kinds() -> list[TableSession]:
    lesson, puzzle = games.lessons("regicide")[0], games.puzzles("regicide")[0]
    return [
        LocalSession(dealt()),
        ReplaySession(dealt()),
        LessonSession(lesson, "Lesson 1"),
        PuzzleSession(puzzle, puzzle.asks),
    ]


@pytest.mark.parametrize("session", kinds(), ids=lambda one: type(one).__name__)
def test_each_kind_shows_a_game_that_this_process_owns(session: TableSession) -> None:
    assert session.local_table is session.table
    for viewer in (None, 0):
        seen = session.seen_from(viewer)
        assert seen == session.table.seen_from(viewer)
        assert session.seen_from(viewer) is seen, "it is made once"


async def test_an_action_is_a_value_from_the_port_to_the_save() -> None:
    session = LocalSession(dealt())
    action = first_action(session)
    await session.submit(0, action)
    assert [move.action for move in session.table.history.moves] == [action]
    assert decode(encode(session.table)).history == session.table.history


async def test_what_was_undone_can_be_redone() -> None:
    session = LocalSession(dealt())
    await session.submit(0, first_action(session))
    played = session.table.history
    await session.undo()
    assert session.table.moves == 0
    await session.redo()
    assert session.table.history == played


async def test_nothing_changes_before_the_last_change_is_kept() -> None:
    seen: list[int] = []

    async def wait_until_saved() -> None:
        seen.append(session.table.moves)

    session = LocalSession(dealt(), wait_until_saved=wait_until_saved)
    await session.submit(0, first_action(session))
    await session.undo()
    assert seen == [0, 1]


async def test_an_action_for_all_is_taken_until_the_game_is_over_as_one_change() -> None:
    waits: list[int] = []

    async def wait_until_saved() -> None:
        waits.append(session.table.moves)

    king = games.find("king_of_the_dead")
    table = Table(begin(king, Start(king.name, 3, "7F3K", {})), ("Ada", "Bea", "Cyd"))
    session = LocalSession(table, wait_until_saved=wait_until_saved)
    await session.submit_for_all(EndTurn())
    assert session.ended
    assert session.table.moves > 3
    assert waits == [0]


async def test_a_lesson_follows_an_action_for_all() -> None:
    lesson = games.lessons("king_of_the_dead")[0]
    session = LessonSession(lesson, "Lesson")
    while session.reading:
        session.read_on()
    await session.submit_for_all(EndTurn())
    assert session.must_take_back
    assert session.table.moves == 1


async def test_every_change_is_kept_and_nothing_else() -> None:
    kept: list[Table] = []
    session = LocalSession(dealt(), kept.append)
    await session.undo()
    await session.redo()
    await session.agree_on_draw()
    with pytest.raises(IllegalAction):
        await session.submit(1, first_action(session))
    assert kept == []
    await session.submit(0, first_action(session))
    await session.undo()
    await session.redo()
    session.count_hint(first_action(session))
    assert [(one.moves, one.hints) for one in kept] == [(1, 0), (0, 0), (1, 0), (1, 1)]
    assert kept[-1] is session.table


async def test_a_duel_is_called_off_once() -> None:
    kept: list[Table] = []
    session = LocalSession(duel(), kept.append)
    await session.resign(0)
    await session.agree_on_draw()
    assert [one.match.called_off for one in kept] == [resignation(0)]
    assert session.ended


# ---------------------------------------------------------------- hints


def after_a_hint(advised: str = "3C") -> LocalSession:
    """Return a game at the deal, where a hint has advised an action."""
    session = LocalSession(game(2, moves=0))
    session.count_hint(GAME.parse(advised))
    return session


async def play(session: LocalSession, action: str) -> None:
    await session.submit(None, GAME.parse(action))


async def test_what_a_hint_advised_is_marked_once_it_is_done() -> None:
    session = after_a_hint()
    assert (session.table.hints, session.table.hinted) == (1, ())
    await play(session, "3C")
    await session.submit(None, first_action(session))
    assert session.table.hinted == (0,)


async def test_another_action_than_a_hint_advised_is_not_marked() -> None:
    session = after_a_hint()
    await play(session, "9S")
    assert (session.table.hints, session.table.hinted) == (1, ())


async def test_the_order_of_picking_hides_no_hint() -> None:
    position = JESTER_IN_HAND | {"hands": [["2S", "2D"], ["9H"]]}
    session = LocalSession(Table(set_up(position), ("Ada", "Bea")))
    session.count_hint(GAME.parse("2S+2D"))
    await play(session, "2D+2S")
    assert session.table.hinted == (0,)


async def test_with_an_action_that_is_undone_goes_its_mark() -> None:
    session = after_a_hint()
    await play(session, "3C")
    await session.submit(None, first_action(session))
    await session.undo()
    await session.undo()
    await play(session, "9S")
    assert session.table.hinted == ()


async def test_an_action_that_is_redone_or_done_again_has_its_mark_again() -> None:
    session = after_a_hint()
    await play(session, "3C")
    await session.undo()
    await session.redo()
    assert session.table.hinted == (0,)
    await session.undo()
    await play(session, "9S")
    await session.undo()
    await play(session, "3C")
    assert session.table.hinted == (0,), "the hint on this moment was the last one"


# ---------------------------------------------------------------- other kinds


async def test_nobody_acts_for_another() -> None:
    session = LocalSession(dealt())
    with pytest.raises(IllegalAction) as refused:
        await session.submit(1, first_action(session))
    assert refused.value.code == "wrong_player"


async def test_a_replay_takes_no_action() -> None:
    table = dealt().take(0, first_action(LocalSession(dealt())))
    replay = ReplaySession(table)
    assert (replay.cursor, replay.length, replay.at_end) == (0, 1, False)
    action = first_action(replay)
    for refused in (
        replay.submit(0, action),
        replay.submit_for_all(action),
        replay.undo(),
        replay.redo(),
        replay.resign(0),
        replay.agree_on_draw(),
    ):
        with pytest.raises(IllegalAction):
            await refused
    assert replay.cursor == 0
    replay.go_to(1)
    assert replay.at_end
    assert replay.saved.moves == 1


def test_a_replay_goes_no_further_than_the_game() -> None:
    table = dealt()
    for _ in range(3):
        table = table.take(None, first_action(LocalSession(table)))
    replay = ReplaySession(table, at=3)
    stood = []
    for cursor in (2, 9, 1, -1):
        replay.go_to(cursor)
        stood.append(replay.cursor)
    assert stood == [2, 3, 1, 0]
    assert replay.table.undos == 0


async def test_a_view_shows_the_game_as_it_stands() -> None:
    session = LocalSession(dealt())
    before = session.seen_from(0)
    await session.submit(0, first_action(session))
    assert (before.moves, session.seen_from(0).moves) == (0, 1)


async def test_a_lesson_goes_on_by_reading_and_comes_back_by_undo() -> None:
    lesson = next(one for one in games.lessons("regicide") if one.steps[0].done is None)
    session = LessonSession(lesson, "Lesson")
    assert session.ended
    assert not session.can_go_back
    session.read_on()
    assert session.number == 2
    await session.undo()
    assert session.number == 1


async def test_the_solution_solves_a_puzzle_and_undo_opens_it_again() -> None:
    puzzle = games.puzzles("regicide")[0]
    session = PuzzleSession(puzzle, puzzle.asks)
    while not session.ended:
        following = session.next_action
        assert following is not None
        await session.submit(None, following)
    assert session.verdict is not None
    assert session.verdict.reached
    await session.undo()
    assert session.verdict is None
