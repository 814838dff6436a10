"""Moves cards between the piles of an encoded state."""

from regicide_tui.bots.king_of_the_dead.encoded.state import (
    ACTOR,
    CARDS,
    DISCARDS,
    DRAWS,
    FINAL_ROUND,
    FIRST,
    GATE,
    HAND_DRAW,
    HANDS,
    JOKER,
    JOKERS_SEEN,
    KEPT,
    LOOKED,
    MOST_RESHUFFLES,
    MOST_RESHUFFLES_OF_TWO,
    NEWCOMER,
    OVER,
    PARADE,
    PLAYERS,
    PLAYS,
    RESHUFFLES,
    ROOM,
    SIZES,
    TURN,
    WELL,
)
from regicide_tui.bots.library import Ints, compiled
from regicide_tui.bots.rng import shuffle


@compiled
def push(encoded: Ints, pile: int, card: int) -> None:
    """Lay a card on a pile."""
    size = encoded[SIZES + pile]
    encoded[CARDS + pile * ROOM + size] = card
    encoded[SIZES + pile] = size + 1


@compiled
def pop(encoded: Ints, pile: int) -> int:
    """Take the top card off a pile. Return 0 if it is empty."""
    size = encoded[SIZES + pile]
    if size == 0:
        return 0
    encoded[SIZES + pile] = size - 1
    return encoded[CARDS + pile * ROOM + size - 1]


@compiled
def top_of(encoded: Ints, pile: int) -> int:
    """Return the top card of a pile, or 0 if it is empty."""
    size = encoded[SIZES + pile]
    return encoded[CARDS + pile * ROOM + size - 1] if size > 0 else 0


@compiled
def insert(encoded: Ints, pile: int, card: int) -> None:
    """Put a card into its place in an ascending pile."""
    first, place = CARDS + pile * ROOM, encoded[SIZES + pile]
    encoded[SIZES + pile] = place + 1
    while place > 0 and encoded[first + place - 1] > card:
        encoded[first + place] = encoded[first + place - 1]
        place -= 1
    encoded[first + place] = card


@compiled
def remove(encoded: Ints, pile: int, card: int) -> None:
    """Remove a card from a pile: the copy nearest the top (K-57)."""
    first, size = CARDS + pile * ROOM, encoded[SIZES + pile]
    place = size - 1
    while encoded[first + place] != card:
        place -= 1
    remove_at(encoded, pile, place)


@compiled
def remove_at(encoded: Ints, pile: int, place: int) -> None:
    """Remove the card at this place of a pile, counted from the bottom."""
    first, size = CARDS + pile * ROOM, encoded[SIZES + pile] - 1
    for above in range(first + place, first + size):
        encoded[above] = encoded[above + 1]
    encoded[SIZES + pile] = size


@compiled
def shuffle_pile(encoded: Ints, pile: int, rng: Ints) -> None:
    """Shuffle a pile."""
    shuffle(rng, encoded, CARDS + pile * ROOM, encoded[SIZES + pile])


@compiled
def put_discards_under(encoded: Ints, seat: int) -> None:
    """Put a player's discard pile under the draw pile, as it lies."""
    draws, discards = CARDS + (DRAWS + seat) * ROOM, CARDS + (DISCARDS + seat) * ROOM
    size, under = encoded[SIZES + DRAWS + seat], encoded[SIZES + DISCARDS + seat]
    for place in range(size - 1, -1, -1):
        encoded[draws + under + place] = encoded[draws + place]
    for place in range(under):
        encoded[draws + place] = encoded[discards + place]
    encoded[SIZES + DRAWS + seat] = size + under
    encoded[SIZES + DISCARDS + seat] = 0


@compiled
def ensure_draws(encoded: Ints, seat: int, count: int, rng: Ints) -> None:
    """Put the shuffled discard pile under a draw pile with fewer than `count` cards (K-11)."""
    if encoded[SIZES + DRAWS + seat] < count and encoded[SIZES + DISCARDS + seat] > 0:
        shuffle_pile(encoded, DISCARDS + seat, rng)
        put_discards_under(encoded, seat)


@compiled
def draw_for(encoded: Ints, seat: int, owner: int, count: int, rng: Ints) -> None:
    """Move cards off the draw pile of `owner` to the hand of `seat`: `count`, or what there is."""
    ensure_draws(encoded, owner, count, rng)
    for _ in range(min(count, encoded[SIZES + DRAWS + owner])):
        insert(encoded, HANDS + seat, pop(encoded, DRAWS + owner))


@compiled
def look(encoded: Ints, count: int, rng: Ints) -> int:
    """Lift the top cards of the active draw pile to look at (K-30). Return how many there are."""
    seat = encoded[TURN]
    ensure_draws(encoded, seat, count, rng)
    size = encoded[SIZES + DRAWS + seat]
    taken = min(count, size)
    first, looked = CARDS + (DRAWS + seat) * ROOM + size - taken, CARDS + LOOKED * ROOM
    for place in range(taken):
        encoded[looked + place] = encoded[first + place]
    encoded[SIZES + LOOKED] = taken
    encoded[SIZES + DRAWS + seat] = size - taken
    return taken


@compiled
def discard_card(encoded: Ints, card: int, rng: Ints) -> None:
    """Discard a card of the active player.

    A Joker is passed to the left, and the top card of the draw pile goes to the Well (K-26, K-27).
    """
    seat = encoded[TURN]
    if card != JOKER:
        push(encoded, DISCARDS + seat, card)
        return
    ensure_draws(encoded, seat, 1, rng)
    banished = pop(encoded, DRAWS + seat)
    if banished > 0:
        push(encoded, WELL, banished)
    push(encoded, DISCARDS + (seat + 1) % encoded[PLAYERS], JOKER)


