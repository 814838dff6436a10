"""The end of a turn, of a round and of the game on an encoded state."""

from regicide_tui.bots.arrays import Ints
from regicide_tui.bots.compiled import compiled
from regicide_tui.bots.king_of_the_dead.encoded.layout import (
    ACTOR,
    CARDS,
    FINAL_ROUND,
    FIRST,
    HAND_DRAW,
    HANDS,
    JOKER,
    JOKERS_SEEN,
    NEWCOMER,
    OVER,
    PARADE,
    PLAYERS,
    PLAYS,
    ROOM,
    SIZES,
    TURN,
    WELL,
)
from regicide_tui.bots.king_of_the_dead.encoded.piles import (
    discard_card,
    draw_for,
    lay_in_slot,
    push,
    take_from_gate,
)


@compiled
def end_turn(encoded: Ints, rng: Ints) -> None:
    """Discard the played cards and the rest of the hand, draw, and pass the turn.

    Rulings K-12, K-13, K-14.
    """
    seat = int(encoded[TURN])
    jokers = _discard_numbers(encoded, PLAYS + seat, rng)
    jokers += _discard_numbers(encoded, HANDS + seat, rng)
    for _ in range(jokers):
        discard_card(encoded, JOKER, rng)
    draw_for(encoded, seat, seat, int(encoded[HAND_DRAW]), rng)
    following = (seat + 1) % int(encoded[PLAYERS])
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
    jokers, size = 0, int(encoded[SIZES + pile])
    encoded[SIZES + pile] = 0
    for place in range(size):
        card = int(encoded[CARDS + pile * ROOM + place])
        if card == JOKER:
            jokers += 1
        else:
            discard_card(encoded, card, rng)
    return jokers


@compiled
def _end_round(encoded: Ints, rng: Ints) -> None:
    """Move the Parade and begin a new round with the next player (K-9, K-46)."""
    first = (int(encoded[FIRST]) + 1) % int(encoded[PLAYERS])
    encoded[FIRST] = first
    encoded[TURN] = first
    encoded[JOKERS_SEEN] = 0
    _fall(encoded)
    _refill(encoded, rng)
    complete = encoded[NEWCOMER] > 0
    for slot in range(2 * int(encoded[PLAYERS])):
        complete = complete and encoded[PARADE + slot] > 0
    if not complete:  # K-48
        encoded[FINAL_ROUND] = 1


@compiled
def _fall(encoded: Ints) -> None:
    """Move the cards nearest the Well into it, one for each player; the others move up."""
    players = int(encoded[PLAYERS])
    falling, free = players, PARADE + 2 * players
    for place in range(PARADE + 2 * players - 1, PARADE - 1, -1):
        card = int(encoded[place])
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
    came = int(encoded[NEWCOMER])
    encoded[NEWCOMER] = 0
    for slot in range(2 * int(encoded[PLAYERS]), 0, -1):
        if encoded[PARADE + slot - 1] == 0:
            card = came if came > 0 else take_from_gate(encoded, rng)
            came = 0
            lay_in_slot(encoded, slot, card, rng)
    encoded[NEWCOMER] = take_from_gate(encoded, rng)
