"""The rules on rows of numbers are those of the engine."""

import os
import subprocess
import sys
from random import Random

import numpy as np
import pytest

from regicide_tui.bots.compiled import JIT, Ints
from regicide_tui.bots.luck import luck_of
from regicide_tui.bots.regicide import layout as at
from regicide_tui.bots.regicide.legal import legal
from regicide_tui.bots.regicide.rules import take
from regicide_tui.bots.regicide.translate import full_row, hand_of, to_action, to_number
from tests.bots.regicide.games import GAME, some_options, walk

FATE = [at.PHASE, at.TURN, at.RESULT]
"""What depends on the cards drawn: whether they can pay, and so who acts next."""
ACTIONS = 100_000


def _open(row: Ints) -> list[int]:
    """Return all but the cards: figures and sizes."""
    figures: list[int] = row[: at.CASTLE].tolist()
    return figures


def _pile(row: Ints, first: int, size: int) -> list[int]:
    """Return a pile; two Jesters are the same."""
    return [max(1, number) for number in row[first : first + row[size]].tolist()]


def _hands(row: Ints) -> list[int]:
    """Return the cards of all hands, one hand after the other."""
    return [max(1, card) for seat in range(row[at.PLAYERS]) for card in hand_of(row, seat)]


def _heap(row: Ints, first: int, size: int) -> list[int]:
    """Return the cards of a pile whose order has no effect on what can come."""
    return sorted(_pile(row, first, size))


def _hidden(row: Ints) -> list[int]:
    """Return the cards that a shuffle can have moved: Tavern, discard and hands."""
    tavern = _pile(row, at.TAVERN, at.TAVERN_SIZE)
    discard = _pile(row, at.DISCARD, at.DISCARD_SIZE)
    return sorted([*tavern, *discard, *_hands(row)])


def _placed(row: Ints) -> list[list[int]]:
    """Return each pile as it lies."""
    tavern = _pile(row, at.TAVERN, at.TAVERN_SIZE)
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
            assert _open(row) == _open(other)
            assert _pile(row, at.CASTLE, at.CASTLE_SIZE) == _pile(other, at.CASTLE, at.CASTLE_SIZE)
            assert _heap(row, at.TABLE, at.TABLE_SIZE) == _heap(other, at.TABLE, at.TABLE_SIZE)
            assert _hidden(row) == _hidden(other)
            if after.shuffles == state.shuffles:
                assert _placed(row) == _placed(other)


GAMES = """
import numpy as np
from regicide_tui.bots.luck import below, luck_of
from regicide_tui.bots.net import MOST_INPUTS
from regicide_tui.bots.regicide.features import features
from regicide_tui.bots.regicide.layout import LENGTH, MOST_ACTIONS, NONE, RESULT, TURN
from regicide_tui.bots.regicide.legal import legal
from regicide_tui.bots.regicide.rules import deal, take
luck, row = luck_of(9), np.zeros(LENGTH, dtype=np.int64)
found, on = np.zeros(MOST_ACTIONS, dtype=np.int64), np.zeros(MOST_INPUTS, dtype=np.int64)
total = 0
for game in range(40):
    deal(row, game % 4 + 1, 2 if game % 4 == 0 else 0, luck)
    while row[RESULT] == NONE:
        count = legal(row, found)
        for action in found[:count]:
            size = features(row, int(row[TURN]), int(action), on)
            total = (total * 31 + int(on[: max(0, size)].sum()) + size) % 1_000_003
        take(row, int(found[below(luck, count)]), luck)
    total = (total * 31 + int(row.sum())) % 1_000_003
print(total)
"""


def _total(**environment: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", GAMES],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout


@pytest.mark.skipif(not JIT, reason="numba is not installed: there is one way only")
def test_machine_code_and_python_play_the_same_games() -> None:
    assert _total() == _total(NUMBA_DISABLE_JIT="1")
