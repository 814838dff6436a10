"""A table without its game: what is played, who sits where, what was said and asked."""

from collections.abc import Mapping

from regicide_tui.games.base import Json, Outcome, Seat, Value
from regicide_tui.play.match import Result

DAY = 24 * 60 * 60
"""Seconds."""


BOT = " (bot)"
"""Ends the names of bots; no account has such a name."""


class Clock(Value, frozen=True):
    """How long each player may think: in all, and added after each action, in seconds.

    With `renewed`, each action gives its player the whole time back: the game is played by
    correspondence.
    """

    seconds: int
    increment: int = 0
    renewed: bool = False

    @property
    def days(self) -> int:
        """The days within which each action must be taken; 0 if that is no matter of days."""
        return self.seconds // DAY if self.renewed else 0


class Question(Value, frozen=True):
    """What is asked of everybody, and which seats want it; the first of them asked."""

    what: str
    agreed: tuple[Seat, ...]
    at: int
    """When it was asked: Unix time in milliseconds."""


class Said(Value, frozen=True):
    """A sentence, who said it, and when."""

    by: str
    text: str
    at: int = 0
    in_own_words: bool = False
    """Whether it is a sentence of their own, and no phrase of the list."""


class GameSummary(Value, frozen=True):
    """What anybody may know of a game without looking at its cards."""

    to_act: Seat | None
    turn: int
    outcome: Outcome | None
    may_wish: bool
    """Whether players may say now if they would like to go next (R-9)."""
    remarks: tuple[tuple[str, int], ...]
    """The ids and counts of the public facts that may be said now (R-9)."""


class TableFacts(Value, frozen=True):
    """A table without its game: what is played, who sits where (empty: free), who is ready.

    `password` opens a private table. `wishes` holds, while the next player is chosen, what each
    seat would like (R-9). `left` is each seat's time in milliseconds, as it was at `since`.
    """

    game: str = ""
    players: int = 0
    options: Mapping[str, Json] = {}
    password: str = ""
    clock: Clock | None = None
    host: str = ""
    seats: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    """The levels of the bots that play, seat by seat, also of those that stand in for somebody."""
    question: Question | None = None
    draws: tuple[Seat, ...] = ()
    """The seats that offer a draw (D-21)."""
    wishes: Mapping[Seat, bool] = {}
    said: tuple[Said, ...] = ()
    ended: bool = False
    """Whether the game was ended without a winner."""
    after: str = ""
    """The table at which the same players played before."""
    invitation: str = ""
    """The word that leads to the table, and stands for its password; empty if there is none."""
    series: str = ""
    """The series of boards from which this table plays one; empty if it plays none."""
    board: str = ""
    """The board that is played here; empty before the game."""
    rivals: tuple[str, ...] = ()
    """The two players of a match that goes on here, in the order of their seats so far."""
    earlier: tuple[Result, ...] = ()
    """The games of that match, with the seats as they were."""
    sent_away: tuple[str, ...] = ()
    """The people whom the host has sent away before the game."""
    stood_up: tuple[str, ...] = ()
    """The people who have left the table by themselves, before its game."""
    closed: bool = False
    """Whether the table was closed without a result: its people left it, or stayed away."""
    left: tuple[int, ...] = ()
    since: int = 0
    latest: int = 0
    """When anything was last done here: Unix time in milliseconds."""
    beside: Mapping[str, int] = {}
    """How many records of each person hold something other than an action of the game."""
    unreadable: str = ""
    """Why the rest of the log can't be applied; empty while all of it was."""
    summary: GameSummary | None = None
    """What is known of a game that was not built from the log yet."""


def is_bot(name: str) -> bool:
    """Tell whether this is the name of a bot."""
    return name.endswith(BOT)
