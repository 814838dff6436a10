"""Between the game's own values and rows of numbers: states and actions, both ways."""

import numpy as np

from regicide_tui.bots.compiled import Ints
from regicide_tui.bots.regicide import layout as at
from regicide_tui.cards import JESTER, PACK, Card
from regicide_tui.games.base import Pile
from regicide_tui.games.plays import play_order
from regicide_tui.games.regicide.actions import Action, Choose, Flip, Pay, Play, Yield
from regicide_tui.games.regicide.state import Phase, State

_PHASES = {Phase.PLAY: at.PLAY, Phase.CHOOSE: at.CHOOSE, Phase.SUFFER: at.SUFFER}
_RESULTS = {None: at.NONE, "won": at.WON, "lost": at.LOST}
_OVERPAY = {"one_at_a_time": at.ONE_AT_A_TIME, "minimal": at.MINIMAL, "free": at.FREE}
_CARDS = (JESTER, JESTER, *PACK)


def number_of(card: Card) -> int:
    """Return the number of a card; of a Jester, that of the first."""
    return 0 if card is JESTER else card.order + 1


def cards_of(bits: int) -> Pile:
    """Return the cards of a set of bits, ascending."""
    found: list[Card] = []
    while bits:
        found.append(_CARDS[(bits & -bits).bit_length() - 1])
        bits &= bits - 1
    return tuple(found)


def to_action(number: int) -> Action:
    """Return the game's action for a number."""
    kind, rest = number & at.KIND, number & ~at.KIND
    if kind == 0:
        return Play(tuple(sorted(cards_of(rest), key=play_order)))
    if kind == at.PAYING:
        return Pay(cards_of(rest))
    if kind == at.CHOOSING:
        return Choose(rest)
    return Yield() if kind == at.YIELDING else Flip()


def to_number(action: Action, row: Ints) -> int:
    """Return the number of an action of the seat that must act in a row."""
    held = hand_of(row, int(row[at.TURN]))
    second = int(0 not in held)  # of the two Jesters, this hand has only the second
    match action:
        case Play(cards):
            return _bits_of(cards, second)
        case Pay(cards):
            return at.PAYING | _bits_of(cards, second)
        case Choose(seat):
            return at.CHOOSING | seat
        case Yield():
            return at.YIELDING
        case Flip():
            return at.FLIPPING


def public_row(view: State) -> Ints:
    """Return a row with all that a view shows openly, and the sizes of its piles; no hidden card.

    The table is there, and so are the hands' sizes; Castle, hands, Tavern and discard are empty
    places of the right number.
    """
    row = np.zeros(at.LENGTH, dtype=np.int64)
    row[at.PLAYERS] = len(view.hands)
    row[at.PHASE] = _PHASES.get(view.phase, at.OVER)
    row[at.TURN] = view.turn
    row[at.ENEMY] = number_of(view.enemy) if view.enemy else at.NO_ENEMY
    row[at.DAMAGE] = view.damage
    row[at.CANCELLED] = view.immunity_cancelled
    row[at.SHIELD] = sum(play.shield for play in view.table)
    row[at.JESTERS] = view.jesters_unused
    row[at.KNOWN] = view.tavern_known
    row[at.RESULT] = _RESULTS[view.result]
    row[at.COMBOS] = view.options.combos
    row[at.SOLO_YIELD] = view.options.solo_yield
    row[at.OVERPAY] = _OVERPAY[view.options.overpay]
    row[at.CASTLE_SIZE] = len(view.castle)
    row[at.TAVERN_SIZE] = len(view.tavern)
    row[at.DISCARD_SIZE] = len(view.discard)
    table = [card for play in view.table for card in play.cards]
    row[at.TABLE_SIZE] = len(table)
    row[at.YIELDED : at.YIELDED + len(view.yielded)] = view.yielded
    for seat, hand in enumerate(view.hands):
        row[at.HAND_SIZE + seat] = len(hand)
    row[at.TABLE : at.TABLE + len(table)] = apart(table)
    return row


def apart(cards: list[Card], jesters: int = 0) -> list[int]:
    """Return the numbers of cards; each Jester is the next one, after `jesters` seen before."""
    numbers: list[int] = []
    for card in cards:
        if card is JESTER:
            numbers.append(min(jesters, 1))
            jesters += 1
        else:
            numbers.append(number_of(card))
    return numbers


def full_row(state: State) -> Ints:
    """Return the row of a whole state. No card may be in it twice but a Jester."""
    row = public_row(state)
    piles = [(at.TABLE, [card for play in state.table for card in play.cards])]
    piles += [(at.HANDS + seat * at.HAND_ROOM, [*hand]) for seat, hand in enumerate(state.hands)]
    piles += [(at.CASTLE, [*reversed(state.castle)]), (at.TAVERN, [*reversed(state.tavern)])]
    piles += [(at.DISCARD, [*reversed(state.discard)])]
    jesters = 0
    for first, cards in piles:
        row[first : first + len(cards)] = apart(cards, jesters)
        jesters += cards.count(JESTER)
    return row


def hand_of(row: Ints, seat: int) -> list[int]:
    """Return the numbers of the cards of a hand."""
    first = at.HANDS + seat * at.HAND_ROOM
    held: list[int] = row[first : first + row[at.HAND_SIZE + seat]].tolist()
    return held


def _bits_of(cards: Pile, jesters: int) -> int:
    return sum(1 << number for number in apart([*cards], jesters))
