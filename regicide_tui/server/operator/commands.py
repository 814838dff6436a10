"""The commands of the operator, as the command line calls them."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from types import SimpleNamespace

from regicide_tui.play.paths import ENVIRONMENT
from regicide_tui.printable import printable
from regicide_tui.server.base.journal import background_lines
from regicide_tui.server.base.private import make_private_folder
from regicide_tui.server.operator import CommandError
from regicide_tui.server.operator.check import check, refusals_to
from regicide_tui.server.operator.settings import read_settings
from regicide_tui.server.running.lock import without_server
from regicide_tui.server.running.status import describe_statuses, reaches_store, read_statuses
from regicide_tui.server.storage.opening import find_store, opened
from regicide_tui.server.storage.store import Store

_STDOUT, _INTERRUPTED = 1, 130


def run(arguments: SimpleNamespace, folder: Path) -> int:
    """Run a command; return the exit code. Raises `CommandError`."""
    try:
        return asyncio.run(answer(arguments, folder, _say))
    except KeyboardInterrupt:  # before the server handles signals
        return _INTERRUPTED


async def answer(arguments: SimpleNamespace, folder: Path, say: Callable[[str], None]) -> int:
    """Run a command; return the exit code. Raises `CommandError`."""
    if arguments.command == "serve" and arguments.check:
        return await check(folder, lambda: read_settings(arguments), say)
    with refusals_to(_fail):
        match arguments.command:
            case "serve" if arguments.status:
                found = await read_statuses(folder, arguments.port)
                say(describe_statuses(found))
                return int(not all(map(reaches_store, found.values())))
            case "serve":
                await _serve(arguments, folder)
            case "store":
                from regicide_tui.server.operator import stores

                await stores.run(arguments, folder, say)
            case "users":
                from regicide_tui.server.operator import users

                alone = bool(arguments.forget or arguments.rename)
                new = bool(arguments.add_key)  # a moderator's key may come before the first start
                async with _store(arguments, folder, alone=alone, new=new) as store:
                    say(await users.run(arguments, folder, store))
            case "tables":
                from regicide_tui.server.operator import tables

                async with _store(arguments, folder, alone=bool(arguments.close)) as store:
                    say(await tables.run(arguments, store))
            case "tournament":
                from regicide_tui.server.operator import tournaments

                async with _store(arguments, folder) as store:
                    say(await tournaments.run(arguments, store))
    return 0


async def _serve(arguments: SimpleNamespace, folder: Path) -> None:
    """Run the server, without waiting for readers of its output."""
    # The other commands need no screens, which take half a second to load.
    from regicide_tui.server.running.process import serve

    config = read_settings(arguments)
    _have_home(folder)
    with background_lines(_STDOUT) as write:
        await serve(
            folder,
            config,
            lambda text: write(f"{printable(text)}\n"),
            lambda: read_settings(arguments),
        )


def _have_home(folder: Path) -> None:
    """Set this folder as a missing home: asyncssh fails without one, though it needs none."""
    try:
        Path.home()
    except RuntimeError:
        os.environ["HOME"] = str(folder)


@asynccontextmanager
async def _store(
    arguments: SimpleNamespace, folder: Path, *, alone: bool = False, new: bool = False
) -> AsyncIterator[Store]:
    """Open the store of the server in a folder; with `alone`, no server may run here.

    Only with `new`, a missing store is created. Raises `CommandError`.
    """
    place = find_store(folder, read_settings(arguments).store)
    if isinstance(place, Path):
        if not new and not place.exists():
            raise CommandError(
                f"There is no server in {folder}. Give its folder with --data-dir or {ENVIRONMENT}."
            )
        make_private_folder(folder)
    with without_server(folder) if alone else nullcontext():
        async with opened(place, alone=alone) as store:
            yield store


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201


def _fail(why: str) -> None:
    """Raise `CommandError`."""
    raise CommandError(why)
