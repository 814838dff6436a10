"""The Duel's rules on an encoded state: `apply_action(encoded, action, rng)` changes it in place.

They are the engine's `reduce` without events, checks and undo, for legal actions. The tests play
both side by side. `rng` is the state of the random numbers.
"""

from regicide_tui.bots.encoded.rules import (
    add_to_hand,
    attack_value,
    deal_piles,
    discard,
    draw_card,
    heal,
    move_from_hand,
    pay,
    write_payments,
    write_plays,
)
from regicide_tui.bots.encoded.state import (
    CARDS,
    CASTLE,
    CASTLE_SIZE,
    DIAMONDS,
    DUEL,
    GAME_SPECIFIC,
    HAND_SIZE,
    HEARTS,
    KIND,
    LOST,
    OVER,
    PHASE,
    PLAY,
    RESULT,
    SPADES,
    SUFFER,
    TABLE,
    TABLE_SIZE,
    TAVERN_SIZE,
    TURN,
    hand_value,
    suits_and_value,
)
from regicide_tui.bots.library import Ints, compiled

# Indices of the encoded state.
DUE = GAME_SPECIFIC
SHIELD_SIZE = GAME_SPECIFIC + 1
SHIELD_VALUE = GAME_SPECIFIC + 3

SHIELD_ROOM = CARDS
SHIELDS = TABLE + CARDS

HAND_MAXIMUM = 7  # D-1


@compiled
def deal(encoded: Ints, rng: Ints) -> None:
    """Deal a game (D-1, D-2, D-3)."""
    deal_piles(encoded, DUEL, 2, 0, HAND_MAXIMUM, False, rng)


@compiled
def write_legal_actions(encoded: Ints, found: Ints) -> int:
    """Write every legal action once into `found` and return how many there are."""
    if encoded[PHASE] == OVER:
        return 0
    if encoded[PHASE] == PLAY:
        return write_plays(encoded, found)
    return write_payments(encoded, encoded[DUE], found)


@compiled
def apply_action(encoded: Ints, action: int, rng: Ints) -> None:
    """Play a legal action."""
    turn = encoded[TURN]
    if encoded[PHASE] == PLAY:
        _play(encoded, turn, action, rng)
    else:
        pay(encoded, turn, action & ~KIND)
        _clean_up(encoded, 1 - turn)


@compiled
def _play(encoded: Ints, seat: int, cards: int, rng: Ints) -> None:
    size = move_from_hand(encoded, seat, cards, TABLE, 0)
    encoded[TABLE_SIZE] = size  # D-14
    suits, value = suits_and_value(encoded, TABLE, size)
    if suits >> HEARTS & 1:  # before Diamonds (D-6)
        heal(encoded, value, rng)
    if suits >> DIAMONDS & 1:
        _draw(encoded, seat, value)
    _attack(encoded, seat, attack_value(suits, value))  # D-10


@compiled
def _draw(encoded: Ints, seat: int, value: int) -> None:
    """Draw from the Tavern. Then the opponent draws from the Castle (D-7)."""
    while value > 0 and encoded[TAVERN_SIZE] > 0 and encoded[HAND_SIZE + seat] < HAND_MAXIMUM:
        draw_card(encoded, seat)
        value -= 1
    top = encoded[CASTLE_SIZE] - 1
    if top >= 0 and encoded[HAND_SIZE + 1 - seat] < HAND_MAXIMUM:
        encoded[CASTLE_SIZE] = top
        add_to_hand(encoded, 1 - seat, encoded[CASTLE + top])


@compiled
def _attack(encoded: Ints, seat: int, attack: int) -> None:
    """Attack the shield. It holds, or it is destroyed and the rest is damage (D-8, D-11, D-12)."""
    rival = 1 - seat
    strength = encoded[SHIELD_VALUE + rival]
    if attack >= strength:
        discard(encoded, SHIELDS + SHIELD_ROOM * rival, encoded[SHIELD_SIZE + rival])
        encoded[SHIELD_SIZE + rival] = 0
        encoded[SHIELD_VALUE + rival] = 0
    if attack <= strength:
        _clean_up(encoded, seat)
        return
    encoded[DUE] = attack - strength
    encoded[PHASE] = SUFFER
    encoded[TURN] = rival
    if hand_value(encoded, rival) < encoded[DUE]:
        _end(encoded)  # D-16


@compiled
def _clean_up(encoded: Ints, seat: int) -> None:
    """Turn the play of `seat` into shield, or discard it, and pass the turn (D-13, D-14)."""
    size = encoded[TABLE_SIZE]
    suits, value = suits_and_value(encoded, TABLE, size)
    if suits >> SPADES & 1:
        first = SHIELDS + SHIELD_ROOM * seat + encoded[SHIELD_SIZE + seat]
        encoded[first : first + size] = encoded[TABLE : TABLE + size]
        encoded[SHIELD_SIZE + seat] += size
        encoded[SHIELD_VALUE + seat] += value
    else:
        discard(encoded, TABLE, size)
    encoded[TABLE_SIZE] = 0
    encoded[DUE] = 0
    encoded[TURN] = 1 - seat
    encoded[PHASE] = PLAY
    if encoded[HAND_SIZE + 1 - seat] == 0:
        _end(encoded)  # D-16


@compiled
def _end(encoded: Ints) -> None:
    """End the game: the seat to act can't act, and loses."""
    encoded[PHASE] = OVER
    encoded[RESULT] = LOST
