"""Regicide played at random."""

from collections import Counter
from random import Random

from msgspec.structs import replace

from regicide_tui.cards import JESTER, ROYALS, Card, ascending
from regicide_tui.games.base import Outcome, Pile, Seat
from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.state import Action, State
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


def disguised(state: State, seat: Seat | None, rng: Random) -> State:
    """Exchange all cards that a seat does not see, and what else it does not know."""
    known = state.tavern_known
    others = [place for place in range(len(state.hands)) if place != seat]
    hidden = [*state.tavern[known:], *state.castle, *state.discard[1:]]
    hidden += [card for place in others for card in state.hands[place]]
    rng.shuffle(hidden)

    def dealt(pile: Pile) -> Pile:
        return tuple([hidden.pop() for _ in pile])

    return replace(
        state,
        seed=f"{state.seed}'",
        shuffles=state.shuffles + 1,
        tavern=state.tavern[:known] + dealt(state.tavern[known:]),
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
    """Tell whether the game is won exactly if no enemy is left."""
    return (outcome.reason == "all_enemies_defeated") == outcome.won == (state.enemy is None)


def is_well_guessed(state: State) -> bool:
    """Tell whether the Castle has royals only."""
    return all(card.rank in ROYALS and card is not JESTER for card in state.castle)


PLAYING = Playing(
    game=GAME,
    options=random_options,
    position=random_position,
    choose=_careful,
    cards=_cards,
    disguised=disguised,
    is_well_ended=is_well_ended,
    is_well_guessed=is_well_guessed,
    far=400,  # more actions than any game has
)
