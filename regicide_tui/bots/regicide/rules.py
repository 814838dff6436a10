"""Regicide's rules on the row of numbers: `take(row, action, luck)` plays on, in place.

It is the engine's `reduce` without events, checks and undo, for actions that are legal; the tests
play both against each other. Chance is the caller's `luck`.
"""

from regicide_tui.bots.compiled import Ints, compiled
from regicide_tui.bots.regicide.layout import (
    CANCELLED,
    DAMAGE,
    ENEMY,
    HAND_MAXIMUM,
    HEALTH,
    JESTERS,
    KNOWN,
    NO_ENEMY,
    SHIELD,
    TAVERN_JESTERS,
    YIELDED,
)
from regicide_tui.bots.regicide.legal import due, may_yield, tier
from regicide_tui.bots.rows.layout import (
    CARDS,
    CASTLE,
    CASTLE_SIZE,
    CHOOSE,
    CHOOSING,
    CLUBS,
    DIAMONDS,
    DISCARD,
    DISCARD_SIZE,
    FLIPPING,
    HAND_SIZE,
    HEARTS,
    KIND,
    LOST,
    OVER,
    PAYING,
    PHASE,
    PLAY,
    PLAYERS,
    REGICIDE,
    RESULT,
    SPADES,
    SUFFER,
    TABLE,
    TABLE_SIZE,
    TAVERN,
    TAVERN_SIZE,
    TURN,
    WON,
    YIELDING,
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
)


@compiled
def deal(row: Ints, players: int, jesters: int, luck: Ints) -> None:
    """Deal a game (R-1 to R-5); `jesters` are those a solo player may flip."""
    hand, shuffled_in = int(HAND_MAXIMUM[players]), int(TAVERN_JESTERS[players])
    set_out(row, REGICIDE, players, shuffled_in, hand, True, luck)
    row[JESTERS] = jesters
    _reveal(row)


@compiled
def take(row: Ints, action: int, luck: Ints) -> None:
    """Play a legal action."""
    kind, turn = action & KIND, int(row[TURN])
    if kind == 0:
        _play(row, turn, action, luck)
    elif kind == PAYING:
        pay(row, turn, action & ~KIND)
        _begin_turn(row, (turn + 1) % int(row[PLAYERS]))
    elif kind == YIELDING:
        row[YIELDED + turn] = 1
        _suffer(row)
    elif kind == CHOOSING:
        _begin_turn(row, action & 7)
    elif kind == FLIPPING:
        _flip(row)


@compiled
def _play(row: Ints, turn: int, cards: int, luck: Ints) -> None:
    laid = int(row[TABLE_SIZE])
    size = lay_down(row, turn, cards, TABLE, laid)
    row[TABLE_SIZE] = size
    row[YIELDED + turn] = 0
    if cards & 3:
        row[CANCELLED] = 1
        row[PHASE] = CHOOSE
        return
    suits, value = suits_and_value(row, TABLE + laid, size - laid)
    if suits >> SPADES & 1:
        row[SHIELD] += value
    if row[CANCELLED] == 0:
        suits &= ~(1 << ((int(row[ENEMY]) - 2) & 3))
    if suits >> HEARTS & 1:
        heal(row, value, luck)
    if suits >> DIAMONDS & 1:
        _draw(row, turn, value)
    row[DAMAGE] += 2 * value if suits >> CLUBS & 1 else value
    over = int(row[DAMAGE]) - int(HEALTH[tier(int(row[ENEMY]))])
    if over < 0:
        _suffer(row)
    else:
        _defeat(row, over == 0)


@compiled
def _draw(row: Ints, turn: int, value: int) -> None:
    """Draw in turn, clockwise from the active player, up to full hands (R-33)."""
    players = int(row[PLAYERS])
    room, seat, full = int(HAND_MAXIMUM[players]), turn, 0
    while value > 0 and row[TAVERN_SIZE] > 0 and full < players:
        if row[HAND_SIZE + seat] < room:
            _draw_card(row, seat)
            value -= 1
            full = 0
        else:
            full += 1
        seat = (seat + 1) % players


@compiled
def _draw_card(row: Ints, seat: int) -> None:
    """Draw the top of the Tavern, which may be a known royal."""
    row[KNOWN] = max(0, int(row[KNOWN]) - 1)
    draw_card(row, seat)


@compiled
def _defeat(row: Ints, exact: bool) -> None:
    """Clear the table; the same player faces the next royal (R-37 to R-41)."""
    if exact:
        row[TAVERN + int(row[TAVERN_SIZE])] = row[ENEMY]
        row[TAVERN_SIZE] += 1
        row[KNOWN] += 1
    else:
        row[DISCARD + int(row[DISCARD_SIZE])] = row[ENEMY]
        row[DISCARD_SIZE] += 1
    discard(row, TABLE, int(row[TABLE_SIZE]))
    row[TABLE_SIZE] = 0
    row[DAMAGE] = 0
    row[SHIELD] = 0
    row[CANCELLED] = 0
    _reveal(row)
    if row[ENEMY] == NO_ENEMY:
        _end(row, WON)
    else:
        _begin_turn(row, int(row[TURN]))


@compiled
def _reveal(row: Ints) -> None:
    size = int(row[CASTLE_SIZE])
    row[ENEMY] = NO_ENEMY if size == 0 else row[CASTLE + size - 1]
    row[CASTLE_SIZE] = max(0, size - 1)


@compiled
def _flip(row: Ints) -> None:
    """The solo Jester: the hand away, a new one drawn (R-50)."""
    row[JESTERS] -= 1
    pay(row, 0, (1 << CARDS) - 1)
    while row[TAVERN_SIZE] > 0 and row[HAND_SIZE] < HAND_MAXIMUM[1]:
        _draw_card(row, 0)
    if row[PHASE] == SUFFER:
        _check_payment(row)
    else:
        _begin_turn(row, 0)


@compiled
def _suffer(row: Ints) -> None:
    """Nothing is due, or it can't be paid, or the game waits for a payment (R-43, R-44)."""
    if due(row) == 0:
        _begin_turn(row, (int(row[TURN]) + 1) % int(row[PLAYERS]))
    else:
        row[PHASE] = SUFFER
        _check_payment(row)


@compiled
def _check_payment(row: Ints) -> None:
    if hand_worth(row, int(row[TURN])) < due(row) and row[JESTERS] == 0:
        _end(row, LOST)


@compiled
def _begin_turn(row: Ints, seat: int) -> None:
    """Who can neither play nor yield nor flip loses for all (R-18, R-51)."""
    row[TURN] = seat
    row[PHASE] = PLAY
    if row[HAND_SIZE + seat] == 0 and row[JESTERS] == 0 and not may_yield(row):
        _end(row, LOST)


@compiled
def _end(row: Ints, result: int) -> None:
    row[PHASE] = OVER
    row[RESULT] = result
