"""What a seat may see of a game, and random guesses at the rest."""

from collections import Counter
from random import Random

from msgspec.structs import replace

from regicide_tui.cards import PACK
from regicide_tui.games.base import Pile, Seat
from regicide_tui.games.duel.state import State
from regicide_tui.games.hands import hide_other_hands
from regicide_tui.games.piles import hide_all, hide_below_top
from regicide_tui.games.regicide_family.determinization import Determinization


def view(state: State, seat: Seat | None) -> State:
    """Return the state as a seat, or a spectator (None), sees it.

    The other hand, the Castle, the Tavern and the discard pile below its top are hidden (D-20).
    """
    return replace(
        state,
        seed=None,
        shuffles=0,
        hands=hide_other_hands(state.hands, seat),
        tavern=hide_all(state.tavern),
        castle=hide_all(state.castle),
        discard=hide_below_top(state.discard),
    )


def determinize(view: State, rng: Random) -> State:
    """Return a state with random cards for the unknown ones, as the true state may be."""
    shields = [cards for plays in view.shields for cards in plays]
    others: list[Pile] = [*view.hands, view.tavern, view.discard, view.played, *shields]
    guess = Determinization(Counter(PACK), view.castle, others, rng)
    return replace(
        view,
        seed=guess.seed,
        castle=guess.castle,
        hands=guess.fill_hands(view.hands),
        tavern=guess.fill(view.tavern),
        discard=guess.fill(view.discard),
    )
