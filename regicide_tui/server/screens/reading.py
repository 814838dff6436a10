"""What somebody has had the time to read before they answer it."""

from time import monotonic

from regicide_tui.server.tables.state import Question

TO_READ = 0.6
"""Seconds for which a question stands on the screen before it can be agreed to."""

READ_FIRST = "This question has only just come: read it first."


class Reading:
    """Which question stands on the screens of somebody at a table, and since when."""

    def __init__(self, question: Question | None) -> None:
        self._key: tuple[str, int] | None = None
        self._since = 0.0
        self.show(question)

    def show(self, question: Question | None) -> None:
        """Note that this question stands there now, or none; that others agree does not matter."""
        key = (question.what, question.at) if question is not None else None
        if key != self._key:
            self._key, self._since = key, monotonic()

    def read(self, what: str, at: int) -> bool:
        """Tell whether there was time to read what was asked at this time."""
        return self._key == (what, at) and monotonic() - self._since >= TO_READ
