"""A power: its name, its text, its effect, and the kinds of prompts it opens."""

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from regicide_tui.games.base import Events, Pile, Seat, Value
from regicide_tui.games.king_of_the_dead.actions import (
    AnswerForm,
    ChosenPlayer,
    FromDiscard,
    FromHand,
    OptionPlace,
    Pick,
    PromptOptions,
    Slot,
    has_options,
)
from regicide_tui.games.king_of_the_dead.events import CardsLooked
from regicide_tui.games.king_of_the_dead.piles import active_side, draw, ensure_draws, look
from regicide_tui.games.king_of_the_dead.state import Prompt, State

PowerEffect = Callable[[State, Pile, Events], State]
"""The effect of a power. It gets the cards played for it, which are in the play area already."""

AnswerEffect = Callable[[State, Prompt, PromptOptions, Events], State]
"""The effect of an answer. The prompt is closed already; for `pass` the choice is empty."""

FindOptions = Callable[[State, Prompt], PromptOptions]
"""Returns the options of an answer to a prompt."""


class Power(Value):
    """A power: its name, one line about what it does, its effect, and a shorter text."""

    name: str
    text: str
    act: PowerEffect
    brief: str


class PromptKind(Value):
    """A kind of prompt: its sentence, what may be chosen, and what an answer does.

    In the sentence, `{cards}` stands for the number of cards to choose. `waits` are cards that
    stay in the play area until the answer. `anybody` says that a player other than the active one
    may answer. `looks` is the largest number of cards that the prompt looks at. `counts` are the
    smallest and the largest `count` of its prompt.
    """

    kind: str
    sentence: str
    form: Callable[[State, Prompt], AnswerForm]
    reply: AnswerEffect
    waits: Pile = ()
    anybody: bool = False
    looks: int = 0
    counts: tuple[int, int] = (0, 0)


def open_prompt(state: State, prompt_kind: PromptKind, **fields: object) -> State | None:
    """Return the state with a prompt of this kind; None if there is nothing to choose (K-31)."""
    prompt = replace(Prompt(prompt_kind.kind, state.turn), **fields)
    return replace(state, prompt=prompt) if has_options(prompt_kind.form(state, prompt)) else None


# ---------------------------------------------------------------- effects of powers


def asks(
    prompt_kind: PromptKind, otherwise: PowerEffect | None = None, **fields: object
) -> PowerEffect:
    """Return the effect of opening a prompt; of `otherwise`, if there is nothing to choose."""

    def act(state: State, cards: Pile, events: Events) -> State:
        asked = open_prompt(state, prompt_kind, **fields)
        return asked or (otherwise(state, cards, events) if otherwise else state)

    return act


def draws(count: int) -> PowerEffect:
    """Return the effect of drawing `count` cards."""
    return lambda state, _, events: draw(state, state.turn, count, events)


def looks(count: int, prompt_kind: PromptKind) -> PowerEffect:
    """Return the effect of looking at `count` cards of one's draw pile, about which it asks."""

    def act(state: State, _: Pile, events: Events) -> State:
        state, looked = look(state, count, events)
        return open_prompt(state, prompt_kind, looked=looked) or state

    return act


def searches(count: int, then: PowerEffect) -> PowerEffect:
    """Return the effect of a search of one's draw pile, filled up to `count` cards (K-36)."""

    def act(state: State, cards: Pile, events: Events) -> State:
        state = ensure_draws(state, state.turn, count, events)
        if found := active_side(state).draws:
            events.append(CardsLooked(state.turn, found, True))
        return then(state, cards, events)

    return act


# ---------------------------------------------------------------- what may be chosen


def _hand_or_discard(state: State, prompt: Prompt) -> PromptOptions:
    side = state.sides[prompt.seat]
    return (*map(FromHand, side.hand), *map(FromDiscard, side.discard))


def players_at(seats: Iterable[Seat]) -> PromptOptions:
    """Return the players in these seats as options."""
    return tuple(map(ChosenPlayer, seats))


_OPTIONS: Mapping[OptionPlace, FindOptions] = {
    OptionPlace.HAND: lambda state, prompt: state.sides[prompt.seat].hand,
    OptionPlace.LOOKED: lambda _, prompt: prompt.looked,
    OptionPlace.DRAWS: lambda state, prompt: state.sides[prompt.seat].draws,
    OptionPlace.DISCARD: lambda state, prompt: state.sides[prompt.seat].discard,
    OptionPlace.HAND_OR_DISCARD: _hand_or_discard,
    OptionPlace.PLAYED: lambda _, prompt: prompt.cards,
    OptionPlace.PARADE: lambda state, _: tuple(
        [Slot(number) for number, card in enumerate(state.parade, 1) if card]
    ),
    OptionPlace.WELL: lambda state, _: state.well,
    OptionPlace.PLAYERS: lambda state, _: players_at(range(len(state.sides))),
}
"""All cards of a place: the options of an answer, unless a prompt has its own."""

ALL, COUNT = -1, -2
"""Instead of a number: all options; or as many as the prompt says, but at most all."""


def names(
    verb: str,
    *places: OptionPlace,
    options: FindOptions | None = None,
    least: int = 1,
    most: int = 1,
    ordered: bool = False,
    may_pass: bool = False,
) -> Callable[[State, Prompt], AnswerForm]:
    """Return the form of an answer that names `least` to `most` options of each place.

    `options` finds those of the only place, if these are not all.
    """

    def form(state: State, prompt: Prompt) -> AnswerForm:
        def pick(place: OptionPlace) -> Pick:
            found = (options or _OPTIONS[place])(state, prompt)
            numbers = {ALL: len(found), COUNT: min(prompt.count, len(found))}
            return Pick(place, found, numbers.get(least, least), numbers.get(most, most), ordered)

        return AnswerForm(verb, tuple(map(pick, places)), may_pass)

    return form
