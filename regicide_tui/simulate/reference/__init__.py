"""Reference players, only for simulations: to compare other players with. They aren't levels."""

from regicide_tui.bots.roster import list_levels

RANDOM = "random"
"""Chooses among all legal actions, all equally likely."""
ALL_CARDS = "all-cards"
"""Searches like a captain, and knows where every card is."""
_SEEN_THROUGH = ("regicide", "duel", "king_of_the_dead")
"""The games that it can play."""


def list_names(game: str, players: int) -> dict[str, bool]:
    """Return the names of all players of simulations: the levels and the reference players.

    The value says whether a number of evaluations may follow the name.
    """
    levels = {level.name: level.has_net for level in list_levels(game, players)}
    knows_all = {ALL_CARDS: True} if game in _SEEN_THROUGH and any(levels.values()) else {}
    return {RANDOM: False, **levels, **knows_all}
