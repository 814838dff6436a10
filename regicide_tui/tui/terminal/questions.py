"""The questions that an app asks the terminal once, and the traits in its answers.

Drawing never waits for an answer. The defaults apply to a terminal that doesn't answer.
"""

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from textual.message import Message

from regicide_tui.tui.startup.early import WIDTH_COLUMN
from regicide_tui.tui.terminal.decoder import InputDecoder, Reply
from regicide_tui.tui.terminal.sequences import Unit

_NAME = "\x1b[>0q"
"""XTVERSION."""
_KEYBOARD, _SYNCHRONISED = "\x1b[?u", "\x1b[?2026$p"
_BACKGROUND = "\x1b]11;?\x1b\\"
_FOLLOW_BACKGROUND, FORGET_BACKGROUND = "\x1b[?2031h", "\x1b[?2031l"
_COLOURS = "\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[m" + "\x1bP+q524742\x1b\\"
"""DECRQSS for a colour that needs true colours, and XTGETTCAP for RGB.

Some terminals would print these. None of them answers XTVERSION.
"""
KEY_CODES = 0b11101
"""The flags for kitty's keyboard protocol: codes for all keys, their places and their text."""
_WITHOUT_STRINGS = ("linux", "dumb", "unknown", "vt", "ansi", "cons", "sun")
"""Prefixes of the names of terminals that may print control strings."""

_IS_NAME = re.compile(r"\x1bP>\|(.*)", re.DOTALL)
_IS_KEYBOARD = re.compile(r"\x1b\[\?(\d{1,4})u")
_IS_SYNCHRONISED = re.compile(r"\x1b\[\?2026;([123])\$y")
_IS_BACKGROUND = re.compile(
    r"\x1b\]11;rgba?:([\da-f]{1,4})/([\da-f]{1,4})/([\da-f]{1,4})(?:/[\da-f]{1,4})?", re.IGNORECASE
)
_IS_WIDTH = re.compile(r"\x1b\[2;(\d{1,3})R")
_IS_SCHEME = re.compile(r"\x1b\[\?997;([12])n")
_IS_COLOUR = re.compile(r"\x1bP1\$r(?:.*[;:])?48[;:]2[;:]:?(?:\d*:)?1[;:]2[;:]3m")
_IS_RGB = re.compile(r"\x1bP1\+r524742(?:=.*)?", re.IGNORECASE)


class Traits(NamedTuple):
    """The traits that a terminal has reported."""

    name: str = ""
    """Its name and version."""
    codes_escape: bool = False
    """Whether it sends the Escape key as a sequence (kitty's keyboard protocol)."""
    synchronised: bool = False
    """Whether it can hold a frame back until all of it has arrived."""
    true_colours: bool = False
    wide: bool = False
    """Whether it draws box lines, suits and stars two cells wide, as Chinese ones may."""
    light: bool | None = None
    """Whether its background is light; None if unknown."""


class TraitsFound(Message):
    """Posted when the terminal has reported something new."""

    def __init__(self, traits: Traits) -> None:
        super().__init__()
        self.traits = traits


class TerminalInput(InputDecoder):
    """The input of one terminal: its keys, and its answers to the app's questions."""

    def __init__(self, write: Callable[[str], None]) -> None:
        """`write` sends characters to the terminal."""
        super().__init__()
        self._write = write
        self._traits = Traits()

    def ask(self, term: str, program: str) -> None:
        """Ask a terminal with this name (TERM) and program (TERM_PROGRAM)."""
        questions = _NAME + _KEYBOARD
        if program != "Apple_Terminal":  # it would print a letter
            questions += _SYNCHRONISED
        if understands_strings(term):
            questions += _BACKGROUND + _FOLLOW_BACKGROUND
        self._write(questions)

    def decode(self, units: Iterable[Unit]) -> list[Message]:
        """Return the messages of units; answers become a message only if they report new traits."""
        before, messages = self._traits, list[Message]()
        for one in self.decoded(units):
            if isinstance(one, Reply):
                self._traits, question = hear(self._traits, one.sequence)
                self.parser.has_escape_key_code = self._traits.codes_escape
                if question:
                    self._write(question)
            else:
                messages.append(one)
        if self._traits != before:
            messages.append(TraitsFound(self._traits))
        return messages


def understands_strings(term: str) -> bool:
    """Return whether a terminal with this name never prints parts of control strings."""
    return term != "" and not term.startswith(_WITHOUT_STRINGS)


def hear(traits: Traits, sequence: str) -> tuple[Traits, str]:
    """Return the traits known after a sequence from the terminal, and the next question."""
    if match := _IS_NAME.fullmatch(sequence):
        return traits._replace(name=match[1] or "unnamed"), "" if traits.name else _COLOURS
    if match := _IS_KEYBOARD.fullmatch(sequence):
        return traits._replace(codes_escape=bool(int(match[1]) & 1)), ""
    if _IS_SYNCHRONISED.fullmatch(sequence):
        return traits._replace(synchronised=True), ""
    if match := _IS_BACKGROUND.fullmatch(sequence):
        return traits._replace(light=_is_light(*match.groups())), ""
    if match := _IS_SCHEME.fullmatch(sequence):
        return traits._replace(light=match[1] == "2"), ""
    if match := _IS_WIDTH.fullmatch(sequence):
        return traits._replace(wide=int(match[1]) > WIDTH_COLUMN), ""
    if _IS_COLOUR.fullmatch(sequence) or _IS_RGB.fullmatch(sequence):
        return traits._replace(true_colours=True), ""
    return traits, ""


def _is_light(*parts: str) -> bool:
    """Return whether a colour is light; each part has 1 to 4 hexadecimal digits."""
    red, green, blue = [int(part, 16) / int("f" * len(part), 16) for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 1 / 2  # ITU-R BT.709
