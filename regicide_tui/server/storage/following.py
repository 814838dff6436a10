"""Follows a log: whoever projects it takes each new entry soon."""

from collections.abc import Awaitable, Callable

from regicide_tui.server.base.tasks import BackgroundTasks
from regicide_tui.server.storage.store import LogEntry, Store, StoreError

CatchUp = Callable[[LogEntry | None], Awaitable[object]]
"""Takes a new entry of a log; with None it reads the log. Raises `StoreError`."""


def follow(store: Store, log: str, tasks: BackgroundTasks, catch_up: CatchUp) -> Callable[[], None]:
    """Call `catch_up` with each new entry of a log; return what ends that.

    If the store fails, the log is read later.
    """

    async def hear(entry: LogEntry | None = None) -> None:
        try:
            await catch_up(entry)
        except StoreError as error:
            tasks.report(error)
            tasks.retry(log, hear)

    return store.watch(log, lambda entry: tasks.run_soon(hear(entry)))
