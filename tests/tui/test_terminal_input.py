"""From the bytes of a terminal to keys: what real terminals send, whole, in pieces and too late."""

from collections.abc import Iterable, Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.events import Key, MouseEvent, Paste
from textual.message import Message

from regicide_tui.tui.terminal.decoder import InputDecoder, PlacedKey, Reply
from regicide_tui.tui.terminal.questions import TerminalInput, TraitsFound
from regicide_tui.tui.terminal.sequences import ESCAPE_SECONDS

LATE = 60.0
"""Later than the time of any state."""

KEYS = [
    (b"a", ["a"]),
    (b"A", ["A"]),
    (b"?", ["question_mark"]),
    (b"\r\n\t \x7f\x08", ["enter", "ctrl+j", "tab", "space", "backspace", "backspace"]),
    (b"\x01\x1a\x1c", ["ctrl+a", "ctrl+z", "ctrl+backslash"]),
    ("é€日😀".encode(), ["é", "euro_sign", "日", "grinning_face"]),
    (b"\x1b", ["escape"]),
    (b"\x1b\x1b", ["escape", "escape"]),
    (b"\x1b[A\x1bOB\x1b[1~\x1b[3~\x1b[Z", ["up", "down", "home", "delete", "shift+tab"]),
    (b"\x1b[1;5C\x1b[5;2~\x1b[3;3~", ["ctrl+right", "shift+pageup", "alt+delete"]),
    (b"\x1b[[A\x1bOP\x1b[11~", ["f1", "f1", "f1"]),
    (b"\x1b[25~\x1b[1;2R", ["f13", "shift+f3"]),
    (b"\x1ba\x1bA\x1b1\x1b\r\x1b\x7f", ["alt+a", "alt+shift+a", "alt+1", "alt+enter", "ctrl+w"]),
    ("\x1bé".encode(), ["alt+é"]),
    (b"\x1b\x1b[A", ["alt+up"]),
    (b"\x1b[", ["alt+left_square_bracket"]),
    (b"\x1bO", ["alt+shift+o"]),
    (b"\x1b]", ["alt+right_square_bracket"]),
    (b"\x1bP", ["alt+shift+p"]),
    (b"\x1b[a\x1b[3$x\x1b[3^", ["shift+up", "delete", "x", "ctrl+delete"]),
    (b"\x1bOM\x1bOp\x1bOk", ["enter", "0", "plus"]),
    # kitty's keyboard protocol, and xterm's modifyOtherKeys
    (b"\x1b[27u\x1b[27;1:1u\x1b[27;1:2u", ["escape", "escape", "escape"]),
    (b"\x1b[27;1:3u\x1b[1;1:3A\x1b[97;1:3u", []),
    (b"\x1b[13;2u\x1b[32;2u\x1b[127;2u", ["enter", "space", "backspace"]),
    (b"\x1b[9;2u\x1b[1;2A\x1b[13;5u", ["shift+tab", "shift+up", "ctrl+enter"]),
    (b"\x1b[99;5u\x1b[1089::99;5u\x1b[1081::113;5u", ["ctrl+c", "ctrl+c", "ctrl+q"]),
    (b"\x1b[99;69u\x1b[99;6u", ["ctrl+c", "ctrl+shift+c"]),
    (b"\x1b[105;2;73u\x1b[105;2u\x1b[105;65u\x1b[55:47;2u", ["I", "I", "I", "slash"]),
    (b"\x1b[0;;104:105u", ["h", "i"]),
    (b"\x1b[57404;1;53u\x1b[57404u\x1b[57413;1;43u\x1b[57414u", ["5", "5", "plus", "enter"]),
    (b"\x1b[57441;2u\x1b[57358u", ["caps_lock"]),
    (b"\x1b[27;2;13~\x1b[27;5;99~\x1b[27;6;27~", ["enter", "ctrl+c", "ctrl+shift+escape"]),
]

