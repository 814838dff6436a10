"""What the program can't do, and the exit codes that say so."""

CRASH = 1
BAD_USAGE = 2
BAD_FILE = 3
NO_TERMINAL = 4
NOT_SAVED = 5


class CliError(Exception):
    """What the program can't do, in a sentence, and its exit code."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.code = code
