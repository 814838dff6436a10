"""Pars: each game of a deal is played once, in the background, and kept."""

import asyncio
from pathlib import Path

import pytest

from regicide_tui.play.history import Start
from regicide_tui.server.model.boards.pages import describe_par, describe_par_shortly
from regicide_tui.server.model.boards.par import GAMES, Par, has_par
from regicide_tui.server.model.boards.series import house_series
from regicide_tui.server.services import pars
from regicide_tui.server.services.boards import Boards
from regicide_tui.server.services.pars import ParProcess, ParWork
from regicide_tui.server.services.services import Services
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.simulate.pars.messages import ALL_CARDS, ParAnswer, ParQuestion
from tests.server.boards.players import NOW, QuickPlayer, begin_board, come, seed_of
from tests.server.gatherings import ADA, BEA, Reporting, begin
from tests.server.waiting import until

DEAL = Start("regicide", 1, "one", {})


async def opened(store: SqliteStore, player: ParProcess | None) -> ParWork:
    errors: list[BaseException] = []
    work = ParWork(Reporting(store, errors.append), player, lambda: None, again=0.01)
    await work.open()
    return work


async def test_a_par_counts_the_wins_of_marshals(store: SqliteStore, player: QuickPlayer) -> None:
    work = await opened(store, player)
    work.want(DEAL)
    await until(lambda: work.find(DEAL).is_ready)
    assert work.find(DEAL) == Par(GAMES, GAMES // 2, GAMES // 2, True, "gold")
    await work.close()


async def test_no_game_is_played_twice(store: SqliteStore, player: QuickPlayer) -> None:
    work = await opened(store, player)
    for first in (False, True, False):
        work.want(DEAL, first=first)
        await asyncio.sleep(0)
    await until(lambda: work.find(DEAL).is_ready)
    work.want(DEAL)
    await asyncio.sleep(0.05)
    numbers = [one.number for one in player.asked]
    assert sorted(numbers) == [ALL_CARDS, *range(GAMES)]
    await work.close()


async def test_a_restart_goes_on_where_it_was(path: Path, player: QuickPlayer) -> None:
    store = SqliteStore(path)
    work = await opened(store, player)
    work.want(DEAL)
    await until(lambda: work.find(DEAL).games >= 5)
    await work.close()
    before = work.find(DEAL).games
    assert before < GAMES
    again = await opened(store, player)
    assert again.find(DEAL).games >= before
    again.want(DEAL)
    await until(lambda: again.find(DEAL).is_ready)
    assert len(player.asked) <= GAMES + 2  # the game during which the server was closed
    await again.close()
    await store.close()


async def test_games_for_which_a_par_means_nothing_have_none(
    store: SqliteStore, player: QuickPlayer
) -> None:
    work = await opened(store, player)
    work.want(Start("duel", 2, "one", {}))
    work.want(Start("king_of_the_dead", 3, "one", {}))
    await asyncio.sleep(0.05)
    assert not player.asked
    assert [has_par("regicide", players) for players in (1, 2, 3, 4)] == [True] * 4
    await work.close()


class Failing(QuickPlayer):
    """Fails at its first games."""

    async def play(self, asked: ParQuestion) -> ParAnswer:
        self.asked.append(asked)
        if len(self.asked) < 3:
            raise EOFError("the process has ended")
        return ParAnswer(True, True)


async def test_a_process_that_ended_is_asked_again(store: SqliteStore) -> None:
    work = await opened(store, Failing())
    work.want(DEAL)
    await until(lambda: work.find(DEAL).is_ready)
    assert work.find(DEAL).wins == GAMES
    await work.close()


class Slow(QuickPlayer):
    """Says that it can't play here."""

    async def play(self, asked: ParQuestion) -> ParAnswer:
        self.asked.append(asked)
        return ParAnswer(False)


async def test_without_compiled_bots_there_are_no_pars(store: SqliteStore) -> None:
    player = Slow()
    work = await opened(store, player)
    work.want(DEAL)
    await until(lambda: not work.is_working)
    work.want(Start("regicide", 2, "two", {}))
    await asyncio.sleep(0.05)
    assert len(player.asked) == 1
    assert "doesn't compute pars" in describe_par(work.find(DEAL), 1, computed=work.is_working)
    await work.close()


async def test_a_par_that_is_not_ready_says_so(store: SqliteStore, player: QuickPlayer) -> None:
    assert "not ready" in describe_par(Par(16, 3, 0), 1, computed=True)
    assert "our marshals (bots) have played 16 of 40 games." in describe_par(
        Par(16, 3, 0), 1, computed=True
    )
    assert describe_par_shortly(Par(1, 0, 0), computed=True) == "bots have played 1 of 40 games"
    ready = describe_par(Par(GAMES, 20, 4, False), 1, computed=True)
    assert "50%" in ready
    assert "10% with gold" in ready
    assert "does not win it" in ready


def deals(kind: str, count: int) -> list[Start]:
    return [Start("regicide", 1, f"{kind} {number}", {}) for number in range(count)]


def order_of(player: QuickPlayer) -> list[str]:
    """Return the seeds of the deals in the order in which their last games were played."""
    return list(dict.fromkeys(one.seed for one in reversed(player.asked)))[::-1]


async def test_what_somebody_looks_at_comes_first_and_then_what_waits_longest(
    store: SqliteStore, player: QuickPlayer
) -> None:
    work, waiting, looked_at = await opened(store, player), deals("board", 3), deals("seen", 2)
    for deal in (*waiting, *waiting[:1]):
        work.want(deal)
    for deal in (*looked_at, waiting[2]):
        work.want(deal, first=True)
    await until(lambda: all(work.find(one).is_ready for one in (*waiting, *looked_at)))
    assert order_of(player) == ["board 2", "seen 1", "seen 0", "board 0", "board 1"]
    await work.close()


class FailingOnce(QuickPlayer):
    """Plays no game of the first deal at first."""

    async def play(self, asked: ParQuestion) -> ParAnswer:
        self.asked.append(asked)
        if len(self.asked) == 1:
            raise EOFError("the process has ended")
        return ParAnswer(True, True)


async def test_a_deal_that_fails_lets_the_others_go_first(store: SqliteStore) -> None:
    player = FailingOnce()
    work, (one, other) = await opened(store, player), deals("board", 2)
    for deal in (one, other):
        work.want(deal)
    await until(lambda: work.find(one).is_ready)
    assert order_of(player) == [other.seed, one.seed]
    await work.close()


async def test_all_boards_wait_and_of_other_deals_not_too_many(
    store: SqliteStore, player: QuickPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pars, "_MOST_WAITING", 3)
    work, boards = await opened(store, player), deals("board", 4)
    for deal in deals("finished", 5):
        work.want_sometime(deal)
    for deal in boards:
        work.want(deal)
    await until(lambda: all(work.find(one).is_ready for one in boards))
    assert order_of(player)[:4] == ["finished 0", "finished 1", "finished 2", "board 0"]
    assert len(order_of(player)) == 7
    await work.close()


async def test_old_boards_get_their_pars_before_new_ones(path: Path, player: QuickPlayer) -> None:
    store = SqliteStore(path)
    before = Boards(Reporting(store, clock=lambda: NOW))
    await before.open()
    old = [await before.deal(house_series(1).name, f"t{number}", (ADA,)) for number in range(3)]
    boards = Boards(Reporting(store, clock=lambda: NOW), player)
    await boards.open()
    new = await boards.deal(house_series(1).name, "new", (ADA,))
    await until(lambda: {*boards.pars} >= {new[0]})
    order = list(dict.fromkeys(one.seed for one in player.asked))
    assert order == [deal.seed for _, deal in (*old, new)]
    await boards.close()
    await store.close()


async def test_a_server_wants_the_pars_of_boards_and_of_finished_games(
    services: Services, player: QuickPlayer
) -> None:
    await come(services, ADA, BEA)
    board = await begin_board(services, house_series(2), ADA, BEA)
    running = await begin(services)
    seeds = {seed_of(services, board)}
    await until(lambda: {one.seed for one in player.asked} == seeds)
    assert seed_of(services, running) not in {one.seed for one in player.asked}
    with pytest.raises(Exception, match="still in progress"):
        await services.finished.read(running, ADA)
