"""Many tables at once: `Tables("regicide", 3, 1024)`."""

from operator import index
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from regicide_tui.bots.encoded.games import GAMES
from regicide_tui.bots.encoded.state import LENGTH
from regicide_tui.bots.library import LOADED, hold
from regicide_tui.bots.rng import new_rng
from regicide_tui.env.env_game import LIMIT, EnvRules, Mask, Reward, check_limit, find_rules
from regicide_tui.env.kernel.memory import Memory, Setup
from regicide_tui.env.kernel.stepping import (
    ALL_LEGAL,
    RNG_WORDS,
    play_randomly,
    reset_tables,
    sample_tables,
    show_table,
    step_one,
    step_tables,
)
from regicide_tui.env.observations.blocks import Numbers

_INTEGERS = "iu"
"""The kinds of numpy's integer types."""

_SETS = 256
"""The number of sets of places in a hand."""
_MISSING = "Tables need the library of compiled functions, which is missing."

Column = npt.NDArray[np.int64]
"""A whole number for each table."""
_State = tuple[EnvRules, Setup, tuple[npt.NDArray[Any], ...]]
"""The form in which tables are copied and pickled."""


class Step(NamedTuple):
    """The result of a step, with a row for each table.

    `rewards` has a column for each seat. A table whose game is terminated or truncated has already
    dealt the next one: its observation and its mask belong to that game.
    """

    observations: Numbers
    rewards: npt.NDArray[np.float32]
    terminations: npt.NDArray[np.bool_]
    truncations: npt.NDArray[np.bool_]
    masks: Mask


