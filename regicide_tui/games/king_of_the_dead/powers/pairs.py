"""The powers of two cards of one number: from Familiar to Damn (K-32)."""

from msgspec.structs import replace

from regicide_tui.cards import Card
from regicide_tui.games.base import Event, Pile
from regicide_tui.games.hands import put, without
from regicide_tui.games.king_of_the_dead.actions import NEWCOMER, Choice, Slot
from regicide_tui.games.king_of_the_dead.asks import Ask, Chosen, Pick, Place, cards_of, slot_of
from regicide_tui.games.king_of_the_dead.events import (
    CardBought,
    CardsLooked,
    CardsTaken,
    CardSwapped,
    FamiliarMade,
    SlotFilled,
)
from regicide_tui.games.king_of_the_dead.piles import (
    active,
    discard,
    draw,
    lay_in_slot,
    lay_on_discard,
    ready,
    shuffle,
    shuffle_draws,
    to_hand,
)
from regicide_tui.games.king_of_the_dead.powers.power import Act, Power, Question, pose
from regicide_tui.games.king_of_the_dead.state import Familiar, Prompt, State, change, others
from regicide_tui.games.king_of_the_dead.values import JOKER

# ---------------------------------------------------------------- Aces: Familiar


def _familiar(state: State, cards: Pile, _: list[Event]) -> State:
    return pose(state, FAMILIAR, cards=cards) or state


def _retain(state: State, _: Prompt, chosen: Chosen, events: list[Event]) -> State:
    card, ace = cards_of(chosen)
    side = active(state)
    events.append(FamiliarMade(state.turn, ace, card))
    return change(
        state,
        state.turn,
        hand=without(side.hand, (card,)),
        plays=without(side.plays, (ace,)),
        familiars=(*side.familiars, Familiar(ace, card)),
    )


FAMILIAR = Question(
    "familiar",
    "Which card of your hand is retained, and which Ace stays with it?",
    lambda state, prompt: Ask(
        "retain", (Pick(Place.HAND, active(state).hand), Pick(Place.PLAYED, prompt.cards))
    ),
    _retain,
)

# ---------------------------------------------------------------- drawing


def _summon(state: State, _: Pile, events: list[Event]) -> State:
    return draw(state, state.turn, 2, events)


def _clamor(state: State, _: Pile, events: list[Event]) -> State:
    state = draw(state, state.turn, 3, events)
    for seat in others(state):
        state = draw(state, seat, 1, events)
    return state


def _remand(state: State, _: Pile, events: list[Event]) -> State:
    state, pile = shuffle(state, active(state).discard)
    if pile:
        events.append(CardsTaken(state.turn, pile[:2], "discard pile"))
    return to_hand(change(state, state.turn, discard=pile[2:]), pile[:2])


def _resurrect(state: State, _: Pile, events: list[Event]) -> State:
    side = active(state)
    state, draws = shuffle(state, side.draws + side.discard)
    return draw(change(state, state.turn, draws=draws, discard=()), state.turn, 3, events)


# ---------------------------------------------------------------- the Parade


def occupied(state: State) -> Chosen:
    """Return the slots with a card."""
    return tuple([Slot(number) for number, card in enumerate(state.parade, 1) if card])


def card_in(state: State, slot: int) -> Card:
    """Return the card of a slot that has one."""
    card = state.parade[slot - 1]
    assert card is not None
    return card


def take_from_slot(state: State, slot: int, events: list[Event]) -> State:
    """Take the card of a slot to the hand; the slot stays empty (K-46)."""
    card = card_in(state, slot)
    events.append(CardsTaken(state.turn, (card,), "Parade"))
    return to_hand(replace(state, parade=put(state.parade, slot - 1, None)), (card,))


def _supplant(state: State, _: Pile, __: list[Event]) -> State:
    return pose(state, SUPPLANT) or state


def _swap(state: State, _: Prompt, chosen: Chosen, events: list[Event]) -> State:
    slot, (laid,) = slot_of(chosen), cards_of(chosen)
    taken = card_in(state, slot)
    events.append(CardSwapped(state.turn, slot, taken, laid))
    state = change(state, state.turn, hand=without(active(state).hand, (laid,)))
    state = lay_in_slot(state, slot, laid, events)  # K-29
    there = state.parade[slot - 1]
    if there is not None and there is not laid:
        events.append(SlotFilled(slot, there))
    return to_hand(state, (taken,))


