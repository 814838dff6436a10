"""Steps many tables in one call: applies actions, rewards, redeals, and writes observations.

A third game needs its encoded rules in `bots/encoded/games.py`, its choices and its observations.
"""

from regicide_tui.bots.duel.rules import SHIELD_ROOM, SHIELD_SIZE, SHIELDS
from regicide_tui.bots.duel.rules import apply_action as apply_in_duel
from regicide_tui.bots.duel.rules import deal as deal_duel
from regicide_tui.bots.encoded.state import (
    CASTLE_SIZE,
    DISCARD,
    DISCARD_SIZE,
    DUEL,
    FIRST_ACE,
    GAME,
    KIND,
    LENGTH,
    NONE,
    RESULT,
    TABLE,
    TABLE_SIZE,
    TURN,
    WON,
)
from regicide_tui.bots.encoded.state import ROYALS as CASTLE
from regicide_tui.bots.library import Floats, Ints, compiled, part
from regicide_tui.bots.regicide.rules import ENEMY, NO_ENEMY
from regicide_tui.bots.regicide.rules import apply_action as apply_in_regicide
from regicide_tui.bots.regicide.rules import deal as deal_regicide
from regicide_tui.bots.rng import random_below
from regicide_tui.env.actions.play_and_pay import DONE
from regicide_tui.env.kernel.choices import (
    build_named,
    build_picked,
    build_whole,
    mark_cards,
    mark_whole,
    pick_place,
)
from regicide_tui.env.kernel.memory import Memory
from regicide_tui.env.kernel.observing import PICKED_CARDS, write_observation
from regicide_tui.games.regicide.state import SOLO_JESTERS

ALL_LEGAL = -1
RNG_WORDS = 2
"""How many numbers the state of a random number generator has."""


@compiled
def reset_tables(memory: Memory) -> None:
    """Deal a game at each table. The random numbers must be set."""
    for table in range(memory.setup.tables):
        _deal(memory, table)
        show_table(memory, table)


@compiled
def show_table(memory: Memory, table: int) -> None:
    """Write what is seen at a table before its first step."""
    _clear_ends(memory, table)
    _show(memory, table)


@compiled
def step_tables(memory: Memory) -> int:
    """Choose the number in `chosen` at each table.

    Return `ALL_LEGAL`, or a table whose number is not legal: then no table has changed.
    """
    for table in range(memory.setup.tables):
        if not _is_legal(memory, table, memory.chosen[table]):
            return table
    for table in range(memory.setup.tables):
        _step(memory, table, memory.chosen[table])
    return ALL_LEGAL


@compiled
def _is_legal(memory: Memory, table: int, number: int) -> bool:
    numbers = memory.setup.numbers
    return 0 <= number < numbers and memory.masks[table * numbers + number] == 1


@compiled
def step_one(memory: Memory, number: int) -> int:
    """Choose a number at the first table. Return `ALL_LEGAL`, or 0 if the number is not legal."""
    if not _is_legal(memory, 0, number):
        return 0
    _step(memory, 0, number)
    return ALL_LEGAL


@compiled
def sample_tables(memory: Memory) -> None:
    """Write a random legal number for each table into `chosen`."""
    for table in range(memory.setup.tables):
        memory.chosen[table] = _sample(memory, table)


@compiled
def _sample(memory: Memory, table: int) -> int:
    place = random_below(memory.sampling, memory.counts[table])
    return memory.lists[table * memory.setup.numbers + place]


@compiled
def play_randomly(memory: Memory, steps: int) -> int:
    """Choose random legal numbers at the first table. Return how many actions that took."""
    actions = 0
    for _ in range(steps):
        number = _sample(memory, 0)
        actions += _step(memory, 0, number)
    return actions


# ---------------------------------------------------------------- one table


@compiled
def _deal(memory: Memory, table: int) -> None:
    encoded, rng = part(memory.encoded, table * LENGTH), part(memory.rng, table * RNG_WORDS)
    players = memory.setup.players
    if memory.setup.game == DUEL:
        deal_duel(encoded, rng)
    else:
        deal_regicide(encoded, players, SOLO_JESTERS if players == 1 else 0, rng)
    memory.picked[table] = 0
    memory.taken[table] = 0


