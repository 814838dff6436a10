"""The history of a game: acting, undoing, redoing, and playing it all again."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regicide_tui.games.base import BadSetup, IllegalAction
from regicide_tui.play.history import History, Start, begin, replay
from tests.play.games import (
    JESTER_IN_HAND,
    REGICIDE,
    begun,
    histories,
    played,
    set_up,
    some_action,
    whole_game,
)


def test_a_game_begins_without_moves() -> None:
    history = begun(3)
    assert (history.moves, history.cursor, history.over) == ((), 0, False)
    assert history.state == history.first == REGICIDE.new(3, "7F3K", {})


def test_a_position_is_set_up_and_not_dealt() -> None:
    history = set_up(JESTER_IN_HAND)
    assert history.first == REGICIDE.load(JESTER_IN_HAND, "7F3K", {})


def test_a_set_up_that_is_not_possible_is_refused() -> None:
    with pytest.raises(BadSetup):
        begin(REGICIDE, Start("regicide", 5, "7F3K", {}))
    with pytest.raises(BadSetup):
        begin(REGICIDE, Start("regicide", 2, "7F3K", {}, {"players": 2}))


def test_each_action_adds_a_move_and_its_state() -> None:
    rng, history = Random(1), begun(2)
    state = history.state
    for number in range(1, 8):
        action = some_action(history, rng)
        history = history.take_text(action)
        state = REGICIDE.reduce(state, REGICIDE.parse(action)).state
        assert (history.cursor, len(history.moves)) == (number, number)
        assert history.state == history.moves[-1].state == state
        assert history.game.format(history.moves[-1].action) == action


def test_acting_leaves_the_old_history_as_it_was() -> None:
    old = played(begun(2), 3, Random(1))
    moves, state = old.moves, old.state
    new = played(old, 1, Random(2))
    assert (old.moves, old.state, old.cursor) == (moves, state, 3)
    assert new.moves[:3] == moves


def test_a_refused_action_changes_nothing() -> None:
    history = played(begun(2), 3, Random(1))
    before = history.at(3)
    for action in ("flip", "nonsense", ">P9", ""):
        with pytest.raises(IllegalAction):
            history.take_text(action)
    assert history == before


def test_only_the_seat_to_act_may_act() -> None:
    history = begun(2)
    active = REGICIDE.to_act(history.state)
    action = some_action(history, Random(1))
    assert active is not None
    with pytest.raises(IllegalAction) as refusal:
        history.take_text(action, 1 - active)
    assert refusal.value.code == "wrong_player"
    assert history.take_text(action, active) == history.take_text(action)


def test_a_finished_game_takes_no_action() -> None:
    history = whole_game().history
    assert history.over
    with pytest.raises(IllegalAction) as refusal:
        history.take_text("yield")
    assert refusal.value.code == "game_over"


@given(histories(), st.data())
@settings(deadline=None, max_examples=60)
def test_every_moment_can_be_gone_to_and_come_back_from(
    history: History, data: st.DataObject
) -> None:
    states = [history.first, *[move.state for move in history.moves]]
    cursors = st.lists(st.integers(0, len(history.moves)), max_size=10)
    for cursor in data.draw(cursors):
        history = history.at(cursor)
        assert history.cursor == cursor
        assert history.state == states[cursor]
        assert history.standing == history.moves[:cursor]
        assert history.over == (history.game.outcome(states[cursor]) is not None)
        assert len(history.moves) == len(states) - 1


def test_nobody_goes_past_the_ends() -> None:
    history = played(begun(2), 5, Random(1))
    assert history.at(-3) == history.at(0)
    assert history.at(99) == history.at(5) == history


def test_a_new_action_forgets_the_undone_moves() -> None:
    history = played(begun(2), 6, Random(1))
    back = history.at(2)
    action = next(
        text
        for text in map(REGICIDE.format, REGICIDE.legal_actions(back.state))
        if text != history.game.format(history.moves[2].action)
    )
    other = back.take_text(action)
    assert [other.game.format(move.action) for move in other.moves] == [
        *[history.game.format(move.action) for move in history.moves[:2]],
        action,
    ]
    assert other.at(99) == other


def test_the_same_action_again_forgets_the_undone_moves_too() -> None:
    history = played(begun(2), 6, Random(1))
    again = history.at(2).take_text(history.game.format(history.moves[2].action))
    assert again.moves == history.moves[:3]


def test_an_action_given_as_a_value_is_the_same_as_in_words() -> None:
    back = played(begun(2), 6, Random(1)).at(2)
    action = REGICIDE.legal_actions(back.state)[0]
    assert back.take(action) == back.take_text(REGICIDE.format(action))
    assert len(back.take(action).moves) == 3, "what was undone is forgotten"


@given(histories())
@settings(deadline=None, max_examples=60)
def test_a_game_played_again_is_the_same_game(history: History) -> None:
    actions = [history.game.format(move.action) for move in history.moves]
    assert replay(history.game, history.start, actions, history.cursor) == history


def test_playing_again_stops_at_an_action_that_is_not_legal() -> None:
    history = played(begun(2), 4, Random(1))
    actions = [history.game.format(move.action) for move in history.moves]
    with pytest.raises(IllegalAction):
        replay(history.game, history.start, [*actions[:2], "flip", *actions[2:]], 0)


def test_a_jester_and_its_choice_together_are_two_moves() -> None:
    history = set_up(JESTER_IN_HAND).take_text("*>P2")
    assert [history.game.format(move.action) for move in history.moves] == ["*", ">P2"]
    assert history == set_up(JESTER_IN_HAND).take_text("*").take_text(">P2")
    assert history.at(1).state == set_up(JESTER_IN_HAND).take_text("*").state


def test_a_jester_whose_choice_is_refused_is_not_played_either() -> None:
    history = set_up(JESTER_IN_HAND)
    with pytest.raises(IllegalAction) as refusal:
        history.take_text("*>P3")
    assert refusal.value.code == "bad_target"
    assert history == set_up(JESTER_IN_HAND)
    assert history.moves == ()


def test_a_refused_jester_does_not_cost_the_undone_moves() -> None:
    history = set_up(JESTER_IN_HAND).take_text("*>P2").at(0)
    with pytest.raises(IllegalAction):
        history.take_text("*>P9")
    assert [history.game.format(move.action) for move in history.moves] == ["*", ">P2"]
