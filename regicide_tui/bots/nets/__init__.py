"""The nets that come with the app: a file for each game and number of players that has one."""

from pathlib import Path

FOLDER = Path(__file__).parent


def net_file(game: str, players: int) -> Path:
    """Return the path of the net for a game and number of players. The file may be missing."""
    return FOLDER / f"{game}-{players}.net"


def chances_file() -> Path:
    """Return the path of the calibration curves of these nets (calibration.py)."""
    return FOLDER / "chances.json"
