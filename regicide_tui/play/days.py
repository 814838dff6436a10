"""The days whose deals can be played: the seed of a daily deal is its day."""

import datetime

from regicide_tui.play.history import Start


def day_of(start: Start) -> str:
    """Return the day whose deal this is, such as `2026-11-21`; empty for any other game.

    The deal of a day is a solo game with the default rules, and its seed is the day.
    """
    plain = start.players == 1 and start.position is None and not start.options
    return start.seed if plain and is_day(start.seed) else ""


def is_day(text: str) -> bool:
    """Return whether a text is a day, such as `2026-11-21`."""
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
