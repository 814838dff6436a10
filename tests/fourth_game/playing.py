"""Little Whist played at random."""

from collections import Counter
from random import Random
from typing import Any

from msgspec.structs import replace

from regicide_tui.cards import Card, ascending
from regicide_tui.games.base import Pile, Seat
from tests.fourth_game.whist_game.game import GAME
from tests.fourth_game.whist_game.state import Play, State
from tests.games.playing import Playing


def _options(rng: Random, players: int) -> dict[str, Any]:
    return {one.name: rng.choice(one.values) for one in GAME.options(players)}


def _position(rng: Random, players: int) -> dict[str, Any]:
    state = GAME.new(players, f"{rng.getrandbits(64):x}", {})
    for _ in range(rng.randrange(10 * players)):
        state = GAME.reduce(state, _choose(rng, state)).state
    return GAME.position(state)


def _choose(rng: Random, state: State) -> Play:
    action: Play = rng.choice(GAME.legal_actions(state))
    return action


def _cards(state: State) -> Counter[Card]:
    piles = [*state.hands, (state.turned,), state.stock, *state.played]
    return Counter([card for pile in piles for card in pile])


def _disguised(state: State, seat: Seat | None, rng: Random) -> State:
    """Exchange all cards that a seat does not see, and the seed."""
    others = [place for place in range(len(state.hands)) if place != seat]
    hidden = [*state.stock, *[card for place in others for card in state.hands[place]]]
    rng.shuffle(hidden)

    def dealt(pile: Pile) -> Pile:
        return tuple([hidden.pop() for _ in pile])

    hands = [
        ascending(dealt(hand)) if place in others else hand
        for place, hand in enumerate(state.hands)
    ]
    return replace(state, seed=f"{state.seed}'", stock=dealt(state.stock), hands=tuple(hands))


PLAYING = Playing(
    game=GAME,
    options=_options,
    position=_position,
    choose=_choose,
    cards=_cards,
    disguised=_disguised,
    is_well_ended=lambda state, outcome: sum(outcome.points) == 10,
    far=40,
    opening=40,
)
