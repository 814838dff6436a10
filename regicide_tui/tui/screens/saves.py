"""The saved games: a list in which to open, rename and delete them."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from regicide_tui import games
from regicide_tui.games.base import BadSetup
from regicide_tui.games.words import counted, read_at_home
from regicide_tui.play.saves import files
from regicide_tui.play.saves.saves_folder import (
    SaveLabel,
    SavesFolder,
    SavesFolderError,
    Trash,
    sort_by_last_played,
)
from regicide_tui.play.saves.summary import (
    describe_progress,
    game_title,
    name_in_list,
    player_list,
    save_name,
    saved_ago,
    saved_minute,
)
from regicide_tui.play.table import Table
from regicide_tui.printable import printable
from regicide_tui.tui import screens
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import Key
from regicide_tui.tui.rendering.paint import PaintRows, Row, Run, Symbols, prose, shorten, wrap
from regicide_tui.tui.screens.lists import (
    BackList,
    CatalogueLine,
    CataloguePage,
    Column,
    Entry,
    fitted,
    page_rows,
)
from regicide_tui.tui.table.game_ui import has_table, pages_of
from regicide_tui.tui.widgets.form import say

if TYPE_CHECKING:
    from regicide_tui.tui.app import RegicideApp

_GAP = "   "


def save_preview_rows(label: SaveLabel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return rows about a save, the most important first; the last rows may be cut off."""
    file = (Run(shorten(printable(label.path.name), width, symbols.ellipsis), "faint"),)
    if label.fault:
        more = "This save can't be opened. The file is kept until you delete it."
        return [*prose(label.fault, "error", width), *prose(more, "muted", width), file]
    facts = wrap(_facts(label, width, symbols), width, _GAP)
    if label.goal:
        facts = [*prose(label.goal, "accent", width), *facts]
    return [*_state_rows(label, width, height - len(facts), symbols), *facts, file]