@compiled
def take_from_gate(encoded: Ints, rng: Ints) -> int:
    """Take the top card of the Gate, or 0; if it is empty, the Well may become the Gate (K-47)."""
    most = MOST_RESHUFFLES_OF_TWO if encoded[PLAYERS] == 2 else MOST_RESHUFFLES
    size = encoded[SIZES + WELL]
    if encoded[SIZES + GATE] == 0 and size > 0 and encoded[RESHUFFLES] < most:
        shuffle_pile(encoded, WELL, rng)
        for place in range(size):
            encoded[CARDS + GATE * ROOM + place] = encoded[CARDS + WELL * ROOM + place]
        encoded[SIZES + GATE] = size
        encoded[SIZES + WELL] = 0
        encoded[RESHUFFLES] += 1
    return pop(encoded, GATE)


@compiled
def lay_in_slot(encoded: Ints, slot: int, card: int, rng: Ints) -> None:
    """Lay a card into a slot, counted from 1; a Joker goes to a player and is replaced (K-8)."""
    while card == JOKER:
        seat = (encoded[FIRST] + encoded[JOKERS_SEEN]) % encoded[PLAYERS]
        push(encoded, DRAWS + seat, JOKER)
        encoded[JOKERS_SEEN] += 1
        card = take_from_gate(encoded, rng)
    encoded[PARADE + slot - 1] = card


@compiled
def take_newcomer(encoded: Ints, rng: Ints) -> None:
    """Lay the Newcomer, bought or free, on the active discard pile (K-26, K-54)."""
    card = encoded[NEWCOMER]
    encoded[NEWCOMER] = 0
    if card > 0:
        discard_card(encoded, card, rng)


@compiled
def take_from_slot(encoded: Ints, slot: int) -> None:
    """Move the card of a slot to the active hand; the slot stays empty (K-46)."""
    insert(encoded, HANDS + encoded[TURN], encoded[PARADE + slot - 1])
    encoded[PARADE + slot - 1] = 0


@compiled
def deck_size(encoded: Ints, seat: int) -> int:
    """Return how many cards a player owns."""
    size = 0
    for pile in range(HANDS + seat, KEPT + seat + 1, DRAWS - HANDS):
        size += encoded[SIZES + pile]
    return size


@compiled
def end_turn(encoded: Ints, rng: Ints) -> None:
    """Discard the played cards and the rest of the hand, draw, and pass the turn.

    Rulings K-12, K-13, K-14.
    """
    seat = encoded[TURN]
    jokers = _discard_numbers(encoded, PLAYS + seat, rng)
    jokers += _discard_numbers(encoded, HANDS + seat, rng)
    for _ in range(jokers):
        discard_card(encoded, JOKER, rng)
    draw_for(encoded, seat, seat, encoded[HAND_DRAW], rng)
    following = (seat + 1) % encoded[PLAYERS]
    if following != encoded[FIRST]:
        encoded[TURN] = following
    elif encoded[FINAL_ROUND]:  # K-49
        encoded[OVER] = 1
    else:
        _end_round(encoded, rng)
    encoded[ACTOR] = encoded[TURN]


@compiled
def _discard_numbers(encoded: Ints, pile: int, rng: Ints) -> int:
    """Discard a whole ascending pile but its Jokers. Return how many Jokers these are."""
    jokers, size = 0, encoded[SIZES + pile]
    encoded[SIZES + pile] = 0
    for place in range(size):
        card = encoded[CARDS + pile * ROOM + place]
        if card == JOKER:
            jokers += 1
        else:
            discard_card(encoded, card, rng)
    return jokers


@compiled
def _end_round(encoded: Ints, rng: Ints) -> None:
    """Move the Parade and begin a new round with the next player (K-9, K-46)."""
    first = (encoded[FIRST] + 1) % encoded[PLAYERS]
    encoded[FIRST] = first
    encoded[TURN] = first
    encoded[JOKERS_SEEN] = 0
    _fall(encoded)
    _refill(encoded, rng)
    complete = encoded[NEWCOMER] > 0
    for slot in range(2 * encoded[PLAYERS]):
        complete = complete and encoded[PARADE + slot] > 0
    if not complete:  # K-48
        encoded[FINAL_ROUND] = 1


@compiled
def _fall(encoded: Ints) -> None:
    """Move the cards nearest the Well into it, one for each player; the others move up."""
    players = encoded[PLAYERS]
    falling, free = players, PARADE + 2 * players
    for place in range(PARADE + 2 * players - 1, PARADE - 1, -1):
        card = encoded[place]
        encoded[place] = 0
        if card > 0 and falling > 0:
            push(encoded, WELL, card)
            falling -= 1
        elif card > 0:
            free -= 1
            encoded[free] = card


@compiled
def _refill(encoded: Ints, rng: Ints) -> None:
    """Turn up the Newcomer, fill the Parade and draw a new Newcomer from the Gate (K-10, K-46)."""
    came = encoded[NEWCOMER]
    encoded[NEWCOMER] = 0
    for slot in range(2 * encoded[PLAYERS], 0, -1):
        if encoded[PARADE + slot - 1] == 0:
            card = came if came > 0 else take_from_gate(encoded, rng)
            came = 0
            lay_in_slot(encoded, slot, card, rng)
    encoded[NEWCOMER] = take_from_gate(encoded, rng)
