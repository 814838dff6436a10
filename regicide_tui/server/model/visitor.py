"""A visitor: who they are, what their terminal can do, and how they get a name.

Their command may be a link to a finished game (`ReviewLink`).
"""

import re
from collections.abc import Mapping
from typing import Protocol, get_args

from regicide_tui.games.base import Value
from regicide_tui.server.model.names import PLAY
from regicide_tui.terminal import Colours, colours, locale_writes_utf8

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


_SSH_PORT = 22


class PublicAddress(Value):
    """The host and the port at which visitors reach the server."""

    host: str = "localhost"
    port: int = _SSH_PORT

    def ssh(self, name: str, *, command: str = "", key: str = "", lines: bool = False) -> str:
        """Return the command line to log in as `name`, perhaps with a command.

        With `key`, the client offers only the key in this file; with `lines`, no terminal.
        """
        options = ["-T"] if lines else ["-t"] if command else []
        options += ["-o", "IdentitiesOnly=yes", "-i", key] if key else []
        options += ["-p", f"{self.port}"] if self.port != _SSH_PORT else []
        return " ".join(["ssh", *options, f"{name}@{self.host}", *([command] if command else [])])

    def invite(self, word: str) -> str:
        """Return the command line that leads to the table of an invitation.

        It uses the name `play`, because the user name of a person's machine may be taken here.
        """
        return self.ssh(PLAY, command=f"join {word}")

    def review(self, table: str, moment: int) -> str:
        """Return the command line that leads to a moment of a finished game."""
        return self.ssh(PLAY, command=ReviewLink(table, moment).command)


class Newcomer(Protocol):
    """The actions of a visitor without a name to get one."""

    suggestion: str
    """The name that the client asked for; it may be an impossible name."""
    has_key: bool
    """Whether the visitor has proved a key, without which nobody gets a name."""
    may_look_around: bool
    """Whether the visitor may continue as a guest."""

    async def choose(self, name: str) -> str:
        """Bind a name to the proved key; return the name that the key now opens.

        Raises `NameRefused`.
        """
        ...

    def look_around(self) -> None:
        """Continue as a guest after this app."""
        ...


class Visitor(Value):
    """A person who has logged in, and what their terminal can do."""

    name: str
    """The name of the account or of the guest; empty while the visitor chooses a name."""
    guest: bool
    term: str
    environment: Mapping[str, str]
    address: str = ""
    server: PublicAddress = PublicAddress()
    newcomer: Newcomer | None = None
    """How to get a name; None for visitors with one."""
    invitation: str = ""
    """The invitation word with which the visitor came, or an empty string."""
    review: ReviewLink | None = None
    """The requested moment of a finished game."""
    mode: str = ""
    """What the visitor reads instead of a screen: `text`, `json` or neither."""
    key: str = ""
    """The key of the visitor as one line; empty for guests without one."""

    @property
    def limit_key(self) -> str:
        """The key under which tries are counted: the name, or the address of a guest."""
        return self.address if self.guest else f"name {self.name}"

    @property
    def way_back(self) -> str:
        """The command line with which the visitor can reconnect."""
        name = PLAY if self.guest else self.name or PLAY
        if self.mode == "text" and not self.term:
            return self.server.ssh(name, lines=True)
        return self.server.ssh(name, command=self.mode)

    @property
    def colours(self) -> Colours:
        """The number of colours of the terminal, by its name."""
        return colours({**self.environment, "TERM": self.term})

    def draws(self, chosen: str) -> Colours:
        """Return the colours by the visitor's choice; none if the terminal asks for none."""
        known = [one for one in get_args(Colours) if one == chosen and self.colours != "none"]
        return known[0] if known else self.colours

    @property
    def may_draw_more(self) -> bool:
        """Whether most terminals with this name have more colours than it implies."""
        return self.term == "xterm" and self.colours == "16"

    @property
    def writes_utf8(self) -> bool:
        """Whether the terminal shows more than ASCII."""
        return locale_writes_utf8(self.environment, "utf-8")
