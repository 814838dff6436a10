"""The wire: whatever was on the terminal, after an update it shows what the update says."""

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyte.screens import Char
from rich.cells import cell_len
from rich.segment import ControlType, Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from regicide_tui.terminal import Colours
from regicide_tui.tui.terminal.driver import is_shown, write
from regicide_tui.tui.terminal.wire import Wire

WIDTH, HEIGHT = 12, 3
STYLES = [
    Style.null(),
    *map(
        Style.parse,
        (
            "bold",
            "dim italic on blue",
            "#ff0000 on #101418",
            "bold #ff0000 on #101418",
            "underline #00ff00 on #101418",
            "reverse bold",
            "strike #00ff00",
        ),
    ),
]
NARROW, WIDE = "ab ♥  é", "中"


def terminal() -> tuple[pyte.Screen, pyte.Stream]:
    screen = pyte.Screen(WIDTH, HEIGHT)
    return screen, pyte.Stream(screen)


def whole(lines: list[Strip]) -> LayoutUpdate:
    """Return an update of the whole picture."""
    return LayoutUpdate([[line] for line in lines], Region(0, 0, WIDTH, HEIGHT))


def part(y: int, x: int, strip: Strip, left: int, right: int) -> ChopsUpdate:
    """Return an update of a span of a line, of which a strip is shown from a column on."""
    chops = [{x: strip} if line == y else {} for line in range(HEIGHT)]
    ends = [[x + strip.cell_length] if line == y else [] for line in range(HEIGHT)]
    return ChopsUpdate(chops, [(y, left, right)], ends)


def written(*updates: CompositorUpdate, colours: Colours = "truecolor") -> list[str]:
    """Return what one wire writes for updates, one after the other."""
    wire = Wire(colours)
    return [write(wire, update) for update in updates]


def seen(char: Char) -> tuple[object, ...]:
    """Return what is to be seen of a cell: of a blank only what marks it."""
    drawn = char.data.strip()
    marks = char.reverse, char.underscore, char.strikethrough
    ink = char.fg if drawn or any(marks) else None
    weight = (char.bold, char.italics) if drawn else None
    return char.data, ink, weight, char.bg, marks


def picture(data: str) -> list[list[tuple[object, ...]]]:
    """Return what an empty terminal shows after these characters."""
    screen, stream = terminal()
    stream.feed(data)
    return [[seen(screen.buffer[y][x]) for x in range(WIDTH)] for y in range(HEIGHT)]


@st.composite
def strips(draw: st.DrawFn, characters: str = NARROW + WIDE) -> Strip:
    text = st.text(characters, min_size=1, max_size=6)
    pieces = draw(st.lists(st.tuples(text, st.sampled_from(STYLES))))
    return Strip([Segment(text, style) for text, style in pieces]).adjust_cell_length(WIDTH)


def pictures(characters: str = NARROW + WIDE) -> st.SearchStrategy[list[Strip]]:
    return st.lists(strips(characters), min_size=HEIGHT, max_size=HEIGHT)


@st.composite
def spans(draw: st.DrawFn) -> tuple[int, int, int]:
    """A line, and the first column and the end of some of it."""
    left = draw(st.integers(0, WIDTH - 1))
    return draw(st.integers(0, HEIGHT - 1)), left, draw(st.integers(left + 1, WIDTH))


@given(st.lists(pictures(), min_size=1, max_size=4))
def test_after_any_pictures_the_terminal_shows_the_last_one(some: list[list[Strip]]) -> None:
    wire = Wire("truecolor")
    data = "".join(write(wire, whole(lines)) for lines in some)
    assert picture(data) == picture(write(Wire("truecolor"), whole(some[-1])))


@given(pictures())
def test_a_first_picture_is_what_textual_would_have_written(lines: list[Strip]) -> None:
    plain = "".join(
        f"\x1b[{y + 1};1H"
        + "".join(style.render(text) if style else text for text, style, _ in line)
        for y, line in enumerate(lines)
    )
    assert picture(*written(whole(lines))) == picture(plain)


@given(pictures(NARROW), spans(), strips(NARROW))
def test_a_span_changes_that_span_alone(
    lines: list[Strip], span: tuple[int, int, int], line: Strip
) -> None:
    y, left, right = span
    new = [*lines]
    edges = lines[y].crop(0, left), line.crop(left, right), lines[y].crop(right, WIDTH)
    new[y] = Strip.join(edges)
    both = written(whole(lines), part(y, 0, line, left, right))
    assert picture("".join(both)) == picture(*written(whole(new)))


@given(pictures(), spans(), strips())
def test_after_half_a_wide_character_was_written_over_the_next_picture_is_right(
    lines: list[Strip], span: tuple[int, int, int], line: Strip
) -> None:
    y, left, right = span
    all_three = written(whole(lines), part(y, 0, line, left, right), whole(lines))
    assert picture("".join(all_three)) == picture(*written(whole(lines)))


