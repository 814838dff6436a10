"""Sentences of a log as words to wrap, and texts for actions and chances."""

from collections.abc import Callable

from regicide_tui.bots.base import Chances, whole_percent
from regicide_tui.cards import Card, Suit
from regicide_tui.games.base import Event, Seat
from regicide_tui.games.words import YOU, LogSentence
from regicide_tui.tui.pages.logbook import EventDescriber, Sentence
from regicide_tui.tui.rendering.paint import Row, Run, part_run
from regicide_tui.tui.rendering.symbols import Symbols


def spoken(action: str, seats: tuple[str, ...]) -> str:
    """Return an action in notation with the name of a chosen player."""
    return f"choosing {seats[int(action[2:]) - 1]}" if action.startswith(">P") else action


def to_reader(seats: tuple[str, ...], reader: Seat | None) -> tuple[str, ...]:
    """Return the names of players as one of them reads them; all names for anybody else."""
    return tuple([YOU if seat == reader else name for seat, name in enumerate(seats)])


def only_person(bots: tuple[str, ...]) -> Seat | None:
    """Return the seat of the only person among bots; None if there is no such person."""
    return bots.index("") if bots.count("") == 1 and any(bots) else None


def as_you(seats: tuple[str, ...], bots: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of players in a log; the only person among bots is `You`."""
    return to_reader(seats, only_person(bots))


def chances_text(chances: Chances) -> str:
    """Return chances with their names: `gold 41%, any win 99%`, or `win 62%` without medals.

    A chance of gold of exactly 0 is no estimate: a Jester is flipped, or nothing else helps (R-51).
    """
    if chances.gold is None:
        return f"win {percent_text(chances.win)}"
    gold = f"gold {percent_text(chances.gold)}" if chances.gold else "no gold"
    return f"{gold}, any win {percent_text(chances.win)}"


def percent_text(chance: float) -> str:
    """Return a chance as people read it, such as `83%`.

    An estimate proves nothing: so it is never 100% or 0%, but `>99%` or `<1%`.
    """
    percent = whole_percent(chance)
    return {0: "<1%", 100: ">99%"}.get(percent, f"{percent}%")


def event_describer(
    tell: Callable[[Event, tuple[str, ...]], LogSentence | None], seats: tuple[str, ...]
) -> EventDescriber:
    """Return a function that describes the events of a game with these players."""

    def say(event: Event, symbols: Symbols) -> Sentence | None:
        line = tell(event, seats)
        if line is None:
            return None
        style = "text" if line.head else "muted"
        words: list[Row] = [()]
        for part in line.parts:
            if isinstance(part, Card | Suit):  # a suit is a str, too
                words[-1] += (part_run(part, symbols),)
                continue
            first, *others = _unbroken(part)
            words[-1] += (Run(first, style),) if first else ()
            words += [(Run(other, style),) if other else () for other in others]
        return line.head, [word for word in words if word]

    return say


def _unbroken(text: str) -> list[str]:
    """Return the words of a text; a sum such as `15 - 10 = 5` is one word."""
    found: list[str] = []
    for word in text.split(" "):
        if found and (word in ("-", "=") or found[-1].endswith((" -", " ="))):
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found
