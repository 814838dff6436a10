"""The powers of one royal, and of two cards of one number: from Familiar to Damn (K-32)."""

from msgspec.structs import replace

from regicide_tui.cards import Card
from regicide_tui.games.base import Events, Pile
from regicide_tui.games.king_of_the_dead.actions import (
    NEWCOMER,
    FromDiscard,
    OptionPlace,
    PromptOptions,
    chosen_cards,
    chosen_slot,
)
from regicide_tui.games.king_of_the_dead.events import (
    CardBought,
    CardsTaken,
    CardSwapped,
    FamiliarMade,
    SlotFilled,
)
from regicide_tui.games.king_of_the_dead.piles import (
    active_side,
    add_to_hand,
    banish,
    discard,
    draw,
    lay_in_slot,
    lay_on_discard,
    shuffle,
    shuffle_draws,
    take_from,
)
from regicide_tui.games.king_of_the_dead.powers.power import (
    ALL,
    COUNT,
    AnswerEffect,
    Power,
    PromptKind,
    asks,
    draws,
    looks,
    names,
    open_prompt,
    searches,
)
from regicide_tui.games.king_of_the_dead.state import (
    JOKER,
    Familiar,
    Prompt,
    State,
    change_side,
    other_seats,
)
from regicide_tui.games.piles import remove_cards, replace_at

# ---------------------------------------------------------------- Aces: Familiar


def _familiar(state: State, cards: Pile, _: Events) -> State:
    return open_prompt(state, FAMILIAR, cards=cards) or state


def _retain(state: State, _: Prompt, chosen: PromptOptions, events: Events) -> State:
    card, ace = chosen_cards(chosen)
    events.append(FamiliarMade(state.turn, ace, card))
    kept = (*active_side(state).familiars, Familiar(ace, card))
    state = take_from(take_from(state, state.turn, "hand", (card,)), state.turn, "plays", (ace,))
    return change_side(state, state.turn, familiars=kept)


FAMILIAR = PromptKind(
    "familiar",
    "Which card of your hand do you retain, and with which Ace?",
    names("retain", OptionPlace.HAND, OptionPlace.PLAYED),
    _retain,
)

# ---------------------------------------------------------------- drawing


def _clamor(state: State, _: Pile, events: Events) -> State:
    state = draw(state, state.turn, 3, events)
    for seat in other_seats(state):
        state = draw(state, seat, 1, events)
    return state


def _remand(state: State, _: Pile, events: Events) -> State:
    state, pile = shuffle(state, active_side(state).discard)  # K-34
    if pile:
        events.append(CardsTaken(state.turn, pile[:2], "discard pile"))
    return add_to_hand(change_side(state, state.turn, discard=pile[2:]), pile[:2])


def _resurrect(state: State, _: Pile, events: Events) -> State:
    side = active_side(state)
    state, draws = shuffle(state, side.draws + side.discard)  # K-35
    return draw(change_side(state, state.turn, draws=draws, discard=()), state.turn, 3, events)


# ---------------------------------------------------------------- the Parade


def card_in_slot(state: State, slot: int) -> Card:
    """Return the card of a slot that is not empty."""
    card = state.parade[slot - 1]
    assert card is not None
    return card


def take_from_slot(state: State, slot: int, events: Events) -> State:
    """Move the card of a slot to the active hand; the slot stays empty (K-46)."""
    card = card_in_slot(state, slot)
    events.append(CardsTaken(state.turn, (card,), "Parade"))
    return add_to_hand(replace(state, parade=replace_at(state.parade, slot - 1, None)), (card,))


def _swap(state: State, _: Prompt, chosen: PromptOptions, events: Events) -> State:
    slot, (laid,) = chosen_slot(chosen), chosen_cards(chosen)
    taken = card_in_slot(state, slot)
    events.append(CardSwapped(state.turn, slot, taken, laid))
    state = take_from(state, state.turn, "hand", (laid,))
    state = lay_in_slot(state, slot, laid, events)  # K-29
    there = state.parade[slot - 1]
    if there is not None and there is not laid:
        events.append(SlotFilled(slot, there))
    return add_to_hand(state, (taken,))


SUPPLANT = PromptKind(
    "supplant",
    "Which card of the Parade do you take, and which card of your hand do you put there?",
    names("swap", OptionPlace.PARADE, OptionPlace.HAND),
    _swap,
)


ABSCOND = PromptKind(
    "abscond",
    "Which card of the Parade do you take?",
    names("take", OptionPlace.PARADE),
    lambda state, _, chosen, events: take_from_slot(state, chosen_slot(chosen), events),
)


def _beguile(state: State, _: Pile, events: Events) -> State:
    return take_newcomer(state, (), events)


def take_newcomer(state: State, paid: Pile, events: Events) -> State:
    """Put the Newcomer, bought or free, on the discard pile (K-54); a Joker follows K-26."""
    card = state.newcomer
    if card is None:
        return state
    events.append(CardBought(state.turn, NEWCOMER, card, paid))
    state = replace(state, newcomer=None)
    if card is JOKER:
        return discard(state, (card,), events)
    return lay_on_discard(state, state.turn, (card,))


