"""The page's heuristic for King of the Dead: draw, score, buy cards that make runs.

A search starts with `list_candidates`. The page itself plays by `page_candidates`, which also look
at the rest of the deck, because a scored card leaves it.
"""

from typing import NamedTuple

from regicide_tui.bots.king_of_the_dead.card_values import form, value_in_deck
from regicide_tui.bots.king_of_the_dead.prompt_answers import rate_answers
from regicide_tui.bots.king_of_the_dead.purchases import payment_loss, rate_purchases
from regicide_tui.cards import Card
from regicide_tui.games.base import Pile
from regicide_tui.games.king_of_the_dead.actions import Action, Buy, EndTurn, Play, Recall, Score
from regicide_tui.games.king_of_the_dead.powers import plays, power_key
from regicide_tui.games.king_of_the_dead.runs import RunCards, fill_in_well_card, runs
from regicide_tui.games.king_of_the_dead.state import Side, State, owned_by
from regicide_tui.games.king_of_the_dead.values import COST, NEWCOMER_COST, NUMBER, is_red
from regicide_tui.games.regicide_family.plays import is_royal

MOST_CANDIDATES = 14
"""At most this many actions are considered."""

POWER_APPEALS = {
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
"""The appeals of powers, by the keys of `powers.power_key`; a search starts with them."""
OF_MANY = 6.0
"""The appeal of three or four royals."""
BLOCKED = -2.0
"""The appeal of what would have no effect, or is not to be done now."""


def list_candidates(state: State) -> list[tuple[Action, float]]:
    """Return candidate actions with their appeals. To end the turn has the appeal 0."""
    if state.prompt:
        found: list[tuple[Action, float]] = [*rate_answers(state)]
    else:
        found = _list_turn_candidates(state)
    found.sort(key=lambda option: -option[1])
    return found[:MOST_CANDIDATES]


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
_DRAWS = ("J", "Q", "22", "44", "88", "99", "TT", "JJ mixed", "QQ mixed", "QQ red")
_DRAWING_BONUS = dict.fromkeys(_DRAWS, 3.0) | {"33": 4.0, "J*": 3.0, "K*": 3.0, "Q*": -5.0}
"""How much more the page likes a power than a search does at first; found by trial.

With more cards in the hand there is more to score and to buy, so the powers that draw come early.
"""


def page_candidates(state: State) -> list[tuple[Action, float]]:
    """Return the actions that the page considers, with its appeals."""
    if state.prompt:
        return list_candidates(state)
    deck = owned_by(state.sides[state.turn])
    return [
        (action, _page_appeal(state, deck, action, appeal))
        for action, appeal in _list_turn_candidates(state)
    ]


def _page_appeal(state: State, deck: Pile, action: Action, appeal: float) -> float:
    match action:
        case Score(run):
            return _rate_run(state, run)
        case Buy():
            return BLOCKED if state.final_round else _rate_purchase(state, deck, action)
        case Play(cards) if appeal > 0:
            return appeal + _DRAWING_BONUS.get(power_key(cards), 0.0)
    return appeal


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


def _rate_purchase(state: State, deck: Pile, buy: Buy) -> float:
    """Return the appeal of a purchase by what it brings to the deck."""
    card = state.parade[buy.slot - 1] if buy.slot else None
    brought = _rate_card(deck, card) if card else HEURISTIC.price * HEURISTIC.newcomer
    crowd = max(0, len(deck) - LARGE_DECK)
    return (
        HEURISTIC.purchase
        + brought
        - HEURISTIC.crowd * crowd
        - HEURISTIC.loss * payment_loss(buy.cards)
    )


def _rate_card(deck: Pile, card: Card) -> float:
    """Return what a card brings: its cost, and the runs that it may be in."""
    value = HEURISTIC.price * COST[card]
    if is_royal(card):
        return value + HEURISTIC.royal
    number = NUMBER[card]
    steps = {NUMBER[one] - number for one in deck if one in NUMBER and is_red(one) == is_red(card)}
    beside = len(steps & {-1, 1}) + 0.5 * len(steps & {-2, 2})
    return value + HEURISTIC.neighbour * beside - HEURISTIC.double * (0 in steps)


def _list_turn_candidates(state: State) -> list[tuple[Action, float]]:
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
    for buy, loss in rate_purchases(state):
        found.append((buy, 1.5 + 0.5 * _cost(state, buy) - 0.5 * loss))
    for cards in plays(side.hand, state.options):
        key = ("play", *[form(card) for card in cards])
        if key not in seen:
            seen.add(key)
            found.append((Play(cards), _rate_power(state, side, cards)))
    return found


def _cost(state: State, buy: Buy) -> float:
    if not buy.slot:
        return NEWCOMER_COST - 1.0
    card = state.parade[buy.slot - 1]
    assert card is not None
    return COST[card]


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
