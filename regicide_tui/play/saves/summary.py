"""A saved game in a few words, for the menu and the list of saves."""

from datetime import datetime

from regicide_tui.play.saves.shelf import Label

_RANKS = {"J": "Jack", "Q": "Queen", "K": "King"}
_SUITS = {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}


def in_words(label: Label, now: datetime) -> str:
    """Return when the game was saved, who plays, and how far it is."""
    return ", ".join([when(label, now), who(label), how_far(label)])


def who(label: Label) -> str:
    """Return who plays."""
    return "solo" if len(label.seats) == 1 else " & ".join(label.seats)


def how_far(label: Label) -> str:
    """Return the enemy and his health, or how the game ended."""
    snapshot = label.snapshot or {}
    enemy = snapshot.get("enemy")
    if label.over:
        return "won" if snapshot.get("result") == "won" else "lost"
    if not isinstance(enemy, str) or len(enemy) != 2:
        return "just begun"
    castle, left = snapshot.get("castle"), snapshot.get("remaining")
    number = 12 - len(castle) if isinstance(castle, list) else "?"
    name = f"{_RANKS.get(enemy[0], '?')} of {_SUITS.get(enemy[1], '?')}"
    health = f", {left} left" if isinstance(left, int) else ""
    return f"{name} ({number} of 12){health}"


def when(label: Label, now: datetime) -> str:
    """Return when the game was saved, as people say it."""
    if not label.saved:
        return "long ago"
    seconds = max(0, int(now.timestamp()) - label.saved)
    for limit, unit, word in ((60, 1, "second"), (3600, 60, "minute"), (86400, 3600, "hour")):
        if seconds < limit:
            count = seconds // unit
            return "just now" if count == 0 else f"{count} {word}{'' if count == 1 else 's'} ago"
    return datetime.fromtimestamp(label.saved).strftime("%d %b %Y")
