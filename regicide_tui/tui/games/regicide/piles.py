"""The open piles of Regicide, and the cards that a player has not seen."""

from collections import Counter

from regicide_tui.cards import JESTER, PACK, UNKNOWN
from regicide_tui.games.base import Pile
from regicide_tui.games.regicide.state import TAVERN_JESTERS
from regicide_tui.games.words import counted
from regicide_tui.play.table import TableView
from regicide_tui.tui.games.regicide.table_model import RegicideModel
from regicide_tui.tui.pages.reading import Block
from regicide_tui.tui.rendering.paint import Symbols
from regicide_tui.tui.table.card_lists import (
    by_suit,
    heading,
    never_seen,
    pile,
    remark,
    tops_of_piles,
)
from regicide_tui.tui.table.table_model import CardOnTable


def piles(model: RegicideModel, symbols: Symbols, in_order: bool) -> list[Block]:
    """Return the open cards: the plays against the enemy, and the top of the discard pile (R-7)."""
    view = model.view
    plays = [card for play in view.table for card in play.cards]
    blocks = [heading("Against this royal")]
    if not plays:
        blocks.append(remark("No card was played yet."))
    elif in_order or len(model.seats) == 1:
        blocks.append(pile("Played", by_suit(plays) if in_order else plays, symbols))
    else:
        blocks += [pile(model.seats[one.seat], one.cards, symbols) for one in view.table]
    blocks.append(heading("Piles"))
    known = [card for card in view.tavern[: view.tavern_known] if card is not UNKNOWN]
    blocks.append(pile("Top of the discard pile", view.discard[:1], symbols, count=False))
    size = counted(len(view.discard), "card")
    blocks.append(remark(f"Discard pile: {size}; only its top is open"))
    if known:
        blocks.append(pile("Top of the Tavern", known, symbols, count=False))
    blocks.append(remark(f"Tavern: {counted(len(view.tavern), 'card')}"))
    blocks.append(remark(f"Castle: {counted(len(view.castle), 'card')}"))
    return blocks


def cards_on_table(model: RegicideModel) -> list[CardOnTable]:
    """Return the royal, the plays against it, and the tops of the piles."""
    view = model.view
    found = [CardOnTable(view.enemy, "the royal to defeat")] if view.enemy is not None else []
    for play in view.table:
        where = "in play" if model.alone else f"played by {model.seats[play.seat]}"
        found += [CardOnTable(card, where) for card in play.cards]
    tops = (("discard pile", view.discard), ("Tavern", view.tavern), ("Castle", view.castle))
    return [*found, *tops_of_piles(tops)]


def unseen(table: TableView) -> Pile:
    """Return the cards that the viewer has not seen in this game."""
    jesters = Counter({JESTER: TAVERN_JESTERS[len(table.seats)]})
    return never_seen(Counter(PACK) + jesters, table)
