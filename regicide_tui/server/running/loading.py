"""Loads what a server may need at its start: a late import would delay all visitors."""

from importlib import import_module
from pkgutil import walk_packages

from rich.cells import cell_len

from regicide_tui import games
from regicide_tui.bots.roster import list_levels
from regicide_tui.tui.pages.reading import rules_of

_PACKAGES = (
    "regicide_tui.games",
    "regicide_tui.server.screens",
    "regicide_tui.tui.games",
    "regicide_tui.tui.input",
    "regicide_tui.tui.screens",
)
_MODULES = (
    "textual.layouts.factory",
    "textual.pilot",
    "textual.scrollbar",
)
"""Textual imports these when it first needs them."""


def load_everything() -> None:
    """Import and read everything that visitors may use."""
    for package in _PACKAGES:
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    for name in _MODULES:
        import_module(name)
    for game in games.names():
        rules_of(game)
        for players in games.find(game).player_counts:
            list_levels(game, players)
    cell_len("\N{BLACK SPADE SUIT}")  # it reads the widths of characters
