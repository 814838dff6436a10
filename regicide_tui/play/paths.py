"""The paths of saves, settings and records on this machine."""

from contextlib import suppress
from pathlib import Path

from regicide_tui.games.base import Value

APP = "regicide-tui"
RECORDS = "records.jsonl"
ENVIRONMENT = "REGICIDE_TUI_DATA_DIR"


class Paths(Value):
    """The folder of saved games and the files of settings and records. None need exist."""

    saves: Path
    settings: Path
    records: Path

    @property
    def server(self) -> Path:
        """The folder of the server."""
        return self.saves.with_name("house")

    @property
    def backgrounds(self) -> Path:
        """The file of the terminals' backgrounds."""
        return self.records.with_name("backgrounds.json")


def find_places(folder: str | None) -> Paths:
    """Return the paths inside `folder`, or the platform's usual paths if it is None or empty."""
    if folder:
        root = Path(folder)
        with suppress(RuntimeError):  # of a user who has no home
            root = root.expanduser()
        return Paths(root / "saves", root / "settings.toml", root / RECORDS)
    from platformdirs import PlatformDirs

    dirs = PlatformDirs(APP, appauthor=False)
    data, settings = dirs.user_data_path, dirs.user_config_path / "settings.toml"
    return Paths(data / "saves", settings, data / RECORDS)


def shorten_home(path: Path) -> str:
    """Return a path as a shell takes it, with `~` for the user's home."""
    with suppress(RuntimeError, ValueError):  # of a user who has no home, or elsewhere
        return str(Path("~") / path.relative_to(Path.home()))
    return str(path)
