"""What screens may ask of their app: no screen claims more than every app it is opened in has."""

from importlib import import_module
from pkgutil import walk_packages

import pytest
from textual.screen import Screen

import regicide_tui.tui
from regicide_tui.server.screens.app import ServerApp
from regicide_tui.tui.app import RegicideApp
from regicide_tui.tui.card_app import CardApp


def _screens(package: str, folder: list[str]) -> list[type[Screen[object]]]:
    names = [found.name for found in walk_packages(folder, f"{package}.")]
    modules = [import_module(name) for name in names if ".terminal.driver" not in name]
    found = [one for module in modules for one in vars(module).values() if isinstance(one, type)]
    own = [one for one in found if issubclass(one, Screen) and one.__module__.startswith(package)]
    return list(dict.fromkeys(own))


def _claims(screen: type[Screen[object]]) -> list[object]:
    """Return what a screen and its bases say that their app is."""
    return [vars(one).get("__annotations__", {}).get("app") for one in screen.__mro__]


HOME = _screens("regicide_tui.tui", list(regicide_tui.tui.__path__))


def test_each_app_is_what_the_screens_know() -> None:
    assert issubclass(RegicideApp, CardApp)
    assert issubclass(ServerApp, CardApp)
    assert not issubclass(ServerApp, RegicideApp)


@pytest.mark.parametrize("screen", HOME, ids=lambda one: one.__name__)
def test_a_screen_knows_no_more_of_its_app_than_this(screen: type[Screen[object]]) -> None:
    assert set(_claims(screen)) <= {None, CardApp, RegicideApp.__name__}
