"""King of the Dead played at random."""

from collections import Counter
from random import Random

from regicide_tui.cards import Card
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.actions import Action
from regicide_tui.games.king_of_the_dead.state import State
from regicide_tui.games.king_of_the_dead.view import piles_of
from tests.games.king_of_the_dead.strewn import random_options, random_position
from tests.games.playing import Playing


def _busy(rng: Random, state: State) -> Action:
    """Choose an action, a power or the end of the turn as often as all purchases together."""
    legal = GAME.legal_actions(state)
    kinds = {type(action) for action in legal}
    kind = rng.choice(sorted(kinds, key=lambda one: one.__name__))
    return rng.choice([action for action in legal if type(action) is kind])


def _cards(state: State) -> Counter[Card]:
    piles = [pile for side in state.sides for pile in piles_of(side)]
    piles += [state.gate, state.well, state.prompt.looked if state.prompt else ()]
    one_by_one = [card for card in (state.newcomer, *state.parade) if card]
    return Counter([card for pile in piles for card in pile] + one_by_one)


PLAYING = Playing(
    game=GAME,
    options=random_options,
    position=random_position,
    choose=_busy,
    cards=_cards,
    far=60,
    opening=120,
    onward=4,
)
