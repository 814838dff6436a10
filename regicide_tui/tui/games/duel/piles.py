"""The open piles of Regicide Duel, and the cards that a player has not seen."""

from collections import Counter

from regicide_tui.cards import PACK
from regicide_tui.games.base import Pile, Seat
from regicide_tui.games.words import counted
from regicide_tui.play.table_view import TableView
from regicide_tui.tui.games.duel.table_model import DuelModel
from regicide_tui.tui.pages.reading import Block
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.table.card_lists import by_suit, heading, never_seen, pile, remark


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


def unseen(table: TableView, seat: Seat | None) -> Pile:
    """Return the cards that a seat has not seen in this game."""
    return never_seen(Counter(PACK), table, seat)
