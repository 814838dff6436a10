"""The memory of many tables: an array for each kind of data, with a part for each table."""

from typing import NamedTuple

from regicide_tui.bots.library import Bytes, Floats, Ints, Shorts


class Setup(NamedTuple):
    """The games to play. An observation has `observation` numbers, the action space `numbers`.

    `whole` says whether an action is one number, `royals` whether royals are rewarded and not
    wins. A game is truncated after `limit` actions, or never if that is 0.
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
    """The state of all tables, and what the seats to act see.

    `picked` are the picked places in the hand, as bits; `taken` counts the actions of the game, and
    `seats` contains the seat that must act. `rewards` has a place for each seat. `lists` contains
    the numbers that are 1 in `masks`, in no order, and `counts` their number. `chosen` are the
    numbers to step with, and `sampling` is the state of the generator for random ones. `sums` is
    room for the value of each set of places in a hand, for one table at a time.
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
