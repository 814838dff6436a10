"""Games of King of the Dead for the tests of encoded states, played at random or half well."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from regicide_tui.bots.king_of_the_dead.bot import list_candidates
from regicide_tui.games.base import Json, Pile
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.actions import Action, Buy, EndTurn, Play
from regicide_tui.games.king_of_the_dead.state import State, in_order
from tests.bots.best import best_candidate


def some_options(rng: Random, players: int) -> dict[str, Json]:
    """Return house rules, each half of the time the printed one."""
    return {
        one.name: one.default if rng.random() < 0.5 else rng.choice(one.values)
        for one in GAME.options(players)
    }


def walk(rng: Random, players: int, options: dict[str, Json]) -> Iterator[tuple[State, Action]]:
    """Yield each state of a game with the action that is taken there.

    In half of the games all cards are mixed first, so that royals and Jokers come early.
    """
    state = GAME.new(players, str(rng.random()), options)
    if rng.random() < 0.5:
        state = mixed(state, rng)
    careful = rng.random()
    while GAME.outcome(state) is None:
        action = some_action(state, rng, careful)
        yield state, action
        state = GAME.reduce(state, action).state


def mixed(state: State, rng: Random) -> State:
    """Return a state at the deal with all cards but those of the Parade mixed."""
    sides = state.sides
    cards = [*state.gate, *[card for side in sides for card in side.hand + side.draws]]
    rng.shuffle(cards)

    def take(count: int) -> Pile:
        taken = tuple(cards[:count])
        del cards[:count]
        return taken

    dealt = [
        replace(side, hand=in_order(take(rng.randint(1, 9))), draws=take(3), discard=take(3))
        for side in sides
    ]
    return replace(state, sides=tuple(dealt), well=take(rng.randint(0, 5)), gate=tuple(cards))


def some_action(state: State, rng: Random, careful: float) -> Action:
    """Return an action: the page's with the probability `careful`, else one at random.

    Of the random ones, powers come often, and the end of the turn and purchases seldom.
    """
    if rng.random() < careful:
        return best_candidate(list_candidates(state))
    actions = GAME.legal_actions(state)
    powers = [one for one in actions if isinstance(one, Play)]
    if powers and rng.random() < 0.7:
        return rng.choice(powers)
    others = [one for one in actions if not isinstance(one, EndTurn | Buy)]
    if others and rng.random() < 0.5:
        return rng.choice(others)
    return rng.choice(actions)
