"""What this terminal can do, as far as its variables and streams tell, before anything is drawn."""

from collections.abc import Mapping
from typing import Literal, TextIO

Colours = Literal["truecolor", "256", "16", "none"]


def colours(environment: Mapping[str, str], windows: bool = False) -> Colours:
    """Return how many colours there are to draw with, by the rules that Rich and Textual go by.

    A `NO_COLOR` that is not empty wants none at all.
    """
    if environment.get("NO_COLOR"):
        return "none"
    chosen = environment.get("TEXTUAL_COLOR_SYSTEM", "auto").lower()
    if chosen != "auto":
        return {"standard": "16", "windows": "16", "256": "256"}.get(chosen, "truecolor")  # type: ignore[return-value]
    if windows or environment.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return "truecolor"
    kind = environment.get("TERM", "").strip().lower().rpartition("-")[2]
    return "256" if kind in ("256color", "kitty") else "16"


def writes_utf8(stream: TextIO | None) -> bool:
    """Tell whether a stream is written to in UTF-8."""
    encoding = (stream.encoding if stream else None) or ""
    return encoding.lower().replace("-", "") == "utf8"


def is_far(environment: Mapping[str, str]) -> bool:
    """Tell whether the terminal is at the other end of an SSH connection."""
    return bool(environment.get("SSH_CONNECTION") or environment.get("SSH_TTY"))


def obstacle(
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
