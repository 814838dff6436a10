"""What a power is: a name, a line for players, and what it does; and the questions it asks."""

from collections.abc import Callable

from msgspec.structs import replace

from regicide_tui.games.base import Event, Pile, Value
from regicide_tui.games.king_of_the_dead.asks import Ask, Chosen, possible
from regicide_tui.games.king_of_the_dead.state import Prompt, State

Act = Callable[[State, Pile, list[Event]], State]
"""What a power does, given the cards played for it, which lie in the play area already."""

Reply = Callable[[State, Prompt, Chosen, list[Event]], State]
"""What an answer does; the prompt is closed already. What is chosen is empty for `pass`."""


class Power(Value, frozen=True):
    """A power: its name, what it does in a line, and how."""

    name: str
    text: str
    act: Act


class Question(Value, frozen=True):
    """A kind of prompt: its sentence, what may be chosen, and what an answer does.

    In the sentence, `{cards}` stands for the cards there are to choose. `waits` are cards
    that lie in the play area until it is answered; `anybody` tells that it may be another than
    the active player who answers. `looks` is how many cards it looks at, at most; `counts` the
    least and the largest `count` of its prompt.
    """

    kind: str
    sentence: str
    ask: Callable[[State, Prompt], Ask]
    reply: Reply
    waits: Pile = ()
    anybody: bool = False
    looks: int = 0
    counts: tuple[int, int] = (0, 0)


def pose(state: State, question: Question, **fields: object) -> State | None:
    """Return the state that waits for an answer; None if there is nothing to choose."""
    prompt = replace(Prompt(question.kind, state.turn), **fields)
    return replace(state, prompt=prompt) if possible(question.ask(state, prompt)) else None
