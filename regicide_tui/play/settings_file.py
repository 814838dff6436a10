"""Writes one setting into the player's file and keeps everything else in it."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import tomlkit
from tomlkit import TOMLDocument
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import InlineTable, Table

from regicide_tui import games
from regicide_tui.games.base import Json
from regicide_tui.play.saves.files import describe_error, replace_file
from regicide_tui.play.settings import CHOICES, DEFAULT_GAME, house_rules

_MEANINGS: Mapping[str, tuple[str, Sequence[Json]]] = {
    "name": ("Your name at the table.", ()),
    **{choice.key: (choice.meaning, choice.values) for choice in CHOICES},
}
"""The meaning and the values of each setting that the app writes outside the tables."""


class UnwrittenSettings(Exception):
    """A setting could not be written. The message is a sentence for people."""


def write_setting(path: Path, keys: tuple[str, ...], value: Json) -> None:
    """Write a setting, such as `("theme",)` or `("house_rules", game, name)`, into the file.

    Comments and the order of the file are kept; a new key gets a comment that explains it. A crash
    leaves either the old file or the new one. Raises `UnwrittenSettings`.
    """
    try:
        path = path.resolve()  # the file may be a link
        text = path.read_bytes().decode() if path.exists() else ""  # keeps its line ends
        replace_file(path, with_setting(text, keys, value).encode())
    except UnicodeError:
        raise UnwrittenSettings(f"The setting is not saved: {path} is not UTF-8 text.") from None
    except (OSError, RuntimeError) as error:
        reason = (
            describe_error(error) if isinstance(error, OSError) else "the link is part of a loop."
        )
        raise UnwrittenSettings(f"The setting is not saved: {reason}") from error
    except (ValueError, TOMLKitError):
        raise UnwrittenSettings(
            f"The setting is not saved: there is an error in {path.name}."
        ) from None


def with_setting(text: str, keys: tuple[str, ...], value: Json) -> str:
    """Return the text of a settings file with this setting in it.

    Raises `ValueError` or `TOMLKitError` if the text is not TOML, or the key can't be put into it.
    """
    document = tomlkit.parse(text)
    keys = _place(document, keys)
    *outer, name = keys
    table = _table_at(document, outer)
    above = _table_at(document, outer[:-1])
    if table is not None and (outer or name in table):
        _set_in(table, keys, value)
        written = document.as_string()
    elif isinstance(above, InlineTable):
        above[outer[-1]] = {name: value}
        written = document.as_string()
    elif outer:
        block = f"{_comment(*outer)}[{'.'.join(outer)}]\n{_comment(*keys)}{_entry(name, value)}"
        written = f"{_ended(text)}\n{block}" if text.strip() else block
    else:
        head, tables = _split(text)
        written = f"{_ended(head)}{_comment(name)}{_entry(name, value)}"
        written += f"\n{tables}" if tables else ""
    _prove(text, written, keys, value)
    return written


def _place(document: TOMLDocument, keys: tuple[str, ...]) -> tuple[str, ...]:
    """Return the path of a setting. A house rule outside its game's table keeps its place."""
    if keys[:-1] != ("house_rules", DEFAULT_GAME):
        return keys
    bare, own = (_table_at(document, path) or {} for path in (keys[:1], keys[:-1]))
    return (keys[0], keys[-1]) if keys[-1] in bare and keys[-1] not in own else keys


def _table_at(document: TOMLDocument, path: Sequence[str]) -> dict[str, object] | None:
    """Return the table at a path, or None. Raises `ValueError` if the path is no table."""
    table: dict[str, object] = document
    for name in path:
        if name not in table:
            return None
        inner = table[name]
        if not isinstance(inner, dict):
            raise ValueError("not a table")
        table = inner
    return table


def _set_in(table: dict[str, object], keys: tuple[str, ...], value: Json) -> None:
    """Set a key in its table, with a comment above a new key."""
    name = keys[-1]
    if name not in table and isinstance(table, Table):
        for line in _comment(*keys).splitlines():
            table.add(tomlkit.comment(line.removeprefix("# ")))
    table[name] = value


def _entry(name: str, value: Json) -> str:
    return tomlkit.item({name: value}).as_string()


def _prove(before: str, after: str, keys: tuple[str, ...], value: Json) -> None:
    """Raise `ValueError` if the new text changes anything but this setting."""
    expected = tomllib.loads(before)
    inner = expected
    for name in keys[:-1]:
        inner = inner.setdefault(name, {})
    inner[keys[-1]] = value
    if tomllib.loads(after) != expected:
        raise ValueError("the key can't be put into this file")


def _split(text: str) -> tuple[str, str]:
    """Return the text before the tables, and the tables with the comments above the first."""
    lines = text.splitlines(keepends=True)
    first = next((place for place, line in enumerate(lines) if re.match(r"\s*\[", line)), None)
    if first is None:
        return text, ""
    while first and lines[first - 1].startswith("#"):
        first -= 1
    return "".join(lines[:first]).rstrip() + "\n" if first else "", "".join(lines[first:])


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else f"{text}\n"


def _comment(*keys: str) -> str:
    """Return the comment that explains a key or a table and its values."""
    first, *rest = keys
    values: Sequence[Json] = ()
    match rest:
        case []:
            meaning, values = _MEANINGS[first]
        case [game]:
            meaning = f"The house rules of a new game of {games.find(game).title}."
        case [game, name]:
            option = next(option for option in house_rules(game) if option.name == name)
            meaning, values = option.meaning, option.values
    allowed = ", ".join([tomlkit.item(one).as_string() for one in values])
    return "".join([f"# {line}\n" for line in (meaning, allowed) if line])
