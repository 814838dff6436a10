"""What an action is thought to make of a Duel is what the engine makes of it."""

from random import Random

import numpy as np

from regicide_tui.bots.duel import after as a
from regicide_tui.bots.duel.features import INPUTS, features
from regicide_tui.bots.duel.translate import full_row, to_number
from regicide_tui.bots.net import LOST_FOR_SURE, MOST_INPUTS, WON_FOR_SURE
from regicide_tui.bots.rows.layout import HAND_ROOM
from regicide_tui.bots.rows.translate import number_of
from regicide_tui.games.duel.state import PAY, State, becomes_shield, holder, other, shield
from regicide_tui.games.regicide_family.plays import total
from tests.bots.duel.games import GAME, some_options, walk
from tests.loose import loose


def _figures(state: State, seat: int) -> dict[int, int]:
    """Return what is found after an action of `seat`, the play counted as shield at once."""
    foe, played = other(seat), state.played
    raised = total(played) if state.turn == seat and becomes_shield(played) else 0
    return {
        a.A_RIVAL: len(state.hands[foe]),
        a.A_SHIELD: shield(state, seat) + raised,
        a.A_AGAINST: shield(state, foe),
        a.A_DUE: state.due,
        a.A_TAVERN: len(state.tavern),
        a.A_DISCARD: len(state.discard),
        a.A_CASTLE: len(state.castle),
    }


def test_it_is_what_the_engine_makes_of_it() -> None:
    rng, ended = Random(3), 0
    after = np.zeros(a.PLACES, dtype=np.int64)
    held, on = np.zeros(HAND_ROOM, dtype=np.int64), np.zeros(MOST_INPUTS, dtype=np.int64)
    for _ in range(150):
        for state, _action in walk(rng, some_options(rng)):
            row, seat = full_row(state), holder(state)
            for action in GAME.legal_actions(state):
                number, then = to_number(loose(action)), GAME.reduce(state, action).state
                a.look_after(row, seat, number, held, after)
                figures = _figures(loose(then), seat)
                assert {place: int(after[place]) for place in figures} == figures
                kept = [card for card in state.hands[seat] if card not in loose(action).cards]
                assert held[: len(kept)].tolist() == [number_of(card) for card in kept]
                assert len(kept) + after[a.A_DRAWS] == len(loose(then).hands[seat])
                assert after[a.A_WORTH] == total(tuple(kept))
                count = features(row, seat, number, on)
                assert all(0 <= one < INPUTS for one in on[: max(0, count)])
                if count in (WON_FOR_SURE, LOST_FOR_SURE):
                    ended += 1
                    assert loose(then).winner == (seat if count == WON_FOR_SURE else other(seat))
                elif state.phase is PAY:
                    assert loose(then).winner is None
    assert ended > 20
