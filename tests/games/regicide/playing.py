"""Regicide played at random."""

from collections import Counter
from random import Random

from regicide_tui.cards import Card
from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.actions import Action
from regicide_tui.games.regicide.state import State
from tests.games.playing import Playing
from tests.games.regicide.oracle import random_options, random_position


def _careful(rng: Random, state: State) -> Action:
    """Choose an action that does not lose at once, if one can be found soon."""
    legal = GAME.legal_actions(state)
    some = rng.sample(legal, min(6, len(legal)))
    alive = [one for one in some if GAME.reduce(state, one).state.result != "lost"]
    return (alive or some)[0]


def _cards(state: State) -> Counter[Card]:
    piles = [*state.hands, state.tavern, state.castle, state.discard]
    piles += [play.cards for play in state.table]
    piles += [(state.enemy,) if state.enemy else ()]
    return Counter([card for pile in piles for card in pile])


PLAYING = Playing(
    game=GAME,
    options=random_options,
    position=random_position,
    choose=_careful,
    cards=_cards,
    far=400,  # more actions than any game has
)
