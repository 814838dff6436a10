"""Follows a log: whoever projects it reads each new entry soon."""

from collections.abc import Awaitable, Callable

from regicide_tui.server.base.tasks import BackgroundTasks
from regicide_tui.server.storage.store import Store, StoreError


def follow(
    store: Store, log: str, tasks: BackgroundTasks, catch_up: Callable[[], Awaitable[object]]
) -> Callable[[], None]:
    """Call `catch_up` after each entry of a log; return what ends that.

    If the store fails, it is called again later.
    """

    async def read() -> None:
        try:
            await catch_up()
        except StoreError as error:
            tasks.report(error)
            tasks.retry(log, read)

    return store.watch(log, lambda _: tasks.run_soon(read()))
