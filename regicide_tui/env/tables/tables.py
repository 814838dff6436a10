"""Many tables at once: `Tables("regicide", 3, 1024)`."""

import warnings
from operator import index
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from regicide_tui.bots.compiled import Ints
from regicide_tui.bots.encoded.games import GAMES
from regicide_tui.bots.rng import new_rng
from regicide_tui.env.env_game import LIMIT, EnvRules, Mask, Reward, check_limit, find_rules
from regicide_tui.env.observations.blocks import Numbers
from regicide_tui.env.tables.compiling import JIT, SLOW, make_ready
from regicide_tui.env.tables.kernel import (
    ALL_LEGAL,
    play_randomly,
    reset_tables,
    sample_tables,
    show_table,
    step_one,
    step_tables,
)
from regicide_tui.env.tables.memory import Shape, find_regions, new_memory

_INTEGERS = "iu"
"""The kinds of types of numpy that are integers."""

_State = tuple[EnvRules, int, Ints, Ints, Ints]
"""What tables are copied and pickled as."""


class Step(NamedTuple):
    """What a step brings about, with a row for each table.

    `rewards` has a column for each seat. A table whose game is terminated or truncated has dealt
    anew: its observation and its mask are those of the next game.
    """

    observations: Numbers
    rewards: npt.NDArray[np.float32]
    terminations: npt.NDArray[np.bool_]
    truncations: npt.NDArray[np.bool_]
    masks: Mask


class Tables:
    """Many tables at which the same game is played, with the printed rules.

    All arrays that it returns are its own memory: the next step changes them. Copy what you keep.
    A copy of the tables and what is unpickled have their own memory and go on by themselves.
    """

    def __init__(
        self,
        game: str,
        players: int,
        tables: int,
        *,
        whole: bool = False,
        reward: Reward = "win",
        limit: int | None = LIMIT,
    ) -> None:
        """Prepare the tables; the first ones on a machine wait until all is compiled.

        Raises `ValueError` for a game or a setting that there is not.
        """
        rules = find_rules(game, whole=whole)
        if game not in GAMES:
            raise ValueError(f"{rules.game.title} has no encoded rules to play at many tables.")
        if players not in rules.game.player_counts:
            raise ValueError(f"{rules.game.title} is not for {players} players.")
        if reward not in ("win", "royals") or (reward == "royals" and rules.game.rivals):
            raise ValueError("The reward is 'win' or, only in Regicide, 'royals'.")
        if tables < 1:
            raise ValueError("The number of tables is at least 1.")
        check_limit(limit)
        if not JIT:
            warnings.warn(SLOW, RuntimeWarning, stacklevel=2)
        self.rules = rules
        self.players = players
        shape = Shape(
            tables,
            GAMES[game],
            players,
            whole,
            reward == "royals",
            limit or 0,
            rules.blocks.size,
            rules.space.size,
        )
        self._chosen = np.zeros(tables, dtype=np.int64)
        self._sampling = new_rng(0)
        self._lay_out(new_memory(shape))
        self.reset()

    def _lay_out(self, memory: Ints) -> None:
        """Make a memory that of the tables: all arrays that they show are parts of it."""
        make_ready(_use_all)
        self._memory = memory
        self._regions = regions = find_regions(memory)
        self.seats: Ints = regions.seats
        """The seat that must act at each table: the one that the observations are of."""
        self.encoded: Ints = regions.encoded
        """The encoded state of each table, with all hidden cards (`bots/encoded/layout.py`)."""
        self.now = Step(
            regions.observations,
            regions.rewards,
            regions.terminated.view(np.bool_),
            regions.truncated.view(np.bool_),
            regions.masks,
        )
        """What the last step brought about."""

    def __getstate__(self) -> _State:
        return self.rules, self.players, self._memory, self._chosen, self._sampling

    def __setstate__(self, state: _State) -> None:
        self.rules, self.players, *arrays = state
        # Some libraries unpickle arrays that can't be written, or let processes share them.
        memory, self._chosen, self._sampling = [array.copy() for array in arrays]
        self._lay_out(memory)

    def reset(self, seed: int | None = None) -> tuple[Numbers, Mask]:
        """Deal a game at every table. Return the observations and the masks.

        The same seed gives the same games, as long as the same numbers are chosen. They are other
        games than those of the same seed in the app.
        """
        seeds = np.random.SeedSequence(seed).generate_state(len(self.seats) + 1)
        self._regions.rng[:] = [new_rng(int(one)) for one in seeds[:-1]]
        self._sampling = new_rng(int(seeds[-1]))
        reset_tables(self._memory)
        return self.now.observations, self.now.masks

    def step(self, numbers: npt.ArrayLike) -> Step:
        """Choose a legal number at every table.

        Raises `TypeError` if the numbers are not integers, and `ValueError` if one is not legal or
        if there is not one for each table; then nothing has changed.
        """
        given = np.asarray(numbers)
        if given.shape != self._chosen.shape:
            raise ValueError(f"There must be {self._chosen.size} numbers, one for each table.")
        if given.dtype.kind not in _INTEGERS:
            raise TypeError(f"The numbers must be integers; these are of the type {given.dtype}.")
        # A copy: for an array that can't be written numba would compile everything again.
        chosen = np.array(given, dtype=np.int64)
        table = step_tables(self._memory, chosen)
        if table != ALL_LEGAL:
            raise ValueError(f"{chosen[table]} is not legal at table {table}.")
        return self.now

    def step_one(self, number: int) -> Step:
        """Choose a legal number at the only table: the quickest way for a single one.

        Raises `TypeError` for a number that is not whole, and `ValueError` if it is not legal or
        if there are more tables; then nothing has changed.
        """
        if self._chosen.size != 1:
            raise ValueError(f"step_one is for one table, and there are {self._chosen.size}.")
        if step_one(self._memory, index(number)) != ALL_LEGAL:
            raise ValueError(f"{number} is not legal.")
        return self.now

    def sample(self) -> Ints:
        """Return a random legal number for each table."""
        sample_tables(self._memory, self._sampling, self._chosen)
        return self._chosen

    def play_randomly(self, steps: int) -> int:
        """Choose random legal numbers at the first table, all in one call of machine code.

        Return how many actions of the game that were.
        """
        return play_randomly(self._memory, self._sampling, steps)

    def put(self, table: int, encoded: Ints) -> None:
        """Begin a game at one table at an encoded state, in which somebody must act."""
        self.encoded[table] = encoded
        self._regions.picked[table] = 0
        self._regions.taken[table] = 0
        show_table(self._memory, table)

    def close(self) -> None:
        """Do nothing: tables hold nothing that must be closed."""


def _use_all() -> None:
    """Call all machine code that tables call; it is the same for all games and settings."""
    rules = find_rules("duel", whole=False)
    shape = Shape(
        tables=1,
        game=GAMES["duel"],
        players=2,
        whole=False,
        royals=False,
        limit=0,
        observation=rules.blocks.size,
        numbers=rules.space.size,
    )
    memory = new_memory(shape)
    rng, chosen = new_rng(0), np.zeros(1, dtype=np.int64)
    find_regions(memory).rng[:] = rng
    reset_tables(memory)
    show_table(memory, 0)
    sample_tables(memory, rng, chosen)
    step_tables(memory, chosen)
    step_one(memory, 0)
    play_randomly(memory, rng, 1)
