"""The keys that apply at a moment of a game, as the line of keys shows them."""

from regicide_tui.play.table import TableView
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input.keymap import OWN_KEYS, Keymap
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import Key

Offer = tuple[c.Command, str, c.Command]
"""A command, a word for what it would do, and the last of several similar commands."""


def offer(command: c.Command, word: str = "", last: c.Command | None = None) -> Offer:
    """Return a command with a word for what it would do now."""
    return command, word or command.word, last or command


def common_commands(table: TableView) -> list[c.Command]:
    """Return the commands that apply now in any game."""
    redo = [c.REDO] if table.can_redo else []
    undo = [c.UNDO] if table.can_undo else []
    return [*undo, *redo, c.PILES, c.UNSEEN, c.SAVE, c.MENU, c.QUIT]


def shown(one: Offer, keymap: Keymap = OWN_KEYS) -> Key:
    """Return an offer with its key, or with the first and last key of several similar commands."""
    command, word, last = one
    key = keymap.shown(command)
    if last is not command:
        key += f"-{keymap.shown(last)}"
    return key, word, command.action


def list_keys(look: Look, *more: c.Command) -> list[Key]:
    """Return the keys of a list, with more commands before the last one."""
    moves = look.keys("move", c.LIST_UP, c.LIST_DOWN)
    return [moves, *map(look.key, (c.CHOOSE, c.HELP, *more, c.QUIT))]
