"""Moving the cards of a row: dealing, laying down, drawing, healing."""

from regicide_tui.bots.compiled import Ints, compiled
from regicide_tui.bots.luck import below, shuffle
from regicide_tui.bots.rows.layout import (
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
    PHASE,
    PLAY,
    PLAYERS,
    ROYALS,
    TAVERN,
    TAVERN_SIZE,
    TURN,
    VALUE,
)


@compiled
def set_out(
    row: Ints, game: int, players: int, jesters: int, hand: int, redeal: bool, luck: Ints
) -> None:
    """Deal a game into an empty row (R-1 to R-5, D-1 to D-3): somebody begins to play.

    So many `jesters` lie in the Tavern. With `redeal` somebody holds a Diamond.
    """
    row[:] = 0
    row[GAME] = game
    row[PLAYERS] = players
    row[COMBOS] = 1
    row[CASTLE_SIZE] = ROYALS
    for place in range(ROYALS):
        row[CASTLE + ROYALS - 1 - place] = FIRST_ROYAL + place
    for rank in range(3):
        shuffle(luck, row, CASTLE + 4 * rank, 4)
    size = 0
    for card in range(FIRST_ROYAL):
        if card >= JESTER_CARDS or card < jesters:
            row[TAVERN + size] = card
            size += 1
    dealt = False
    while not dealt:
        shuffle(luck, row, TAVERN, size)
        dealt = not redeal
        for place in range(size - hand * players, size):
            card = int(row[TAVERN + place])
            dealt = dealt or (card >= JESTER_CARDS and (card - 2) & 3 == DIAMONDS)
    row[TAVERN_SIZE] = size
    for _ in range(hand):
        for seat in range(players):
            draw_card(row, seat)
    row[TURN] = below(luck, players)
    row[PHASE] = PLAY


@compiled
def lay_down(row: Ints, seat: int, cards: int, pile: int, size: int) -> int:
    """Move cards of a hand onto a pile, the lowest first; return the pile's new size."""
    first, kept = HANDS + seat * HAND_ROOM, 0
    for place in range(int(row[HAND_SIZE + seat])):
        card = int(row[first + place])
        if cards >> card & 1:
            row[pile + size] = card
            size += 1
        else:
            row[first + kept] = card
            kept += 1
    row[HAND_SIZE + seat] = kept
    return size


@compiled
def pay(row: Ints, seat: int, cards: int) -> None:
    """Move cards of a hand onto the discard."""
    row[DISCARD_SIZE] = lay_down(row, seat, cards, DISCARD, int(row[DISCARD_SIZE]))


@compiled
def discard(row: Ints, pile: int, size: int) -> None:
    """Lay the cards of a pile onto the discard, the first of them first."""
    laid = int(row[DISCARD_SIZE])
    for place in range(size):
        row[DISCARD + laid + place] = row[pile + place]
    row[DISCARD_SIZE] = laid + size


@compiled
def heal(row: Ints, value: int, luck: Ints) -> None:
    """Shuffle the discard and put cards of it under the Tavern (R-32, D-6)."""
    size, tavern = int(row[DISCARD_SIZE]), int(row[TAVERN_SIZE])
    shuffle(luck, row, DISCARD, size)
    healed = min(value, size)
    for place in range(tavern - 1, -1, -1):
        row[TAVERN + healed + place] = row[TAVERN + place]
    for place in range(healed):
        row[TAVERN + place] = row[DISCARD + size - healed + place]
    row[DISCARD_SIZE] = size - healed
    row[TAVERN_SIZE] = tavern + healed


@compiled
def draw_card(row: Ints, seat: int) -> None:
    """Move the top of the Tavern to its place in the ascending hand."""
    top = int(row[TAVERN_SIZE]) - 1
    row[TAVERN_SIZE] = top
    take_up(row, seat, int(row[TAVERN + top]))


@compiled
def take_up(row: Ints, seat: int, card: int) -> None:
    """Put a card into its place in the ascending hand."""
    first, place = HANDS + seat * HAND_ROOM, int(row[HAND_SIZE + seat])
    row[HAND_SIZE + seat] = place + 1
    while place > 0 and row[first + place - 1] > card:
        row[first + place] = row[first + place - 1]
        place -= 1
    row[first + place] = card


@compiled
def suits_and_value(row: Ints, first: int, size: int) -> tuple[int, int]:
    """Return the suits of so many cards as bits, and what they are worth; no Jester is there."""
    suits, value = 0, 0
    for place in range(first, first + size):
        card = int(row[place])
        suits |= 1 << ((card - 2) & 3)
        value += int(VALUE[card])
    return suits, value


@compiled
def hand_worth(row: Ints, seat: int) -> int:
    """Return what a hand is worth."""
    worth = 0
    for place in range(int(row[HAND_SIZE + seat])):
        worth += int(VALUE[int(row[HANDS + seat * HAND_ROOM + place])])
    return worth
