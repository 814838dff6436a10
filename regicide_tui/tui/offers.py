"""Which keys do something at a moment of a game: commands as the line of keys shows them."""

from collections.abc import Iterable

from regicide_tui.play.table import Table
from regicide_tui.tui import commands as c
from regicide_tui.tui.keymap import OWN_KEYS, Keymap
from regicide_tui.tui.widgets.bars import Key

Offer = tuple[c.Command, str, c.Command]
"""A command, what it would do in a word, and the last of the commands like it."""


def offer(command: c.Command, word: str = "", last: c.Command | None = None) -> Offer:
    """Return a command with the word for what it would do now."""
    return command, word or command.word, last or command


def keys_now(offers: Iterable[Offer], table: Table, keymap: Keymap = OWN_KEYS) -> list[Key]:
    """Return the keys that do something now: first those of the game, the most needed first.

    Where room is short the line keeps the last of them: undo, if there is anything to undo.
    """
    keys = [*offers]
    if table.can_redo:
        keys.append(offer(c.REDO))
    keys += [offer(command) for command in (c.SAVE, c.MENU, c.QUIT)]
    if table.can_undo:
        keys.append(offer(c.UNDO))
    return [_shown(one, keymap) for one in keys]


def _shown(one: Offer, keymap: Keymap) -> Key:
    """Return an offer with its key, or the first and the last of several."""
    command, word, last = one
    key = keymap.shown(command)
    if last is not command:
        key += f"-{keymap.shown(last)}"
    return key, word, command.action
