"""Encodes and decodes states and actions of a Duel."""

from regicide_tui.bots.arrays import Ints, ints_of
from regicide_tui.bots.base import NoAnswer
from regicide_tui.bots.duel import layout as duel_layout
from regicide_tui.bots.encoded import layout
from regicide_tui.bots.encoded.encoding import (
    OVERPAY,
    decode_cards,
    encode_cards,
    encode_sizes,
    number_cards,
    write_cards,
)
from regicide_tui.cards import play_order
from regicide_tui.games.duel.state import OVER, PAY, PLAY, State, holder, shield
from regicide_tui.games.regicide_family.plays import Pay, Play

_PHASES = {PLAY: layout.PLAY, PAY: layout.SUFFER, OVER: layout.OVER}


def decode_action(number: int) -> Play | Pay:
    """Return the game's action for a number."""
    cards = decode_cards(number & ~layout.KIND)
    return Pay(cards) if number & layout.PAYING else Play(tuple(sorted(cards, key=play_order)))


def encode_action(action: Play | Pay) -> int:
    """Return the number of an action."""
    return encode_cards(action.cards) | layout.PAYING * isinstance(action, Pay)


def encode_view(view: State) -> Ints:
    """Return an encoded state with all open cards of a view, and the sizes of its piles.

    It has no hidden card. The table, the shields and the sizes are filled in. Castle, hands, Tavern
    and discard are empty places of the right number. Raises `NoAnswer` for a shield of two packs.
    """
    encoded = encode_sizes(layout.DUEL, view.hands, view.castle, view.tavern, view.discard)
    encoded[layout.PHASE] = _PHASES[view.phase]
    encoded[layout.TURN] = holder(view)
    encoded[layout.RESULT] = layout.NONE if view.winner is None else layout.LOST
    encoded[layout.COMBOS] = 1
    encoded[layout.OVERPAY] = OVERPAY[view.options.overpay]
    encoded[duel_layout.DUE] = view.due
    encoded[layout.TABLE_SIZE] = len(view.played)
    encoded[layout.TABLE : layout.TABLE + len(view.played)] = ints_of(number_cards(view.played))
    for seat, plays in enumerate(view.shields):
        cards = [card for play in plays for card in play]
        if len(cards) > duel_layout.SHIELD_ROOM:
            raise NoAnswer
        first = duel_layout.SHIELDS + duel_layout.SHIELD_ROOM * seat
        encoded[first : first + len(cards)] = ints_of(number_cards(cards))
        encoded[duel_layout.SHIELD_SIZE + seat] = len(cards)
        encoded[duel_layout.SHIELD_VALUE + seat] = shield(view, seat)
    return encoded


def encode_state(state: State) -> Ints:
    """Return the encoded form of a whole state. No card may be in it twice."""
    encoded = encode_view(state)
    write_cards(encoded, state.hands, state.castle, state.tavern, state.discard)
    return encoded
