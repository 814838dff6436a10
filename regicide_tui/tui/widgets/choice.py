"""A form, and a line of it with a few values to choose from."""

from typing import ClassVar

from textual.binding import BindingType
from textual.containers import Vertical
from textual.dom import DOMNode
from textual.events import Key
from textual.message import Message

from regicide_tui.games.base import Json, Option
from regicide_tui.tui import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run
from regicide_tui.tui.widgets.painted import Painted

_LABEL_WIDTH = 20


class Form(Vertical):
    """The lines of a form, in the middle of a large window."""

    DEFAULT_CSS = """
    Form { width: 100%; max-width: 80; height: 1fr; max-height: 21; padding: 0 2; }
    Form .lines { height: 1fr; overflow-x: hidden; overflow-y: auto; scrollbar-size: 0 0; }
    Form Choice { height: 1; }
    Form Label { width: 100%; height: 1; color: $primary; text-style: bold; }
    Form .told { color: $muted; text-style: none; }
    Form .fault { color: $error; text-style: none; }
    """


class Choice(Painted, can_focus=True):
    """One line with a few values, changed with the arrow keys or a click."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(c.CHOICE))

    def __init__(
        self, look: Look, label: str, values: tuple[Json, ...], value: Json, hint: str
    ) -> None:
        super().__init__(look)
        self.label = label
        self.values = values
        self.value = value
        self.hint = hint
        self._wanted = value
        """What was chosen last, which may not be offered at present."""

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the label and the values."""
        here = self.has_focus
        pointer = self.look.symbols.pointer if here else " "
        row: Row = (Run(f"{pointer} ", "accent+bold"),)
        if self.label:
            label = f"{self.label:<{_LABEL_WIDTH}}"
            row += (Run(label, "text+bold" if here else "text"),)
        for place, value in enumerate(self.values):
            chosen = value == self.value
            text = f"[{self.say(value)}]" if chosen else f" {self.say(value)} "
            row += (Run(text, "accent+bold" if chosen else "muted", f"set({place})"), Run(" "))
        return [row]

    def say(self, value: Json) -> str:
        """Return a value as people write it."""
        return say(value)

    def watch_has_focus(self, has_focus: bool) -> None:
        """Show or hide the pointer."""
        super().watch_has_focus(has_focus)
        self.repaint()

    def on_key(self, event: Key) -> None:
        """Change the value to the digit that was typed."""
        for value in self.values:
            if str(value) == event.character:
                event.stop()
                self.set_value(value)

    @property
    def clickable(self) -> DOMNode:
        """The choice itself does what is clicked on it."""
        return self

    def action_set(self, place: int) -> None:
        """Take the value that was clicked."""
        self.focus()
        self.set_value(self.values[place])

    def action_change(self, steps: int) -> None:
        """Take one of the next values, round at the ends."""
        place = self.values.index(self.value)
        self.set_value(self.values[(place + steps) % len(self.values)])

    def set_value(self, value: Json) -> None:
        """Change the value."""
        self.value = self._wanted = value
        self.repaint()
        self.post_message(self.Changed(self))

    def offer(self, option: Option) -> None:
        """Offer the values that an option has now, if it matters at all."""
        self.display = option.matters
        self.offer_values(option.values, option.default)

    def offer_values(self, values: tuple[Json, ...], default: Json) -> None:
        """Offer these values; the default is taken if what was chosen last is none of them."""
        self.values = values
        self.value = self._wanted if self._wanted in values else default
        self.repaint_whole()  # what changes while it is hidden has to be seen later

    class Changed(Message):
        """The value was changed."""

        def __init__(self, choice: "Choice") -> None:
            super().__init__()
            self.choice = choice


def titled(name: str) -> str:
    """Return the name of a setting or a house rule as the label of its line."""
    return say(name).capitalize()


def say(value: Json) -> str:
    """Return a value as people write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")
