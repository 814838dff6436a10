"""Observations of Regicide."""

from regicide_tui.env.actions.action_space import Picked
from regicide_tui.env.observations.blocks import (
    CARD_KINDS,
    SEATS,
    Blocks,
    Numbers,
    Writer,
    from_seat,
    steps_left,
)
from regicide_tui.games.base import Seat
from regicide_tui.games.regicide.state import (
    CHOOSE,
    OVER,
    PLAY,
    ROYAL_COUNT,
    SUFFER,
    State,
    attack,
    remaining,
    shield,
)

BLOCKS = Blocks(
    {
        "hand": CARD_KINDS,
        "picked": CARD_KINDS,
        "table": CARD_KINDS,
        "discard_top": CARD_KINDS,
        "enemy": ROYAL_COUNT,
        "tavern_top": ROYAL_COUNT,
        "attack": 1,
        "health": 1,
        "damage": 1,
        "shield": 1,
        "immunity_cancelled": 1,
        "jesters_unused": 1,
        "castle_size": 1,
        "tavern_size": 1,
        "discard_size": 1,
        "phase": 3,
        "players": 1,
        "hand_sizes": SEATS,
        "yielded": SEATS,
        "to_act": SEATS,
    }
)
PHASES = (PLAY, CHOOSE, SUFFER)
FIRST_ROYAL = CARD_KINDS - ROYAL_COUNT


def observe(view: State, seat: Seat, picked: Picked) -> Numbers:
    """Return what a seat sees. `picked` are the cards that it has chosen for its next action."""
    writer = Writer(BLOCKS)
    writer.count("hand", view.hands[seat])
    writer.mark("picked", *picked)
    writer.count("table", [card for play in view.table for card in play.cards])
    writer.count("discard_top", view.discard[:1])
    if view.enemy:
        writer.mark("enemy", view.enemy.order - FIRST_ROYAL)
    for depth, royal in enumerate(view.tavern[: view.tavern_known], 1):
        writer.set("tavern_top", depth, place=royal.order - FIRST_ROYAL)
    writer.set("attack", attack(view))
    writer.set("health", remaining(view))
    writer.set("damage", view.damage)
    writer.set("shield", shield(view))
    writer.set("immunity_cancelled", view.immunity_cancelled)
    writer.set("jesters_unused", view.jesters_unused)
    writer.set("castle_size", len(view.castle))
    writer.set("tavern_size", len(view.tavern))
    writer.set("discard_size", len(view.discard))
    players = len(view.hands)
    writer.set("players", players)
    writer.set("hand_sizes", *from_seat(seat, map(len, view.hands)))
    writer.set("yielded", *from_seat(seat, view.yielded))
    if view.phase is not OVER:
        writer.mark("phase", PHASES.index(view.phase))
        writer.mark("to_act", steps_left(seat, view.turn, players))
    return writer.numbers
