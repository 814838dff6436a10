"""What a seat knows in Regicide, as a row with gaps."""

from regicide_tui.bots.base import NoAnswer
from regicide_tui.bots.regicide.memory import Memory
from regicide_tui.bots.regicide.translate import public_row
from regicide_tui.bots.rows import layout as at
from regicide_tui.bots.rows.guess import Known, known_by, places_of
from regicide_tui.bots.rows.translate import apart, number_of
from regicide_tui.cards import JESTER, PACK, Card
from regicide_tui.games.regicide.state import TAVERN_JESTERS, State


def known_to(memory: Memory, view: State) -> Known:
    """Return what is known from a view and from what is remembered.

    Raises `NoAnswer` for a position that one pack of cards does not make.
    """
    row = public_row(view)
    places = places_of(memory.hands, memory.tavern, memory.discard)
    seen = [(place, card) for place, card in places if isinstance(card, Card)]
    table = [card for play in view.table for card in play.cards]
    numbers = apart([card for _, card in seen], table.count(JESTER))
    for (place, _), number in zip(seen, numbers, strict=True):
        row[place] = number
    own = at.HANDS + view.turn * at.HAND_ROOM
    row[own : own + len(view.hands[view.turn])].sort()
    gone = [*table, *[card for _, card in seen], *([view.enemy] if view.enemy else [])]
    if len(set(gone)) + max(0, gone.count(JESTER) - 1) < len(gone):
        raise NoAnswer
    return known_by(row, places, _unseen(gone, len(view.hands), memory))


def _unseen(gone: list[Card], players: int, memory: Memory) -> list[tuple[int, int]]:
    """Return the cards that can be anywhere, each behind the shuffle since which it can be."""
    pool = [(memory.since[card], number_of(card)) for card in PACK if card not in gone]
    shown = gone.count(JESTER)
    # Nobody can tell two Jesters apart: while one is in sight, the other counts as never seen.
    since = memory.since[JESTER] if shown == 0 else 0
    jesters = range(shown, TAVERN_JESTERS[players])
    return pool + [(since if number == 0 else 0, number) for number in jesters]
