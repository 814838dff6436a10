"""What powers and turns do with piles: draw, discard, send to the Well, take from the Gate.

Every function takes a state, appends its events to `events` and returns the next state. `discard`
and `add_to_hand` use the piles of the active player.
"""

from msgspec.structs import replace

from regicide_tui.cards import Card
from regicide_tui.games.base import Event, Pile, Seat
from regicide_tui.games.chance import shuffled
from regicide_tui.games.hands import replace_at
from regicide_tui.games.king_of_the_dead.events import (
    CardsBanished,
    CardsDiscarded,
    CardsDrawn,
    CardsLooked,
    DiscardShuffled,
    GateRefilled,
    JokerAppeared,
    JokerPassed,
)
from regicide_tui.games.king_of_the_dead.state import RESHUFFLES, Side, State, change_side, left_of
from regicide_tui.games.king_of_the_dead.values import JOKER, in_order, without_jokers
from regicide_tui.games.piles import lay_on_pile


def active_side(state: State) -> Side:
    """Return the active player's side."""
    return state.sides[state.turn]


def shuffle(state: State, pile: Pile) -> tuple[State, Pile]:
    """Return the state with one more shuffle counted, and the shuffled pile."""
    assert state.seed is not None  # only a view has no seed
    after = replace(state, shuffles=state.shuffles + 1)
    return after, shuffled(pile, state.seed, state.shuffles)


# ---------------------------------------------------------------- draw piles


def ensure_draws(state: State, seat: Seat, count: int, events: list[Event]) -> State:
    """Put the shuffled discard pile under a draw pile with fewer than `count` cards (K-11)."""
    side = state.sides[seat]
    if len(side.draws) >= count or not side.discard:
        return state
    state, under = shuffle(state, side.discard)
    events.append(DiscardShuffled(seat, len(under)))
    return change_side(state, seat, draws=side.draws + under, discard=())


def take_off_draws(state: State, seat: Seat, count: int, events: list[Event]) -> tuple[State, Pile]:
    """Return the state without the top cards of a draw pile, and these cards: at most `count`."""
    state = ensure_draws(state, seat, count, events)
    draws = state.sides[seat].draws
    return change_side(state, seat, draws=draws[count:]), draws[:count]


def look(state: State, count: int, events: list[Event]) -> tuple[State, Pile]:
    """Take the top cards off the active player's draw pile for him to look at (K-30)."""
    state, cards = take_off_draws(state, state.turn, count, events)
    if cards:
        events.append(CardsLooked(state.turn, cards, False))
    return state, cards


def draw(state: State, seat: Seat, count: int, events: list[Event]) -> State:
    """Draw `count` cards to the hand of a seat, or fewer if the piles hold fewer."""
    state, cards = take_off_draws(state, seat, count, events)
    if not cards:
        return state
    cards = in_order(cards)
    events.append(CardsDrawn(seat, cards))
    return change_side(state, seat, hand=in_order(state.sides[seat].hand + cards))


def shuffle_draws(state: State) -> State:
    """Shuffle the active player's draw pile after a search (K-36)."""
    state, draws = shuffle(state, active_side(state).draws)
    return change_side(state, state.turn, draws=draws)


def add_to_hand(state: State, cards: Pile) -> State:
    """Add cards to the active player's hand."""
    return change_side(state, state.turn, hand=in_order(active_side(state).hand + cards))


# ---------------------------------------------------------------- discards and the Well


def discard(state: State, cards: Pile, events: list[Event]) -> State:
    """Discard cards in ascending order, Jokers last and by their own rule (K-14, K-26)."""
    others = in_order(without_jokers(cards))
    if others:
        events.append(CardsDiscarded(state.turn, others))
        state = lay_on_discard(state, state.turn, others)
    for _ in range(len(cards) - len(others)):
        state = _pass_joker(state, events)
    return state


def lay_on_discard(state: State, seat: Seat, cards: Pile) -> State:
    """Lay cards on a discard pile one by one, Jokers too (K-26, K-28)."""
    return change_side(state, seat, discard=lay_on_pile(state.sides[seat].discard, cards))


def _pass_joker(state: State, events: list[Event]) -> State:
    """Pass a discarded Joker to the left; the top card of the draw pile goes to the Well (K-27)."""
    left = left_of(state, state.turn)
    state, top = take_off_draws(state, state.turn, 1, events)
    events.append(JokerPassed(state.turn, left, top))
    state = replace(state, well=top + state.well)
    return lay_on_discard(state, left, (JOKER,))


def banish(state: State, seat: Seat, cards: Pile, events: list[Event]) -> State:
    """Send cards of a player to the Well; the last one ends on top (K-28)."""
    events.append(CardsBanished(seat, cards))
    return replace(state, well=lay_on_pile(state.well, cards))


# ---------------------------------------------------------------- Gate and Parade


def take_from_gate(state: State, events: list[Event]) -> tuple[State, Card | None]:
    """Take the top card of the Gate; if it is empty, the Well may become the Gate (K-47)."""
    if not state.gate and state.well and state.reshuffles < RESHUFFLES[len(state.sides)]:
        state, gate = shuffle(state, state.well)
        state = replace(state, gate=gate, well=(), reshuffles=state.reshuffles + 1)
        events.append(GateRefilled(len(gate), state.reshuffles))
    if not state.gate:
        return state, None
    return replace(state, gate=state.gate[1:]), state.gate[0]


def lay_in_slot(state: State, slot: int, card: Card | None, events: list[Event]) -> State:
    """Lay a card face-up into a slot; a Joker goes to the next player who must take one (K-8).

    A Joker is replaced from the Gate. If the Gate gives nothing, the slot stays empty.
    """
    while card is JOKER:
        seat = (state.first + state.jokers_seen) % len(state.sides)
        events.append(JokerAppeared(seat))
        state = change_side(state, seat, draws=(JOKER, *state.sides[seat].draws))
        state = replace(state, jokers_seen=state.jokers_seen + 1)
        state, card = take_from_gate(state, events)
    return replace(state, parade=replace_at(state.parade, slot - 1, card))
