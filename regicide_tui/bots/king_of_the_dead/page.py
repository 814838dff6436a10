"""Rules of thumb for King of the Dead: draw, score, buy what makes runs.

A search begins with `options`. The page plays by `careful_options`, which also look at what is left
of the deck: a scored card is gone from it.
"""

from typing import NamedTuple

from regicide_tui.bots.king_of_the_dead.answering import answers_to
from regicide_tui.bots.king_of_the_dead.buying import payment_loss, purchases
from regicide_tui.bots.king_of_the_dead.worth import deck_worth, form
from regicide_tui.cards import Card
from regicide_tui.games.base import Pile
from regicide_tui.games.king_of_the_dead.actions import Action, Buy, EndTurn, Play, Recall, Score
from regicide_tui.games.king_of_the_dead.powers import plays, power_key
from regicide_tui.games.king_of_the_dead.runs import RunCards, fill_in_well_card, runs
from regicide_tui.games.king_of_the_dead.state import Side, State, owned_by
from regicide_tui.games.king_of_the_dead.values import COST, NEWCOMER_COST, NUMBER, is_red
from regicide_tui.games.regicide_family.plays import is_royal

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
    purchase: float = 1.5
    price: float = 0.5
    royal: float = -3.7
    neighbour: float = 0.5
    """What a card gains by each card of the deck that may lie beside it in a run."""
    double: float = 0.5
    """What a card loses if the deck has one of its number and colour."""
    crowd: float = 0.2
    """What a purchase loses by each card that the deck has beyond `CROWD`."""
    loss: float = 0.3
    newcomer: float = 6.0
    """The cost that is expected of the Newcomer."""


TASTE = Taste()
DECK = 7
"""The page scores no card of a deck of so many cards, until the last round."""
CROWD = 10
_DRAWS = ("J", "Q", "22", "44", "88", "99", "TT", "JJ mixed", "QQ mixed", "QQ red")
_SOONER = dict.fromkeys(_DRAWS, 3.0) | {"33": 4.0, "J*": 3.0, "K*": 3.0, "Q*": -5.0}
"""How much more the page likes a power than a search does at first sight; found by trial.

With more cards in the hand there is more to score and to buy, so the powers that draw come early.
"""


def careful_options(state: State) -> list[tuple[Action, float]]:
    """Return what the page thinks of, with its appeals."""
    if state.prompt:
        return options(state)
    deck = owned_by(state.sides[state.turn])
    return [(action, _careful(state, deck, action, appeal)) for action, appeal in _in_turn(state)]


def _careful(state: State, deck: Pile, action: Action, appeal: float) -> float:
    match action:
        case Score(run):
            return _score(state, run)
        case Buy():
            return _BLOCKED if state.final_round else _purchase(state, deck, action)
        case Play(cards) if appeal > 0:
            return appeal + _SOONER.get(power_key(cards), 0.0)
    return appeal


def _score(state: State, run: RunCards) -> float:
    """Return the appeal of a run; none if its card would be missed in the deck."""
    if run[2] is not None and not may_score(state):
        return _BLOCKED
    high = fill_in_well_card(run, state.well)[2]
    return TASTE.run + NUMBER[high] + TASTE.well * (None in run)


def may_score(state: State) -> bool:
    """Tell whether the page scores a card of its own: its deck is large enough, or the end is near.

    Points are worth taking early, but with too few cards there is no run any more, and nothing can
    be bought.
    """
    return state.final_round or len(owned_by(state.sides[state.turn])) > DECK


def _purchase(state: State, deck: Pile, buy: Buy) -> float:
    """Return the appeal of a purchase by what it brings to the deck."""
    card = state.parade[buy.slot - 1] if buy.slot else None
    brought = _brought(deck, card) if card else TASTE.price * TASTE.newcomer
    crowd = max(0, len(deck) - CROWD)
    return TASTE.purchase + brought - TASTE.crowd * crowd - TASTE.loss * payment_loss(buy.cards)


def _brought(deck: Pile, card: Card) -> float:
    """Return what a card brings: its number, and the runs that it may be in."""
    worth = TASTE.price * COST[card]
    if is_royal(card):
        return worth + TASTE.royal
    number = NUMBER[card]
    steps = {NUMBER[one] - number for one in deck if one in NUMBER and is_red(one) == is_red(card)}
    beside = len(steps & {-1, 1}) + 0.5 * len(steps & {-2, 2})
    return worth + TASTE.neighbour * beside - TASTE.double * (0 in steps)


def _in_turn(state: State) -> list[tuple[Action, float]]:
    side = state.sides[state.turn]
    found: list[tuple[Action, float]] = [(EndTurn(), 0.0)]
    found += [(Recall(number + 1), 0.5) for number in range(len(side.familiars))]
    seen: set[tuple[object, ...]] = set()
    for run in runs(side.hand, state.well):
        key: tuple[object, ...] = tuple([form(card) if card else None for card in run])
        if key not in seen:
            seen.add(key)
            high = fill_in_well_card(run, state.well)[2]
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
    key = power_key(cards)
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
