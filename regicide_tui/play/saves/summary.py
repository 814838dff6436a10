"""A saved game in a few words, for the menu and the list of saves."""

from datetime import datetime

from regicide_tui import games
from regicide_tui.games.words import counted
from regicide_tui.play.match import outcome_of
from regicide_tui.play.saves.shelf import Label


def in_words(label: Label, now: datetime) -> str:
    """Return when the game was saved, who plays, and how far it is."""
    return ", ".join([when(label, now), who(label), how_far(label)])


def who(label: Label) -> str:
    """Return who plays."""
    return "solo" if len(label.seats) == 1 else " & ".join(label.seats)


def how_far(label: Label) -> str:
    """Return how far the game is, in the game's own words, or how it was called off."""
    if label.match.called is not None:
        return outcome_of(label.match.called).reason
    try:
        return games.find(label.game).describe(label.snapshot)
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
    return datetime.fromtimestamp(label.saved).strftime("%d %b %Y")
