"""Writes what the seat to act at a table sees, like `env/observations/` does for a view."""

from regicide_tui.bots.duel.rules import DUE, SHIELD_ROOM, SHIELD_SIZE, SHIELD_VALUE, SHIELDS
from regicide_tui.bots.encoded.state import (
    CASTLE_SIZE,
    DISCARD,
    DISCARD_SIZE,
    DUEL,
    FIRST_ROYAL,
    GAME,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    PHASE,
    PLAYERS,
    SPADES,
    SUFFER,
    TABLE,
    TABLE_SIZE,
    TAVERN,
    TAVERN_SIZE,
    TURN,
)
from regicide_tui.bots.library import Ints, Shorts, compiled
from regicide_tui.bots.regicide.rules import (
    CANCELLED,
    DAMAGE,
    ENEMY,
    HEALTH,
    JESTERS,
    KNOWN,
    SHIELD,
    YIELDED,
    due,
    tier,
)
from regicide_tui.env.kernel.choices import card_kind
from regicide_tui.env.observations.blocks import CARD_KINDS
from regicide_tui.env.observations.duel import BLOCKS as DUEL_BLOCKS
from regicide_tui.env.observations.regicide import BLOCKS

# Both games begin with the same blocks.
_HAND = BLOCKS.start("hand")
PICKED_CARDS = BLOCKS.start("picked")
"""The first index of the picked cards in an observation."""
_TABLE = BLOCKS.start("table")
_TOP = BLOCKS.start("discard_top")

_ENEMY = BLOCKS.start("enemy")
_TAVERN_TOP = BLOCKS.start("tavern_top")
_ATTACK = BLOCKS.start("attack")
_HEALTH = BLOCKS.start("health")
_DAMAGE = BLOCKS.start("damage")
_SHIELD = BLOCKS.start("shield")
_CANCELLED = BLOCKS.start("immunity_cancelled")
_JESTERS = BLOCKS.start("jesters_unused")
_SIZES = BLOCKS.start("castle_size")
_PHASE = BLOCKS.start("phase")
_PLAYERS = BLOCKS.start("players")
_HAND_SIZES = BLOCKS.start("hand_sizes")
_YIELDED = BLOCKS.start("yielded")
_TO_ACT = BLOCKS.start("to_act")

_SHIELDS_IN_DUEL = DUEL_BLOCKS.start("shields")
_SHIELD_VALUES_IN_DUEL = DUEL_BLOCKS.start("shield_values")
_DUE_IN_DUEL = DUEL_BLOCKS.start("due")
_SIZES_IN_DUEL = DUEL_BLOCKS.start("castle_size")
_PHASE_IN_DUEL = DUEL_BLOCKS.start("phase")
_HAND_SIZES_IN_DUEL = DUEL_BLOCKS.start("hand_sizes")
_TO_ACT_IN_DUEL = DUEL_BLOCKS.start("to_act")


@compiled
def write_observation(encoded: Ints, numbers: Shorts) -> None:
    """Write what the seat to act sees before it picks a card. All numbers must be 0."""
    seat = encoded[TURN]
    first = HANDS + seat * HAND_ROOM
    for place in range(encoded[HAND_SIZE + seat]):
        numbers[_HAND + card_kind(encoded[first + place])] += 1
    _count(encoded, TABLE, encoded[TABLE_SIZE], numbers, _TABLE)
    if encoded[DISCARD_SIZE] > 0:
        _count(encoded, DISCARD + encoded[DISCARD_SIZE] - 1, 1, numbers, _TOP)
    if encoded[GAME] == DUEL:
        _write_duel(encoded, seat, numbers)
    else:
        _write_regicide(encoded, seat, numbers)


@compiled
def _count(encoded: Ints, first: int, size: int, numbers: Shorts, block: int) -> None:
    """Count the cards of a pile by their kind."""
    for place in range(first, first + size):
        numbers[block + card_kind(encoded[place])] += 1


@compiled
def _write_sizes(encoded: Ints, numbers: Shorts, block: int) -> None:
    numbers[block] = encoded[CASTLE_SIZE]
    numbers[block + 1] = encoded[TAVERN_SIZE]
    numbers[block + 2] = encoded[DISCARD_SIZE]


@compiled
def _write_regicide(encoded: Ints, seat: int, numbers: Shorts) -> None:
    enemy, players = encoded[ENEMY], encoded[PLAYERS]
    numbers[_ENEMY + enemy - FIRST_ROYAL] = 1
    top = TAVERN + encoded[TAVERN_SIZE]
    for depth in range(1, encoded[KNOWN] + 1):
        numbers[_TAVERN_TOP + encoded[top - depth] - FIRST_ROYAL] = depth
    immune = (enemy - 2) & 3 == SPADES and encoded[CANCELLED] == 0
    numbers[_ATTACK] = due(encoded)
    numbers[_HEALTH] = HEALTH[tier(enemy)] - encoded[DAMAGE]
    numbers[_DAMAGE] = encoded[DAMAGE]
    numbers[_SHIELD] = 0 if immune else encoded[SHIELD]
    numbers[_CANCELLED] = encoded[CANCELLED]
    numbers[_JESTERS] = encoded[JESTERS]
    _write_sizes(encoded, numbers, _SIZES)
    numbers[_PHASE + encoded[PHASE]] = 1
    numbers[_PLAYERS] = players
    for steps in range(players):
        other = (seat + steps) % players
        numbers[_HAND_SIZES + steps] = encoded[HAND_SIZE + other]
        numbers[_YIELDED + steps] = encoded[YIELDED + other]
    numbers[_TO_ACT] = 1


@compiled
def _write_duel(encoded: Ints, seat: int, numbers: Shorts) -> None:
    for steps in range(2):
        other = (seat + steps) % 2
        first, size = SHIELDS + SHIELD_ROOM * other, encoded[SHIELD_SIZE + other]
        _count(encoded, first, size, numbers, _SHIELDS_IN_DUEL + CARD_KINDS * steps)
        numbers[_SHIELD_VALUES_IN_DUEL + steps] = encoded[SHIELD_VALUE + other]
        numbers[_HAND_SIZES_IN_DUEL + steps] = encoded[HAND_SIZE + other]
    numbers[_DUE_IN_DUEL] = encoded[DUE]
    _write_sizes(encoded, numbers, _SIZES_IN_DUEL)
    numbers[_PHASE_IN_DUEL + (1 if encoded[PHASE] == SUFFER else 0)] = 1
    numbers[_TO_ACT_IN_DUEL] = 1
