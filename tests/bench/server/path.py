"""Counts the functions that one action runs on a server, from a key to the other player's screen.

    python -m tests.bench.server.path

Two people play at a table, in one process with a file store. It counts the server's functions that
run from `TableScreen.act` for one of them until the other one's listeners are notified.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

from regicide_tui.server.apps.news import Listeners
from regicide_tui.server.screens.table import RemoteTable
from regicide_tui.server.services.services import Services
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.tui.input import keyboard
from tests.server.gatherings import ADA, BEA, begin
from tests.server.visitors import visiting

_SERVER = str(Path(__file__).parents[3] / "regicide_tui" / "server")


class Called:
    """The called functions, by their files."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()

    def note(self, frame: FrameType, event: str, _: Any) -> None:
        """Count a call of a function of the server."""
        file = frame.f_code.co_filename
        if event == "call" and file and file.startswith(_SERVER):
            name = frame.f_code.co_qualname
            if "<" not in name.rpartition(".")[2]:
                self.calls[file.removeprefix(_SERVER), name] += 1


async def measure(folder: Path) -> Called:
    """Let one player act at a table, and return the calls until the other one redraws."""
    store = SqliteStore(folder / "house.db")
    services = Services(store, pause=0, return_seconds=0)
    await services.open()
    table = await begin(services, "regicide")
    found, told = Called(), asyncio.Event()
    act, notify = RemoteTable.act, Listeners.notify

    async def profiled(screen: RemoteTable, *arguments: Any) -> Any:
        sys.setprofile(found.note)
        return await act(screen, *arguments)

    def notified(listeners: Listeners, seats: Mapping[str, Collection[str]]) -> None:
        notify(listeners, seats)
        if table in seats and found.calls:
            sys.setprofile(None)
            told.set()

    RemoteTable.act = profiled  # type: ignore[method-assign,assignment]
    Listeners.notify = notified  # type: ignore[method-assign,assignment]
    keyboard.REPEAT = keyboard.REACTION = 0.0  # no key counts as a slip
    async with visiting(services, ADA, BEA) as people:
        for one in people:
            await one.until(lambda: isinstance(one.app.screen, RemoteTable))  # noqa: B023
        state = services.tables[table]
        acting = next(one for one in people if state.waits_for(one.name))
        await services.idle()
        await acting.press("1", "enter")
        await asyncio.wait_for(told.wait(), 20)
    await services.close()
    await store.close()
    return found


def main() -> None:
    """Print the functions and files of one action."""
    with TemporaryDirectory() as folder:
        found = asyncio.run(measure(Path(folder)))
    out = sys.__stdout__  # Textual has replaced `sys.stdout`
    for (file, name), times in found.calls.items():
        print(f"{times:>4}  {file.lstrip('/')}  {name}", file=out)
    files = {file for file, _ in found.calls}
    print(
        f"{len(found.calls)} functions in {len(files)} files, {found.calls.total()} calls", file=out
    )


if __name__ == "__main__":
    main()
