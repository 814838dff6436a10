"""Between a Duel's own values and rows of numbers: states and actions, both ways."""

from regicide_tui.bots.base import NoAnswer
from regicide_tui.bots.compiled import Ints
from regicide_tui.bots.duel import layout as own
from regicide_tui.bots.rows import layout as at
from regicide_tui.bots.rows.translate import (
    OVERPAY,
    apart,
    bits_of,
    cards_of,
    lay_open,
    row_of_sizes,
)
from regicide_tui.games.duel.state import OVER, PAY, PLAY, State, holder, shield
from regicide_tui.games.regicide_family.play_and_pay import Pay, Play
from regicide_tui.games.regicide_family.plays import play_order

_PHASES = {PLAY: at.PLAY, PAY: at.SUFFER, OVER: at.OVER}


def to_action(number: int) -> Play | Pay:
    """Return the game's action for a number."""
    cards = cards_of(number & ~at.KIND)
    return Pay(cards) if number & at.PAYING else Play(tuple(sorted(cards, key=play_order)))


def to_number(action: Play | Pay) -> int:
    """Return the number of an action."""
    return bits_of(action.cards) | at.PAYING * isinstance(action, Pay)


def public_row(view: State) -> Ints:
    """Return a row with all that a view shows openly, and the sizes of its piles; no hidden card.

    The table and the shields are there, and so are the hands' sizes; Castle, hands, Tavern and
    discard are empty places of the right number. Raises `NoAnswer` for a shield of two packs.
    """
    row = row_of_sizes(at.DUEL, view.hands, view.castle, view.tavern, view.discard)
    row[at.PHASE] = _PHASES[view.phase]
    row[at.TURN] = holder(view)
    row[at.RESULT] = at.NONE if view.winner is None else at.LOST
    row[at.COMBOS] = 1
    row[at.OVERPAY] = OVERPAY[view.options.overpay]
    row[own.DUE] = view.due
    row[at.TABLE_SIZE] = len(view.played)
    row[at.TABLE : at.TABLE + len(view.played)] = apart(view.played)
    for seat, plays in enumerate(view.shields):
        cards = [card for play in plays for card in play]
        if len(cards) > own.SHIELD_ROOM:
            raise NoAnswer
        first = own.SHIELDS + own.SHIELD_ROOM * seat
        row[first : first + len(cards)] = apart(cards)
        row[own.SHIELD_SIZE + seat] = len(cards)
        row[own.SHIELD_WORTH + seat] = shield(view, seat)
    return row


def full_row(state: State) -> Ints:
    """Return the row of a whole state. No card may be in it twice."""
    row = public_row(state)
    lay_open(row, state.hands, state.castle, state.tavern, state.discard)
    return row
