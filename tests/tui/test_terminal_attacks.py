"""Attacks on the decoder of a terminal's input."""

import asyncio
import os
import select
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, cast

import pytest
from textual.events import Key, MouseDown, MouseScrollUp, Paste
from textual.message import Message

from regicide_tui.server.ssh.line import BURST, SshLine
from regicide_tui.tui.terminal.decoder import PlacedKey
from regicide_tui.tui.terminal.questions import TerminalInput, TraitsFound
from tests.terminal.terminal import PROGRAM, Terminal
from tests.tui.test_terminal_input import LATE, TERMINALS, facts, in_pieces, keys, told, typed

if TYPE_CHECKING:
    from asyncssh import SSHServerChannel

KITTY = b"\x1b[?29u"
PASTE, END = b"\x1b[200~", b"\x1b[201~"

REPLIES = [
    *[b"\x1b[?62;22;52c", b"\x1b[>0;276;0c", b"\x1b[=0c", b"\x1b[?1;2R", b"\x1b[?0u", b"\x1b[0n"],
    *[b"\x1bP!|7E565445\x1b\\", b"\x1bP>|VTE(7600)\x1b\\", b"\x1bP1+r544e=787465726d\x1b\\"],
    *[b"\x1b]4;1;rgb:cdcd/0000/0000\x07", b"\x1b]10;rgb:ffff/ffff/ffff\x1b\\", b"\x1b]lT\x1b\\"],
    *[b"\x1b]52;c;aGVsbG8=\x07", b"\x1b_Gi=1;ENOENT:x\x1b\\", b"\x1b[4;600;800t", b"\x1b[3;0;0t"],
    *[b"\x1b[?2026;2$y", b"\x1b[4;2$y", b"\x1b[1;2;3x", b"\x1b[?997;2n", b"\x1b[?13n"],
    *[b"\x1b[32;5;5M", b"\x1bO5A", b"\x1bO2P", b"\x1b[4h", b"\x1b[2J", b"\x1b[1;5I"],
]
"""What xterm, VTE, kitty, iTerm2, urxvt, Konsole and st send that is no key of ours."""


def told_by(*pieces: tuple[float, bytes], before: bytes = b"") -> list[tuple[object, ...]]:
    """Return the keys, clicks and pastes in what comes at these moments."""
    terminal = TerminalInput(lambda _: None)
    terminal.feed(before, 0.0)
    found = []
    for moment, data in pieces:
        found += [*terminal.tick(moment), *terminal.feed(data, moment)]
    found += terminal.tick(LATE)
    return [tuple(facts(one)) for one in found if not isinstance(one, TraitsFound)]


# ---------------------------------------------------------------- what once broke it


@pytest.mark.parametrize("before", [b"", KITTY])
def test_a_paste_right_after_escape_is_a_paste(before: bytes) -> None:
    found = told_by((1.0, b"\x1b"), (1.1, PASTE + b"yq\r" + END), before=before)
    escape = [] if before else [(Key, "escape", None, None)]
    assert found == [*escape, (Paste, "yq\r")]


def test_what_a_reply_tells_holds_for_the_byte_after_it() -> None:
    escapes = b"\x1b\x1b[A"
    assert told_by((0.0, KITTY + escapes)) == told_by((0.0, KITTY), (0.1, escapes))


@pytest.mark.parametrize(
    "report",
    [b"\x1b[<0;5;5M", b"\x1b[<64;5;5M", b"\x1b[M !!", b"\x1b[?2026;2$y"],
)
def test_escape_right_before_a_report_loses_neither(report: bytes) -> None:
    assert told(typed(b"\x1b" + report)) == [(Key, "escape", None, None), *told(typed(report))]


@pytest.mark.parametrize(
    "data", [b"\x1b\x1b\x1b", b"\x1b\x1b\x1b[A", b"\x1b\x1ba", b"\x1b\x1bP\x07"]
)
def test_no_byte_is_the_escape_key_where_that_has_a_code(data: bytes) -> None:
    assert "escape" not in [one[1:2] and one[1] for one in told_by((1.0, data), before=KITTY)]


@pytest.mark.parametrize("begin", [b"\x1b]11;", b"\x1bPx", b"\x1b_G", b"\x1b^", b"\x1bX"])
def test_a_string_with_two_escapes_before_its_end_is_no_key(begin: bytes) -> None:
    assert keys(typed(begin + b"a\x1b\x1b\\")) == []


@pytest.mark.parametrize(
    ("start", "rest"),
    [(PASTE + b"a", b"q\r" + END), (b"\x1b]11;rgb:", b"1/2/3\x07"), (b"\x1b[1;", b"5A")],
)
def test_the_rest_of_what_was_forgotten_is_no_key(start: bytes, rest: bytes) -> None:
    terminal = TerminalInput(lambda _: None)
    terminal.feed(start, 0.0)
    terminal.forget()
    assert keys(terminal.feed(rest, 0.01)) == []


