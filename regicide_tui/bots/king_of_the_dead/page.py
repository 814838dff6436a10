"""The page's rules of thumb for King of the Dead: score, use powers, buy the dearest.

A scored card leaves the deck, so the page scores only while its deck is large, or near the end.
"""

from regicide_tui.bots.king_of_the_dead.answering import answers_to
from regicide_tui.bots.king_of_the_dead.buying import purchases
from regicide_tui.bots.king_of_the_dead.worth import deck_worth, form
from regicide_tui.games.base import Pile
from regicide_tui.games.king_of_the_dead.actions import Action, Buy, End, Play, Recall, Score
from regicide_tui.games.king_of_the_dead.powers import key_of, plays
from regicide_tui.games.king_of_the_dead.runs import runs, with_well
from regicide_tui.games.king_of_the_dead.state import Side, State
from regicide_tui.games.king_of_the_dead.values import COST, NEWCOMER_COST, NUMBER

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
