"""Observations of Regicide Duel."""

from regicide_tui.env.actions.action_space import Picked
from regicide_tui.env.observations.blocks import (
    CARD_KINDS,
    Blocks,
    Numbers,
    Writer,
    from_seat,
    steps_left,
)
from regicide_tui.games.base import Seat
from regicide_tui.games.duel.state import PAY, PLAY, PLAYERS, State, actor, shield

BLOCKS = Blocks(
    {
        "hand": CARD_KINDS,
        "picked": CARD_KINDS,
        "table": CARD_KINDS,
        "discard_top": CARD_KINDS,
        "shields": PLAYERS * CARD_KINDS,
        "shield_values": PLAYERS,
        "due": 1,
        "castle_size": 1,
        "tavern_size": 1,
        "discard_size": 1,
        "phase": 2,
        "hand_sizes": PLAYERS,
        "to_act": PLAYERS,
    }
)
PHASES = (PLAY, PAY)


def observe(view: State, seat: Seat, picked: Picked) -> Numbers:
    """Return what a seat sees. `picked` are the cards that it has chosen for its next action."""
    writer = Writer(BLOCKS)
    writer.count("hand", view.hands[seat])
    writer.mark("picked", *picked)
    writer.count("table", view.played)
    writer.count("discard_top", view.discard[:1])
    for place, owner in enumerate((seat, 1 - seat)):
        cards = [card for play in view.shields[owner] for card in play]
        writer.count("shields", cards, place * CARD_KINDS)
        writer.set("shield_values", shield(view, owner), place=place)
    writer.set("due", view.due)
    writer.set("castle_size", len(view.castle))
    writer.set("tavern_size", len(view.tavern))
    writer.set("discard_size", len(view.discard))
    writer.set("hand_sizes", *from_seat(seat, map(len, view.hands)))
    acting = actor(view)
    if acting is not None:
        writer.mark("phase", PHASES.index(view.phase))
        writer.mark("to_act", steps_left(seat, acting, PLAYERS))
    return writer.numbers
