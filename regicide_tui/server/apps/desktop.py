"""What a visitor's terminal shows outside its window: the title, and desktop notices."""

from collections.abc import Callable, Mapping
from typing import Literal

from regicide_tui.tui.terminal.questions import understands_strings

NoticeKind = Literal["", "9", "777"]
"""The number of the escape sequence (OSC) by which a terminal shows a notice; empty for none."""

_BY_TERM: tuple[tuple[str, NoticeKind], ...] = (
    ("rxvt-unicode", "777"),
    ("foot", "777"),
    ("xterm-kitty", "9"),
    ("xterm-ghostty", "9"),
    ("wezterm", "9"),
    ("contour", "9"),
)
"""Prefixes of the names of terminals that support notices."""
_BY_PROGRAM: Mapping[str, NoticeKind] = {"iTerm2": "9", "WezTerm": "9"}
"""Terminals that name themselves in LC_TERMINAL."""
_MINUTE = 60.0
_APP = "Regicide"


def notice_kind(term: str, environment: Mapping[str, str]) -> NoticeKind:
    """Return how a terminal shows notices on the desktop; empty if it isn't known to."""
    program = _BY_PROGRAM.get(environment.get("LC_TERMINAL", ""), "")
    return program or next((kind for name, kind in _BY_TERM if term.startswith(name)), "")


class Desktop:
    """Sets the title of a terminal, and shows a notice at most once a minute.

    `clock` counts seconds. Texts must not contain control characters.
    """

    def __init__(
        self,
        write: Callable[[str], None],
        term: str,
        environment: Mapping[str, str],
        clock: Callable[[], float],
    ) -> None:
        self._write = write
        self._has_title = understands_strings(term)
        self._kind = notice_kind(term, environment)
        self._clock = clock
        self._title = ""
        self._noticed_at: float | None = None

    @property
    def shows_notices(self) -> bool:
        """Whether the terminal is known to show notices."""
        return self._kind != ""

    def show_title(self, title: str) -> None:
        """Set the title, unless it is already this one."""
        if self._has_title and title != self._title:
            self._title = title
            self._write(f"\x1b]2;{title}\x1b\\")

    def notify(self, text: str) -> None:
        """Show a notice, unless there was one within the last minute."""
        now = self._clock()
        if not self._kind or (self._noticed_at is not None and now - self._noticed_at < _MINUTE):
            return
        self._noticed_at = now
        body = f"notify;{_APP};{text}" if self._kind == "777" else text
        self._write(f"\x1b]{self._kind};{body}\x1b\\")
