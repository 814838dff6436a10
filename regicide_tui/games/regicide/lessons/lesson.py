"""The class of the lessons of Regicide, and the conditions that only they use."""

from regicide_tui.cards import Card, cards
from regicide_tui.games.base import Event, Move, of_kind
from regicide_tui.games.lesson import Condition, Lesson, happens, reader_of
from regicide_tui.games.regicide.actions import parse
from regicide_tui.games.regicide.events import (
    AttackSuffered,
    CardsDrawn,
    CardsPlayed,
    EnemyDefeated,
)
from regicide_tui.games.regicide.state import State, attack
from regicide_tui.games.regicide_family.plays import total

does = reader_of(parse)
"""Returns the test that asks for one of some actions, given in notation."""


class RegicideLesson(Lesson):
    """A lesson of Regicide."""

    game = "regicide"

    def why_over(self, move: Move) -> str:
        """Return why the game was lost; an empty text after a win."""
        return why_lost(move) if of_kind(State, move.state).result == "lost" else ""


def draws(text: str) -> Condition:
    """Return the condition that Diamonds draw this card."""
    (wanted,) = cards(text)

    def drew(event: Event) -> bool:
        return isinstance(event, CardsDrawn) and wanted in event.cards

    return lambda move: any(drew(event) for event in move.events)


def companion_kills(move: Move) -> bool:
    """Return whether an Ace with another card defeats the enemy."""
    together = [event.cards for event in move.events if isinstance(event, CardsPlayed)]
    return any(_with_an_ace(play) for play in together) and happens(EnemyDefeated)(move)


def _with_an_ace(play: tuple[Card, ...]) -> bool:
    return len(play) == 2 and "A" in [card.rank for card in play]


def why_lost(move: Move) -> str:
    """Return a sentence that says why the game was lost with this move."""
    state = of_kind(State, move.state)
    if state.reason != "cannot_pay":
        return "You have no card left to play: the game is lost."
    due = next(
        (event.due for event in move.events if isinstance(event, AttackSuffered)), attack(state)
    )
    return f"You owe {due} and hold only {total(state.hands[state.turn])}: the game is lost."
