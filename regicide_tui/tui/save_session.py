"""Where the game that is played is kept: the app's one owner of its file and of who writes it."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from regicide_tui.play.saves.autosave import Autosave
from regicide_tui.play.saves.codec import Saved
from regicide_tui.play.saves.saves_folder import SavesFolder

PATIENCE = 1.0
"""Seconds an action waits for a slow disk."""


class SaveSession:
    """Keeps one game at a time. `tell` is called in the app's own loop: a sentence for the player.

    Its methods but `finish` belong to that loop.
    """

    def __init__(self, shelf: SavesFolder, tell: Callable[[str], None]) -> None:
        self._shelf = shelf
        self._tell = tell
        self._path: Path | None = None
        self._fresh: Saved | None = None
        self._autosave: Autosave | None = None
        self._listening: object = None
        self._ended = False

    def begin(self, path: Path | None, fresh: Saved | None = None) -> None:
        """From now on keep another game: in its own file or, with None, in a new one.

        A `fresh` game is saved as soon as its file is held, one that was only opened when
        something changes.
        """
        self._path, self._fresh = path, fresh

    def hold(self) -> Autosave | None:
        """Take hold of the game's file, so that no other window writes it; None in the end."""
        if self._autosave is None and not self._ended:
            path = self._path or self._shelf.new_path()
            self._autosave = Autosave(path, self._shelf.new_path, self._reporter())
            fresh, self._fresh = self._fresh, None
            if fresh is not None:
                self._autosave.save(fresh)
        return self._autosave

    def save(self, saved: Saved) -> None:
        """Write this soon; return at once."""
        autosave = self.hold()
        if autosave is not None:
            autosave.save(saved)

    @property
    def game_id(self) -> str:
        """What the game is called among all games: by its file, for that is its own."""
        return self._autosave.path.stem if self._autosave is not None else ""

    @property
    def unsaved(self) -> bool:
        """Whether the game can't be saved at present."""
        return self._autosave is not None and bool(self._autosave.fault)

    async def settled(self) -> None:
        """Wait, but not for ever, until the last action is on disk."""
        autosave = self._autosave
        if autosave is not None and autosave.busy:
            await asyncio.to_thread(autosave.wait_until_saved, PATIENCE)

    async def let_go(self) -> str:
        """Write what waits and let go of the file; say why the game is not saved, if so."""
        if self._fresh is not None:  # somebody leaves before the file was held
            self.hold()
        autosave, self._autosave, self._path = self._autosave, None, None
        self._listening = None
        return await asyncio.to_thread(autosave.close) if autosave is not None else ""

    async def end(self) -> str:
        """Do the same for good: nothing more is written after it."""
        if self._fresh is not None:
            self.hold()
        self._ended = True
        return await asyncio.to_thread(self.finish)

    def finish(self) -> str:
        """Write what waits, outside the loop; say why the game is not saved, if so."""
        self._ended = True
        return self._autosave.close() if self._autosave is not None else ""

    def _reporter(self) -> Callable[[str | None], None]:
        """Return what the saving thread calls: it is heard only while its game is played."""
        loop = asyncio.get_running_loop()
        this = self._listening = object()

        def hear(sentence: str | None) -> None:
            if this is self._listening:
                self._tell(sentence or "The game is saved again.")

        def report(sentence: str | None) -> None:
            with suppress(RuntimeError):  # the loop is closed: nobody is left to tell
                loop.call_soon_threadsafe(hear, sentence)

        return report
