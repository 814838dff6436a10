"""What every screen with a table on it has: the zones, and the two lines around them."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.css.query import NoMatches
from textual.geometry import Offset
from textual.layout import Layout
from textual.screen import Screen

from regicide_tui.play.statistics import day_of
from regicide_tui.play.table import Table, Told
from regicide_tui.tui import commands as c
from regicide_tui.tui.arrangement import find
from regicide_tui.tui.guide import Guide, text_of_every_game
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run, shorten, width_of, wrap
from regicide_tui.tui.scene import Odds, Scene
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.bars import Key, KeyBar, TitleBar
from regicide_tui.tui.widgets.foresight import Foresight
from regicide_tui.tui.widgets.hand import Hand
from regicide_tui.tui.widgets.layout import SMALLEST, TableLayout, Zones
from regicide_tui.tui.widgets.log import Log, Teller
from regicide_tui.tui.widgets.painted import Painted
from regicide_tui.tui.widgets.zone import Stage, Zone
from regicide_tui.tui.words import as_you, of_100, teller

if TYPE_CHECKING:
    from regicide_tui.tui.app import RegicideApp


class TooSmall(Painted):
    """What is shown in a window that is too small for a table."""

    def paint(self, width: int, height: int) -> list[Row]:
        """Say how large the window must be."""
        text = (
            f"The table needs a little more room. This window is {width}x{height}; "
            f"{SMALLEST.width}x{SMALLEST.height} is enough."
        )
        lines = wrap([(Run(word),) for word in text.split()], max(1, min(width, 40)))
        above = max(0, (height - len(lines)) // 2)
        left = Run(" " * max(0, (width - max(map(width_of, lines))) // 2))
        return [*[()] * above, *[(left, *line) for line in lines]]


class GameScreen(Screen[None]):
    """A table on the screen. Subclasses decide what is shown and what keys do."""

    AUTO_FOCUS = None
    BLANK = True  # the zones cover it
    app: "RegicideApp"
    scene: Scene

    def __init__(self, table: Table, look: Look) -> None:
        super().__init__()
        self.table = table
        self.look = look.of_game(table.game.name)
        self.arrangement = find(table.game.name)
        self._layout = TableLayout(self.zone_places(), len(table.seats), look)

    def zone_places(self) -> Zones:
        """Return what places the zones: the game's arrangement, unless a screen needs another."""
        return self.arrangement.places

    @property
    def layout(self) -> Layout:
        """The places of the zones."""
        return self._layout

    def compose(self) -> ComposeResult:
        """Lay the table."""
        yield TooSmall(self.look, id="notice")
        yield TitleBar(self.look, id="title")
        yield from self.arrangement.zones(self.look)
        yield self.chronicle()
        yield KeyBar(self.look, id="keys")

    def chronicle(self) -> Painted:
        """Return what stands in the zone `log`."""
        return Log(self.look, self.teller(), id="log")

    def teller(self) -> Teller:
        """Return what tells the events of this game."""
        return teller(self.arrangement.tell, as_you(self.table.seats, self.table.bots))

    def key_line(self) -> list[Key]:
        """Return the keys for the line at the bottom."""
        raise NotImplementedError

    def guide(self) -> Guide:
        """Return what the help says of this moment."""
        scene = self.scene
        text = text_of_every_game(scene) or self.arrangement.explain(scene)
        heading = self.arrangement.chapter(scene)
        return Guide(self.table.game.name, heading, text, self.key_line())

    @property
    def stage(self) -> Stage[Any]:
        """The zone in which things move."""
        return self.query_one("#stage", Stage)

    def show(self, scene: Scene, keys: list[Key]) -> None:
        """Show a scene in all zones but the log."""
        self.show_title(scene)
        for zone in self.query(Zone):
            zone.show(scene)
        self._show_keys(keys)

    def show_title(self, scene: Scene) -> None:
        """Show the line at the top."""
        asides = (self.aside(scene), *self.shorter_asides(scene))
        title = _title(self.arrangement.title, scene, asides, self.look)
        self.query_one("#title", TitleBar).show(*title)

    def show_odds(self, scene: Scene) -> None:
        """Show the chances of winning, where they stand: in the title and among the figures."""
        self.show_title(scene)
        for figures in self.query("#figures").results(Zone):
            figures.show(scene)

    def aside(self, scene: Scene) -> Run:
        """Return what stands beside the name of the game: which deal it is."""
        day = day_of(self.table.start)
        seed = shorten(scene.seed, 16, self.look.symbols.ellipsis)
        return Run(f"deal of {day}" if day else f"seed {seed}", "muted")

    def shorter_asides(self, scene: Scene) -> Sequence[Run]:
        """Return what must be told in a narrow window at least, the longest words first.

        Without any, what stands beside the name of the game may be cut.
        """
        return ()

    def show_pointer(self, scene: Scene, keys: list[Key]) -> None:
        """Show a scene in which nothing but the pointer, the choice or the notice is new."""
        self.stage.show(scene)
        self.query_one("#hand", Hand).show(scene)
        self.query_one("#foresight", Foresight).show(scene)
        self._show_keys(keys)

    def _show_keys(self, keys: list[Key]) -> None:
        self.query_one("#keys", KeyBar).show(keys)

    def show_log(self, told: Iterator[Told]) -> None:
        """Tell the game so far."""
        self.query_one("#log", Log).show(self.gathered(told))

    def gathered(self, told: Iterator[Told]) -> list[Told]:
        """Return moves with what the log tells in one sentence as one event."""
        gather = self.arrangement.gather
        return [replace(one, events=tuple(gather(one.events))) for one in told]

    def action_full_log(self) -> None:
        """Read the whole log."""
        self.app.show_log(self.query_one("#log", Log).told, self.teller(), self.look)

    def action_log(self, lines: int) -> None:
        """Scroll the log."""
        self.query_one("#log", Log).page(lines)

    def _compositor_refresh(self) -> None:
        """Write the picture, of which every place is known now, with the cursor on its card."""
        if self.is_current:
            self._park_cursor()
        super()._compositor_refresh()

    def _park_cursor(self) -> None:
        """Put the terminal's own cursor on the card at the pointer, for screen readers."""
        try:
            hand = self.query_one("#hand", Hand)
        except NoMatches:
            return
        cell = hand.cursor_cell()
        if cell is not None and hand.display:
            self.app.cursor_position = hand.region.offset + cell
        else:
            self.app.cursor_position = Offset(0, 0)


