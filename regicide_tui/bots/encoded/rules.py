"""The rules that Regicide and the Duel share, which change encoded states in place."""

from regicide_tui.bots.encoded.state import (
    CASTLE,
    CASTLE_SIZE,
    CLUBS,
    COMBOS,
    DIAMONDS,
    DISCARD,
    DISCARD_SIZE,
    FIRST_ACE,
    FIRST_ROYAL,
    FREE,
    GAME,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    JESTER_CARDS,
    LENGTH,
    MINIMAL,
    OVERPAY,
    PAYING,
    PHASE,
    PLAY,
    PLAYERS,
    ROYALS,
    TAVERN,
    TAVERN_SIZE,
    TURN,
    VALUE,
)
from regicide_tui.bots.library import Ints, compiled, ints
from regicide_tui.bots.rng import insert_number, random_below, shuffle


@compiled
def deal_piles(
    encoded: Ints, game: int, players: int, jesters: int, hand: int, redeal: bool, rng: Ints
) -> None:
    """Deal a game into an empty encoded state; a random seat plays first.

    `jesters` is the number of Jesters in the Tavern. With `redeal`, deal until some hand has a
    Diamond. Rulings R-1, R-2, R-3, R-4, R-5, D-1, D-2, D-3.
    """
    for place in range(LENGTH):
        encoded[place] = 0
    encoded[GAME] = game
    encoded[PLAYERS] = players
    encoded[COMBOS] = 1
    encoded[CASTLE_SIZE] = ROYALS
    for place in range(ROYALS):
        encoded[CASTLE + ROYALS - 1 - place] = FIRST_ROYAL + place
    for rank in range(3):
        shuffle(rng, encoded, CASTLE + 4 * rank, 4)
    size = 0
    for card in range(FIRST_ROYAL):
        if card >= JESTER_CARDS or card < jesters:
            encoded[TAVERN + size] = card
            size += 1
    dealt = False
    while not dealt:
        shuffle(rng, encoded, TAVERN, size)
        dealt = not redeal
        for place in range(size - hand * players, size):
            card = encoded[TAVERN + place]
            dealt = dealt or (card >= JESTER_CARDS and (card - 2) & 3 == DIAMONDS)
    encoded[TAVERN_SIZE] = size
    for _ in range(hand):
        for seat in range(players):
            draw_card(encoded, seat)
    encoded[TURN] = random_below(rng, players)
    encoded[PHASE] = PLAY


@compiled
def move_from_hand(encoded: Ints, seat: int, cards: int, pile: int, size: int) -> int:
    """Move cards from a hand onto a pile, the lowest first. Return the pile's new size."""
    first, kept = HANDS + seat * HAND_ROOM, 0
    for place in range(encoded[HAND_SIZE + seat]):
        card = encoded[first + place]
        if cards >> card & 1:
            encoded[pile + size] = card
            size += 1
        else:
            encoded[first + kept] = card
            kept += 1
    encoded[HAND_SIZE + seat] = kept
    return size


@compiled
def pay(encoded: Ints, seat: int, cards: int) -> None:
    """Move cards from a hand onto the discard."""
    encoded[DISCARD_SIZE] = move_from_hand(encoded, seat, cards, DISCARD, encoded[DISCARD_SIZE])


@compiled
def discard(encoded: Ints, pile: int, size: int) -> None:
    """Move the cards of a pile onto the discard, in their order."""
    laid = encoded[DISCARD_SIZE]
    for place in range(size):
        encoded[DISCARD + laid + place] = encoded[pile + place]
    encoded[DISCARD_SIZE] = laid + size


@compiled
def attack_value(suits: int, value: int) -> int:
    """Return the attack of cards with these effective suits. Clubs double it (R-24, D-10)."""
    return 2 * value if suits >> CLUBS & 1 else value


@compiled
def healed(value: int, size: int) -> int:
    """Return how many cards Hearts of this value move from a discard of this size (R-32, D-6)."""
    return min(value, size)


