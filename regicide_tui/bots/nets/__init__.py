"""The nets that come with the app: a file for each game and each number of players that has one."""

from importlib.resources import files
from importlib.resources.abc import Traversable


def net_file(game: str, players: int) -> Traversable:
    """Return where the net for a game among so many lies, or would lie."""
    return files(__name__) / f"{game}-{players}.net"
