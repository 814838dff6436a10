"""The powers of a Joker with a companion (K-43).

The Joker waits in the play area and is placed at the end; placing is not discarding (K-26).
"""

from msgspec.structs import replace

from regicide_tui.cards import Card
from regicide_tui.games.base import Event, Pile, Seat
from regicide_tui.games.hands import without
from regicide_tui.games.king_of_the_dead.actions import Choice, FromDiscard, Top, Who
from regicide_tui.games.king_of_the_dead.asks import Ask, Chosen, Pick, Place, cards_of, seats_of
from regicide_tui.games.king_of_the_dead.events import (
    CardGiven,
    CardsPillaged,
    HandsSwapped,
    JokerPlaced,
    PlayerChosen,
)
from regicide_tui.games.king_of_the_dead.piles import (
    active,
    banish,
    discard,
    lay_on_discard,
    lift,
    to_hand,
)
from regicide_tui.games.king_of_the_dead.powers.power import Power, Question, pose
from regicide_tui.games.king_of_the_dead.state import Prompt, State, change, others
from regicide_tui.games.king_of_the_dead.values import JOKER, in_order


def _place(state: State, seat: Seat, events: list[Event]) -> State:
    """Lay the waiting Joker on a player's discard pile."""
    events.append(JokerPlaced(state.turn, seat))
    return _give(state, seat, JOKER)


def _give(state: State, seat: Seat, card: Card) -> State:
    """Lay a card of the play area on a player's discard pile."""
    state = change(state, state.turn, plays=without(active(state).plays, (card,)))
    return lay_on_discard(state, seat, (card,))


def _anyone(state: State, _: Prompt) -> Ask:
    """Ask for a player; oneself is one, but for the option (K-43)."""
    seats = list(range(len(state.sides)))
    if not state.options.joker_self_target:
        seats.remove(state.turn)
    return Ask("target", (Pick(Place.PLAYERS, tuple([Who(seat) for seat in seats])),))


# ---------------------------------------------------------------- with an Ace: Cipher


def _cipher(state: State, cards: Pile, events: list[Event]) -> State:
    side = active(state)
    return discard(change(state, state.turn, plays=without(side.plays, cards)), cards, events)


# ---------------------------------------------------------------- with a Jack: Pillage


def _pillage(state: State, _: Pile, __: list[Event]) -> State:
    return pose(state, PILLAGE_TARGET) or state


def _visit(state: State, _: Prompt, chosen: Chosen, events: list[Event]) -> State:
    (seat,) = seats_of(chosen)
    events.append(PlayerChosen(state.turn, seat))
    return pose(state, PILLAGE, target=seat) or _place(state, seat, events)


PILLAGE_TARGET = Question(
    "pillage_target", "Whose cards do you pillage?", _anyone, _visit, waits=(JOKER,)
)


def _loot(state: State, prompt: Prompt) -> Ask:
    side = state.sides[prompt.target or 0]
    options: list[Choice] = [FromDiscard(card) for card in side.discard]
    if side.draws or side.discard:
        options.append(Top())  # K-52
    return Ask("take", (Pick(Place.PILES, tuple(options)),))


def _take_loot(state: State, prompt: Prompt, chosen: Chosen, events: list[Event]) -> State:
    seat = prompt.target or 0
    cards = cards_of(chosen)
    if cards:
        state = change(state, seat, discard=without(state.sides[seat].discard, cards))
    else:
        state, cards = lift(state, seat, 2, events)
    events.append(CardsPillaged(state.turn, seat, cards, chosen == (Top(),)))
    return _place(to_hand(state, cards), seat, events)


PILLAGE = Question(
    "pillage",
    "Which card of that discard pile do you take, or the top two of the draw pile?",
    _loot,
    _take_loot,
    waits=(JOKER,),
)

# ---------------------------------------------------------------- with a Queen: Void


def _void(state: State, _: Pile, __: list[Event]) -> State:
    return _next_hand(state, others(state))


def _next_hand(state: State, seats: list[Seat]) -> State:
    """Ask the first of these players who has a hand; after the last one a player is chosen."""
    for seat in seats:
        posed = pose(state, VOID_HAND, seat=seat)
        if posed:
            return posed
    return pose(state, VOID_TARGET) or state


def _send_of_hand(state: State, prompt: Prompt, chosen: Chosen, events: list[Event]) -> State:
    seat, cards = prompt.seat, cards_of(chosen)
    state = change(state, seat, hand=without(state.sides[seat].hand, cards))
    after = others(state)
    return _next_hand(banish(state, seat, cards, events), after[after.index(seat) + 1 :])