def test_ctrl_c_in_too_long_a_paste_does_not_make_keys_of_the_rest() -> None:
    found = typed(PASTE + b"a" * 70_000 + b"\x03rm\r" + END)
    assert keys(found) == ["ctrl+c"]


def test_ctrl_down_of_rxvt_is_not_ctrl_up() -> None:
    assert keys(typed(b"\x1bOa\x1bOb\x1bOc\x1bOd")) == [
        *["ctrl+up", "ctrl+down", "ctrl+right", "ctrl+left"]
    ]


def test_a_wheel_that_is_released_does_not_turn() -> None:
    found = typed(b"\x1b[<64;3;3M\x1b[<64;3;3m")
    assert [type(one) for one in found] == [MouseScrollUp]


@pytest.mark.parametrize(
    ("data", "place"),
    [(b"\x1b[46:44:47;2;44u", "?"), (b"\x1b[246:214:59;2;214u", ":")],
)
def test_shift_changes_the_place_of_a_sign(data: bytes, place: str) -> None:
    (key,) = typed(data)
    assert isinstance(key, PlacedKey)
    assert key.place == place


@pytest.mark.parametrize(
    ("data", "expected"),
    [(b"\x1bOl", "comma"), (b"\x1bOX", "equals_sign"), (b"\x1bOI", "tab"), (b"\x1bOE", "kp_begin")],
)
def test_all_keys_of_the_keypad_are_keys_in_application_mode(data: bytes, expected: str) -> None:
    assert keys(typed(data)) == [expected]


def test_ctrl_delete_of_st_does_not_swallow_the_key_after_it() -> None:
    assert "up" in keys(typed(b"\x1b[M\x1b[A"))


def test_shift_and_caps_lock_type_a_small_letter() -> None:
    assert keys(typed(b"\x1b[97;66u")) == ["a"]


def test_a_terminal_without_a_name_is_asked_only_once() -> None:
    written: list[str] = []
    terminal = TerminalInput(written.append)
    for _ in range(10):
        terminal.feed(b"\x1bP>|\x1b\\", 0.0)
    assert len(written) <= 1


# ---------------------------------------------------------------- the line of a server


class Channel:
    """A channel of SSH that keeps what comes while its reading is paused, as asyncssh does."""

    def __init__(self) -> None:
        self.paused = False
        self.waiting: list[bytes] = []
        self.line = SshLine(cast("SSHServerChannel[bytes]", self), (80, 24))

    def arrives(self, data: bytes) -> None:
        """Take a packet of the client."""
        self.waiting.append(data)
        if not self.paused:
            self.resume_reading()

    def pause_reading(self) -> None:
        """Keep what comes from now on."""
        self.paused = True

    def resume_reading(self) -> None:
        """Pass on what waits, until reading is paused again."""
        self.paused = False
        while self.waiting and not self.paused:
            self.line.receive(self.waiting.pop(0))


@pytest.mark.parametrize("held", [False, True])
async def test_a_paste_in_two_packets_at_once_stays_a_paste_however_slowly_it_is_taken(
    held: bool,
) -> None:
    channel, terminal, found = Channel(), TerminalInput(lambda _: None), list[Message]()
    channel.line.on_input = lambda data, came: found.extend(terminal.feed(data, came))
    more = 100 if held else BURST + 100
    if held:  # the app is busy with the key before
        channel.line.hold_back(True)
    channel.arrives(PASTE + b"y" * more)
    channel.arrives(b"q\r" + END)
    if held:
        await asyncio.sleep(0.6)  # longer than the decoder waits for the rest of a paste
        channel.line.hold_back(False)
    while channel.paused or channel.line.has_more:
        await asyncio.sleep(0.01)
    channel.line.close()
    assert keys(found) == []
    assert [len(one.text) for one in found if isinstance(one, Paste)] == [more + 2]


# ---------------------------------------------------------------- the app at home


class Unseen(Terminal):
    """A terminal that reads as fast as it can and shows nothing."""

    def read(self, timeout: float = 0.0) -> bool:
        """Read what the program writes; keep only the last of it."""
        if not (self._open and select.select([self._master], [], [], timeout)[0]):
            return False
        try:
            data = os.read(self._master, 1 << 16)
        except OSError:
            return False
        self.raw = self.raw[-65536:] + data
        return bool(data)

    def starts(self) -> None:
        """Wait until clicks are heard and nothing is written any more."""
        self.until(lambda: b"\x1b[?1000h" in self.raw)
        self.settles(0.3)

    def types(self, data: bytes) -> None:
        """Type much, and read meanwhile."""
        os.set_blocking(self._master, False)
        while data:
            with suppress(BlockingIOError):
                data = data[os.write(self._master, data[:4096]) :]
            self.read(0.01)


@pytest.mark.processes
def test_ctrl_q_ends_the_app_however_many_reports_came_before(tmp_path: Path) -> None:
    command = [*PROGRAM, "new", "--seed", "7F3K", "--players", "1"]
    terminal = Unseen(command, tmp_path)
    with terminal:
        terminal.starts()
        terminal.types(b"\x1b[I\x1b[O" * 25_000 + b"\x11")
        assert terminal.ends(within=10.0) == 0