def _state_rows(label: SaveLabel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the state of the game, as a picture or in words."""
    rows: list[Row] = []
    if has_table(label.game) and label.start and not label.match.called_off:
        game = games.find(label.game)
        try:
            state = game.load(label.snapshot, label.start.seed, label.start.options)
        except BadSetup:
            pass  # the label was not verified and is wrong
        else:
            view, pages = game.view(state, None), pages_of(label.game)
            rows = pages.save_preview(view, read_at_home(label.seats), width, height, symbols)
    return rows or prose(f"{player_list(label)}, {describe_progress(label)}", "text", width)


def _facts(label: SaveLabel, width: int, symbols: Symbols) -> list[Row]:
    """Return the other facts of a label, one per row."""
    players = "solo" if len(label.seats) == 1 else counted(len(label.seats), "player")
    facts: list[Row] = [(Run(f"{game_title(label)}, {players}", "muted"),)]
    if label.name:
        facts.append((Run("a saved position", "accent"),))
    facts.append((Run(f"after {counted(label.actions, 'action')}", "muted"),))
    if saved_minute(label):
        facts.append((Run(saved_minute(label), "muted"),))
    facts += _rules(label)
    if label.start:
        seed = shorten(printable(label.start.seed), width - 5, symbols.ellipsis)
        facts.append((Run(f"seed {seed}", "muted"),))
    return facts


def _rules(label: SaveLabel) -> list[Row]:
    """Return the house rules that differ from the defaults."""
    if label.start is None or not games.is_known(label.game):
        return []
    given = label.start.options
    return [
        (Run(f"{say(option.name)} ", "muted"), Run(say(given[option.name])))
        for option in games.find(label.game).options(len(label.seats))
        if given.get(option.name, option.default) != option.default
    ]


_WITH_ONE, _WITH_SEVERAL = 100, 72
"""Minimum width in cells for all columns, with saves of one game or of several games."""
_LONGEST_NAME = 24
_MARGINS = 4


class SavesScreen(BackList):
    """The list of all saves, the last played first; damaged saves come last, with the reason."""

    headline = "Saved games"
    BINDINGS = c.bindings((c.REVIEW, c.RENAME, c.DELETE, c.RESTORE))
    app: "RegicideApp"

    def __init__(self, look: Look, saves_folder: SavesFolder, deleted: Trash) -> None:
        super().__init__(look)
        self._saves_folder = saves_folder
        self._trash = deleted
        self._labels: list[SaveLabel] | None = None
        self._lines: list[CatalogueLine] = []
        self._said: Run | None = None

    # ------------------------------------------------------------ showing

    async def on_screen_resume(self) -> None:
        """Read the saves, at first and whenever the screen is shown again."""
        if self._labels is None:
            await asyncio.to_thread(self._trash.take_over)
        await self._look_again()

    async def _look_again(self, at: Path | None = None) -> None:
        """Read the saves; the cursor stays at its game, or goes to the game in the file `at`."""
        at = at or (self._here.path if self._here else None)
        self._labels = await asyncio.to_thread(
            lambda: sort_by_last_played(self._saves_folder.labels())
        )
        now = datetime.now()
        self._lines = [_line(number, label, now) for number, label in enumerate(self._labels)]
        places = [place for place, label in enumerate(self._labels) if label.path == at]
        self.cursor = places[0] if places else self.cursor
        self.refresh_list()

    @property
    def _here(self) -> SaveLabel | None:
        """The save at the cursor, or None."""
        return self._labels[self.cursor] if self._labels else None

    def painter(self, entries: Sequence[Entry], cursor: int) -> PaintRows:
        """Return a function that paints the saves in columns, and a panel about the current one."""
        here, symbols = self._here, self.look.symbols
        page = CataloguePage(
            self.heading(),
            fitted(_columns(self._labels or []), self._lines),
            self._lines,
            cursor,
            _name(here) if here else "",
            lambda width, height: save_preview_rows(here, width, height, symbols) if here else [],
        )
        return lambda width, height: page_rows(page, width, height, self.look.symbols)

    def heading(self) -> list[Row]:
        """Return the number of games, or a notice about the last action."""
        said = self._said or Run(self._count, "muted")
        return prose(said.text, said.style, self.size.width - _MARGINS)

    @property
    def _count(self) -> str:
        if self._labels is None:
            return "Reading the saved games."
        damaged = sum(bool(label.fault) for label in self._labels)
        if not (self._labels or self._trash):
            return "No saved games yet. Games are saved automatically as you play."
        more = [f"{damaged} damaged"] if damaged else []
        more += [f"{len(self._trash)} deleted"] if self._trash else []
        return ", ".join([counted(len(self._labels), "game"), *more])

    def entries(self) -> list[Entry]:
        """Return an entry for each save."""
        return [
            Entry(line.key, line.cells[0], line.cells[1], f"open_save({number})")
            for number, line in enumerate(self._lines)
        ]

    def key_line(self) -> list[Key]:
        """Return the keys for the game at the cursor, and the key to go back."""
        sound = self._here is not None and not self._here.fault
        shown = [c.CHOOSE._replace(word="open"), c.RENAME] if sound else []
        shown += [c.DELETE] if self._here else []
        shown += [c.RESTORE] if self._trash else []
        moves = super().key_line()[:1] if self._lines else []
        review = [c.REVIEW] if sound else []
        last = map(self.look.key, (c.HELP, *review, c.BACK, c.QUIT))
        return [*map(self.look.key, shown), *moves, *last]

    def _say(self, sentence: str, style: str = "text") -> None:
        self._said = Run(sentence, style)
        self.refresh_list()

    # ------------------------------------------------------------ moving and opening

    def action_move(self, steps: int) -> None:
        """Move the cursor, which wraps around at the ends, and remove the last message."""
        self._said = None
        super().action_move(steps)

    def action_leap(self, lines: int) -> None:
        """Move the cursor by several lines, but not beyond the ends."""
        self._said = None
        super().action_leap(lines)

    async def action_point(self, number: int) -> None:
        """Point at a game that is clicked; open it if the cursor was there already."""
        if number == self.cursor:
            await self.action_open_save(number)
        else:
            self._said = None
            self.cursor = number
            self.refresh_list()

    async def action_open_save(self, number: int) -> None:
        """Open a save. A named position stays unchanged and starts a new game."""
        assert self._labels is not None
        label = self._labels[number]
        path = None if label.name else label.path
        fault = label.fault or await self.app.open_file(label.path, path)
        if fault:
            self._say(fault, "error")

    async def action_review(self) -> None:
        """Review the game at the cursor."""
        label = self._here
        if label is None:
            return
        saved: Table | str = label.fault
        if not saved:
            saved = await asyncio.to_thread(files.read_or_why_not, label.path)
        if isinstance(saved, str):
            self._say(saved, "error")
        else:
            self.app.show_review(saved)

    # ------------------------------------------------------------ tidying up

    def action_rename(self) -> None:
        """Ask for a new name for the game at the cursor."""
        label = self._here
        if label is None:
            return
        if label.fault:
            self._say("A damaged file can't be renamed.", "error")
            return
        old = label.name or label.title

        async def rename(name: str | None) -> None:
            if name and name != old:
                await self._rename(label, name)

        self.app.push_screen(
            screens.ask.AskName(self.look.keymap, "New name for this game:", old), rename
        )

    async def _rename(self, label: SaveLabel, name: str) -> None:
        try:
            await asyncio.to_thread(self._saves_folder.rename, label.path, name)
        except SavesFolderError as error:
            self._say(f"{error}", "error")
            return
        self._said = Run(f"Renamed to '{name}'.")
        await self._look_again()

    async def action_delete(self) -> None:
        """Move the game at the cursor to the trash, from which it can be restored."""
        label = self._here
        if label is None or self.app.slips.now:  # a key that is held down deletes one game
            return
        self.app.slips.change()
        try:
            await asyncio.to_thread(self._trash.delete, label.path)
        except SavesFolderError as error:
            self._say(f"{error}", "error")
            return
        key = self.look.keymap.shown(c.RESTORE)
        name = shorten(_name(label), _LONGEST_NAME, self.look.symbols.ellipsis)
        self._said = Run(f"Deleted: {name} ({key} restores it)")
        await self._look_again()

    async def action_restore(self) -> None:
        """Restore the game that was deleted last."""
        if not self._trash:
            self._say("There is nothing to restore.", "muted")
            return
        try:
            path = await asyncio.to_thread(self._trash.restore)
        except SavesFolderError as error:
            self._say(f"{error}", "error")
            return
        self._said = Run("Restored.")
        await self._look_again(path)


def _columns(labels: list[SaveLabel]) -> tuple[Column, ...]:
    """Return the columns; with several games, the game comes before the date."""
    several = len({label.game for label in labels if not label.fault}) > 1
    return (
        Column("Name or players", 60, 16),
        Column("Progress", 36, 17),
        Column("Last played", 14, 14, needs=_WITH_SEVERAL if several else 0),
        Column("Game", 16, 14 if several else 8, needs=0 if several else _WITH_ONE),
    )


def _name(label: SaveLabel) -> str:
    return printable(label.path.name) if label.fault else save_name(label)


def _line(number: int, label: SaveLabel, now: datetime) -> CatalogueLine:
    key = str(number + 1) if number < 9 else ""
    if label.fault:
        return CatalogueLine(key, (_name(label), "damaged", "", ""), "error", f"point({number})")
    cells = (
        name_in_list(label),
        describe_progress(label),
        saved_ago(label, now),
        game_title(label),
    )
    return CatalogueLine(key, cells, "text", f"point({number})")
