"""What all services of a process share."""

from collections.abc import Callable

from regicide_tui.server.base.clock import milliseconds, steady_clock
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.limits import Limits
from regicide_tui.server.base.tasks import BackgroundTasks
from regicide_tui.server.storage.processes import OneProcess, Processes
from regicide_tui.server.storage.store import Store, StoreError


class Common:
    """The store, the clock, the tasks, the journal and the settings of a process.

    Without `processes`, it is the only one on its store. `clock` returns Unix time in seconds.
    """

    def __init__(
        self,
        store: Store,
        journal: Journal | None = None,
        settings: Limits | None = None,
        clock: Callable[[], float] | None = None,
        processes: Processes | None = None,
    ) -> None:
        self.store, self.journal = store, journal or Journal()
        self.settings, self.clock = settings or Limits(), clock or steady_clock()
        self.now = milliseconds(self.clock)
        """Returns Unix time in milliseconds."""
        self.tasks = BackgroundTasks(self.report)
        self.processes = processes or OneProcess(self.now, self.report)

    def report(self, error: BaseException, **facts: object) -> None:
        """Note an error of background work in the journal."""
        if isinstance(error, StoreError):
            self.journal.note("store", failed=error, **facts)
        else:
            self.journal.incident(error, **facts)
