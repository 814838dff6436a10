"""What an app asks the terminal, once, and what it knows by the answers.

No picture waits for an answer. A terminal that doesn't answer stays at the defaults.
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
"""DECRQSS of a colour that only true colours have, and XTGETTCAP of RGB.

Some terminals would print these. None of those answers XTVERSION.
"""
KEY_CODES = 0b11101
"""What to ask of kitty's keyboard protocol: codes for all keys, their places and their texts."""
_WITHOUT_STRINGS = ("linux", "dumb", "unknown", "vt", "ansi", "cons", "sun")
"""How the names of terminals begin that may print what is meant for a title."""

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
    """What a terminal has told about itself."""

    name: str = ""
    """Its name and version."""
    codes_escape: bool = False
    """Whether it sends the Escape key as a sequence (kitty's keyboard protocol)."""
    synchronised: bool = False
    """Whether it can hold a picture back until all of it has arrived."""
    true_colours: bool = False
    wide: bool = False
    """Whether it draws frames, suits and stars two cells wide, as Chinese ones may."""
    light: bool | None = None
    """Whether its background is light; None if it didn't tell."""


class TraitsFound(Message):
    """The terminal has told something new about itself."""

    def __init__(self, traits: Traits) -> None:
        super().__init__()
        self.traits = traits


class TerminalInput(InputDecoder):
    """The input of one terminal: its keys, and its answers to what an app asks."""

    def __init__(self, write: Callable[[str], None]) -> None:
        """`write` sends characters to the terminal."""
        super().__init__()
        self._write = write
        self._traits = Traits()

    def ask(self, term: str, program: str) -> None:
        """Ask a terminal of this name (TERM), in which this program runs (TERM_PROGRAM)."""
        questions = _NAME + _KEYBOARD
        if program != "Apple_Terminal":  # it would print a letter
            questions += _SYNCHRONISED
        if understands_strings(term):
            questions += _BACKGROUND + _FOLLOW_BACKGROUND
        self._write(questions)

    def decode(self, units: Iterable[Unit]) -> list[Message]:
        """Return the messages of units; of answers only what is new by them."""
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
    """Tell whether a terminal of this name shows no part of a control string."""
    return term != "" and not term.startswith(_WITHOUT_STRINGS)


def hear(traits: Traits, sequence: str) -> tuple[Traits, str]:
    """Return what is known after a sequence of the terminal, and what to ask next."""
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
    """Tell whether a colour is light; each part has 1 to 4 hexadecimal digits."""
    red, green, blue = [int(part, 16) / int("f" * len(part), 16) for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 1 / 2  # ITU-R BT.709
