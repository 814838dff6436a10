"""A game of Regicide looked back at: its figures, the fate of each royal, what was missing."""

from collections.abc import Iterable, Sequence

from regicide_tui.cards import PACK, Card
from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Event, Outcome, Value
from regicide_tui.games.regicide.events import EnemyDefeated, JesterFlipped
from regicide_tui.games.regicide.state import State, attack
from regicide_tui.games.regicide.telling import royal_name
from regicide_tui.games.regicide_family.plays import ROYALS, total
from regicide_tui.games.words import counted, taken_back


class Fate(TextEnum):
    """What became of a royal. One that was `ABSENT` had no part in the position."""

    EXACT = "exact"
    KILLED = "killed"
    STANDING = "standing"
    ABSENT = "absent"


Fates = Sequence[tuple[Card, Fate]]
"""The twelve royals from Jacks to Kings, in the order of the suits."""

SIGNS = {Fate.EXACT: "♛", Fate.KILLED: "♟", Fate.STANDING: "·"}
_LEGEND = "♛ defeated exactly  ♟ defeated  · standing"


class Score(Value, frozen=True):
    """How a game went, in figures."""

    royals: int
    exact: int
    jesters: int
    turns: int
    undos: int
    peeks: int
    hints: int = 0


def figures(events: Iterable[Event]) -> dict[str, int]:
    """Count the royals defeated, those of them exactly, and the Jesters flipped alone."""
    seen = list(events)
    defeats = [event for event in seen if isinstance(event, EnemyDefeated)]
    return {
        "royals": len(defeats),
        "exact": sum(event.exact for event in defeats),
        "jesters": sum(isinstance(event, JesterFlipped) for event in seen),
    }


def fates(first: State, events: Iterable[Event]) -> Fates:
    """Return what became of each royal, from the first state of a game and all its events."""
    there = {*first.castle, first.enemy}
    fallen = {event.enemy: event.exact for event in events if isinstance(event, EnemyDefeated)}

    def fate(royal: Card) -> Fate:
        if royal in fallen:
            return Fate.EXACT if fallen[royal] else Fate.KILLED
        return Fate.STANDING if royal in there else Fate.ABSENT

    return [(royal, fate(royal)) for royal in PACK if royal.rank in ROYALS]


def tell_need(view: State, seats: tuple[str, ...]) -> str:
    """Say what a lost game would have needed; empty for one that was not lost.

    The view is that of who could not go on, whose hand it shows.
    """
    alone, who = len(seats) == 1, seats[view.turn]
    if view.reason == "cannot_pay" and view.enemy is not None:
        due, worth = attack(view), total(view.hands[view.turn])
        enemy = royal_name(view.enemy)
        return f"{'You' if alone else who} owed {due} to the {enemy} and held {worth}."
    if view.reason == "cannot_act":
        whose = "Your" if alone else f"{who}'s"
        left = "no Jester was left" if alone else "all other players had yielded"
        return f"{whose} hand was empty, and {left}."
    return ""


def shared_text(deal: str, outcome: Outcome, royals: Fates, score: Score) -> str:
    """Return the result to show to others; `deal` names the game.

    The royals are a small picture without their suits, which would give the deal away.
    """
    end = "won" if outcome.won else "lost"
    if outcome.medal:
        end += f", {outcome.medal} medal"
    signs = {
        rank: "".join([SIGNS.get(fate, "") for royal, fate in royals if royal.rank == rank])
        for rank in ROYALS
    }
    picture = "".join([f"{rank} {some}\n" for rank, some in signs.items() if some])
    facts = [counted(score.turns, "turn"), counted(score.exact, "exact kill")]
    facts += [f"{counted(score.jesters, 'Jester')} used"] if score.jesters else []
    facts.append(taken_back(score.undos, score.peeks, score.hints) or "nothing taken back")
    return f"Regicide, {deal}: {end}\n{picture}{_LEGEND}\n{', '.join(facts)}\n"
