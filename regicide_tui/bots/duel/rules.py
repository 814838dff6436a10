"""Regicide Duel's rules on the row of numbers: `take(row, action, luck)` plays on, in place.

It is the engine's `reduce` without events, checks and undo, for actions that are legal; the tests
play both against each other. Chance is the caller's `luck`.
"""

from regicide_tui.bots.compiled import Ints, compiled
from regicide_tui.bots.duel.layout import (
    DUE,
    HAND_MAXIMUM,
    SHIELD_ROOM,
    SHIELD_SIZE,
    SHIELD_WORTH,
    SHIELDS,
)
from regicide_tui.bots.rows.laying import payments, plays
from regicide_tui.bots.rows.layout import (
    CASTLE,
    CASTLE_SIZE,
    CLUBS,
    DIAMONDS,
    DUEL,
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
)
from regicide_tui.bots.rows.piles import (
    discard,
    draw_card,
    hand_worth,
    heal,
    lay_down,
    pay,
    set_out,
    suits_and_value,
    take_up,
)


@compiled
def deal(row: Ints, luck: Ints) -> None:
    """Deal a game (D-1 to D-3)."""
    set_out(row, DUEL, 2, 0, HAND_MAXIMUM, False, luck)


@compiled
def legal(row: Ints, found: Ints) -> int:
    """Write every legal action once into `found` and return how many there are."""
    if row[PHASE] == OVER:
        return 0
    if row[PHASE] == PLAY:
        return plays(row, found)
    return payments(row, int(row[DUE]), found)


@compiled
def take(row: Ints, action: int, luck: Ints) -> None:
    """Play a legal action."""
    turn = int(row[TURN])
    if row[PHASE] == PLAY:
        _play(row, turn, action, luck)
    else:
        pay(row, turn, action & ~KIND)
        _clean_up(row, 1 - turn)


@compiled
def _play(row: Ints, seat: int, cards: int, luck: Ints) -> None:
    size = lay_down(row, seat, cards, TABLE, 0)
    row[TABLE_SIZE] = size  # D-14
    suits, value = suits_and_value(row, TABLE, size)
    if suits >> HEARTS & 1:  # before Diamonds (D-6)
        heal(row, value, luck)
    if suits >> DIAMONDS & 1:
        _draw(row, seat, value)
    _attack(row, seat, 2 * value if suits >> CLUBS & 1 else value)  # D-10


@compiled
def _draw(row: Ints, seat: int, value: int) -> None:
    """Draw from the Tavern; then the opponent draws from the Castle (D-7)."""
    while value > 0 and row[TAVERN_SIZE] > 0 and row[HAND_SIZE + seat] < HAND_MAXIMUM:
        draw_card(row, seat)
        value -= 1
    top = int(row[CASTLE_SIZE]) - 1
    if top >= 0 and row[HAND_SIZE + 1 - seat] < HAND_MAXIMUM:
        row[CASTLE_SIZE] = top
        take_up(row, 1 - seat, int(row[CASTLE + top]))


@compiled
def _attack(row: Ints, seat: int, attack: int) -> None:
    """The shield stands, or falls and the rest is damage (D-8, D-11, D-12)."""
    foe = 1 - seat
    strength = int(row[SHIELD_WORTH + foe])
    if attack >= strength:
        discard(row, SHIELDS + SHIELD_ROOM * foe, int(row[SHIELD_SIZE + foe]))
        row[SHIELD_SIZE + foe] = 0
        row[SHIELD_WORTH + foe] = 0
    if attack <= strength:
        _clean_up(row, seat)
        return
    row[DUE] = attack - strength
    row[PHASE] = SUFFER
    row[TURN] = foe
    if hand_worth(row, foe) < row[DUE]:
        _end(row)  # D-16


@compiled
def _clean_up(row: Ints, seat: int) -> None:
    """The play of `seat` becomes shield or is discarded, and the turn passes (D-13, D-14)."""
    size = int(row[TABLE_SIZE])
    suits, value = suits_and_value(row, TABLE, size)
    if suits >> SPADES & 1:
        first = SHIELDS + SHIELD_ROOM * seat + int(row[SHIELD_SIZE + seat])
        row[first : first + size] = row[TABLE : TABLE + size]
        row[SHIELD_SIZE + seat] += size
        row[SHIELD_WORTH + seat] += value
    else:
        discard(row, TABLE, size)
    row[TABLE_SIZE] = 0
    row[DUE] = 0
    row[TURN] = 1 - seat
    row[PHASE] = PLAY
    if row[HAND_SIZE + 1 - seat] == 0:
        _end(row)  # D-16


@compiled
def _end(row: Ints) -> None:
    """Who must act can't, and loses."""
    row[PHASE] = OVER
    row[RESULT] = LOST
