"""The operator's command that notifies people outside the server of their turn.

It runs only for correspondence games and for people who aren't on the server.
"""

import asyncio
import os
import shutil
import signal
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Literal

from msgspec.structs import astuple

from regicide_tui.games.base import Value
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.tasks import start_detached
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.services.presence import Presence

_SECONDS = 30.0
"""Seconds after which a running command is stopped."""
_MOST_WAITING = 1000
"""The maximum number of waiting notifications; more are dropped, with a line in the journal."""
_SHOWN = 200
"""The maximum length of a failed command's output in the journal."""
_SECRET = "PGPASSWORD", "REGICIDE_TUI_SERVER_"
"""The beginnings of the environment variables that may hold a password."""


class Notification(Value):
    """A notification for an absent person, without cards.

    It is their turn at a table, or the game there is over.
    """

    what: Literal["turn", "over"]
    name: str
    table: str
    game: str


class NotifyCommand:
    """Runs the command for one notification after the other. Failures aren't retried.

    An empty command does nothing.
    """

    def __init__(self, command: tuple[str, ...], journal: Journal) -> None:
        self._command = command
        self._journal = journal
        self._waiting: asyncio.Queue[Notification] = asyncio.Queue(_MOST_WAITING)
        self._running: asyncio.Task[None] | None = None
        if command and shutil.which(command[0]) is None:
            journal.note("no notify_command", why="there is no such program", program=command[0])

    def notify(self, one: Notification) -> None:
        """Run the command soon, with `turn` or `over`, the name, the table's id, and the game."""
        if not self._command:
            return
        if self._running is None:
            self._running = start_detached(self._run())
        try:
            self._waiting.put_nowait(one)
        except asyncio.QueueFull:
            self._note(one, "too many notifications wait")

    async def close(self) -> None:
        """Stop the running command and drop waiting notifications."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])

    async def _run(self) -> None:
        while True:
            one = await self._waiting.get()
            try:
                failure = await self._run_once(one)
            except OSError as error:
                failure = error.strerror or type(error).__name__
            if failure:
                self._note(one, failure)

    async def _run_once(self, one: Notification) -> str:
        """Run the command once; return why it failed, or nothing. Raises `OSError`."""
        # A cancelled start would leave a process that asyncio no longer waits for.
        starting = start_detached(
            asyncio.create_subprocess_exec(
                *self._command,
                *astuple(one),
                stdin=DEVNULL,
                stdout=DEVNULL,
                stderr=PIPE,
                env=_without_secrets(os.environ),
                start_new_session=True,
            )
        )
        try:
            async with asyncio.timeout(_SECONDS):
                process = await asyncio.shield(starting)
                _, said = await process.communicate()
        except TimeoutError:
            return f"it was ended after {_SECONDS:.0f} s"
        finally:
            process = await starting
            if process.returncode is None:  # with its child processes
                with suppress(ProcessLookupError):  # it has just ended
                    os.killpg(process.pid, signal.SIGKILL)
                await process.communicate()
        if process.returncode:
            return f"exit {process.returncode} {said.decode(errors='replace')[:_SHOWN]}".strip()
        return ""

    def _note(self, one: Notification, failed: str) -> None:
        self._journal.note("not notified", name=one.name, table=one.table, why=failed)


def _without_secrets(environment: Mapping[str, str]) -> dict[str, str]:
    """Return an environment without the variables that may hold a password of the server."""
    return {name: text for name, text in environment.items() if not name.startswith(_SECRET)}


def notify_absent(
    presence: Presence,
    notify: Callable[[Notification], None],
    table: str,
    before: TableFacts,
    after: TableFacts,
) -> None:
    """Notify absent players of a correspondence game if it concerns them."""
    for name in presence.absent(after) if after.days else ():
        if after.waits_for(name) and not before.waits_for(name):
            notify(Notification("turn", name, table, after.game))
        elif after.begun and after.over and not before.over:
            notify(Notification("over", name, table, after.game))
