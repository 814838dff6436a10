"""A line of a form in which text is typed."""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Label

from regicide_tui.tui.look import Look


class TextLine(Vertical):
    """A label and a field. While it has the focus, the rows below it say what it means."""

    SCOPED_CSS = False
    DEFAULT_CSS = """
    Form TextLine { height: auto; }
    TextLine Horizontal { height: 1; }
    Form TextLine .label {
        width: 20; color: $foreground; text-style: none; padding: 0;
    }
    Form TextLine.here .label {
        background: $accent; color: $on-accent; text-style: $filled-style;
    }
    TextLine Input, TextLine Input:focus {
        height: 1; border: none; padding: 0 1; margin: 0 1; width: 1fr; max-width: 34;
        background: $chip;
    }
    Form TextLine .told { display: none; height: auto; }
    Form TextLine.here .told { display: block; }
    """

    def __init__(self, look: Look, label: str, field: Input, hint: str) -> None:
        super().__init__(id=f"line-{field.id}", classes="line")
        self.look = look
        self._label = label
        self._field = field
        self._hint = hint

    def compose(self) -> ComposeResult:
        """Compose the line."""
        with Horizontal():
            yield Label(f"  {self._label}", classes="label")
            yield self._field
        yield Label(self._hint, classes="told", markup=False)

    def on_descendant_focus(self) -> None:
        """Show the pointer and the meaning."""
        self._point(self.look.symbols.pointer, here=True)
        self.call_after_refresh(self.scroll_visible, animate=False)

    def on_descendant_blur(self) -> None:
        """Hide the pointer and the meaning."""
        self._point(" ", here=False)

    def _point(self, pointer: str, *, here: bool) -> None:
        self.query_one(".label", Label).update(f"{pointer} {self._label}")
        self.set_class(here, "here")
        self.warn("")

    def warn(self, fault: str) -> None:
        """Say what is wrong instead of what the line means; an empty text ends that."""
        told = self.query_one(".told", Label)
        told.update(fault or self._hint)
        told.set_class(bool(fault), "fault")
