"""The memory of many tables: an array for each kind of fact, with a part for each table."""

from typing import NamedTuple

from regicide_tui.bots.library import Bytes, Floats, Ints, Shorts


class Setup(NamedTuple):
    """What is played. An observation has `observation` numbers, the action space `numbers`.

    `whole` tells whether an action is one number, `royals` whether each royal is rewarded and not
    the win. A game is truncated after `limit` actions, or never if that is 0.
    """

    tables: int
    game: int
    players: int
    whole: bool
    royals: bool
    limit: int
    observation: int
    numbers: int


class Memory(NamedTuple):
    """The state of all tables, and what is seen there.

    `picked` are the places of the hand that are picked, as bits; `taken` counts the actions of the
    game, and `seats` has the seat that must act. `rewards` has a place for each seat. `lists` has
    the numbers that are 1 in `masks`, in no order, and `counts` how many these are. `chosen` are
    the numbers to step with, and `sampling` is the state of what draws them. `sums` is room for the
    value of each set of places of a hand, for one table at a time.
    """

    setup: Setup
    encoded: Ints
    rng: Ints
    picked: Ints
    taken: Ints
    seats: Ints
    rewards: Floats
    terminated: Bytes
    truncated: Bytes
    observations: Shorts
    masks: Bytes
    lists: Shorts
    counts: Ints
    chosen: Ints
    sampling: Ints
    sums: Ints
