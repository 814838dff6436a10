"""Plays on at many tables in one call: applies actions, rewards, deals anew, writes what is seen.

A third game needs its encoded rules in `bots/encoded/games.py`, its choices and its observations.
"""

import numpy as np
import numpy.typing as npt

from regicide_tui.bots.compiled import Ints
from regicide_tui.bots.duel.layout import SHIELD_ROOM, SHIELD_SIZE, SHIELDS
from regicide_tui.bots.duel.rules import apply_action as apply_in_duel
from regicide_tui.bots.duel.rules import deal as deal_duel
from regicide_tui.bots.encoded.layout import (
    CASTLE_SIZE,
    DISCARD,
    DISCARD_SIZE,
    DUEL,
    FIRST_ACE,
    KIND,
    NONE,
    RESULT,
    TABLE,
    TABLE_SIZE,
    TURN,
    WON,
)
from regicide_tui.bots.encoded.layout import GAME as ENCODED_GAME
from regicide_tui.bots.encoded.layout import ROYALS as CASTLE
from regicide_tui.bots.regicide.layout import ENEMY, NO_ENEMY
from regicide_tui.bots.regicide.rules import apply_action as apply_in_regicide
from regicide_tui.bots.regicide.rules import deal as deal_regicide
from regicide_tui.bots.rng import random_below
from regicide_tui.env.actions.play_and_pay import DONE
from regicide_tui.env.tables.choices import (
    build_named,
    build_picked,
    build_whole,
    mark_cards,
    mark_whole,
    pick_place,
)
from regicide_tui.env.tables.compiling import compiled, inlined
from regicide_tui.env.tables.memory import (
    GAME,
    LIMIT,
    NUMBERS,
    PLAYERS,
    ROYALS,
    TABLES,
    WHOLE,
    Regions,
    find_regions,
)
from regicide_tui.env.tables.observing import PICKED_CARDS, write_observation
from regicide_tui.games.regicide.state import SOLO_JESTERS

ALL_LEGAL = -1

_find = inlined(find_regions)


@compiled
def reset_tables(memory: Ints) -> None:
    """Deal a game at each table. The random numbers must be set."""
    regions = _find(memory)
    for table in range(int(memory[TABLES])):
        _deal(memory, regions, table)
        _begin(memory, regions, table)


@compiled
def show_table(memory: Ints, table: int) -> None:
    """Write the mask and the observation of a table whose state was changed from outside."""
    _begin(memory, _find(memory), table)


@compiled
def step_tables(memory: Ints, chosen: Ints) -> int:
    """Choose a number at each table. Return `ALL_LEGAL`, or a table whose number is not legal.

    If a number is not legal, nothing has changed.
    """
    regions, numbers = _find(memory), int(memory[NUMBERS])
    for table in range(chosen.size):
        number = int(chosen[table])
        if not 0 <= number < numbers or regions.masks[table, number] == 0:
            return table
    for table in range(chosen.size):
        _step(memory, regions, table, int(chosen[table]))
    return ALL_LEGAL


@compiled
def step_one(memory: Ints, number: int) -> int:
    """Choose a number at the first table. Return `ALL_LEGAL`, or 0 if the number is not legal."""
    regions = _find(memory)
    if not 0 <= number < memory[NUMBERS] or regions.masks[0, number] == 0:
        return 0
    _step_alone(memory, regions, number)
    return ALL_LEGAL


@compiled
def sample_tables(memory: Ints, rng: Ints, chosen: Ints) -> None:
    """Write a random legal number for each table."""
    regions = _find(memory)
    for table in range(chosen.size):
        chosen[table] = _sample(regions, table, rng)


@inlined
def _sample(regions: Regions, table: int, rng: Ints) -> int:
    return int(regions.lists[table, random_below(rng, int(regions.counts[table]))])


@compiled
def play_randomly(memory: Ints, rng: Ints, steps: int) -> int:
    """Choose random legal numbers at the first table. Return the actions of the game they were."""
    regions, actions = _find(memory), 0
    for _ in range(steps):
        actions += _step_alone(memory, regions, _sample(regions, 0, rng))
    return actions


# ---------------------------------------------------------------- one table


@inlined
def _deal(memory: Ints, regions: Regions, table: int) -> None:
    encoded, rng, players = regions.encoded[table], regions.rng[table], int(memory[PLAYERS])
    if memory[GAME] == DUEL:
        deal_duel(encoded, rng)
    else:
        deal_regicide(encoded, players, SOLO_JESTERS if players == 1 else 0, rng)
    regions.taken[table] = 0


