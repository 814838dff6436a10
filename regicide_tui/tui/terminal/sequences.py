"""A terminal's input, cut into characters and whole escape sequences.

The grammar is that of ECMA-48 and xterm. Input may arrive in any pieces, as long as no pause
between two pieces is longer than the timeout of the unfinished state.
"""

from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

ESCAPE_SECONDS = 0.2
"""Seconds that a lone ESC waits for the rest of a sequence before it is the Escape key."""
_REST_SECONDS = 0.5
"""Seconds that everything else waits: a sequence, a paste, a multi-byte character."""
_MOST_SEQUENCE = 256
"""Maximum bytes of a control sequence. The rest of a longer one is dropped, up to its end."""
_MOST_STRING = 4096
"""Maximum bytes of a control string (OSC, DCS, SOS, PM, APC)."""
_MOST_PASTE = 65536
"""Maximum bytes of a paste. In the rest of a longer one, ctrl+c and ctrl+q are keys."""

ESC = 0x1B
_BELL, _CANCEL, _SUBSTITUTE, _DELETE = 0x07, 0x18, 0x1A, 0x7F
_ENDS_ANYTHING = frozenset({0x03, 0x11})
"""ctrl+c and ctrl+q."""
_STRINGS = frozenset(b"P]^_X")
_PASTE_BEGIN, _PASTE_END = "\x1b[200~", b"\x1b[201~"
_X10_MOUSE = b"\x1b[M"
_X10_LENGTH = 6
_LINUX_KEYS = b"\x1b[["
"""The Linux console sends F1 to F5 as this and one letter."""
_RXVT_SHIFT = 0x24
"""rxvt ends keys with Shift with a dollar sign, which is otherwise not a final byte."""


class Paste(NamedTuple):
    """Text that was pasted."""

    text: str


Unit = str | Paste
"""A character, a whole sequence, or a paste. A character after one ESC was typed with Alt."""


class _State(Enum):
    GROUND = auto()
    ESCAPE = auto()
    CHARACTER = auto()
    CONTROL_SEQUENCE = auto()
    SINGLE_SHIFT = auto()
    STRING = auto()
    STRING_ESCAPE = auto()
    PASTE = auto()


_MOST = {
    _State.CONTROL_SEQUENCE: _MOST_SEQUENCE,
    _State.SINGLE_SHIFT: _MOST_SEQUENCE,
    _State.STRING: _MOST_STRING,
    _State.STRING_ESCAPE: _MOST_STRING,
    _State.PASTE: _MOST_PASTE,
}


