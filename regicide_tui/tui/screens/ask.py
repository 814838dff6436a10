"""A small screen over the table: a name to type."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label

from regicide_tui.play.saves.codec import NAME_LIMIT
from regicide_tui.tui import commands as c
from regicide_tui.tui.keymap import Keymap


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
    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(c.NAMING))

    def __init__(
        self, keymap: Keymap, question: str = "Keep this position under a name:", name: str = ""
    ) -> None:
        super().__init__()
        self._keymap = keymap
        self._question = question
        self._field = Input(name, placeholder="before the last King", max_length=NAME_LIMIT)

    def compose(self) -> ComposeResult:
        """Lay out the question."""
        with Vertical():
            yield Label(self._question)
            yield self._field
            keys = self._keymap.named("{submit} keeps it, {cancel} doesn't")
            yield Label(keys, markup=False)

    def on_input_submitted(self) -> None:
        """Answer the name."""
        self.action_submit()

    def action_submit(self) -> None:
        """Answer the name, once there is one."""
        name = self._field.value.strip()
        if name:
            self.dismiss(name)
        else:
            self.query_one(Label).update("A name has at least one character:")

    def take(self, character: str) -> None:
        """Take what was typed while this screen opened."""
        self._field.insert_text_at_cursor(character)

    def action_close(self) -> None:
        """Answer nothing."""
        self.dismiss("")
