"""The save file of the current game: only this object opens, writes and closes it."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from regicide_tui.play.saves.autosave import Autosave
from regicide_tui.play.saves.saves_folder import SavesFolder
from regicide_tui.play.table import Table

PATIENCE = 1.0
"""Seconds that an action waits for a slow disk."""


class SaveSession:
    """Saves one game at a time.

    `show_sentence` shows the player a sentence; it is called in the app's loop. All methods except
    `finish` must also be called in that loop.
    """

    def __init__(self, saves_folder: SavesFolder, show_sentence: Callable[[str], None]) -> None:
        self._saves_folder = saves_folder
        self._show_sentence = show_sentence
        self._path: Path | None = None
        self._fresh: Table | None = None
        self._autosave: Autosave | None = None
        self._listening: object = None
        self._ended = False

    def begin(self, path: Path | None, fresh: Table | None = None) -> None:
        """Switch to another game: to its own file or, with None, to a new one.

        A `fresh` game is saved as soon as its file is locked; an opened game is saved at its first
        change.
        """
        self._path, self._fresh = path, fresh

    def hold(self) -> Autosave | None:
        """Lock the game's file against other windows and return its autosave; None once ended."""
        if self._autosave is None and not self._ended:
            path = self._path or self._saves_folder.new_path()
            self._autosave = Autosave(path, self._saves_folder.new_path, self._reporter())
            fresh, self._fresh = self._fresh, None
            if fresh is not None:
                self._autosave.save(fresh)
        return self._autosave

    def save(self, saved: Table) -> None:
        """Start to write a game; return at once."""
        autosave = self.hold()
        if autosave is not None:
            autosave.save(saved)

    @property
    def game_id(self) -> str:
        """The identifier of the game: the name of its file; empty before the file is locked."""
        return self._autosave.path.stem if self._autosave is not None else ""

    @property
    def unsaved(self) -> bool:
        """Whether the last attempt to save failed."""
        return self._autosave is not None and bool(self._autosave.fault)

    async def wait_until_saved(self) -> None:
        """Wait until the last action is on disk, at most `PATIENCE` seconds."""
        autosave = self._autosave
        if autosave is not None and autosave.busy:
            await asyncio.to_thread(autosave.wait_until_saved, PATIENCE)

    async def let_go(self) -> str:
        """Write the game and release its file; return why it is not saved, or an empty string."""
        if self._fresh is not None:  # the player left before the file was locked
            self.hold()
        autosave, self._autosave, self._path = self._autosave, None, None
        self._listening = None
        return await asyncio.to_thread(autosave.close) if autosave is not None else ""

    async def end(self) -> str:
        """Write the game for the last time; return why it is not saved, or an empty string."""
        if self._fresh is not None:
            self.hold()
        self._ended = True
        return await asyncio.to_thread(self.finish)

    def finish(self) -> str:
        """Write the game outside the loop; return why it is not saved, or an empty string."""
        self._ended = True
        return self._autosave.close() if self._autosave is not None else ""

    def _reporter(self) -> Callable[[str | None], None]:
        """Return the callback of the saving thread; it does nothing once another game is played."""
        loop = asyncio.get_running_loop()
        this = self._listening = object()

        def hear(sentence: str | None) -> None:
            if this is self._listening:
                self._show_sentence(sentence or "The game is saved again.")

        def report(sentence: str | None) -> None:
            with suppress(RuntimeError):  # the loop is closed, so there is no player to tell
                loop.call_soon_threadsafe(hear, sentence)

        return report
