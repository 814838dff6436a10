"""What a visitor's terminal can do, according to its client."""

from collections.abc import Mapping

from regicide_tui.terminal import Colours, colours, locale_writes_utf8


def colours_of(term: str, environment: Mapping[str, str]) -> Colours:
    """Return how many colours a client's terminal draws."""
    return colours({**environment, "TERM": term})


def writes_utf8(environment: Mapping[str, str]) -> bool:
    """Tell whether a client's locale uses UTF-8; also if the client sends no locale."""
    return locale_writes_utf8(environment, "utf-8")
