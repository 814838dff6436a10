"""What this terminal can do, according to its variables and streams."""

import re
import select
import sys
from collections.abc import Mapping
from typing import Literal, TextIO

_COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
"""What Python sets LC_CTYPE to where the locale is C (PEP 538)."""

Colours = Literal["truecolor", "256", "16", "none"]

_MILLIONS = {
    "alacritty",
    "contour",
    "direct",  # as in xterm-direct
    "foot",
    "ghostty",
    "iterm2",
    "kitty",
    "mintty",
    "rio",
    "wezterm",
}
"""Parts of TERM for terminals with all colours, even if COLORTERM doesn't say so."""
_HUNDREDS = {"256color", "256", "256colors"}
"""Parts of TERM for terminals with 256 colours."""


def colours(environment: Mapping[str, str], windows: bool = False) -> Colours:
    """Return how many colours the terminal draws.

    COLORTERM seldom gets through SSH, so the name in TERM decides for known terminals. For all
    others COLORTERM and TERM decide. A `NO_COLOR` that is not empty means no colours at all.
    """
    if environment.get("NO_COLOR"):
        return "none"
    chosen = environment.get("TEXTUAL_COLOR_SYSTEM", "auto").lower()
    if chosen != "auto":
        return {"standard": "16", "windows": "16", "256": "256"}.get(chosen, "truecolor")  # type: ignore[return-value]
    if windows or environment.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return "truecolor"
    parts = {*re.split(r"[-+.]", environment.get("TERM", "").strip().lower())}
    if parts & _MILLIONS:
        return "truecolor"
    return "256" if parts & _HUNDREDS else "16"


def writes_utf8(
    stream: TextIO | None,
    environment: Mapping[str, str],
    utf8_mode: bool = sys.flags.utf8_mode == 1,
) -> bool:
    """Return whether a stream writes UTF-8 and the locale doesn't contradict it.

    In the C locale Python writes UTF-8, too (its `utf8_mode`), and sets LC_CTYPE itself.
    """
    if utf8_mode and environment.get("LC_CTYPE") in _COERCED:
        environment = {name: environment[name] for name in environment if name != "LC_CTYPE"}
    encoding = (stream.encoding if stream else None) or ""
    return _is_utf8(encoding) and locale_writes_utf8(environment, encoding)


def locale_writes_utf8(environment: Mapping[str, str], otherwise: str) -> bool:
    """Return whether the locale uses UTF-8; `otherwise` applies if the locale names no encoding."""
    locale = next(filter(None, map(environment.get, ("LC_ALL", "LC_CTYPE", "LANG"))), "")
    charset = locale.partition(".")[2].partition("@")[0]
    return locale not in ("C", "POSIX") and _is_utf8(charset or otherwise)


def _is_utf8(charset: str) -> bool:
    return charset.lower().replace("-", "") == "utf8"


def is_remote(environment: Mapping[str, str]) -> bool:
    """Return whether the terminal is at the other end of an SSH connection."""
    return bool(environment.get("SSH_CONNECTION") or environment.get("SSH_TTY"))


def find_obstacle(
    keyboard: TextIO | None, screen: TextIO | None, environment: Mapping[str, str], windows: bool
) -> str:
    """Return why a full-screen game can't be played here; an empty string if it can.

    `screen` is standard error: Textual draws there.
    """
    instead = "Play in lines instead: regicide-tui text"
    if not (keyboard and keyboard.isatty() and screen and screen.isatty()):
        return f"this is a full-screen game and needs a terminal. {instead}"
    term = environment.get("TERM", "")
    if term == "dumb" or (not term and not windows):  # Windows has no TERM
        return f"this terminal can't move its cursor (TERM is dumb). {instead}"
    return ""


def wait_for_hang_up(descriptor: int) -> bool:
    """Wait until the other end hangs up; return false at once where this is not possible."""
    if not hasattr(select, "poll"):  # Windows has none
        return False
    line = select.poll()
    line.register(descriptor, 0)  # a hang-up is always reported
    return any(event & (select.POLLHUP | select.POLLERR) for _, event in line.poll())
