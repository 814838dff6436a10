"""The base of every screen with a table: the zones, and the lines above and below them."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.css.query import NoMatches
from textual.geometry import Offset
from textual.layout import Layout

from regicide_tui.games.base import Seat
from regicide_tui.play.session import Session
from regicide_tui.play.table import TableView, Told
from regicide_tui.tui.card_app import CardApp
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input.keymap import Keymap, game_commands
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import (
    EventDescriber,
    Guide,
    Key,
    deal_run,
    key_bar,
    text_of_every_game,
    title_of,
)
from regicide_tui.tui.rendering.layout import SMALLEST, PlaceZones, has_room
from regicide_tui.tui.rendering.paint import Row, Run, prose, width_of
from regicide_tui.tui.table.game_ui import describer_of, find, gathered, pages_of, shown_in
from regicide_tui.tui.table.table_model import TableModel
from regicide_tui.tui.textual_internals import HookedScreen
from regicide_tui.tui.widgets.painted import Painted, Rows
from regicide_tui.tui.widgets.table import Hand, Log, Stage, TableLayout, Zone

if TYPE_CHECKING:
    from regicide_tui.tui.table.table_pages import AnyTablePages


def too_small_rows(keymap: Keymap, width: int, height: int) -> list[Row]:
    """Return a notice for a window that is too small for a table: how large it must be."""
    text = (
        f"This window is too small ({width}x{height}). "
        f"Make it at least {SMALLEST.width}x{SMALLEST.height}. "
        f"Your game is safe; {keymap.shown(c.HELP)} shows the keys that still work."
    )
    lines = prose(text, "text", min(width, 40))
    above = max(0, (height - len(lines)) // 2)
    left = Run(" " * max(0, (width - max(map(width_of, lines))) // 2))
    return [*[()] * above, *[(left, *line) for line in lines]]


class GameScreen(HookedScreen):
    """A table on the screen. Subclasses decide what it shows and what its keys do."""

    AUTO_FOCUS = None
    BLANK = True  # the zones cover it
    app: CardApp
    model: TableModel

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self.session = session
        self._viewer: Seat | None = session.seat
        """The seat that sees the game; None for a spectator, and behind the curtain."""
        table = self.table
        self.look = look.game_look(table.game.name)
        self.game_ui = find(table.game.name)
        self._layout = TableLayout(self.zone_places(), len(table.seats), look)

    @property
    def table(self) -> TableView:
        """The game as its viewer may see it."""
        return self.session.seen_from(self._viewer)

    @property
    def pages(self) -> "AnyTablePages":
        """The pages around the table, which are loaded on demand."""
        return pages_of(self.table.game.name)

    def zone_places(self) -> PlaceZones:
        """The function that places the zones: the game UI's, unless a screen needs another one."""
        return self.game_ui.place_zones

    @property
    def layout(self) -> Layout:
        """The layout of the zones."""
        return self._layout

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Return whether a key may run this action now: if the table is too small, most may not.

        The keys of the app, such as help and menu, and the one to leave this screen still work.
        """
        return action == "back" or has_room(*self.app.size)

    def compose(self) -> ComposeResult:
        """Compose the zones."""
        yield Rows(self.look, partial(too_small_rows, self.look.keymap), id="notice")
        yield Rows(self.look, id="title")
        yield from self._zones()
        yield self.log_widget()
        yield Rows(self.look, id="keys")

    def _zones(self) -> Iterator[Zone]:
        """Yield the zones that show the model."""
        kinds = {"stage": Stage, "hand": Hand}
        for name, paint in self.game_ui.painters.items():
            shown = partial(self.game_ui.is_shown, name)
            yield kinds.get(name, Zone)(self.look, paint, is_shown=shown, id=name)

    def log_widget(self) -> Painted:
        """Return the widget for the zone `log`."""
        return Log(self.look)

    def event_describer(self) -> EventDescriber:
        """Return the function that describes the events of this game."""
        return describer_of(self.game_ui, self.table)

    def key_line(self) -> list[Key]:
        """Return the keys for the line at the bottom."""
        raise NotImplementedError

    def guide(self) -> Guide:
        """Return the help for this moment."""
        model = self.model
        text = self.look.keymap.worded(text_of_every_game(model) or self.pages.explain(model))
        if model.fresh:
            text += f"\n\nThe sign {self.look.symbols.new} marks cards you have just drawn."
        heading = self.pages.chapter(model)
        return Guide(self.table.game.name, heading, text, self.key_line())

    @property
    def stage(self) -> Stage:
        """The zone with animations."""
        return self.query_one("#stage", Stage)

    def show(self, model: TableModel, keys: list[Key]) -> None:
        """Show a model in all zones but the log."""
        self.show_title(model)
        for zone in self.query(Zone):
            zone.show(shown_in(self.game_ui, zone.id or "", model))
        self._show_keys(keys)

    def show_title(self, model: TableModel) -> None:
        """Show the top line."""
        title = title_of(self.table.game.title, model, self.asides(model), self.look)
        self.query_one("#title", Rows).show(title)

    def show_odds(self, model: TableModel) -> None:
        """Show the chances of winning in the title and in the zone `figures`."""
        self.show_title(model)
        for figures in self.query("#figures").results(Zone):
            figures.show(model)

    def asides(self, model: TableModel) -> Sequence[Run]:
        """Return the text beside the name of the game, and shorter versions, the longest first.

        It identifies the deal. If none of several versions fits, the shortest is shown; a single
        one is left out of a narrow window.
        """
        return [deal_run(model, self.table, self.look)]

    def show_pointer(self, model: TableModel, keys: list[Key]) -> None:
        """Show a model in which only the cursor, the picked cards or the notice changed."""
        for name in ("stage", "hand", *self.pointer_zones()):
            self.query_one(f"#{name}", Zone).show(shown_in(self.game_ui, name, model))
        self._show_keys(keys)

    def pointer_zones(self) -> Sequence[str]:
        """Return the zones other than stage and hand that show the picked cards."""
        return ("foresight",)

    def _show_keys(self, keys: list[Key]) -> None:
        game = game_commands(self.table.game.name)
        self.query_one("#keys", Rows).show(key_bar(keys, game))

    def show_log(self) -> None:
        """Show the log of the game."""
        self.query_one("#log", Log).show(self.gathered(self.table.told), self.event_describer())

    def gathered(self, told: Sequence[Told]) -> list[Told]:
        """Return moves whose events are merged as the log describes them."""
        return gathered(self.game_ui, told)

    def action_full_log(self) -> None:
        """Show the whole log."""
        told = self.gathered(self.table.told)
        self.app.show_log(told, self.event_describer(), self.look)

    def action_log(self, lines: int) -> None:
        """Scroll the log, forward or back, unless something else covers its zone."""
        for log in self.query(Log):
            log.page(-lines)

    def before_picture(self) -> None:
        """Put the terminal's cursor on its card, since the layout is known now."""
        if self.is_current:
            self._park_cursor()

    def _park_cursor(self) -> None:
        """Put the terminal's own cursor on the current card, for screen readers."""
        try:
            hand = self.query_one("#hand", Hand)
        except NoMatches:
            return
        cell = hand.cursor_cell()
        if cell is not None and hand.display:
            self.app.cursor_position = hand.region.offset + cell
        else:
            self.app.cursor_position = Offset(0, 0)
