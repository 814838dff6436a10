"""The actions of Regicide and their notation: `8D+AC`, `yield`, `>P3`, `pay 5H 6C`, `flip`."""

from regicide_tui.games.base import Seat, Value
from regicide_tui.games.notation import normal
from regicide_tui.games.regicide_family.laying import (
    Pay,
    Play,
    format_laying,
    laying_in_order,
    read_laying,
    say_laying,
)

__all__ = [
    "Action",
    "Choose",
    "Flip",
    "Pay",
    "Play",
    "Yield",
    "format_action",
    "in_order",
    "parse",
    "say_action",
    "spell_out",
]


class Yield(Value, frozen=True):
    """Play nothing and suffer the attack."""


class Choose(Value, frozen=True):
    """After a Jester: name the seat whose turn it is now (R-26)."""

    seat: Seat


class Flip(Value, frozen=True):
    """Alone: flip a Jester, discard the hand and refill it (R-50)."""


Action = Play | Yield | Choose | Pay | Flip


def parse(text: str) -> Action:
    """Read one action, in any case and order of cards.

    Raises `IllegalAction`: `bad_syntax` for what is no action of any game, `wrong_phase` for
    an action of another game.
    """
    words = normal(text).split(" ")
    if words == ["YIELD"]:
        return Yield()
    if words == ["FLIP"]:
        return Flip()
    if words[0].startswith(">P"):
        return Choose(int(words[0][2:]) - 1)
    return read_laying(words, "Regicide")


def in_order(action: Action) -> Action:
    """Return an action with its cards in the order in which `parse` returns them."""
    return laying_in_order(action) if isinstance(action, Play | Pay) else action


def format_action(action: Action) -> str:
    """Write an action in canonical notation."""
    match action:
        case Play() | Pay():
            return format_laying(action)
        case Choose(seat):
            return f">P{seat + 1}"
        case Yield():
            return "yield"
        case Flip():
            return "flip"


def say_action(action: Action, seats: tuple[str, ...]) -> str:
    """Return an action in words, its cards in notation and a chosen player by name."""
    match action:
        case Play() | Pay():
            return say_laying(action)
        case Choose(seat):
            return f"choose {seats[seat]}"
        case Yield():
            return "yield"
        case Flip():
            return "flip a Jester"


def spell_out(text: str) -> tuple[str, ...]:
    """Split `*>P3`, a Jester and its choice written together, into its two actions."""
    tidy = normal(text)
    return ("*", tidy[1:]) if tidy.startswith("*>") else (tidy,)
