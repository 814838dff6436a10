"""The phrases of a table; logs store their ids, so the wording can change (R-9)."""

from collections.abc import Mapping

from regicide_tui.games.base import AnyGame, Value

PHRASES: Mapping[str, str] = {
    "hello": "Hello.",
    "well played": "Well played.",
    "thank you": "Thank you.",
    "one moment": "One moment, please.",
    "sorry": "Sorry.",
    "good game": "Good game.",
}
"""The phrases of every game, at any time: none reveals anything about a hand (R-9)."""
NO_THANKS, NO_LONGER = "no thanks", "no longer"
"""The ids of the phrases for refusing a request or a draw, and for withdrawing a request."""
_ANSWERS: Mapping[str, str] = {
    NO_THANKS: "No, thank you.",
    NO_LONGER: "Never mind.",
}


class Phrase(Value):
    """A phrase that can be said now, and its sentence. `number` is the count it names."""

    id: str
    number: int
    text: str


def sentence_of(game: AnyGame, phrase: str, number: int) -> str:
    """Return the sentence of a phrase; empty for a phrase that no longer exists."""
    return PHRASES.get(phrase) or _ANSWERS.get(phrase) or game.remark(phrase, number)


def usual_phrases() -> tuple[Phrase, ...]:
    """Return the phrases that may be said in any game at any time."""
    return tuple([Phrase(name, 0, text) for name, text in PHRASES.items()])
