"""Setting up a game: who plays, with which seed, by which house rules."""

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Input, Label

from regicide_tui import games
from regicide_tui.games.base import BadSetup, Json, Option
from regicide_tui.games.regicide.setup import SEED_LIMIT
from regicide_tui.play.history import Start
from regicide_tui.play.saves.codec import NAME_LIMIT
from regicide_tui.tui import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run
from regicide_tui.tui.widgets.bars import KeyBar
from regicide_tui.tui.widgets.painted import Painted

if TYPE_CHECKING:
    from regicide_tui.tui.app import RegicideApp

_BACK = c.Command("back", ("escape", "ctrl+b"), "esc", "back", "Go back.")
_DEAL = c.Command("deal", ("enter",), "enter", "deal", "Deal the cards.")
_KEYS = (
    c.Command("app.focus_next", ("down",), "down", "next", "Next line."),
    c.Command("app.focus_previous", ("up",), "up", "previous", "Previous line."),
    _DEAL,
    _BACK,
    c.Command("quit_app", ("ctrl+q",), "ctrl+q", "quit", "Leave the app."),
)
_LABEL_WIDTH = 24


class Choice(Painted, can_focus=True):
    """One line with a few values, changed with the arrow keys or a click."""

    def __init__(self, look: Look, label: str, values: tuple[Json, ...], value: Json) -> None:
        super().__init__(look)
        self.label = label
        self.values = values
        self.value = value

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the label and the values."""
        here = self.has_focus
        pointer = self.look.symbols.pointer if here else " "
        row: Row = (
            Run(f"{pointer} ", "accent+bold"),
            Run(f"{self.label:<{_LABEL_WIDTH}}", "text+bold" if here else "text"),
        )
        for place, value in enumerate(self.values):
            chosen = value == self.value
            text = f"[{say(value)}]" if chosen else f" {say(value)} "
            row += (Run(text, "accent+bold" if chosen else "muted", f"set({place})"), Run(" "))
        return [row]

    def watch_has_focus(self, has_focus: bool) -> None:
        """Show or hide the pointer."""
        super().watch_has_focus(has_focus)
        self.repaint()

    def on_key(self, event: Key) -> None:
        """Change the value with the arrow keys, the space bar or a digit."""
        place = self.values.index(self.value)
        step = {"right": 1, "space": 1, "l": 1, "left": -1, "h": -1}.get(event.key)
        if step is not None:
            event.stop()
            self.set_value(self.values[(place + step) % len(self.values)])
        elif event.character and event.character.isdigit() and int(event.character) in self.values:
            event.stop()
            self.set_value(int(event.character))

    def action_set(self, place: int) -> None:
        """Take the value that was clicked."""
        self.focus()
        self.set_value(self.values[place])

    async def on_painted_pressed(self, message: Painted.Pressed) -> None:
        """Do what was clicked."""
        message.stop()
        await self.run_action(message.action)

    def set_value(self, value: Json) -> None:
        """Change the value."""
        self.value = value
        self.repaint()
        self.post_message(self.Changed(self))

    class Changed(Painted.Pressed):
        """The value was changed."""

        def __init__(self, choice: "Choice") -> None:
            super().__init__("")
            self.choice = choice


def say(value: Json) -> str:
    """Return a value as people write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")


