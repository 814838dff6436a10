"""Processes within one loop, for tests with several servers in one process.

rows = Rows()
one, two = (MemoryProcesses[Facts](rows, now, report) for _ in range(2))
await one.open()
await two.open()

What one of them changes the others learn in a later step of the loop.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from regicide_tui.server.storage.processes import F, Processes, Visit


class Rows:
    """The rows of all processes, those that have ended included."""

    def __init__(self) -> None:
        self.living: dict[str, MemoryProcesses[Any]] = {}
        self.ended: dict[str, MemoryProcesses[Any]] = {}

    async def settle(self) -> None:
        """Wait until all processes have learned what was changed."""
        while any(one.is_busy for one in self.living.values()):
            await asyncio.sleep(0)

    def tell(self, teller: str) -> None:
        """Let all others read the rows later."""
        for process, one in self.living.items():
            if process != teller:
                one.hear()


class MemoryProcesses(Processes[F]):
    """The processes with the same rows."""

    def __init__(
        self, rows: Rows, now: Callable[[], int], report: Callable[[BaseException], None]
    ) -> None:
        super().__init__(now, report)
        self._rows = rows
        self.is_closing = False
        self._ended_at = 0
        self._reads = 0
        """The reads that are under way."""

    @property
    def is_busy(self) -> bool:
        """Whether this process has not yet learned all that the others have changed."""
        return self._reads > 0

    async def open(self) -> None:
        """See `Processes.open`."""
        self.since = min([self.since, *(one.since for one in self._rows.living.values())])
        self._rows.living[self.me] = self
        self._rows.tell(self.me)
        self._read()

    async def close(self) -> None:
        """See `Processes.close`."""
        for name, visit in [*self._own.items()]:
            if not visit.gone_at:
                self.end(name, self._now(), visit.facts)
        self.die()

    def die(self) -> None:
        """End without a word."""
        if self._rows.living.pop(self.me, None) is not None:
            self._rows.ended[self.me] = self
            self._ended_at = self._now()
            self._rows.tell(self.me)

    def cut_off(self) -> None:
        """Seem to be dead to the others for a moment."""
        self.die()
        for one in self._rows.living.values():
            one.read_now()
        self._rows.living[self.me] = self._rows.ended.pop(self.me)
        self._rows.tell(self.me)

    def note_closing(self) -> None:
        """See `Processes.note_closing`."""
        self.is_closing = True
        self._rows.tell(self.me)

    def hear(self) -> None:
        """Read the rows in a later step of the loop."""
        self._reads += 1
        asyncio.get_running_loop().call_soon(self.read_now)

    def read_now(self) -> None:
        """Read the rows of the others."""
        self._reads = max(0, self._reads - 1)
        self._read()

    def _read(self) -> None:
        known: dict[str, dict[str, Visit[F]]] = {}
        for one in [*self._rows.living.values(), *self._rows.ended.values()]:
            if one is not self:
                for name, visit in one.rows().items():
                    known.setdefault(name, {})[one.me] = visit
        others = {one.me: one.is_closing for one in self._rows.living.values() if one is not self}
        self._learn(others, known, {*self._known, *known})

    def rows(self) -> dict[str, Visit[F]]:
        """Return the visits at this process as the others see them."""
        if self.me in self._rows.living:
            return {**self._own}
        return {
            name: one if one.gone_at else Visit(self.me, one.facts, self._ended_at, True)
            for name, one in self._own.items()
        }

    def _write(self, name: str) -> None:
        self._rows.tell(self.me)
