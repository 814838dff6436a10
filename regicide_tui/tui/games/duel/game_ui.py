"""The table of Regicide Duel before the first picture."""

from regicide_tui.games.duel.state import State
from regicide_tui.games.duel.words import reasons, tell
from regicide_tui.games.regicide_family.plays import Pay, Play
from regicide_tui.tui.games.duel.keys import commands_of, offers, why_not_pickable, why_nothing
from regicide_tui.tui.games.duel.play_preview import badge_of, preview_row
from regicide_tui.tui.games.duel.table_model import DuelModel, compose, open_at_end, pointed
from regicide_tui.tui.games.duel.zone_places import place_zones, place_zones_below_coach
from regicide_tui.tui.games.duel.zones.aside import figure_rows
from regicide_tui.tui.games.duel.zones.field import field_rows
from regicide_tui.tui.games.duel.zones.hand import paint_hand
from regicide_tui.tui.games.duel.zones.rival import rival_rows
from regicide_tui.tui.games.duel.zones.shield import shield_rows
from regicide_tui.tui.table.game_ui import GameUI
from regicide_tui.tui.table.hand import band, by_symbols

GAME_UI = GameUI[DuelModel, State, Play | Pay](
    painters={
        "rival": by_symbols(rival_rows),
        "stage": by_symbols(field_rows),
        "hand": paint_hand,
        "shield": by_symbols(shield_rows),
        "foresight": band(preview_row, badge_of),
        "figures": by_symbols(figure_rows),
    },
    place_zones=place_zones,
    place_zones_with_coach=place_zones_below_coach,
    compose=compose,
    pointed=pointed,
    tell=tell,
    offers=offers,
    commands=commands_of,
    open_at_end=open_at_end,
    why_nothing=why_nothing,
    why_not_pickable=why_not_pickable,
    reasons=reasons,
)
