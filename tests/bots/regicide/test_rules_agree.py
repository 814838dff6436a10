"""The rules on rows of numbers are those of the engine."""

from random import Random

import numpy as np

from regicide_tui.bots.compiled import Ints
from regicide_tui.bots.luck import luck_of
from regicide_tui.bots.regicide.legal import legal
from regicide_tui.bots.regicide.rules import take
from regicide_tui.bots.regicide.translate import full_row, to_action, to_number
from regicide_tui.bots.rows import layout as at
from regicide_tui.bots.rows.translate import hand_of
from tests.bots.regicide.games import GAME, some_options, walk
from tests.bots.rows.reading import figures, pile

FATE = [at.PHASE, at.TURN, at.RESULT]
"""What depends on the cards drawn: whether they can pay, and so who acts next."""
ACTIONS = 100_000


def _hands(row: Ints) -> list[int]:
    """Return the cards of all hands, one hand after the other."""
    return [max(1, card) for seat in range(row[at.PLAYERS]) for card in hand_of(row, seat)]


def _heap(row: Ints, first: int, size: int) -> list[int]:
    """Return the cards of a pile whose order has no effect on what can come."""
    return sorted(pile(row, first, size))


def _hidden(row: Ints) -> list[int]:
    """Return the cards that a shuffle can have moved: Tavern, discard and hands."""
    tavern = pile(row, at.TAVERN, at.TAVERN_SIZE)
    discard = pile(row, at.DISCARD, at.DISCARD_SIZE)
    return sorted([*tavern, *discard, *_hands(row)])


def _placed(row: Ints) -> list[list[int]]:
    """Return each pile as it lies."""
    tavern = pile(row, at.TAVERN, at.TAVERN_SIZE)
    return [tavern, _heap(row, at.DISCARD, at.DISCARD_SIZE), _hands(row)]


def test_both_allow_the_same_and_do_the_same() -> None:
    rng, luck = Random(6), luck_of(6)
    found = np.zeros(at.MOST_ACTIONS, dtype=np.int64)
    tried = 0
    while tried < ACTIONS:
        other = None
        for state, action in walk(rng, rng.choice([1, 2, 3, 4]), some_options(rng)):
            tried += 1
            row = full_row(state) if other is None else other
            count = legal(row, found)
            theirs = GAME.legal_actions(state)
            assert {to_action(number) for number in found[:count].tolist()} == {*theirs}
            assert count == len(theirs)
            number = to_number(action, row)
            assert number in found[:count]
            take(row, number, luck)
            after = GAME.reduce(state, action).state
            other = full_row(after)
            if _hands(row) != _hands(other):
                # Cards were drawn that had just been healed, and luck says which.
                assert after.shuffles > state.shuffles
                row[FATE] = other[FATE]
            assert figures(row) == figures(other)
            assert pile(row, at.CASTLE, at.CASTLE_SIZE) == pile(other, at.CASTLE, at.CASTLE_SIZE)
            assert _heap(row, at.TABLE, at.TABLE_SIZE) == _heap(other, at.TABLE, at.TABLE_SIZE)
            assert _hidden(row) == _hidden(other)
            if after.shuffles == state.shuffles:
                assert _placed(row) == _placed(other)
