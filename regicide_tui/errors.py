"""The errors of the command line, and their exit codes."""

CRASH = 1
BAD_USAGE = 2
BAD_FILE = 3
NO_TERMINAL = 4
NOT_SAVED = 5


class CliError(Exception):
    """An error of the command line: a sentence and an exit code."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.code = code