# ---------------------------------------------------------------- Accede


def _discard_and_draw(state: State, _: Prompt, chosen: PromptOptions, events: Events) -> State:
    gone = chosen_cards(chosen)
    state = take_from(state, state.turn, "hand", gone)
    return draw(discard(state, gone, events), state.turn, len(gone), events)  # K-39


ACCEDE = PromptKind(
    "accede",
    "Which cards of your hand do you discard? Then you draw as many.",
    names("discard", OptionPlace.HAND, least=0, most=ALL),
    _discard_and_draw,
)

# ---------------------------------------------------------------- searching the draw pile


def _take_found_cards(state: State, _: Prompt, chosen: PromptOptions, events: Events) -> State:
    cards = chosen_cards(chosen)
    events.append(CardsTaken(state.turn, cards, "draw pile"))
    return shuffle_draws(add_to_hand(take_from(state, state.turn, "draws", cards), cards))


SEARCH = PromptKind(
    "search",
    "Which {cards} of your draw pile do you take?",
    names("take", OptionPlace.DRAWS, least=COUNT, most=COUNT),
    _take_found_cards,
    counts=(1, 3),
)

# ---------------------------------------------------------------- royals


def _keep_the_rest(state: State, prompt: Prompt, chosen: PromptOptions, events: Events) -> State:
    """Discard first (K-30), then take the rest."""
    gone = chosen_cards(chosen)
    kept = remove_cards(prompt.looked, gone)
    state = discard(state, gone, events)
    if kept:
        events.append(CardsTaken(state.turn, kept, "draw pile"))
    return add_to_hand(state, kept)


CORRUPT = PromptKind(
    "corrupt",
    "Which of these cards do you discard? The rest go to your hand.",
    names("discard", OptionPlace.LOOKED),
    _keep_the_rest,
    looks=3,
)


def send_one(state: State, chosen: PromptOptions, events: Events) -> State:
    """Send the chosen card of the hand or the discard pile to the Well."""
    zone = "discard" if isinstance(chosen[0], FromDiscard) else "hand"
    return banish(state, state.turn, zone, chosen_cards(chosen), events)


def sends_and_draws(count: int) -> AnswerEffect:
    """Return the effect of an answer that sends a card and then draws `count` cards."""
    return lambda state, _, chosen, events: draw(
        send_one(state, chosen, events), state.turn, count, events
    )


LITURGY = PromptKind(
    "liturgy",
    "Which card of your hand do you send to the Well? Then you draw 2.",
    names("send", OptionPlace.HAND),
    sends_and_draws(2),
)


def _disinter(state: State, _: Pile, events: Events) -> State:
    return take_from_well(state, state.well[:1], events)


def take_from_well(state: State, cards: Pile, events: Events) -> State:
    """Move cards of the Well to the active hand (K-41)."""
    if not cards:
        return state
    events.append(CardsTaken(state.turn, cards, "Well"))
    return add_to_hand(replace(state, well=remove_cards(state.well, cards)), cards)


POWERS = {
    "J": Power(
        "Corrupt",
        "Look at the top 2 cards of your draw pile: discard one, take the other.",
        looks(2, CORRUPT),
        "best of 2",
    ),
    "Q": Power(
        "Liturgy",
        "Send a card from your hand to the Well, then draw 2.",
        asks(LITURGY, draws(2)),
        "2 for 1",
    ),
    "K": Power("Disinter", "Take the top card of the Well.", _disinter, "from Well"),
    "AA": Power(
        "Familiar",
        "One Ace retains a card of your hand until you recall it.",
        _familiar,
        "keep a card",
    ),
    "22": Power("Summon", "Draw 2.", draws(2), "draw 2"),
    "33": Power(
        "Supplant",
        "Swap a card of the Parade with a card from your hand.",
        asks(SUPPLANT),
        "swap with the Parade",
    ),
    "44": Power("Clamor", "Draw 3; every other player draws 1.", _clamor, "draw 3, others 1"),
    "55": Power(
        "Abscond",
        "Take any card of the Parade into your hand for free.",
        asks(ABSCOND),
        "take from the Parade",
    ),
    "66": Power(
        "Beguile",
        "Put the Newcomer on your discard pile for free.",
        _beguile,
        "take the Newcomer",
    ),
    "77": Power(
        "Accede",
        "Discard any number of cards, then draw as many.",
        asks(ACCEDE),
        "discard and draw",
    ),
    "88": Power(
        "Remand", "Take two random cards from your discard pile.", _remand, "2 of your discards"
    ),
    "99": Power(
        "Resurrect",
        "Shuffle your discard into your draw pile, then draw 3.",
        _resurrect,
        "reshuffle, draw 3",
    ),
    "TT": Power(
        "Damn",
        "Take any 2 cards from your draw pile, then shuffle it.",
        searches(2, asks(SEARCH, count=2)),
        "pick 2 to draw",
    ),
}

PROMPT_KINDS = (CORRUPT, LITURGY, FAMILIAR, SUPPLANT, ABSCOND, ACCEDE, SEARCH)
