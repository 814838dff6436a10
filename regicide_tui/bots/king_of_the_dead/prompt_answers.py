"""The candidate answers to every prompt, with their appeals."""

from collections.abc import Callable

from msgspec.structs import replace

from regicide_tui.bots.king_of_the_dead.card_values import (
    best_run,
    form,
    value_in_deck,
    value_in_hand,
)
from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.games.base import Seat
from regicide_tui.games.king_of_the_dead.actions import (
    Answer,
    FromDiscard,
    FromHand,
    Pick,
    PromptOption,
    Slot,
    Top,
    chosen_cards,
    chosen_seats,
    chosen_slot,
    list_answers,
)
from regicide_tui.games.king_of_the_dead.rules import answer_form
from regicide_tui.games.king_of_the_dead.state import State

MOST_OPTIONS = 6
"""Of more options to choose from, the best ones are considered, this many."""

_GIVEN = frozenset({"discard", "send"})
"""The verbs by which a player loses the chosen cards."""


def rate_answers(state: State) -> list[tuple[Answer, float]]:
    """Return answers to the open prompt, with their appeals; at least one."""
    form, prompt = answer_form(state), state.prompt
    assert form is not None
    assert prompt is not None
    given = form.verb in _GIVEN or prompt.kind == "encumber"
    narrow = replace(form, picks=tuple([_narrow(state, pick, given) for pick in form.picks]))
    rate = _RATES.get(prompt.kind, _rate_cards)
    return [(answer, rate(state, answer)) for answer in list_answers(narrow)]


def _narrow(state: State, pick: Pick, given: bool) -> Pick:
    """Drop equal options and, of many, the worst ones; never leave fewer than needed."""
    sign = -1 if given else 1
    different: list[PromptOption] = []
    spare: list[PromptOption] = []
    seen: set[object] = set()
    for one in pick.options:
        key = _key(state, one)
        if key in seen and pick.most == 1:
            continue
        (spare if key in seen else different).append(one)
        seen.add(key)
    ranked = sorted(different, key=lambda one: -sign * _value(state, one)) + spare
    kept = ranked[: max(MOST_OPTIONS, pick.least)]
    if pick.ordered and pick.least == len(pick.options):
        kept = list(pick.options)
    return replace(pick, options=tuple(kept), most=min(pick.most, len(kept)))


def _key(state: State, one: PromptOption) -> object:
    """Return the part of an option that matters to the rules."""
    match one:
        case Slot(number):
            card = state.parade[number - 1]
            return ("slot", form(card)) if card else one
        case FromHand(card) | FromDiscard(card):
            return type(one), form(card)
        case Card():
            return form(one)
    return one


def _value(state: State, one: PromptOption) -> float:
    match one:
        case Slot(number):
            card = state.parade[number - 1]
            return value_in_deck(card) if card else 0.0
        case FromHand(card) | FromDiscard(card):
            return value_in_deck(card)
        case Card():
            return value_in_hand(one) if one is not UNKNOWN else 0.0
    return 0.0


# ---------------------------------------------------------------- appeals


def _rate_cards(state: State, answer: Answer) -> float:
    """Rate taken cards by their value in the hand, and given cards by the loss."""
    cards = chosen_cards(answer.chosen)
    if answer.verb == "pass":
        return 0.0
    if answer.verb in _GIVEN:
        return -0.5 * sum([value_in_deck(card) for card in cards])
    hand = state.sides[state.turn].hand
    return 0.5 * sum([value_in_hand(card) for card in cards]) + best_run(hand + cards, state.well)


def _rate_keeping(_: State, answer: Answer) -> float:
    """Rate the cards that stay: they come to the hand now or soon."""
    return sum([2.5 - value_in_hand(card) for card in chosen_cards(answer.chosen)])


def _rate_order(_: State, answer: Answer) -> float:
    cards = chosen_cards(answer.chosen)
    return sum([value_in_hand(card) / (1 + place) for place, card in enumerate(cards)])


def _rate_slot(state: State, answer: Answer) -> float:
    """Rate a card of the Parade, less the cards that are laid for it."""
    if answer.verb == "pass":
        return 0.0
    card = state.parade[chosen_slot(answer.chosen) - 1]
    assert card is not None
    hand = state.sides[state.turn].hand
    laid = chosen_cards(answer.chosen)
    gain = value_in_deck(card) + best_run((*hand, card), state.well)
    return gain - sum([value_in_deck(one) for one in laid])


def _rate_loot(_: State, answer: Answer) -> float:
    if isinstance(answer.chosen[0], Top):
        return 6.0
    return value_in_deck(chosen_cards(answer.chosen)[0])


def _rate_gift(_: State, answer: Answer) -> float:
    return -value_in_deck(chosen_cards(answer.chosen)[0])


def _rate_target(state: State, answer: Answer) -> float:
    """Rate the victim of a power: never oneself if there is another, best the leader."""
    seats: list[Seat] = chosen_seats(answer.chosen)
    points = [sum([value_in_deck(card) for card in state.sides[seat].scores]) for seat in seats]
    return sum(points) / 20 - 8.0 * (state.turn in seats)


_RATES: dict[str, Callable[[State, Answer], float]] = {
    "corrupt": _rate_keeping,
    "accede": _rate_keeping,
    "scry": _rate_keeping,
    "foretell": _rate_keeping,
    "order": _rate_order,
    "supplant": _rate_slot,
    "abscond": _rate_slot,
    "decant_take": _rate_slot,
    "pillage": _rate_loot,
    "encumber": _rate_gift,
    "pillage_target": _rate_target,
    "void_target": _rate_target,
    "encumber_target": _rate_target,
    "devilry": _rate_target,
}
