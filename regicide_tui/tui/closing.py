"""Whether a screen was closed while it waited for a file, the server or a bot."""

from textual.widget import Widget


def is_closed(screen: Widget) -> bool:
    """Tell whether a screen is closed or is being closed, when its widgets are removed.

    A screen checks this after each wait, since it must show nothing once it is closed.
    """
    return not screen.is_attached or not screen.display
