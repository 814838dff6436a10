"""What a visitor's terminal can do, by what its client says of it.

Clients send TERM, but COLORTERM only if somebody told them to. So terminals that are known by their
own names to draw 16 million colours do; all others are taken at their word.
"""

from collections.abc import Mapping

from regicide_tui.terminal import Colours, colours, locale_writes_utf8

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
"""Names that are a part of TERM where a terminal has all colours."""


def colours_of(term: str, environment: Mapping[str, str]) -> Colours:
    """Return how many colours a client's terminal draws."""
    said = colours({**environment, "TERM": term})
    if said != "none" and _MILLIONS & {*term.lower().split("-")}:
        return "truecolor"
    return said


def writes_utf8(environment: Mapping[str, str]) -> bool:
    """Tell whether a client's locale is one of UTF-8, as it is if nothing is said of it."""
    return locale_writes_utf8(environment, "utf-8")
