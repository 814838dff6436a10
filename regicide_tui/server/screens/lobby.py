"""The lobby: the visitors, the tables, and the chat."""

from collections.abc import Mapping, Sequence

from textual.events import Key

from regicide_tui.server.api.lobby import LobbyView
from regicide_tui.server.model.boards.pages import describe_when
from regicide_tui.server.screens.boards.deals import DayScreen, DuplicateScreen
from regicide_tui.server.screens.finished import FinishedScreen, StandingsScreen
from regicide_tui.server.screens.ignoring import IgnoringScreen
from regicide_tui.server.screens.lists import InnerList, ServerList
from regicide_tui.server.screens.lobby_offers import (
    FOR_GUESTS,
    Line,
    line_of,
    line_of_set_aside,
    offers,
)
from regicide_tui.server.screens.lobby_page import club_of
from regicide_tui.server.screens.moderation import ModerationScreen
from regicide_tui.server.screens.open_table import OpenTableScreen
from regicide_tui.server.screens.reading import ReadKeys
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.club import club_rows
from regicide_tui.tui.rendering.paint import PaintRows, Row, Run
from regicide_tui.tui.screens.lists import Entry

_MINUTE = 60.0
_PAGES: Mapping[str, type[InnerList]] = {
    "moderate": ModerationScreen,
    "day": DayScreen,
    "duplicates": DuplicateScreen,
    "finished": FinishedScreen,
    "players": StandingsScreen,
}
"""The pages behind the lobby, by the names that its entries have for them."""


class LobbyScreen(ServerList):
    """The visitor's own tables first, then tables with free seats, then tables to watch.

    If there are too many tables, the visitor finds one by the name of a player.
    """

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._prefix = ""
        """Only tables with a player whose name starts like this are listed; empty for all."""
        self._seen: tuple[LobbyView, Sequence[Line]] = LobbyView(""), ()
        """The last view, and the lines of its tables."""
        self._keys = ReadKeys()

    def on_mount(self) -> None:
        """Update the ages of messages regularly; Textual calls the method of each base."""
        self.set_interval(_MINUTE, self._tell_time)

    def _tell_time(self) -> None:
        """Update how old the messages are, and how soon tournaments start."""
        if self._seen[0].chat or self._seen[0].coming:
            self.look_soon()

    def entries(self) -> list[Entry]:
        """Take another look at the lobby, and return what the visitor can do there."""
        app = self.visitor_app
        view = app.api.lobby.view(self._prefix)
        tables = [(one.id, one) for one in view.tables]
        lines = self.make_each(tables, lambda _, one: line_of(view, one))
        lines += self.make_each(view.set_aside.items(), line_of_set_aside)
        self._seen = view, lines
        return offers(view, lines, app.game)

    def show_entries(self, entries: list[Entry]) -> None:
        """Show the list, and note which keys now lead to other tables."""
        self._keys.show({one.key: one.action for one in entries if one.key.isdigit()})
        super().show_entries(entries)

    def on_screen_suspend(self) -> None:
        """Forget what the keys led to; Textual calls the method of the base, too."""
        self._keys.hide()

    async def on_key(self, event: Key) -> None:
        """Ignore a digit that led to another table a moment ago.

        Textual then calls the handler of the base class, unless this one prevents it.
        """
        if self.is_current and self._keys.has_just_moved(event.character or ""):
            event.prevent_default().stop()
            self.say("The list of tables has just changed. Press the digit again.")

    def explained(self) -> list[Entry]:
        """Return all tournaments as well; the page names only the next ones."""
        entries, view = self.entries(), self._seen[0]
        return entries + [
            Entry(
                "",
                one.quoted,
                f"{describe_when(one, view.now)}, by {one.by}",
                f"app.tournament('{one.id}')",
            )
            for one in view.coming
        ]

    def painter(self, entries: Sequence[Entry], cursor: int) -> PaintRows:
        """Return the function that paints the lobby with these lines."""
        view, lines = self._seen
        tiles = [tile for _, tile in lines if tile is not None]
        said = Run(self.sentence or (FOR_GUESTS if view.guest else ""), self.style)
        club = club_of(view, tiles, said)
        return lambda width, height: club_rows(
            club, entries, cursor, (width, height), self.look.symbols
        )

    def title_row(self) -> Row:
        """Return the title, with the visitor's name."""
        name = self.visitor.name
        return (
            Run("REGICIDE", "accent+bold"),
            Run("  Welcome, "),
            Run(name, "text+bold"),
            Run("."),
        )

    # ------------------------------------------------------------ what is done

    async def action_open(self, table: str) -> None:
        """Go to a table; ask for the password of a private one."""
        seen = self.api.tables.describe(table)

        async def enter(password: str = "") -> None:
            self.visitor_app.show_table(table, password)

        if seen is not None and seen.private and seen.seat is None:
            self.visitor_app.ask_text(
                "The password of this table, or the last word of an invitation:", enter
            )
        else:
            await enter()

    def action_find(self) -> None:
        """Ask for the player whose tables are listed."""
        self.visitor_app.ask_text("A player's name, or the start of it:", self._find)

    async def _find(self, wanted: str) -> None:
        """List the tables of players whose names start like this, or say that there are none."""
        if not self.api.lobby.view(wanted).tables:
            self.say(f"No table has a player named '{wanted}'.")
            return
        self._prefix = wanted
        self._keys.hide()
        self.look_again()

    def action_list_all(self) -> None:
        """List all tables again."""
        self._prefix = ""
        self._keys.hide()
        self.look_again()

    def action_new(self) -> None:
        """Open the form for a new table."""
        self.open(OpenTableScreen, self.visitor_app.game)

    async def action_play_now(self) -> None:
        """Start a game with bots at once."""
        app = self.visitor_app
        app.show_table(await app.api.lobby.play_with_bots(app.game))

    async def action_round(self) -> None:
        """Go to a table of the round in which the visitor is due to play."""
        app = self.visitor_app
        for one in app.api.deals.rounds()[:1]:
            app.show_table(await app.api.deals.play(one.series))

    def action_chat(self) -> None:
        """Ask for a message to the lobby."""
        self.visitor_app.ask_text("Message to everyone in the lobby:", self._say_to_all)

    async def _say_to_all(self, text: str) -> None:
        """Send a message, and show it at once."""
        await self.api.lobby.say(text)
        self.look_again()

    def action_ignore(self) -> None:
        """List the people who can be ignored, and those who are."""
        self.open(IgnoringScreen, self._spoken)

    def _spoken(self) -> Sequence[str]:
        """Return who is here, and who has written in the chat."""
        view = self.api.lobby.view()
        return [*view.others, *[one.by for one in reversed(view.chat)]]

    def action_page(self, name: str) -> None:
        """Show one of the pages behind the lobby."""
        self.open(_PAGES[name])