@given(pictures())
def test_what_the_terminal_shows_already_is_not_written(lines: list[Strip]) -> None:
    assert written(whole(lines), whole(lines))[1] == ""


def test_what_was_forgotten_is_written_again() -> None:
    lines = [Strip([Segment("a" * WIDTH)])] * HEIGHT
    wire = Wire("truecolor")
    assert not wire.written
    first = write(wire, whole(lines))
    assert wire.written
    assert write(wire, whole(lines)) == ""
    wire.forget()
    assert not wire.written
    assert write(wire, whole(lines)) == first


def test_a_picture_of_another_size_is_written_whole() -> None:
    wire = Wire("truecolor")
    lines = [Strip([Segment("a" * WIDTH)])] * HEIGHT
    small = LayoutUpdate([[lines[0].crop(0, 5)]], Region(0, 0, 5, 1))
    first = write(wire, whole(lines))
    assert write(wire, small) == "\x1b[1;1Haaaaa"
    assert write(wire, whole(lines)) == first


def test_the_first_whole_picture_writes_only_what_spans_before_it_left_out() -> None:
    wire = Wire("truecolor")
    line = Strip([Segment("a" * WIDTH)])
    spans = ChopsUpdate([{0: line}] * HEIGHT, [(0, 0, WIDTH)], [[WIDTH]] * HEIGHT)
    assert "a" * WIDTH in write(wire, spans)
    rest = write(wire, whole([line] * HEIGHT))
    assert rest.count("a" * WIDTH) == HEIGHT - 1


def test_a_moved_mark_costs_two_cells_and_two_moves() -> None:
    before = Strip([Segment("› A    B    ")])
    after = Strip([Segment("  A  › B    ")])
    assert written(part(1, 0, before, 0, WIDTH), part(1, 0, after, 0, WIDTH))[1] == (
        "\x1b[2;1H \x1b[4C›"
    )


@pytest.mark.parametrize(
    ("colours", "code"),
    [
        ("truecolor", "38;2;255;0;0"),
        ("256", "38;5;196"),
        ("16", "31"),
    ],
)
def test_each_wire_has_its_own_colours(colours: Colours, code: str) -> None:
    red = Style.parse("#ff0000")
    for _ in range(2):
        (data,) = written(part(0, 0, Strip([Segment("x", red)]), 0, 1), colours=colours)
        assert data == f"\x1b[1;1H\x1b[{code}mx\x1b[m"


@pytest.mark.parametrize("evil", ["\udcff", "\ue000", "\u00ad"])
def test_what_has_a_cell_but_is_not_printable_is_drawn_as_a_question_mark(evil: str) -> None:
    for text in (evil, f"{evil}{evil}"):
        strip = Strip([Segment(text)], len(text))
        (data,) = written(part(0, 0, strip, 0, len(text)))
        assert evil not in data
        assert set(data.removeprefix("\x1b[1;1H")) <= {"?"}


@pytest.mark.parametrize("evil", ["\x1b[2J", "\x07", "\x9b2J", "\u202e", "\r\n", "\x00"])
def test_no_control_character_gets_through(evil: str) -> None:
    (data,) = written(part(0, 0, Strip([Segment(f"a{evil}b")]), 0, WIDTH))
    printable = "".join(char for char in evil if char.isprintable())
    assert data == f"\x1b[1;1Ha{printable}b"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\u2665\ufe0fx", "\u2665 x"),
        ("\u231a\ufe0ex", "\u231ax"),
        ("\U0001f469\u200d\U0001f680x", "\U0001f469x"),
        ("e\u0301x", "e\u0301x"),
        ("\ufe0fx", "x"),
    ],
)
def test_a_text_has_as_many_cells_as_rich_counts_on_every_terminal(text: str, shown: str) -> None:
    """Terminals disagree on characters with a variant and on joined ones: they are not written."""
    strip = Strip([Segment(text)])
    (data,) = written(part(0, 0, strip, 0, strip.cell_length))
    assert data == f"\x1b[1;1H{shown}"
    assert sum(map(cell_len, shown)) == strip.cell_length


def test_controls_of_others_are_not_written() -> None:
    bell = Segment("\x07", None, [(ControlType.BELL,)])
    assert written(part(0, 0, Strip([bell, Segment("a")], 1), 0, 1)) == ["\x1b[1;1Ha"]


@given(pictures(), pictures())
def test_an_update_is_shown_already_if_nothing_is_to_be_written(
    lines: list[Strip], others: list[Strip]
) -> None:
    wire = Wire("truecolor")
    assert not is_shown(wire, whole(lines))
    write(wire, whole(lines))
    assert is_shown(wire, whole(lines))
    assert is_shown(wire, whole(others)) == (write(wire, whole(others)) == "")


def test_what_a_window_of_another_size_shows_is_unknown() -> None:
    wire = Wire("truecolor")
    line = Strip.blank(WIDTH)
    write(wire, whole([line] * HEIGHT))
    assert not is_shown(wire, LayoutUpdate([[line]], Region(0, 0, WIDTH, 1)))
