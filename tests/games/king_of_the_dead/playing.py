"""King of the Dead played at random."""

from collections import Counter
from random import Random

from msgspec.structs import replace

from regicide_tui.cards import Card
from regicide_tui.games.base import Outcome, Pile, Seat
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.actions import Action
from regicide_tui.games.king_of_the_dead.piles import piles_of
from regicide_tui.games.king_of_the_dead.state import SEARCHES, State, in_order
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


def disguised(state: State, seat: Seat | None, rng: Random, two: bool = False) -> State:
    """Exchange all cards that a seat does not see, and the seed; or only two of the cards."""
    prompt = state.prompt
    asked = prompt is not None and prompt.seat == seat
    searches = asked and prompt is not None and prompt.kind in SEARCHES
    hidden = [*state.gate, *([state.newcomer] if state.newcomer else [])]
    hidden += prompt.looked if prompt and not asked else ()
    for place, side in enumerate(state.sides):
        hidden += () if place == seat else side.hand
        hidden += () if searches and place == seat else side.draws
    if not two:
        rng.shuffle(hidden)
    elif len(hidden) > 1:
        one, other = rng.sample(range(len(hidden)), 2)
        hidden[one], hidden[other] = hidden[other], hidden[one]
    hidden.reverse()

    def dealt(pile: Pile) -> Pile:
        return tuple([hidden.pop() for _ in pile])

    return replace(
        state,
        seed=state.seed if two else f"{state.seed}'",
        shuffles=state.shuffles if two else state.shuffles + 1,
        gate=dealt(state.gate),
        newcomer=hidden.pop() if state.newcomer else None,
        prompt=replace(prompt, looked=dealt(prompt.looked)) if prompt and not asked else prompt,
        sides=tuple(
            [
                replace(
                    side,
                    hand=side.hand if place == seat else in_order(dealt(side.hand)),
                    draws=side.draws if searches and place == seat else dealt(side.draws),
                )
                for place, side in enumerate(state.sides)
            ]
        ),
    )


def is_well_ended(state: State, outcome: Outcome) -> bool:
    """Tell whether somebody has won with the most points."""
    points = outcome.points
    return len(points) == len(state.sides) and max(points) == points[outcome.winners[0]]


PLAYING = Playing(
    game=GAME,
    options=random_options,
    position=random_position,
    choose=_busy,
    cards=_cards,
    disguised=disguised,
    is_well_ended=is_well_ended,
    played_on=40,
    far=60,
    opening=120,
    onward=4,
)
