"""Players of simulations alone, with which others can be compared. They are no levels."""

from regicide_tui.bots.roster import list_levels

RANDOM = "random"
"""Chooses among all legal actions, each as likely as any other."""
ALL_CARDS = "all-cards"
"""Searches as a captain does, and knows where every card lies."""
_SEEN_THROUGH = ("regicide", "duel", "king_of_the_dead")
"""The games that can be played with all cards known."""


def list_names(game: str, players: int) -> dict[str, bool]:
    """Return the names of all that can play in a simulation: the levels and the players of here.

    Each name comes with whether a number of evaluations may follow it.
    """
    levels = {level.name: level.has_net for level in list_levels(game, players)}
    knows_all = {ALL_CARDS: True} if game in _SEEN_THROUGH and any(levels.values()) else {}
    return {RANDOM: False, **levels, **knows_all}
