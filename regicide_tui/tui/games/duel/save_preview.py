"""The preview of a saved duel, in the list of saved games."""

from regicide_tui.games.base import Seat
from regicide_tui.games.duel import GAME
from regicide_tui.games.duel.state import State, shield
from regicide_tui.games.duel.words import tell_end
from regicide_tui.games.words import counted
from regicide_tui.tui.games.duel.zones.field import next_royals
from regicide_tui.tui.games.duel.zones.shields import chips
from regicide_tui.tui.rendering.faces import CardSize, CardState, castle_back, face
from regicide_tui.tui.rendering.paint import (
    Row,
    Run,
    Symbols,
    prose,
    shorten,
    side_by_side,
    width_of,
)

_CARDS = (CardSize(13, 10), CardSize(9, 6), CardSize(6, 4))
_CARD_STATE = CardState("night")
_FACTS = 42
"""Cells that the facts beside a card need."""


def save_rows(
    view: State, seats: tuple[str, ...], width: int, height: int, symbols: Symbols
) -> list[Row]:
    """Return at most `height` rows: the end, if the duel is over, and the table.

    A card stands beside them, if there is room: the newest open one.
    """
    end = GAME.outcome(view)
    said = prose(tell_end(end, seats), "text+bold", width) if end else []
    room = height - len(said)
    for size in _CARDS:
        if size.height <= room and size.width + 3 + _FACTS <= width:
            facts = _facts(view, seats, width - size.width - 3, symbols)
            card = _newest(view, size, symbols)[: max(size.height, len(facts))]
            return [*said, *side_by_side(card[:room], facts, size.width + 3)][:height]
    return [*said, *_facts(view, seats, width, symbols)][:height]


def _newest(view: State, size: CardSize, symbols: Symbols) -> tuple[Row, ...]:
    """Return the newest open card, or the back of the Castle."""
    laid = [card for plays in view.shields for play in plays[-1:] for card in play[:1]]
    for card in (*view.played[:1], *view.discard[:1], *laid):
        return face(card, size, symbols, _CARD_STATE)
    return castle_back(size, symbols, _CARD_STATE)


def _facts(view: State, seats: tuple[str, ...], width: int, symbols: Symbols) -> list[Row]:
    """Return both sides, each with its shield, and the piles."""
    piles: Row = (Run("Castle ", "muted"), Run(str(len(view.castle)), "text+bold"))
    piles += (Run(f" {next_royals(view)}  Tavern ", "muted"),)
    piles += (Run(str(len(view.tavern)), "text+bold"), Run("  Discard ", "muted"))
    piles += (Run(str(len(view.discard)), "text+bold"),)
    sides = [_side(view, seat, seats[seat], width, symbols) for seat in (0, 1)]
    return [*sides, piles]


def _side(view: State, seat: Seat, name: str, width: int, symbols: Symbols) -> Row:
    """Return a player: the number of cards in hand, the shield, and the shield's cards."""
    value = shield(view, seat)
    held: Row = (Run(f"  {counted(len(view.hands[seat]), 'card')}  ", "muted"),)
    held += (Run(f"{symbols.suits[3]} ", "spades"), Run("shield ", "muted"))
    held += (Run(f"{value}  ", "text+bold" if value else "muted"),)
    room = max(8, width - width_of(held) - 16)
    acts = GAME.to_act(view) == seat
    shown = shorten(name, room, symbols.ellipsis)
    row: Row = (Run(shown, "text+bold" if acts else "text"), *held)
    laid = chips(view.shields[seat], width - width_of(row), 1, symbols)
    return (*row, *laid[0]) if laid else row
