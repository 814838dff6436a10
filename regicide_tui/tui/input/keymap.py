"""The player's own keys for commands. Each app has its own keymap."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import ClassVar, cast

from regicide_tui import games
from regicide_tui.games.manifest import load
from regicide_tui.play.settings import Settings, read_settings, settings_error
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input.commands import FORM_QUIT, QUIT, Command, GameCommands


def game_commands(name: str) -> GameCommands | None:
    """Return the commands of a game, or None if it has none. Raises `KeyError` if it is unknown."""
    dotted = games.manifest(name).commands
    return cast("GameCommands", load(dotted)) if dotted else None


def all_game_commands() -> tuple[GameCommands, ...]:
    """Return the commands of each game that has some, in the order of the game list."""
    found = [game_commands(name) for name in games.names()]
    return tuple([one for one in found if one is not None])


@cache
def commands_by_place() -> Mapping[str, tuple[Command, ...]]:
    """Return all commands by the place where they apply; within a place no two share a key.

    The command `AGAIN` applies at the table of every game, since lessons and puzzles have it.
    """
    tables = {one.place: (*one.commands, c.AGAIN) for one in all_game_commands()}
    return {**tables, **c.PLACES}


@cache
def by_id() -> Mapping[str, Command]:
    """Return all commands by their ids."""
    return {
        command.id: command for commands in commands_by_place().values() for command in commands
    }


@cache
def verbs() -> frozenset[str]:
    """Return the actions that the line of keys names whenever they do something."""
    own = [command for one in all_game_commands() for command in one.verbs]
    return frozenset([command.action for command in (*c.VERBS, *own)])


def left_out(game: GameCommands | None = None) -> tuple[str, ...]:
    """Return the actions that a line of keys leaves out if it is too short, in this order.

    At a table, `game` holds the commands of its game.
    """
    early, late = (game.left_out_early, game.left_out_late) if game else ((), ())
    order = (*c.LEFT_OUT_FIRST, *early, *c.LEFT_OUT_NEXT, *late, *c.LEFT_OUT_LAST)
    return tuple([command.action for command in order])


_MODIFIERS = ("ctrl", "shift", "alt")
_SIGNS = {",": "comma", "+": "plus", "-": "minus", " ": "space"}
_OTHER_NAMES = {"esc": "escape", "return": "enter", "pgup": "pageup", "pgdn": "pagedown"}
_NAME = re.compile(r"\{([a-z_]+\d?)\}")
_ALTERNATIVES = re.compile(r"<([^<>|]*)\|([^<>|]*)>")
ALWAYS_QUITS = "ctrl+q"
"""On this key, Textual ends the app before any screen receives it."""


class BadKeymap(Exception):
    """An invalid command or key; `command` is the id in the settings that is wrong."""

    def __init__(self, command: str, sentence: str) -> None:
        super().__init__(sentence)
        self.command = command


class Keymap:
    """The player's keys for some commands; all other commands have their default keys."""

    alternative: ClassVar[str] = r"\1"
    """The part that is shown of a text's `<words for a screen|words for typed lines>`."""

    def __init__(self, keys: Mapping[str, tuple[str, ...]] | None = None) -> None:
        self._keys = keys or {}

    def keys(self, command: Command) -> tuple[str, ...]:
        """Return the keys of a command."""
        return self._keys.get(command.id, command.keys)

    def shown(self, command: Command) -> str:
        """Return the main key of a command as it is shown."""
        changed = self._keys.get(command.id)
        return written(changed[0]) if changed else command.shown

    def worded(self, text: str) -> str:
        """Return text with one part of each of its alternatives."""
        return _ALTERNATIVES.sub(self.alternative, text)

    def named(self, text: str) -> str:
        """Return worded text with keys in place of commands' ids in braces, such as `{undo}`."""
        return _NAME.sub(lambda name: self._key_for(name[1]), self.worded(text))

    def _key_for(self, name: str) -> str:
        command = by_id().get(name)
        return self.shown(command) if command else f"{{{name}}}"

    def bound(self) -> dict[str, str]:
        """Return the changed keys by the ids of their commands, for Textual's `set_keymap`."""
        return {name: ",".join(keys) for name, keys in self._keys.items()}


OWN_KEYS = Keymap()
"""The default keys of all commands."""


def read_keymap(given: Mapping[str, tuple[str, ...]]) -> Keymap:
    """Return the keymap for the keys in the settings. Raises `BadKeymap`."""
    if not given:
        return OWN_KEYS
    keys: dict[str, tuple[str, ...]] = {}
    for name, some in given.items():
        if name not in by_id():
            raise BadKeymap(name, "there is no such command.")
        keys[name] = tuple([_read_key(name, key) for key in some])
        if ALWAYS_QUITS in keys[name] and name not in (QUIT.id, FORM_QUIT.id):
            raise BadKeymap(name, f"{ALWAYS_QUITS} always quits.")
    keymap = Keymap(keys)
    for place, commands in commands_by_place().items():
        for name, key, other in _clashes(commands, keymap, keys):
            raise BadKeymap(name, f"{written(key)} is already the key for {other} {place}.")
    return keymap


def written(key: str) -> str:
    """Return a key as it is shown: `?`, not `question_mark`."""
    if key in c.SIGNS:
        return c.SIGNS[key]
    from textual.keys import key_to_character

    sign = key_to_character(key)
    return sign if sign and sign.isprintable() and sign != " " else key


def written_together(keys: Sequence[str]) -> str:
    """Return all keys of a command as they are shown; digits in a row become a range."""
    if len(keys) > 2 and "".join(keys) in "0123456789":
        return f"{keys[0]}-{keys[-1]}"
    return " ".join([written(key) for key in keys])


def _read_key(command: str, key: str) -> str:
    """Return Textual's name of a key. Raises `BadKeymap`."""
    from textual.keys import Keys, key_to_character

    if len(key) == 1:
        # The names that key events have; a comma alone would separate two keys.
        return _named(key)
    *modifiers, last = key.lower().split("+")
    last = _OTHER_NAMES.get(last, last)
    if modifiers == ["shift"] and len(last) == 1 and last.isalpha():
        return last.upper()  # as terminals send it
    plain = {one.value for one in Keys if not one.value.startswith("<")} | set(_SIGNS.values())
    known = last in plain or len(last) == 1 or key_to_character(last) is not None
    if not last or not known or not set(modifiers) <= set(_MODIFIERS):
        raise BadKeymap(command, f"{key!r} is not the name of a key.")
    return "+".join([*sorted(modifiers, key=_MODIFIERS.index), last])


def _named(key: str) -> str:
    """Return Textual's name of a key in events: `question_mark` for `?`."""
    from textual.binding import Binding

    (binding,) = Binding.make_bindings([Binding(_SIGNS.get(key, key), "")])
    return binding.key


def _clashes(
    commands: tuple[Command, ...], keymap: Keymap, changed: Mapping[str, object]
) -> Iterator[tuple[str, str, str]]:
    """Yield each clash: a changed command, its key, and the other command with this key."""
    owners: dict[str, Command] = {}
    for command in commands:
        for key in map(_named, keymap.keys(command)):
            other = owners.setdefault(key, command)
            if other.id != command.id:
                blamed, against = (command, other) if command.id in changed else (other, command)
                yield blamed.id, key, against.id


def read_checked(path: Path) -> Settings:
    """Return the settings of a file, with their keymap checked. Raises `BadSettings`."""
    settings = read_settings(path)
    try:
        read_keymap(settings.keys)
    except BadKeymap as error:
        raise settings_error(path, ("keys", error.command), str(error)) from None
    return settings
