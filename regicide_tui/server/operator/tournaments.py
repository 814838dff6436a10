"""The operator's command for tournaments. It also works while the server runs."""

import time
from datetime import UTC, datetime
from types import SimpleNamespace

from regicide_tui.server.base.journal import Journal
from regicide_tui.server.model.boards.pages import boards_of, describe_tournament, results_page
from regicide_tui.server.model.boards.tournament import Tournament
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.operator import CommandError
from regicide_tui.server.services.boards import Boards
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.moderation import Moderation
from regicide_tui.server.services.tournaments import Tournaments
from regicide_tui.server.services.visitor_limits import VisitorLimits
from regicide_tui.server.storage.store import Store

_OPERATOR = "the operator"
"""The operator as the author of a tournament: no player's name has a space."""
_TIME = "%Y-%m-%d %H:%M"


async def run(arguments: SimpleNamespace, store: Store) -> str:
    """List the tournaments, open one, print its results, or cancel it; return what to print.

    Raises `CommandError`, `StoreError`.
    """
    common = Common(store, Journal(lambda _: None))
    boards = Boards(common)
    tournaments = Tournaments(common, boards, VisitorLimits(common, Moderation(common)))
    await boards.open()
    try:
        if arguments.open is not None:
            return await _open(tournaments, arguments)
        if arguments.results is not None:
            return _results(boards, arguments.results)
        if arguments.cancel is not None:
            await tournaments.cancel(arguments.cancel)
            return f"The tournament {arguments.cancel} is cancelled."
    except Refused as error:
        raise CommandError(str(error)) from None
    found = sorted(boards.book.tournaments.values(), key=lambda one: one.starts)
    lines = [f"{one.id}  {one.attributed}: {describe_tournament(one, _now())}" for one in found]
    return "\n".join(lines) or "There are no tournaments."


async def _open(tournaments: Tournaments, arguments: SimpleNamespace) -> str:
    """Open a tournament; return a sentence with its id. Raises `CommandError`, `StoreError`."""
    plan = arguments.players, arguments.deals, _read_time(arguments.at), arguments.minutes
    asked = Tournament("", arguments.open, _OPERATOR, *plan)
    found = await tournaments.open(asked, by_operator=True)
    return f"The tournament {found.id} is open: {describe_tournament(found, _now())}."


def _read_time(text: str) -> int:
    """Return a time such as `2026-11-27 20:00` in UTC as Unix time in milliseconds.

    Raises `CommandError`.
    """
    try:
        return int(datetime.strptime(text, _TIME).replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        raise CommandError(f"{text!r} isn't a time such as '2026-11-27 20:00' (UTC).") from None


def _results(boards: Boards, tournament: str) -> str:
    """Return the results of a tournament, with all deals."""
    found = boards.book.tournaments.get(tournament)
    if found is None:
        raise CommandError("There is no such tournament.")
    shown = boards_of(boards.book, found).values()
    return results_page(found, boards.book, boards.pars, shown, _now())


def _now() -> int:
    return int(time.time() * 1000)
