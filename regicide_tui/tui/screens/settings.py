"""The settings, one line each. A change applies at once and is kept."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Label

from regicide_tui.play.settings import ChoiceSetting, Settings
from regicide_tui.terminal import Colours
from regicide_tui.tui.card_app import is_closed
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.navigation import TableApp
from regicide_tui.tui.pages.lines import HOUSE_RULES, Guide
from regicide_tui.tui.screens.lists import heading_of
from regicide_tui.tui.widgets.form import (
    FORM_TALL,
    FORM_WIDE,
    Choice,
    Form,
    FormLines,
    GameChoice,
    HouseRules,
    titled,
)
from regicide_tui.tui.widgets.table import KeyBar, TitleBar

_FEW: Mapping[Colours, str] = {
    "16": " This terminal has only 16.",
    "none": " NO_COLOR is set, so there are none.",
}
"""What the theme can't change on terminals with few colours."""


class SettingsScreen(Screen[None]):
    """The settings with a few values to choose from, and where they and the others are kept.

    With a `game`, the house rules of a new game follow, at first of this one.
    """

    DEFAULT_CSS = """
    SettingsScreen { align: center top; background: $stone; }
    SettingsScreen.-wide.-tall Form { padding: 1 3 0 3; }
    SettingsScreen #file { height: 1; }
    SettingsScreen TitleBar { dock: top; height: 1; }
    SettingsScreen KeyBar { dock: bottom; height: 1; }
    """
    HORIZONTAL_BREAKPOINTS = FORM_WIDE
    VERTICAL_BREAKPOINTS = FORM_TALL
    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(c.SETTINGS))
    app: TableApp

    def __init__(
        self,
        look: Look,
        settings: Settings,
        lines: Sequence[ChoiceSetting],
        colours: Colours,
        kept: str,
        file: str = "",
        *,
        game: str = "",
    ) -> None:
        """`kept` says where the settings are kept, before the path of a `file`, if it is one."""
        super().__init__()
        self.look = look
        self._lines, self._kept, self._file = lines, kept, file
        self._choices: dict[str, Choice] = {}
        self._changed: Choice | None = None
        """The line that was changed last."""
        for choice in lines:
            value = getattr(settings, choice.key)
            about = _FEW.get(colours, "") if choice.key == "theme" else ""
            hint = choice.meaning + about
            self._choices[choice.key] = Choice(look, titled(choice.key), choice.values, value, hint)
        self._game: GameChoice | None = None
        if game:
            self._game = GameChoice(look, game, "The game that the house rules below are for.")
            self._rules = HouseRules(look, settings.house_rules)

    def compose(self) -> ComposeResult:
        """Compose the lines."""
        title = TitleBar(self.look)
        yield title
        with Form():
            with FormLines(self.look, title, heading_of("Settings")):
                with Vertical(classes="part"):
                    yield Label("THE APP", classes="gap")
                    yield from self._choices.values()
                if self._game is not None:
                    with Vertical(classes="part"):
                        yield Label("HOUSE RULES OF A NEW GAME")
                        yield self._game
                        yield self._rules
            yield Label("", id="file", classes="told", markup=False)
        yield KeyBar(self.look)

    def on_mount(self) -> None:
        """Focus the first line."""
        line = self.look.keys("line", c.SETTING_UP, c.SETTING_DOWN)
        change, word, _ = self.look.keys("change", *c.CHOICE)
        keys = [line, (change, word, c.CHANGE.action), self.look.key(c.HELP), self.look.key(c.BACK)]
        keys.append(self.look.key(c.QUIT))
        self.query_one(KeyBar).show(keys)
        self._show_rules()
        self.query_one(FormLines).fit()
        next(iter(self._choices.values())).focus()

    def _show_rules(self) -> None:
        """Show the house rules and the own settings of the chosen game."""
        if self._game is None:
            return
        game = self._game.game
        for choice in self._lines:
            self._choices[choice.key].display = choice.game in ("", game)
        self._rules.fit(game)
        self.query_one(FormLines).fit()

    def on_resize(self) -> None:
        """Show where the settings are kept, in one line: of a long path only the end."""
        room = self.query_one("#file").size.width - len(self._kept)
        symbols, file = self.look.symbols, self._file
        shown = file if cell_len(file) <= room else symbols.ellipsis + file[1 - room :]
        self.query_one("#file", Label).update(f"{self._kept}{shown}")

    async def on_choice_changed(self, message: Choice.Changed) -> None:
        """Apply and write a setting, or show the house rules of another game."""
        choice = message.choice
        if choice is self._game:
            self._show_rules()
            return
        settings = [key for key, one in self._choices.items() if one is choice]
        keys = tuple(settings) or ("house_rules", *self._rules.key_of(choice))
        fault = await self.app.change_setting(keys, choice.value)
        if is_closed(self):
            return
        if self._changed:
            self._changed.warn("")
        self._changed = choice
        choice.warn(fault)

    def action_change(self, steps: int) -> None:
        """Change the line at the pointer."""
        if isinstance(self.focused, Choice):
            self.focused.action_change(steps)

    def guide(self) -> Guide:
        """Return the help: the rules describe the house rules."""
        return Guide() if self._game is None else Guide(self._game.game, HOUSE_RULES)

    def action_back(self) -> None:
        """Go back."""
        self.app.pop_screen()
