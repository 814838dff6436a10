"""Decoding of a terminal's bytes into Textual's messages, at home and on a server.

Input that is no key, click or paste becomes a `Reply`, which is read only after a question.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from textual.events import (
    Key,
    MouseDown,
    MouseEvent,
    MouseScrollDown,
    MouseScrollLeft,
    MouseScrollRight,
    MouseScrollUp,
    MouseUp,
)
from textual.events import Paste as PasteEvent
from textual.message import Message

from regicide_tui.tui.terminal.sequences import Paste, SequenceParser, Unit
from regicide_tui.tui.textual_internals import (
    KEY_SEQUENCES,
    KEYPAD_SEQUENCES,
    KITTY_KEYS,
    KITTY_MODIFIERS,
    key_name,
)


class Reply(Message):
    """A sequence that is no input, for example a terminal's answer. No app gets it."""

    def __init__(self, sequence: str) -> None:
        super().__init__()
        self.sequence = sequence


class PlacedKey(Key):
    """A key with the character in its place on a US keyboard."""

    def __init__(self, key: str, character: str, place: str) -> None:
        super().__init__(key, character)
        self.place = place


PlacedKey.handler_name = Key.handler_name  # else Textual would look for `on_placed_key`

_FIELD = r"\d{0,7}(?::\d{0,7})*"
_KEY = re.compile(rf"\x1b\[((?:{_FIELD})(?:;{_FIELD}){{0,2}})([u~A-HPQRS])")
_SGR_MOUSE = re.compile(r"\x1b\[<(\d{1,3});(\d{1,5});(\d{1,5})([Mm])")
_MODIFY_OTHER_KEYS = 27
"""xterm sends other keys with modifiers as a function key of this number."""

_SHIFT, _CAPS = 1, 64
_MODIFIERS = {2: "alt", 4: "ctrl", 8: "super", 16: "hyper", 32: "meta"}
_RELEASED = 3
_SAME_WITH_SHIFT = frozenset({"space", "enter", "backspace", "delete", "escape"})
"""Keys that mean the same with Shift."""
_US_SHIFT = str.maketrans("`1234567890-=[]\\;',./", '~!@#$%^&*()_+{}|:"<>?')
"""The shifted characters of a US keyboard."""
_KEYPAD = {
    "decimal": ".",
    "divide": "/",
    "multiply": "*",
    "subtract": "-",
    "add": "+",
    "equal": "=",
    "separator": ",",
}
_CHARACTERS = {"space": " ", "enter": "\r", "tab": "\t", "backspace": "\x7f"}
"""The characters that Textual's own parser reports for these keys."""

_FOCUS = ("\x1b[I", "\x1b[O")
"""The window has gained or lost focus; nothing depends on it."""
_WHEEL = (MouseScrollUp, MouseScrollDown, MouseScrollLeft, MouseScrollRight)
_X10_MOUSE = "\x1b[M"
_X10_ORIGIN = 32
_MOTION, _IS_WHEEL, _MORE_BUTTONS = 32, 64, 128
_NO_BUTTON = 3


class InputDecoder:
    """Turns bytes into messages and replies. It never raises, whatever the bytes.

    `now` is in seconds, by any monotonic clock.
    """

    def __init__(self) -> None:
        self.parser = SequenceParser()
        self._button = 0
        self._at = (0, 0)

    @property
    def deadline(self) -> float | None:
        """When unfinished input times out; None if nothing is unfinished."""
        return self.parser.deadline

    def feed(self, data: bytes, now: float) -> list[Message]:
        """Decode bytes that arrived at `now`; return the messages that are complete."""
        return self.decode(self.parser.feed(data, now))

    def tick(self, now: float) -> list[Message]:
        """Time out unfinished input that is due; return the messages that it becomes."""
        return self.decode(self.parser.tick(now))

    def forget(self) -> None:
        """Drop unfinished input, including the part that has not arrived yet."""
        self.parser.forget()

    def decode(self, units: Iterable[Unit]) -> list[Message]:
        """Return the messages of units."""
        return list(self.decoded(units))

    def decoded(self, units: Iterable[Unit]) -> Iterator[Message]:
        """Yield the messages of units."""
        for unit in units:
            yield from self._decoded(unit)

    def _decoded(self, unit: Unit) -> Iterator[Message]:
        if isinstance(unit, Paste):
            if unit.text:
                yield PasteEvent(unit.text)
        elif unit in _FOCUS:
            return
        elif unit.startswith(_X10_MOUSE):
            buttons, x, y = [ord(sign) - _X10_ORIGIN for sign in unit[len(_X10_MOUSE) :]]
            released = buttons & _NO_BUTTON == _NO_BUTTON and not buttons & _IS_WHEEL
            yield from self._mouse(buttons, x - 1, y - 1, released=released)
        elif match := _SGR_MOUSE.fullmatch(unit):
            released = match[4] == "m"
            yield from self._mouse(
                int(match[1]), int(match[2]) - 1, int(match[3]) - 1, released=released
            )
        elif unit.startswith("\x1b\x1b"):
            yield from _after_escape([*self._decoded(unit[1:])])
        else:
            yield from _keys(unit)

    def _mouse(self, buttons: int, x: int, y: int, *, released: bool) -> Iterator[MouseEvent]:
        """Yield a press, a release or a turn of the wheel; motion is ignored."""
        if x < 0 or y < 0 or buttons < 0 or buttons >= _MORE_BUTTONS:
            return
        if buttons & _MOTION and not buttons & _IS_WHEEL:
            return
        kind: type[MouseEvent]
        if buttons & _IS_WHEEL:
            if released:
                return
            kind, button = _WHEEL[buttons & 3], 0
        elif released:  # X10's protocol doesn't report which button it was
            unknown = buttons & 3 == _NO_BUTTON
            kind, button = MouseUp, self._button if unknown else (buttons & 3) + 1
        elif buttons & 3 == _NO_BUTTON:
            return
        else:
            kind, button = MouseDown, (buttons & 3) + 1
            self._button = button
        (before_x, before_y), self._at = self._at, (x, y)
        yield kind(
            None,
            x,
            y,
            x - before_x,
            y - before_y,
            button,
            bool(buttons & 4),
            bool(buttons & 8),
            bool(buttons & 16),
            screen_x=x,
            screen_y=y,
        )


