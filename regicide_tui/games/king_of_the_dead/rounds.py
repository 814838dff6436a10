"""The end of a turn, of a round and of the game."""

from msgspec.structs import replace

from regicide_tui.cards import Card
from regicide_tui.games.base import Event, Pile
from regicide_tui.games.events import TurnBegan
from regicide_tui.games.king_of_the_dead.events import (
    FinalRoundBegan,
    GameEnded,
    ParadeMarched,
    RoundBegan,
)
from regicide_tui.games.king_of_the_dead.piles import (
    active_side,
    discard,
    draw,
    lay_in_slot,
    take_from_gate,
)
from regicide_tui.games.king_of_the_dead.state import (
    State,
    change_side,
    left_of,
    points_of,
    winners,
)
from regicide_tui.games.king_of_the_dead.values import JOKER, without_jokers


def end_turn(state: State, events: list[Event]) -> State:
    """Discard the played cards and the rest of the hand, draw, and pass the turn.

    Rulings K-12, K-13, K-14.
    """
    seat, side = state.turn, active_side(state)
    cards = side.plays + side.hand
    state = change_side(state, seat, plays=(), hand=())
    state = discard(state, without_jokers(side.plays), events)
    state = discard(state, without_jokers(side.hand), events)
    state = discard(state, (JOKER,) * cards.count(JOKER), events)
    state = draw(state, seat, state.options.hand_draw, events)
    following = left_of(state, seat)
    if following != state.first:
        state = replace(state, turn=following)
    elif state.final_round:  # K-49
        events.append(GameEnded(winners(state), points_of(state)))
        return replace(state, over=True)
    else:
        state = _end_round(state, events)
    events.append(TurnBegan(state.turn))
    return state


def _end_round(state: State, events: list[Event]) -> State:
    """Move the Parade and begin a new round with the next player (K-9, K-46)."""
    first = left_of(state, state.first)
    state = replace(state, first=first, turn=first, jokers_seen=0)
    state, fell = _fall(state)
    there = state.parade
    state = _refill(state, events)
    came = [new for new, old in zip(state.parade, there, strict=True) if new and not old]
    events.append(ParadeMarched(fell, tuple(came[::-1])))
    if None in state.parade or state.newcomer is None:  # K-48
        state = replace(state, final_round=True)
        events.append(FinalRoundBegan())
    events.append(RoundBegan(first))
    return state


def _fall(state: State) -> tuple[State, Pile]:
    """Move the cards nearest the Well into it, one for each player; the others move up."""
    cards = tuple([card for card in state.parade if card])
    stay = max(0, len(cards) - len(state.sides))
    gaps: tuple[Card | None, ...] = (None,) * (len(state.parade) - stay)
    state = replace(state, parade=gaps + cards[:stay], well=cards[stay:] + state.well)
    return state, cards[stay:][::-1]


def _refill(state: State, events: list[Event]) -> State:
    """Turn up the Newcomer, fill the Parade and draw a new Newcomer from the Gate (K-46)."""
    came, state = state.newcomer, replace(state, newcomer=None)
    free = [slot for slot in range(len(state.parade), 0, -1) if not state.parade[slot - 1]]
    if came is not None:
        state = lay_in_slot(state, free.pop(0), came, events)  # K-10
    for slot in free:
        state, card = take_from_gate(state, events)
        state = lay_in_slot(state, slot, card, events)
    state, newcomer = take_from_gate(state, events)
    return replace(state, newcomer=newcomer)