NO_KEYS = [
    b"\x1b[9999999999;5u",
    b"\x1b[55296u",
    b"\x1b[1114112u",
    b"\x1b[57343u",
    b"\x1b[;;;;;;u",
    b"\x1b[1;2;3;4;5A",
    b"\x1bP>|XTerm(390)\x1b\\",
    b"\x1bP>|tmux 3.4\x07",
    b"\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\",
    b"\x1b]11;rgb:1e1e/1e1e/2e2e\x07",
    b"\x1bP1$r0;48:2::1:2:3m\x1b\\",
    b"\x1bP1+r524742=382f382f38\x1b\\",
    b"\x1b_Gi=31;OK\x1b\\",
    b"\x1b^private\x1b\\",
    b"\x1bXstring\x1b\\",
    b"\x1b[?997;1n",
    b"\x1b[?61;4;6;7;14;21;22c",
    b"\x1b[>84;0;0c",
    b"\x1b[0n",
    b"\x1b[8;24;80t",
    b"\x1b[24;80R",
    b"\x1b[?2026;2$y",
    b"\x1b[?2048;2$y",
    b"\x1b[48;24;80;480;640t",
    b"\x1b[48;0;0;0;0t",
    b"\x1b[201~",
    b"\x1b[<0;-1;-5M",
    b"\x1b[<0;99999999;1M",
    b"\x1b[<35;10;10M",
    b"\x1b[M\x20\x20\x20",
    b"\x1b[12;34;56M",
    b"\x1b[" + b"1;" * 4000 + b"A",
    b"\x1b]52;c;" + b"QUJD" * 9000 + b"\x1b\\",
    b"\x1b]0;\xc3\xa9\xff\x1b\\",
    b"\xc2\x9b\xc2\x85\xe2\x80\x8b",
    b"\xff\xc0\xaf\xed\xa0\x80\xf5",
    b"\x1b[12",
    b"\x1b]11;rgb:",
    b"\x1b[M!",
    b"\xe2\x82",
]
"""What is no key: answers to questions that somebody else has asked, garbage, what is cut off."""

CLICKS = [
    (b"\x1b[<0;35;20M", [("MouseDown", 34, 19, 1)]),
    (b"\x1b[<2;300;99m", [("MouseUp", 299, 98, 3)]),
    (b"\x1b[<64;1;1M\x1b[<65;1;1M", [("MouseScrollUp", 0, 0, 0), ("MouseScrollDown", 0, 0, 0)]),
    (b"\x1b[M !!\x1b[M#!!", [("MouseDown", 0, 0, 1), ("MouseUp", 0, 0, 1)]),
    (b"\x1b[M\x22\xff\xff\x1b[M#\xff\xff", [("MouseDown", 222, 222, 3), ("MouseUp", 222, 222, 3)]),
]


def typed(data: bytes) -> list[Message]:
    """Decode bytes that arrive at once, followed by a long pause."""
    decoder = InputDecoder()
    return [*decoder.feed(data, 0.0), *decoder.tick(LATE)]


def keys(found: Iterable[object]) -> list[str]:
    """Return the names of the keys among messages."""
    return [one.key for one in found if isinstance(one, Key)]


def told(found: Iterable[Message]) -> list[tuple[object, ...]]:
    """Return messages as values that can be compared."""
    return [tuple(facts(one)) for one in found]


def facts(one: Message) -> Iterator[object]:
    """Yield what distinguishes a message."""
    yield type(one)
    match one:
        case Key():
            yield from (one.key, one.character, getattr(one, "place", None))
        case Paste():
            yield one.text
        case Reply():
            yield one.sequence
        case MouseEvent():
            yield from (one.x, one.y, one.button, one.shift, one.meta, one.ctrl)
        case _:
            pass


@pytest.mark.parametrize(("data", "expected"), KEYS)
def test_a_key_is_the_key_that_the_terminal_means(data: bytes, expected: list[str]) -> None:
    assert keys(typed(data)) == expected


@pytest.mark.parametrize("data", NO_KEYS)
def test_what_is_no_key_is_swallowed_whole(data: bytes) -> None:
    assert [one for one in typed(data) if not isinstance(one, Reply)] == []
    followed = typed(data + b"\x11")
    assert keys(followed) == ["ctrl+q"]


@pytest.mark.parametrize(("data", "expected"), CLICKS)
def test_a_click_lands_where_it_was_made(
    data: bytes, expected: list[tuple[str, int, int, int]]
) -> None:
    found = [one for one in typed(data) if isinstance(one, MouseEvent)]
    assert [(type(one).__name__, one.x, one.y, one.button) for one in found] == expected
    sizes = b"\x1b[?2048;2$y\x1b[48;24;80;480;640t\x1b[48;0;0;0;0t"
    assert told(typed(sizes + data))[-len(found) :] == told(found)


def test_a_key_that_types_a_foreign_letter_tells_its_place() -> None:
    for data, place, letter in [
        (b"\x1b[1088::104;;1088u", "h", "р"),
        (b"\x1b[1088:1056:104;2;1056u", "H", "Р"),
        (b"\x1b[38::49;;38u", "1", "&"),
    ]:
        (key,) = typed(data)
        assert isinstance(key, PlacedKey)
        assert (key.place, key.character) == (place, letter)