VOID_HAND = Question(
    "void_hand",
    "Which card of your hand goes to the Well?",
    lambda state, prompt: Ask("send", (Pick(Place.HAND, state.sides[prompt.seat].hand),)),
    _send_of_hand,
    waits=(JOKER,),
    anybody=True,
)


def _choose_victim(state: State, _: Prompt, chosen: Chosen, events: list[Event]) -> State:
    (seat,) = seats_of(chosen)
    events.append(PlayerChosen(state.turn, seat))
    return pose(state, VOID_DISCARD, seat=seat) or _place(state, seat, events)


VOID_TARGET = Question(
    "void_target",
    "Which player sends a card of the discard pile to the Well?",
    _anyone,
    _choose_victim,
    waits=(JOKER,),
)


def _send_of_discard(state: State, prompt: Prompt, chosen: Chosen, events: list[Event]) -> State:
    seat, cards = prompt.seat, cards_of(chosen)
    state = change(state, seat, discard=without(state.sides[seat].discard, cards))
    return _place(banish(state, seat, cards, events), seat, events)


VOID_DISCARD = Question(
    "void_discard",
    "Which card of your discard pile goes to the Well?",
    lambda state, prompt: Ask("send", (Pick(Place.DISCARD, state.sides[prompt.seat].discard),)),
    _send_of_discard,
    waits=(JOKER,),
    anybody=True,
)

# ---------------------------------------------------------------- with a King: Encumber


def _encumber(state: State, _: Pile, __: list[Event]) -> State:
    return pose(state, ENCUMBER) or pose(state, ENCUMBER_TARGET) or state  # K-53


def _take_aside(state: State, _: Prompt, chosen: Chosen, __: list[Event]) -> State:
    """Lay the card beside the Joker, where both wait for a player to burden."""
    cards = cards_of(chosen)
    state = replace(state, well=without(state.well, cards))
    state = change(state, state.turn, plays=in_order(active(state).plays + cards))
    return pose(state, ENCUMBER_TARGET, cards=cards) or state


ENCUMBER = Question(
    "encumber",
    "Which card of the Well is given away?",
    lambda state, _: Ask("take", (Pick(Place.WELL, state.well),)),
    _take_aside,
    waits=(JOKER,),
)


def _burden(state: State, prompt: Prompt, chosen: Chosen, events: list[Event]) -> State:
    (seat,) = seats_of(chosen)
    events.append(PlayerChosen(state.turn, seat))
    for card in prompt.cards:
        events.append(CardGiven(state.turn, seat, card))
        state = _give(state, seat, card)
    return _place(state, seat, events)


ENCUMBER_TARGET = Question(
    "encumber_target",
    "Which other player gets the Joker, and what you give with it?",
    lambda state, _: Ask(
        "target", (Pick(Place.PLAYERS, tuple([Who(seat) for seat in others(state)])),)
    ),
    _burden,
    waits=(JOKER,),
)

# ---------------------------------------------------------------- two Jokers: Devilry


def _devilry(state: State, _: Pile, __: list[Event]) -> State:
    return pose(state, DEVILRY) or state


def _swap_hands(state: State, _: Prompt, chosen: Chosen, events: list[Event]) -> State:
    one, other = seats_of(chosen)
    hand, others_hand = state.sides[one].hand, state.sides[other].hand
    events.append(HandsSwapped(one, other, others_hand, hand))
    state = change(change(state, one, hand=others_hand), other, hand=hand)
    return _place(_place(state, one, events), other, events)


DEVILRY = Question(
    "devilry",
    "Which two players exchange their hands?",
    lambda state, _: Ask(
        "swap", (Pick(Place.PLAYERS, tuple([Who(seat) for seat in range(len(state.sides))]), 2, 2),)
    ),
    _swap_hands,
    waits=(JOKER, JOKER),
)

POWERS = {
    "A*": Power("Cipher", "Discard the Ace and the Joker, nothing more.", _cipher),
    "J*": Power(
        "Pillage",
        "Take a card of a player's discard pile, or the top 2 of his draw pile; he gets the Joker.",
        _pillage,
    ),
    "Q*": Power(
        "Void",
        "All others send a card of their hand to the Well, then a player one of the discard pile.",
        _void,
    ),
    "K*": Power(
        "Encumber", "Another player gets a card of the Well and the Joker to discard.", _encumber
    ),
    "**": Power("Devilry", "Two players exchange their hands and get a Joker each.", _devilry),
}

QUESTIONS = (
    PILLAGE_TARGET,
    PILLAGE,
    VOID_HAND,
    VOID_TARGET,
    VOID_DISCARD,
    ENCUMBER,
    ENCUMBER_TARGET,
    DEVILRY,
)
