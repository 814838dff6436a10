"""A review whose people are in different processes of a server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from regicide_tui.server.api.reviews import ReviewHandle
from regicide_tui.server.model.review import commands as c
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.services.reviews import Reviews
from regicide_tui.thinking.bot_process import BotProcess
from regicide_tui.thinking.questions import Judgement, ReviewQuestion
from tests.server.gatherings import api_of, begin, enter_review
from tests.server.processes.houses import House, Process, housing, until
from tests.server.review.finished import ADA, BEA, CYD, DEE, GAMES, a_legal_action, finish
from tests.server.screens.test_table import cards_in, may_know, sees_the_rest_together
from tests.server.visitors import Person, news_of, visiting


@pytest.fixture(autouse=True)
def nobody_judges(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no bot think, but in the tests of verdicts."""
    if "verdict" not in request.node.name:
        monkeypatch.setattr(Reviews, "wake_judge", lambda _: None)


class Reviewed(NamedTuple):
    """A finished game of ada and bea on a server of two processes."""

    house: House
    table: str

    @property
    def one(self) -> Process:
        """The first process."""
        return self.house.processes[0]

    @property
    def two(self) -> Process:
        """The second process."""
        return self.house.processes[1]

    async def enter(self, process: Process, name: str, moment: int | None = None) -> ReviewHandle:
        """Let somebody of a process into the review; then all processes know of it."""
        api = api_of(process.services, name)
        api.visit.come(lambda _: None)
        handle = await api.reviews.enter(self.table, moment)
        await self.house.settle()
        return handle


@asynccontextmanager
async def reviewed(
    path: Path, game: str = "regicide", processes: int = 2
) -> AsyncIterator[Reviewed]:
    """Play a game on a server with some processes."""
    async with housing(path, processes) as house:
        services = house.processes[0].services
        table = await begin(services, game)
        await finish(services, table)
        await house.settle()
        yield Reviewed(house, table)


@asynccontextmanager
async def together(
    path: Path, game: str = "regicide"
) -> AsyncIterator[tuple[Reviewed, Person, Person]]:
    """Let ada and bea look at their game, at different processes; ada leads."""
    async with (
        reviewed(path, game) as played,
        visiting(played.one.services, ADA, size=(120, 40)) as [ada],
        visiting(played.two.services, BEA, size=(120, 40)) as [bea],
    ):
        ada.app.call_later(ada.app.show_review, played.table)
        await ada.sees("you lead, nobody follows")
        bea.app.call_later(bea.app.show_review, played.table)
        await bea.sees("ada leads, you follow")
        await ada.sees("you lead, bea follows")
        yield played, ada, bea


async def test_where_the_leader_goes_the_other_sees_without_a_key(path: Path) -> None:
    async with together(path) as (_, ada, bea):
        await ada.press("home")
        for number in range(1, 4):
            await ada.press("right")
            for one in (ada, bea):
                await one.sees(f"Replay {number}/")


async def test_the_lead_goes_to_another_process_and_its_keys_come_one_after_the_other(
    path: Path,
) -> None:
    async with together(path) as (_, ada, bea):
        await ada.press("home")
        await bea.sees("Replay 0/")
        await bea.press("Y")
        await bea.sees("ada leads: only the leader can do this.")
        await ada.press("Y")
        await bea.sees("you lead, ada follows")
        await bea.press("right", "right", "right")
        for one in (ada, bea):
            await one.sees("Replay 3/")
        await ada.press("right")
        await ada.sees("Replay 4/", "on your own, J follows bea")
        await ada.press("J")
        await ada.sees("Replay 3/")


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_is_played_on_differently_together(path: Path, game: str) -> None:
    async with together(path, game) as (played, ada, bea):
        record = (await played.one.services.finished.read(played.table, ADA)).game
        entries = len(await played.one.store.read(f"table/{played.table}", 0, 1000))
        await ada.press("home")
        await bea.sees("Replay 0/")
        await ada.press("n")
        for one in (ada, bea):
            await one.sees("what if?", "Whoever follows may play")
        await bea.press(*("e",) if game == "king_of_the_dead" else ("1", "enter"))
        for one in (ada, bea):
            await one.sees("Action 1 of 1")
        await ada.press("u")
        for one in (ada, bea):
            await one.sees("Whoever follows may play")
        await ada.press("escape")
        for one in (ada, bea):
            await one.sees("Replay 0/")
            await one.sees_no("what if?")
        assert (await played.one.services.finished.read(played.table, ADA)).game == record
        assert len(await played.one.store.read(f"table/{played.table}", 0, 1000)) == entries


async def test_a_leader_at_another_process_begins_takes_back_and_ends_a_what_if(
    path: Path,
) -> None:
    async with together(path) as (_, ada, bea):
        await ada.press("Y")
        await bea.sees("you lead, ada follows")
        await bea.press("home", "n")
        for one in (ada, bea):
            await one.sees("what if?", "Whoever follows may play")
        await bea.press("1", "enter")
        for one in (ada, bea):
            await one.sees("Action 1 of 1")
        await bea.press("u")
        for one in (ada, bea):
            await one.sees("Whoever follows may play")
        await ada.press("1", "enter")
        for one in (ada, bea):
            await one.sees("Action 1 of 1")
        await bea.press("escape")
        for one in (ada, bea):
            await one.sees("Replay 0/")
        await bea.press("V", "right", "right")
        await bea.sees("Action 3 of")
        await ada.sees("Replay 2/")


