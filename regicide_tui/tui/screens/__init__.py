"""The screens of the app. Each module is imported when a screen of it is first opened (PEP 562)."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from regicide_tui.tui.screens.ask import AskName, AskText
    from regicide_tui.tui.screens.daily import DailyScreen
    from regicide_tui.tui.screens.help import CommandPalette, HelpScreen
    from regicide_tui.tui.screens.lessons import LessonScreen, LessonsScreen
    from regicide_tui.tui.screens.menu import MenuScreen
    from regicide_tui.tui.screens.new_game import NewGameScreen
    from regicide_tui.tui.screens.puzzles import PuzzleScreen, PuzzlesScreen
    from regicide_tui.tui.screens.replay import ReplayScreen
    from regicide_tui.tui.screens.result import ResultScreen
    from regicide_tui.tui.screens.review import ReviewScreen
    from regicide_tui.tui.screens.rules import RulesScreen
    from regicide_tui.tui.screens.saves import SavesScreen
    from regicide_tui.tui.screens.settings import SettingsScreen
    from regicide_tui.tui.screens.statistics import StatisticsScreen
    from regicide_tui.tui.screens.texts import BlocksPage, LogScreen, PilesPage, PlainTextScreen

_MODULES = {
    "AskName": "ask",
    "AskText": "ask",
    "BlocksPage": "texts",
    "CommandPalette": "help",
    "DailyScreen": "daily",
    "HelpScreen": "help",
    "LessonScreen": "lessons",
    "LessonsScreen": "lessons",
    "LogScreen": "texts",
    "MenuScreen": "menu",
    "NewGameScreen": "new_game",
    "PilesPage": "texts",
    "PlainTextScreen": "texts",
    "PuzzleScreen": "puzzles",
    "PuzzlesScreen": "puzzles",
    "ReplayScreen": "replay",
    "ResultScreen": "result",
    "ReviewScreen": "review",
    "RulesScreen": "rules",
    "SavesScreen": "saves",
    "SettingsScreen": "settings",
    "StatisticsScreen": "statistics",
}

__all__ = [
    "AskName",
    "AskText",
    "BlocksPage",
    "CommandPalette",
    "DailyScreen",
    "HelpScreen",
    "LessonScreen",
    "LessonsScreen",
    "LogScreen",
    "MenuScreen",
    "NewGameScreen",
    "PilesPage",
    "PlainTextScreen",
    "PuzzleScreen",
    "PuzzlesScreen",
    "ReplayScreen",
    "ResultScreen",
    "ReviewScreen",
    "RulesScreen",
    "SavesScreen",
    "SettingsScreen",
    "StatisticsScreen",
]


def __getattr__(name: str) -> object:
    """Return a screen, or raise `AttributeError`."""
    if name not in _MODULES:
        raise AttributeError(name)
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
