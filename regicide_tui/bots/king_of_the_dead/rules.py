"""The rules on an encoded state: `apply_action(encoded, action, cards, rng)` changes it in place.

They are the engine's `reduce` without events and checks, for legal actions. The tests play both
side by side.
"""

from regicide_tui.bots.king_of_the_dead.powers import answer_prompt, play_power
from regicide_tui.bots.king_of_the_dead.state import (
    ACES,
    ACTOR,
    CARDS,
    DISCARDS,
    END,
    FINAL_ROUND,
    FIRST,
    HAND_DRAW,
    HANDS,
    JOKER,
    JOKERS_SEEN,
    KEPT,
    NEWCOMER,
    NO_PROMPT,
    NUMBER,
    OVER,
    PARADE,
    PLAY,
    PLAYERS,
    PLAYS,
    POINTS,
    PROMPT,
    RECALL,
    ROOM,
    SCORE,
    SCORED,
    SIZES,
    TURN,
    WELL,
    WELL_CARD_STAYS,
    card_of,
    discard_card,
    draw_for,
    insert,
    kind_of,
    lay_in_slot,
    place_of,
    push,
    read_cards,
    remove,
    remove_at,
    take_from_gate,
    take_newcomer,
)
from regicide_tui.bots.library import Ints, compiled


@compiled
def apply_action(encoded: Ints, action: int, cards: Ints, rng: Ints) -> None:
    """Play a legal action. `cards` is room for the cards of an action."""
    kind = kind_of(action)
    if encoded[PROMPT] != NO_PROMPT:
        answer_prompt(encoded, action, cards, rng)
    elif kind == END:
        end_turn(encoded, rng)
    elif kind == SCORE:
        _score(encoded, action)
    elif kind == RECALL:
        _recall(encoded, place_of(action) - 1)
    elif kind == PLAY:
        play_power(encoded, action, rng)
    else:
        _buy(encoded, action, cards, rng)


@compiled
def _score(encoded: Ints, action: int) -> None:
    """Score a run: its highest card leaves the game (K-20).

    A 0 among its three cards stands for the top of the Well (K-19).
    """
    seat = encoded[TURN]
    high = card_of(action, 2)
    for index in range(3):
        card = card_of(action, index)
        if card > 0:
            remove(encoded, HANDS + seat, card)
        else:
            place = CARDS + WELL * ROOM + encoded[SIZES + WELL] - 1
            if index < 2 and encoded[WELL_CARD_STAYS]:
                continue
            card = encoded[place]
            encoded[SIZES + WELL] -= 1
        if index < 2:
            insert(encoded, PLAYS + seat, card)
        else:
            high = card
    encoded[POINTS + seat] += NUMBER[high]
    encoded[SCORED + seat] += 1


@compiled
def _recall(encoded: Ints, number: int) -> None:
    """Recall a Familiar: return its card to the hand, and discard its Ace (K-33)."""
    seat = encoded[TURN]
    push(encoded, DISCARDS + seat, encoded[CARDS + (ACES + seat) * ROOM + number])
    insert(encoded, HANDS + seat, encoded[CARDS + (KEPT + seat) * ROOM + number])
    remove_at(encoded, ACES + seat, number)
    remove_at(encoded, KEPT + seat, number)


@compiled
def _buy(encoded: Ints, action: int, cards: Ints, rng: Ints) -> None:
    """Buy the card of a slot or the Newcomer; payment and purchase are discarded (K-25)."""
    seat, slot = encoded[TURN], place_of(action)
    for index in range(read_cards(encoded, action, cards)):
        remove(encoded, HANDS + seat, cards[index])
        push(encoded, DISCARDS + seat, cards[index])
    if slot == 0:
        take_newcomer(encoded, rng)
        return
    push(encoded, DISCARDS + seat, encoded[PARADE + slot - 1])
    encoded[PARADE + slot - 1] = 0


@compiled
def win_share(encoded: Ints, seat: int) -> float:
    """Return a seat's share of the win in a finished game (K-50)."""
    sharing, own = 0, _rank(encoded, seat)
    for other in range(encoded[PLAYERS]):
        rank = _rank(encoded, other)
        if rank > own:
            return 0.0
        if rank == own:
            sharing += 1
    return 1.0 / sharing


@compiled
def _rank(encoded: Ints, seat: int) -> int:
    """Return a number for a player's rank, greater for more points, then for fewer cards."""
    return encoded[POINTS + seat] * ROOM - encoded[SCORED + seat]


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
    """Discard an ascending pile except for its Jokers. Return their number."""
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
    """Move one card per player, nearest the Well, into it; the others move up."""
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
