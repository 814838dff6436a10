"""Descriptions of saved games, for the menu and the list of saves."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date, datetime
from unicodedata import combining, east_asian_width

from regicide_tui import games
from regicide_tui.games.words import counted, named, player_name
from regicide_tui.play.dealing import default_name
from regicide_tui.play.history import day_of
from regicide_tui.play.saves.saves_folder import SaveLabel
from regicide_tui.printable import printable

_DAY = "%d %b %Y"
_NARROWEST = 8
"""The smallest width of a column in cells, with the gap after it."""


def describe_save(label: SaveLabel, now: datetime) -> str:
    """Return the game, when it was saved, its name or players, and its progress."""
    title = [game_title(label)] if games.is_known(label.game) else []
    to_play = [f"{next_player(label)} to play"] if next_player(label) else []
    return ", ".join(
        [*title, saved_ago(label, now), save_name(label), *to_play, describe_progress(label)]
    )


def save_name(label: SaveLabel) -> str:
    """Return the name or title that the players gave, or else the players."""
    return label.name or label.title or player_list(label)


def name_in_list(label: SaveLabel) -> str:
    """Return the same for a list that holds both saved positions and games."""
    return f"saved as {label.name}" if label.name else save_name(label)


def game_title(label: SaveLabel) -> str:
    """Return the title of the game, such as `Regicide Duel`."""
    return games.find(label.game).title if games.is_known(label.game) else "unknown"


def player_list(label: SaveLabel) -> str:
    """Return the players and bots as text, or `solo`, or the date of a daily deal."""
    day = day_of(label.start) if label.start else ""
    if day:
        return f"deal of {date.fromisoformat(day):{_DAY}}"
    if len(label.seats) == 1:
        return "solo"
    if not label.bots:
        return " & ".join(label.seats)
    seats = list(enumerate(label.seats))
    people = [name for seat, name in seats if not label.bots[seat] and name != default_name(seat)]
    bots = [name for seat, name in seats if label.bots[seat]]
    rivals = games.is_known(label.game) and games.find(label.game).rivals
    return f"{' & '.join(people)} {'against' if rivals else 'with'} {named(bots)}".strip()


def next_player(label: SaveLabel) -> str:
    """Return the name of the player who must act; empty in a solo or finished game."""
    if label.over or len(label.seats) == 1 or not isinstance(label.snapshot, dict):
        return ""
    actor = label.snapshot.get("actor", label.snapshot.get("turn"))
    return player_name(actor, label.seats)


def describe_progress(label: SaveLabel) -> str:
    """Return the progress of the game in its own words, or how it was called off."""
    called_off = label.match.called_off
    if called_off is not None:
        loser = called_off.loser
        if loser is None:
            return "a draw"
        name = player_name(loser + 1, label.seats)
        return f"time ran out for {name}" if called_off.out_of_time else f"{name} resigned"
    try:
        return games.find(label.game).describe(label.snapshot, label.seats)
    except KeyError:
        return "a game that this version doesn't have"


def saved_ago(label: SaveLabel, now: datetime) -> str:
    """Return how long ago the game was saved, such as `5 minutes ago`, or its date."""
    if not label.saved:
        return "long ago"
    seconds = max(0, int(now.timestamp()) - label.saved)
    for limit, unit, word in ((60, 1, "second"), (3600, 60, "minute"), (86400, 3600, "hour")):
        if seconds < limit:
            count = seconds // unit
            return f"{counted(count, word)} ago" if count else "just now"
    return datetime.fromtimestamp(label.saved).strftime(_DAY)


def saved_minute(label: SaveLabel) -> str:
    """Return date and time of the save to the minute; empty if the time is impossible."""
    with suppress(ValueError, OverflowError, OSError):
        return f"{datetime.fromtimestamp(label.saved):%d %b %Y, %H:%M}" if label.saved else ""
    return ""


def format_table(labels: Sequence[SaveLabel], now: datetime, width: int | None = None) -> list[str]:
    """Return a header and a line for each save, in columns; no lines if there are no saves.

    With a `width` in cells, numbers replace the files, and the widest columns are cut.
    """
    if not labels:
        return []
    rows = [("LAST PLAYED", "GAME", "NAME OR PLAYERS", "PROGRESS")]
    rows += [_cells(label, now) for label in labels]
    if not width:
        files = ["FILE", *[printable(f"{label.path}") for label in labels]]
        return _in_columns([(*row, file) for row, file in zip(rows, files, strict=True)])
    numbered = [(f"{number or 'NO.'}", *row) for number, row in enumerate(rows)]
    return _in_columns(numbered, width)


def _in_columns(rows: Sequence[tuple[str, ...]], width: int | None = None) -> list[str]:
    """Return rows in columns; those after the second are cut to a width, the widest one first."""
    widths = [max(map(_width, column)) + 2 for column in zip(*rows, strict=True)]
    while width and sum(widths) - 2 > width and (widest := max(widths[2:])) > _NARROWEST:
        widths[widths.index(widest, 2)] -= 1
    return ["".join(map(_fit_to_column, row, widths)).rstrip() for row in rows]


def _cells(label: SaveLabel, now: datetime) -> tuple[str, str, str, str]:
    if label.fault:
        return "damaged", "-", "-", label.fault
    return saved_ago(label, now), game_title(label), name_in_list(label), describe_progress(label)


def _fit_to_column(text: str, width: int) -> str:
    """Return text filled up or cut to the width of a column."""
    if _width(text) > width - 2:
        while _width(text) > width - 5:
            text = text[:-1]
        text += "..."
    return text + " " * (width - _width(text))


def _width(text: str) -> int:
    """Return the width of text in terminal cells."""
    return sum([0 if combining(one) else 1 + (east_asian_width(one) in "WF") for one in text])
