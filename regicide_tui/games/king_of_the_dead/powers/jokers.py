"""The powers of a Joker with a companion (K-43).

The Joker lies in the play area until the power ends. Then it is placed on a discard pile. To place
a Joker is not to discard it (K-26).
"""

from msgspec.structs import replace

from regicide_tui.cards import Card
from regicide_tui.games.base import Events, Pile, Seat
from regicide_tui.games.king_of_the_dead.actions import (
    AnswerForm,
    ChosenPlayer,
    FromDiscard,
    OptionPlace,
    Pick,
    PromptOption,
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
    Power,
    PromptKind,
    asks,
    open_prompt,
    sends,
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
    """Lay the Joker of the play area on a player's discard pile."""
    events.append(JokerPlaced(state.turn, seat))
    return _lay_on_discard_of(state, seat, JOKER)


def _lay_on_discard_of(state: State, seat: Seat, card: Card) -> State:
    """Lay a card of the play area on a player's discard pile."""
    return lay_on_discard(take_from(state, state.turn, "plays", (card,)), seat, (card,))


def _any_player(state: State, _: Prompt) -> AnswerForm:
    """Ask for a player. The option decides whether the active player is one of them (K-43)."""
    seats = list(range(len(state.sides)))
    if not state.options.joker_self_target:
        seats.remove(state.turn)
    return AnswerForm(
        "target", (Pick(OptionPlace.PLAYERS, tuple([ChosenPlayer(seat) for seat in seats])),)
    )


# ---------------------------------------------------------------- with an Ace: Cipher


def _cipher(state: State, cards: Pile, events: Events) -> State:
    return discard(take_from(state, state.turn, "plays", cards), cards, events)


# ---------------------------------------------------------------- with a Jack: Pillage


def _choose_pillage_target(state: State, _: Prompt, chosen: PromptOptions, events: Events) -> State:
    (seat,) = chosen_seats(chosen)
    events.append(PlayerChosen(state.turn, seat))
    return open_prompt(state, PILLAGE, target=seat) or _place_joker(state, seat, events)


PILLAGE_TARGET = PromptKind(
    "pillage_target",
    "Whose cards do you pillage?",
    _any_player,
    _choose_pillage_target,
    waits=(JOKER,),
)


def _pillage_form(state: State, prompt: Prompt) -> AnswerForm:
    side = state.sides[prompt.target or 0]
    options: list[PromptOption] = [FromDiscard(card) for card in side.discard]
    if side.draws or side.discard:
        options.append(Top())  # K-52
    return AnswerForm("take", (Pick(OptionPlace.PILES, tuple(options)),))


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


PILLAGE = PromptKind(
    "pillage",
    "Which card of that discard pile do you take, or the top two of the draw pile?",
    _pillage_form,
    _take_pillaged_cards,
    waits=(JOKER,),
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


VOID_HAND = PromptKind(
    "void_hand",
    "Which card of your hand do you send to the Well?",
    sends("hand"),
    _send_from_hand,
    waits=(JOKER,),
    anybody=True,
)


def _choose_void_target(state: State, _: Prompt, chosen: PromptOptions, events: Events) -> State:
    (seat,) = chosen_seats(chosen)
    events.append(PlayerChosen(state.turn, seat))
    return open_prompt(state, VOID_DISCARD, seat=seat) or _place_joker(state, seat, events)


VOID_TARGET = PromptKind(
    "void_target",
    "Which player sends a card of their discard pile to the Well?",
    _any_player,
    _choose_void_target,
    waits=(JOKER,),
)


def _send_from_discard(
    state: State, prompt: Prompt, chosen: PromptOptions, events: Events
) -> State:
    state = banish(state, prompt.seat, "discard", chosen_cards(chosen), events)
    return _place_joker(state, prompt.seat, events)


VOID_DISCARD = PromptKind(
    "void_discard",
    "Which card of your discard pile do you send to the Well?",
    sends("discard"),
    _send_from_discard,
    waits=(JOKER,),
    anybody=True,
)

# ---------------------------------------------------------------- with a King: Encumber


def _encumber(state: State, _: Pile, __: Events) -> State:
    return open_prompt(state, ENCUMBER) or open_prompt(state, ENCUMBER_TARGET) or state  # K-53


def _set_aside(state: State, _: Prompt, chosen: PromptOptions, __: Events) -> State:
    """Lay the card beside the Joker and ask which player gets both."""
    cards = chosen_cards(chosen)
    state = replace(state, well=remove_cards(state.well, cards))
    state = change_side(state, state.turn, plays=in_order(active_side(state).plays + cards))
    return open_prompt(state, ENCUMBER_TARGET, cards=cards) or state


ENCUMBER = PromptKind(
    "encumber",
    "Which card of the Well do you give away?",
    lambda state, _: AnswerForm("take", (Pick(OptionPlace.WELL, state.well),)),
    _set_aside,
    waits=(JOKER,),
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


ENCUMBER_TARGET = PromptKind(
    "encumber_target",
    "Which other player gets the Joker, and what you give with it?",
    lambda state, _: AnswerForm(
        "target",
        (Pick(OptionPlace.PLAYERS, tuple([ChosenPlayer(seat) for seat in other_seats(state)])),),
    ),
    _give_card_and_joker,
    waits=(JOKER,),
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
    lambda state, _: AnswerForm(
        "swap",
        (
            Pick(
                OptionPlace.PLAYERS,
                tuple([ChosenPlayer(seat) for seat in range(len(state.sides))]),
                2,
                2,
            ),
        ),
    ),
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
        "Another player gets a card of the Well and the Joker to discard.",
        _encumber,
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
