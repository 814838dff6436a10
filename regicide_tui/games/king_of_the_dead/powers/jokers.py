"""The powers of a Joker with a companion (K-43).

The Joker stays in the play area until the power ends. Then it is placed on a discard pile. Placing
a Joker is not discarding it (K-26).
"""

from functools import partial

from msgspec.structs import replace

from regicide_tui.cards import Card
from regicide_tui.games.base import Events, Pile, Seat
from regicide_tui.games.king_of_the_dead.actions import (
    FromDiscard,
    OptionPlace,
    PromptOptions,
    Top,
    chosen_cards,
    chosen_seats,
)
from regicide_tui.games.king_of_the_dead.events import (
    CardGiven,
    CardsPillaged,
    HandsSwapped,
    JokerPlaced,
    PlayerChosen,
)
from regicide_tui.games.king_of_the_dead.piles import (
    active_side,
    add_to_hand,
    banish,
    discard,
    lay_on_discard,
    take_from,
    take_off_draws,
)
from regicide_tui.games.king_of_the_dead.powers.power import (
    AnswerEffect,
    Power,
    PromptKind,
    asks,
    names,
    open_prompt,
    players_at,
)
from regicide_tui.games.king_of_the_dead.state import (
    JOKER,
    Prompt,
    State,
    change_side,
    in_order,
    other_seats,
)
from regicide_tui.games.piles import remove_cards


def _place_joker(state: State, seat: Seat, events: Events) -> State:
    """Put the Joker of the play area on a player's discard pile."""
    events.append(JokerPlaced(state.turn, seat))
    return _lay_on_discard_of(state, seat, JOKER)


def _lay_on_discard_of(state: State, seat: Seat, card: Card) -> State:
    """Put a card of the play area on a player's discard pile."""
    return lay_on_discard(take_from(state, state.turn, "plays", (card,)), seat, (card,))


def _any_player(state: State, _: Prompt) -> PromptOptions:
    """Return the players. The option decides whether the active one is among them (K-43)."""
    seats = range(len(state.sides))
    own = state.options.joker_self_target
    return players_at([seat for seat in seats if own or seat != state.turn])


def _asks_about(prompt_kind: PromptKind, field: str) -> AnswerEffect:
    """Return the effect of choosing a player about whom a prompt asks; `field` is for the seat."""

    def reply(state: State, _: Prompt, chosen: PromptOptions, events: Events) -> State:
        (seat,) = chosen_seats(chosen)
        events.append(PlayerChosen(state.turn, seat))
        return open_prompt(state, prompt_kind, **{field: seat}) or _place_joker(state, seat, events)

    return reply


_joker_prompt = partial(PromptKind, waits=(JOKER,))
"""Makes a prompt during which the Joker stays in the play area."""


# ---------------------------------------------------------------- with an Ace: Cipher


def _cipher(state: State, cards: Pile, events: Events) -> State:
    return discard(take_from(state, state.turn, "plays", cards), cards, events)


# ---------------------------------------------------------------- with a Jack: Pillage


def _to_pillage(state: State, prompt: Prompt) -> PromptOptions:
    side = state.sides[prompt.target or 0]
    top = [Top()] if side.draws or side.discard else []  # K-52
    return (*map(FromDiscard, side.discard), *top)


def _take_pillaged_cards(
    state: State, prompt: Prompt, chosen: PromptOptions, events: Events
) -> State:
    seat = prompt.target or 0
    cards = chosen_cards(chosen)
    if cards:
        state = take_from(state, seat, "discard", cards)
    else:
        state, cards = take_off_draws(state, seat, 2, events)
    events.append(CardsPillaged(state.turn, seat, cards, chosen == (Top(),)))
    return _place_joker(add_to_hand(state, cards), seat, events)


PILLAGE = _joker_prompt(
    "pillage",
    "Which card of that discard pile do you take, or the top two of the draw pile?",
    names("take", OptionPlace.PILES, options=_to_pillage),
    _take_pillaged_cards,
)
PILLAGE_TARGET = _joker_prompt(
    "pillage_target",
    "Whose cards do you pillage?",
    names("target", OptionPlace.PLAYERS, options=_any_player),
    _asks_about(PILLAGE, "target"),
)

# ---------------------------------------------------------------- with a Queen: Void


def _void(state: State, _: Pile, __: Events) -> State:
    return _ask_next_hand(state, other_seats(state))


def _ask_next_hand(state: State, seats: list[Seat]) -> State:
    """Ask the first of these players who has cards in hand; after the last, ask for a target."""
    for seat in seats:
        posed = open_prompt(state, VOID_HAND, seat=seat)
        if posed:
            return posed
    return open_prompt(state, VOID_TARGET) or state


