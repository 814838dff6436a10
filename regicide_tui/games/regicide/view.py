"""What a seat may see of a game, and random guesses at the rest."""

from collections import Counter
from random import Random

from msgspec.structs import replace

from regicide_tui.cards import JESTER, PACK
from regicide_tui.games.base import Seat
from regicide_tui.games.hands import hide_other_hands
from regicide_tui.games.piles import hide_all, hide_below_top
from regicide_tui.games.regicide.state import TAVERN_JESTERS, State
from regicide_tui.games.regicide_family.determinization import Determinization


def view(state: State, seat: Seat | None) -> State:
    """Return the state as a seat, or a spectator (None), sees it.

    The other hands, the Castle, the Tavern and the discard pile below its top card (R-7) are
    hidden. A royal of an exact kill on top of the Tavern is known (R-8).
    """
    known = state.tavern_known
    return replace(
        state,
        seed=None,
        shuffles=0,
        hands=hide_other_hands(state.hands, seat),
        tavern=state.tavern[:known] + hide_all(state.tavern[known:]),
        castle=hide_all(state.castle),
        discard=hide_below_top(state.discard),
    )


def determinize(view: State, rng: Random) -> State:
    """Return a state with random cards for the unknown ones, as the true state may be."""
    pack = Counter(PACK) + Counter({JESTER: TAVERN_JESTERS[len(view.hands)]})
    others = [*view.hands, view.tavern, view.discard, *[play.cards for play in view.table]]
    others += [(view.enemy,) if view.enemy else ()]
    guess = Determinization(pack, view.castle, others, rng)
    return replace(
        view,
        seed=guess.seed,
        castle=guess.castle,
        hands=guess.fill_hands(view.hands),
        tavern=guess.fill(view.tavern),
        discard=guess.fill(view.discard),
    )
