"""The form for a new table: the game, the number of players, and who may sit down."""

from collections.abc import Iterator
from typing import cast

from regicide_tui import games
from regicide_tui.play.dealing import applicable_rules
from regicide_tui.server.base.random_words import make_table_password
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.commands import Open
from regicide_tui.server.model.table.facts import WhoJoins
from regicide_tui.server.screens.visitor_app import VisitorApp
from regicide_tui.server.screens.words import CLOCKS, DAYS
from regicide_tui.tui.card_app import is_closed
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.screens.game_form import GameForm
from regicide_tui.tui.screens.page import heading_of
from regicide_tui.tui.widgets.form import Choice

_NO_CLOCK = "none"
_OF_RIVALS = (
    "Minutes per player plus seconds per action, or days per action. A player who runs out of time "
    "loses."
)
_OF_DAYS = "Days per action, for a slow game. When they run out, a bot acts for the player."
OPEN = c.DEAL._replace(word="open", meaning="Open the table.")
_JOINING = (WhoJoins.ASK, WhoJoins.ANYONE, WhoJoins.NOBODY)
_LIST, _FREE = "from a list", "free"
_EVERYBODY, _INVITED = "everyone", "private"
_PROGRAMS = "programs too"


class OpenTableScreen(GameForm):
    """The form for a new table."""

    headline, begin = "Open a table", OPEN

    def title_row(self) -> Row:
        """Return the title: a guest's table is only for the guest and bots."""
        guest = cast("VisitorApp", self.app).visitor.guest
        return heading_of("Play with bots") if guest else super().title_row()

    def __init__(self, look: Look, game: str) -> None:
        counts = games.find(game).player_counts
        players = Choice(look, "Players", counts, counts[-1], "The number of seats.")
        super().__init__(look, game, players, {})
        self._guests = Choice(
            look,
            "Who may sit",
            (_EVERYBODY, _INVITED, _PROGRAMS),
            _EVERYBODY,
            "A private table has a password. You need it to sit down or watch.",
        )
        self._clock = Choice(
            look,
            "Clock",
            (_NO_CLOCK, *CLOCKS, *DAYS),
            _NO_CLOCK,
            _OF_DAYS,
        )

        self._joining = Choice(
            look,
            "Bots' seats",
            _JOINING,
            WhoJoins.ASK,
            "Who can take over a bot's seat during the game: people whom the host lets in, anyone, "
            "or nobody.",
        )
        self._talk = Choice(
            look,
            "Chat",
            (_LIST, _FREE),
            _LIST,
            "Partners may not reveal their cards, so they choose from a list of phrases. Among "
            "friends you can chat freely.",
        )

    def lines(self) -> Iterator[Choice]:
        """Yield who may sit at the table, the clock, who can take bots' seats, and the chat."""
        yield self._guests
        yield self._clock
        yield self._joining
        yield self._talk

    def on_choice_changed(self, message: Choice.Changed) -> None:
        """Show only the fields that matter."""
        if message.choice is self._game:
            counts = games.find(self._game.game).player_counts
            self._players.offer_values(counts, counts[-1])
        if message.choice in (self._game, self._players):
            self.fit()

    def on_descendant_focus(self) -> None:
        """Hide the error of another field."""
        self._warn("")

    def _warn(self, fault: str) -> None:
        """Show an error below the focused field."""
        if not is_closed(self):
            for field in self.query(Choice):
                field.warn(fault if field.has_focus else "")

    async def action_deal(self) -> None:
        """Open the table, or show why it was refused."""
        app = cast("VisitorApp", self.app)
        game, players = self._game.game, self._players.number
        known = games.find(game).options(players)
        command = Open(
            game,
            players,
            applicable_rules(known, self._rules.chosen(game)),
            make_table_password() if self._guests.value == _INVITED else "",
            CLOCKS.get(str(self._clock.value)),
            days=DAYS.get(str(self._clock.value), 0),
            joining=WhoJoins(str(self._joining.value))
            if self._joining.display
            else WhoJoins.ANYONE,
            talks_freely=self._talk.display and self._talk.value == _FREE,
            programs=self._guests.value == _PROGRAMS,
        )
        try:
            opened = await app.api.lobby.open_table(command)
        except Refused as error:
            self._warn(str(error))
        else:
            app.show_table(opened)

    def fit(self) -> None:
        """Show only the lines that matter for the game and the visitor."""
        game = games.find(self._game.game)
        self._guests.display = not cast("VisitorApp", self.app).visitor.guest
        clocks = [*CLOCKS] if game.rivals and self._players.number == 2 else []
        days = [*DAYS] if self._players.number > 1 and self._guests.display else []
        self._clock.offer_values((_NO_CLOCK, *clocks, *days), _NO_CLOCK)
        self._clock.display = bool(clocks or days)
        for_two = " Clocks with minutes are for two players." if game.rivals else ""
        self._clock.explain(_OF_RIVALS if clocks else f"{_OF_DAYS}{for_two}")
        partners = self._guests.display and not game.rivals and self._players.number > 1
        self._joining.display = self._talk.display = partners
        super().fit()