@pytest.mark.processes
def test_ctrl_c_while_the_app_closes_prints_nothing(tmp_path: Path) -> None:
    for _ in range(8):  # the moment that shows the fault isn't met each time
        terminal = Unseen([*PROGRAM, "new"], tmp_path)
        with terminal:
            terminal.starts()
            terminal.press("ctrl+q")
            while terminal.process.poll() is None:
                terminal.press("\x03")
                terminal.read(0.02)
            terminal.ends()
            assert b"Traceback" not in terminal.raw


# ---------------------------------------------------------------- what never did


@pytest.mark.parametrize("data", REPLIES)
def test_a_late_reply_of_any_terminal_is_no_key(data: bytes) -> None:
    for pause in (0.0, 0.15):
        for cut in range(1, len(data)):
            found = in_pieces(data + b"k", [cut], pause)
            assert keys(found) == ["k"], (cut, found)


@pytest.mark.parametrize("key", [b"\x03", b"\x11"])
@pytest.mark.parametrize(
    "state",
    [
        *[b"\x1b", b"\x1b\x1b", b"\x1b[", b"\x1b[1;", b"\x1b[[", b"\x1b[M", b"\x1b[M !", b"\x1bO"],
        *[b"\x1bO5", b"\x1b]", b"\x1b]1\x1b", b"\x1bP", b"\x1b_", b"\x1b^", b"\x1bX", b"\xe2\x82"],
        *[b"\x1b[" + b"1" * 999, b"\x1b]" + b"x" * 9999, b"\x1b\xf0\x9f", b"\x1b[<0;1;"],
    ],
)
def test_ctrl_c_and_ctrl_q_are_keys_in_every_state(state: bytes, key: bytes) -> None:
    expected = {b"\x03": "ctrl+c", b"\x11": "ctrl+q"}[key]
    for before in (b"", KITTY):
        assert [one[1] for one in told_by((1.0, state + key), before=before)] == [expected]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"\x1b[99;197u\x1b[113;133u\x1b[67;69u", ["ctrl+c", "ctrl+q", "ctrl+c"]),
        (b"\x1b[97::113;5u\x1b[113::97;5u", ["ctrl+a", "ctrl+q"]),  # AZERTY
        (b"\x1b[97;129u\x1b[1;129A\x1b[57400;129;49u", ["a", "up", "1"]),  # num lock
        (b"\x1b[97;3;229u\x1b[97;;128512u", ["å", "grinning_face"]),
        (b"\x1b[1;1:3A\x1b[3;129:3~\x1b[57427~", ["kp_begin"]),
        (b"\x1b\x1b[A\x1b\x1bOA\x1b\x1b[5~", ["alt+up", "alt+up", "alt+pageup"]),
        (b"\x1b[7^\x1b[7$\x1b[;5A\x1b[1;65A", ["ctrl+end", "shift+home", "ctrl+up", "up"]),
    ],
)
def test_a_legal_but_odd_key_is_what_the_terminal_means(data: bytes, expected: list[str]) -> None:
    assert keys(typed(data)) == expected


def test_a_paste_ends_only_by_its_own_end() -> None:
    for inside in (
        b"\x1b[20",
        b"\x1b",
        b"\x1b[201",
        PASTE,
        b"\x1b]0;x\x07",
        b"\x1b[<0;1;1M",
        b"\xc3",
    ):
        paste, key = typed(PASTE + b"a" + inside + END + b"x")
        assert isinstance(paste, Paste)
        assert isinstance(key, Key)
        assert (paste.text[0], key.key) == ("a", "x")


@pytest.mark.parametrize("data", [b"\x1b[<0;99999;99999M", b"\x1b[<0;0;1M", b"\x1b[<255;1;1M"])
def test_a_click_that_is_nowhere_is_still_bounded(data: bytes) -> None:
    assert all(isinstance(one, MouseDown) and one.x < 100_000 for one in typed(data))


def try_cuts(seed: str, count: int) -> None:
    """Fail if some input, with replies and pastes in it, is another when it is cut at one place."""
    random = Random(seed)
    parts = [*TERMINALS, *REPLIES, PASTE + b"q\x11" + END, KITTY]
    for _ in range(count):
        data = b"".join(
            random.choice(parts) if random.random() < 0.8 else random.randbytes(3)
            for _ in range(random.randrange(1, 6))
        )
        whole = told_by((0.0, data))
        pause = random.choice((0.0, 0.19))
        for cut in range(1, len(data)):
            assert told_by((0.0, data[:cut]), (pause, data[cut:])) == whole, (cut, data)


@pytest.mark.slow
def test_one_cut_at_any_place_does_not_matter() -> None:
    try_cuts("cuts", 300)


@pytest.mark.attack
def test_one_cut_at_any_place_of_many_inputs_does_not_matter() -> None:
    try_cuts("attack", 100_000)
