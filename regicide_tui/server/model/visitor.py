"""A visitor: who they are, what their terminal can do, and how a visitor gets a name."""

from collections.abc import Mapping
from typing import Protocol, get_args

from regicide_tui.games.base import Value
from regicide_tui.server.model.names import PLAY
from regicide_tui.server.model.review.link import ReviewLink
from regicide_tui.terminal import Colours, colours, locale_writes_utf8

_SSH_PORT = 22


class PublicAddress(Value):
    """The host and the port at which visitors reach the server."""

    host: str = "localhost"
    port: int = _SSH_PORT

    def ssh(self, name: str, *, command: str = "", key: str = "", lines: bool = False) -> str:
        """Return the line by which somebody comes as `name`, perhaps with a command.

        With `key`, the client offers no key but that of this file; with `lines`, no terminal.
        """
        options = ["-T"] if lines else ["-t"] if command else []
        options += ["-o", "IdentitiesOnly=yes", "-i", key] if key else []
        options += ["-p", f"{self.port}"] if self.port != _SSH_PORT else []
        return " ".join(["ssh", *options, f"{name}@{self.host}", *([command] if command else [])])

    def invite(self, word: str) -> str:
        """Return the command that leads to the table of an invitation.

        It goes by the name `play`, because the name of somebody's own machine may be taken here.
        """
        return self.ssh(PLAY, command=f"join {word}")

    def review(self, table: str, moment: int) -> str:
        """Return the line that leads to a moment of a finished game."""
        return self.ssh(PLAY, command=ReviewLink(table, moment).command)


class Newcomer(Protocol):
    """What a visitor without a name can do to get one."""

    suggestion: str
    """The name that the client asked for; it may be no possible name."""
    has_key: bool
    """Whether the visitor has proved a key, without which nobody gets a name."""
    may_look_around: bool
    """Whether the visitor may go on as a guest."""

    async def choose(self, name: str) -> str:
        """Bind a name to the proved key; return the name that the key opens now.

        Raises `NameRefused`.
        """
        ...

    def look_around(self) -> None:
        """Go on as a guest after this app."""
        ...


class Visitor(Value):
    """Somebody who was let in, and what their terminal can do."""

    name: str
    """The name of the account or of the guest; empty while the visitor chooses a name."""
    guest: bool
    term: str
    environment: Mapping[str, str]
    address: str = ""
    server: PublicAddress = PublicAddress()
    newcomer: Newcomer | None = None
    """How to get a name; None for visitors who have one."""
    invitation: str = ""
    """The word of the table to which the visitor was invited, or an empty text."""
    review: ReviewLink | None = None
    """The moment of a finished game to which the visitor wants to go."""
    mode: str = ""
    """What the visitor reads in place of a screen: `text`, `json`, or nothing of this."""
    key: str = ""
    """The key with which the visitor has come, as one line; empty for guests without one."""

    @property
    def limit_key(self) -> str:
        """The key under which tries are counted: the name, or the address of a guest."""
        return self.address if self.guest else f"name {self.name}"

    @property
    def way_back(self) -> str:
        """The line by which the visitor comes again."""
        name = PLAY if self.guest else self.name or PLAY
        if self.mode == "text" and not self.term:
            return self.server.ssh(name, lines=True)
        return self.server.ssh(name, command=self.mode)

    @property
    def colours(self) -> Colours:
        """How many colours the terminal draws, as its name says."""
        return colours({**self.environment, "TERM": self.term})

    def draws(self, chosen: str) -> Colours:
        """Return how many colours the terminal draws by choice; none if it asks for none."""
        known = [one for one in get_args(Colours) if one == chosen and self.colours != "none"]
        return known[0] if known else self.colours

    @property
    def may_draw_more(self) -> bool:
        """Whether the terminal has a name that says less than most of those which use it can do."""
        return self.term == "xterm" and self.colours == "16"

    @property
    def writes_utf8(self) -> bool:
        """Whether the terminal shows more than ASCII."""
        return locale_writes_utf8(self.environment, "utf-8")
