"""The tasks of the benchmark: their games, opponents and deals."""

import shlex
from pathlib import Path

from regicide_tui import games
from regicide_tui.games.base import Value
from regicide_tui.games.words import counted
from regicide_tui.simulate.bot_names import parse_bots, program_command
from regicide_tui.simulate.plan import Plan
from regicide_tui.simulate.reference import ALL_CARDS, RANDOM

DEVELOPMENT_SEED = "tune-benchmark"
"""The seed for any number of trials."""
OFFICIAL_SEED = "test-2026-11-23-benchmark"
"""The seed for one final run of each player."""
BASELINES = (RANDOM, "page", "squire", "knight", "captain", "marshal", ALL_CARDS)
GAMES, FEWER_GAMES = 1_000, 400
"""The number of games of a task, and of a slow player in a task."""
SLOW = ("captain", "marshal", ALL_CARDS)
"""The baselines that count as slow."""
PROGRAM_SECONDS = 10.0
"""How many seconds a foreign program may think about an action."""


class Task(Value):
    """One kind of game that a player plays.

    Without an `opponent`, the player sits in every seat. With one, it plays each deal once in every
    seat, with bots of that level in all others.
    """

    name: str
    game: str
    players: int
    opponent: str = ""

    @property
    def title(self) -> str:
        """The task in words."""
        title = games.find(self.game).title
        if not self.opponent:
            return f"{title}, {counted(self.players, 'player')}"
        others = self.players - 1
        rivals = f"a {self.opponent}" if others == 1 else counted(others, self.opponent)
        return f"{title}, {self.players} players, against {rivals}"

    def plan(self, bot: str, seed: str) -> Plan:
        """Return the plan of a bot's games, named as in `--bots`. Raises `BadBots`."""
        others = [self.opponent or bot] * (self.players - 1)
        bots = parse_bots(self.game, self.players, ",".join([bot, *others]))
        around = bool(self.opponent)
        return Plan(self.game, bots, seed, around=around, program_seconds=PROGRAM_SECONDS)

    def round_up(self, count: int) -> int:
        """Return the smallest number of games, at least `count`, that completes every deal."""
        each = self.players if self.opponent else 1
        return -(-count // each) * each


TASKS = (
    *[Task(f"regicide-{players}", "regicide", players) for players in (1, 2, 3, 4)],
    *[Task(f"duel-{level}", "duel", 2, level) for level in ("squire", "knight")],
    *[Task(f"king-{players}", "king_of_the_dead", players, "knight") for players in (2, 3, 4)],
)
TASKS_BY_NAME = {task.name: task for task in TASKS}


def write_command(plan: Plan, count: int, out: Path) -> str:
    """Return the command line that plays these games."""
    bots = plan.bots[:1] if len(set(plan.bots)) == 1 else plan.bots
    words = ["regicide-tui", "simulate", "--game", plan.game, "--players", str(len(plan.bots))]
    words += ["--bots", ",".join(bots), *["--around"] * plan.around]
    if program_command(plan.bots[0]) is not None:
        words += ["--program-seconds", f"{plan.program_seconds:g}"]
    words += ["--games", str(count), "--seed", plan.seed, "--out", out.name]
    return shlex.join(words)
