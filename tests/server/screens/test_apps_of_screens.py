"""The screens of a server ask nothing of their app that only an app at home has."""

import ast
import inspect
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest
from textual.screen import Screen

import regicide_tui
from regicide_tui.server import screens
from regicide_tui.server.app import ServerApp
from regicide_tui.tui.navigation import HomeApp, TableApp

SCREENS = [
    screen
    for found in iter_modules(screens.__path__, f"{screens.__name__}.")
    for _, screen in inspect.getmembers(import_module(found.name), inspect.isclass)
    if issubclass(screen, Screen) and screen.__module__ == found.name
]


def test_the_app_of_a_visitor_keeps_no_files() -> None:
    assert issubclass(ServerApp, TableApp)
    assert not issubclass(ServerApp, HomeApp)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_no_screen_says_that_its_app_is_one_at_home(screen: type[Screen[object]]) -> None:
    said = [vars(kind).get("__annotations__", {}).get("app") for kind in screen.__mro__]
    assert HomeApp not in said


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_no_screen_overrides_what_is_private_to_another_package(
    screen: type[Screen[object]],
) -> None:
    others = [kind for kind in screen.__mro__ if kind.__module__.startswith("regicide_tui.tui")]
    theirs = {name for kind in others for name in vars(kind) if _is_private(name)}
    assert {name for name in vars(screen) if _is_private(name)} & theirs == set()


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in dir(Screen)


def test_no_class_is_made_at_run_time() -> None:
    root = Path(regicide_tui.__file__).parent
    made = [
        f"{path.relative_to(root)}:{node.lineno}"
        for path in root.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "type"
        and len(node.args) == 3
    ]
    assert made == []
