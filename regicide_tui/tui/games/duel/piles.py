"""The open piles of Regicide Duel, and the cards that a player has not seen."""

from collections import Counter

from regicide_tui.cards import PACK
from regicide_tui.games.base import Pile
from regicide_tui.games.words import counted
from regicide_tui.play.table import TableView
from regicide_tui.tui.games.duel.table_model import DuelModel
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


def piles(model: DuelModel, symbols: Symbols, in_order: bool) -> list[Block]:
    """Return the open cards: both shields, and the top of the discard pile (D-20)."""
    view = model.view
    blocks = [heading("Shields")]
    for name, plays in zip(model.seats, view.shields, strict=True):
        cards = [card for play in plays for card in play]
        blocks.append(pile(name, by_suit(cards) if in_order else cards, symbols))
    if view.played:
        blocks.append(pile("The attack", view.played, symbols))
    blocks.append(heading("Piles"))
    blocks.append(pile("Top of the discard pile", view.discard[:1], symbols, count=False))
    size = counted(len(view.discard), "card")
    blocks.append(remark(f"Discard pile: {size}; only its top is open"))
    blocks.append(remark(f"Tavern: {counted(len(view.tavern), 'card')}"))
    blocks.append(remark(f"Castle: {counted(len(view.castle), 'card')}"))
    return blocks


def cards_on_table(model: DuelModel) -> list[CardOnTable]:
    """Return the attack, both shields, and the tops of the piles."""
    view = model.view
    found = [CardOnTable(card, "in the attack") for card in view.played]
    for name, plays in zip(model.seats, view.shields, strict=True):
        found += [CardOnTable(card, f"in {name}'s shield") for play in plays for card in play]
    tops = (("discard pile", view.discard), ("Tavern", view.tavern), ("Castle", view.castle))
    return [*found, *tops_of_piles(tops)]


def unseen(table: TableView) -> Pile:
    """Return the cards that the viewer has not seen in this game."""
    return never_seen(Counter(PACK), table)
