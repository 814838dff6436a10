"""The page's heuristic for King of the Dead: draw, score, buy cards that make runs.

It looks at the rest of the deck, too, because a scored card leaves it. A search takes from it its
candidates, its policy and how a turn ends.
"""

from typing import NamedTuple

from regicide_tui.bots.king_of_the_dead.card_values import form, value_in_deck
from regicide_tui.bots.king_of_the_dead.prompt_answers import rate_answers
from regicide_tui.bots.king_of_the_dead.purchases import rate_purchases
from regicide_tui.cards import Card
from regicide_tui.games.base import Pile
from regicide_tui.games.king_of_the_dead.actions import (
    Action,
    Buy,
    EndTurn,
    Play,
    Recall,
    RunCards,
    Score,
    fill_in_well_card,
    runs,
)
from regicide_tui.games.king_of_the_dead.powers import plays, power_key
from regicide_tui.games.king_of_the_dead.state import COST, NUMBER, Side, State, is_red, owned_by
from regicide_tui.games.regicide_family.plays import is_royal

MOST_CANDIDATES = 14
"""At most this many actions are considered."""

POWER_APPEALS = {
    "J": 10.0,
    "Q": 9.5,
    "K": 6.0,
    "AA": -3.0,
    "22": 7.0,
    "33": 5.0,
    "44": 8.0,
    "55": 3.0,
    "66": 2.0,
    "77": -1.0,
    "88": 6.0,
    "99": 7.5,
    "TT": 7.0,
    "JJ red": 2.0,
    "JJ black": 2.0,
    "JJ mixed": 9.0,
    "QQ red": 9.0,
    "QQ black": 4.0,
    "QQ mixed": 10.0,
    "KK red": 6.0,
    "KK black": 1.0,
    "KK mixed": 6.5,
    "QA red": 3.0,
    "A*": -3.0,
    "J*": 11.0,
    "Q*": 1.0,
    "K*": 10.0,
    "**": 3.0,
}
"""The appeals of powers, by the keys of `powers.power_key`, found by trial.

With more cards in the hand there is more to score and to buy, so the powers that draw come early.
"""
OF_MANY = 6.0
"""The appeal of three or four royals."""
BLOCKED = -2.0
"""The appeal of an action that would have no effect, or that the page avoids for now."""


class Heuristic(NamedTuple):
    """What the page values, in about points. The numbers were found by trial."""

    run: float = 6.0
    well: float = 2.0
    """The value of a run besides its points, if the Well's top card is in it."""
    purchase: float = 1.5
    price: float = 0.5
    royal: float = -3.7
    neighbour: float = 0.5
    """What a card gains for each card of the deck that may lie beside it in a run."""
    double: float = 0.5
    """What a card loses if the deck has one of its number and colour."""
    crowd: float = 0.2
    """What a purchase loses for each card that the deck has beyond `LARGE_DECK`."""
    loss: float = 0.3
    newcomer: float = 6.0
    """The cost that is expected of the Newcomer."""


HEURISTIC = Heuristic()
SMALLEST_DECK = 7
"""Until the last round, the page scores none of its own cards from a deck of this size or less."""
LARGE_DECK = 10


def list_candidates(state: State) -> list[tuple[Action, float]]:
    """Return candidate actions with their appeals, the best first. To end the turn has 0."""
    if state.prompt:
        found: list[tuple[Action, float]] = [*rate_answers(state)]
    else:
        found = _list_turn_candidates(state)
    found.sort(key=lambda option: -option[1])
    return found[:MOST_CANDIDATES]


def _list_turn_candidates(state: State) -> list[tuple[Action, float]]:
    side = state.sides[state.turn]
    deck = owned_by(side)
    found: list[tuple[Action, float]] = [(EndTurn(), 0.0)]
    found += [(Recall(number + 1), 0.5) for number in range(len(side.familiars))]
    seen: set[tuple[object, ...]] = set()
    for run in runs(side.hand, state.well):
        key: tuple[object, ...] = tuple([form(card) if card else None for card in run])
        if key not in seen:
            seen.add(key)
            found.append((Score(run), _rate_run(state, run)))
    found += [(buy, _rate_purchase(state, deck, buy, loss)) for buy, loss in rate_purchases(state)]
    for cards in plays(side.hand, state.options):
        key = ("play", *[form(card) for card in cards])
        if key not in seen:
            seen.add(key)
            found.append((Play(cards), _rate_power(state, side, cards)))
    return found


def _rate_run(state: State, run: RunCards) -> float:
    """Return the appeal of a run; low if its card would be missed in the deck."""
    if run[2] is not None and not may_score(state):
        return BLOCKED
    high = fill_in_well_card(run, state.well)[2]
    return HEURISTIC.run + NUMBER[high] + HEURISTIC.well * (None in run)


def may_score(state: State) -> bool:
    """Return whether the page scores a card of its own: in a large deck, or in the last round.

    Points are worth taking early. But with too few cards there are no runs any more, and nothing
    can be bought.
    """
    return state.final_round or len(owned_by(state.sides[state.turn])) > SMALLEST_DECK


def _rate_purchase(state: State, deck: Pile, buy: Buy, loss: float) -> float:
    """Return the appeal of a purchase: what it brings to the deck, less the loss of the payment.

    In the last round it is low.
    """
    if state.final_round:
        return BLOCKED
    card = state.parade[buy.slot - 1] if buy.slot else None
    brought = _rate_card(deck, card) if card else HEURISTIC.price * HEURISTIC.newcomer
    crowd = max(0, len(deck) - LARGE_DECK)
    return HEURISTIC.purchase + brought - HEURISTIC.crowd * crowd - HEURISTIC.loss * loss


def _rate_card(deck: Pile, card: Card) -> float:
    """Return what a card brings: its cost, and the runs that it may be in."""
    value = HEURISTIC.price * COST[card]
    if is_royal(card):
        return value + HEURISTIC.royal
    number = NUMBER[card]
    steps = {NUMBER[one] - number for one in deck if one in NUMBER and is_red(one) == is_red(card)}
    beside = len(steps & {-1, 1}) + 0.5 * len(steps & {-2, 2})
    return value + HEURISTIC.neighbour * beside - HEURISTIC.double * (0 in steps)


def _rate_power(state: State, side: Side, cards: Pile) -> float:
    """Return the appeal of a power; low if there is nothing for it to work on."""
    key = power_key(cards)
    appeal = POWER_APPEALS.get(key, OF_MANY)
    if key in ("K", "KK red", "KK mixed", "KKK", "KKKK") and not state.well:
        return BLOCKED
    if key == "K":
        return 2.0 + 0.5 * value_in_deck(state.well[0])
    if key in ("33", "55") and not any(state.parade):
        return BLOCKED
    if key == "66" and not state.newcomer:
        return BLOCKED
    if key in ("88", "QQ black", "KK black") and not side.discard:
        return BLOCKED
    return appeal
