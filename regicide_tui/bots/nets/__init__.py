"""The nets that come with the app: a file for each game and each number of players that has one."""

from pathlib import Path

FOLDER = Path(__file__).parent


def net_file(game: str, players: int) -> Path:
    """Return where the net for a game among so many lies, or would lie."""
    return FOLDER / f"{game}-{players}.net"


def chances_file() -> Path:
    """Return where the curves lie that make the chances of these nets honest (calibration.py)."""
    return FOLDER / "chances.json"
