"""The bases of all forms, and of the forms for a new game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Label

from regicide_tui.games.base import Json
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import HOUSE_RULES, Guide, Key
from regicide_tui.tui.rendering.canvas import filled
from regicide_tui.tui.rendering.paint import Row, Run
from regicide_tui.tui.screens.page import Page
from regicide_tui.tui.widgets.form import (
    FORM_TALL,
    FORM_WIDE,
    HERE,
    Choice,
    Form,
    FormLines,
    GameTiles,
    HouseRules,
)
from regicide_tui.tui.widgets.painted import Rows

_ENDS = (c.FORM_HELP, c.FORM_BACK, c.FORM_QUIT)
"""The last commands in the line of keys."""


class FormPage(Page):
    """A page with the lines of a form."""

    HORIZONTAL_BREAKPOINTS = FORM_WIDE
    VERTICAL_BREAKPOINTS = FORM_TALL

    def aside(self) -> Row:
        """Return a notice if lines are hidden."""
        told = self.query_one(FormLines).out_of_sight(self.look.symbols)
        return (Run(told, "muted"),) if told else ()

    def on_form_lines_moved(self) -> None:
        """Show a notice if lines are hidden now."""
        self.show_bars()

    def keys_of_lines(self, moves: Sequence[c.Command], action: str) -> list[Key]:
        """Return the keys to another line and to another value, which runs an action."""
        change, word, _ = self.look.keys("change", *c.CHOICE)
        return [self.look.keys("line", *moves), (change, word, action)]


class GameForm(FormPage):
    """A form for a new game. Subclasses add their lines, and start the game."""

    DEFAULT_CSS = """
    GameForm #begin { height: 1; display: none; margin: 0 0 1 0; }
    GameForm.-wide.-tall #begin { display: block; }
    """
    BINDINGS = c.bindings(c.FORM)
    begin: ClassVar[c.Command]
    """The command that starts the game; its word labels the button."""
    lines_id: ClassVar[str | None] = None

    def __init__(
        self, look: Look, game: str, players: Choice, house_rules: Mapping[str, Mapping[str, Json]]
    ) -> None:
        super().__init__(look)
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

    def content(self) -> ComposeResult:
        """Yield the form."""
        with Form():
            yield self._game
            with FormLines():
                with Vertical(id=self.lines_id, classes="part"):
                    yield Label("THE TABLE", classes="gap")
                    yield self._players
                    yield from self.lines()
                with Vertical(classes="part"):
                    yield Label("HOUSE RULES", classes="rules")
                    yield self._rules
            yield Rows(self.look, self._paint_button, id="begin")

    def on_mount(self) -> None:
        """Show the lines that matter."""
        self.fit()
        self._game.focus()

    def key_line(self) -> list[Key]:
        """Return the keys for the lines, to start, and to leave."""
        last = [self.look.key(one) for one in (self.begin, *_ENDS)]
        return [*self.keys_of_lines((c.FORM_PREVIOUS, c.FORM_NEXT), ""), *last]

    def commands(self) -> list[c.Command]:
        """Return the commands of the form, for the help."""
        return [*c.CHOICE, *[self.begin if one == c.DEAL else one for one in c.FORM]]

    def _paint_button(self, width: int, height: int) -> list[Row]:
        """Return the button that submits the form, and its key."""
        key, told, action = self.look.key(self.begin)
        chip = Run(f"   {self.begin.word.upper()}   ", HERE, action)
        row = (Run("  "), chip, Run("   "), Run(key, "primary+bold"), Run(f" {told}", "muted"))
        return filled("stone", [row], width, height)

    def guide(self) -> Guide:
        """Return the help: the rules describe the house rules."""
        return Guide(self._game.game, HOUSE_RULES)
