"""The powers of single royals: Corrupt, Liturgy, Disinter; and what stronger powers share."""

from msgspec.structs import replace

from regicide_tui.games.base import Event, Pile
from regicide_tui.games.hands import remove_cards
from regicide_tui.games.king_of_the_dead.answer_forms import (
    AnswerForm,
    OptionPlace,
    Pick,
    PromptOptions,
    chosen_cards,
)
from regicide_tui.games.king_of_the_dead.events import CardsTaken
from regicide_tui.games.king_of_the_dead.piles import (
    active_side,
    add_to_hand,
    banish,
    discard,
    draw,
    look,
)
from regicide_tui.games.king_of_the_dead.powers.power import (
    Power,
    PowerEffect,
    PromptKind,
    open_prompt,
)
from regicide_tui.games.king_of_the_dead.state import Prompt, State, change_side


def make_corrupt(count: int) -> PowerEffect:
    """Return the effect of looking at `count` cards, discarding one and keeping the rest."""

    def act(state: State, _: Pile, events: list[Event]) -> State:
        state, looked = look(state, count, events)
        return open_prompt(state, CORRUPT, looked=looked) or state

    return act


def _keep_the_rest(
    state: State, prompt: Prompt, chosen: PromptOptions, events: list[Event]
) -> State:
    """Discard first (K-30), then take the rest."""
    gone = chosen_cards(chosen)
    kept = remove_cards(prompt.looked, gone)
    state = discard(state, gone, events)
    if kept:
        events.append(CardsTaken(state.turn, kept, "draw pile"))
    return add_to_hand(state, kept)


CORRUPT = PromptKind(
    "corrupt",
    "Which of the cards you look at is discarded? The rest comes to your hand.",
    lambda _, prompt: AnswerForm("discard", (Pick(OptionPlace.LOOKED, prompt.looked),)),
    _keep_the_rest,
    looks=3,
)


def _liturgy(state: State, _: Pile, events: list[Event]) -> State:
    return open_prompt(state, LITURGY) or draw(state, state.turn, 2, events)


def _send_and_draw(state: State, _: Prompt, chosen: PromptOptions, events: list[Event]) -> State:
    state = send_from_hand(state, chosen_cards(chosen), events)
    return draw(state, state.turn, 2, events)


def send_from_hand(state: State, cards: Pile, events: list[Event]) -> State:
    """Send cards of the active player's hand to the Well."""
    state = change_side(state, state.turn, hand=remove_cards(active_side(state).hand, cards))
    return banish(state, state.turn, cards, events)


LITURGY = PromptKind(
    "liturgy",
    "Which card of your hand goes to the Well? Then you draw 2.",
    lambda state, _: AnswerForm("send", (Pick(OptionPlace.HAND, active_side(state).hand),)),
    _send_and_draw,
)


def _disinter(state: State, _: Pile, events: list[Event]) -> State:
    return take_from_well(state, state.well[:1], events)


def take_from_well(state: State, cards: Pile, events: list[Event]) -> State:
    """Move cards of the Well to the active hand (K-41)."""
    if not cards:
        return state
    events.append(CardsTaken(state.turn, cards, "Well"))
    return add_to_hand(replace(state, well=remove_cards(state.well, cards)), cards)


ROYAL_POWERS = {
    "J": Power(
        "Corrupt",
        "Look at the top 2 cards of your draw pile: discard one, take the other.",
        make_corrupt(2),
        "best of 2",
    ),
    "Q": Power(
        "Liturgy", "Send a card of your hand to the Well, then draw 2.", _liturgy, "2 for 1"
    ),
    "K": Power("Disinter", "Take the top card of the Well.", _disinter, "from Well"),
}

ROYAL_PROMPT_KINDS = (CORRUPT, LITURGY)
