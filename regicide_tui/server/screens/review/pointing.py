"""The card that someone points at in a shared review, in a hand or on the table. All pure."""

from collections.abc import Sequence

from msgspec.structs import replace

from regicide_tui.cards import UNKNOWN
from regicide_tui.games.base import Pile, Seat
from regicide_tui.games.words import PlayerNames, read_by
from regicide_tui.play.table import Table
from regicide_tui.server.model.review.state import Pointer, ReviewState
from regicide_tui.tui.rendering.paint import Row, Symbols, mark_text
from regicide_tui.tui.table.game_ui import find, pages_of
from regicide_tui.tui.table.table_model import CardOnTable, Pointing, TableModel

_MARK = "on-accent/accent+bold"
HAND = "hand"
"""The zone with the open hand."""

At = tuple[Seat | None, int]
"""Where a card is: see `Pointer`."""


def pointer_text(state: ReviewState, symbols: Symbols, reader: str = "") -> str:
    """Return who points at which card, in words for `reader`; empty if no one does."""
    at, found = state.pointer, _found(state, reader)
    if at is None or found is None:
        return ""
    points = "You point" if at.by == reader else f"{at.by} points"
    return f"{points} at {_described(found, symbols)}."


def _described(found: CardOnTable, symbols: Symbols) -> str:
    """Return a card and where it is: `K♥, the royal to defeat`, or `9♠ in the Well`."""
    if found.card is UNKNOWN:
        return found.where
    card, where = symbols.card_text(found.card), found.where
    comma = "" if where.startswith(("in ", "played ")) else ","
    return f"{card}{comma} {where}" if where else card


def place_after(state: ReviewState, steps: int, holder: Seat) -> At | None:
    """Return the card some steps after the one that is pointed at; None if there is no card.

    The order is: the cards on the table, then those of the `holder`, whose hand is on the screen,
    then the table again.
    """
    table = _table(state)
    places: list[At] = [(None, place) for place in range(len(_on_table(table)))]
    places += [(holder, place) for place in range(len(_hand(table, holder)))]
    if not places:
        return None
    at = state.pointer
    here = (at.seat, at.place) if at is not None else None
    if here not in places:
        return places[0 if steps > 0 else -1]
    return places[(places.index(here) + steps) % len(places)]


def place_in_hand(at: Pointer | None, seat: Seat) -> tuple[int, ...]:
    """Return the place of the card in a seat's hand that someone points at, if there is one."""
    return (at.place,) if at is not None and at.seat == seat else ()


def mark_pointed(rows: list[Row], zone: str, state: ReviewState, symbols: Symbols) -> list[Row]:
    """Return the rows of a zone, with the card that someone points at highlighted."""
    at, found = state.pointer, _found(state)
    if at is None or found is None or found.card.suit is None:
        return rows
    if (zone == HAND) != (at.seat is not None):
        return rows
    return [mark_text(row, symbols.card_text(found.card), _MARK) for row in rows]


def _found(state: ReviewState, reader: str = "") -> CardOnTable | None:
    """Return the card that someone points at, and where it is, as `reader` reads it."""
    at = state.pointer
    if at is None:
        return None
    table = _table(state)
    table = replace(table, seats=read_by(reader, table.seats))
    if at.seat is None:
        on_table = _on_table(table)
        return on_table[at.place] if at.place < len(on_table) else None
    hand = _hand(table, at.seat)
    if at.place >= len(hand):
        return None
    owner = PlayerNames(table.seats).possessive(at.seat)
    return CardOnTable(hand[at.place], "" if len(table.seats) == 1 else f"in {owner} hand")


def _table(state: ReviewState) -> Table:
    """Return the table that the leader sees, and everyone who follows."""
    return state.seen_by(state.leader)


def _compose(table: Table, seat: Seat) -> TableModel:
    return find(table.game.name).compose(table.seen_from(seat), Pointing(), ("pointed",))


def _hand(table: Table, seat: Seat) -> Pile:
    return _compose(table, seat).hand_of(seat)


def _on_table(table: Table) -> Sequence[CardOnTable]:
    return pages_of(table.game.name).cards_on_table(_compose(table, table.to_act or 0))
