"""What a terminal can do, told from its variables and streams."""

from io import BytesIO, TextIOWrapper

import pytest

from regicide_tui.terminal import colours, find_obstacle, is_remote, writes_utf8


class Screen(TextIOWrapper):
    """A stream that is a terminal."""

    def __init__(self, encoding: str = "utf-8", *, terminal: bool = True) -> None:
        super().__init__(BytesIO(), encoding=encoding)
        self._terminal = terminal

    def isatty(self) -> bool:
        """Tell whether it is one."""
        return self._terminal


XTERM = {"TERM": "xterm-256color"}


@pytest.mark.parametrize(
    ("environment", "found"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "truecolor"),
        ({"TERM": "linux", "COLORTERM": "24bit"}, "truecolor"),
        (XTERM, "256"),
        ({"TERM": "xterm-kitty"}, "truecolor"),
        ({"TERM": "linux"}, "16"),
        ({"TERM": "screen"}, "16"),
        ({}, "16"),
        ({**XTERM, "NO_COLOR": "1"}, "none"),
        ({**XTERM, "NO_COLOR": ""}, "256"),
        ({**XTERM, "TEXTUAL_COLOR_SYSTEM": "standard"}, "16"),
        ({"TERM": "linux", "TEXTUAL_COLOR_SYSTEM": "truecolor"}, "truecolor"),
    ],
)
def test_colours_are_told_from_the_variables(environment: dict[str, str], found: str) -> None:
    assert colours(environment) == found


@pytest.mark.parametrize(
    ("term", "found"),
    [
        *[(f"{name}-256color", "256") for name in ("xterm", "tmux", "screen", "rxvt-unicode")],
        *[(f"{name}-256color", "256") for name in ("putty", "konsole", "vte", "gnome", "st")],
        ("screen-256color-bce", "256"),
        ("screen-256color-s", "256"),
        ("screen.xterm-256color", "256"),
        ("xterm-256color-italic", "256"),
        ("XTERM-256COLOR", "256"),
        *[(name, "truecolor") for name in ("alacritty", "alacritty-direct", "foot", "foot-extra")],
        *[(name, "truecolor") for name in ("xterm-kitty", "kitty", "wezterm", "contour", "mintty")],
        *[(name, "truecolor") for name in ("xterm-ghostty", "ghostty", "rio", "xterm-direct")],
        *[(name, "16") for name in ("xterm", "screen", "tmux", "linux", "xterm-16color")],
        *[(name, "16") for name in ("vt100", "vt220", "rxvt", "ansi", "dumb", "unknown", "")],
    ],
)
def test_colours_are_told_from_the_name_of_the_terminal(term: str, found: str) -> None:
    assert colours({"TERM": term}) == found
    assert colours({"TERM": term, "COLORTERM": "truecolor"}) == "truecolor"
    assert colours({"TERM": term, "COLORTERM": "24bit", "NO_COLOR": "1"}) == "none"


def test_windows_has_all_colours() -> None:
    assert colours({}, windows=True) == "truecolor"


@pytest.mark.parametrize(
    ("encoding", "yes"), [("utf-8", True), ("UTF8", True), ("ascii", False), ("latin-1", False)]
)
def test_only_utf_8_is_utf_8(encoding: str, yes: bool) -> None:
    assert writes_utf8(Screen(encoding), {}) is yes
    assert not writes_utf8(None, {})


@pytest.mark.parametrize(
    ("locale", "yes"),
    [
        ({}, True),
        ({"LC_ALL": "C"}, False),
        ({"LANG": "POSIX"}, False),
        ({"LC_ALL": "", "LC_CTYPE": "en_GB.utf8", "LANG": "C"}, True),
        ({"LC_ALL": "C", "LANG": "en_GB.UTF-8"}, False),
        ({"LANG": "de_DE.ISO-8859-15@euro"}, False),
        ({"LANG": "de_DE.UTF-8@euro"}, True),
        ({"LANG": "de_DE"}, True),
    ],
)
def test_a_locale_without_utf_8_wants_plain_letters(locale: dict[str, str], yes: bool) -> None:
    assert writes_utf8(Screen(), locale, utf8_mode=False) is yes


def test_a_locale_that_python_sets_itself_does_not_count() -> None:
    made = {"LC_CTYPE": "C.UTF-8", "LANG": "C"}
    assert not writes_utf8(Screen(), made, utf8_mode=True)
    assert writes_utf8(Screen(), made, utf8_mode=False)
    assert writes_utf8(Screen(), {"LC_CTYPE": "C.UTF-8"}, utf8_mode=True)


@pytest.mark.parametrize("name", ["SSH_CONNECTION", "SSH_TTY"])
def test_a_line_through_ssh_is_far(name: str) -> None:
    assert is_remote({name: "/dev/pts/1"})
    assert not is_remote({name: ""})


def test_in_a_terminal_nothing_stands_in_the_way() -> None:
    assert find_obstacle(Screen(), Screen(), XTERM, windows=False) == ""
    assert find_obstacle(Screen(), Screen(), {}, windows=True) == ""


@pytest.mark.parametrize("keyboard", [None, Screen(terminal=False)])
def test_without_a_keyboard_or_a_screen_one_can_not_play(keyboard: Screen | None) -> None:
    for one, other in ((keyboard, Screen()), (Screen(), keyboard)):
        assert "needs a terminal" in find_obstacle(one, other, XTERM, windows=False)


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"TERM": ""}, {}])
def test_a_terminal_that_can_not_move_its_cursor_is_no_use(environment: dict[str, str]) -> None:
    assert "can't move its cursor" in find_obstacle(Screen(), Screen(), environment, windows=False)
