"""Where the files of the app and the rules of the games are."""

import os
from contextlib import suppress
from pathlib import Path

from regicide_tui import games
from regicide_tui.errors import BAD_FILE, CliError
from regicide_tui.games.base import Value

APP = "regicide-tui"
RECORDS = "records.jsonl"
ENVIRONMENT = "REGICIDE_TUI_DATA_DIR"


class Paths(Value):
    """The folder of saved games and the files of settings and records. None has to exist."""

    saves: Path
    settings: Path
    records: Path

    @property
    def server(self) -> Path:
        """The folder of the server."""
        return self.saves.with_name("house")

    @property
    def solved(self) -> Path:
        """The file that lists the puzzles and lessons that are done."""
        return self.records.with_name("solved.txt")

    @property
    def backgrounds(self) -> Path:
        """The file of the terminals' backgrounds."""
        return self.records.with_name("backgrounds.json")


def find_paths(folder: str | None = None) -> Paths:
    """Return the paths inside `folder`, by default that of the environment or of the platform.

    Raises `CliError` if a user without a home folder names none.
    """
    if folder := folder or os.environ.get(ENVIRONMENT):
        root = Path(folder)
        with suppress(RuntimeError):  # the user may have no home
            root = root.expanduser()
        return Paths(root / "saves", root / "settings.toml", root / RECORDS)
    from platformdirs import PlatformDirs

    dirs = PlatformDirs(APP, appauthor=False)
    try:
        data, settings = dirs.user_data_path, dirs.user_config_path / "settings.toml"
    except RuntimeError:
        homeless = f"you have no home folder: set a folder with --data-dir or {ENVIRONMENT}."
        raise CliError(homeless, BAD_FILE) from None
    return Paths(data / "saves", settings, data / RECORDS)


def shorten_home(path: Path) -> str:
    """Return a path as a shell takes it, with `~` for the user's home."""
    with suppress(RuntimeError, ValueError):  # the user has no home, or the path is elsewhere
        return str(Path("~") / path.relative_to(Path.home()))
    return str(path)


_OURS = "regicide_tui"
"""The package whose documents are beside it in its source tree."""
_NO_RULES = "# Rules\n\nThis game comes without rules.\n"


def read_rules(game: str) -> str:
    """Return the rules of a game; an installed package holds a copy of them.

    Raises `KeyError` if there is no such game.
    """
    from importlib.resources import files

    package, _, name = games.manifest(game).document.partition(":")
    packaged = files(package) / name if package else None
    if packaged is not None and packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    ours = Path(__file__).parents[2] / "docs" / name
    return ours.read_text(encoding="utf-8") if package == _OURS else _NO_RULES
