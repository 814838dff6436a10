"""The result of a game of Regicide: the fate of each royal, what was missing, a text to share."""

from collections.abc import Iterable, Sequence

from regicide_tui.cards import PACK, ROYALS, Card
from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Event, Outcome, Value
from regicide_tui.games.regicide.events import EnemyDefeated
from regicide_tui.games.regicide.log_sentences import royal_name
from regicide_tui.games.regicide.state import State, attack
from regicide_tui.games.regicide_family.plays import total
from regicide_tui.games.words import counted, taken_back


class Fate(TextEnum):
    """What happened to a royal. An `ABSENT` royal was not part of the position."""

    EXACT = "exact"
    KILLED = "killed"
    STANDING = "standing"
    ABSENT = "absent"


Fates = Sequence[tuple[Card, Fate]]
"""The twelve royals, from Jacks to Kings in the order of the suits, each with its fate."""

SIGNS = {Fate.EXACT: "♛", Fate.KILLED: "♟", Fate.STANDING: "·"}
_LEGEND = "♛ defeated exactly  ♟ defeated  · standing"


class GameFigures(Value):
    """The figures of a game that the shared text shows."""

    royals: int
    exact: int
    jesters: int
    turns: int
    undos: int
    peeks: int
    hints: int = 0


def fates(first: State, events: Iterable[Event]) -> Fates:
    """Return the fate of each royal, from the first state of a game and all its events."""
    there = {*first.castle, first.enemy}
    fallen = {event.enemy: event.exact for event in events if isinstance(event, EnemyDefeated)}

    def fate(royal: Card) -> Fate:
        if royal in fallen:
            return Fate.EXACT if fallen[royal] else Fate.KILLED
        return Fate.STANDING if royal in there else Fate.ABSENT

    return [(royal, fate(royal)) for royal in PACK if royal.rank in ROYALS]


def tell_need(view: State, seats: tuple[str, ...]) -> str:
    """Return what the players lacked in a lost game; an empty text for any other game.

    `view` is that of the player who could not go on: it shows this player's hand.
    """
    alone, name = len(seats) == 1, seats[view.turn]
    if view.reason == "cannot_pay" and view.enemy is not None:
        due, held = attack(view), total(view.hands[view.turn])
        enemy = royal_name(view.enemy)
        return f"{'You' if alone else name} owed {due} to the {enemy} and held {held}."
    if view.reason == "cannot_act":
        owner = "Your" if alone else f"{name}'s"
        left = "no Jester was left" if alone else "all other players had yielded"
        return f"{owner} hand was empty, and {left}."
    return ""


def text_to_share(deal: str, outcome: Outcome, royals: Fates, score: GameFigures) -> str:
    """Return the result as a text to share; `deal` names the game.

    The picture of the royals shows no suits, because they would reveal the deal.
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
