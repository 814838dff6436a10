"""The memory of many tables: one array of numbers, so that a call of machine code gets only this.

It begins with a header. Then comes a region for each kind of fact, with a part for each table.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from regicide_tui.bots.compiled import Ints
from regicide_tui.bots.encoded.layout import LENGTH

# Indices of the header.
TABLES = 0
GAME = 1
PLAYERS = 2
WHOLE = 3
"""1 if an action is one number."""
ROYALS = 4
"""1 if each royal is rewarded and not the win."""
LIMIT = 5
"""After how many actions a game is truncated; 0 for never."""
OBSERVATION = 6
"""The numbers of an observation."""
NUMBERS = 7
"""The numbers of the action space."""
REGIONS = 8
"""From here on the starts of the regions stand."""

# Regions: places of their starts in the header.
ENCODED = REGIONS
RNG = REGIONS + 1
PICKED = REGIONS + 2
"""The places of the hand that are picked, as bits."""
TAKEN = REGIONS + 3
"""The actions of the game that were taken."""
SEATS = REGIONS + 4
"""The seat that must act."""
REWARDS = REGIONS + 5
TERMINATED = REGIONS + 6
TRUNCATED = REGIONS + 7
OBSERVATIONS = REGIONS + 8
MASKS = REGIONS + 9
LISTS = REGIONS + 10
"""The legal numbers of each table: those that are 1 in its mask, in no order."""
COUNTS = REGIONS + 11
"""How many legal numbers each table has."""
SUMS = REGIONS + 12
"""Room for the value of each set of places of a hand; one for all tables."""
HEADER = REGIONS + 13

_RNG_WORDS = 2
_SETS = 256
_BYTES = 8


class Shape(NamedTuple):
    """What a memory is for, in the order of its header."""

    tables: int
    game: int
    players: int
    whole: bool
    royals: bool
    limit: int
    observation: int
    numbers: int


class Regions(NamedTuple):
    """The regions of a memory as arrays, with a row for each table; and `sums`, for all tables."""

    encoded: Ints
    rng: Ints
    picked: Ints
    taken: Ints
    seats: Ints
    rewards: npt.NDArray[np.float32]
    terminated: npt.NDArray[np.int8]
    truncated: npt.NDArray[np.int8]
    observations: npt.NDArray[np.int16]
    masks: npt.NDArray[np.int8]
    lists: npt.NDArray[np.int16]
    counts: Ints
    sums: Ints


def new_memory(shape: Shape) -> Ints:
    """Return the memory for some tables, all 0 but for its header."""
    tables = shape.tables
    sizes = [
        (tables * LENGTH, np.int64),
        (tables * _RNG_WORDS, np.int64),
        (tables, np.int64),
        (tables, np.int64),
        (tables, np.int64),
        (tables * shape.players, np.float32),
        (tables, np.int8),
        (tables, np.int8),
        (tables * shape.observation, np.int16),
        (tables * shape.numbers, np.int8),
        (tables * shape.numbers, np.int16),
        (tables, np.int64),
        (_SETS, np.int64),
    ]
    starts, end = [], HEADER
    for size, kind in sizes:
        starts.append(end)
        end += -(-size * np.dtype(kind).itemsize // _BYTES)
    memory = np.zeros(end, dtype=np.int64)
    memory[:HEADER] = [*map(int, shape), *starts]
    return memory


def find_regions(memory: Ints) -> Regions:
    """Return the regions of a memory."""
    tables, players = int(memory[TABLES]), int(memory[PLAYERS])
    observation, numbers = int(memory[OBSERVATION]), int(memory[NUMBERS])
    encoded, rng, sums = int(memory[ENCODED]), int(memory[RNG]), int(memory[SUMS])
    picked, taken, seats = int(memory[PICKED]), int(memory[TAKEN]), int(memory[SEATS])
    counts = int(memory[COUNTS])
    rewards = memory[int(memory[REWARDS]) :].view(np.float32)
    terminated = memory[int(memory[TERMINATED]) :].view(np.int8)
    truncated = memory[int(memory[TRUNCATED]) :].view(np.int8)
    observations = memory[int(memory[OBSERVATIONS]) :].view(np.int16)
    masks = memory[int(memory[MASKS]) :].view(np.int8)
    lists = memory[int(memory[LISTS]) :].view(np.int16)
    return Regions(
        memory[encoded : encoded + tables * LENGTH].reshape((tables, LENGTH)),
        memory[rng : rng + tables * _RNG_WORDS].reshape((tables, _RNG_WORDS)),
        memory[picked : picked + tables],
        memory[taken : taken + tables],
        memory[seats : seats + tables],
        rewards[: tables * players].reshape((tables, players)),
        terminated[:tables],
        truncated[:tables],
        observations[: tables * observation].reshape((tables, observation)),
        masks[: tables * numbers].reshape((tables, numbers)),
        lists[: tables * numbers].reshape((tables, numbers)),
        memory[counts : counts + tables],
        memory[sums : sums + _SETS],
    )
