"""Plays on the engine and on encoded states, side by side."""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, NamedTuple

import pytest

from regicide_tui.bots.encoded import state as layout
from regicide_tui.bots.encoded.games import apply_action, write_legal_actions
from regicide_tui.bots.library import Ints, ints
from regicide_tui.bots.rng import new_rng
from regicide_tui.games.base import AnyGame
from tests.bots.encoded.reading import figures, hidden
from tests.loose import loose

FATE = [layout.PHASE, layout.TURN, layout.RESULT]
"""What depends on the cards drawn: whether a player can pay, and so who acts next."""
each_volume = pytest.mark.parametrize(
    "actions",
    [
        pytest.param(12_000, marks=pytest.mark.slow),
        pytest.param(100_000, marks=pytest.mark.attack),
    ],
)
"""How many actions of a game are compared.

12,000 are enough to find a fault in whatever a game knows: each kind of action, of event and of end
comes up at least 40 times among them, and each royal of the Castle is attacked in hundreds of them.
The larger number is for what only a rare state shows.
"""


class Both(NamedTuple):
    """A game on both. `laid` returns the open piles in a form that can be compared.

    `walk` deals a game, and yields each of its states with the action that is taken there.
    """

    game: AnyGame
    walk: Callable[[], Iterator[tuple[Any, Any]]]
    encode_state: Callable[[Any], Ints]
    decode_action: Callable[[int], Any]
    encode_action: Callable[[Any, Ints], int]
    laid: Callable[[Ints], list[list[int]]]


def agree(both: Both, actions: int) -> None:
    """Assert that both allow the same actions, with the same results."""
    rng, found = new_rng(6), ints(layout.MOST_ACTIONS)
    tried = 0
    while tried < actions:
        other = None
        for state, action in both.walk():
            tried += 1
            encoded = both.encode_state(state) if other is None else other
            count = write_legal_actions(encoded, found)
            theirs = both.game.legal_actions(state)
            assert {both.decode_action(number) for number in found[:count].tolist()} == {*theirs}
            assert count == len(theirs)
            number = both.encode_action(action, encoded)
            assert number in found[:count]
            apply_action(encoded, number, rng)
            after = both.game.reduce(state, action).state
            other = both.encode_state(after)
            mine, others = hidden(encoded), hidden(other)
            if mine[2:] != others[2:]:
                # Cards were drawn that had just been healed, at random.
                assert loose(after).shuffles > state.shuffles
                for place in FATE:
                    encoded[place] = other[place]
            assert figures(encoded) == figures(other)
            assert both.laid(encoded) == both.laid(other)
            assert sorted(chain(*mine)) == sorted(chain(*others))
            if loose(after).shuffles == state.shuffles:
                assert mine == others
