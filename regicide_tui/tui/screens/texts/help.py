"""The help: what can be done now, the keys for it, and the other keys of the screen."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import ClassVar

from textual.binding import BindingType
from textual.screen import Screen

from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input.guide import Guide
from regicide_tui.tui.input.inventory import Item, commands_on, entries_of
from regicide_tui.tui.input.keymap import Keymap, written_together
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.reading import CODE, Block, blocks_of, lines_of, table_of, words_of
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.screens.lists import heading_of
from regicide_tui.tui.screens.texts.text import TextScreen
from regicide_tui.tui.widgets.table.bars import Key

_EVERYWHERE = {command.action for command in c.EVERYWHERE}


class HelpScreen(TextScreen):
    """The help for a moment and its keys; one key opens the rules about it."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(c.HELP_PAGE))

    def __init__(self, look: Look, screen: Screen[object], guide: Guide) -> None:
        super().__init__(look)
        self._guide = guide
        self._blocks = help_blocks(
            guide, entries_of(screen), commands_on(screen, look), look.keymap
        )

    def on_mount(self) -> None:
        """Show the help."""
        self.reader.show(partial(lines_of, self._blocks))

    def title_row(self) -> Row:
        """Return the title."""
        return heading_of("Help")

    def key_line(self) -> list[Key]:
        """Return the keys to scroll, to read the rules and to go back."""
        about = f"rules: {self._guide.heading}" if self._guide.heading else c.HELP_RULES.word
        rules = (self.look.keymap.shown(c.HELP_RULES), about, c.HELP_RULES.action)
        scroll = [self.look.keys("scroll", c.TEXT_UP, c.TEXT_DOWN), self.look.key(c.PAGE_DOWN)]
        moves = scroll if self.reader.percent is not None else []
        return [rules, *moves, self.look.key(c.CLOSE_HELP), self.look.key(c.QUIT)]

    def action_rules(self) -> None:
        """Show the rules about the moment."""
        self.app.show_rules(self._guide.game or self.app.game, self._guide.heading)


def help_blocks(
    guide: Guide, lines: Iterable[Item], commands: Iterable[Item], keymap: Keymap
) -> list[Block]:
    """Return a guide's text, the entries of a list, the keys of the moment, and other keys."""
    now, others = _parted(commands, guide.keys)
    said = blocks_of(f"## What you can do now\n\n{guide.text}") if guide.text else []
    return [
        *[_with_keys(block, keymap) for block in said],
        *_titled({"The lines": [(line.keys, _about(line)) for line in lines]}),
        *_titled({"The keys of this moment": now, "All other keys" if now else "The keys": others}),
    ]


def _with_keys(block: Block, keymap: Keymap) -> Block:
    """Return a block in which the ids of commands in its code are replaced by keys.

    This runs after the Markdown was parsed, since a key may be one of its marks.
    """
    cells = [tuple([_named(word, keymap) for word in words]) for words in block.cells]
    return block._replace(cells=tuple(cells))


def _named(word: Row, keymap: Keymap) -> Row:
    return tuple(
        [run._replace(text=keymap.named(run.text)) if run.style == CODE else run for run in word]
    )


def _about(line: Item) -> str:
    return f"{line.word}: {line.meaning}." if line.meaning else f"{line.word}."


_KeyLine = tuple[Sequence[str], str]
"""Keys, and a text about them."""


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
    """Return the lines of the keys that do something now, the most useful first, and all others.

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
