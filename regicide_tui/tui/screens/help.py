"""The actions on a screen, found from its bindings, for the help and the command palette."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple, Protocol, runtime_checkable

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.dom import DOMNode
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Label

from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input import keymap
from regicide_tui.tui.input.keymap import ALWAYS_QUITS, Keymap, written_together
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import Guide, Key
from regicide_tui.tui.pages.reading import CODE, Block, blocks_of, table_of, words_of
from regicide_tui.tui.rendering.canvas import filled
from regicide_tui.tui.rendering.paint import Row, Run, Symbols, clickable, fit, shorten
from regicide_tui.tui.screens.lists import Entry
from regicide_tui.tui.screens.texts import BlocksPage
from regicide_tui.tui.widgets.painted import Rows


@runtime_checkable
class HasCommands(Protocol):
    """A screen on which only some bound commands apply, or some have other words."""

    def commands(self) -> Sequence[c.Command]:
        """Return the commands that apply."""
        ...


@runtime_checkable
class HasKeyLine(Protocol):
    """A screen with a line of keys, on which some commands do nothing now."""

    def key_line(self) -> Sequence[Key]:
        """Return the keys for the line at the bottom; among the verbs, only those that work now."""
        ...


@runtime_checkable
class HasEntries(Protocol):
    """A screen with a list of entries."""

    def explained(self) -> Sequence[Entry]:
        """Return the entries that the help and the command palette list."""
        ...


@runtime_checkable
class HasBoundCommands(Protocol):
    """A screen whose instance binds keys in addition to those of its class."""

    def bound_commands(self) -> Sequence[c.Command]:
        """Return the commands with these keys."""
        ...


class Item(NamedTuple):
    """An action on a screen: its keys, words for it, and the action of a node.

    An `idle` item does nothing now, or only says why not.
    """

    keys: tuple[str, ...]
    word: str
    meaning: str
    action: str
    node: DOMNode
    idle: bool = False


def entries_of(screen: Screen[object]) -> list[Item]:
    """Return the entries of a screen as items; none if it isn't a list."""
    if not isinstance(screen, HasEntries):
        return []
    return [
        Item((entry.key,) if entry.key else (), entry.label, entry.detail, entry.action, screen)
        for entry in screen.explained()
    ]


def commands_on(screen: Screen[object], look: Look) -> list[Item]:
    """Return the commands that are bound on a screen; the common ones come last."""
    named = known = keymap.by_id()
    if isinstance(screen, HasCommands):
        known = {command.id: command for command in (*screen.commands(), c.PALETTE)}
    nodes = {name: node for node in _chain(screen) for name in _names(node) if name in known}
    last = [name for name in known if named[name] in c.EVERYWHERE]
    ordered = [*[name for name in known if name not in last], *last]
    idle = _idle_on(screen)
    return [_item(known[name], look, nodes[name], idle) for name in ordered if name in nodes]


def _idle_on(screen: Screen[object]) -> frozenset[str]:
    """Return the actions of the verbs that do nothing now."""
    if not isinstance(screen, HasKeyLine):
        return frozenset()
    return keymap.verbs() - {action for _, _, action in screen.key_line()}


def _chain(screen: Screen[object]) -> Iterator[DOMNode]:
    """Yield the nodes whose bindings apply on a screen."""
    yield screen.app
    yield screen
    if screen.focused is not None:
        yield screen.focused


def _names(node: DOMNode) -> Iterator[str]:
    """Yield the ids of the commands that a node binds."""
    if isinstance(node, HasBoundCommands):
        yield from [command.id for command in node.bound_commands()]
    for kind in type(node).__mro__:
        for binding in vars(kind).get("BINDINGS", ()):
            if isinstance(binding, Binding) and binding.id:
                yield binding.id


def _item(command: c.Command, look: Look, node: DOMNode, idle: frozenset[str]) -> Item:
    keys, command = look.keymap.keys(command), look.named(command)
    if command.action == c.QUIT.action and ALWAYS_QUITS not in keys:
        keys = (*keys, ALWAYS_QUITS)
    action = command.action
    return Item(keys, command.word, command.meaning, action, node, action in idle)


_EVERYWHERE = {command.action for command in c.EVERYWHERE}


