"""Every legal action of a view."""

from regicide_tui.cards import UNKNOWN
from regicide_tui.games.duel.state import PLAY, State, actor
from regicide_tui.games.regicide_family.payments import payments
from regicide_tui.games.regicide_family.play_and_pay import Pay, Play
from regicide_tui.games.regicide_family.plays import plays


def legal_actions(view: State) -> list[Play | Pay]:
    """Return every legal action once; none if the view hides the hand of the seat that must act."""
    seat = actor(view)
    if seat is None or UNKNOWN in view.hands[seat]:
        return []
    hand = view.hands[seat]
    if view.phase is PLAY:
        return [Play(cards) for cards in plays(hand)]  # D-4, D-5, D-18
    return [Pay(cards) for cards in payments(hand, view.due, view.options.overpay)]
