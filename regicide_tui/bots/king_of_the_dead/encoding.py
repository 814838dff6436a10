"""Encodes states, views and actions of King of the Dead, and decodes actions."""

from collections.abc import Iterable

from regicide_tui.bots.base import NoAnswer
from regicide_tui.bots.king_of_the_dead import state as actions
from regicide_tui.bots.king_of_the_dead import state as layout
from regicide_tui.bots.king_of_the_dead.state import card_number
from regicide_tui.bots.library import Ints, ints, ints_of
from regicide_tui.cards import JESTER, PACK, UNKNOWN, Card
from regicide_tui.games.king_of_the_dead.actions import (
    Action,
    Answer,
    Buy,
    ChosenPlayer,
    EndTurn,
    FromDiscard,
    FromHand,
    Play,
    PromptOption,
    Recall,
    Score,
    Slot,
    Top,
    chosen_cards,
)
from regicide_tui.games.king_of_the_dead.powers import PROMPT_KINDS
from regicide_tui.games.king_of_the_dead.rules import check_run
from regicide_tui.games.king_of_the_dead.state import Prompt, State, in_order, points_of, to_act

_CARDS = (None, *PACK, JESTER)
_PROMPTS = tuple(PROMPT_KINDS)
"""The kinds of prompts, in the order of their numbers."""
_UNORDERED = ("discard", "take")
"""The verbs for which the order of the chosen cards doesn't matter."""


def encode_state(state: State) -> Ints:
    """Return the encoded form of a state or a view.

    An unknown card is 0, but an unknown Newcomer is a Joker, to show that there is one.
    """
    encoded = ints(layout.LENGTH)
    options = state.options
    actor = to_act(state)
    encoded[layout.PLAYERS : layout.COUNT] = ints_of(
        [
            len(state.sides),
            state.turn,
            state.first,
            state.turn if actor is None else actor,
            state.over,
            state.final_round,
            state.reshuffles,
            state.jokers_seen,
            layout.JOKER if state.newcomer is UNKNOWN else _number(state.newcomer),
            options.hand_draw,
            options.well_card_in_run == "stays",
            options.bestir_wild_aces,
            options.deity_powers,
            options.joker_self_target,
            layout.CORRUPT + _PROMPTS.index(state.prompt.kind)
            if state.prompt
            else layout.NO_PROMPT,
        ]
    )
    encoded[layout.PARADE : layout.PARADE + len(state.parade)] = ints_of(map(_number, state.parade))
    if state.prompt:
        _write_prompt(encoded, state.prompt)
    _write_pile(encoded, layout.GATE, state.gate[::-1])
    _write_pile(encoded, layout.WELL, state.well[::-1])
    for seat, (side, points) in enumerate(zip(state.sides, points_of(state), strict=True)):
        encoded[layout.POINTS + seat] = points
        encoded[layout.SCORED + seat] = len(side.scores)
        _write_pile(encoded, layout.HANDS + seat, side.hand)
        _write_pile(encoded, layout.DRAWS + seat, side.draws[::-1])
        _write_pile(encoded, layout.DISCARDS + seat, side.discard[::-1])
        _write_pile(encoded, layout.PLAYS + seat, side.plays)
        _write_pile(encoded, layout.ACES + seat, [one.ace for one in side.familiars])
        _write_pile(encoded, layout.KEPT + seat, [one.card for one in side.familiars])
    return encoded


def _number(card: Card | None) -> int:
    """Return the number of a card, or 0 for no card and for an unknown one."""
    return 0 if card is None or card is UNKNOWN else card_number(card)


def _write_pile(encoded: Ints, pile: int, cards: Iterable[Card]) -> None:
    """Write a pile, from the bottom to the top."""
    numbers = ints_of(map(_number, cards))
    first = layout.CARDS + pile * layout.ROOM
    encoded[first : first + len(numbers)] = numbers
    encoded[layout.SIZES + pile] = len(numbers)


def _write_prompt(encoded: Ints, prompt: Prompt) -> None:
    encoded[layout.COUNT] = prompt.count
    encoded[layout.SENT] = prompt.sent
    encoded[layout.TARGET] = prompt.target or 0
    given = ints_of(map(_number, prompt.cards))
    encoded[layout.GIVEN : layout.GIVEN + len(given)] = given
    _write_pile(encoded, layout.LOOKED, prompt.looked[::-1])


# ---------------------------------------------------------------- actions to numbers