class NewGameScreen(Screen[None]):
    """The form of a new game of Regicide."""

    DEFAULT_CSS = """
    NewGameScreen { layout: vertical; background: $background; padding: 1 2 0 2; }
    NewGameScreen Label { width: 100%; height: 1; color: $primary; text-style: bold; }
    NewGameScreen #fault { color: $error; text-style: none; height: 2; }
    NewGameScreen Choice { height: 1; }
    NewGameScreen .text { height: 1; }
    NewGameScreen .text Label { width: 26; color: $foreground; text-style: none; }
    NewGameScreen Input, NewGameScreen Input:focus {
        height: 1; border: none; padding: 0 1; width: 1fr; max-width: 46; background: $surface;
    }
    NewGameScreen Input:focus { background: $panel; }
    NewGameScreen #space { height: 1fr; }
    NewGameScreen KeyBar { height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(_KEYS))
    app: "RegicideApp"

    def __init__(self, look: Look, names: tuple[str, ...]) -> None:
        super().__init__()
        self.look = look
        self._names = names
        self._game = games.find("regicide")
        counts = self._game.player_counts
        self._players = Choice(look, "Players", counts, max(1, len(names)))
        self._options = [
            Choice(look, say(option.name), option.values, option.default)
            for option in self._game.options(max(counts))
        ]

    def compose(self) -> ComposeResult:
        """Lay out the form."""
        yield Label("A new game of Regicide")
        yield Label("", id="fault")
        yield self._players
        for seat in range(max(self._game.player_counts)):
            name = self._names[seat] if seat < len(self._names) else ""
            yield self._text(
                f"name-{seat}", f"Name of player {seat + 1}", name, f"Player {seat + 1}"
            )
        yield self._text("seed", "Seed", "", "any text; empty for a new deal")
        yield Label("")
        yield Label("House rules")
        yield from self._options
        yield Label("", id="space")
        bar = KeyBar(self.look)
        yield bar

    def on_mount(self) -> None:
        """Show as many names as players."""
        keys = (("up down", "line", "app.focus_next"), ("left right", "change", ""))
        bar = [*keys, *[(key.shown, key.word, key.action) for key in (_DEAL, _BACK)]]
        self.query_one(KeyBar).show(bar)
        self._show_names()
        self._players.focus()

    def on_choice_changed(self, message: Choice.Changed) -> None:
        """Show as many names as players, and only the options that matter."""
        if message.choice is self._players:
            self._show_names()

    def on_input_submitted(self) -> None:
        """Enter in a text line deals, as anywhere else."""
        self.action_deal()

    async def on_painted_pressed(self, message: Painted.Pressed) -> None:
        """Do what was clicked."""
        message.stop()
        if message.action:
            await self.run_action(message.action)

    def action_deal(self) -> None:
        """Deal, or say what is wrong."""
        players = int(self._players.value)
        names = [self._value(f"name-{seat}") for seat in range(players)]
        options = {
            option.name: choice.value
            for option, choice in zip(self._known_options(), self._options, strict=True)
            if choice.display and choice.value != option.default
        }
        seats = tuple([name or f"Player {seat + 1}" for seat, name in enumerate(names)])
        try:
            self.app.deal(Start("regicide", players, self._value("seed"), options), seats)
        except BadSetup as error:
            self.query_one("#fault", Label).update(error.message)

    def action_back(self) -> None:
        """Go back."""
        self.app.pop_screen()

    def action_quit_app(self) -> None:
        """Leave the app."""
        self.app.leave()

    def _known_options(self) -> tuple[Option, ...]:
        return self._game.options(max(self._game.player_counts))

    def _value(self, name: str) -> str:
        return self.query_one(f"#{name}", Input).value.strip()

    def _text(self, name: str, label: str, value: str, placeholder: str) -> Horizontal:
        field = Input(
            value,
            placeholder=placeholder,
            id=name,
            max_length=SEED_LIMIT if name == "seed" else NAME_LIMIT,
            select_on_focus=False,
        )
        return Horizontal(Label(f"  {label}"), field, classes="text", id=f"line-{name}")

    def _show_names(self) -> None:
        players = int(self._players.value)
        for seat in range(max(self._game.player_counts)):
            self.query_one(f"#line-name-{seat}").display = seat < players and players > 1
        for option, choice in zip(self._known_options(), self._options, strict=True):
            if option.name == "solo_yield":
                choice.display = players == 1
            if option.name == "first_player":
                choice.display = players > 1
                choice.values = self._game.options(players)[-1].values
                if choice.value not in choice.values:
                    choice.set_value("random")
                choice.repaint()
