"""What a seat may see of a game, and guessing at the rest."""

from collections import Counter
from random import Random

from msgspec.structs import replace

from regicide_tui.cards import JESTER, PACK, UNKNOWN, Card, ascending
from regicide_tui.games.base import Pile, Seat
from regicide_tui.games.regicide.state import ROYALS, TAVERN_JESTERS, State


def view(state: State, seat: Seat | None) -> State:
    """Return the state as a seat, or with None a spectator, sees it.

    Hidden are the other hands, the Castle, the Tavern but for a royal killed exactly that
    still lies on top (R-8), and the discard below its top card (R-7).
    """
    known = state.tavern_known
    return replace(
        state,
        seed="",
        shuffles=0,
        hands=tuple(
            [hand if place == seat else _unknown(hand) for place, hand in enumerate(state.hands)]
        ),
        tavern=state.tavern[:known] + _unknown(state.tavern[known:]),
        castle=_unknown(state.castle),
        discard=state.discard[:1] + _unknown(state.discard[1:]),
    )


def _unknown(pile: Pile) -> Pile:
    return (UNKNOWN,) * len(pile)


def determinize(view: State, rng: Random) -> State:
    """Deal the unknown cards at random: a state that the seat can't tell from the true one.

    The Castle gets Kings below Queens below Jacks (set-up, 1.4); all other unknown places
    share what is left of the pack.
    """
    players = len(view.hands)
    seen = Counter(_visible(view))
    pool = list((Counter(PACK) + Counter({JESTER: TAVERN_JESTERS[players]}) - seen).elements())
    rng.shuffle(pool)

    castle: list[Card] = []
    for depth in range(len(view.castle)):
        rank = ROYALS[-1 - min(depth // 4, 2)]
        at = next((i for i, card in enumerate(pool) if card.rank == rank), 0)
        castle.insert(0, pool.pop(at))

    def fill(pile: Pile) -> Pile:
        return tuple([pool.pop() if card is UNKNOWN else card for card in pile])

    return replace(
        view,
        seed=f"{rng.getrandbits(128):032x}",
        castle=tuple(castle),
        hands=tuple([ascending(fill(hand)) for hand in view.hands]),
        tavern=fill(view.tavern),
        discard=fill(view.discard),
    )


def _visible(view: State) -> list[Card]:
    piles = [*view.hands, view.tavern, view.discard, *[play.cards for play in view.table]]
    enemy = [view.enemy] if view.enemy else []
    return [card for pile in piles for card in pile if card is not UNKNOWN] + enemy
