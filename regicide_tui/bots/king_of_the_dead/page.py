"""Rules of thumb for King of the Dead: score, use powers, buy the dearest.

A search begins with `options`. The page plays by `careful_options`, which also look at what is left
of the deck: a scored card is gone from it.
"""

from typing import NamedTuple

from regicide_tui.bots.king_of_the_dead.answering import answers_to
from regicide_tui.bots.king_of_the_dead.buying import payment_loss, purchases
from regicide_tui.bots.king_of_the_dead.worth import deck_worth, form
from regicide_tui.games.base import Pile
from regicide_tui.games.king_of_the_dead.actions import Action, Buy, End, Play, Recall, Score
from regicide_tui.games.king_of_the_dead.powers import key_of, plays
from regicide_tui.games.king_of_the_dead.runs import Run, runs, with_well
from regicide_tui.games.king_of_the_dead.state import RESHUFFLES, Side, State
from regicide_tui.games.king_of_the_dead.values import COST, NEWCOMER_COST, NUMBER
from regicide_tui.games.plays import is_royal

MOST = 14
"""So many actions are thought of at most."""

_POWERS = {
    "J": 7.0,
    "Q": 6.5,
    "K": 6.0,
    "AA": -3.0,
    "22": 4.0,
    "33": 1.0,
    "44": 5.0,
    "55": 3.0,
    "66": 2.0,
    "77": -1.0,
    "88": 3.0,
    "99": 4.5,
    "TT": 4.0,
    "JJ red": 2.0,
    "JJ black": 2.0,
    "JJ mixed": 6.0,
    "QQ red": 6.0,
    "QQ black": 4.0,
    "QQ mixed": 7.0,
    "KK red": 6.0,
    "KK black": 1.0,
    "KK mixed": 6.5,
    "QA red": 3.0,
    "A*": -3.0,
    "J*": 8.0,
    "Q*": 6.0,
    "K*": 7.0,
    "**": 3.0,
}
_GATE = {2: 38, 3: 76, 4: 76}
"""The cards of the first Gate, by the number of players."""
_LATER_GATE = 0.6
"""How large a later Gate is, compared with the first."""
_OF_MANY = 6.0
_BLOCKED = -2.0


def options(state: State) -> list[tuple[Action, float]]:
    """Return actions worth a thought with their appeals; to end the turn has none, which is 0."""
    if state.prompt:
        found: list[tuple[Action, float]] = [*answers_to(state)]
    else:
        found = _in_turn(state)
    found.sort(key=lambda option: -option[1])
    return found[:MOST]


class Taste(NamedTuple):
    """What the page likes, in about points; found by trial."""

    run: float = 6.0
    well: float = 2.0
    """What a run is worth besides its points, if the Well's top card is in it."""
    purchase: float = 3.0
    price: float = 0.6
    royal: float = -2.0
    loss: float = 0.3
    newcomer: float = 6.0
    """The cost that is expected of the Newcomer."""


TASTE = Taste()
DECK = 8
"""The page keeps this many cards in its deck as long as it can still use them."""
_LATE, _TOO_LATE = 0.8, 0.95
"""The shares of the game after which runs are worth more than a deck, and a deck needs no card."""


def careful_options(state: State) -> list[tuple[Action, float]]:
    """Return what the page thinks of, with its appeals."""
    if state.prompt:
        return options(state)
    return [(action, _careful(state, action, appeal)) for action, appeal in _in_turn(state)]


def _careful(state: State, action: Action, appeal: float) -> float:
    match action:
        case Score(run):
            return _score(state, run)
        case Buy() if passed(state) < _TOO_LATE:
            return _purchase(state, action)
        case Buy():
            return _BLOCKED  # what is bought now hardly comes to the hand
    return appeal


def _score(state: State, run: Run) -> float:
    """Return the appeal of a run; none if its card would be missed in the deck."""
    high = with_well(run, state.well)[2]
    if run[2] is not None and not may_score(state):
        return _BLOCKED
    return TASTE.run + NUMBER[high] + TASTE.well * (None in run)


def may_score(state: State) -> bool:
    """Tell whether the page scores a card of its own: its deck is large, or the game nearly over.

    Without enough cards there is no run any more and nothing can be bought.
    """
    side = state.sides[state.turn]
    deck = len(side.hand + side.draws + side.discard + side.plays)
    return deck > DECK or passed(state) >= _LATE


def passed(state: State) -> float:
    """Return about which share of the game is over, by the Gate and how often it is refilled."""
    if state.final_round:
        return 1.0
    players = len(state.sides)
    whole = _GATE[players] * (_LATER_GATE if state.reshuffles else 1)
    left = min(1.0, len(state.gate) / whole)
    return (state.reshuffles + 1 - left) / (RESHUFFLES[players] + 1)


def _purchase(state: State, buy: Buy) -> float:
    """Return the appeal of a purchase by what it brings to the deck."""
    card = state.parade[buy.slot - 1] if buy.slot else None
    cost = COST[card] if card else TASTE.newcomer
    royal = card is not None and is_royal(card)
    loss = payment_loss(buy.cards)
    return TASTE.purchase + TASTE.price * cost + TASTE.royal * royal - TASTE.loss * loss


def _in_turn(state: State) -> list[tuple[Action, float]]:
    side = state.sides[state.turn]
    found: list[tuple[Action, float]] = [(End(), 0.0)]
    found += [(Recall(number + 1), 0.5) for number in range(len(side.familiars))]
    seen: set[tuple[object, ...]] = set()
    for run in runs(side.hand, state.well):
        key: tuple[object, ...] = tuple([form(card) if card else None for card in run])
        if key not in seen:
            seen.add(key)
            high = with_well(run, state.well)[2]
            found.append((Score(run), 4.0 + NUMBER[high] + 2.0 * (run[2] is None)))
    for buy, loss in purchases(state):
        found.append((buy, 1.5 + 0.5 * _price(state, buy) - 0.5 * loss))
    for cards in plays(side.hand, state.options):
        key = ("play", *[form(card) for card in cards])
        if key not in seen:
            seen.add(key)
            found.append((Play(cards), _power(state, side, cards)))
    return found


def _price(state: State, buy: Buy) -> float:
    if not buy.slot:
        return NEWCOMER_COST - 1.0
    card = state.parade[buy.slot - 1]
    assert card is not None
    return COST[card]


def _power(state: State, side: Side, cards: Pile) -> float:
    """Return the appeal of a power; little if there is nothing for it to work on."""
    key = key_of(cards)
    appeal = _POWERS.get(key, _OF_MANY)
    if key in ("K", "KK red", "KK mixed", "KKK", "KKKK") and not state.well:
        return _BLOCKED
    if key == "K":
        return 2.0 + 0.5 * deck_worth(state.well[0])
    if key in ("33", "55") and not any(state.parade):
        return _BLOCKED
    if key == "66" and not state.newcomer:
        return _BLOCKED
    if key in ("88", "QQ black", "KK black") and not side.discard:
        return _BLOCKED
    return appeal