def _title(game: str, scene: Scene, asides: Sequence[Run], look: Look) -> tuple[Row, ...]:
    """Return the two ends of the title, and what stands at the left in narrower windows."""
    name: Row = (Run(game.upper(), "primary+bold"), Run(f"  {scene.company}"))
    key, word, action = look.key(c.HELP)
    help_key: Row = (Run(f"{key} ", "primary+bold", action), Run(word, "muted", action))
    if scene.goal:  # it needs the room; its turns count for nothing
        left = (*name, Run(f"  {scene.goal}", "accent"))
        return left, (Run("  "), *help_key), (Run(scene.goal, "accent"),)
    aside, *shorter = asides
    left = (*name, aside._replace(text=f"  {aside.text}"))
    right: Row = (Run("turn ", "muted"), Run(f"{scene.turn}   ", "text+bold"), *help_key)
    right = (*_odds(scene.odds, look.symbols), *right) if scene.odds else right
    right = (Run("NOT SAVED  ", "error+bold"), *right) if scene.unsaved else right
    right = (Run("  "), *right)
    if not shorter:
        return left, right
    return left, right, (name[0], *left[-1:]), *[(one,) for one in (aside, *shorter)]


def _odds(odds: Odds, symbols: Symbols) -> Row:
    """Return the chance of winning, and that after the action that is ready."""
    shown: Row = (Run("win ", "muted"), Run(_percent(odds.now), "text+bold"))
    if odds.then is not None:
        shown += (Run(f" {symbols.arrow} ", "muted"), Run(_percent(odds.then), "success+bold"))
    return (*shown, Run("   "))


def _percent(chance: float | None) -> str:
    return "?" if chance is None else f"{of_100(chance)}%"