# ---------------------------------------------------------------- pieces and pauses

TERMINALS = [
    *[data for data, _ in KEYS],
    *[data for data, _ in CLICKS],
    *[data for data in NO_KEYS if len(data) < 100],
    *[b"\x1b", b"\x1b[", b"\x1bO", b"\x03", b"\x11", b"\x1b[200~", b"\x1b[201~", b"\x07", b"\x18"],
    *[b"\x1b[200~y\x03\x1b[Ay\x1b[201~", b"\x1b[1;", b"\x1b]0;", b"\x1bP", b"\xe2", b"\x82"],
]
"""What terminals send, whole and in parts."""


def in_pieces(data: bytes, cuts: Iterable[int], pause: float) -> list[Message]:
    """Decode bytes that arrive in pieces, with a pause after each."""
    decoder, found, now, start = InputDecoder(), list[Message](), 0.0, 0
    for cut in (*cuts, len(data)):
        found += decoder.tick(now)
        found += decoder.feed(data[start:cut], now)
        start, now = cut, now + pause
    return found + decoder.tick(now + LATE)


def sequences(random: Random) -> bytes:
    """Return some of what terminals send, in any order, with other bytes between."""
    parts = [
        random.choice(TERMINALS) if random.random() < 0.7 else random.randbytes(random.randrange(4))
        for _ in range(random.randrange(1, 9))
    ]
    return b"".join(parts)


def try_sequences(seed: str, count: int) -> None:
    """Fail if some input raises, or is something else when it comes byte by byte."""
    random = Random(seed)
    for _ in range(count):
        data = sequences(random)
        cuts = range(1, len(data))
        assert told(in_pieces(data, cuts, 0.15)) == told(typed(data)), data


@pytest.mark.slow
def test_how_input_is_cut_does_not_matter() -> None:
    try_sequences("input", 3_000)


@pytest.mark.attack
@pytest.mark.timeout(1800)
def test_how_a_million_inputs_are_cut_does_not_matter() -> None:
    try_sequences("attack", 1_000_000)


@given(st.binary(max_size=300), st.data())
def test_any_bytes_are_taken_in_any_pieces(data: bytes, draw: st.DataObject) -> None:
    cuts = sorted(draw.draw(st.lists(st.integers(0, len(data)), max_size=9)))
    assert told(in_pieces(data, cuts, 0.15)) == told(typed(data))


def test_an_arrow_key_in_two_pieces_is_no_escape() -> None:
    assert keys(in_pieces(b"\x1b[A", [1], 0.15)) == ["up"]
    assert keys(in_pieces(b"\x1b[A", [2], 0.45)) == ["up"]


def test_a_lone_escape_is_the_escape_key_after_the_documented_wait() -> None:
    decoder = InputDecoder()
    assert decoder.feed(b"\x1b", 5.0) == []
    assert decoder.deadline == 5.0 + ESCAPE_SECONDS
    assert keys(decoder.tick(5.0 + ESCAPE_SECONDS)) == ["escape"]
    assert decoder.deadline is None


def test_what_comes_after_a_pause_is_not_the_rest_of_what_came_before() -> None:
    decoder = InputDecoder()
    decoder.feed(b"\x1b[1;", 0.0)
    assert keys(decoder.feed(b"A", 1.0)) == ["A"]
    decoder.feed(b"\x1b]11;rgb:", 2.0)
    assert keys(decoder.feed(b"q", 3.0)) == ["q"]


# ---------------------------------------------------------------- pastes


def test_everything_inside_a_paste_is_text() -> None:
    text = "ä\x03\x11\x1b[A\x1b\r\nq"
    assert told(typed(b"\x1b[200~" + text.encode() + b"\x1b[201~x")) == [
        (Paste, text),
        (Key, "x", "x", None),
    ]


def test_a_paste_without_end_ends_after_half_a_second() -> None:
    decoder = InputDecoder()
    assert decoder.feed(b"\x1b[200~lost\x03", 0.0) == []
    assert told(decoder.feed(b"\x03", 0.5)) == [(Paste, "lost\x03"), (Key, "ctrl+c", None, None)]


