"""The powers of single royals: Corrupt, Liturgy, Disinter; and their stronger kin, shared here."""

from msgspec.structs import replace

from regicide_tui.games.base import Event, Pile
from regicide_tui.games.hands import without
from regicide_tui.games.king_of_the_dead.asks import Ask, Chosen, Pick, Place, cards_of
from regicide_tui.games.king_of_the_dead.events import CardsTaken
from regicide_tui.games.king_of_the_dead.piles import (
    active,
    banish,
    discard,
    draw,
    look,
    to_hand,
)
from regicide_tui.games.king_of_the_dead.powers.power import Act, Power, Question, pose
from regicide_tui.games.king_of_the_dead.state import Prompt, State, change


def corrupt(count: int) -> Act:
    """Make the power that looks at so many cards, discards one and keeps the rest."""

    def act(state: State, _: Pile, events: list[Event]) -> State:
        state, looked = look(state, count, events)
        return pose(state, CORRUPT, looked=looked) or state

    return act


def _keep_the_rest(state: State, prompt: Prompt, chosen: Chosen, events: list[Event]) -> State:
    """Discard first (K-30), then take the rest."""
    gone = cards_of(chosen)
    kept = without(prompt.looked, gone)
    state = discard(state, gone, events)
    if kept:
        events.append(CardsTaken(state.turn, kept, "draw pile"))
    return to_hand(state, kept)


CORRUPT = Question(
    "corrupt",
    "Which of the cards you look at is discarded? The rest comes to your hand.",
    lambda _, prompt: Ask("discard", (Pick(Place.LOOKED, prompt.looked),)),
    _keep_the_rest,
    looks=3,
)


def _liturgy(state: State, _: Pile, events: list[Event]) -> State:
    return pose(state, LITURGY) or draw(state, state.turn, 2, events)


def _send_and_draw(state: State, _: Prompt, chosen: Chosen, events: list[Event]) -> State:
    state = send_from_hand(state, cards_of(chosen), events)
    return draw(state, state.turn, 2, events)


def send_from_hand(state: State, cards: Pile, events: list[Event]) -> State:
    """Banish cards of the active player's hand."""
    state = change(state, state.turn, hand=without(active(state).hand, cards))
    return banish(state, state.turn, cards, events)


LITURGY = Question(
    "liturgy",
    "Which card of your hand goes to the Well? Then you draw 2.",
    lambda state, _: Ask("send", (Pick(Place.HAND, active(state).hand),)),
    _send_and_draw,
)


def _disinter(state: State, _: Pile, events: list[Event]) -> State:
    return take_from_well(state, state.well[:1], events)


def take_from_well(state: State, cards: Pile, events: list[Event]) -> State:
    """Take cards of the Well to the hand (K-41)."""
    if not cards:
        return state
    events.append(CardsTaken(state.turn, cards, "Well"))
    return to_hand(replace(state, well=without(state.well, cards)), cards)


POWERS = {
    "J": Power(
        "Corrupt",
        "Look at the top 2 cards of your draw pile: discard one, take the other.",
        corrupt(2),
    ),
    "Q": Power("Liturgy", "Send a card of your hand to the Well, then draw 2.", _liturgy),
    "K": Power("Disinter", "Take the top card of the Well.", _disinter),
}

QUESTIONS = (CORRUPT, LITURGY)
