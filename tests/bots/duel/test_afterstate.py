"""The afterstate of an action in a Duel is what the engine makes of it."""

from random import Random

import pytest

from regicide_tui.bots.duel import afterstate as a
from regicide_tui.bots.duel.afterstate import INPUTS, write_features
from regicide_tui.bots.duel.bot import encode_state
from regicide_tui.bots.encoded import afterstate as common
from regicide_tui.bots.encoded.state import HAND_ROOM, card_number, encode_play_or_pay
from regicide_tui.bots.library import ints
from regicide_tui.bots.net import LOST_FOR_SURE, MOST_INPUTS, WON_FOR_SURE
from regicide_tui.games.duel.state import PAY, State, becomes_shield, holder, other, shield
from regicide_tui.games.regicide_family.plays import total
from tests.bots.duel.games import GAME, some_options, walk
from tests.loose import loose


def _figures(state: State, seat: int) -> dict[int, int]:
    """Return the expected afterstate of an action of `seat`. The play counts as shield at once."""
    foe, played = other(seat), state.played
    raised = total(played) if state.turn == seat and becomes_shield(played) else 0
    return {
        a.A_RIVAL: len(state.hands[foe]),
        a.A_SHIELD: shield(state, seat) + raised,
        a.A_RIVAL_SHIELD: shield(state, foe),
        common.A_DUE: state.due,
        common.A_TAVERN: len(state.tavern),
        common.A_DISCARD: len(state.discard),
        common.A_CASTLE: len(state.castle),
    }


@pytest.mark.slow
def test_the_afterstate_is_what_the_engine_makes_of_it() -> None:
    rng, ended = Random(3), 0
    after = ints(a.PLACES)
    held, on = ints(HAND_ROOM), ints(MOST_INPUTS)
    for _ in range(150):
        for state, _action in walk(rng, some_options(rng)):
            encoded, seat = encode_state(state), holder(state)
            for action in GAME.legal_actions(state):
                number, then = (
                    encode_play_or_pay(loose(action), encoded),
                    GAME.reduce(state, action).state,
                )
                a.write_afterstate(encoded, seat, number, held, after)
                figures = _figures(loose(then), seat)
                assert {place: after[place] for place in figures} == figures
                kept = [card for card in state.hands[seat] if card not in loose(action).cards]
                assert held[: len(kept)].tolist() == [card_number(card) for card in kept]
                assert len(kept) + after[common.A_DRAWS] == len(loose(then).hands[seat])
                assert after[common.A_KEPT_VALUE] == total(tuple(kept))
                count = write_features(encoded, seat, number, on)
                assert all(0 <= one < INPUTS for one in on[: max(0, count)])
                if count in (WON_FOR_SURE, LOST_FOR_SURE):
                    ended += 1
                    assert loose(then).winner == (seat if count == WON_FOR_SURE else other(seat))
                elif state.phase is PAY:
                    assert loose(then).winner is None
    assert ended > 20
