"""A saved game in a few words, for the menu and the list of saves."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date, datetime
from unicodedata import combining, east_asian_width

from regicide_tui import games
from regicide_tui.games.words import counted, named, player_called
from regicide_tui.play.dealing import unnamed
from regicide_tui.play.saves.shelf import Label
from regicide_tui.play.statistics import day_of
from regicide_tui.printable import printable

_DAY = "%d %b %Y"
_NARROWEST = 8
"""Cells of a column of the table, at least, with the gap behind it."""


def in_words(label: Label, now: datetime) -> str:
    """Return when the game was saved, what it is called or who plays, and how far it is.

    Any other game than Regicide is named first.
    """
    named = [title(label)] if label.game != games.first() and games.is_known(label.game) else []
    to_play = [f"{next_one(label)} to play"] if next_one(label) else []
    return ", ".join([*named, when(label, now), called(label), *to_play, how_far(label)])


def called(label: Label) -> str:
    """Return what the players call the game, or else who plays."""
    return label.name or label.title or who(label)


def listed(label: Label) -> str:
    """Return the same for a list, in which kept positions stand beside games."""
    return f"saved as {label.name}" if label.name else called(label)


def title(label: Label) -> str:
    """Return the name of the game that is played, as people write it."""
    return games.find(label.game).title if games.is_known(label.game) else "unknown"


def who(label: Label) -> str:
    """Return who plays, and with which bots; alone, also which deal of a day."""
    day = day_of(label.start) if label.start else ""
    if day:
        return f"deal of {date.fromisoformat(day):{_DAY}}"
    if len(label.seats) == 1:
        return "solo"
    if not label.bots:
        return " & ".join(label.seats)
    seats = list(enumerate(label.seats))
    people = [name for seat, name in seats if not label.bots[seat] and name != unnamed(seat)]
    bots = [name for seat, name in seats if label.bots[seat]]
    return f"{' & '.join(people)} with {named(bots)}".strip()


def next_one(label: Label) -> str:
    """Return the name of who must act, if there are several players and the game goes on."""
    if label.over or len(label.seats) == 1 or not isinstance(label.snapshot, dict):
        return ""
    actor = label.snapshot.get("actor", label.snapshot.get("turn"))
    return player_called(actor, label.seats)


def how_far(label: Label) -> str:
    """Return how far the game is, in the game's own words, or how it was called off."""
    called_off = label.match.called
    if called_off is not None:
        loser = called_off.loser
        if loser is None:
            return "a draw"
        name = player_called(loser + 1, label.seats)
        return f"time ran out for {name}" if called_off.out_of_time else f"{name} resigned"
    try:
        return games.find(label.game).describe(label.snapshot, label.seats)
    except KeyError:
        return "a game that this version does not know"


def when(label: Label, now: datetime) -> str:
    """Return when the game was saved, as people say it."""
    if not label.saved:
        return "long ago"
    seconds = max(0, int(now.timestamp()) - label.saved)
    for limit, unit, word in ((60, 1, "second"), (3600, 60, "minute"), (86400, 3600, "hour")):
        if seconds < limit:
            count = seconds // unit
            return f"{counted(count, word)} ago" if count else "just now"
    return datetime.fromtimestamp(label.saved).strftime(_DAY)


def moment(label: Label) -> str:
    """Return the minute in which the game was saved; empty if there is no such minute."""
    with suppress(ValueError, OverflowError, OSError):
        return f"{datetime.fromtimestamp(label.saved):%d %b %Y, %H:%M}" if label.saved else ""
    return ""


def table(labels: Sequence[Label], now: datetime, width: int | None = None) -> list[str]:
    """Return a line for each save, in columns below their names; nothing if there are none.

    Where they are to fit a width, a file is told by its name, and the widest columns give way.
    """
    if not labels:
        return []
    rows = [("LAST PLAYED", "GAME", "NAME OR PLAYERS", "PROGRESS", "FILE")]
    for label in labels:
        file = label.path.stem if width else f"{label.path}"
        rows.append((*_cells(label, now), printable(file)))
    widths = [max(map(_width, column)) + 2 for column in zip(*rows, strict=True)]
    while width and sum(widths) - 2 > width and max(widths) > _NARROWEST:
        widths[_widest(widths)] -= 1
    return ["".join(map(_filled, row, widths)).rstrip() for row in rows]


def _widest(widths: list[int]) -> int:
    """Return which column gives way; the file, by which a game is opened, only after all others."""
    *others, _ = widths
    return widths.index(max(others if max(others) > _NARROWEST else widths))


def _cells(label: Label, now: datetime) -> tuple[str, str, str, str]:
    if label.fault:
        return "damaged", "-", "-", label.fault
    return when(label, now), title(label), listed(label), how_far(label)


def _filled(text: str, width: int) -> str:
    """Return a text in a column, cut where it is too wide."""
    if _width(text) > width - 2:
        while _width(text) > width - 5:
            text = text[:-1]
        text += "..."
    return text + " " * (width - _width(text))


def _width(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    return sum([0 if combining(one) else 1 + (east_asian_width(one) in "WF") for one in text])