# ---------------------------------------------------------------- keys


def _keys(sequence: str) -> Iterator[Message]:
    """Yield the keys of a sequence, or a reply if it isn't a key."""
    match = _KEY.fullmatch(sequence)
    pressed = _Pressed.of(match[1], match[2]) if match else None
    if pressed is not None:
        yield from pressed.keys()
    elif sequence in KEY_SEQUENCES:
        for name in KEY_SEQUENCES[sequence]:
            yield _key(name, [])
    elif sequence in KEYPAD_SEQUENCES or (len(sequence) == 1 and sequence.isprintable()):
        sign = KEYPAD_SEQUENCES.get(sequence, sequence)
        yield Key(key_name(sign), sign)
    elif len(sequence) == 2 and sequence[0] == "\x1b":
        yield from _with_alt(sequence[1])
    else:
        yield Reply(sequence)


def _after_escape(found: list[Message]) -> Iterator[Message]:
    """Yield what followed an ESC: a key with Alt, or else the Escape key and the message."""
    for one in found:
        if isinstance(one, Key):
            yield _key(one.key, ["alt"])
        else:
            yield from (Key("escape", None), one)


def _with_alt(character: str) -> Iterator[Key]:
    if character.isprintable():
        shift = ["shift"] if character.isupper() else []
        yield Key("+".join(["alt", *shift, key_name(character.lower()[:1])]), None)
    else:
        for name in KEY_SEQUENCES.get(character, ()):
            yield _key(name, ["alt"])


def _key(name: str, modifiers: list[str]) -> Key:
    """Return a key, without Shift if the key means the same with it."""
    *more, last = name.split("+")
    tokens = sorted({*modifiers, *more})
    if tokens == ["shift"] and last in _SAME_WITH_SHIFT:
        tokens = []
    return Key("+".join([*tokens, last]), None if tokens else _CHARACTERS.get(last))


class _Pressed(NamedTuple):
    """A key as the protocols of kitty and xterm send it: numbers in up to three fields."""

    code: int
    shifted: int
    place: int
    modifiers: int
    event: int
    text: str
    final: str

    @classmethod
    def of(cls, fields: str, final: str) -> "_Pressed | None":
        """Return the key in the fields of a control sequence, or None."""
        first, second, third, *_ = [*fields.split(";"), "", ""]
        codes = [int(number or 0) for number in first.split(":")]
        how = [int(number or 0) for number in second.split(":")]
        texts = [int(number or 0) for number in third.split(":")]
        if final == "~" and codes[0] == _MODIFY_OTHER_KEYS and third:
            codes, texts, final = texts, [], "u"
        elif final != "u" and third:
            return None
        if final != "u" and f"{codes[0] or 1}{final}" not in KITTY_KEYS:
            return None
        code, shifted, place, *_ = [*codes, 0, 0]
        return cls(
            code or (0 if final == "u" else 1),
            shifted,
            place,
            max(how[0] - 1, 0),
            how[1] if len(how) > 1 else 1,
            "".join(map(_sign, texts)),
            final,
        )

    def keys(self) -> Iterator[Message]:
        """Yield the pressed keys: none for a release, several for composed text."""
        if self.event == _RELEASED:
            return
        named = KITTY_KEYS.get(f"{self.code}{self.final}", "")
        if named in KITTY_MODIFIERS:
            return
        keypad = _KEYPAD.get(named, named if named.isdigit() else "")
        if named and not keypad:
            yield _key(named, [*self._tokens, *self._shift])
        else:
            yield from self._characters(keypad)

    def _characters(self, keypad: str) -> Iterator[Key]:
        sign, place = keypad or _sign(self.code), _sign(self.place)
        if self.text and not {*self._tokens} - {"alt"}:
            for typed in self.text:
                yield self._typed(typed)
        elif not sign:
            return
        elif self._tokens:
            plain = sign if sign.isascii() else place or sign
            yield _key(key_name(plain.lower()[:1]), [*self._tokens, *self._shift])
        else:
            yield self._typed(self._unmodified(sign))

    def _unmodified(self, sign: str) -> str:
        """Return what a key types with only Shift and caps lock, if the terminal didn't say."""
        shift, caps = bool(self.modifiers & _SHIFT), bool(self.modifiers & _CAPS)
        shifted = _sign(self.shifted)
        if shift and not caps and shifted:
            return shifted
        return sign.upper() if shift != caps and len(sign.upper()) == 1 else sign

    def _typed(self, sign: str) -> Key:
        if sign == " ":
            return _key("space", [])
        place = _sign(self.place)
        if place and place != _sign(self.code):
            if self.modifiers & _SHIFT:
                place = place.upper().translate(_US_SHIFT)
            return PlacedKey(key_name(sign), sign, place)
        return Key(key_name(sign), sign)

    @property
    def _tokens(self) -> list[str]:
        return [name for bit, name in _MODIFIERS.items() if self.modifiers & bit]

    @property
    def _shift(self) -> list[str]:
        return ["shift"] if self.modifiers & _SHIFT else []


def _sign(number: int) -> str:
    """Return the character of a code point; empty if it isn't printable."""
    if number > sys.maxunicode or not chr(number).isprintable():
        return ""
    return chr(number)
