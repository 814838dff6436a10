"""Where saves and settings live on this machine."""

from contextlib import suppress
from pathlib import Path

from regicide_tui.games.base import Value

APP = "regicide-tui"
ENVIRONMENT = "REGICIDE_TUI_DATA_DIR"


class Places(Value, frozen=True):
    """The folder of the saved games and the file of the settings; neither need exist."""

    saves: Path
    settings: Path


def find_places(folder: str | None) -> Places:
    """Return the places inside `folder`, or by the platform's custom if it is None or empty."""
    if folder:
        root = Path(folder)
        with suppress(RuntimeError):  # of a user who has no home
            root = root.expanduser()
        return Places(root / "saves", root / "settings.toml")
    from platformdirs import PlatformDirs

    dirs = PlatformDirs(APP, appauthor=False)
    return Places(dirs.user_data_path / "saves", dirs.user_config_path / "settings.toml")
