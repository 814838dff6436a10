"""Saving after every action without keeping anybody waiting.

A thread of its own writes the newest state of the game; states that were overtaken before
their turn came are skipped. `settled` lets the table wait for the disk before it takes another
action, so that a crash costs at most the action under way. What could not be written is tried
again every few seconds, and once more at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread

from regicide_tui.play.saves import files
from regicide_tui.play.saves.codec import Saved
from regicide_tui.play.saves.files import SaveError
from regicide_tui.play.saves.locks import SaveLock, Taken

GRACE = 0.02
"""Seconds the thread waits before it writes, if nobody waits for it: painting comes first."""
RETRY = 5.0
"""Seconds until a state that could not be written is tried again."""


class Autosave:
    """Writes one game to one file for as long as it is played.

    The file is locked, so that two windows never write the same save: the second one goes on
    in a copy of its own, which `copy_path` names. `report` is called from the thread with a
    sentence when something went wrong, and with None when saving works again.
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
        self._waiting: Saved | None = None
        self._writing = True  # until the thread has taken the lock
        self._closing = self._awaited = False
        self._failed: Saved | None = None
        self._fault = ""
        self._change = Condition()
        self._thread = Thread(target=self._run, name="autosave", daemon=True)
        self._thread.start()

    def save(self, saved: Saved) -> None:
        """Write this soon; return at once."""
        with self._change:
            self._waiting = saved
            self._change.notify_all()

    @property
    def busy(self) -> bool:
        """Whether something is not on disk yet."""
        with self._change:
            return self._writing or self._waiting is not None

    @property
    def fault(self) -> str:
        """Why the last state could not be written; empty when all is well."""
        return self._fault

    def settled(self, timeout: float) -> bool:
        """Wait up to `timeout` seconds until all is on disk (or could not be written)."""
        with self._change:
            self._awaited = True
            self._change.notify_all()
            return self._change.wait_for(
                lambda: not self._writing and self._waiting is None, timeout
            )

    def close(self, timeout: float = 5.0) -> str:
        """Write what waits, and let go of the file; say why the last state is not on disk, if so.

        It may be called again, from any thread.
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

    def _write(self, saved: Saved) -> None:
        failed_before, self._failed = self._failed is not None, None
        self._hold_lock()
        try:
            files.keep(self.path, saved)
        except SaveError as error:
            self._failed, self._fault = saved, str(error)
            if not failed_before:
                self._report(f"{error} The game goes on.")
        else:
            self._fault = ""
            if failed_before:
                self._report(None)

    def _next(self) -> Saved | None:
        """Wait for something to write, new or failed before; None once there is no more to come."""
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
        """Lock the save, or go on in a copy if another window has it.

        The folder may have been deleted meanwhile, and the lock with it: then it is locked anew.
        """
        try:
            with suppress(OSError, NotImplementedError):  # the next write says why, or needs none
                self._lock.hold(self.path)
        except Taken:
            self._report("This game is open in another window. Here it goes on as a copy.")
            self.path = self._copy_path()
            with suppress(OSError, NotImplementedError, Taken):
                self._lock.hold(self.path)
