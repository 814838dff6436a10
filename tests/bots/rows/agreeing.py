"""Playing on the engine and on rows of numbers, side by side."""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from regicide_tui.bots.compiled import Ints
from regicide_tui.bots.luck import luck_of
from regicide_tui.bots.rows import layout as at
from regicide_tui.bots.rows.games import legal, take
from regicide_tui.games.base import AnyGame
from tests.bots.rows.reading import figures, hidden
from tests.loose import loose

FATE = [at.PHASE, at.TURN, at.RESULT]
"""What depends on the cards drawn: whether they can pay, and so who acts next."""
ACTIONS = 100_000


class Both(NamedTuple):
    """A game on both; `laid` are the piles that lie open, as they are compared.

    `walk` deals a game, and gives each of its states with the action that is taken there.
    """

    game: AnyGame
    walk: Callable[[], Iterator[tuple[Any, Any]]]
    full_row: Callable[[Any], Ints]
    to_action: Callable[[int], Any]
    to_number: Callable[[Any, Ints], int]
    laid: Callable[[Ints], list[list[int]]]


def agree(both: Both) -> None:
    """Assert that both allow the same and do the same."""
    luck, found = luck_of(6), np.zeros(at.MOST_ACTIONS, dtype=np.int64)
    tried = 0
    while tried < ACTIONS:
        other = None
        for state, action in both.walk():
            tried += 1
            row = both.full_row(state) if other is None else other
            count = legal(row, found)
            theirs = both.game.legal_actions(state)
            assert {both.to_action(number) for number in found[:count].tolist()} == {*theirs}
            assert count == len(theirs)
            number = both.to_number(action, row)
            assert number in found[:count]
            take(row, number, luck)
            after = both.game.reduce(state, action).state
            other = both.full_row(after)
            if hidden(row)[2:] != hidden(other)[2:]:
                # Cards were drawn that had just been healed, and luck says which.
                assert loose(after).shuffles > state.shuffles
                row[FATE] = other[FATE]
            assert figures(row) == figures(other)
            assert both.laid(row) == both.laid(other)
            assert sorted(chain(*hidden(row))) == sorted(chain(*hidden(other)))
            if loose(after).shuffles == state.shuffles:
                assert hidden(row) == hidden(other)