class HelpScreen(BlocksPage):
    """The help for a moment and its keys; one key opens the rules for it."""

    BINDINGS = c.bindings(c.HELP_PAGE)

    def __init__(self, look: Look, screen: Screen[object], guide: Guide) -> None:
        entries, commands = entries_of(screen), commands_on(screen, look)
        super().__init__(look, "Help", help_blocks(guide, entries, commands, look.keymap))
        self._guide = guide

    def key_line(self) -> list[Key]:
        """Return the keys to scroll, to read the rules and to go back."""
        about = f"rules: {self._guide.heading}" if self._guide.heading else c.HELP_RULES.word
        rules = self.look.keys(about, c.HELP_RULES)
        scroll = [self.look.keys("scroll", c.TEXT_UP, c.TEXT_DOWN), self.look.key(c.PAGE_DOWN)]
        moves = scroll if self.reader.percent is not None else []
        return [rules, *moves, self.look.key(c.CLOSE_HELP), self.look.key(c.QUIT)]

    def action_rules(self) -> None:
        """Show the rules for the moment."""
        self.app.show_rules(self._guide.game or self.app.game, self._guide.heading)


def help_blocks(
    guide: Guide, lines: Iterable[Item], commands: Iterable[Item], keymap: Keymap
) -> list[Block]:
    """Return a guide's text, the entries of a list, the keys of the moment, and other keys."""
    now, others = _parted(commands, guide.keys)
    said = blocks_of(f"## What you can do now\n\n{guide.text}") if guide.text else []
    return [
        *[_with_keys(block, keymap) for block in said],
        *_titled({"Entries": [(line.keys, _about(line)) for line in lines]}),
        *_titled({"Keys you can use now": now, "Other keys" if now else "Keys": others}),
    ]


def _with_keys(block: Block, keymap: Keymap) -> Block:
    """Return a block in which the ids of commands in its code are replaced by keys.

    This runs after the Markdown is parsed, since a key may be Markdown syntax.
    """
    cells = [tuple([_named(word, keymap) for word in words]) for words in block.cells]
    return block._replace(cells=tuple(cells))


def _named(word: Row, keymap: Keymap) -> Row:
    return tuple(
        [run._replace(text=keymap.named(run.text)) if run.style == CODE else run for run in word]
    )


def _about(line: Item) -> str:
    return f"{line.word}: {line.meaning}." if line.meaning else f"{line.word.rstrip('.')}."


_KeyLine = tuple[Sequence[str], str]
"""Keys, and text about them."""


def _titled(listed: Mapping[str, Sequence[_KeyLine]]) -> Iterator[Block]:
    """Yield lines below their titles; all columns have the same widths."""
    rows = [
        (words_of(written_together(keys), "primary+bold"), words_of(text))
        for lines in listed.values()
        for keys, text in lines
    ]
    table = iter(table_of(rows))
    for title, lines in listed.items():
        if lines:
            yield from blocks_of(f"## {title}")
            yield from islice(table, len(lines))


def _parted(commands: Iterable[Item], keys: Sequence[Key]) -> tuple[list[_KeyLine], list[_KeyLine]]:
    """Return the lines of the keys that work now, the most useful first, and all others.

    Commands with one meaning share a line.
    """
    words = {action: word for _, word, action in keys if action not in _EVERYWHERE}
    needed = list(words)
    alike: dict[str, list[Item]] = {}
    for item in commands:
        alike.setdefault(item.meaning, []).append(item)
    now: dict[int, _KeyLine] = {}
    others: list[_KeyLine] = []
    for meaning, items in alike.items():
        some = [key for item in items for key in item.keys]
        places = [needed.index(item.action) for item in items if item.action in words]
        if not places:
            others.append((some, meaning))
        else:
            confirms = items[0].action == c.CONFIRM.action
            now[min(places)] = (some, f"Now: {words[c.CONFIRM.action]}." if confirms else meaning)
    return [now[place] for place in sorted(now)], others


_KEYS_WIDTH = 12
_WORD_WIDTH = 22
"""Cells of the keys, and of the keys with the gap behind them."""


def items_of(screen: Screen[object], look: Look, settings: Sequence[Item] = ()) -> list[Item]:
    """Return the items of a screen: its entries, commands, pointing commands and settings.

    Items that do nothing now come last. Commands that pick a card by its number are left out, since
    ten keys would need ten lines. Each action is listed once, even a game's action with different
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
    """Return the items that contain all these words.

    First come names that equal the text, then names that start with it, then names with all the
    words. Items that do nothing now come last.
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


