"""The events that Regicide and Regicide Duel share, and the steps of a turn that cause them."""

from msgspec.structs import replace

from regicide_tui.cards import UNKNOWN, ascending, cards, play_order
from regicide_tui.games.base import Event, Events, Move, Pile, PlayerEvent, Seat, of_kind
from regicide_tui.games.piles import heal, lay_on_pile, replace_at
from regicide_tui.games.practice import Condition
from regicide_tui.games.regicide_family.dealing import F, FamilyState
from regicide_tui.games.regicide_family.plays import pay_from, play_from, total
from regicide_tui.games.words import (
    EventSentences,
    LogSentence,
    PlayerNames,
    counted,
    detail,
    head,
    spaced,
)


class CardsPlayed(PlayerEvent):
    """A player plays cards; `value` is their whole value."""

    cards: Pile
    value: int


class DiscardHealed(Event):
    """Hearts: `count` cards of the shuffled discard pile go under the Tavern (R-32, D-6)."""

    count: int


class CardsDrawn(PlayerEvent):
    """Diamonds: a player draws these cards from the Tavern (R-33, D-7)."""

    shows_cards = True

    cards: Pile


class DamagePaid(PlayerEvent):
    """A player discards cards for an attack, in this order (R-42, D-17)."""

    cards: Pile
    due: int


def hide_draw(event: Event, seat: Seat | None) -> Event:
    """Return the event as a seat, or a spectator (None), saw it: cards others drew are hidden."""
    if isinstance(event, CardsDrawn) and event.seat != seat:
        return CardsDrawn(event.seat, (UNKNOWN,) * len(event.cards))
    return event


# ---------------------------------------------------------------- steps of a turn


def take_play(
    state: FamilyState, cards: Pile, events: Events, combos: bool = True
) -> tuple[Pile, Pile, int]:
    """Return the active hand without a play, its cards in canonical order, and their value.

    Raises `IllegalAction`: `not_in_hand` or `bad_combo`.
    """
    hand = play_from(state.hands[state.turn], cards, combos)
    if len(cards) > 1:
        cards = tuple(sorted(cards, key=play_order))
    value = total(cards)
    events.append(CardsPlayed(state.turn, cards, value))
    return hand, cards, value


def heal_discard(state: F, value: int, events: Events) -> F:
    """Hearts: shuffle the discard pile and put cards of it under the Tavern, unseen (R-32, D-6)."""
    tavern, discard, healed = heal(state.tavern, state.discard, value, state.seed, state.shuffles)
    events.append(DiscardHealed(healed))
    return replace(state, shuffles=state.shuffles + 1, discard=discard, tavern=tavern)


def take_payment(state: F, seat: Seat, cards: Pile, due: int, overpay: str, events: Events) -> F:
    """Discard a payment of a seat in ascending order. Raises `IllegalAction` as `pay_from`."""
    hand = pay_from(state.hands[seat], cards, due, overpay)
    cards = ascending(cards)
    events.append(DamagePaid(seat, cards, due))
    return replace(
        state,
        hands=replace_at(state.hands, seat, hand),
        discard=lay_on_pile(state.discard, cards),
    )


# ---------------------------------------------------------------- sentences


def _played(event: CardsPlayed, names: PlayerNames) -> LogSentence:
    together = (f" = {event.value}",) if len(event.cards) > 1 else ()
    return head(names.with_verb(event.seat, "play"), *spaced(event.cards), *together)


def _healed(event: DiscardHealed, names: PlayerNames) -> LogSentence:
    return detail(f"{counted(event.count, 'card')} healed" if event.count else "nothing to heal")


def _drawn(event: CardsDrawn, names: PlayerNames) -> LogSentence:
    if UNKNOWN in event.cards:
        return detail(
            f"{names.detail_with_verb(event.seat, 'draw', begins=False)} {len(event.cards)}"
        )
    return detail(names.detail_with_verb(event.seat, "draw", begins=False), *spaced(event.cards))


def _paid(event: DamagePaid, names: PlayerNames) -> LogSentence:
    return head(names.with_verb(event.seat, "discard"), *spaced(event.cards))


COMMON: EventSentences = {
    CardsPlayed: _played,
    DiscardHealed: _healed,
    CardsDrawn: _drawn,
    DamagePaid: _paid,
}


# ---------------------------------------------------------------- conditions of lessons


def _hand(move: Move, seat: Seat) -> Pile:
    return of_kind(FamilyState, move.state).hands[seat]


def pays_and_keeps(*texts: str) -> Condition:
    """Return the condition that a payment leaves these cards in the payer's hand."""
    kept = cards(texts)

    def test(move: Move) -> bool:
        return any(
            isinstance(event, DamagePaid) and all(card in _hand(move, event.seat) for card in kept)
            for event in move.events
        )

    return test


def pays_exactly(move: Move) -> bool:
    """Return whether the move is a payment of exactly what is due."""
    return any(
        isinstance(event, DamagePaid) and total(event.cards) == event.due for event in move.events
    )


def pays_with_cards_left(count: int) -> Condition:
    """Return the condition that a payment leaves at least `count` cards in the hand."""

    def test(move: Move) -> bool:
        return any(
            isinstance(event, DamagePaid) and len(_hand(move, event.seat)) >= count
            for event in move.events
        )

    return test
