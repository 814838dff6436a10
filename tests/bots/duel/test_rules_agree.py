"""The rules of a Duel on rows of numbers are those of the engine."""

from itertools import chain
from random import Random

import numpy as np
import pytest

from regicide_tui.bots.compiled import Ints
from regicide_tui.bots.duel import layout as own
from regicide_tui.bots.duel.after import PLACES
from regicide_tui.bots.duel.page import options
from regicide_tui.bots.duel.rules import deal
from regicide_tui.bots.duel.thumb import appeal_of, thumb
from regicide_tui.bots.duel.translate import full_row, to_action, to_number
from regicide_tui.bots.luck import luck_of
from regicide_tui.bots.rows import layout as at
from tests.bots.duel.games import GAME, some_options, walk
from tests.bots.rows.agreeing import Both, agree
from tests.bots.rows.reading import hidden, laid, pile
from tests.loose import loose


def _laid(row: Ints) -> list[list[int]]:
    """Return the Castle as it lies, and the play and the shields in order."""
    shields = [
        pile(row, own.SHIELDS + own.SHIELD_ROOM * seat, own.SHIELD_SIZE + seat) for seat in range(2)
    ]
    return [*laid(row), *map(sorted, shields)]


def test_both_allow_the_same_and_do_the_same() -> None:
    rng = Random(6)
    agree(
        Both(
            GAME,
            lambda: walk(rng, some_options(rng)),
            full_row,
            to_action,
            lambda action, _row: to_number(action),
            _laid,
        )
    )


def test_a_deal_is_one_of_the_rules() -> None:
    luck, row = luck_of(1), np.zeros(at.LENGTH, dtype=np.int64)
    first = set()
    for _ in range(50):
        deal(row, luck)
        first.add(int(row[at.TURN]))
        castle = pile(row, at.CASTLE, at.CASTLE_SIZE)
        assert [(card - at.FIRST_ROYAL) // 4 for card in castle] == [2] * 4 + [1] * 4 + [0] * 4
        tavern, discard, *hands = hidden(row)
        assert [len(hand) for hand in hands] == [7, 7]
        assert sorted(chain(castle, tavern, discard, *hands)) == [*range(2, 54)]
    assert first == {0, 1}


def test_the_page_on_rows_likes_what_the_page_likes() -> None:
    rng = Random(2)
    held = np.zeros(at.HAND_ROOM, dtype=np.int64)
    after = np.zeros(PLACES, dtype=np.int64)
    for _ in range(200):
        for state, _action in walk(rng, some_options(rng)):
            row = full_row(state)
            liked = options(state)
            for action, appeal in liked:
                found = appeal_of(row, to_number(action), held, after)
                assert found == pytest.approx(appeal, abs=1e-4)
            numbers = np.array([to_number(loose(action)) for action in GAME.legal_actions(state)])
            taken = to_action(int(numbers[thumb(row, numbers, numbers.size)]))
            assert dict(liked)[taken] == pytest.approx(max(appeal for _, appeal in liked), abs=1e-4)
