"""The rules on an encoded state: `apply_action(encoded, action, cards, rng)` plays on, in place.

They are the engine's `reduce` without events and checks, for legal actions. The tests play both
side by side.
"""

from regicide_tui.bots.arrays import Ints
from regicide_tui.bots.compiled import compiled
from regicide_tui.bots.king_of_the_dead.encoded.actions import (
    END,
    PLAY,
    RECALL,
    SCORE,
    card_of,
    kind_of,
    place_of,
    read_cards,
)
from regicide_tui.bots.king_of_the_dead.encoded.answers import answer_prompt
from regicide_tui.bots.king_of_the_dead.encoded.cards import NUMBER
from regicide_tui.bots.king_of_the_dead.encoded.layout import (
    ACES,
    CARDS,
    DISCARDS,
    HANDS,
    KEPT,
    NO_PROMPT,
    PARADE,
    PLAYERS,
    PLAYS,
    POINTS,
    PROMPT,
    ROOM,
    SCORED,
    SIZES,
    TURN,
    WELL,
    WELL_CARD_STAYS,
)
from regicide_tui.bots.king_of_the_dead.encoded.piles import (
    insert,
    push,
    remove,
    remove_at,
    take_newcomer,
)
from regicide_tui.bots.king_of_the_dead.encoded.powers import play_power
from regicide_tui.bots.king_of_the_dead.encoded.rounds import end_turn


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

    Of its three cards, the one that is 0 is the top of the Well (K-19).
    """
    seat = int(encoded[TURN])
    high = card_of(action, 2)
    for index in range(3):
        card = card_of(action, index)
        if card > 0:
            remove(encoded, HANDS + seat, card)
        else:
            place = CARDS + WELL * ROOM + int(encoded[SIZES + WELL]) - 1
            if index < 2 and encoded[WELL_CARD_STAYS]:
                continue
            card = int(encoded[place])
            encoded[SIZES + WELL] -= 1
        if index < 2:
            insert(encoded, PLAYS + seat, card)
        else:
            high = card
    encoded[POINTS + seat] += NUMBER[high]
    encoded[SCORED + seat] += 1


@compiled
def _recall(encoded: Ints, number: int) -> None:
    """Take back the card of a Familiar, and discard its Ace (K-33)."""
    seat = int(encoded[TURN])
    push(encoded, DISCARDS + seat, int(encoded[CARDS + (ACES + seat) * ROOM + number]))
    insert(encoded, HANDS + seat, int(encoded[CARDS + (KEPT + seat) * ROOM + number]))
    remove_at(encoded, ACES + seat, number)
    remove_at(encoded, KEPT + seat, number)


@compiled
def _buy(encoded: Ints, action: int, cards: Ints, rng: Ints) -> None:
    """Buy the card of a slot or the Newcomer; payment and purchase are discarded (K-25)."""
    seat, slot = int(encoded[TURN]), place_of(action)
    for index in range(read_cards(encoded, action, cards)):
        remove(encoded, HANDS + seat, int(cards[index]))
        push(encoded, DISCARDS + seat, int(cards[index]))
    if slot == 0:
        take_newcomer(encoded, rng)
        return
    push(encoded, DISCARDS + seat, int(encoded[PARADE + slot - 1]))
    encoded[PARADE + slot - 1] = 0


@compiled
def win_share(encoded: Ints, seat: int) -> float:
    """Return a seat's share of the win in a game that is over (K-50)."""
    sharing, own = 0, _rank(encoded, seat)
    for other in range(int(encoded[PLAYERS])):
        rank = _rank(encoded, other)
        if rank > own:
            return 0.0
        if rank == own:
            sharing += 1
    return 1.0 / sharing


@compiled
def _rank(encoded: Ints, seat: int) -> int:
    """Return a number that is the greater the better a player stands: points, then few cards."""
    return int(encoded[POINTS + seat]) * ROOM - int(encoded[SCORED + seat])
