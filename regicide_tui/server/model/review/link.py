"""The link to a moment of a finished game: the text after `review` in an `ssh` command."""

import re

from regicide_tui.games.base import Value

_LINK = re.compile(r"review ([0-9a-f]{1,32})(?:@([0-9]{1,5}))?", re.ASCII)


class ReviewLink(Value):
    """A finished game, by the id of its table, and a moment of it."""

    table: str
    moment: int | None = None
    """The number of actions before the moment; None stands for that of the others."""

    @property
    def command(self) -> str:
        """The command that opens the review at this moment."""
        at = "" if self.moment is None else f"@{self.moment}"
        return f"review {self.table}{at}"


def read_link(command: str) -> ReviewLink | None:
    """Return the link in a command, or None if it is another command."""
    found = _LINK.fullmatch(command)
    return ReviewLink(found[1], int(found[2]) if found[2] else None) if found else None
