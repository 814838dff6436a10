"""What is known of unseen cards is the same for everything that a seat can't tell apart."""

from random import Random

import pytest

from regicide_tui.bots.encoded.state import VALUE, encode_cards
from regicide_tui.bots.library import Ints, ints_of
from regicide_tui.bots.regicide.afterstate import (
    SUMMARY,
    U_CARDS,
    U_VALUE,
    expect_hand_value,
    sum_up_unseen,
)
from regicide_tui.bots.regicide.rules import PUBLIC, apply_action
from regicide_tui.bots.regicide.state import encode_action, encode_state
from regicide_tui.bots.rng import new_rng
from regicide_tui.games.regicide.state import State
from tests.bots.regicide.games import GAME, walk
from tests.bots.regicide.test_memory import WatchingSeat
from tests.loose import loose


def _load(**more: object) -> State:
    position = {
        "players": 2,
        "hands": [["5C", "9D"], ["2H", "3H"]],
        "enemy": "JS",
        "tavern": ["8C", "8D"],
        "castle": ["QC"],
        "discard": ["TS", "4S"],
    }
    state: State = loose(GAME.load(loose(position | more), "x", {}))
    return state


def _summed_up(encoded: Ints, seat: int, healed: int) -> Ints:
    summary = ints_of([-1] * SUMMARY)
    sum_up_unseen(encoded, seat, healed, summary)
    return summary


def test_unseen_are_the_cards_of_tavern_and_other_hands() -> None:
    summary = _summed_up(encode_state(_load()), 0, 0)
    assert summary[:4].tolist() == [8, 8, 5, 0]
    assert (summary[U_CARDS], summary[U_VALUE]) == (4, 21)


def test_a_healed_card_counts_as_an_average_card_of_the_discard() -> None:
    summary = _summed_up(encode_state(_load()), 0, 1)
    assert summary[:4].tolist() == [8, 8, 5, 7]
    assert summary[U_CARDS] == 5


def test_other_hands_that_the_seat_can_not_tell_apart_give_the_same() -> None:
    rng = Random(2)
    for state, _ in walk(rng, 3, {}):
        view = GAME.view(state, state.turn)
        other = GAME.determinize(view, rng)
        one, two = (_summed_up(encode_state(loose(each)), state.turn, 0) for each in (state, other))
        if state.shuffles == 0:
            assert one.tolist() == two.tolist()


def test_a_hand_is_expected_to_be_average_but_for_its_known_royals() -> None:
    encoded = encode_state(_load(hands=[["5C"], ["2H", "KD"]]))
    summary = _summed_up(encoded, 0, 0)
    assert expect_hand_value(encoded, 1, 2, summary) == 2 * (8 + 8 + 2 + 20) // 4
    encoded[PUBLIC] = 1 << 51  # the King of Diamonds
    assert VALUE[51] == 20
    assert expect_hand_value(encoded, 1, 2, summary) == 20 + (8 + 8 + 2 + 20) // 4


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_encoded_rules_and_memory_know_the_same_royals(players: int) -> None:
    rng, generator, known = Random(players), new_rng(1), 0
    for _ in range(60):
        watched: list[WatchingSeat] = []
        for state, action in walk(rng, players, {}):
            watched = watched or [WatchingSeat(state, seat) for seat in range(players)]
            encoded = encode_state(state)
            encoded[PUBLIC] = encode_cards(tuple(watched[0].memory(state).public))
            apply_action(encoded, encode_action(action, encoded), generator)
            step = GAME.reduce(state, action)
            for one in watched:
                one.see(step.events)
                public = one.memory(loose(step.state)).public
                assert public <= {card for hand in loose(step.state).hands for card in hand}
                assert encoded[PUBLIC] == encode_cards(tuple(public))
            known += encoded[PUBLIC] != 0
    assert known > 20
