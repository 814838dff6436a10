"""The table of Regicide, as far as the first frame needs it."""

from regicide_tui.games.regicide.state import Action, State
from regicide_tui.games.regicide.words import reasons, tell
from regicide_tui.tui.games.regicide.castle import castle_rows
from regicide_tui.tui.games.regicide.model import (
    BAND,
    PICKING,
    RegicideControls,
    RegicideModel,
    compose,
    frames,
    offers,
    why_nothing,
)
from regicide_tui.tui.games.regicide.zones import figure_rows, paint_hand, paint_players, track_rows
from regicide_tui.tui.rendering.layout import coach_above_stage, stage_above_hand
from regicide_tui.tui.table.game_ui import GameUI
from regicide_tui.tui.table.hand import by_symbols

GAME_UI = GameUI[RegicideModel, State, Action](
    painters={
        "track": by_symbols(track_rows),
        "stage": by_symbols(castle_rows),
        "players": paint_players,
        "hand": paint_hand,
        "foresight": BAND.paint,
        "figures": by_symbols(figure_rows),
    },
    place_zones=stage_above_hand,
    place_zones_with_coach=coach_above_stage,
    compose=compose,
    pointed=PICKING.pointed,
    tell=tell,
    offers=offers,
    controls=RegicideControls,
    why_nothing=why_nothing,
    why_not_pickable=PICKING.why_not_pickable,
    frames=frames,
    reasons=reasons,
)