SUPPLANT = Question(
    "supplant",
    "Which card of the Parade do you take, and which card of your hand goes there?",
    lambda state, _: Ask(
        "swap", (Pick(Place.PARADE, occupied(state)), Pick(Place.HAND, active(state).hand))
    ),
    _swap,
)


def _abscond(state: State, _: Pile, __: list[Event]) -> State:
    return pose(state, ABSCOND) or state


ABSCOND = Question(
    "abscond",
    "Which card of the Parade do you take?",
    lambda state, _: Ask("take", (Pick(Place.PARADE, occupied(state)),)),
    lambda state, _, chosen, events: take_from_slot(state, slot_of(chosen), events),
)


def _beguile(state: State, _: Pile, events: list[Event]) -> State:
    return take_newcomer(state, (), events)


def take_newcomer(state: State, paid: Pile, events: list[Event]) -> State:
    """Discard the Newcomer, bought or free (K-54); a Joker goes its own way (K-26)."""
    card = state.newcomer
    if card is None:
        return state
    events.append(CardBought(state.turn, NEWCOMER, card, paid))
    state = replace(state, newcomer=None)
    if card is JOKER:
        return discard(state, (card,), events)
    return lay_on_discard(state, state.turn, (card,))


# ---------------------------------------------------------------- Accede


def _accede(state: State, _: Pile, __: list[Event]) -> State:
    return pose(state, ACCEDE) or state


def _discard_and_draw(state: State, _: Prompt, chosen: Chosen, events: list[Event]) -> State:
    gone = cards_of(chosen)
    state = change(state, state.turn, hand=without(active(state).hand, gone))
    return draw(discard(state, gone, events), state.turn, len(gone), events)  # K-39


def _any_of_hand(state: State, _: Prompt) -> Ask:
    hand: tuple[Choice, ...] = active(state).hand
    return Ask("discard", (Pick(Place.HAND, hand, 0, len(hand)),))


ACCEDE = Question(
    "accede",
    "Which cards of your hand are discarded? Then you draw as many.",
    _any_of_hand,
    _discard_and_draw,
)

# ---------------------------------------------------------------- searching the draw pile


def search(count: int) -> Act:
    """Make the power that takes so many cards of one's choice from the draw pile (K-36)."""

    def act(state: State, _: Pile, events: list[Event]) -> State:
        state = open_draws(state, count, events)
        return pose(state, SEARCH, count=count) or state

    return act


def open_draws(state: State, count: int, events: list[Event]) -> State:
    """Get the draw pile ready to be searched for so many cards, and look through it."""
    state = ready(state, state.turn, count, events)
    draws = active(state).draws
    if draws:
        events.append(CardsLooked(state.turn, draws, True))
    return state


def _found(state: State, _: Prompt, chosen: Chosen, events: list[Event]) -> State:
    cards = cards_of(chosen)
    events.append(CardsTaken(state.turn, cards, "draw pile"))
    state = change(state, state.turn, draws=without(active(state).draws, cards))
    return shuffle_draws(to_hand(state, cards))


def exactly(place: Place, pile: Pile, count: int) -> Pick:
    """Return the choice of so many cards of a pile, or of all if there are fewer."""
    many = min(count, len(pile))
    return Pick(place, pile, many, many)


SEARCH = Question(
    "search",
    "Which {cards} of your draw pile do you take?",
    lambda state, prompt: Ask("take", (exactly(Place.DRAWS, active(state).draws, prompt.count),)),
    _found,
    counts=(1, 3),
)

POWERS = {
    "AA": Power("Familiar", "One Ace retains a card of your hand until you recall it.", _familiar),
    "22": Power("Summon", "Draw 2.", _summon),
    "33": Power("Supplant", "Swap a card of the Parade with a card of your hand.", _supplant),
    "44": Power("Clamor", "Draw 3; every other player draws 1.", _clamor),
    "55": Power("Abscond", "Take any card of the Parade to your hand, for free.", _abscond),
    "66": Power("Beguile", "Take the Newcomer to your discard pile, for free.", _beguile),
    "77": Power("Accede", "Discard any number of cards, then draw as many.", _accede),
    "88": Power("Remand", "Take two random cards of your discard pile.", _remand),
    "99": Power("Resurrect", "Shuffle your discard into your draw pile, then draw 3.", _resurrect),
    "TT": Power("Damn", "Take any 2 cards of your draw pile, then shuffle it.", search(2)),
}

QUESTIONS = (FAMILIAR, SUPPLANT, ABSCOND, ACCEDE, SEARCH)
