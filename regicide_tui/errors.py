"""The errors of the command line, their exit codes, and what a mistyped word may mean."""

from collections.abc import Iterable

CRASH = 1
BAD_USAGE = 2
BAD_FILE = 3
NO_TERMINAL = 4
NOT_SAVED = 5
PROGRAM_FAULT = 6


class CliError(Exception):
    """An error of the command line: a sentence and an exit code."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.code = code


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the question whether the most similar known word is meant; empty if none is near."""
    from difflib import get_close_matches  # a start without an error needs none of it

    near = get_close_matches(word, [*known], 1)
    return f"Do you mean {near[0]}?" if near else ""
