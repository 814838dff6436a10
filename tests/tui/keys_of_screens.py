"""All keys that any part of the app at home or on a server binds, and what they do."""

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from textual.binding import Binding
from textual.dom import DOMNode

import regicide_tui
from regicide_tui import server, tui
from regicide_tui.tui.input.commands import bindings
from regicide_tui.tui.screens.table import TableScreen
from regicide_tui.tui.table.game_ui import TableControls

_TABLES = (TableScreen, TableControls)


def name_of(action: str) -> str:
    """Return the name of an action, without what it is given and whose it is."""
    if action.startswith(("game('", "page('")):
        return action.split("'")[1]
    return action.partition("(")[0].removeprefix("app.")


@cache
def bound() -> frozenset[tuple[str, str]]:
    """Return each key with each action that a screen, a widget or an app binds to it."""
    found: set[tuple[str, str]] = set()
    for package in (tui, server):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            for _, kind in inspect.getmembers(import_module(module.name), inspect.isclass):
                if issubclass(kind, DOMNode) and kind.__module__.startswith("regicide_tui."):
                    found |= set(_bindings(kind))
                found |= set(_commands(kind))
    return frozenset(found)


def _bindings(kind: type[DOMNode]) -> Iterator[tuple[str, str]]:
    for binding in kind.__dict__.get("BINDINGS", ()):
        for one in Binding.make_bindings([binding]):
            yield one.key, name_of(one.action)


def _commands(kind: type) -> Iterator[tuple[str, str]]:
    """Yield the keys that a table binds by its kind or by its game."""
    for name in ("bound", "more_commands"):
        commands = kind.__dict__.get(name, ()) if issubclass(kind, _TABLES) else ()
        for one in Binding.make_bindings(bindings(commands)):
            yield one.key, name_of(one.action)


@cache
def lines() -> frozenset[tuple[str, str]]:
    """Return the key of each line of a list with its action, as they stand in the code."""
    root = Path(regicide_tui.__file__).parent
    found = set()
    for path in (*root.glob("tui/**/*.py"), *root.glob("server/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _name_in(node.func) in ("Entry", "entry_for"):
                key, *_, action = node.args or [ast.Constant("")]
                if isinstance(key, ast.Constant) and key.value:
                    found.add((named(str(key.value)), name_of(_begin_of(action))))
    return frozenset(found)


def _name_in(function: ast.expr) -> str:
    """Return the name of what is called; empty if it has none."""
    return getattr(function, "id", "") or getattr(function, "attr", "")


def _begin_of(action: ast.expr) -> str:
    """Return an action as it stands in the code; what is filled in comes after its name.

    The action of a command at a table of the server is named like it: `start_game` for `StartGame`.
    """
    if isinstance(action, ast.Call):
        return re.sub(r"(?<!^)(?=[A-Z])", "_", _name_in(action.func)).lower()
    first = action.values[0] if isinstance(action, ast.JoinedStr) else action
    assert isinstance(first, ast.Constant), ast.unparse(action)
    return str(first.value)


def named(key: str) -> str:
    """Return the name that the event of a key has."""
    (binding,) = Binding.make_bindings([Binding(key, "")])
    return binding.key
