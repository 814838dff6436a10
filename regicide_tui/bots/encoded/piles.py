"""Moves cards of an encoded state: dealing, playing, drawing, healing."""

from regicide_tui.bots.arrays import Ints
from regicide_tui.bots.compiled import compiled
from regicide_tui.bots.encoded.layout import (
    CASTLE,
    CASTLE_SIZE,
    COMBOS,
    DIAMONDS,
    DISCARD,
    DISCARD_SIZE,
    FIRST_ROYAL,
    GAME,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    JESTER_CARDS,
    LENGTH,
    PHASE,
    PLAY,
    PLAYERS,
    ROYALS,
    TAVERN,
    TAVERN_SIZE,
    TURN,
    VALUE,
)
from regicide_tui.bots.rng import random_below, shuffle


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
            card = int(encoded[TAVERN + place])
            dealt = dealt or (card >= JESTER_CARDS and (card - 2) & 3 == DIAMONDS)
    encoded[TAVERN_SIZE] = size
    for _ in range(hand):
        for seat in range(players):
            draw_card(encoded, seat)
    encoded[TURN] = random_below(rng, players)
    encoded[PHASE] = PLAY


@compiled
def move_from_hand(encoded: Ints, seat: int, cards: int, pile: int, size: int) -> int:
    """Move cards of a hand onto a pile, the lowest first. Return the pile's new size."""
    first, kept = HANDS + seat * HAND_ROOM, 0
    for place in range(int(encoded[HAND_SIZE + seat])):
        card = int(encoded[first + place])
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
    """Move cards of a hand onto the discard."""
    encoded[DISCARD_SIZE] = move_from_hand(
        encoded, seat, cards, DISCARD, int(encoded[DISCARD_SIZE])
    )


@compiled
def discard(encoded: Ints, pile: int, size: int) -> None:
    """Move the cards of a pile onto the discard, in their order."""
    laid = int(encoded[DISCARD_SIZE])
    for place in range(size):
        encoded[DISCARD + laid + place] = encoded[pile + place]
    encoded[DISCARD_SIZE] = laid + size


@compiled
def heal(encoded: Ints, value: int, rng: Ints) -> None:
    """Shuffle the discard and put cards of it under the Tavern (R-32, D-6)."""
    size, tavern = int(encoded[DISCARD_SIZE]), int(encoded[TAVERN_SIZE])
    shuffle(rng, encoded, DISCARD, size)
    healed = min(value, size)
    for place in range(tavern - 1, -1, -1):
        encoded[TAVERN + healed + place] = encoded[TAVERN + place]
    for place in range(healed):
        encoded[TAVERN + place] = encoded[DISCARD + size - healed + place]
    encoded[DISCARD_SIZE] = size - healed
    encoded[TAVERN_SIZE] = tavern + healed


@compiled
def draw_card(encoded: Ints, seat: int) -> None:
    """Move the top of the Tavern into a hand."""
    top = int(encoded[TAVERN_SIZE]) - 1
    encoded[TAVERN_SIZE] = top
    add_to_hand(encoded, seat, int(encoded[TAVERN + top]))


@compiled
def add_to_hand(encoded: Ints, seat: int, card: int) -> None:
    """Put a card into its place in the ascending hand."""
    first, place = HANDS + seat * HAND_ROOM, int(encoded[HAND_SIZE + seat])
    encoded[HAND_SIZE + seat] = place + 1
    while place > 0 and encoded[first + place - 1] > card:
        encoded[first + place] = encoded[first + place - 1]
        place -= 1
    encoded[first + place] = card


@compiled
def sort_cards(encoded: Ints, first: int, size: int) -> None:
    """Sort `size` cards from index `first` on, the lowest first."""
    for end in range(first + 1, first + size):
        card, place = int(encoded[end]), end
        while place > first and encoded[place - 1] > card:
            encoded[place] = encoded[place - 1]
            place -= 1
        encoded[place] = card


@compiled
def suits_and_value(encoded: Ints, first: int, size: int) -> tuple[int, int]:
    """Return the suits of `size` cards as bits, and the sum of their values. None is a Jester."""
    suits, value = 0, 0
    for place in range(first, first + size):
        card = int(encoded[place])
        suits |= 1 << ((card - 2) & 3)
        value += int(VALUE[card])
    return suits, value


@compiled
def hand_value(encoded: Ints, seat: int) -> int:
    """Return the sum of the values of a hand."""
    values = 0
    for place in range(int(encoded[HAND_SIZE + seat])):
        values += int(VALUE[int(encoded[HANDS + seat * HAND_ROOM + place])])
    return values
