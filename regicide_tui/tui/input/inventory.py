"""What can be done on a screen, found from its bindings, for help and command palette."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen

from regicide_tui.tui.input import all_commands
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input.keymap import ALWAYS_QUITS
from regicide_tui.tui.look import Look
from regicide_tui.tui.widgets.listing import Entry
from regicide_tui.tui.widgets.table.bars import Key


@runtime_checkable
class HasCommands(Protocol):
    """A screen on which only some bound commands apply, or some have words of their own."""

    def commands(self) -> Sequence[c.Command]:
        """Return the commands that apply."""
        ...


@runtime_checkable
class HasKeyLine(Protocol):
    """A screen with a line of keys, on which some commands do nothing now."""

    def key_line(self) -> Sequence[Key]:
        """Return the keys for the line at the bottom; of the verbs only those that do something."""
        ...


@runtime_checkable
class HasEntries(Protocol):
    """A screen with a list of entries."""

    def explained(self) -> Sequence[Entry]:
        """Return the entries that the help and the command palette name."""
        ...


@runtime_checkable
class HasBoundCommands(Protocol):
    """A screen whose instance binds keys, besides those of its class."""

    def bound_commands(self) -> Sequence[c.Command]:
        """Return the commands with these keys."""
        ...


class Item(NamedTuple):
    """Something that can be done: its keys, words for it, and the action of a node.

    An `idle` item does nothing now, or only says why not.
    """

    keys: tuple[str, ...]
    word: str
    meaning: str
    action: str
    node: DOMNode
    idle: bool = False


def entries_of(screen: Screen[object]) -> list[Item]:
    """Return the entries of a screen as items; none if it is no list."""
    if not isinstance(screen, HasEntries):
        return []
    return [
        Item((entry.key,) if entry.key else (), entry.label, entry.detail, entry.action, screen)
        for entry in screen.explained()
    ]


def commands_on(screen: Screen[object], look: Look) -> list[Item]:
    """Return the commands that are bound on a screen; those of most screens come last."""
    named = known = all_commands.by_id()
    if isinstance(screen, HasCommands):
        known = {command.id: command for command in (*screen.commands(), c.PALETTE)}
    nodes = {name: node for node in _chain(screen) for name in _names(node) if name in known}
    last = [name for name in known if named[name] in c.EVERYWHERE]
    ordered = [*[name for name in known if name not in last], *last]
    idle = _idle_on(screen)
    return [_item(known[name], look, nodes[name], idle) for name in ordered if name in nodes]


def _idle_on(screen: Screen[object]) -> frozenset[str]:
    """Return the actions of verbs that do nothing now."""
    if not isinstance(screen, HasKeyLine):
        return frozenset()
    return all_commands.verbs() - {action for _, _, action in screen.key_line()}


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
