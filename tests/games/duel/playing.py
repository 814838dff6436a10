"""Regicide Duel played at random."""

from collections import Counter
from random import Random

from regicide_tui.cards import Card
from regicide_tui.games.duel import GAME
from regicide_tui.games.duel.state import State
from regicide_tui.games.regicide_family.laying import Pay, Play
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


PLAYING = Playing(
    game=GAME,
    options=lambda rng, _: random_options(rng),
    position=lambda rng, _: random_position(rng),
    choose=_careful,
    cards=_cards,
    far=1000,  # more actions than a game at random has
)
