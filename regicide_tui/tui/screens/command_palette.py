"""The command palette: all that can be done on a screen, found by typing."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Label

from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input.inventory import Item, commands_on, entries_of
from regicide_tui.tui.input.keymap import written_together
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.canvas import filled
from regicide_tui.tui.rendering.paint import Row, Run, fit, shorten
from regicide_tui.tui.widgets.painted import Painted

_KEYS_WIDTH = 12
_WORD_WIDTH = 22
"""Cells of the keys, and of the keys with the gap behind them."""


def items_of(screen: Screen[object], look: Look, settings: Sequence[Item] = ()) -> list[Item]:
    """Return what can be done on a screen: its entries, commands, pointing commands and settings.

    Items that do nothing now come last. Commands that pick a card by its number are left out, since
    ten keys would need ten lines. No action is listed twice, also not one of a game with other
    numbers.
    """
    numbered = (*c.PICK, *c.PICK_MORE)
    left_out = {command.action for command in (c.PALETTE, *numbered)}
    commands = [one for one in commands_on(screen, look) if one.action not in left_out]
    pointing = {command.meaning for command in c.POINTING}
    commands.sort(key=lambda one: (one.idle, one.meaning in pointing))
    items = [*entries_of(screen), *commands, *settings]
    once: dict[str, Item] = {}
    for item in items:
        numberless = item.action.partition(",")[0] if c.is_game_action(item.action) else item.action
        once.setdefault(numberless, item)
    return [*once.values()]


def matching(items: Iterable[Item], text: str) -> list[Item]:
    """Return the items that contain all these words; first those whose name is or begins so.

    Then come the items with the words in their name. Items that do nothing now come last.
    """
    words = text.casefold().split()
    found = [item for item in items if all(word in _said(item) for word in words)]
    start = " ".join(words)

    def distance(item: Item) -> tuple[bool, bool, bool, bool]:
        word = item.word.casefold()
        named = all(one in word for one in words)
        return item.idle, word != start, not word.startswith(start), not named

    return sorted(found, key=distance)


def _said(item: Item) -> str:
    return f"{item.word} {item.meaning} {written_together(item.keys)}".casefold()


class FoundItems(Painted):
    """The list of items that were found, with the pointer at one of them."""

    DEFAULT_CSS = "FoundItems { height: 12; }"

    def __init__(self, look: Look, items: list[Item]) -> None:
        super().__init__(look)
        self._items = items
        self._cursor = 0
        longest = max([cell_len(item.word) for item in items], default=0)
        self._word_width = min(longest + 2, _WORD_WIDTH)

    def show(self, items: list[Item], cursor: int) -> None:
        """Show these items and point at one of them."""
        self._items, self._cursor = items, cursor
        self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the items around the pointer, and how many are above and below them."""
        start = max(0, min(self._cursor - height // 2, len(self._items) - height))
        shown = list(enumerate(self._items))[start : start + height]
        rows = [self._line(place, item, width) for place, item in shown]
        rest, symbols = len(self._items) - start - height, self.look.symbols
        if start and self._cursor > start:
            rows[0] = (Run(f"  {symbols.up} {start + 1} more", "muted"),)
        if rest > 0 and self._cursor < start + height - 1:
            rows[-1] = (Run(f"  {symbols.down} {rest + 1} more", "muted"),)
        none: Row = (Run("  No command here has these words.", "muted"),)
        return filled("band", rows or [none], width, height)

    def _line(self, place: int, item: Item, width: int) -> Row:
        here, action = place == self._cursor, f"run({place})"
        blank = "on-accent/accent" if here else "muted"
        symbols = self.look.symbols
        word = shorten(item.word, self._word_width - 1, symbols.ellipsis)
        meaning = width - 2 - self._word_width - _KEYS_WIDTH
        said = (
            f"Not now: {item.meaning[0].lower()}{item.meaning[1:]}" if item.idle else item.meaning
        )
        about = shorten(said, meaning - 1, symbols.ellipsis)
        plain, strong = ("muted", "muted") if item.idle else ("text+bold", "primary+bold")
        if here:
            plain = strong = "on-accent/accent+bold"
        row = (
            Run(f"{symbols.pointer if here else ' '} ", strong),
            *fit((Run(word, plain),), self._word_width, blank),
            *fit((Run(about, blank),), meaning, blank),
            Run(_some(written_together(item.keys)), strong),
        )
        return tuple([run._replace(action=action) for run in fit(row, width, blank)])


def _some(keys: str) -> str:
    """Return the first of these keys, as many as fit; none is cut."""
    while len(keys) > _KEYS_WIDTH and " " in keys:
        keys = keys.rpartition(" ")[0]
    return keys


class CommandPalette(ModalScreen[Item | None]):
    """Asks what to do and returns one of the items, or None."""

    DEFAULT_CSS = """
    CommandPalette { align: center middle; }
    CommandPalette Vertical { width: 98; max-width: 96%; height: auto; background: $band; }
    CommandPalette Label {
        width: 100%; padding: 0 2; background: $accent; color: $on-accent;
        text-style: $filled-style;
    }
    CommandPalette Input, CommandPalette Input:focus {
        height: 1; border: none; padding: 0 2; background: $chip;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(c.FIND))

    def __init__(self, look: Look, items: list[Item]) -> None:
        super().__init__()
        self.look = look
        self._items = items
        self._found = items
        self._cursor = 0

    def compose(self) -> ComposeResult:
        """Compose the question and the list."""
        with Vertical():
            hint = "type to find a command; {submit} runs it"
            yield Label("COMMANDS")
            yield Input(placeholder=self.look.keymap.named(hint))
            yield FoundItems(self.look, self._items)

    def on_mount(self) -> None:
        """Show all items."""
        self._show()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the items that match."""
        self._found, self._cursor = matching(self._items, event.value), 0
        self._show()

    def on_input_submitted(self) -> None:
        """Run the item at the pointer."""
        self.action_submit()

    def action_submit(self) -> None:
        """Run the item at the pointer."""
        if self._found:
            self.action_run(self._cursor)

    def action_run(self, place: int) -> None:
        """Return an item."""
        if self.is_current:  # else it was answered or closed before
            self.dismiss(self._found[place])

    def action_move(self, steps: int) -> None:
        """Move the pointer; it wraps around at the ends."""
        if self._found:
            self._cursor = (self._cursor + steps) % len(self._found)
            self._show()

    def action_close(self) -> None:
        """Return None."""
        if self.is_current:
            self.dismiss(None)

    def _show(self) -> None:
        self.query_one(FoundItems).show(self._found, self._cursor)