async def test_pointers_words_and_notes_are_seen_everywhere(path: Path) -> None:
    async with together(path) as (_, ada, bea):
        await ada.press("home")
        await bea.sees("Replay 0/")
        await bea.press("3")
        await ada.sees("bea points at ", "'s hand.")
        await bea.press("3")
        await ada.sees_no("bea points at ")
        await bea.press("t")
        await bea.sees("To all in the review:")
        await bea.press(*"Why this?", "enter")
        for one in (ada, bea):
            await one.sees("bea: Why this?")
        await ada.press("right")
        await bea.sees("Replay 1/")
        for writer, other, text in ((bea, ada, "Too early."), (ada, bea, "Too late.")):
            await writer.press("M", "M", *text, "enter")
            await writer.sees(f"{writer.name}: {text}")
            await writer.press("escape")
            await other.sees(f"{writer.name}: {text}")


async def test_if_the_process_of_the_leader_dies_the_others_go_on_where_they_were(
    path: Path,
) -> None:
    async with reviewed(path, processes=3) as played:
        handles = [
            await played.enter(process, name)
            for process, name in zip(played.house.processes, (ADA, BEA, CYD), strict=True)
        ]
        await handles[0].do(c.GoTo(2))
        await played.house.settle()
        await played.one.die()
        await played.house.settle()
        for one in handles[1:]:
            assert (one.state.people, one.state.leader) == ((BEA, CYD), BEA)
            assert one.moment == 2
        await handles[1].do(c.GoTo(4))
        await played.house.settle()
        assert handles[2].moment == 4


async def test_a_process_that_was_cut_off_agrees_again(path: Path) -> None:
    async with reviewed(path) as played:
        ada, bea = await played.enter(played.one, ADA), await played.enter(played.two, BEA)
        for process in (played.one, played.two):
            process.rows.cut_off()
            await ada.do(c.GoTo(ada.moment - 1))
            await played.house.settle()
            assert ada.state == bea.state
            assert {*ada.state.people} == {ADA, BEA}


async def test_whoever_leaves_is_gone_everywhere_and_so_is_a_room_without_people(
    path: Path,
) -> None:
    async with reviewed(path) as played:
        first, second = played.one.services.reviews, played.two.services.reviews
        ada = await played.enter(played.one, ADA)
        assert second.people_of(played.table) == (ADA,)
        bea = await played.enter(played.two, BEA)
        ada.leave()
        await played.house.settle()
        assert bea.state.people == (BEA,)
        assert not first.open_reviews
        assert first.people_of(played.table) == (BEA,)
        bea.leave()
        await played.house.settle()
        assert first.people_of(played.table) == second.people_of(played.table) == ()
        assert not second.open_reviews


async def test_somebody_outside_hears_who_reviews_the_game(path: Path) -> None:
    async with reviewed(path) as played:
        heard = asyncio.Event()
        end = news_of(played.two.services).reviews.add(heard.set, played.table, name=BEA)
        await played.enter(played.one, ADA)
        async with asyncio.timeout(20):
            await heard.wait()
        assert played.two.services.reviews.people_of(played.table) == (ADA,)
        end()


async def test_whoever_moves_to_another_process_stays_in_the_review(path: Path) -> None:
    async with reviewed(path) as played:
        before = await played.enter(played.one, ADA)
        bea = await played.enter(played.two, BEA)
        after = await played.enter(played.two, ADA, 3)
        before.leave()
        await played.house.settle()
        assert bea.state.people == (ADA, BEA)
        assert bea.state.leader == ADA
        assert after.state == bea.state


async def test_each_verdict_is_asked_for_once_and_seen_at_all_processes(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[ReviewQuestion] = []

    async def answer(_: BotProcess, question: ReviewQuestion) -> Judgement:
        asked.append(question)
        await asyncio.sleep(0)
        best = question.done or rules.legal_actions(question.observation.view)[0]
        return Judgement(best, 0.5, 0.25, good=(best,))

    monkeypatch.setattr(BotProcess, "ask", answer)
    async with reviewed(path) as played:
        ada, bea = await played.enter(played.one, ADA), await played.enter(played.two, BEA)
        rules = ada.state.game.history.game
        await until(played.house, lambda: ada.game.next_from(0) is None)
        await played.house.settle()
        assert len(asked) == ada.game.decisions
        assert bea.game.verdicts == ada.game.verdicts
        await ada.do(c.GoTo(1))
        await ada.do(c.BeginWhatIf())
        await until(played.house, lambda: bea.state.what_if is not None)
        await bea.do(c.Play(a_legal_action(bea.state.seen_by(BEA)), 0))
        await until(played.house, lambda: ada.state.steps == 1)
        await until(played.house, lambda: ada.reviewed.next_from(1) is None)
        await played.house.settle()
        assert bea.reviewed.verdicts == ada.reviewed.verdicts
        assert len(asked) <= ada.game.decisions + 3
        before = len(asked)
        ada.leave()
        await played.house.settle()
        assert bea.leads
        assert bea.game.next_from(0) is None
        await bea.do(c.EndWhatIf())
        await bea.do(c.GoTo(0))
        assert len(asked) == before, "the next owner knows all verdicts"


async def test_no_process_is_told_of_a_review_that_is_refused(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.processes
        private = await begin(one.services, word="harbour")
        await finish(one.services, private)
        await house.settle()
        ada = await enter_review(one.services, private, ADA)
        await house.settle()
        with pytest.raises(Refused, match="private"):
            await enter_review(two.services, private, CYD)
        await house.settle()
        assert ada.state.people == (ADA,)
        assert not two.services.reviews.open_reviews


async def test_no_card_of_a_running_game_comes_by_a_review_at_another_process(path: Path) -> None:
    async with together(path) as (played, ada, bea):
        running = await begin(played.one.services)
        await played.house.settle()
        state = played.one.services.tables.whole(running).game
        assert state is not None
        for process in (played.one, played.two):
            for name in (ADA, DEE):
                with pytest.raises(Refused, match="goes on"):
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
