"""The form of a new table: the game, the number of players, and who may sit down."""

from typing import ClassVar, cast

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Label

from regicide_tui import games
from regicide_tui.play.dealing import applicable_rules
from regicide_tui.server.base.random_words import make_table_password
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.commands import Open
from regicide_tui.server.screens.visitor_app import VisitorApp
from regicide_tui.tui.closing import is_closed
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input.guide import HOUSE_RULES, Guide
from regicide_tui.tui.look import Look
from regicide_tui.tui.screens.lists import heading_of
from regicide_tui.tui.widgets.choice import FORM_TALL, FORM_WIDE, Button, Choice, Form, FormLines
from regicide_tui.tui.widgets.game_tiles import GameTiles
from regicide_tui.tui.widgets.house_rules import HouseRules
from regicide_tui.tui.widgets.table.bars import Key, KeyBar, TitleBar

_NO_CLOCK = "none"
CLOCKS = {"5+5": (300, 5), "10+5": (600, 5), "20+10": (1200, 10)}
"""Minutes for each player, and the seconds that each action adds, as they are shown and in seconds.

Only two opponents play by such a clock.
"""
DAYS = {"1 day": 1, "3 days": 3, "7 days": 7}
"""The days within which each action must be taken in a game by correspondence."""
_OF_RIVALS = (
    "Minutes for each player, and seconds added for each action; or the days for each action. "
    "Who runs out of time has lost."
)
_OF_DAYS = "The days for each action, to play now and then. After them a bot acts for the player."
OPEN = c.CHANGE._replace(word="open", meaning="Open the table.")
_EVERYBODY, _INVITED = "everybody", "people with the password"


class OpenTableScreen(Screen[None]):
    """The form of a new table."""

    DEFAULT_CSS = """
    OpenTableScreen { align: center top; background: $stone; }
    OpenTableScreen TitleBar { dock: top; height: 1; }
    OpenTableScreen KeyBar { dock: bottom; height: 1; }
    """
    HORIZONTAL_BREAKPOINTS = FORM_WIDE
    VERTICAL_BREAKPOINTS = FORM_TALL
    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(c.SETTINGS))

    def __init__(self, look: Look, game: str) -> None:
        super().__init__()
        self.look = look
        self._game = GameTiles(look, game)
        counts = games.find(game).player_counts
        self._players = Choice(look, "Players", counts, counts[-1], "How many seats it has.")
        self._guests = Choice(
            look,
            "Who may sit",
            (_EVERYBODY, _INVITED),
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
        self._rules = HouseRules(look, {})

    def compose(self) -> ComposeResult:
        """Lay out the form."""
        title = TitleBar(self.look)
        yield title
        with Form():
            yield self._game
            with FormLines(self.look, title, heading_of("Open a table")):
                with Vertical(classes="part"):
                    yield Label("THE TABLE", classes="gap")
                    yield self._players
                    yield self._guests
                    yield self._clock
                with Vertical(classes="part"):
                    yield Label("HOUSE RULES")
                    yield self._rules
            yield Button(self.look, "OPEN", self._open_key)
        yield KeyBar(self.look)

    @property
    def _open_key(self) -> Key:
        """The key that opens the table."""
        return self.look.key(OPEN)

    def on_mount(self) -> None:
        """Show the fields that matter for the game."""
        line = self.look.keys("line", c.SETTING_UP, c.SETTING_DOWN)
        change, label, _ = self.look.keys("change", *c.CHOICE)
        keys = [self.look.key(one) for one in (c.HELP, c.BACK, c.QUIT)]
        self.query_one(KeyBar).show([line, (change, label, ""), self._open_key, *keys])
        self._fit()
        self._game.focus()

    def on_choice_changed(self, message: Choice.Changed) -> None:
        """Show only the fields that matter."""
        if message.choice is self._game:
            counts = games.find(self._game.game).player_counts
            self._players.offer_values(counts, counts[-1])
        if message.choice in (self._game, self._players):
            self._fit()

    def on_descendant_focus(self) -> None:
        """Show no fault of another field."""
        self._warn("")

    def _warn(self, fault: str) -> None:
        """Show below the focused field what is wrong."""
        if not is_closed(self):
            for field in self.query(Choice):
                field.warn(fault if field.has_focus else "")

    @property
    def _is_private(self) -> bool:
        """Whether the table gets a password; nobody else sits at the table of a guest anyway."""
        return self._guests.display and self._guests.value == _INVITED

    async def action_change(self, _: int) -> None:
        """Open the table, or show why it was refused."""
        app = cast("VisitorApp", self.app)
        game, players = self._game.game, self._players.number
        known = games.find(game).options(players)
        command = Open(
            game,
            players,
            applicable_rules(known, self._rules.chosen(game)),
            make_table_password() if self._is_private else "",
            CLOCKS.get(str(self._clock.value)) if self._clock.display else None,
            days=DAYS.get(str(self._clock.value), 0) if self._clock.display else 0,
        )
        try:
            opened = await app.api.lobby.open_table(command)
        except Refused as error:
            self._warn(str(error))
        else:
            app.show_table(opened)

    def action_back(self) -> None:
        """Go back."""
        self.app.pop_screen()

    def commands(self) -> list[c.Command]:
        """Return the commands of the form, for the help."""
        return [*c.CHOICE, *[OPEN if one == c.CHANGE else one for one in c.SETTINGS]]

    def guide(self) -> Guide:
        """Return the help: the page on house rules."""
        return Guide(self._game.game, HOUSE_RULES)

    def _fit(self) -> None:
        game = games.find(self._game.game)
        self._players.display = len(self._players.values) > 1
        self._guests.display = not cast("VisitorApp", self.app).visitor.guest
        clocks = [*CLOCKS] if game.rivals and self._players.number == 2 else []
        days = [*DAYS] if self._players.number > 1 and self._guests.display else []
        self._clock.offer_values((_NO_CLOCK, *clocks, *days), _NO_CLOCK)
        self._clock.display = bool(clocks or days)
        self._clock.explain(_OF_RIVALS if clocks else _OF_DAYS)
        self._rules.fit(self._game.game, self._players.number)
        self.query_one(FormLines).fit()
