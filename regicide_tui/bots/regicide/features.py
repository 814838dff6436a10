"""The inputs of the net for Regicide: those that are on for an afterstate."""

from regicide_tui.bots.arrays import Ints, ints
from regicide_tui.bots.compiled import compiled
from regicide_tui.bots.encoded.layout import (
    CASTLE,
    CLUBS,
    FIRST_ROYAL,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    JESTER_CARDS,
    PLAYERS,
    VALUE,
)
from regicide_tui.bots.net import LOST_FOR_SURE, WON_FOR_SURE
from regicide_tui.bots.regicide.afterstate import (
    A_ATTACK,
    A_CASTLE,
    A_DEFEATED,
    A_DISCARD,
    A_DRAWS,
    A_DUE,
    A_HEALED,
    A_HEALTH,
    A_HIDDEN,
    A_IMMUNE,
    A_JESTERS,
    A_KEPT,
    A_KEPT_VALUE,
    A_NEXT,
    A_SIZES,
    A_TABLE,
    A_TAVERN,
    A_TOP,
    A_YIELDS,
    PLACES,
    SELF_CHOOSES,
    SELF_PAYS,
    SELF_PLAYS,
    write_afterstate,
)
from regicide_tui.bots.regicide.hand_strength import (
    MOST_SPARE,
    count_left_after_payment,
    find_damage,
    find_smallest_excess,
)
from regicide_tui.bots.regicide.layout import PUBLIC, YIELDED
from regicide_tui.bots.regicide.unseen import (
    SUMMARY,
    U_CARDS,
    U_JESTERS,
    U_ROYALS,
    U_VALUE,
    expect_hand_value,
    sum_up_unseen,
)

_HAND = 0
_HELD = _HAND + 54
_DRAWS = _HELD + 9
_DUE = _DRAWS + 9
_HEALTH = _DUE + 21
_ATTACK = _HEALTH + 41
_IMMUNE = _ATTACK + 21
_ROYALS = _IMMUNE + 5
_CASTLE = _ROYALS + 12
_TAVERN = _CASTLE + 13
_DISCARD = _TAVERN + 55
_TABLE = _DISCARD + 55
_TOP = _TABLE + 21
_JESTERS = _TOP + 13
_MARGIN = _JESTERS + 3
_OTHERS = _MARGIN + 64
_YIELDS = _OTHERS + 27
_NEXT = _YIELDS + 4
_SUITS = _NEXT + 6
_TOTAL = _SUITS + 4 * 33
_EXCESS = _TOTAL + 64
_LEFT = _EXCESS + MOST_SPARE + 1
_DAMAGE = _LEFT + 10
_KILL = _DAMAGE + 46
_UNSEEN = _KILL + 3
_MEAN = _UNSEEN + 4 * 27
_UNSEEN_ROYALS = _MEAN + 41
_UNSEEN_JESTERS = _UNSEEN_ROYALS + 13
_PUBLIC = _UNSEEN_JESTERS + 3
_PARTNER = _PUBLIC + 3 * 12
INPUTS = _PARTNER + 62


@compiled
def write_features(encoded: Ints, seat: int, action: int, on: Ints) -> int:
    """Write the inputs that are on after a legal action of `seat`. Return how many they are.

    If the action ends the game, return `LOST_FOR_SURE` or `WON_FOR_SURE` instead.
    """
    after = ints(PLACES)
    held = ints(HAND_ROOM)
    write_afterstate(encoded, seat, action, held, after)
    if after[A_DEFEATED] and after[A_CASTLE] < 0:
        return WON_FOR_SURE
    short = after[A_KEPT_VALUE] < after[A_DUE]
    if short and after[A_DRAWS] == 0 and after[A_JESTERS] == 0:
        return LOST_FOR_SURE
    count = _cards_and_seats(encoded, seat, held, after, on)
    top = int(after[A_TOP])
    margin = int(after[A_KEPT_VALUE] - after[A_DUE]) + 20
    on[count] = _HELD + after[A_SIZES]
    on[count + 1] = _DRAWS + after[A_DRAWS]
    on[count + 2] = _DUE + after[A_DUE]
    on[count + 3] = _HEALTH + after[A_HEALTH]
    on[count + 4] = _ATTACK + after[A_ATTACK]
    on[count + 5] = _IMMUNE + after[A_IMMUNE]
    on[count + 6] = _CASTLE + after[A_CASTLE]
    on[count + 7] = _TAVERN + after[A_TAVERN]
    on[count + 8] = _DISCARD + after[A_DISCARD]
    on[count + 9] = _TABLE + min(20, int(after[A_TABLE]))
    on[count + 10] = _TOP + (top - FIRST_ROYAL if top else 12)
    on[count + 11] = _JESTERS + after[A_JESTERS]
    on[count + 12] = _MARGIN + min(63, max(0, margin))
    on[count + 13] = _NEXT + after[A_NEXT]
    count = _hand_strength(held, after, on, count + 14)
    return _unseen_cards(encoded, seat, after, on, count)


