"""Typed lines, decoded from the received bytes."""

import re
from codecs import getincrementaldecoder
from collections.abc import Callable

_ESCAPES = re.compile(r"\x1b(?:[\[O][0-9;?]*.?|.)?")
_ERASE, _ERASE_ALL, _LEAVE = "\x7f\b", "\x15", "\x03\x04"


class LineInput:
    """Splits the input into lines. With `echo`, it writes what a terminal would not show itself.

    Lines that are too long are cut off.
    """

    def __init__(self, longest: int, echo: Callable[[str], None] | None) -> None:
        self._longest, self._echo = longest, echo
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._after_return = False
        self.typed = ""
        """The start of an unfinished line."""

    def feed(self, data: bytes) -> list[str]:
        """Return the complete lines; `quit` for a key that ends the input."""
        lines = list[str]()
        text = self._decoder.decode(data)
        for char in text if self._echo is None else _ESCAPES.sub("", text):
            second, self._after_return = self._after_return and char == "\n", char == "\r"
            if second:
                continue
            if char in "\r\n":
                lines.append(self.typed)
                self.typed = ""
                self._show("\r\n")
            elif self._echo is None or char.isprintable():
                if len(self.typed) < self._longest:
                    self.typed += char
                    self._show(char)
            elif char in _LEAVE:
                lines.append("quit")
            elif char in _ERASE + _ERASE_ALL:
                erased = len(self.typed) if char in _ERASE_ALL else 1
                self._show("\b \b" * len(self.typed[-erased:]))
                self.typed = self.typed[:-erased]
        return lines

    def _show(self, text: str) -> None:
        if self._echo is not None:
            self._echo(text)
