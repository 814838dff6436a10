"""How long bots wait between their actions, so that people can follow."""

_SHORTER = 0.7
"""Each further pause of a turn, as a share of the one before."""
_LEAST = 0.25
"""The shortest pause, as a share of the whole one."""


def share_of_pause(in_a_row: int) -> float:
    """Return how much of a pause a bot waits that has just taken so many actions in a row.

    Before its first and second action it is the whole pause: a play and its payment. But a turn of
    King of the Dead may have ten actions, and with whole pauses the others would wait too long.
    """
    return max(_LEAST, _SHORTER ** max(0, in_a_row - 1))
