"""Small screens over the table: a name to type, and help to read."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from regicide_tui.play.saves.codec import NAME_LIMIT
from regicide_tui.tui import commands as c
from regicide_tui.tui.keymap import written

if TYPE_CHECKING:
    from regicide_tui.tui.app import RegicideApp


class AskName(ModalScreen[str]):
    """Asks for the name of a save; answers it, or an empty text."""

    DEFAULT_CSS = """
    AskName { align: center middle; }
    AskName Vertical {
        width: 60; max-width: 90%; height: auto; padding: 1 2; border: round $primary;
        background: $surface;
    }
    AskName Input, AskName Input:focus {
        height: 1; border: none; padding: 0 1; margin: 1 0; background: $panel;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings((c.CANCEL,)))

    def __init__(self, question: str = "Keep this position under a name:", name: str = "") -> None:
        super().__init__()
        self._question = question
        self._given = name

    def compose(self) -> ComposeResult:
        """Lay out the question."""
        with Vertical():
            yield Label(self._question)
            yield Input(self._given, placeholder="before the last King", max_length=NAME_LIMIT)
            yield Label("enter keeps it, escape doesn't")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer the name."""
        self.dismiss(event.value.strip())

    def action_close(self) -> None:
        """Answer nothing."""
        self.dismiss("")


class HelpScreen(ModalScreen[None]):
    """Explains the moment and lists the keys."""

    DEFAULT_CSS = """
    HelpScreen { align: center middle; }
    HelpScreen VerticalScroll {
        width: 76; max-width: 96%; height: auto; max-height: 96%; padding: 0 2;
        border: round $primary; background: $surface; scrollbar-size-vertical: 1;
        border-subtitle-color: $muted;
    }
    HelpScreen Static { height: auto; }
    """
    app: "RegicideApp"
    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings((c.CLOSE_HELP, c.HELP_RULES)))

    def __init__(self, text: str, commands: Iterable[c.Command], heading: str = "") -> None:
        super().__init__()
        self._heading = heading
        self._text = text
        self._commands = commands

    def compose(self) -> ComposeResult:
        """Lay out the text and the keys."""
        with VerticalScroll() as box:
            box.border_subtitle = "up down scroll, r rules, enter closes"
            if self._text:
                yield Static(self._text + "\n", markup=False)
            yield Static(keys_in_words(self._commands), markup=False)

    def action_close(self) -> None:
        """Close the help."""
        self.dismiss()

    async def action_rules(self) -> None:
        """Read the rules of the moment instead."""
        await self.dismiss()
        self.app.show_rules(self._heading)


def keys_in_words(commands: Iterable[c.Command]) -> str:
    """Return a line for each thing that can be done: its keys, and what it means."""
    keys: dict[str, list[str]] = {}
    for command in commands:
        keys.setdefault(command.meaning, []).extend(command.keys)
    return "\n".join(f"{_written(some):<20} {meaning}" for meaning, some in keys.items())


def _written(keys: list[str]) -> str:
    """Return keys as people write them; digits in a row as a range."""
    if len(keys) > 2 and all(key.isdigit() for key in keys):
        return f"{keys[0]}-{keys[-1]}"
    return " ".join([written(key) for key in keys])
