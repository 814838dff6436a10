"""What the bots say of the decisions of a game that people review together."""

import re

import pytest

from regicide_tui.server.services.services import Services
from regicide_tui.thinking.bot_process import BotProcess
from regicide_tui.thinking.bot_thread import Fault
from tests.server.review.finished import after_a_game, go_together


@pytest.mark.processes
async def test_verdicts_come_by_themselves_in_the_game_and_in_a_what_if(services: Services) -> None:
    async with after_a_game(services) as (table, ada, bea):
        await go_together(ada, bea)
        await ada.press("home")
        for one in (ada, bea):
            await one.until(lambda: re.search(r"win \d+%", one.window.text) is not None)  # noqa: B023
        await ada.press("n")
        await ada.sees("what if?")
        await ada.press("1", "enter")
        for one in (ada, bea):
            await one.sees("Action 1 of 1", "win ")
            await one.sees_no("still to analyse")
            await one.until(lambda: re.search(r"win \d+%", one.window.text) is not None)  # noqa: B023
        await ada.press("escape")
        await ada.sees("Press esc again to end it.")
        await ada.press("escape")
        await bea.sees("Replay 0/")
        await bea.press("V")
        room = services.reviews.open_reviews[table]
        await bea.until(lambda: room.review.judged.game.next_from(0) is None)
        await bea.sees(f"analysed {room.review.judged.game.judged_actions} of")


async def test_if_the_bot_fails_one_reads_so_and_goes_on(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise Fault("has failed")

    monkeypatch.setattr(BotProcess, "ask", fails)
    async with after_a_game(services) as (_, ada, bea):
        await go_together(ada, bea)
        await ada.sees("The bot that analyses the game has failed.")
        await ada.press("home")
        await bea.sees("Replay 0/", "has failed")
