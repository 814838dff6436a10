"""What a terminal shows outside of its window: the title, and notices on the desktop."""

from collections.abc import Mapping

import pytest

from regicide_tui.server.apps.desktop import Desktop, notice_kind
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.services.services import Services
from regicide_tui.tui.terminal.questions import understands_strings
from tests.server.gatherings import ADA
from tests.server.waiting import Time


@pytest.mark.parametrize(
    ("term", "environment", "kind"),
    [
        ("xterm-256color", {}, ""),
        ("tmux-256color", {}, ""),
        ("linux", {}, ""),
        ("", {}, ""),
        ("xterm-kitty", {}, "9"),
        ("xterm-ghostty", {}, "9"),
        ("foot-extra", {}, "777"),
        ("rxvt-unicode-256color", {}, "777"),
        ("xterm-256color", {"LC_TERMINAL": "iTerm2"}, "9"),
        ("xterm-256color", {"LC_TERMINAL": "something"}, ""),
    ],
)
def test_only_a_terminal_that_is_known_for_it_gets_notices(
    term: str, environment: Mapping[str, str], kind: str
) -> None:
    assert notice_kind(term, environment) == kind


@pytest.mark.parametrize("term", ["linux", "dumb", "vt100", "ansi", ""])
def test_a_terminal_without_a_title_gets_none(term: str) -> None:
    written: list[str] = []
    desktop = Desktop(written.append, term, {}, Time(1e6))
    desktop.show_title("Regicide")
    desktop.notify("It is your turn.")
    assert not written
    assert not understands_strings(term)


def test_a_title_is_sent_once() -> None:
    written: list[str] = []
    desktop = Desktop(written.append, "xterm-256color", {}, Time(1e6))
    for title in ("one", "one", "two", "one"):
        desktop.show_title(title)
    assert written == [f"\x1b]2;{title}\x1b\\" for title in ("one", "two", "one")]


def test_there_is_no_more_than_one_notice_a_minute() -> None:
    written: list[str] = []
    time = Time(1e6)
    desktop = Desktop(written.append, "foot", {}, time)
    for text, seconds in (("a", 0), ("b", 59), ("c", 1), ("d", 59.5), ("e", 0.5)):
        time.now += seconds
        desktop.notify(text)
    assert written == [f"\x1b]777;notify;Regicide;{text}\x1b\\" for text in "ace"]


async def test_who_turns_notices_on_and_off_without_end_is_stopped(services: Services) -> None:
    for at in range(20):
        await services.preferences.choose(ADA, "notices", bool(at % 2))
    with pytest.raises(Refused, match="too often"):
        await services.preferences.choose(ADA, "notices", False)
    assert services.preferences.settings_of(ADA).notices
