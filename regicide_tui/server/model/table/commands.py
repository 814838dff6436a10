"""The commands of a table. `decide` says whether one is allowed, and what happens then.

Some commands carry facts that neither a player nor the table knows: the word of an invitation, the
seed and the board of a deal, the name of a new bot, the absent players, and the level of the bots
that stand in.
The server sets these facts, whatever a player's app has put there.
"""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from regicide_tui.games.base import Json, Value
from regicide_tui.play.match import Result

UNDO, END, STAND_IN = QUESTIONS = "undo", "end", "stand in"
"""What players can ask of each other."""


class Open(Value, frozen=True):
    """Open a table. `clock` is seconds for each player, and seconds added after each action.

    If its game is the next one of a match, `rivals` are the two players, in the order of their
    seats so far, and `earlier` are the games of the match. With `series`, the game is that of a
    board of this series.
    """

    game: str
    players: int
    options: Mapping[str, Json]
    password: str = ""
    clock: tuple[Annotated[int, Meta(ge=1)], Annotated[int, Meta(ge=0)]] | None = None
    after: str = ""
    rivals: tuple[str, ...] = ()
    earlier: tuple[Result, ...] = ()
    invitation: str = ""
    days: int = 0
    series: str = ""


class Sit(Value, frozen=True):
    """Sit down on a seat."""

    seat: int
    password: str = ""


class Stand(Value, frozen=True):
    """Leave the table before the game. If the host leaves, another player becomes host."""

    absent: tuple[str, ...] = ()


class SeatBot(Value, frozen=True):
    """Give a free seat to a bot of a level."""

    seat: int
    level: str
    name: str = ""


class SendBotAway(Value, frozen=True):
    """Take a seat back from a bot."""

    seat: int


class FreeSeat(Value, frozen=True):
    """Free the seat of somebody who is absent before the game."""

    seat: int
    absent: tuple[str, ...] = ()


class TakeOver(Value, frozen=True):
    """Sit down on the seat of a bot, and go on with its game."""

    seat: int
    password: str = ""


class SendPersonAway(Value, frozen=True):
    """Take a seat back from somebody before the game; they can't sit down here again."""

    seat: int
    name: str


class BeReady(Value, frozen=True):
    """Be ready to begin, or no longer."""

    ready: bool


class StartGame(Value, frozen=True):
    """Deal the cards: those of a board, if the table plays one.

    `people` are those to whom the server gave the board.
    """

    seed: str = ""
    board: str = ""
    people: tuple[str, ...] = ()


class Act(Value, frozen=True):
    """Take an action, in the notation of the game.

    `moves` is the number of moves before a bot's action; a person's command has none.
    """

    action: str
    moves: int | None = None


class Ask(Value, frozen=True):
    """Ask everybody for something, or agree to it: `UNDO`, `END` or `STAND_IN`.

    `answers` is the time of the question that a player has read and agrees to. `moves` is the
    number of actions so far, for taking one back: another one may have been taken since.
    """

    what: str
    absent: tuple[str, ...] = ()
    level: str = ""
    answers: int | None = None
    moves: int | None = None


class Refuse(Value, frozen=True):
    """Refuse a question, or take one's own question back; `answers` as in `Ask`."""

    answers: int | None = None


class End(Value, frozen=True):
    """End a game without a winner while somebody is absent."""

    absent: tuple[str, ...] = ()


class Abandon(Value, frozen=True):
    """Close a table to which nobody can come back, or at which nobody waits any more.

    `since` is the last time at which one of its people was here, as far as the server knows.
    """

    absent: tuple[str, ...] = ()
    since: int = 0


class PassHost(Value, frozen=True):
    """Make somebody who is here the host of a waiting table whose host has been away for long."""

    absent: tuple[str, ...] = ()


class EndForgotten(Value, frozen=True):
    """End a game without a winner to which nobody has come back for long."""

    absent: tuple[str, ...] = ()


class CloseLate(Value, frozen=True):
    """Close a waiting table whose duplicate deal is played no more. The server does this."""


class CloseForOrder(Value, frozen=True):
    """Close a table without a result, because a moderator wants it so."""


class StandIn(Value, frozen=True):
    """Let bots of a level play for absent players until they are back."""

    absent: tuple[str, ...] = ()
    level: str = ""


class Return(Value, frozen=True):
    """Play again instead of the bot that stood in."""


class Resign(Value, frozen=True):
    """Give up (D-21)."""


class Draw(Value, frozen=True):
    """Offer a draw, or agree to one (D-21). `moves` is the number of actions so far."""

    moves: int | None = None


class CallTime(Value, frozen=True):
    """Note that the time of the player who must act is over.

    In a game by correspondence a bot of the `level` may then play for them.
    """

    level: str = ""


class StartClocks(Value, frozen=True):
    """Start the clocks again after the server was closed."""


class Say(Value, frozen=True):
    """Say a phrase of the list (R-9). `number` is the count that the phrase names."""

    phrase: str
    number: int = 0


class Tell(Value, frozen=True):
    """Say something in one's own words, where that is allowed (D-22)."""

    text: str


class Wish(Value, frozen=True):
    """Say whether the player would like to go next (R-9)."""

    wish: bool


TableCommand = (
    Open
    | Sit
    | Stand
    | SeatBot
    | SendBotAway
    | FreeSeat
    | TakeOver
    | SendPersonAway
    | BeReady
    | StartGame
    | Act
    | Ask
    | Refuse
    | End
    | Abandon
    | PassHost
    | EndForgotten
    | CloseLate
    | CloseForOrder
    | StandIn
    | Return
    | Resign
    | Draw
    | CallTime
    | StartClocks
    | Say
    | Tell
    | Wish
)
"""Every command of a table."""
