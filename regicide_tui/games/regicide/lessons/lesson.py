"""What a lesson is: a position, and steps that are done by what happens at the table.

In the texts, cards and suits stand in braces, `{8D}` and `{D}`, and are drawn with their signs.
"""

from collections.abc import Callable, Mapping
from typing import Any

from regicide_tui.cards import Card, cards
from regicide_tui.games.base import Event, Json, Move, Value
from regicide_tui.games.plays import total
from regicide_tui.games.regicide.events import (
    AttackSuffered,
    CardsDrawn,
    CardsPlayed,
    DamagePaid,
    EnemyDefeated,
)
from regicide_tui.games.regicide.state import State, attack

Test = Callable[[Move], bool]
"""Tells whether a move does what a step asks for."""


class Step(Value, frozen=True):
    """One thing to read or to do.

    Without a `done` there is only something to read. `example` is an action that does it. What
    else is played is answered with `otherwise`, and taken back; a `free` step lets one play on
    until it is done or the game is lost.
    """

    text: str
    done: Test | None = None
    example: str = ""
    otherwise: str = ""
    free: bool = False


class Lesson(Value, frozen=True):
    """A position to learn one idea at; the last step is something to read."""

    title: str
    about: str
    position: Mapping[str, Json]
    steps: tuple[Step, ...]

    @property
    def players(self) -> int:
        """How many play; the learner plays for all of them."""
        return len(self.position["hands"])


# ---------------------------------------------------------------- what a step can ask for


def does(*actions: str) -> Test:
    """One of these actions, in canonical notation."""
    return lambda move: move.action in actions


def happens(kind: type[Event], **facts: Any) -> Test:
    """An event of this kind with these facts."""

    def test(move: Move) -> bool:
        return any(
            isinstance(event, kind)
            and all(getattr(event, name) == fact for name, fact in facts.items())
            for event in move.events
        )

    return test


def pays_and_keeps(*texts: str) -> Test:
    """A payment after which the payer still holds these cards."""
    kept = cards(texts)

    def test(move: Move) -> bool:
        return any(
            isinstance(event, DamagePaid)
            and all(card in move.state.hands[event.seat] for card in kept)
            for event in move.events
        )

    return test


def pays_exactly(move: Move) -> bool:
    """A payment of exactly what is due."""
    return any(
        isinstance(event, DamagePaid) and total(event.cards) == event.due for event in move.events
    )


def pays_with_cards_left(count: int) -> Test:
    """A payment that leaves so many cards to play with."""

    def test(move: Move) -> bool:
        return any(
            isinstance(event, DamagePaid) and len(move.state.hands[event.seat]) >= count
            for event in move.events
        )

    return test


def draws(text: str) -> Test:
    """Diamonds that draw this card."""
    (wanted,) = cards(text)

    def drew(event: Event) -> bool:
        return isinstance(event, CardsDrawn) and wanted in event.cards

    return lambda move: any(drew(event) for event in move.events)


def companion_kills(move: Move) -> bool:
    """An Ace with another card defeats the enemy."""
    together = [event.cards for event in move.events if isinstance(event, CardsPlayed)]
    return any(_with_an_ace(play) for play in together) and happens(EnemyDefeated)(move)


def _with_an_ace(play: tuple[Card, ...]) -> bool:
    return len(play) == 2 and "A" in [card.rank for card in play]


# ---------------------------------------------------------------- why a game is lost


def why_lost(move: Move) -> str:
    """Say in words why the game was lost with this move."""
    state: State = move.state
    if state.reason != "cannot_pay":
        return "You have no card left to play: the game is lost."
    due = next(
        (event.due for event in move.events if isinstance(event, AttackSuffered)), attack(state)
    )
    return f"You owe {due} and hold only {total(state.hands[state.turn])}: the game is lost."