def item_rows(
    items: Sequence[Item], cursor: int, word_width: int, size: tuple[int, int], symbols: Symbols
) -> list[Row]:
    """Return the items around the cursor, and how many are above and below them."""
    width, height = size
    start = max(0, min(cursor - height // 2, len(items) - height))
    shown = list(enumerate(items))[start : start + height]
    rows = [
        _line(f"run({place})", item, word_width, width, symbols, here=place == cursor)
        for place, item in shown
    ]
    rest = len(items) - start - height
    if start and cursor > start:
        rows[0] = (Run(f"  {symbols.up} {start + 1} more", "muted"),)
    if rest > 0 and cursor < start + height - 1:
        rows[-1] = (Run(f"  {symbols.down} {rest + 1} more", "muted"),)
    none = (Run("  No matching commands.", "muted"),)
    return filled("band", rows or [none], width, height)


def _line(
    action: str, item: Item, word_width: int, width: int, symbols: Symbols, *, here: bool
) -> Row:
    blank = "on-accent/accent" if here else "muted"
    said = f"Not now: {item.meaning[0].lower()}{item.meaning[1:]}" if item.idle else item.meaning
    free = width - 2 - _KEYS_WIDTH - cell_len(said) - 1
    word_width = max(word_width, min(cell_len(item.word) + 2, free))
    word = shorten(item.word, word_width - 1, symbols.ellipsis)
    meaning = width - 2 - word_width - _KEYS_WIDTH
    about = shorten(said, meaning - 1, symbols.ellipsis)
    plain, strong = ("muted", "muted") if item.idle else ("text+bold", "primary+bold")
    if here:
        plain = strong = "on-accent/accent+bold"
    row = (
        Run(f"{symbols.pointer if here else ' '} ", strong),
        *fit((Run(word, plain),), word_width, blank),
        *fit((Run(about, blank),), meaning, blank),
        Run(_some(written_together(item.keys)), strong),
    )
    return clickable(fit(row, width, blank), action)


def _some(keys: str) -> str:
    """Return as many of these keys as fit, from the first; none is cut."""
    while len(keys) > _KEYS_WIDTH and " " in keys:
        keys = keys.rpartition(" ")[0]
    return keys


class CommandPalette(ModalScreen[Item | None]):
    """Asks what to do and returns one of the items, or None."""

    DEFAULT_CSS = """
    CommandPalette { align: center middle; }
    CommandPalette Vertical { width: 98; max-width: 96%; height: auto; background: $band; }
    CommandPalette Rows { height: 12; }
    CommandPalette Label {
        width: 100%; padding: 0 2; background: $accent; color: $on-accent;
        text-style: $filled-style;
    }
    CommandPalette Input, CommandPalette Input:focus {
        height: 1; border: none; padding: 0 2; background: $chip;
    }
    """
    BINDINGS = c.bindings(c.FIND)

    def __init__(self, look: Look, items: list[Item]) -> None:
        super().__init__()
        self.look = look
        self._items = items
        self._found = items
        self._cursor = 0
        longest = max([cell_len(item.word) for item in items], default=0)
        self._word_width = min(longest + 2, _WORD_WIDTH)

    def compose(self) -> ComposeResult:
        """Compose the question and the list."""
        with Vertical():
            hint = "type to find a command; {submit} runs it"
            yield Label("COMMANDS")
            yield Input(placeholder=self.look.keymap.named(hint))
            yield Rows(self.look)

    def on_mount(self) -> None:
        """Show all items."""
        self._show()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the items that match."""
        self._found, self._cursor = matching(self._items, event.value), 0
        self._show()

    def on_input_submitted(self) -> None:
        """Run the item at the cursor."""
        self.action_submit()

    def action_submit(self) -> None:
        """Run the item at the cursor."""
        if self._found:
            self.action_run(self._cursor)

    def action_run(self, place: int) -> None:
        """Return an item."""
        if self.is_current:  # else it was answered or closed before
            self.dismiss(self._found[place])

    def action_move(self, steps: int) -> None:
        """Move the cursor; it wraps around at the ends."""
        if self._found:
            self._cursor = (self._cursor + steps) % len(self._found)
            self._show()

    def action_leap(self, lines: int) -> None:
        """Move the cursor by several lines, but not beyond the ends."""
        self._cursor = max(0, min(self._cursor + lines, len(self._found) - 1))
        self._show()

    def action_close(self) -> None:
        """Return None."""
        if self.is_current:
            self.dismiss(None)

    def _show(self) -> None:
        found, cursor, word_width = self._found, self._cursor, self._word_width
        self.query_one(Rows).show(
            lambda width, height: item_rows(
                found, cursor, word_width, (width, height), self.look.symbols
            )
        )
