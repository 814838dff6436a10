"""The event that Regicide, Regicide Duel and King of the Dead share."""

from regicide_tui.games.base import Event, Seat


class TurnBegan(Event):
    """A player's turn begins."""

    begins_turn = True

    seat: Seat
