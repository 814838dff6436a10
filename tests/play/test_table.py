"""The table: what each seat sees and is told, who may act, undo, and when a save is kept."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from regicide_tui.cards import UNKNOWN
from regicide_tui.games.base import Event, IllegalAction
from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.state import CardsDrawn, EnemyRevealed, JesterFlipped, TurnBegan
from regicide_tui.play.table import Table, Told
from tests.loose import loose
from tests.play.games import (
    JESTER_IN_HAND,
    NAMES,
    begun,
    game,
    played,
    set_up,
    some_action,
    whole_game,
)


def acted_at_random(table: Table, rng: Random) -> Table:
    seat = table.to_act
    assert seat is not None
    return table.take_text(seat, some_action(table.history, rng))


def drawn(told: Iterator[Told]) -> list[Event]:
    kinds = (CardsDrawn, JesterFlipped)
    return [event for one in told for event in one.events if isinstance(event, kinds)]


def a_game_with_draws(players: int) -> Table:
    """Return a table at which every seat has drawn cards."""
    for seed in range(1000):
        table = whole_game(players, str(seed))
        found = {event.seat for event in drawn(table.told(0)) if isinstance(event, CardsDrawn)}
        if len(found) == players:
            return table
    raise AssertionError("no such game")


def test_the_table_counts_how_many_actions_the_seat_to_act_has_just_taken() -> None:
    table = game(2, moves=0)
    assert table.in_a_row == 0
    table = table.take_text(0, "3C")
    assert table.in_a_row == 1, "who has played pays"
    table = table.take_text(0, "pay 9S 3D")
    assert (table.to_act, table.in_a_row) == (1, 0)
    table = table.undo()
    assert table.in_a_row == 1


def test_the_table_knows_who_sits_there_and_what_is_played() -> None:
    table = game(3)
    assert table.seats == NAMES[:3]
    assert table.game is table.history.game
    assert table.seed == "7F3K"
    assert table.to_act == loose(table.history.state).turn
    assert table.outcome is None


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_seat_sees_its_own_hand_only(players: int) -> None:
    table = game(players)
    for seat in range(players):
        view = table.view(seat)
        for other, hand in enumerate(loose(view).hands):
            held = loose(table.history.state).hands[other]
            assert hand == (held if other == seat else (UNKNOWN,) * len(held))


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_nobody_sees_the_decks_or_the_seed(seat: int | None) -> None:
    state, view = game(3).history.state, game(3).view(seat)
    assert loose(view).castle == (UNKNOWN,) * len(loose(state).castle)
    assert loose(view).tavern[loose(state).tavern_known :] == (UNKNOWN,) * (
        len(loose(state).tavern) - loose(state).tavern_known
    )
    assert (loose(view).seed, loose(view).shuffles) == (None, 0)


def test_a_spectator_sees_no_hand() -> None:
    view: Any = game(4).view(None)
    assert {card for hand in view.hands for card in hand} == {UNKNOWN}


def test_what_others_drew_is_not_told() -> None:
    table = a_game_with_draws(3)
    true = [event for move in table.history.standing for event in move.events]
    draws = [event for event in true if isinstance(event, CardsDrawn)]
    for seat in (0, 1, 2, None):
        told = drawn(table.told(seat))
        assert len(told) == len(draws)
        for event, seen in zip(draws, told, strict=True):
            hidden = CardsDrawn(event.seat, (UNKNOWN,) * len(event.cards))
            assert seen == (event if event.seat == seat else hidden)


def test_what_the_solo_player_drew_after_a_flip_is_not_told_to_a_spectator() -> None:
    table = game(1, 0)
    table = table.take_text(0, "flip")
    (own,), (other,) = drawn(table.told(0)), drawn(table.told(None))
    assert isinstance(own, JesterFlipped)
    assert isinstance(other, JesterFlipped)
    assert UNKNOWN not in own.cards
    assert set(other.cards) == {UNKNOWN}
    assert own.discarded == other.discarded


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_what_is_told_is_numbered_by_turns(players: int) -> None:
    table = game(players, 0)
    rng, turns = Random(players), [1]
    assert table.turn == 1
    while table.to_act is not None:
        turns.append(table.turn)
        table = acted_at_random(table, rng)
    told = list(table.told(0))
    assert [one.turn for one in told] == turns[1:]
    assert [one.events[0] for one in told] == [
        GAME.view_event(move.events[0], 0) for move in table.history.moves
    ]
    begun_turns = [event for one in told for event in one.events if isinstance(event, TurnBegan)]
    assert table.turn == 1 + len(begun_turns)


def test_a_seat_is_told_what_it_saw_when_it_acted_last() -> None:
    table = Table(begun(2), NAMES[:2])
    seen = {seat: table.view(seat) for seat in range(2)}
    rng = Random(5)
    for _ in range(8):
        actor = table.to_act
        assert actor is not None
        seen[actor] = table.view(actor)
        table = acted_at_random(table, rng)
        assert {seat: table.view_before(seat) for seat in range(2)} == seen


def test_before_anything_was_done_a_seat_saw_the_deal() -> None:
    table = Table(begun(2), NAMES[:2])
    assert table.view_before(1) == table.view(1)


def test_undone_moves_are_not_told() -> None:
    table = game(2, 6)
    table = table.at(4)
    assert len(list(table.told(0))) == 4


def test_undo_takes_the_turn_back_as_well() -> None:
    table = set_up_saved()
    table = table.take_text(0, "*>P2")
    assert (table.turn, table.to_act) == (2, 1)
    table = table.undo()
    assert (table.turn, table.to_act) == (1, 0)


def set_up_saved() -> Table:
    return Table(set_up(JESTER_IN_HAND), NAMES[:2])


def test_the_wrong_seat_is_refused() -> None:
    table = game(3)
    action = some_action(table.history, Random(1))
    for seat in {0, 1, 2} - {table.to_act}:
        with pytest.raises(IllegalAction) as refusal:
            table.take_text(seat, action)
        assert refusal.value.code == "wrong_player"


def test_after_the_end_nobody_acts() -> None:
    table = whole_game()
    assert table.to_act is None
    assert table.outcome is not None
    with pytest.raises(IllegalAction) as refusal:
        table.take_text(0, "yield")
    assert refusal.value.code == "game_over"


def test_undo_and_redo_go_one_move_back_and_forth() -> None:
    table = game(2, 2)
    states = [table.history.at(cursor).state for cursor in range(3)]
    seen = [table.history.state]
    for step in (Table.undo, Table.undo, Table.undo, Table.redo, Table.redo, Table.redo):
        table = step(table)
        seen.append(table.history.state)
    assert seen == [states[number] for number in (2, 1, 0, 0, 1, 2, 2)]


def test_there_is_something_to_undo_or_redo_or_not() -> None:
    table = game(2, 2)
    assert (table.can_undo, table.can_redo) == (True, False)
    table = table.undo()
    assert (table.can_undo, table.can_redo) == (True, True)
    table = table.undo()
    assert (table.can_undo, table.can_redo) == (False, True)


def test_every_move_taken_back_is_counted_for_ever() -> None:
    table = game(2, 6)
    assert table.undos == 0
    table = table.undo()
    table = table.redo()
    assert table.undos == 1
    table = table.undo_to(2)
    assert table.undos == 5
    table = table.at(6)
    assert table.undos == 5
    table = table.undo_to(0)
    assert table.undos == 11
    table = acted_at_random(table, Random(1))
    assert table.undos == 11


@pytest.mark.parametrize(
    ("position", "action", "peeks"),
    [
        ({"hands": [["2D", "9S"]], "tavern": ["2C", "3C"]}, "2D", 1),
        ({"hands": [["2D", "9S"]]}, "2D", 0),
        ({"hands": [["5C", "9S"]], "damage": 10}, "5C", 1),
        ({"hands": [["9H"]], "tavern": ["2C", "TC"]}, "flip", 1),
        ({"hands": [["3C", "9S", "2S"]]}, "3C", 0),
        ({"hands": [["3C"]], "jesters_unused": 0}, "3C", 0),
        ({"hands": [["5C"]], "damage": 10, "castle": []}, "5C", 0),
    ],
    ids=["draw", "draw nothing", "next royal", "flip", "play", "lose", "win"],
)
def test_taking_back_what_showed_new_cards_is_counted_apart(
    position: dict[str, Any], action: str, peeks: int
) -> None:
    base = {"players": 1, "enemy": "JS", "castle": ["QH"], "tavern": []}
    table = Table(set_up({**loose(base), **position}).take_text(action), ("Ada",))
    for times in (1, 2):
        table = table.undo()
        assert (table.undos, table.peeks) == (times, times * peeks)
        table = table.redo()
        assert (table.undos, table.peeks) == (times, times * peeks)


def test_going_far_back_counts_each_move_that_showed_cards() -> None:
    table = whole_game(1)
    shown = [
        any(isinstance(event, CardsDrawn | JesterFlipped | EnemyRevealed) for event in move.events)
        for move in table.history.moves
    ]
    table = table.undo_to(0)
    assert table.peeks == sum(shown)
    assert 0 < table.peeks < table.undos == len(shown)


def test_the_seats_whose_moves_an_undo_takes_back_are_known_before() -> None:
    table = game(moves=0)
    assert table.undone_seats == ()
    table = acted_at_random(table, Random(1))
    first = table.undone_seats
    assert len(first) == 1
    table = table.undo()
    assert table.undone_seats == ()
    assert (table.to_act,) == first


def test_undo_where_there_is_nothing_to_undo_is_not_counted() -> None:
    table = game(2, 0)
    assert table.undo() is table
    assert table.redo() is table


def test_an_action_after_undo_forgets_what_was_undone() -> None:
    table = game(2, 6)
    table = table.at(3)
    table = acted_at_random(table, Random(5))
    assert len(table.history.moves) == 4
    assert not table.can_redo


def test_who_only_looks_at_another_moment_takes_nothing_back() -> None:
    table = game(2, 6)
    assert [table.at(moves).moves for moves in (-10, 4, 10)] == [0, 4, 6]
    assert table.at(4).undos == 0
    assert table.at(6) is table


def test_a_jester_and_its_choice_are_one_change() -> None:
    assert set_up_saved().take_text(0, "*>P2").moves == 2


def test_a_change_keeps_names_counts_and_goal() -> None:
    old = Table(played(begun(2), 3, Random(1)), ("Ada", "Bea"), "Friday", 17, 4, "Win")
    new = acted_at_random(old, Random(1))
    assert (new.seats, new.name, new.undos, new.goal) == (("Ada", "Bea"), "Friday", 4, "Win")
