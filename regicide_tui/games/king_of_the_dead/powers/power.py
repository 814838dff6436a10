"""What a power is: its name, its text and its effect; and the kinds of prompts it opens."""

from collections.abc import Callable

from msgspec.structs import replace

from regicide_tui.games.base import Events, Pile, Value
from regicide_tui.games.king_of_the_dead.actions import (
    AnswerForm,
    OptionPlace,
    Pick,
    PromptOptions,
    has_options,
)
from regicide_tui.games.king_of_the_dead.state import Prompt, State

PowerEffect = Callable[[State, Pile, Events], State]
"""The effect of a power. It gets the cards played for it, which are in the play area already."""

AnswerEffect = Callable[[State, Prompt, PromptOptions, Events], State]
"""The effect of an answer. The prompt is closed already; for `pass` the choice is empty."""


class Power(Value):
    """A power: its name, one line about what it does, its effect, and what it does in few words."""

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


def asks(prompt_kind: PromptKind, **fields: object) -> PowerEffect:
    """Return the effect of a power that does nothing but open a prompt."""
    return lambda state, _, __: open_prompt(state, prompt_kind, **fields) or state


_PLACES = {
    "hand": OptionPlace.HAND,
    "draws": OptionPlace.DRAWS,
    "discard": OptionPlace.DISCARD,
}


def sends(zone: str, count: int = 1) -> Callable[[State, Prompt], AnswerForm]:
    """Return the form of an answer that sends cards of the answering player to the Well in order.

    `zone` is the pile that they come from, as `Side` names it.
    """

    def form(state: State, prompt: Prompt) -> AnswerForm:
        pile = getattr(state.sides[prompt.seat], zone)
        return AnswerForm("send", (Pick(_PLACES[zone], pile, count, count, ordered=count > 1),))

    return form