class SequenceParser:
    """Cuts bytes into units. It keeps unfinished input, and never raises.

    `now` is in seconds, by any monotonic clock.
    """

    def __init__(self) -> None:
        self.has_escape_key_code = False
        """Whether the terminal sends the Escape key as a sequence, so that ESC is never a key."""
        self._state = _State.GROUND
        self._held = bytearray()
        self._cut = False
        self._last = 0.0

    @property
    def deadline(self) -> float | None:
        """When unfinished input times out; None if nothing is unfinished."""
        if self._state is _State.GROUND:
            return None
        lone = self._state is _State.ESCAPE and not self.has_escape_key_code
        return self._last + (ESCAPE_SECONDS if lone else _REST_SECONDS)

    def feed(self, data: bytes, now: float) -> Iterator[Unit]:
        """Parse bytes that arrived at `now`; yield the units that are complete.

        Each is yielded before the next byte is parsed, since it may change how that is parsed.
        """
        yield from self.tick(now)
        for byte in data:
            yield from self._take(byte)
        self._last = now

    def tick(self, now: float) -> list[Unit]:
        """Time out unfinished input that is due; return the units that it becomes."""
        deadline = self.deadline
        if deadline is None or now < deadline:
            return []
        state, held, cut = self._state, bytes(self._held), self._cut
        self._reset()
        if cut or (self.has_escape_key_code and state is not _State.PASTE):
            return []
        if state is _State.PASTE:
            return [_pasted(held)]
        if state is _State.ESCAPE:
            return ["\x1b"] * len(held)
        return [held.decode()] if len(held) == 2 and state in _AFTER_ALT else []

    def forget(self) -> None:
        """Drop unfinished input, including the part that has not arrived yet."""
        self._cut = self._state is not _State.GROUND

    # ------------------------------------------------------------ states

    def _reset(self) -> None:
        self._state, self._cut = _State.GROUND, False
        self._held.clear()

    def _go(self, state: _State, byte: int) -> None:
        self._state = state
        self._keep(byte)

    def _keep(self, byte: int) -> None:
        if len(self._held) < _MOST.get(self._state, _MOST_SEQUENCE):
            self._held.append(byte)
        else:
            self._cut = True

    def _end(self, encoding: str = "utf-8") -> Iterator[str]:
        """End a sequence; if it was too long or forgotten, yield nothing."""
        held, cut = self._held.decode(encoding, "replace"), self._cut
        self._reset()
        if not cut:
            yield held

    def _take(self, byte: int) -> Iterator[Unit]:
        if self._state is _State.PASTE:
            yield from self._take_pasted(byte)
            return
        if byte in _ENDS_ANYTHING:
            self._reset()
            yield chr(byte)
            return
        match self._state:
            case _State.GROUND:
                yield from self._begin(byte)
            case _State.ESCAPE:
                yield from self._take_after_escape(byte)
            case _State.CHARACTER:
                yield from self._take_rest_of_character(byte)
            case _State.CONTROL_SEQUENCE:
                yield from self._take_control_sequence(byte)
            case _State.SINGLE_SHIFT:
                yield from self._take_single_shift(byte)
            case _State.STRING | _State.STRING_ESCAPE:
                yield from self._take_string(byte)

    def _begin(self, byte: int) -> Iterator[Unit]:
        if byte == ESC:
            self._go(_State.ESCAPE, byte)
        elif byte < 0x80:
            self._keep(byte)
            yield from self._end()
        elif 0xC2 <= byte <= 0xF4:  # other bytes start no UTF-8 character
            self._go(_State.CHARACTER, byte)
        else:
            self._reset()

    def _begin_anew(self, byte: int) -> Iterator[Unit]:
        """Drop a sequence that this byte can't belong to."""
        self._reset()
        yield from self._begin(byte)

    def _take_after_escape(self, byte: int) -> Iterator[Unit]:
        if byte == ESC:
            if len(self._held) > 1:
                yield "\x1b"
            elif not self.has_escape_key_code:
                self._keep(byte)
        elif byte == ord("["):
            self._go(_State.CONTROL_SEQUENCE, byte)
        elif byte == ord("O"):
            self._go(_State.SINGLE_SHIFT, byte)
        elif self._cut and byte not in _STRINGS:  # typed after a forgotten ESC
            yield from self._begin_anew(byte)
        else:
            if len(self._held) > 1:
                del self._held[0]
                yield "\x1b"
            if byte in _STRINGS:
                self._go(_State.STRING, byte)
            else:
                yield from self._begin(byte)

    def _take_rest_of_character(self, byte: int) -> Iterator[Unit]:
        if byte & 0xC0 != 0x80:
            yield from self._begin_anew(byte)
            return
        self._keep(byte)
        start = self._held.lstrip(b"\x1b")
        if len(start) < _length_of_character(start[0]):
            return
        try:
            start.decode()
        except UnicodeDecodeError:
            self._reset()
        else:
            yield from self._end()

    def _take_control_sequence(self, byte: int) -> Iterator[Unit]:
        held = bytes(self._held[1:] if self._held[1] == ESC else self._held)
        in_mouse = held.startswith(_X10_MOUSE)
        if byte < 0x20 or (byte >= _DELETE and not in_mouse):
            yield from self._begin_anew(byte)
        elif in_mouse:
            self._keep(byte)
            if len(held) + 1 == _X10_LENGTH:
                yield from self._end("latin-1")
        elif held == b"\x1b[" and byte in b"M[":
            self._keep(byte)
        elif byte >= 0x40 or held == _LINUX_KEYS or _is_rxvt_shift(held, byte):
            self._keep(byte)
            forgotten = self._cut
            for sequence in self._end():
                if sequence.endswith(_PASTE_BEGIN):
                    if sequence != _PASTE_BEGIN:
                        yield "\x1b"
                    self._state, self._cut = _State.PASTE, forgotten
                else:
                    yield sequence
        else:
            self._keep(byte)

    def _take_single_shift(self, byte: int) -> Iterator[Unit]:
        if not 0x20 < byte < _DELETE:
            yield from self._begin_anew(byte)
            return
        self._keep(byte)
        if byte >= 0x40:  # old versions of xterm send modifiers first
            yield from self._end()

    def _take_string(self, byte: int) -> Iterator[Unit]:
        if self._state is _State.STRING_ESCAPE:
            if byte == ord("\\"):
                yield from self._end()
            elif byte != ESC:
                self._reset()
                self._go(_State.ESCAPE, ESC)
                yield from self._take_after_escape(byte)
        elif byte == ESC:
            self._state = _State.STRING_ESCAPE
        elif byte == _BELL:
            yield from self._end()
        elif byte in (_CANCEL, _SUBSTITUTE):
            self._reset()
        else:
            self._keep(byte)

    def _take_pasted(self, byte: int) -> Iterator[Unit]:
        full = len(self._held) >= _MOST_PASTE + len(_PASTE_END)
        if (full or self._cut) and byte in _ENDS_ANYTHING:
            if not self._cut:
                yield _pasted(bytes(self._held))
            self.forget()
            self._held.clear()
            yield chr(byte)
            return
        if full:
            del self._held[_MOST_PASTE]
        elif self._cut:
            del self._held[: -len(_PASTE_END)]
        self._held.append(byte)
        if self._held.endswith(_PASTE_END):
            text, cut = bytes(self._held[: -len(_PASTE_END)]), self._cut
            self._reset()
            if not cut:
                yield _pasted(text)


_AFTER_ALT = (_State.CONTROL_SEQUENCE, _State.SINGLE_SHIFT, _State.STRING)
"""States that start like a character typed with Alt."""


def _is_rxvt_shift(held: bytes, byte: int) -> bool:
    return byte == _RXVT_SHIFT and held[2:].isdigit()


def _length_of_character(first: int) -> int:
    return 2 if first < 0xE0 else 3 if first < 0xF0 else 4


def _pasted(held: bytes) -> Paste:
    return Paste(held[:_MOST_PASTE].decode("utf-8", "replace").replace("\x00", ""))