def _send_from_hand(state: State, prompt: Prompt, chosen: PromptOptions, events: Events) -> State:
    state = banish(state, prompt.seat, "hand", chosen_cards(chosen), events)
    after = other_seats(state)
    return _ask_next_hand(state, after[after.index(prompt.seat) + 1 :])


VOID_HAND = _joker_prompt(
    "void_hand",
    "Which card of your hand do you send to the Well?",
    names("send", OptionPlace.HAND),
    _send_from_hand,
    anybody=True,
)


def _send_from_discard(
    state: State, prompt: Prompt, chosen: PromptOptions, events: Events
) -> State:
    state = banish(state, prompt.seat, "discard", chosen_cards(chosen), events)
    return _place_joker(state, prompt.seat, events)


VOID_DISCARD = _joker_prompt(
    "void_discard",
    "Which card of your discard pile do you send to the Well?",
    names("send", OptionPlace.DISCARD),
    _send_from_discard,
    anybody=True,
)
VOID_TARGET = _joker_prompt(
    "void_target",
    "Which player sends a card of their discard pile to the Well?",
    names("target", OptionPlace.PLAYERS, options=_any_player),
    _asks_about(VOID_DISCARD, "seat"),
)

# ---------------------------------------------------------------- with a King: Encumber


def _set_aside(state: State, _: Prompt, chosen: PromptOptions, __: Events) -> State:
    """Put the card beside the Joker and ask which player gets both."""
    cards = chosen_cards(chosen)
    state = replace(state, well=remove_cards(state.well, cards))
    state = change_side(state, state.turn, plays=in_order(active_side(state).plays + cards))
    return open_prompt(state, ENCUMBER_TARGET, cards=cards) or state


ENCUMBER = _joker_prompt(
    "encumber",
    "Which card of the Well do you give away?",
    names("take", OptionPlace.WELL),
    _set_aside,
)


def _give_card_and_joker(
    state: State, prompt: Prompt, chosen: PromptOptions, events: Events
) -> State:
    (seat,) = chosen_seats(chosen)
    events.append(PlayerChosen(state.turn, seat))
    for card in prompt.cards:
        events.append(CardGiven(state.turn, seat, card))
        state = _lay_on_discard_of(state, seat, card)
    return _place_joker(state, seat, events)


ENCUMBER_TARGET = _joker_prompt(
    "encumber_target",
    "Which other player gets the Joker and the card?",
    names("target", OptionPlace.PLAYERS, options=lambda state, _: players_at(other_seats(state))),
    _give_card_and_joker,
)

# ---------------------------------------------------------------- two Jokers: Devilry


def _swap_hands(state: State, _: Prompt, chosen: PromptOptions, events: Events) -> State:
    one, other = chosen_seats(chosen)
    hand, others_hand = state.sides[one].hand, state.sides[other].hand
    events.append(HandsSwapped(one, other, others_hand, hand))
    state = change_side(change_side(state, one, hand=others_hand), other, hand=hand)
    return _place_joker(_place_joker(state, one, events), other, events)


DEVILRY = PromptKind(
    "devilry",
    "Which two players exchange their hands?",
    names("swap", OptionPlace.PLAYERS, least=2, most=2),
    _swap_hands,
    waits=(JOKER, JOKER),
)

POWERS = {
    "A*": Power(
        "Cipher",
        "Discard both; the Joker goes to the player to your left, the top of your draw pile to the "
        "Well.",
        _cipher,
        "pass the Joker on",
    ),
    "J*": Power(
        "Pillage",
        "Take a card from a player's discard pile or the top 2 of their draw pile; they get the "
        "Joker.",
        asks(PILLAGE_TARGET),
        "take from a player",
    ),
    "Q*": Power(
        "Void",
        "All others send a hand card to the Well, then one player sends one from their discards.",
        _void,
        "others lose cards",
    ),
    "K*": Power(
        "Encumber",
        "Put the Joker and a card from the Well on another player's discard pile.",
        asks(ENCUMBER, asks(ENCUMBER_TARGET)),  # K-53
        "give away a card of the Well",
    ),
    "**": Power(
        "Devilry",
        "Two players exchange their hands and get a Joker each.",
        asks(DEVILRY),
        "two swap hands",
    ),
}

PROMPT_KINDS = (
    PILLAGE_TARGET,
    PILLAGE,
    VOID_HAND,
    VOID_TARGET,
    VOID_DISCARD,
    ENCUMBER,
    ENCUMBER_TARGET,
    DEVILRY,
)
