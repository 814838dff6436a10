"""A screen that is closed while it waits for something: a file, the server, a bot."""

from textual.widget import Widget


def is_closed(screen: Widget) -> bool:
    """Tell whether a screen is closed, or is just being closed: it loses its parts then.

    What it waited for may come afterwards, and must not be shown any more.
    """
    return not screen.is_attached or not screen.display
