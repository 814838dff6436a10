"""A player of the app in a test: presses keys, clicks on words, and reads the screen."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import monotonic

from rich.color import Color
from textual.events import MouseDown, MouseMove, MouseUp
from textual.pilot import Pilot
from textual.strip import Strip

from regicide_tui.games.base import Value
from regicide_tui.games.regicide.state import State
from regicide_tui.play.table import Table
from regicide_tui.tui.app import RegicideApp
from regicide_tui.tui.rendering.faces import title
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.screens.game import GameScreen
from regicide_tui.tui.screens.result import EndingScreen
from regicide_tui.tui.widgets.form import CHOSEN, HERE
from tests.loose import loose
from tests.tui.looking import PATIENCE, settled, unhurried

_PICTURE = 32
"""Cells of the picture of an end in a window of 80x24, before what is told."""


class Player:
    """Somebody at the app."""

    def __init__(self, app: RegicideApp, pilot: Pilot[str]) -> None:
        self.app = app
        self.pilot = pilot

    # ------------------------------------------------------------ doing

    async def press(self, *keys: str) -> None:
        """Press keys, each when all that the last one began is done."""
        for key in keys:
            await self.pilot.press(key)
            await settled(self.pilot, workers=False)

    async def act(self, action: Value) -> None:
        """Take an action by whatever keys lead to it."""
        self.app.slips.press(repr(action))
        await self.app.screen.act(action)  # type: ignore[attr-defined]

    async def type(self, text: str) -> None:
        """Type a text."""
        await self.press(*["space" if char == " " else char for char in text])

    async def click(self, words: str, after: str = "") -> None:
        """Click on the first place where these words stand, below or behind other words."""
        y, x = self.find(words, after)
        await self.click_at(x, y)

    async def click_card(self, card: str) -> None:
        """Click on a card of the hand."""
        y, x = self.find_card(card)
        await self.click_at(x, y)

    async def click_at(self, x: int, y: int) -> None:
        """Click on a cell, as the terminal reports it.

        (`Pilot.click` takes the padding of a screen for its outside.)
        """
        for kind in (MouseMove, MouseDown, MouseUp):
            button = 0 if kind is MouseMove else 1
            self.app.post_message(kind(None, x, y, 0, 0, button, False, False, False, x, y))
            await settled(self.pilot, workers=False)

    async def resize(self, width: int, height: int) -> None:
        """Change the size of the window."""
        await self.pilot.resize_terminal(width, height)
        await settled(self.pilot, workers=False)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something is so."""
        end = monotonic() + PATIENCE
        while not condition():
            assert monotonic() < end, self.page
            await asyncio.sleep(0.01)
            await settled(self.pilot, workers=False)

    # ------------------------------------------------------------ reading

    @property
    def page(self) -> str:
        """What is on the screen."""
        return "\n".join([strip.text.rstrip() for strip in self._strips()])

    def sees(self, *words: str) -> bool:
        """Tell whether all these words are on the screen."""
        return all(one in self.page for one in words)

    def shows(self, *words: str) -> None:
        """Fail unless all these words are on the screen."""
        missing = [one for one in words if one not in self.page]
        assert not missing, f"{missing} not on the screen:\n{self.page}"

    def announces(self, word: str) -> None:
        """Fail unless a game has ended with this word in large letters."""
        screen = self.app.screen
        assert isinstance(screen, EndingScreen)
        ending = screen.ending()
        assert ending is not None
        assert ending.banner == word
        symbols, ground = self.app.look.symbols, "felt" if ending.won else "stone"
        drawn = [title(word, ground, symbols, large=large) for large in (False, True)]
        looks = [["".join([run.text for run in row]).strip() for row in one] for one in drawn]
        assert any(self.sees(*look) for look in [*looks, [" ".join(word)]]), self.page

    @property
    def told(self) -> str:
        """What stands beside the picture of an end, without its line breaks."""
        return " ".join(" ".join([row[_PICTURE:] for row in self.page.split("\n")]).split())

    def find(self, words: str, after: str = "") -> tuple[int, int]:
        """Return line and column of the first place where these words stand."""
        rows = self.page.split("\n")
        passed = not after
        for y, row in enumerate(rows):
            start = 0
            if not passed and after in row:
                passed, start = True, row.index(after)
            if passed and words in row[start:]:
                return y, row.index(words, start)
        raise AssertionError(f"{words!r} is not on the screen:\n{self.page}")

    def shows_title(self, words: str, *, large: bool = False) -> None:
        """Fail unless these words stand on the screen in large letters."""
        drawn = title(words, "night", self.app.look.symbols, large=large)
        self.shows(*[_text(row).strip() for row in drawn[:2]])

    def reads(self, words: str) -> None:
        """Fail unless these words stand on the screen, broken into lines of one column."""
        first, second = words.split()[:2]
        y, x = self.find(f"{first} {second}")
        said = " ".join([line[x:] for line in self.page.split("\n")[y:]])
        assert words in " ".join(said.split()), self.page

    def pieces(self, words: str, style: str) -> list[str]:
        """Return what stands on the ground of a style in the line where some words first stand."""
        y, _ = self.find(words)
        ground = self.app.look.palette[style].bgcolor
        return [
            segment.text.strip()
            for segment in self._strips()[y]
            if segment.style is not None and segment.style.bgcolor == ground
        ]

    def chosen(self, label: str) -> str:
        """Return the value that is chosen in the line of a form with this label."""
        (value,) = [one for one in self.pieces(label, CHOSEN) if one]
        return value

    @property
    def pointed(self) -> str:
        """The filled line of a list, without its pointer."""
        y, _ = self.find("› ")
        return " ".join(" ".join(self.pieces(self.page.split("\n")[y], HERE)).split()[1:])

    def find_card(self, card: str) -> tuple[int, int]:
        """Return line and column at which a drawn card of the hand is named: the lowest such."""
        rows = self.page.split("\n")
        corner = f"▟{card}"
        for y in range(len(rows) - 1, -1, -1):
            if corner in rows[y]:
                return y, rows[y].index(corner) + 1
        raise AssertionError(f"{card!r} lies nowhere:\n{self.page}")

    def ground_of_card(self, card: str) -> Color | None:
        """Return the colour of the paper of a drawn card of the hand."""
        y, x = self.find_card(card)
        (style, *_) = [one.style for one in self._strips()[y].crop(x, x + 1)]
        assert style is not None
        return style.bgcolor

    def colour_of(self, words: str, after: str = "") -> Color | None:
        """Return the colour in which these words are written, where they first stand."""
        y, x = self.find(words, after)
        (style, *others) = {one.style for one in self._strips()[y].crop(x, x + len(words))}
        assert not others
        assert style is not None
        return style.color

    def colour(self, name: str) -> Color | None:
        """Return a colour by its name."""
        return self.app.look.palette[name].color

    def ground(self, name: str) -> Color | None:
        """Return the colour of a ground by its name."""
        return self.app.look.palette[f"text/{name}"].bgcolor

    @property
    def table(self) -> Table:
        """The table that is played at."""
        screens = [one for one in self.app.screen_stack if isinstance(one, GameScreen)]
        table = screens[-1].session.local_table
        assert table is not None
        return table

    @property
    def state(self) -> State:
        """The game as it stands."""
        state: State = loose(self.table.history.state)
        return state

    @property
    def actions(self) -> list[str]:
        """The actions that stand."""
        return [self.table.history.game.format(move.action) for move in self.table.history.standing]

    async def kept(self) -> Table:
        """Return the newest unfinished game on the disk, once all is written."""
        await self.app.save_session.wait_until_saved()
        found = self.app.saves_folder.newest_unfinished()
        assert found is not None
        return found[1]

    def _strips(self) -> list[Strip]:
        return self.app.screen._compositor.render_strips()


def _text(row: Row) -> str:
    return "".join([run.text for run in row])


@asynccontextmanager
async def sitting_at(app: RegicideApp, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Player]:
    """Run an app without a terminal, with a player at it."""
    with unhurried():
        async with app.run_test(size=size) as pilot:
            await settled(pilot, workers=False)
            yield Player(app, pilot)