@inlined
def _step(memory: Ints, regions: Regions, table: int, number: int) -> int:
    """Choose a legal number at a table. Return whether an action of the game was taken: 0 or 1."""
    encoded = regions.encoded[table]
    _clear_ends(regions, table)
    if memory[WHOLE] == 1:
        action = build_whole(encoded, number)
    elif number < DONE:
        picked = pick_place(encoded, int(regions.picked[table]), number)
        mask = regions.masks[table]
        mask[:] = 0
        count = mark_cards(encoded, picked, mask, regions.lists[table])
        if count > 0:
            regions.counts[table] = count
            regions.picked[table] = picked
            regions.observations[table, PICKED_CARDS + number] = 1  # all else is as it was
            return 0
        action = build_picked(encoded, picked)
    elif number == DONE:
        action = build_picked(encoded, int(regions.picked[table]))
    else:
        action = build_named(encoded, number)
    regions.picked[table] = 0
    _take(memory, regions, table, action)
    _show(memory, regions, table)
    return 1


@compiled
def _begin(memory: Ints, regions: Regions, table: int) -> None:
    """Show a table at which nothing has happened yet."""
    _clear_ends(regions, table)
    _show(memory, regions, table)


@inlined
def _clear_ends(regions: Regions, table: int) -> None:
    """Forget the rewards and the end that the last step brought."""
    regions.rewards[table, :] = 0
    regions.terminated[table] = 0
    regions.truncated[table] = 0


@compiled
def _step_alone(memory: Ints, regions: Regions, number: int) -> int:
    """Choose a legal number at the first table, as `_step` does. It is compiled only once."""
    return _step(memory, regions, 0, number)


@inlined
def _take(memory: Ints, regions: Regions, table: int, action: int) -> None:
    """Take an action of the game: write its rewards, and deal anew if the game has ended."""
    encoded, rng = regions.encoded[table], regions.rng[table]
    defeated = _defeated(encoded)
    if memory[GAME] == DUEL:
        apply_in_duel(encoded, action, rng)
    else:
        apply_in_regicide(encoded, action, rng)
    lay_in_order(encoded, action)
    regions.taken[table] += 1
    over = encoded[RESULT] != NONE
    if over or memory[ROYALS] == 1:
        _reward(memory, encoded, _defeated(encoded) - defeated, regions.rewards[table])
    if over:
        regions.terminated[table] = 1
        _deal(memory, regions, table)
    elif regions.taken[table] == memory[LIMIT]:
        regions.truncated[table] = 1
        _deal(memory, regions, table)


@compiled
def _defeated(encoded: Ints) -> int:
    """Return how many royals of Regicide are defeated."""
    return CASTLE - int(encoded[CASTLE_SIZE]) - (0 if encoded[ENEMY] == NO_ENEMY else 1)


@compiled
def _reward(memory: Ints, encoded: Ints, defeated: int, rewards: npt.NDArray[np.float32]) -> None:
    for seat in range(rewards.size):
        if memory[GAME] == DUEL:
            rewards[seat] = -1.0 if encoded[TURN] == seat else 1.0
        elif memory[ROYALS] == 1:
            rewards[seat] = defeated / CASTLE
        else:
            rewards[seat] = 1.0 if encoded[RESULT] == WON else 0.0


@compiled
def lay_in_order(encoded: Ints, action: int) -> None:
    """Lay an Ace that was just played on the card that it joins, as the engine does (R-14).

    The encoded rules don't mind, but which card lies on top of the discard can be seen.
    """
    low = 0
    if action & KIND or not action >> FIRST_ACE & 15:
        return
    while not action >> low & 1:
        low += 1
    rest = action & ~(1 << low)
    high = low + 1
    if rest == 0:
        return
    while not rest >> high & 1:
        high += 1
    _swap_at(encoded, TABLE + int(encoded[TABLE_SIZE]), low, high)
    _swap_at(encoded, DISCARD + int(encoded[DISCARD_SIZE]), low, high)
    if encoded[ENCODED_GAME] == DUEL:
        for seat in range(2):
            end = SHIELDS + SHIELD_ROOM * seat + int(encoded[SHIELD_SIZE + seat])
            _swap_at(encoded, end, low, high)


@compiled
def _swap_at(encoded: Ints, end: int, low: int, high: int) -> None:
    """Swap the two top cards of a pile if they are these two, and the second is no Ace."""
    if high >= FIRST_ACE + 4 and encoded[end - 2] == low and encoded[end - 1] == high:
        encoded[end - 2] = high
        encoded[end - 1] = low


@inlined
def _show(memory: Ints, regions: Regions, table: int) -> None:
    """Write the mask and the observation of the seat to act, which has picked no card yet."""
    encoded, mask, listed = regions.encoded[table], regions.masks[table], regions.lists[table]
    mask[:] = 0
    if memory[WHOLE] == 1:
        regions.counts[table] = mark_whole(encoded, regions.sums, mask, listed)
    else:
        regions.counts[table] = mark_cards(encoded, 0, mask, listed)
    regions.seats[table] = encoded[TURN]
    write_observation(encoded, regions.observations[table])
