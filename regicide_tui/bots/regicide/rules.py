"""Regicide's rules on an encoded state: `apply_action(encoded, action, rng)` changes it in place.

They are the engine's `reduce` without events, checks and undo, for legal actions. The tests play
both side by side. `rng` is the state of the random numbers.
"""

from regicide_tui.bots.encoded.rules import (
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
    CHOOSE,
    CHOOSING,
    DIAMONDS,
    DISCARD,
    DISCARD_SIZE,
    FIRST_ROYAL,
    FLIPPING,
    GAME_SPECIFIC,
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
    hand_value,
    suits_and_value,
)
from regicide_tui.bots.library import Ints, compiled, ints_of

# Indices of the encoded state.
ENEMY = GAME_SPECIFIC
DAMAGE = GAME_SPECIFIC + 1
CANCELLED = GAME_SPECIFIC + 2
SHIELD = GAME_SPECIFIC + 3
"""The value of the plays with Spades on the table, whether or not the enemy is immune."""
JESTERS = GAME_SPECIFIC + 4
KNOWN = GAME_SPECIFIC + 5
"""How many exactly killed royals are on top of the Tavern."""
SOLO_YIELD = GAME_SPECIFIC + 6
YIELDED = GAME_SPECIFIC + 7
PUBLIC = TABLE + CARDS
"""The royals that everyone knows to be in a hand, as bits, after the cards of the table.

They were drawn from the top of the Tavern, where exact kills had put them.
"""

NO_ENEMY = -1

HAND_MAXIMUM = ints_of([0, 8, 7, 6, 5])
TAVERN_JESTERS = ints_of([0, 0, 0, 1, 2])
ATTACK = ints_of([10, 15, 20])  # by tier: Jacks, Queens, Kings
HEALTH = ints_of([20, 30, 40])


@compiled
def tier(royal: int) -> int:
    """Return 0 for a Jack, 1 for a Queen, 2 for a King."""
    return (royal - FIRST_ROYAL) >> 2


@compiled
def due(encoded: Ints) -> int:
    """Return the current cost of the enemy's attack (R-27, R-45)."""
    enemy = encoded[ENEMY]
    if enemy == NO_ENEMY:
        return 0
    immune = (enemy - 2) & 3 == SPADES and encoded[CANCELLED] == 0
    left = ATTACK[tier(enemy)] - (0 if immune else encoded[SHIELD])
    return max(0, left)


@compiled
def may_yield(encoded: Ints) -> bool:
    """Return whether the seat to act may yield (R-19, R-20)."""
    players = encoded[PLAYERS]
    if players == 1:
        return encoded[SOLO_YIELD] == 1 and encoded[YIELDED] == 0
    others = 0
    for seat in range(players):
        others += 1 if seat != encoded[TURN] and encoded[YIELDED + seat] == 0 else 0
    return others > 0


@compiled
def write_legal_actions(encoded: Ints, found: Ints) -> int:
    """Write every legal action once into `found` and return how many there are."""
    if encoded[PHASE] == OVER:
        return 0
    if encoded[PHASE] == CHOOSE:
        for seat in range(encoded[PLAYERS]):
            found[seat] = CHOOSING | seat
        return encoded[PLAYERS]
    if encoded[PHASE] == PLAY:
        count = write_plays(encoded, found)
        if may_yield(encoded):
            found[count] = YIELDING
            count += 1
    else:
        count = write_payments(encoded, due(encoded), found)
    if encoded[JESTERS] > 0:
        found[count] = FLIPPING
        count += 1
    return count


@compiled
def deal(encoded: Ints, players: int, jesters: int, rng: Ints) -> None:
    """Deal a game (R-1, R-2, R-3, R-4, R-5). A solo player may flip `jesters` Jesters."""
    hand, shuffled_in = HAND_MAXIMUM[players], TAVERN_JESTERS[players]
    deal_piles(encoded, REGICIDE, players, shuffled_in, hand, True, rng)
    encoded[JESTERS] = jesters
    _reveal(encoded)


@compiled
def apply_action(encoded: Ints, action: int, rng: Ints) -> None:
    """Play a legal action."""
    kind, turn = action & KIND, encoded[TURN]
    if kind == 0:
        _play(encoded, turn, action, rng)
    elif kind == PAYING:
        pay(encoded, turn, action & ~KIND)
        encoded[PUBLIC] &= ~action
        _begin_turn(encoded, (turn + 1) % encoded[PLAYERS])
    elif kind == YIELDING:
        encoded[YIELDED + turn] = 1
        _suffer(encoded)
    elif kind == CHOOSING:
        _begin_turn(encoded, action & 7)
    elif kind == FLIPPING:
        _flip(encoded)


