"""A review whose people are in different processes of a server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest

from regicide_tui.server.api.reviews import ReviewHandle
from regicide_tui.server.model.review import commands as c
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.services.reviews import Reviews
from regicide_tui.thinking.bot_process import BotProcess
from regicide_tui.thinking.questions import Judgement, ReviewQuestion
from tests.server.gatherings import api_of, begin, enter_review
from tests.server.review.finished import ADA, BEA, DEE, a_legal_action, finish
from tests.server.scenarios.setups import Process, Server, serving
from tests.server.screens.test_table import cards_in, may_know, sees_the_rest_together
from tests.server.visitors import visiting
from tests.server.waiting import until


@pytest.fixture(autouse=True)
def nobody_judges(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no bot think, but in the tests of verdicts."""
    if "verdict" not in request.node.name:
        monkeypatch.setattr(Reviews, "wake_judge", lambda _: None)


class Reviewed(NamedTuple):
    """A finished game of ada and bea on a server of two processes."""

    server: Server
    table: str

    @property
    def one(self) -> Process:
        """The first process."""
        return self.server.processes[0]

    @property
    def two(self) -> Process:
        """The second process."""
        return self.server.processes[1]

    async def enter(self, process: Process, name: str, moment: int | None = None) -> ReviewHandle:
        """Let somebody of a process into the review; then all processes know of it."""
        api = api_of(process.services, name)
        api.visit.come(lambda _: None)
        handle = await api.reviews.enter(self.table, moment)
        await self.server.settle()
        return handle


@asynccontextmanager
async def reviewed(url: str) -> AsyncIterator[Reviewed]:
    """Play a game on a server with two processes."""
    async with serving(url) as server:
        services = server.processes[0].services
        table = await begin(services)
        await finish(services, table)
        await server.settle()
        yield Reviewed(server, table)


async def test_a_process_that_was_cut_off_agrees_again(url: str) -> None:
    async with reviewed(url) as played:
        ada, bea = await played.enter(played.one, ADA), await played.enter(played.two, BEA)
        for process in (played.one, played.two):
            await played.server.cut_off(process)
            await ada.do(c.GoTo(ada.moment - 1))
            await played.server.settle()
            assert ada.state == bea.state
            assert {*ada.state.people} == {ADA, BEA}


async def test_whoever_moves_to_another_process_stays_in_the_review(url: str) -> None:
    async with reviewed(url) as played:
        before = await played.enter(played.one, ADA)
        bea = await played.enter(played.two, BEA)
        after = await played.enter(played.two, ADA, 3)
        before.leave()
        await played.server.settle()
        assert bea.state.people == (ADA, BEA)
        assert bea.state.leader == ADA
        assert after.state == bea.state


async def test_each_verdict_is_asked_for_once_and_seen_at_all_processes(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[ReviewQuestion] = []

    async def answer(_: BotProcess, question: ReviewQuestion) -> Judgement:
        asked.append(question)
        await asyncio.sleep(0)
        best = question.done or rules.legal_actions(question.observation.view)[0]
        return Judgement(best, 0.5, 0.25, good=(best,))

    monkeypatch.setattr(BotProcess, "ask", answer)
    async with reviewed(url) as played:
        ada, bea = await played.enter(played.one, ADA), await played.enter(played.two, BEA)
        rules = ada.state.game.history.game
        await until(lambda: ada.game.next_from(0) is None)
        await played.server.settle()
        assert len(asked) == ada.game.decisions
        assert bea.game.verdicts == ada.game.verdicts
        await ada.do(c.GoTo(1))
        await ada.do(c.BeginWhatIf())
        await until(lambda: bea.state.what_if is not None)
        await bea.do(c.Play(a_legal_action(bea.state.seen_by(BEA)), 0))
        await until(lambda: ada.state.steps == 1)
        await until(lambda: ada.reviewed.next_from(1) is None)
        await played.server.settle()
        assert bea.reviewed.verdicts == ada.reviewed.verdicts
        assert len(asked) <= ada.game.decisions + 3
        before = len(asked)
        ada.leave()
        await played.server.settle()
        assert bea.leads
        assert bea.game.next_from(0) is None
        await bea.do(c.EndWhatIf())
        await bea.do(c.GoTo(0))
        assert len(asked) == before, "the next owner knows all verdicts"


@pytest.mark.slow
async def test_no_card_of_a_running_game_comes_by_a_review_at_another_process(url: str) -> None:
    async with (
        reviewed(url) as played,
        visiting(played.one.services, ADA, size=(120, 40)) as [ada],
        visiting(played.two.services, BEA, size=(120, 40)) as [bea],
    ):
        ada.app.call_later(ada.app.show_review, played.table)
        await ada.sees("you lead, nobody follows")
        bea.app.call_later(bea.app.show_review, played.table)
        await ada.sees("you lead, bea follows")
        running = await begin(played.one.services)
        await played.server.settle()
        state = played.one.services.tables.whole(running).game
        assert state is not None
        for process in (played.one, played.two):
            for name in (ADA, DEE):
                with pytest.raises(Refused, match="still in progress"):
                    await enter_review(process.services, running, name)
        async with visiting(played.two.services, DEE) as [dee]:
            await ada.press("home", "n")
            await bea.sees("what if?")
            await bea.press("1", "enter")
            await ada.sees("Action 1 of 1")
            await dee.press("1")
            await dee.sees("watching")
            await dee.press("V", "\t", "d", "escape", "W", "J", "Y", "M", "n")
            assert "Replay" not in dee.window.written
            assert cards_in(dee.window.written) <= may_know(state, None)
            await sees_the_rest_together(dee, state)