@compiled
def heal(encoded: Ints, value: int, rng: Ints) -> None:
    """Shuffle the discard and put cards from it under the Tavern."""
    size, tavern = encoded[DISCARD_SIZE], encoded[TAVERN_SIZE]
    shuffle(rng, encoded, DISCARD, size)
    moved = healed(value, size)
    for place in range(tavern - 1, -1, -1):
        encoded[TAVERN + moved + place] = encoded[TAVERN + place]
    for place in range(moved):
        encoded[TAVERN + place] = encoded[DISCARD + size - moved + place]
    encoded[DISCARD_SIZE] = size - moved
    encoded[TAVERN_SIZE] = tavern + moved


@compiled
def draw_card(encoded: Ints, seat: int) -> None:
    """Move the Tavern's top card into a hand."""
    top = encoded[TAVERN_SIZE] - 1
    encoded[TAVERN_SIZE] = top
    add_to_hand(encoded, seat, encoded[TAVERN + top])


@compiled
def add_to_hand(encoded: Ints, seat: int, card: int) -> None:
    """Insert a card into the ascending hand."""
    insert_number(encoded, HANDS + seat * HAND_ROOM, encoded[HAND_SIZE + seat], card)
    encoded[HAND_SIZE + seat] += 1


@compiled
def write_plays(encoded: Ints, found: Ints) -> int:
    """Write every play of the seat to act. Return their number.

    Rulings R-10, R-11, R-12, R-13, R-26, D-4, D-5.
    """
    turn = encoded[TURN]
    first, size = HANDS + turn * HAND_ROOM, encoded[HAND_SIZE + turn]
    count = 0
    for place in range(size):
        card = encoded[first + place]
        if card == 1 and place > 0:
            continue  # two Jesters are one play
        found[count] = 1 << card
        count += 1
    for place in range(size):
        ace = encoded[first + place]
        if not FIRST_ACE <= ace < FIRST_ACE + 4:
            continue
        for other in range(place + 1, size):
            found[count] = 1 << ace | 1 << encoded[first + other]
            count += 1
    if encoded[COMBOS] == 1:
        count = _write_combos(encoded, first, size, found, count)
    return count


@compiled
def _write_combos(encoded: Ints, first: int, size: int, found: Ints, count: int) -> int:
    """Write the sets of equal numbers, 2 to 5, up to a total of ten (R-11)."""
    start = 0
    while start < size:
        rank = (encoded[first + start] - 2) >> 2
        stop = start + 1
        while stop < size and (encoded[first + stop] - 2) >> 2 == rank:
            stop += 1
        if 1 <= rank <= 4 and stop - start > 1:
            for choice in range(3, 1 << (stop - start)):
                cards, number = 0, 0
                for place in range(stop - start):
                    if choice >> place & 1:
                        cards |= 1 << encoded[first + start + place]
                        number += 1
                if number > 1 and number * (rank + 1) <= 10:
                    found[count] = cards
                    count += 1
        start = stop
    return count


@compiled
def write_payments(encoded: Ints, owed: int, found: Ints) -> int:
    """Write every payment of the seat to act. Return their number (R-42, D-17).

    Payments are built card by card, from insufficient sets to sufficient ones.
    """
    turn = encoded[TURN]
    first, size = HANDS + turn * HAND_ROOM, encoded[HAND_SIZE + turn]
    both = size > 1 and encoded[first + 1] == 1  # a single one of two Jesters is always the first
    short = ints(256)
    laid = ints(256)
    shorts, count = 1, 0
    for step in range(size):
        place = size - 1 - step if encoded[OVERPAY] == MINIMAL else step
        card = encoded[first + place]
        value = VALUE[card]
        if encoded[OVERPAY] == FREE:
            for index in range(count):
                found[count + index] = found[index] | 1 << card
            count *= 2
        for index in range(shorts):
            cards = short[index] | 1 << card
            if laid[index] + value >= owed:
                found[count] = PAYING | cards
                count += 1
            else:
                short[shorts] = cards
                laid[shorts] = laid[index] + value
                shorts += 1
    return _drop_equal_payments(found, count) if both else count


@compiled
def _drop_equal_payments(found: Ints, count: int) -> int:
    """Drop payments with the second of two Jesters but not the first."""
    kept = 0
    for index in range(count):
        if found[index] & 3 != 2:
            found[kept] = found[index]
            kept += 1
    return kept
