"""Writing one setting: everything else in the player's file stays as it is."""

import re
import tomllib
from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Table

from regicide_tui.games.base import Json
from regicide_tui.play.saves.files import replace_file, why
from regicide_tui.play.settings import CHOICES, MEANINGS, house_rules


class UnwrittenSettings(Exception):
    """A setting that could not be written; the message is a sentence for people."""


def write_setting(path: Path, keys: tuple[str, ...], value: Json) -> None:
    """Write a setting, such as `("theme",)` or `("house_rules", "combos")`, into the file.

    Comments and the order of the file are kept; a new key gets a comment that explains it. A crash
    leaves either the old file or the new one. Raises `UnwrittenSettings`.
    """
    try:
        path = path.resolve()  # the file may be a link to where the player keeps such files
        text = path.read_bytes().decode() if path.exists() else ""  # with its own line ends
        replace_file(path, with_setting(text, keys, value).encode())
    except UnicodeError:
        raise UnwrittenSettings(f"The setting is not kept: {path} is not a text.") from None
    except (OSError, RuntimeError) as error:
        reason = why(error) if isinstance(error, OSError) else "the link leads in a circle."
        raise UnwrittenSettings(f"The setting is not kept: {reason}") from error
    except (ValueError, TOMLKitError):
        raise UnwrittenSettings(
            f"The setting is not kept: there is a mistake in {path.name}."
        ) from None


def with_setting(text: str, keys: tuple[str, ...], value: Json) -> str:
    """Return the text of a settings file with this setting in it.

    Raises `ValueError` or `TOMLKitError` if the text is not TOML, or the key can't be put into it.
    """
    document = tomlkit.parse(text)
    first, *rest = keys
    if first in document:
        if rest:
            _set_in(document[first], rest[0], value)
        else:
            document[first] = value
        written = document.as_string()
    elif rest:
        table = tomlkit.item({rest[0]: value}).as_string()
        block = f"{_comment(first)}[{first}]\n{_comment(*keys)}{table}"
        written = f"{_ended(text)}\n{block}" if text.strip() else block
    else:
        head, tables = _split(text)
        written = f"{_ended(head)}{_comment(first)}{tomlkit.item({first: value}).as_string()}"
        written += f"\n{tables}" if tables else ""
    _prove(text, written, keys, value)
    return written


def _set_in(table: object, name: str, value: Json) -> None:
    """Set a key in a table, with a comment above it if it is new there."""
    if not isinstance(table, dict):
        raise ValueError("not a table")
    if name not in table and isinstance(table, Table):
        for line in _comment("house_rules", name).splitlines():
            table.add(tomlkit.comment(line.removeprefix("# ")))
    table[name] = value


def _prove(before: str, after: str, keys: tuple[str, ...], value: Json) -> None:
    """Raise `ValueError` unless this one setting is all that the new text changes."""
    expected = tomllib.loads(before)
    inner = expected
    for name in keys[:-1]:
        inner = inner.setdefault(name, {})
    inner[keys[-1]] = value
    if tomllib.loads(after) != expected:
        raise ValueError("the key can't be put into this file")


def _split(text: str) -> tuple[str, str]:
    """Return what stands before the tables, and the tables with the comments above the first."""
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
    """Return the comment that explains a key, and what it may be."""
    if len(keys) == 1:
        values = [choice.values for choice in CHOICES if choice.key == keys[0]]
        meaning = MEANINGS[keys[0]]
    else:
        (option,) = [option for option in house_rules() if option.name == keys[1]]
        values, meaning = [option.values], option.meaning
    allowed = [", ".join([tomlkit.item(one).as_string() for one in some]) for some in values]
    return "".join([f"# {line}\n" for line in (meaning, *allowed)])
