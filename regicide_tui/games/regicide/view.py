"""What a seat may see of a game, and guessing at the rest."""

from collections import Counter
from random import Random

from msgspec.structs import replace

from regicide_tui.cards import JESTER, PACK
from regicide_tui.games.base import Seat
from regicide_tui.games.hands import seen_by
from regicide_tui.games.piles import top_shown, unknown
from regicide_tui.games.regicide.state import TAVERN_JESTERS, State
from regicide_tui.games.regicide_family.guessing import Guess


def view(state: State, seat: Seat | None) -> State:
    """Return the state as a seat, or with None a spectator, sees it.

    Hidden are the other hands, the Castle, the Tavern but for a royal killed exactly that
    still lies on top (R-8), and the discard below its top card (R-7).
    """
    known = state.tavern_known
    return replace(
        state,
        seed=None,
        shuffles=0,
        hands=seen_by(state.hands, seat),
        tavern=state.tavern[:known] + unknown(state.tavern[known:]),
        castle=unknown(state.castle),
        discard=top_shown(state.discard),
    )


def determinize(view: State, rng: Random) -> State:
    """Deal the unknown cards at random: a state that the seat can't tell from the true one."""
    pack = Counter(PACK) + Counter({JESTER: TAVERN_JESTERS[len(view.hands)]})
    others = [*view.hands, view.tavern, view.discard, *[play.cards for play in view.table]]
    others += [(view.enemy,) if view.enemy else ()]
    guess = Guess(pack, view.castle, others, rng)
    return replace(
        view,
        seed=guess.seed,
        castle=guess.castle,
        hands=guess.fill_hands(view.hands),
        tavern=guess.fill(view.tavern),
        discard=guess.fill(view.discard),
    )
