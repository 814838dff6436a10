"""What terminals send to a server."""

import pyte

from regicide_tui.server.apps.driver import BEGIN
from regicide_tui.server.services.services import Services
from regicide_tui.tui.startup.early import WIDTH_QUESTION
from tests.server.gatherings import ADA
from tests.server.visitors import visiting
from tests.terminal.terminal import UNKNOWN_TO_PYTE

LATE_ANSWERS = (
    "\x1bP>|XTerm(390)\x1b\\\x1b]10;rgb:1e1e/1e1e/2e2e\x1b\\\x1b[?61;4;6;7;14;21;22c\x1b[>84;0;0c"
    "\x1b[0n\x1b[24;80R\x1b[?2048;2$y\x1b[48;24;80;480;640t\x1b[48;0;0;0;0t"
    "\x1b[1;1:3A\x1b[9999999999;5u\x1b[55296u\x1b[;;;;;u\x1b[97;1:3u\x1b[1112065;9u"
)


async def test_answers_and_odd_keys_change_nothing(services: Services) -> None:
    async with visiting(services, ADA) as [ada]:
        await ada.press("down", "up")  # so that the whole of the lobby is painted
        await ada.sees("› n  Open a table")
        before = ada.window.text
        ada.type(LATE_ANSWERS)
        await ada.press("down")
        await ada.until(lambda: "› n" not in ada.window.text)
        await ada.press("up")
        await ada.until(lambda: ada.window.text == before)


async def test_the_colours_follow_the_background_of_a_visitor(services: Services) -> None:
    async with visiting(services, ADA) as [ada]:
        assert ada.app.theme == "regicide-dark-256"
        ada.type("\x1b]11;rgb:ffff/ffff/ffff\x1b\\")
        await ada.until(lambda: ada.app.theme == "regicide-light-256")
        ada.type("\x1b[?997;1n")
        await ada.until(lambda: ada.app.theme == "regicide-dark-256")


async def test_a_visitor_whose_terminal_has_all_colours_gets_them(services: Services) -> None:
    async with visiting(services, ADA) as [ada]:
        assert "38;2;" not in ada.window.raw
        ada.type("\x1bP>|foot(1.16)\x1b\\\x1bP1$r0;48:2::1:2:3m\x1b\\")
        await ada.until(lambda: "38;2;" in ada.window.raw)
        assert ada.app.theme == "regicide-dark"


async def test_a_visitor_whose_terminal_draws_suits_too_wide_gets_letters(
    services: Services,
) -> None:
    async with visiting(services, ADA) as [ada]:
        assert not ada.window.text.isascii()
        ada.type("\x1b[2;7R")
        await ada.until(lambda: ada.window.text.isascii())


def test_what_measures_the_widths_is_not_seen_until_the_first_picture() -> None:
    screen = pyte.Screen(80, 24)
    pyte.Stream(screen).feed(UNKNOWN_TO_PYTE.sub("", BEGIN + WIDTH_QUESTION))
    assert "".join(screen.display).strip() == ""
