"""A small screen above another one that asks for text."""

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, Label

from regicide_tui.play.saves.codec import NAME_LIMIT
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input.keymap import Keymap


class AskText(ModalScreen[str]):
    """Asks for text and returns it, or an empty string."""

    DEFAULT_CSS = """
    AskText { align: center middle; }
    AskText Vertical { width: 60; max-width: 90%; height: auto; background: $band; }
    AskText Label { width: 100%; padding: 0 2; color: $muted; }
    AskText .question {
        padding: 0 2; background: $accent; color: $on-accent; text-style: $filled-style;
    }
    AskText Input, AskText Input:focus {
        height: 1; border: none; padding: 0 1; margin: 1 2; background: $chip;
    }
    AskText .keys { background: $chip; color: $foreground; }
    """
    BINDINGS = c.bindings(c.NAMING)
    keys: ClassVar[str] = "{submit} sends it, {cancel} goes back"
    empty: ClassVar[str] = "There is nothing to send."
    """The sentence before the question if nothing was typed."""

    def __init__(
        self, keymap: Keymap, question: str, text: str = "", example: str = "", limit: int = 200
    ) -> None:
        super().__init__()
        self._keymap = keymap
        self._question = question
        self._field = Input(text, placeholder=example, max_length=limit)

    def compose(self) -> ComposeResult:
        """Compose the question."""
        with Vertical():
            yield Label(self._question, classes="question", markup=False)
            yield from self.body()
            yield Label(self._keymap.named(self.keys), classes="keys", markup=False)

    def body(self) -> Iterable[Widget]:
        """Return the widgets between the question and the keys: the field."""
        return (self._field,)

    def on_input_submitted(self) -> None:
        """Return the text."""
        self.action_submit()

    def action_submit(self) -> None:
        """Return the text unless it is empty."""
        text = self._field.value.strip()
        if not self.is_current:  # it was answered or closed before
            return
        if text:
            self.dismiss(text)
        else:
            self.query_one(Label).update(f"{self.empty} {self._question}")

    def take(self, character: str) -> None:
        """Add a character that was typed while this screen opened."""
        self._field.insert_text_at_cursor(character)

    def action_close(self) -> None:
        """Return an empty string."""
        if self.is_current:
            self.dismiss("")


class AskName(AskText):
    """Asks for the name of a save."""

    keys = "{submit} saves it, {cancel} goes back"
    empty = "The name is empty."

    def __init__(
        self, keymap: Keymap, question: str = "Save this position as:", name: str = ""
    ) -> None:
        super().__init__(keymap, question, name, "before the last King", NAME_LIMIT)
