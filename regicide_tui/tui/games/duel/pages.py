"""The pages around the table of Regicide Duel."""

from regicide_tui.games.duel.state import State
from regicide_tui.tui.games.duel.controls import DuelControls
from regicide_tui.tui.games.duel.explain import chapter, explain
from regicide_tui.tui.games.duel.piles import cards_on_table, piles, unseen
from regicide_tui.tui.games.duel.report import report_of
from regicide_tui.tui.games.duel.save_preview import save_rows
from regicide_tui.tui.games.duel.table_model import DuelModel
from regicide_tui.tui.table.table_pages import TablePages

PAGES = TablePages[DuelModel, State](
    explain=explain,
    chapter=chapter,
    controls=DuelControls,
    report=report_of,
    save_preview=save_rows,
    cards_on_table=cards_on_table,
    piles=piles,
    unseen=unseen,
)
