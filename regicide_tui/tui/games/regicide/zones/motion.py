"""The animation of an action: a play lands, the damage counts, a royal falls.

Only these few frames of the castle lag behind the game; hand, log and preview show the new moment
at once, and any key ends the animation.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from regicide_tui.games.base import Event
from regicide_tui.games.regicide.state import HEALTH, CardsPlayed, DamageDealt, EnemyDefeated, lay
from regicide_tui.tui.games.regicide.table_model import RegicideModel

_STEPS = 3
"""Frames in which the damage counts. The whole animation takes less than 200 ms."""


def frames(before: RegicideModel, events: Sequence[Event]) -> list[RegicideModel]:
    """Return the models that the castle shows one after the other before an action's result."""
    played = next((event for event in events if isinstance(event, CardsPlayed)), None)
    dealt = next((event for event in events if isinstance(event, DamageDealt)), None)
    enemy = before.view.enemy
    if played is None or dealt is None or enemy is None:
        return []
    table = (*before.view.table, lay(played.seat, played.cards))
    landed = replace(before, view=replace(before.view, table=table))
    health = HEALTH[enemy.rank]
    hurt = min(dealt.amount, health - before.view.damage)
    counts = [before.view.damage + hurt * step // _STEPS for step in range(_STEPS + 1)]
    falls = any(isinstance(event, EnemyDefeated) for event in events)
    shown = counts if falls else counts[:-1]
    return [_hurt(landed, damage, landing=place == 0) for place, damage in enumerate(shown)]


def _hurt(model: RegicideModel, damage: int, *, landing: bool) -> RegicideModel:
    return replace(model, view=replace(model.view, damage=damage), landing=landing)
