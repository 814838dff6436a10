"""Between Regicide's own values and rows of numbers: states and actions, both ways."""

from regicide_tui.bots.compiled import Ints
from regicide_tui.bots.regicide import layout as own
from regicide_tui.bots.rows import layout as at
from regicide_tui.bots.rows.translate import (
    OVERPAY,
    apart,
    bits_of,
    cards_of,
    hand_of,
    lay_open,
    number_of,
    row_of_sizes,
)
from regicide_tui.cards import JESTER
from regicide_tui.games.regicide.actions import Action, Choose, Flip, Pay, Play, Yield
from regicide_tui.games.regicide.state import Phase, State
from regicide_tui.games.regicide_family.plays import play_order

_PHASES = {Phase.PLAY: at.PLAY, Phase.CHOOSE: at.CHOOSE, Phase.SUFFER: at.SUFFER}
_RESULTS = {None: at.NONE, "won": at.WON, "lost": at.LOST}


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
            return bits_of(cards, second)
        case Pay(cards):
            return at.PAYING | bits_of(cards, second)
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
    row = row_of_sizes(at.REGICIDE, view.hands, view.castle, view.tavern, view.discard)
    row[at.PHASE] = _PHASES.get(view.phase, at.OVER)
    row[at.TURN] = view.turn
    row[at.RESULT] = _RESULTS[view.result]
    row[at.COMBOS] = view.options.combos
    row[at.OVERPAY] = OVERPAY[view.options.overpay]
    row[own.ENEMY] = number_of(view.enemy) if view.enemy else own.NO_ENEMY
    row[own.DAMAGE] = view.damage
    row[own.CANCELLED] = view.immunity_cancelled
    row[own.SHIELD] = sum(play.shield for play in view.table)
    row[own.JESTERS] = view.jesters_unused
    row[own.KNOWN] = view.tavern_known
    row[own.SOLO_YIELD] = view.options.solo_yield
    row[own.YIELDED : own.YIELDED + len(view.yielded)] = view.yielded
    table = [card for play in view.table for card in play.cards]
    row[at.TABLE_SIZE] = len(table)
    row[at.TABLE : at.TABLE + len(table)] = apart(table)
    return row


def full_row(state: State) -> Ints:
    """Return the row of a whole state. No card may be in it twice but a Jester."""
    row = public_row(state)
    laid = [card for play in state.table for card in play.cards].count(JESTER)
    lay_open(row, state.hands, state.castle, state.tavern, state.discard, laid)
    return row