@pytest.mark.parametrize("key", [b"\x03", b"\x11"])
def test_a_paste_that_is_too_long_is_cut_and_ctrl_c_ends_it(key: bytes) -> None:
    decoder = InputDecoder()
    assert decoder.feed(b"\x1b[200~" + b"a" * 200_000, 0.0) == []
    paste, quit_key = decoder.feed(key + b"x", 0.1)
    assert isinstance(paste, Paste)
    assert paste.text == "a" * 65536
    assert keys([quit_key]) == [{b"\x03": "ctrl+c", b"\x11": "ctrl+q"}[key]]
    whole = typed(b"\x1b[200~" + b"a" * 200_000 + b"\x1b[201~x")
    assert told(whole) == [(Paste, "a" * 65536), (Key, "x", "x", None)]


# ---------------------------------------------------------------- questions and answers


def test_a_terminal_that_codes_escape_never_waits_for_a_lone_one() -> None:
    terminal = TerminalInput(lambda _: None)
    terminal.feed(b"\x1b[?29u", 0.0)
    assert keys(terminal.feed(b"\x1b[27u", 1.0)) == ["escape"]
    assert keys(terminal.feed(b"\x1b", 2.0)) == []
    assert keys(terminal.tick(LATE)) == []


def test_no_question_is_asked_that_an_unknown_terminal_would_print() -> None:
    written: list[str] = []
    terminal = TerminalInput(written.append)
    terminal.ask("xterm-256color", "")
    assert "\x1bP" not in "".join(written)
    terminal.feed(b"\x1bP>|foot(1.16)\x1b\\\x1bP>|foot(1.16)\x1b\\", 0.0)
    assert "".join(written).count("\x1bP$qm\x1b\\") == 1


@pytest.mark.parametrize(
    ("term", "program", "missing"),
    [("linux", "", "\x1b]"), ("vt220", "", "\x1b]"), ("xterm", "Apple_Terminal", "$p")],
)
def test_a_terminal_is_not_asked_what_it_would_print(term: str, program: str, missing: str) -> None:
    written: list[str] = []
    TerminalInput(written.append).ask(term, program)
    assert missing not in "".join(written)


@pytest.mark.parametrize(
    ("answer", "trait", "value"),
    [
        (b"\x1bP>|kitty(0.32)\x1b\\", "name", "kitty(0.32)"),
        (b"\x1b[?29u", "codes_escape", True),
        (b"\x1b[?2026;2$y", "synchronised", True),
        (b"\x1bP1$r0;48:2::1:2:3m\x1b\\", "true_colours", True),
        (b"\x1bP1$r48;2;1;2;3m\x1b\\", "true_colours", True),
        (b"\x1bP1$r48:2:1:2:3m\x1b\\", "true_colours", True),
        (b"\x1bP1+r524742=382f382f38\x1b\\", "true_colours", True),
        (b"\x1bP1+r524742\x1b\\", "true_colours", True),
        (b"\x1b]11;rgb:ffff/fafa/e0e0\x1b\\", "light", True),
        (b"\x1b]11;rgb:1e/1e/2e\x07", "light", False),
        (b"\x1b]11;rgba:f/f/f/f\x07", "light", True),
        (b"\x1b[?997;1n", "light", False),
        (b"\x1b[?997;2n", "light", True),
    ],
)
def test_an_answer_tells_what_the_terminal_can_do(answer: bytes, trait: str, value: object) -> None:
    (found,) = TerminalInput(lambda _: None).feed(answer, 0.0)
    assert isinstance(found, TraitsFound)
    assert getattr(found.traits, trait) == value


@pytest.mark.parametrize(
    "answer",
    [
        *[b"\x1b[?0u", b"\x1b[?2026;0$y", b"\x1b[?2026;4$y", b"\x1bP0$r\x1b\\"],
        *[b"\x1bP1$r0;48:5:16m\x1b\\", b"\x1bP0+r524742\x1b\\", b"\x1b]11;rgb:xx/yy/zz\x1b\\"],
        *[b"\x1b[?9" + b"9" * 200 + b";1n", b"\x1b]11;?\x1b\\"],
    ],
)
def test_other_answers_tell_nothing(answer: bytes) -> None:
    assert TerminalInput(lambda _: None).feed(answer, 0.0) == []


def test_a_key_right_after_a_forgotten_escape_is_a_key() -> None:
    decoder = InputDecoder()
    decoder.feed(b"\x1b", 0.0)
    decoder.forget()
    assert keys(decoder.feed(b"2", 0.1)) == ["2"]
    decoder.feed(b"\x1b", 1.0)
    decoder.forget()
    assert keys(decoder.feed(b"[A", 1.1)) == []