@compiled
def _cards_and_seats(encoded: Ints, seat: int, held: Ints, after: Ints, on: Ints) -> int:
    """Write the inputs for the hand, the royals to come and the seats. Return their number."""
    count, players = int(after[A_KEPT]), int(encoded[PLAYERS])
    for place in range(count):
        on[place] = _HAND + held[place]
    for place in range(int(after[A_HIDDEN])):
        on[count] = _ROYALS + encoded[CASTLE + place] - FIRST_ROYAL
        count += 1
    for other in range(1, players):
        on[count] = _OTHERS + 9 * (other - 1) + after[A_SIZES + other]
        count += 1
    for other in range(players):
        yields = after[A_YIELDS] if other == 0 else encoded[YIELDED + (seat + other) % players]
        if yields:
            on[count] = _YIELDS + other
            count += 1
    return count


@compiled
def _hand_strength(held: Ints, after: Ints, on: Ints, count: int) -> int:
    """Write the inputs for what the hand can pay and deal. Return the number of all inputs."""
    size, due, health = int(after[A_KEPT]), int(after[A_DUE]), int(after[A_HEALTH])
    for suit in range(4):
        on[count + suit] = _SUITS + 33 * suit
    for place in range(size):
        if held[place] >= JESTER_CARDS:
            on[count + ((held[place] - 2) & 3)] += VALUE[held[place]]
    for suit in range(4):
        on[count + suit] = min(int(on[count + suit]), _SUITS + 33 * suit + 32)
    on[count + 4] = _TOTAL + min(63, int(after[A_KEPT_VALUE]))
    count += 5
    if due > 0:
        left = count_left_after_payment(held, size, due)
        on[count] = _LEFT + (9 if left < 0 else left)
        on[count + 1] = _EXCESS + find_smallest_excess(held, size, due)
        count += 2
    if health > 0:
        most, exact = find_damage(held, size, bool(after[A_IMMUNE] != CLUBS), health)
        on[count] = _DAMAGE + min(45, most)
        count += 1
        if most >= health:
            on[count] = _KILL
            count += 1
        if exact:
            on[count] = _KILL + 1
            count += 1
        if exact and after[A_NEXT] == SELF_PLAYS:
            on[count] = _KILL + 2
            count += 1
    return count


@compiled
def _unseen_cards(encoded: Ints, seat: int, after: Ints, on: Ints, count: int) -> int:
    """Write the inputs for Tavern and other hands. Return the number of all inputs."""
    players = int(encoded[PLAYERS])
    summary = ints(SUMMARY)
    sum_up_unseen(encoded, seat, int(after[A_HEALED]), summary)
    for suit in range(4):
        on[count] = _UNSEEN + 27 * suit + min(26, int(summary[suit]) // 4)
        count += 1
    mean = 4 * int(summary[U_VALUE]) // max(1, int(summary[U_CARDS]))
    on[count] = _MEAN + min(40, mean)
    on[count + 1] = _UNSEEN_ROYALS + min(12, int(summary[U_ROYALS]))
    on[count + 2] = _UNSEEN_JESTERS + min(2, int(summary[U_JESTERS]))
    count += 3
    if players == 1:
        return count
    for other in range(1, players):
        other_seat = (seat + other) % players
        first = HANDS + other_seat * HAND_ROOM
        for place in range(int(encoded[HAND_SIZE + other_seat])):
            card = int(encoded[first + place])
            if encoded[PUBLIC] >> card & 1:
                on[count] = _PUBLIC + 12 * (other - 1) + card - FIRST_ROYAL
                count += 1
    on[count] = _PARTNER + _partner_margin(encoded, seat, after, summary)
    return count + 1


@compiled
def _partner_margin(encoded: Ints, seat: int, after: Ints, summary: Ints) -> int:
    """Return by how much the next partner's hand likely exceeds the enemy's attack, plus 25.

    Return 61 if the same player plays again.
    """
    acts_next = int(after[A_NEXT])
    if acts_next == SELF_PLAYS:
        return 61
    other = 1 if acts_next in (SELF_PAYS, SELF_CHOOSES) else acts_next - SELF_PLAYS
    other_seat = (seat + other) % int(encoded[PLAYERS])
    value = expect_hand_value(encoded, other_seat, int(after[A_SIZES + other]), summary)
    return min(60, max(0, value - int(after[A_ATTACK]) + 25))
