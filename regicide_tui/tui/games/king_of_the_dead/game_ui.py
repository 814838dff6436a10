"""The table of King of the Dead, as far as the first frame needs it."""

from regicide_tui.games.king_of_the_dead.actions import Action
from regicide_tui.games.king_of_the_dead.state import State
from regicide_tui.games.king_of_the_dead.words import merge_turn_end, reasons, tell
from regicide_tui.tui.games.king_of_the_dead.controls import KingControls
from regicide_tui.tui.games.king_of_the_dead.dialog import dialog_rows
from regicide_tui.tui.games.king_of_the_dead.model import (
    KingModel,
    compose,
    offers,
    pointed,
    why_not_pickable,
    why_nothing,
)
from regicide_tui.tui.games.king_of_the_dead.offers import as_to_play, paint_hand, paint_offers
from regicide_tui.tui.games.king_of_the_dead.parade import parade_rows
from regicide_tui.tui.games.king_of_the_dead.sides import aside_rows, sides_rows
from regicide_tui.tui.games.king_of_the_dead.zone_places import parade_above, parade_above_coach
from regicide_tui.tui.table.game_ui import GameUI
from regicide_tui.tui.table.hand import by_symbols

GAME_UI = GameUI[KingModel, State, Action](
    painters={
        "stage": by_symbols(parade_rows),
        "sides": by_symbols(sides_rows),
        "foresight": paint_offers,
        "hand": paint_hand,
        "figures": by_symbols(aside_rows),
        "dialog": by_symbols(dialog_rows),
    },
    place_zones=parade_above,
    place_zones_with_coach=parade_above_coach,
    compose=compose,
    pointed=pointed,
    tell=tell,
    offers=offers,
    controls=KingControls,
    why_nothing=why_nothing,
    why_not_pickable=why_not_pickable,
    # Options in the hand or in the Parade are chosen there, without the question.
    is_shown=lambda zone, model: zone != "dialog" or model.choosing_apart,
    in_hand=as_to_play,
    gather=merge_turn_end,
    reasons=reasons,
)
