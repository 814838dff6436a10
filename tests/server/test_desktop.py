"""What a terminal shows outside of its window: the title, and notices on the desktop."""

from collections.abc import Mapping

import pytest

from regicide_tui.server.apps.desktop import Desktop, notice_kind
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.services.services import Services
from regicide_tui.tui.terminal.questions import understands_strings
from tests.server.gatherings import ADA, BEA, begin, first_action
from tests.server.test_hub import Time
from tests.server.visitors import Person, visiting


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
    desktop = Desktop(written.append, term, {}, Time())
    desktop.show_title("Regicide")
    desktop.notify("It is your turn.")
    assert not written
    assert not understands_strings(term)


def test_a_title_is_sent_once() -> None:
    written: list[str] = []
    desktop = Desktop(written.append, "xterm-256color", {}, Time())
    for title in ("one", "one", "two", "one"):
        desktop.show_title(title)
    assert written == [f"\x1b]2;{title}\x1b\\" for title in ("one", "two", "one")]


def test_there_is_no_more_than_one_notice_a_minute() -> None:
    written: list[str] = []
    time = Time()
    desktop = Desktop(written.append, "foot", {}, time)
    for text, seconds in (("a", 0), ("b", 59), ("c", 1), ("d", 59.5), ("e", 0.5)):
        time.seconds += seconds
        desktop.notify(text)
    assert written == [f"\x1b]777;notify;Regicide;{text}\x1b\\" for text in "ace"]


class KittyPerson(Person):
    """Somebody at a terminal that shows notices."""

    def make_visitor(self) -> Visitor:
        return Visitor(self.name, False, "xterm-kitty", {"LANG": "C.UTF-8"})


async def act_as(services: Services, table: str, name: str) -> None:
    """Let somebody act until it is another's turn."""
    while (action := first_action(services.tables.whole(table)))[0] == name:
        await services.commands.do(table, name, commands.Act(action[1]))


async def in_the_lobby(services: Services) -> tuple[KittyPerson, str]:
    """Return ada, who is in the lobby while it is bea's turn, and the table."""
    table = await begin(services, "king_of_the_dead")
    await act_as(services, table, ADA)
    ada = KittyPerson(services, ADA)
    ada.come()
    await ada.comes_back()
    await ada.press("m")
    await ada.sees("Welcome,")
    return ada, table


NOTICE = "\x1b]9;It is your turn: King of the Dead with bea.\x1b\\"
TITLE, YOURS = "\x1b]2;Regicide\x1b\\", "\x1b]2;Regicide: your turn\x1b\\"


async def test_who_looks_elsewhere_gets_a_title_and_a_notice(services: Services) -> None:
    ada, table = await in_the_lobby(services)
    assert ada.window.raw.count(TITLE) == 1
    await act_as(services, table, BEA)
    await ada.sees("It is your turn: King of the Dead with bea.")
    assert NOTICE in ada.window.raw
    assert ada.window.raw.endswith(YOURS) or YOURS in ada.window.raw
    await act_as(services, table, ADA)
    await ada.until(lambda: ada.window.raw.count(TITLE) == 2)
    await ada.drop()


async def test_one_may_turn_notices_off_for_good(services: Services) -> None:
    ada, table = await in_the_lobby(services)
    await ada.sees("Desktop notices", "on, when it is your turn")
    await ada.press("o")
    await ada.until(lambda: "on, when it is your turn" not in ada.window.text)
    await act_as(services, table, BEA)
    await ada.sees("It is your turn: King of the Dead with bea.")
    assert "\x1b]9;" not in ada.window.raw
    assert "\a" in ada.window.written
    await ada.drop()
    assert not await services.preferences.wants_notices(ADA)
    assert await services.preferences.wants_notices(BEA)


async def test_who_turns_notices_on_and_off_without_end_is_stopped(services: Services) -> None:
    for at in range(20):
        await services.preferences.want_notices(ADA, bool(at % 2))
    with pytest.raises(Refused, match="too often"):
        await services.preferences.want_notices(ADA, False)
    assert await services.preferences.wants_notices(ADA)


async def test_the_lobby_offers_no_notices_where_the_terminal_has_none(services: Services) -> None:
    async with visiting(services, ADA) as [ada]:
        await ada.sees("How to play")
        assert "Desktop notices" not in ada.window.text
