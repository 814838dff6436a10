"""The table of Regicide Duel, as far as the first frame needs it."""

from regicide_tui.games.duel.state import State
from regicide_tui.games.duel.words import reasons, tell
from regicide_tui.games.regicide_family.plays import Pay, Play
from regicide_tui.tui.games.duel.field import field_rows
from regicide_tui.tui.games.duel.model import (
    BAND,
    PICKING,
    DuelControls,
    DuelModel,
    compose,
    offers,
    open_at_end,
    why_nothing,
)
from regicide_tui.tui.games.duel.sides import figure_rows, paint_hand, rival_rows, shield_rows
from regicide_tui.tui.games.duel.zone_places import place_zones, place_zones_below_coach
from regicide_tui.tui.table.game_ui import GameUI
from regicide_tui.tui.table.hand import by_symbols

GAME_UI = GameUI[DuelModel, State, Play | Pay](
    painters={
        "rival": by_symbols(rival_rows),
        "stage": by_symbols(field_rows),
        "hand": paint_hand,
        "shield": by_symbols(shield_rows),
        "foresight": BAND.paint,
        "figures": by_symbols(figure_rows),
    },
    place_zones=place_zones,
    place_zones_with_coach=place_zones_below_coach,
    compose=compose,
    pointed=PICKING.pointed,
    tell=tell,
    offers=offers,
    controls=DuelControls,
    open_at_end=open_at_end,
    why_nothing=why_nothing,
    why_not_pickable=PICKING.why_not_pickable,
    reasons=reasons,
)
