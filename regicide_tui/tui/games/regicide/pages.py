"""The pages around the table of Regicide."""

from regicide_tui.games.regicide.state import State
from regicide_tui.tui.games.regicide.controls import RegicideControls
from regicide_tui.tui.games.regicide.explain import chapter, explain
from regicide_tui.tui.games.regicide.figures import figures
from regicide_tui.tui.games.regicide.piles import cards_on_table, piles, unseen
from regicide_tui.tui.games.regicide.report import report_of
from regicide_tui.tui.games.regicide.save_preview import save_rows
from regicide_tui.tui.games.regicide.table_model import RegicideModel
from regicide_tui.tui.table.table_pages import TablePages

PAGES = TablePages[RegicideModel, State](
    explain=explain,
    chapter=chapter,
    controls=RegicideControls,
    report=report_of,
    save_preview=save_rows,
    figures=lambda game, *page: figures(*page),
    cards_on_table=cards_on_table,
    piles=piles,
    unseen=unseen,
)
