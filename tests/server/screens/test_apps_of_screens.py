"""The screens of a server ask nothing of their app that only an app at home has."""

import inspect
from importlib import import_module
from pkgutil import iter_modules

import pytest
from textual.screen import Screen

from regicide_tui.server import screens
from regicide_tui.server.screens import practice
from regicide_tui.server.screens.app import ServerApp
from regicide_tui.tui.app import RegicideApp
from regicide_tui.tui.card_app import CardApp

SCREENS = [
    screen
    for found in iter_modules(screens.__path__, f"{screens.__name__}.")
    if found.name != practice.__name__  # these are the lessons and puzzles of an app at home
    for _, screen in inspect.getmembers(import_module(found.name), inspect.isclass)
    if issubclass(screen, Screen) and screen.__module__ == found.name
]


def test_the_app_of_a_visitor_keeps_no_files() -> None:
    assert issubclass(ServerApp, CardApp)
    assert not issubclass(ServerApp, RegicideApp)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_no_screen_says_that_its_app_is_one_at_home(screen: type[Screen[object]]) -> None:
    said = [vars(kind).get("__annotations__", {}).get("app") for kind in screen.__mro__]
    assert RegicideApp.__name__ not in said
