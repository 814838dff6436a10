"""The base of the forms of a new game: the game, the number of players, and the house rules."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Label

from regicide_tui.games.base import Json
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import HOUSE_RULES, Guide, Key
from regicide_tui.tui.screens.lists import heading_of
from regicide_tui.tui.widgets.form import (
    FORM_TALL,
    FORM_WIDE,
    Button,
    Choice,
    Form,
    FormLines,
    GameTiles,
    HouseRules,
)
from regicide_tui.tui.widgets.table import KeyBar, TitleBar

_ENDS = (c.FORM_HELP, c.FORM_BACK, c.FORM_QUIT)
"""The last commands in the line of keys."""


class GameForm(Screen[None]):
    """A form of a new game. Subclasses add their lines, and begin the game."""

    DEFAULT_CSS = """
    GameForm { align: center top; background: $stone; }
    GameForm TitleBar { dock: top; height: 1; }
    GameForm KeyBar { dock: bottom; height: 1; }
    """
    HORIZONTAL_BREAKPOINTS = FORM_WIDE
    VERTICAL_BREAKPOINTS = FORM_TALL
    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(c.FORM))
    headline: ClassVar[str]
    begin: ClassVar[c.Command]
    """The command that begins the game, and whose word stands on the button."""
    lines_id: ClassVar[str | None] = None

    def __init__(
        self, look: Look, game: str, players: Choice, house_rules: Mapping[str, Mapping[str, Json]]
    ) -> None:
        super().__init__()
        self.look = look
        self._game = GameTiles(look, game)
        self._players = players
        self._rules = HouseRules(look, house_rules)

    def lines(self) -> Iterator[Widget]:
        """Yield the lines below the number of players."""
        raise NotImplementedError

    def fit(self) -> None:
        """Show only the lines that matter."""
        self._players.display = len(self._players.values) > 1
        self._rules.fit(self._game.game, self._players.number)
        self.query_one(FormLines).fit()

    def compose(self) -> ComposeResult:
        """Compose the form."""
        title = TitleBar(self.look)
        yield title
        with Form():
            yield self._game
            with FormLines(self.look, title, heading_of(self.headline)):
                with Vertical(id=self.lines_id, classes="part"):
                    yield Label("THE TABLE", classes="gap")
                    yield self._players
                    yield from self.lines()
                with Vertical(classes="part"):
                    yield Label("HOUSE RULES", classes="rules")
                    yield self._rules
            yield Button(self.look, self.begin.word.upper(), self.look.key(self.begin))
        yield KeyBar(self.look)

    def on_mount(self) -> None:
        """Show the lines that matter, and the keys."""
        change, word, _ = self.look.keys("change", *c.CHOICE)
        keys: list[Key] = [self.look.keys("line", c.FORM_PREVIOUS, c.FORM_NEXT), (change, word, "")]
        keys += [self.look.key(one) for one in (self.begin, *_ENDS)]
        self.query_one(KeyBar).show(keys)
        self.fit()
        self._game.focus()

    def commands(self) -> list[c.Command]:
        """Return the commands of the form, for the help."""
        return [*c.CHOICE, *[self.begin if one == c.DEAL else one for one in c.FORM]]

    def action_back(self) -> None:
        """Go back."""
        self.app.pop_screen()

    def guide(self) -> Guide:
        """Return the help: the rules describe the house rules."""
        return Guide(self._game.game, HOUSE_RULES)