@compiled
def _play(encoded: Ints, turn: int, cards: int, rng: Ints) -> None:
    laid = encoded[TABLE_SIZE]
    size = move_from_hand(encoded, turn, cards, TABLE, laid)
    encoded[TABLE_SIZE] = size
    encoded[PUBLIC] &= ~cards
    encoded[YIELDED + turn] = 0
    if cards & 3:
        encoded[CANCELLED] = 1
        encoded[PHASE] = CHOOSE
        return
    suits, value = suits_and_value(encoded, TABLE + laid, size - laid)
    if suits >> SPADES & 1:
        encoded[SHIELD] += value
    if encoded[CANCELLED] == 0:
        suits &= ~(1 << ((encoded[ENEMY] - 2) & 3))
    if suits >> HEARTS & 1:
        heal(encoded, value, rng)
    if suits >> DIAMONDS & 1:
        _draw(encoded, turn, value)
    encoded[DAMAGE] += attack_value(suits, value)
    over = encoded[DAMAGE] - HEALTH[tier(encoded[ENEMY])]
    if over < 0:
        _suffer(encoded)
    else:
        _defeat(encoded, over == 0)


@compiled
def _draw(encoded: Ints, turn: int, value: int) -> None:
    """Draw in turn, clockwise from the active player, up to full hands (R-33)."""
    players = encoded[PLAYERS]
    room, seat, full = HAND_MAXIMUM[players], turn, 0
    while value > 0 and encoded[TAVERN_SIZE] > 0 and full < players:
        if encoded[HAND_SIZE + seat] < room:
            _draw_card(encoded, seat)
            value -= 1
            full = 0
        else:
            full += 1
        seat = (seat + 1) % players


@compiled
def _draw_card(encoded: Ints, seat: int) -> None:
    """Draw the top of the Tavern, which may be a known royal."""
    if encoded[KNOWN] > 0:
        encoded[KNOWN] -= 1
        encoded[PUBLIC] |= 1 << encoded[TAVERN + encoded[TAVERN_SIZE] - 1]
    draw_card(encoded, seat)


@compiled
def _defeat(encoded: Ints, exact: bool) -> None:
    """Clear the table. The same player faces the next royal (R-37, R-38, R-39, R-40, R-41)."""
    if exact:
        encoded[TAVERN + encoded[TAVERN_SIZE]] = encoded[ENEMY]
        encoded[TAVERN_SIZE] += 1
        encoded[KNOWN] += 1
    else:
        encoded[DISCARD + encoded[DISCARD_SIZE]] = encoded[ENEMY]
        encoded[DISCARD_SIZE] += 1
    discard(encoded, TABLE, encoded[TABLE_SIZE])
    encoded[TABLE_SIZE] = 0
    encoded[DAMAGE] = 0
    encoded[SHIELD] = 0
    encoded[CANCELLED] = 0
    _reveal(encoded)
    if encoded[ENEMY] == NO_ENEMY:
        _end(encoded, WON)
    else:
        _begin_turn(encoded, encoded[TURN])


@compiled
def _reveal(encoded: Ints) -> None:
    size = encoded[CASTLE_SIZE]
    encoded[ENEMY] = NO_ENEMY if size == 0 else encoded[CASTLE + size - 1]
    encoded[CASTLE_SIZE] = max(0, size - 1)


@compiled
def _flip(encoded: Ints) -> None:
    """Flip a solo Jester: discard the hand and draw a new one (R-50)."""
    encoded[JESTERS] -= 1
    pay(encoded, 0, (1 << CARDS) - 1)
    encoded[PUBLIC] = 0
    while encoded[TAVERN_SIZE] > 0 and encoded[HAND_SIZE] < HAND_MAXIMUM[1]:
        _draw_card(encoded, 0)
    if encoded[PHASE] == SUFFER:
        _lose_if_unpayable(encoded)
    else:
        _begin_turn(encoded, 0)


@compiled
def _suffer(encoded: Ints) -> None:
    """Wait for a payment, unless none is due or it can't be paid (R-43, R-44)."""
    if due(encoded) == 0:
        _begin_turn(encoded, (encoded[TURN] + 1) % encoded[PLAYERS])
    else:
        encoded[PHASE] = SUFFER
        _lose_if_unpayable(encoded)


@compiled
def _lose_if_unpayable(encoded: Ints) -> None:
    if hand_value(encoded, encoded[TURN]) < due(encoded) and encoded[JESTERS] == 0:
        _end(encoded, LOST)


@compiled
def _begin_turn(encoded: Ints, seat: int) -> None:
    """Begin a turn. If its player can't play, yield or flip, everyone loses (R-18, R-51)."""
    encoded[TURN] = seat
    encoded[PHASE] = PLAY
    if encoded[HAND_SIZE + seat] == 0 and encoded[JESTERS] == 0 and not may_yield(encoded):
        _end(encoded, LOST)


@compiled
def _end(encoded: Ints, result: int) -> None:
    encoded[PHASE] = OVER
    encoded[RESULT] = result
