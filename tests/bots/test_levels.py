"""The levels: they exist, and those with a net play better than the page."""

import subprocess
import sys

import pytest

from regicide_tui.bots.base import LEVELS, play_bot_game
from regicide_tui.bots.net import load_net
from regicide_tui.bots.regicide.afterstate import INPUTS
from regicide_tui.bots.roster import default_evaluations, make_bot
from regicide_tui.games import find
from regicide_tui.games.manifest import BUILT_IN

GAME = find("regicide")
GAMES = 10


def _royals(level: str, players: int) -> int:
    """Return how many royals are defeated in a few games."""
    bot = make_bot("regicide", level, players)
    games = [play_bot_game(GAME, [bot] * players, f"level-{number}") for number in range(GAMES)]
    return sum(GAME.figures(game.events)["royals"] for game in games)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_weights_in_the_package_fit(players: int) -> None:
    net = load_net("regicide", players)
    assert len(net.w1) == (INPUTS + 1) * len(net.b1)


@pytest.mark.parametrize(
    "players", [2, *[pytest.param(one, marks=pytest.mark.attack) for one in (1, 3, 4)]]
)
@pytest.mark.slow
def test_the_squire_beats_the_page(players: int) -> None:
    assert _royals("squire", players) > _royals("page", players) + GAMES / 2


@pytest.mark.parametrize("game", [one.name for one in BUILT_IN])
def test_each_level_thinks_longer_than_the_one_below(game: str) -> None:
    thoughts = [default_evaluations(game, level.name) for level in LEVELS if level.has_net]
    assert thoughts == sorted(set(thoughts))


def test_bots_need_no_numpy() -> None:
    program = """
import sys
from regicide_tui.bots.roster import make_bot
make_bot("regicide", "squire", 2)
make_bot("king_of_the_dead", "captain", 3)
assert "numpy" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)
