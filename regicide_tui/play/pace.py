"""How long bots wait between their actions, so that people can follow."""

_SHORTER = 0.7
"""Each further pause of a turn, as a share of the one before."""
_LEAST = 0.25
"""The shortest pause, as a share of the whole one."""


def share_of_pause(in_a_row: int) -> float:
    """Return the share of a pause that a bot waits after so many actions in a row.

    The first and second action, a play and its payment, get the whole pause. But a turn of King of
    the Dead may have ten actions, and with whole pauses the others would wait too long.
    """
    return max(_LEAST, _SHORTER ** max(0, in_a_row - 1))
