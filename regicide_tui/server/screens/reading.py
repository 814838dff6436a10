"""Whether someone had time to read a question before they answer it."""

from math import inf
from time import monotonic

from regicide_tui.server.model.table.commands import Ask, Command, LetIn, Refuse
from regicide_tui.server.model.table.facts import SEAT, Question

TO_READ = 0.6
"""Seconds for which a question must be on the screen before anyone can agree to it."""
AFTERWARDS = 1.5
"""Seconds after a question in which the keys of its answers do nothing else."""


def agreement(asked: Question) -> Command:
    """Return the command that agrees to a question."""
    if asked.what == SEAT:
        return LetIn(asked.by, True)
    return Ask(asked.what, answers=asked.at)


def refusal(asked: Question) -> Command:
    """Return the command that refuses a question, or withdraws the visitor's own."""
    return LetIn(asked.by, False) if asked.what == SEAT else Refuse(asked.at)


def _key_of(question: Question) -> tuple[str, str, int]:
    return question.what, question.by, question.at


class ReadKeys:
    """The keys of a changing list, and which of them have just got other entries."""

    def __init__(self) -> None:
        self._actions: dict[str, str] = {}
        self._moved_at: dict[str, float] = {}

    def show(self, actions: dict[str, str]) -> None:
        """Note which action each key leads to now."""
        for key, action in actions.items():
            if self._actions.get(key, action) != action:
                self._moved_at[key] = monotonic()
        self._actions = actions

    def hide(self) -> None:
        """Note that no keys are shown: the next ones are all new."""
        self._actions, self._moved_at = {}, {}

    def has_just_moved(self, key: str) -> bool:
        """Whether a key may be meant for the entry that it led to a moment ago."""
        return monotonic() - self._moved_at.get(key, -inf) < TO_READ


class Reading:
    """The question or offer that a person at a table can read, and since when."""

    def __init__(self, question: Question | None) -> None:
        self._key: tuple[str, str, int] | None = None
        self._gone_at = -inf
        self._since = 0.0
        self.show(question)

    def show(self, question: Question | None) -> None:
        """Note the question that is shown now, or None. More agreements don't change it."""
        key = _key_of(question) if question is not None else None
        if key != self._key:
            self._gone_at = monotonic() if key is None else -inf
            self._key, self._since = key, monotonic()

    @property
    def is_read(self) -> bool:
        """Whether a question is shown, and there was time to read it."""
        return self._key is not None and monotonic() - self._since >= TO_READ

    @property
    def has_just_gone(self) -> bool:
        """Whether a question has just disappeared, so that a key may be meant as its answer."""
        return monotonic() - self._gone_at < AFTERWARDS

    def read(self, question: Question) -> bool:
        """Return whether there was time to read this question."""
        return self._key == _key_of(question) and self.is_read
