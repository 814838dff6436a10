"""The settings, one line each. A change applies at once and is saved."""

from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Label

from regicide_tui.play.settings import ChoiceSetting, Settings
from regicide_tui.terminal import Colours
from regicide_tui.tui.card_app import is_closed
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import HOUSE_RULES, Guide, Key
from regicide_tui.tui.screens.game_form import FormPage
from regicide_tui.tui.widgets.form import (
    Choice,
    Form,
    FormLines,
    GameChoice,
    HouseRules,
    titled,
)

_FEW: Mapping[Colours, str] = {
    "16": " In 16 colours they look alike.",
    "none": " NO_COLOR is set, so there are none.",
}
"""The limits of themes on terminals with few colours."""


class SettingsScreen(FormPage):
    """The settings with a few values to choose from, and where all settings are saved.

    With a `game`, the house rules for new games follow, first those of this game.
    """

    DEFAULT_CSS = """
    SettingsScreen.-wide.-tall Form { padding: 1 3 0 3; }
    SettingsScreen #file { height: 1; }
    """
    headline = "Settings"
    BINDINGS = c.bindings(c.SETTINGS)

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
        """`kept` says where the settings are saved, followed by the path of a `file`, if any."""
        super().__init__(look)
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
            self._game = GameChoice(look, game, "The game that the house rules below apply to.")
            self._rules = HouseRules(look, settings.house_rules)

    def content(self) -> ComposeResult:
        """Yield the lines."""
        with Form():
            with FormLines():
                with Vertical(classes="part"):
                    yield Label("THE APP", classes="gap")
                    yield from self._choices.values()
                if self._game is not None:
                    with Vertical(classes="part"):
                        yield Label("HOUSE RULES FOR NEW GAMES")
                        yield self._game
                        yield self._rules
            yield Label("", id="file", classes="told", markup=False)

    def on_mount(self) -> None:
        """Focus the first line."""
        self._show_rules()
        self.query_one(FormLines).fit()
        next(iter(self._choices.values())).focus()

    def key_line(self) -> list[Key]:
        """Return the keys for the lines, and to leave."""
        lines = self.keys_of_lines((c.SETTING_UP, c.SETTING_DOWN), c.CHANGE.action)
        return [*lines, *map(self.look.key, (c.HELP, c.BACK, c.QUIT))]

    def _show_rules(self) -> None:
        """Show the house rules and settings of the chosen game."""
        if self._game is None:
            return
        game = self._game.game
        for choice in self._lines:
            self._choices[choice.key].display = choice.game in ("", game)
        self._rules.fit(game)
        self.query_one(FormLines).fit()

    def on_resize(self) -> None:
        """Show where the settings are saved, in one line, with only the end of a long path."""
        room = self.query_one("#file").size.width - len(self._kept)
        symbols, file = self.look.symbols, self._file
        shown = file if cell_len(file) <= room else symbols.ellipsis + file[1 - room :]
        self.query_one("#file", Label).update(f"{self._kept}{shown}")

    async def on_choice_changed(self, message: Choice.Changed) -> None:
        """Apply and save a setting, or show the house rules of another game."""
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
        """Change the focused line."""
        if isinstance(self.focused, Choice):
            self.focused.action_change(steps)

    def guide(self) -> Guide:
        """Return the help: the rules describe the house rules."""
        return Guide() if self._game is None else Guide(self._game.game, HOUSE_RULES)
