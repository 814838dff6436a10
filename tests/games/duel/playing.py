"""Regicide Duel played at random."""

from collections import Counter
from random import Random

from msgspec.structs import replace

from regicide_tui.cards import ROYALS, Card, ascending
from regicide_tui.games.base import Outcome, Pile, Seat
from regicide_tui.games.duel import GAME
from regicide_tui.games.duel.state import State
from regicide_tui.games.regicide_family.plays import Pay, Play
from tests.games.duel.oracle import random_options, random_position
from tests.games.playing import Playing


def _careful(rng: Random, state: State) -> Play | Pay:
    """Choose an action after which the game goes on, if one can be found soon."""
    legal = GAME.legal_actions(state)
    some = rng.sample(legal, min(6, len(legal)))
    on = [one for one in some if GAME.reduce(state, one).state.winner is None]
    return (on or some)[0]


def _cards(state: State) -> Counter[Card]:
    piles = [*state.hands, state.tavern, state.castle, state.discard, state.played]
    piles += [cards for plays in state.shields for cards in plays]
    return Counter([card for pile in piles for card in pile])


def disguised(state: State, seat: Seat | None, rng: Random) -> State:
    """Exchange all cards that a seat does not see, and what else it does not know."""
    others = [place for place in (0, 1) if place != seat]
    hidden = [*state.tavern, *state.castle, *state.discard[1:]]
    hidden += [card for place in others for card in state.hands[place]]
    rng.shuffle(hidden)

    def dealt(pile: Pile) -> Pile:
        return tuple([hidden.pop() for _ in pile])

    return replace(
        state,
        seed=f"{state.seed}'",
        shuffles=state.shuffles + 1,
        tavern=dealt(state.tavern),
        castle=dealt(state.castle),
        discard=state.discard[:1] + dealt(state.discard[1:]),
        hands=tuple(
            [
                ascending(dealt(hand)) if place in others else hand
                for place, hand in enumerate(state.hands)
            ]
        ),
    )


def is_well_ended(state: State, outcome: Outcome) -> bool:
    """Tell whether one has won, and the other one could not go on for the reason told."""
    (winner,) = outcome.winners
    loser = state.hands[1 - winner]
    return (outcome.reason == "cannot_play") == (not loser and not state.due)


def is_well_guessed(state: State) -> bool:
    """Tell whether the Castle has royals only."""
    return all(card.rank in ROYALS for card in state.castle)


PLAYING = Playing(
    game=GAME,
    options=lambda rng, _: random_options(rng),
    position=lambda rng, _: random_position(rng),
    choose=_careful,
    cards=_cards,
    disguised=disguised,
    is_well_ended=is_well_ended,
    is_well_guessed=is_well_guessed,
    far=1000,  # more actions than a game at random has
)
