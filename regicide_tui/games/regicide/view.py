"""What a seat may see of a game, and guessing at the rest."""

from collections import Counter
from collections.abc import Iterable
from random import Random

from msgspec.structs import replace

from regicide_tui.cards import JESTER, PACK, UNKNOWN, Card, ascending
from regicide_tui.games.base import Pile, Seat
from regicide_tui.games.plays import ROYALS
from regicide_tui.games.regicide.state import ATTACK, TAVERN_JESTERS, State


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

    The Castle gets Kings below Queens below Jacks, as at the deal; all other unknown places
    share what is left of the pack. For a position that no pack can fill, a second one is opened.
    """
    royals, others = _unseen(view, rng)
    castle: list[Card] = []
    for depth in range(len(view.castle)):
        rank = ROYALS[-1 - min(depth // 4, 2)]
        place = next((i for i, card in enumerate(royals) if card.rank == rank), 0)
        castle.insert(0, royals.pop(place))
    pool = royals + others
    rng.shuffle(pool)

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


def _unseen(view: State, rng: Random) -> tuple[list[Card], list[Card]]:
    """Return the cards that may be the unknown ones, shuffled: the royals, and the others."""
    jesters = Counter({JESTER: TAVERN_JESTERS[len(view.hands)]})
    pool = list((Counter(PACK) + jesters - Counter(_visible(view))).elements())
    wanted = sum(pile.count(UNKNOWN) for pile in _piles(view))
    while len(pool) < wanted or len(_royals(pool)) < len(view.castle):
        pool = [*pool, *PACK]
    rng.shuffle(pool)
    return _royals(pool), [card for card in pool if not _is_royal(card)]


def _royals(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if _is_royal(card)]


def _is_royal(card: Card) -> bool:
    return card.rank in ATTACK


def _piles(view: State) -> list[Pile]:
    table = [play.cards for play in view.table]
    return [*view.hands, view.tavern, view.castle, view.discard, *table]


def _visible(view: State) -> list[Card]:
    enemy = [view.enemy] if view.enemy else []
    return [card for pile in _piles(view) for card in pile if card is not UNKNOWN] + enemy
