"""The rules of a Duel on encoded states are those of the engine."""

from itertools import chain
from random import Random

import pytest

from regicide_tui.bots.duel import rules as duel_layout
from regicide_tui.bots.duel.afterstate import PLACES
from regicide_tui.bots.duel.bot import encode_state
from regicide_tui.bots.duel.heuristic import appeal_of, choose_by_heuristic, list_candidates
from regicide_tui.bots.duel.rules import deal
from regicide_tui.bots.encoded import state as layout
from regicide_tui.bots.encoded.state import decode_play_or_pay, encode_play_or_pay
from regicide_tui.bots.library import Ints, ints, ints_of
from regicide_tui.bots.rng import new_rng
from tests.bots.duel.games import GAME, some_options, walk
from tests.bots.encoded.agreeing import Both, agree, each_volume
from tests.bots.encoded.reading import hidden, laid, pile
from tests.loose import loose


def _laid(encoded: Ints) -> list[list[int]]:
    """Return the Castle in order, and the play and the shields sorted."""
    shields = [
        pile(
            encoded,
            duel_layout.SHIELDS + duel_layout.SHIELD_ROOM * seat,
            duel_layout.SHIELD_SIZE + seat,
        )
        for seat in range(2)
    ]
    return [*laid(encoded), *map(sorted, shields)]


@each_volume
def test_engine_and_encoded_rules_allow_and_do_the_same(actions: int) -> None:
    rng = Random(6)
    agree(
        Both(
            GAME,
            lambda: walk(rng, some_options(rng), rng.randrange(13)),
            encode_state,
            decode_play_or_pay,
            encode_play_or_pay,
            _laid,
        ),
        actions,
    )


def test_a_deal_follows_the_rules() -> None:
    rng, encoded = new_rng(1), ints(layout.LENGTH)
    first = set()
    for _ in range(50):
        deal(encoded, rng)
        first.add(int(encoded[layout.TURN]))
        castle = pile(encoded, layout.CASTLE, layout.CASTLE_SIZE)
        assert [(card - layout.FIRST_ROYAL) // 4 for card in castle] == [2] * 4 + [1] * 4 + [0] * 4
        tavern, discard, *hands = hidden(encoded)
        assert [len(hand) for hand in hands] == [7, 7]
        assert sorted(chain(castle, tavern, discard, *hands)) == [*range(2, 54)]
    assert first == {0, 1}


def test_the_heuristic_on_encoded_states_is_that_of_the_page() -> None:
    rng = Random(2)
    held = ints(layout.HAND_ROOM)
    after = ints(PLACES)
    for _ in range(200):
        for state, _action in walk(rng, some_options(rng)):
            encoded = encode_state(state)
            candidates = list_candidates(state)
            for action, appeal in candidates:
                found = appeal_of(encoded, encode_play_or_pay(action, encoded), held, after)
                assert found == pytest.approx(appeal, abs=1e-4)
            numbers = ints_of(
                [encode_play_or_pay(loose(action), encoded) for action in GAME.legal_actions(state)]
            )
            taken = decode_play_or_pay(numbers[choose_by_heuristic(encoded, numbers, len(numbers))])
            assert dict(candidates)[taken] == pytest.approx(
                max(appeal for _, appeal in candidates), abs=1e-4
            )
