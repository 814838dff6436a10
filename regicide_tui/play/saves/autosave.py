"""Saves the game after every action without blocking the app.

A separate thread writes the newest state of the game and skips older ones. With
`wait_until_saved` a session can wait for the disk before the next action. It waits for a limited
time and then plays on, so a crash loses at most one action if the disk answers within that time. If
a write fails, the thread tries again every few seconds, and once more at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread

from regicide_tui.play.saves import files
from regicide_tui.play.saves.files import SaveError, SaveInUse, SaveLock
from regicide_tui.play.table import Table

GRACE = 0.02
"""Seconds before the thread writes if nothing waits for it, so that painting comes first."""
RETRY = 5.0
"""Seconds between two tries to write a state."""


class Autosave:
    """Writes one game to one file for as long as it is played.

    The file is locked, so two windows never write the same save. The second window continues
    in its own copy, at the path that `copy_path` returns. The thread calls `report` with a sentence
    when something goes wrong, and with None when saving works again.
    """

    def __init__(
        self,
        path: Path,
        copy_path: Callable[[], Path],
        report: Callable[[str | None], None],
    ) -> None:
        self.path = path
        self._copy_path = copy_path
        self._report = report
        self._lock = SaveLock()
        self._waiting: Table | None = None
        self._writing = True  # until the thread has taken the lock
        self._closing = self._awaited = False
        self._failed: Table | None = None
        self._fault = ""
        self._change = Condition()
        self._thread = Thread(target=self._run, name="autosave", daemon=True)
        self._thread.start()

    def save(self, saved: Table) -> None:
        """Queue this state to be written soon, and return at once."""
        with self._change:
            self._waiting = saved
            self._change.notify_all()

    @property
    def busy(self) -> bool:
        """Whether some state is not on the disk yet."""
        with self._change:
            return self._writing or self._waiting is not None

    @property
    def fault(self) -> str:
        """Why the last state could not be written; an empty string if it could."""
        return self._fault

    def wait_until_saved(self, timeout: float) -> bool:
        """Wait up to `timeout` seconds until every state is on the disk or has failed.

        Return whether this is so.
        """
        with self._change:
            self._awaited = True
            self._change.notify_all()
            return self._change.wait_for(
                lambda: not self._writing and self._waiting is None, timeout
            )

    def close(self, timeout: float = 5.0) -> str:
        """Write the waiting state, release the file, and return why the last state is not saved.

        The result is empty if it is saved. Any thread may call this, even more than once.
        """
        with self._change:
            self._closing = True
            self._change.notify_all()
        self._thread.join(timeout)
        if self._thread.is_alive():
            return "The game could not be saved: the disk does not answer."
        return self._fault

    def _run(self) -> None:
        self._hold_lock()
        while (saved := self._next()) is not None:
            self._write(saved)
        if self._failed is not None:
            self._write(self._failed)
        self._lock.release()

    def _write(self, saved: Table) -> None:
        failed_before, self._failed = self._failed is not None, None
        self._hold_lock()
        try:
            files.save_now(self.path, saved)
        except SaveError as error:
            self._failed, self._fault = saved, str(error)
            if not failed_before:
                self._report(f"{error} The game goes on.")
        else:
            self._fault = ""
            if failed_before:
                self._report(None)

    def _next(self) -> Table | None:
        """Return the next state to write, new or failed before; None after the last one."""
        with self._change:
            self._writing = False
            self._change.notify_all()
            again = None if self._failed is None else RETRY
            self._change.wait_for(lambda: self._waiting is not None or self._closing, again)
            self._change.wait_for(lambda: self._awaited or self._closing, GRACE)
            self._awaited = False
            saved, self._waiting = self._waiting, None
            if saved is None and not self._closing:
                saved = self._failed
            self._writing = saved is not None
            return saved

    def _hold_lock(self) -> None:
        """Lock the save, or continue in a copy if another window has locked it.

        If the folder was deleted in the meantime with its lock, lock the save again.
        """
        try:
            with suppress(OSError):  # the next write reports an error
                self._lock.hold(self.path)
        except SaveInUse:
            self._report("This game is open in another window. Here you play a copy.")
            self.path = self._copy_path()
            with suppress(OSError, SaveInUse):
                self._lock.hold(self.path)
