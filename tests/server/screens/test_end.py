"""The end of a game in the server: a report that fails takes no app away."""

import pytest
from msgspec.structs import replace

from regicide_tui.server.model.table import commands
from regicide_tui.server.services.services import Services
from regicide_tui.tui.games.king_of_the_dead import pages
from regicide_tui.tui.games.king_of_the_dead.pages import KingReport
from tests.server.gatherings import ADA, begin
from tests.server.visitors import visiting


@pytest.mark.parametrize("broken", ["report", "picture", "lines"])
async def test_a_report_that_fails_takes_no_app_away(
    services: Services, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise ValueError("a card")

    if broken == "report":
        monkeypatch.setattr(pages, "PAGES", replace(pages.PAGES, report=fails))
    elif broken == "picture":
        monkeypatch.setattr(KingReport, "picture", fails)
    else:
        monkeypatch.setattr("regicide_tui.tui.pages.result.report_rows", fails)
    told: list[BaseException] = []
    table = await begin(services, "king_of_the_dead")
    monkeypatch.setattr(services.tasks, "report", lambda error, **_: told.append(error))
    async with visiting(services, ADA) as [ada]:
        await services.commands.do(table, ADA, commands.Resign())
        words = "You resigned" if broken == "picture" else "can't be shown"
        await ada.sees(words, "Another game")
        assert [str(error) for error in told] == ["a card"]
