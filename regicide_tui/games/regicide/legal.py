"""Every legal action of a view."""

from regicide_tui.cards import UNKNOWN
from regicide_tui.games.regicide.actions import Action, Choose, Flip, Pay, Play, Yield
from regicide_tui.games.regicide.state import CHOOSE, OVER, PLAY, State, attack, may_yield
from regicide_tui.games.regicide_family.payments import payments
from regicide_tui.games.regicide_family.plays import plays


def legal_actions(view: State) -> list[Action]:
    """Return every legal action once; none if the view hides the hand of the seat that must act."""
    hand = view.hands[view.turn]
    if UNKNOWN in hand:
        return []
    if view.phase is OVER:
        return []
    if view.phase is CHOOSE:
        return [Choose(seat) for seat in range(len(view.hands))]
    actions: list[Action] = []
    if view.phase is PLAY:
        actions += map(Play, plays(hand, view.options.combos))
        if may_yield(view):
            actions.append(Yield())
    else:
        actions += map(Pay, payments(hand, attack(view), view.options.overpay))
    if view.jesters_unused:
        actions.append(Flip())
    return actions