@compiled
def _step(memory: Memory, table: int, number: int) -> int:
    """Choose a legal number at a table. Return 1 if that took an action of the game, else 0."""
    encoded = part(memory.encoded, table * LENGTH)
    _clear_ends(memory, table)
    if memory.setup.whole:
        action = build_whole(encoded, number)
    elif number < DONE:
        picked = pick_place(encoded, memory.picked[table], number)
        if _has_more(memory, table, picked):
            memory.picked[table] = picked
            seen = table * memory.setup.observation
            memory.observations[seen + PICKED_CARDS + number] = 1  # the rest is unchanged
            return 0
        action = build_picked(encoded, picked)
    elif number == DONE:
        action = build_picked(encoded, memory.picked[table])
    else:
        action = build_named(encoded, number)
    memory.picked[table] = 0
    _take(memory, table, action)
    _show(memory, table)
    return 1


@compiled
def _has_more(memory: Memory, table: int, picked: int) -> bool:
    """Mark the numbers that can follow these places in the hand. Return whether there are any."""
    numbers = memory.setup.numbers
    mask, listed = part(memory.masks, table * numbers), part(memory.lists, table * numbers)
    for number in range(numbers):
        mask[number] = 0
    count = mark_cards(part(memory.encoded, table * LENGTH), picked, mask, listed)
    if count > 0:
        memory.counts[table] = count
    return count > 0


@compiled
def _clear_ends(memory: Memory, table: int) -> None:
    """Clear the rewards and the ends of the last step."""
    players = memory.setup.players
    for seat in range(players):
        memory.rewards[table * players + seat] = 0
    memory.terminated[table] = 0
    memory.truncated[table] = 0


@compiled
def _take(memory: Memory, table: int, action: int) -> None:
    """Take an action of the game: write its rewards, and redeal if the game has ended."""
    encoded, rng = part(memory.encoded, table * LENGTH), part(memory.rng, table * RNG_WORDS)
    defeated = _defeated(encoded)
    if memory.setup.game == DUEL:
        apply_in_duel(encoded, action, rng)
    else:
        apply_in_regicide(encoded, action, rng)
    lay_in_order(encoded, action)
    memory.taken[table] += 1
    over = encoded[RESULT] != NONE
    if over or memory.setup.royals:
        rewards = part(memory.rewards, table * memory.setup.players)
        _reward(memory, encoded, _defeated(encoded) - defeated, rewards)
    if over:
        memory.terminated[table] = 1
        _deal(memory, table)
    elif memory.taken[table] == memory.setup.limit:
        memory.truncated[table] = 1
        _deal(memory, table)


@compiled
def _defeated(encoded: Ints) -> int:
    """Return how many royals of Regicide are defeated."""
    return CASTLE - encoded[CASTLE_SIZE] - (0 if encoded[ENEMY] == NO_ENEMY else 1)


@compiled
def _reward(memory: Memory, encoded: Ints, defeated: int, rewards: Floats) -> None:
    for seat in range(memory.setup.players):
        if memory.setup.game == DUEL:
            rewards[seat] = -1.0 if encoded[TURN] == seat else 1.0
        elif memory.setup.royals:
            rewards[seat] = defeated / CASTLE
        else:
            rewards[seat] = 1.0 if encoded[RESULT] == WON else 0.0


@compiled
def lay_in_order(encoded: Ints, action: int) -> None:
    """Put an Ace that was just played on top of the card that it joins, like the engine (R-14).

    The encoded rules don't care, but the top card of the discard is visible.
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
    _swap_at(encoded, TABLE + encoded[TABLE_SIZE], low, high)
    _swap_at(encoded, DISCARD + encoded[DISCARD_SIZE], low, high)
    if encoded[GAME] == DUEL:
        for seat in range(2):
            end = SHIELDS + SHIELD_ROOM * seat + encoded[SHIELD_SIZE + seat]
            _swap_at(encoded, end, low, high)


@compiled
def _swap_at(encoded: Ints, end: int, low: int, high: int) -> None:
    """Swap the two top cards of a pile if they are these two, and the second isn't an Ace."""
    if high >= FIRST_ACE + 4 and encoded[end - 2] == low and encoded[end - 1] == high:
        encoded[end - 2] = high
        encoded[end - 1] = low


@compiled
def _show(memory: Memory, table: int) -> None:
    """Write the mask and the observation of the seat to act, before it picks a card."""
    encoded, numbers = part(memory.encoded, table * LENGTH), memory.setup.numbers
    mask, listed = part(memory.masks, table * numbers), part(memory.lists, table * numbers)
    for number in range(numbers):
        mask[number] = 0
    if memory.setup.whole:
        memory.counts[table] = mark_whole(encoded, memory.sums, mask, listed)
    else:
        memory.counts[table] = mark_cards(encoded, 0, mask, listed)
    memory.seats[table] = encoded[TURN]
    size = memory.setup.observation
    seen = part(memory.observations, table * size)
    for place in range(size):
        seen[place] = 0
    write_observation(encoded, seen)
