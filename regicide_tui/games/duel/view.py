"""What a seat may see of a game, and guessing at the rest."""

from collections import Counter
from random import Random

from msgspec.structs import replace

from regicide_tui.cards import PACK
from regicide_tui.games.base import Pile, Seat
from regicide_tui.games.duel.state import State
from regicide_tui.games.hands import seen_by
from regicide_tui.games.piles import top_shown, unknown
from regicide_tui.games.regicide_family.guessing import Guess


def view(state: State, seat: Seat | None) -> State:
    """Return the state as a seat, or with None a spectator, sees it.

    Hidden are the other hand, the Castle, the Tavern, and the discard below its top card (D-20).
    """
    return replace(
        state,
        seed=None,
        shuffles=0,
        hands=seen_by(state.hands, seat),
        tavern=unknown(state.tavern),
        castle=unknown(state.castle),
        discard=top_shown(state.discard),
    )


def determinize(view: State, rng: Random) -> State:
    """Deal the unknown cards at random: a state that the seat can't tell from the true one."""
    shields = [cards for plays in view.shields for cards in plays]
    others: list[Pile] = [*view.hands, view.tavern, view.discard, view.played, *shields]
    guess = Guess(Counter(PACK), view.castle, others, rng)
    return replace(
        view,
        seed=guess.seed,
        castle=guess.castle,
        hands=guess.fill_hands(view.hands),
        tavern=guess.fill(view.tavern),
        discard=guess.fill(view.discard),
    )