def encode_action(view: State, action: Action) -> int:
    """Return the number of a legal action.

    Raises `NoAnswer` if it names more cards than fit into a number.
    """
    match action:
        case EndTurn():
            return actions.END
        case Recall(number):
            return actions.RECALL | number << actions.PLACE_SHIFT
        case Score(run):
            return actions.SCORE | _pack([*map(_number, check_run(view, run)[1])])
        case Play(cards):
            return actions.PLAY | _pack([*map(card_number, cards)])
        case Buy(slot, cards):
            place = slot << actions.PLACE_SHIFT
            paid = [*map(card_number, in_order(cards))]
            if len(paid) > actions.MOST_CARDS:
                return place | _name_places(view, paid)
            return actions.BUY | place | _pack(paid)
        case Answer(verb, chosen):
            return _encode_answer(view, verb, chosen)


def _encode_answer(view: State, verb: str, chosen: tuple[PromptOption, ...]) -> int:
    if verb == "pass":
        return actions.PASS
    cards = chosen_cards(chosen)
    named = [*map(card_number, in_order(cards) if verb in _UNORDERED else cards)]
    if len(named) > actions.MOST_CARDS:
        return _name_places(view, named)
    place = 0
    for one in chosen:
        place |= _encode_place(one)
    return actions.ANSWER | place << actions.PLACE_SHIFT | _pack(named)


def _encode_place(option: PromptOption) -> int:
    match option:
        case Slot(number):
            return number
        case ChosenPlayer(seat):
            return 1 << seat
        case FromHand():
            return actions.OF_HAND
        case FromDiscard():
            return actions.OF_DISCARD
        case Top():
            return actions.OF_DRAWS
    return 0


def _pack(cards: list[int]) -> int:
    """Return the bits of cards in the given order."""
    return sum(
        card << (actions.CARD_SHIFT + actions.CARD_BITS * index) for index, card in enumerate(cards)
    )


def _name_places(view: State, named: list[int]) -> int:
    """Return the bits of an action that names cards by their places in the hand."""
    seat = to_act(view)
    assert seat is not None
    left, places = named.copy(), 0
    for place, card in enumerate(map(card_number, view.sides[seat].hand)):
        if card in left:
            left.remove(card)
            places |= 1 << place
    if places >> actions.MOST_PLACES or left:
        raise NoAnswer
    return actions.WIDE | places << actions.CARD_SHIFT


# ---------------------------------------------------------------- numbers to actions


def decode_action(view: State, number: int) -> Action:
    """Return the action for a number that a search considers, which is never a wide one."""
    place = number >> actions.PLACE_SHIFT & 15
    cards = _unpack(number)
    match number & 7:
        case actions.END:
            return EndTurn()
        case actions.RECALL:
            return Recall(place)
        case actions.SCORE:
            return Score(_unpack_run(number))
        case actions.PLAY:
            return Play(cards)
        case actions.BUY:
            return Buy(place, cards)
        case actions.PASS:
            return Answer("pass")
    return _decode_answer(view, place, cards)


def _decode_answer(view: State, place: int, cards: tuple[Card, ...]) -> Answer:
    prompt = view.prompt
    assert prompt is not None
    form = PROMPT_KINDS[prompt.kind].form(view, prompt)
    chosen: tuple[PromptOption, ...] = cards
    match prompt.kind:
        case "pillage" | "liturgy+" | "consecrate":
            chosen = (_decode_place(place, cards),)
        case "pillage_target" | "void_target" | "encumber_target" | "devilry":
            seats = [seat for seat in range(len(view.sides)) if place >> seat & 1]
            chosen = tuple([ChosenPlayer(seat) for seat in seats])
        case "supplant" | "abscond" | "decant_take":
            chosen = (Slot(place), *cards)
    return Answer(form.verb, chosen)


def _decode_place(place: int, cards: tuple[Card, ...]) -> PromptOption:
    if place == actions.OF_DRAWS:
        return Top()
    return FromHand(cards[0]) if place == actions.OF_HAND else FromDiscard(cards[0])


def _unpack(number: int) -> tuple[Card, ...]:
    """Return the cards of an action, in order."""
    found: list[Card] = []
    left = number >> actions.CARD_SHIFT
    while left:
        card = _CARDS[left & 63]
        if card is not None:
            found.append(card)
        left >>= actions.CARD_BITS
    return tuple(found)


def _unpack_run(number: int) -> tuple[Card | None, ...]:
    """Return the three cards of a run; None is the top card of the Well."""
    shifts = [actions.CARD_SHIFT + actions.CARD_BITS * index for index in range(3)]
    return tuple([_CARDS[number >> shift & 63] for shift in shifts])
