"""The actions of Regicide and their notation: `8D+AC`, `yield`, `>P3`, `pay 5H 6C`, `flip`."""

from regicide_tui.games.base import Seat, Value
from regicide_tui.games.notation import normalize
from regicide_tui.games.regicide_family.play_and_pay import (
    Pay,
    Play,
    format_play_or_pay,
    parse_play_or_pay,
    play_or_pay_in_order,
    say_play_or_pay,
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


class Yield(Value):
    """Play no card and pay for the attack."""


class Choose(Value):
    """After a Jester: choose the seat that has the next turn (R-26)."""

    seat: Seat


class Flip(Value):
    """In a solo game: flip a Jester, discard the hand and draw a new one (R-50)."""


Action = Play | Yield | Choose | Pay | Flip


def parse(text: str) -> Action:
    """Return the action that a text says, in any case and order of cards.

    Raises `IllegalAction`: `bad_syntax` if the text is no action of any game, `wrong_phase` if it
    is an action of another game.
    """
    words = normalize(text).split(" ")
    if words == ["YIELD"]:
        return Yield()
    if words == ["FLIP"]:
        return Flip()
    if words[0].startswith(">P"):
        return Choose(int(words[0][2:]) - 1)
    return parse_play_or_pay(words, "Regicide")


def in_order(action: Action) -> Action:
    """Return an action with its cards in the order in which `parse` returns them."""
    return play_or_pay_in_order(action) if isinstance(action, Play | Pay) else action


def format_action(action: Action) -> str:
    """Return an action in canonical notation."""
    match action:
        case Play() | Pay():
            return format_play_or_pay(action)
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
            return say_play_or_pay(action)
        case Choose(seat):
            return f"choose {seats[seat]}"
        case Yield():
            return "yield"
        case Flip():
            return "flip a Jester"


def spell_out(text: str) -> tuple[str, ...]:
    """Return the texts of the two actions of `*>P3`, a Jester with its choice; else one text."""
    tidy = normalize(text)
    return ("*", tidy[1:]) if tidy.startswith("*>") else (tidy,)
