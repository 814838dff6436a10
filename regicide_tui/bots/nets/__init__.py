"""The app's nets, and the library of the searches that use them."""

from pathlib import Path

FOLDER = Path(__file__).parent
_LIBRARY = FOLDER.parent / "searches.so"


def net_file(game: str, players: int) -> Path:
    """Return the path of the net for a game and number of players. The file may be missing."""
    return FOLDER / f"{game}-{players}.net"


def chances_file() -> Path:
    """Return the path of the calibration curves of these nets (calibration.py)."""
    return FOLDER / "chances.json"


def library_file() -> Path:
    """Return the path of the library of compiled functions. The file may be missing."""
    return _LIBRARY
