"""What is asked of a bot, and how questions and answers travel between two processes of ours."""

import pickle
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any, BinaryIO

from regicide_tui.bots.base import Sight, never
from regicide_tui.bots.roster import Adviser, Ranked, Weigher, player_of
from regicide_tui.games.base import Seat, Value
from regicide_tui.play.table import Table

_LENGTH = 4
"""Bytes that say how long a message is."""


class Question(Value, frozen=True):
    """What shall a seat do? All that a bot of this level is told.

    With `seconds`, every legal action is wanted, the best first, after so much thought; with
    `glance` the same at once, by any bot that can.
    """

    game: str
    players: int
    level: str
    sight: Sight[Any]
    luck: int
    seconds: float = 0
    glance: bool = False


class Advice(Value, frozen=True):
    """An action, and the chance of winning with it, from 0 to 1."""

    action: Any
    chance: float


def question(
    table: Table, seat: Seat, level: str, luck: int, seconds: float = 0, *, glance: bool = False
) -> Question:
    """Return what a bot in this seat is asked; what the seat has not seen is not in it."""
    seen = tuple([event for told in table.told(seat) for event in told.events])
    sight = Sight(table.opening(seat), seen, table.view(seat))
    return Question(table.game.name, len(table.seats), level, sight, luck, seconds, glance)


def answer(asked: Question, stopped: Callable[[], bool] = never) -> Any:
    """Think, and answer an action; or a tuple of `Advice`, with `seconds` or `glance`.

    The advice is empty where the bot can tell nothing at a glance.
    """
    bot: Any = player_of(asked.game, asked.level, asked.players)
    if asked.glance:
        return _advice(bot.weigh(asked.sight, asked.luck) if isinstance(bot, Weigher) else ())
    if not asked.seconds:
        return bot.choose(asked.sight, asked.luck, stopped)
    end = monotonic() + asked.seconds
    adviser: Adviser = bot
    ranked = adviser.rank(asked.sight, asked.luck, lambda: stopped() or monotonic() > end)
    return _advice(ranked)


def _advice(ranked: Sequence[Ranked]) -> tuple[Advice, ...]:
    return tuple([Advice(one.action, one.chance) for one in ranked])


def send(pipe: BinaryIO, message: object) -> None:
    """Write a message. Raises `OSError`."""
    packed = pickle.dumps(message)
    pipe.write(len(packed).to_bytes(_LENGTH, "big") + packed)
    pipe.flush()


def receive(pipe: BinaryIO) -> Any:
    """Read a message. Raises `EOFError` once there are no more.

    Both ends of the pipe are ours and of one version: nothing else can write into it.
    """
    length = pipe.read(_LENGTH)
    packed = pipe.read(int.from_bytes(length, "big"))
    if not packed:
        raise EOFError
    return pickle.loads(packed)  # noqa: S301
