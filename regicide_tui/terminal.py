"""What this terminal can do, as far as its variables and streams tell, before anything is drawn."""

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
"""Parts of TERM where a terminal has all colours, also if COLORTERM does not say so."""
_HUNDREDS = {"256color", "256", "256colors"}
"""Parts of TERM where a terminal has 256 colours."""


def colours(environment: Mapping[str, str], windows: bool = False) -> Colours:
    """Return how many colours there are to draw with.

    COLORTERM seldom gets through SSH, so terminals that are known by the name in TERM have the
    colours they have; all others are taken at their word. A `NO_COLOR` that is not empty wants no
    colours at all.
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
    """Tell whether a stream is written to in UTF-8, and the locale doesn't say otherwise.

    Python writes UTF-8 in the C locale as well (its `utf8_mode`), and then sets LC_CTYPE itself.
    """
    if utf8_mode and environment.get("LC_CTYPE") in _COERCED:
        environment = {name: environment[name] for name in environment if name != "LC_CTYPE"}
    encoding = (stream.encoding if stream else None) or ""
    return _is_utf8(encoding) and locale_writes_utf8(environment, encoding)


def locale_writes_utf8(environment: Mapping[str, str], otherwise: str) -> bool:
    """Tell whether the locale is one of UTF-8; one that names no encoding has this one."""
    locale = next(filter(None, map(environment.get, ("LC_ALL", "LC_CTYPE", "LANG"))), "")
    charset = locale.partition(".")[2].partition("@")[0]
    return locale not in ("C", "POSIX") and _is_utf8(charset or otherwise)


def _is_utf8(charset: str) -> bool:
    return charset.lower().replace("-", "") == "utf8"


def is_remote(environment: Mapping[str, str]) -> bool:
    """Tell whether the terminal is at the other end of an SSH connection."""
    return bool(environment.get("SSH_CONNECTION") or environment.get("SSH_TTY"))


def find_obstacle(
    keyboard: TextIO | None, screen: TextIO | None, environment: Mapping[str, str], windows: bool
) -> str:
    """Say why a full-screen game can't be played here; return an empty text if it can.

    `screen` is the standard error: Textual draws there.
    """
    if not (keyboard and keyboard.isatty() and screen and screen.isatty()):
        return "this is a full-screen game and needs a terminal."
    term = environment.get("TERM", "")
    if term == "dumb" or (not term and not windows):  # Windows has no TERM
        return "this terminal can't move its cursor (TERM is dumb)."
    return ""


def wait_for_hang_up(descriptor: int) -> bool:
    """Wait until nobody is at the other end; tell whether that can be waited for here."""
    if not hasattr(select, "poll"):  # Windows has none
        return False
    line = select.poll()
    line.register(descriptor, 0)  # a hang-up is always reported
    return any(event & (select.POLLHUP | select.POLLERR) for _, event in line.poll())
