"""Encodes and decodes states and actions of Regicide."""

from regicide_tui.bots.arrays import Ints, ints_of
from regicide_tui.bots.encoded import layout
from regicide_tui.bots.encoded.encoding import (
    OVERPAY,
    card_number,
    decode_cards,
    encode_cards,
    encode_sizes,
    number_cards,
    read_hand,
    write_cards,
)
from regicide_tui.bots.regicide import layout as regicide_layout
from regicide_tui.cards import JESTER, play_order
from regicide_tui.games.regicide.state import Action, Choose, Flip, Pay, Phase, Play, State, Yield

_PHASES = {Phase.PLAY: layout.PLAY, Phase.CHOOSE: layout.CHOOSE, Phase.SUFFER: layout.SUFFER}
_RESULTS = {None: layout.NONE, "won": layout.WON, "lost": layout.LOST}


def decode_action(number: int) -> Action:
    """Return the game's action for a number."""
    kind, rest = number & layout.KIND, number & ~layout.KIND
    if kind == 0:
        return Play(tuple(sorted(decode_cards(rest), key=play_order)))
    if kind == layout.PAYING:
        return Pay(decode_cards(rest))
    if kind == layout.CHOOSING:
        return Choose(rest)
    return Yield() if kind == layout.YIELDING else Flip()


def encode_action(action: Action, encoded: Ints) -> int:
    """Return the number of an action of the seat to act in an encoded state."""
    held = read_hand(encoded, int(encoded[layout.TURN]))
    second = int(0 not in held)  # this hand has only the second Jester
    match action:
        case Play(cards):
            return encode_cards(cards, second)
        case Pay(cards):
            return layout.PAYING | encode_cards(cards, second)
        case Choose(seat):
            return layout.CHOOSING | seat
        case Yield():
            return layout.YIELDING
        case Flip():
            return layout.FLIPPING


def encode_view(view: State) -> Ints:
    """Return an encoded state with all open cards of a view, and the sizes of its piles.

    It has no hidden card. The table and the sizes are filled in. Castle, hands, Tavern and discard
    are empty places of the right number.
    """
    encoded = encode_sizes(layout.REGICIDE, view.hands, view.castle, view.tavern, view.discard)
    encoded[layout.PHASE] = _PHASES.get(view.phase, layout.OVER)
    encoded[layout.TURN] = view.turn
    encoded[layout.RESULT] = _RESULTS[view.result]
    encoded[layout.COMBOS] = view.options.combos
    encoded[layout.OVERPAY] = OVERPAY[view.options.overpay]
    encoded[regicide_layout.ENEMY] = (
        card_number(view.enemy) if view.enemy else regicide_layout.NO_ENEMY
    )
    encoded[regicide_layout.DAMAGE] = view.damage
    encoded[regicide_layout.CANCELLED] = view.immunity_cancelled
    encoded[regicide_layout.SHIELD] = sum(play.shield for play in view.table)
    encoded[regicide_layout.JESTERS] = view.jesters_unused
    encoded[regicide_layout.KNOWN] = view.tavern_known
    encoded[regicide_layout.SOLO_YIELD] = view.options.solo_yield
    for seat, yielded in enumerate(view.yielded):
        encoded[regicide_layout.YIELDED + seat] = yielded
    table = [card for play in view.table for card in play.cards]
    encoded[layout.TABLE_SIZE] = len(table)
    encoded[layout.TABLE : layout.TABLE + len(table)] = ints_of(number_cards(table))
    return encoded


def encode_state(state: State) -> Ints:
    """Return the encoded form of a whole state. No card but a Jester may be in it twice."""
    encoded = encode_view(state)
    laid = [card for play in state.table for card in play.cards].count(JESTER)
    write_cards(encoded, state.hands, state.castle, state.tavern, state.discard, laid)
    return encoded
