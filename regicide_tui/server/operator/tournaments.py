"""The operator's commands for tournaments: list them, open one, print its results, cancel it.

They also work while the server runs.
"""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from regicide_tui.server.base.tasks import BackgroundTasks
from regicide_tui.server.model.boards.pages import boards_of, describe_tournament, results_page
from regicide_tui.server.model.boards.tournament import Tournament
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.operator import CommandError
from regicide_tui.server.services.boards import Boards
from regicide_tui.server.services.tournaments import Tournaments
from regicide_tui.server.storage.opening import StorePlace, opened

_OPERATOR = "the operator"
"""The name of the operator as the one who has opened a tournament: no player's name has a space."""
_TIME = "%Y-%m-%d %H:%M"


class TournamentError(CommandError):
    """A command for tournaments failed; the message says why."""


def read_time(text: str) -> int:
    """Return a time such as `2026-11-27 20:00` in UTC as Unix time in milliseconds.

    Raises `TournamentError`.
    """
    try:
        return int(datetime.strptime(text, _TIME).replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        raise TournamentError(f"{text!r} is no time such as '2026-11-27 20:00' (UTC).") from None


async def list_tournaments(place: StorePlace) -> str:
    """Return a line for each tournament, the first to begin first.

    Raises `NotPrivate`, `StoreError`.
    """
    async with _tournaments(place) as tournaments:
        found = sorted(tournaments.boards.book.tournaments.values(), key=lambda one: one.starts)
    lines = [f"{one.id}  {one.title}: {describe_tournament(one, _now())}" for one in found]
    return "\n".join(lines) or "There are no tournaments."


async def open_tournament(
    place: StorePlace, title: str, starts: int, players: int, rounds: int, minutes: int
) -> str:
    """Open a tournament; return a sentence with its id.

    Raises `NotPrivate`, `StoreError`, `TournamentError`.
    """
    asked = Tournament("", title, _OPERATOR, players, rounds, starts, minutes)
    async with _tournaments(place) as tournaments:
        found = await tournaments.open(asked, by_operator=True)
    return f"The tournament {found.id} is open: {describe_tournament(found, _now())}."


async def print_results(place: StorePlace, tournament: str) -> str:
    """Return the results of a tournament; the operator sees those of all deals.

    Raises `NotPrivate`, `StoreError`, `TournamentError`.
    """
    async with _tournaments(place) as tournaments:
        found = tournaments.boards.book.tournaments.get(tournament)
        if found is None:
            raise TournamentError("There is no such tournament.")
        boards = tournaments.boards
        shown = boards_of(boards.book, found).values()
        return results_page(found, boards.book, boards.pars, shown, _now())


async def cancel_tournament(place: StorePlace, tournament: str) -> str:
    """Cancel a tournament before its first round; return a sentence.

    Raises `NotPrivate`, `StoreError`, `TournamentError`.
    """
    async with _tournaments(place) as tournaments:
        await tournaments.cancel(tournament)
    return f"The tournament {tournament} is cancelled."


@asynccontextmanager
async def _tournaments(place: StorePlace) -> AsyncIterator[Tournaments]:
    """Open the tournaments of a server for a short time; the server may run meanwhile."""
    async with opened(place) as store:
        tasks = BackgroundTasks(lambda *_, **__: None)
        boards = Boards(store, _now, tasks)
        try:
            await boards.open()
            yield Tournaments(boards, tasks, _now)
        except Refused as error:
            raise TournamentError(str(error)) from None


def _now() -> int:
    return int(time.time() * 1000)