class Tables:
    """Many tables at which the same game is played, under the printed rules.

    All arrays that it returns share its memory, and the next step changes them. Copy what you keep.
    Copied and unpickled tables have their own memory and continue independently.
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
        """Prepare the tables.

        Raises `ValueError` for an unsupported game or setting, and `RuntimeError` without the
        library of compiled functions.
        """
        rules = find_rules(game, whole=whole)
        if game not in GAMES:
            raise ValueError(
                f"{rules.game.title} has no encoded rules, so it can't be played at many tables."
            )
        if players not in rules.game.player_counts:
            raise ValueError(f"{rules.game.title} is not for {players} players.")
        if reward not in ("win", "royals") or (reward == "royals" and rules.game.rivals):
            raise ValueError("The reward must be 'win' or, only in Regicide, 'royals'.")
        if tables < 1:
            raise ValueError("The number of tables must be at least 1.")
        check_limit(limit)
        if not LOADED:
            raise RuntimeError(_MISSING)
        self.rules = rules
        self.players = players
        setup = Setup(
            tables,
            GAMES[game],
            players,
            whole,
            reward == "royals",
            limit or 0,
            rules.blocks.size,
            rules.space.size,
        )
        self._lay_out(setup, _new_arrays(setup))
        self.reset()

    def _lay_out(self, setup: Setup, arrays: tuple[npt.NDArray[Any], ...]) -> None:
        """Make these arrays the memory of the tables; all returned arrays are parts of it."""
        self._setup, self._arrays = setup, arrays
        self._named = named = Memory(setup, *cast("Any", arrays))
        self._memory = hold(named)

        def rows(name: str) -> npt.NDArray[Any]:
            found: npt.NDArray[Any] = getattr(named, name)
            return found.reshape((setup.tables, -1))

        self.seats = cast("Column", named.seats)
        """The seat that must act at each table, and whose observations are shown."""
        self.encoded = rows("encoded")
        """The encoded state of each table, with all hidden cards (`bots/encoded/state.py`)."""
        self._rng, self._sampling = rows("rng"), cast("Column", named.sampling)
        self._chosen = cast("Column", named.chosen)
        self.now = Step(
            rows("observations"),
            rows("rewards"),
            cast("Column", named.terminated).view(np.bool_),
            cast("Column", named.truncated).view(np.bool_),
            rows("masks"),
        )
        """The result of the last step."""

    def __getstate__(self) -> _State:
        return self.rules, self._setup, self._arrays

    def __setstate__(self, state: _State) -> None:
        self.rules, setup, arrays = state
        self.players = setup.players
        # Some libraries unpickle arrays as read-only, or share them between processes.
        self._lay_out(setup, tuple([array.copy() for array in arrays]))

    def reset(self, seed: int | None = None) -> tuple[Numbers, Mask]:
        """Deal a game at every table. Return the observations and the masks.

        The same seed gives the same games, as long as the same numbers are chosen. They differ from
        the games of this seed in the app.
        """
        seeds = np.random.SeedSequence(seed).generate_state(len(self.seats) + 1)
        self._rng[:] = [new_rng(int(one)) for one in seeds[:-1]]
        self._sampling[:] = new_rng(int(seeds[-1]))
        reset_tables(self._memory)
        return self.now.observations, self.now.masks

    def step(self, numbers: npt.ArrayLike) -> Step:
        """Choose a legal number at every table.

        Raises `TypeError` if the numbers are not integers, and `ValueError` if one is not legal or
        if there is not one for each table. After an error, no table has changed.
        """
        given = np.asarray(numbers)
        if given.shape != self._chosen.shape:
            raise ValueError(f"There must be {self._chosen.size} numbers, one for each table.")
        if given.dtype.kind not in _INTEGERS:
            raise TypeError(f"The numbers must be integers, not {given.dtype}.")
        self._chosen[:] = given
        table = step_tables(self._memory)
        if table != ALL_LEGAL:
            raise ValueError(f"{self._chosen[table]} is not legal at table {table}.")
        return self.now

    def step_one(self, number: int) -> Step:
        """Choose a legal number at the only table: the fastest way to step a single one.

        Raises `TypeError` for a number that is not an integer, and `ValueError` if it is not legal
        or if there are more tables. After an error, no table has changed.
        """
        if self._setup.tables != 1:
            raise ValueError(f"step_one is for one table, and there are {self._setup.tables}.")
        if step_one(self._memory, index(number)) != ALL_LEGAL:
            raise ValueError(f"{number} is not legal.")
        return self.now

    def sample(self) -> Column:
        """Return a random legal number for each table."""
        sample_tables(self._memory)
        return self._chosen

    def play_randomly(self, steps: int) -> int:
        """Choose random legal numbers at the first table, in one call of a compiled function.

        Return how many actions of the game that took.
        """
        return play_randomly(self._memory, steps)

    def put(self, table: int, encoded: npt.ArrayLike) -> None:
        """Begin a game at one table from an encoded state in which a seat must act."""
        self.encoded[table] = encoded
        self._named.picked[table] = 0
        self._named.taken[table] = 0
        show_table(self._memory, table)

    def close(self) -> None:
        """Do nothing: tables have no resources to release."""


def _new_arrays(setup: Setup) -> tuple[npt.NDArray[Any], ...]:
    """Return the arrays of a memory, all 0, in their order there."""
    tables = setup.tables
    sizes: dict[str, tuple[int, type[np.generic]]] = {
        "encoded": (tables * LENGTH, np.int64),
        "rng": (tables * RNG_WORDS, np.int64),
        "picked": (tables, np.int64),
        "taken": (tables, np.int64),
        "seats": (tables, np.int64),
        "rewards": (tables * setup.players, np.float32),
        "terminated": (tables, np.int8),
        "truncated": (tables, np.int8),
        "observations": (tables * setup.observation, np.int16),
        "masks": (tables * setup.numbers, np.int8),
        "lists": (tables * setup.numbers, np.int16),
        "counts": (tables, np.int64),
        "chosen": (tables, np.int64),
        "sampling": (RNG_WORDS, np.int64),
        "sums": (_SETS, np.int64),
    }
    return tuple(
        [np.zeros(size, dtype=kind) for size, kind in map(sizes.__getitem__, Memory._fields[1:])]
    )
