"""What is asked of a bot, and how questions and answers travel between two processes of ours."""

import pickle
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, BinaryIO

from regicide_tui.bots.base import Choice, NoAnswer, Sight, never
from regicide_tui.bots.roster import (
    Adviser,
    Judge,
    Weigher,
    evaluations_of,
    judge_level,
    player_of,
)
from regicide_tui.games.base import Seat, Value
from regicide_tui.play.table import Table

if TYPE_CHECKING:
    from regicide_tui.bots.calibration import Curve

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
    effort: float = 1.0
    """How many times as long as usual the bot thinks."""


class Advice(Value, frozen=True):
    """An action, and the chance of winning with it, from 0 to 1."""

    action: Any
    chance: float


class Case(Value, frozen=True):
    """How good was what a seat did? Told is what it had seen by then.

    Where nothing was done, `done` is None.
    """

    game: str
    players: int
    level: str
    sight: Sight[Any]
    luck: int
    done: Any


class Judgement(Value, frozen=True):
    """The best action of a seat, and the chances of winning with it and with what was done."""

    best: Any
    chance: float
    kept: float


def question(
    table: Table,
    seat: Seat,
    level: str,
    luck: int,
    seconds: float = 0,
    *,
    glance: bool = False,
    effort: float = 1.0,
) -> Question:
    """Return what a bot in this seat is asked; what the seat has not seen is not in it."""
    sight = sight_of(table, seat)
    name, players = table.game.name, len(table.seats)
    return Question(name, players, level, sight, luck, seconds, glance, effort)


def sight_of(table: Table, seat: Seat) -> Sight[Any]:
    """Return all that a seat has seen of the game so far."""
    seen = tuple([event for told in table.told(seat) for event in told.events])
    return Sight(table.opening(seat), seen, table.view(seat))


def answer(asked: Question | Case, stopped: Callable[[], bool] = never) -> Any:
    """Think, and answer an action; or a tuple of `Advice`, with `seconds` or `glance`.

    The advice is empty where the bot can tell nothing at a glance. The answer to a case is a
    `Judgement`, or None if nobody can judge such a position.
    """
    effort = asked.effort if isinstance(asked, Question) else 1.0
    evaluations = round(effort * evaluations_of(asked.game, asked.level))
    bot: Any = player_of(asked.game, asked.level, asked.players, evaluations)
    if isinstance(asked, Case):
        return _judge(bot, asked, stopped)
    if asked.glance:
        return _glance(bot, asked)
    if not asked.seconds:
        return bot.choose(asked.sight, asked.luck, stopped)
    end = monotonic() + asked.seconds
    adviser: Adviser = bot
    ranked = adviser.rank(asked.sight, asked.luck, lambda: stopped() or monotonic() > end)
    return _advise(asked, ranked)


def _advise(asked: Question, ranked: Sequence[Choice[Any]]) -> tuple[Advice, ...]:
    """Return what a search tells, the chances put right as those of a game's review are.

    Alone it mostly thinks of gold, of which no curve tells. What was tried less than the best one
    seemed worse; where its chance is higher, that is luck.
    """
    curve = _curve(asked, judge_level(asked.game, asked.players) if asked.players > 1 else "")
    most = ranked[0].chance
    return tuple([Advice(one.action, curve.correct(min(one.chance, most))) for one in ranked])


def _glance(bot: object, asked: Question) -> tuple[Advice, ...]:
    """Return what a bot tells of every action at a glance, the chances put right."""
    if not isinstance(bot, Weigher):
        return ()
    curve = _curve(asked, asked.level)
    seen = bot.weigh(asked.sight, asked.luck)
    return tuple([Advice(one.action, curve.correct(one.chance)) for one in seen])


def _judge(bot: Judge, case: Case, stopped: Callable[[], bool]) -> Judgement | None:
    try:
        best, own = bot.appraise(case.sight, case.done, case.luck, stopped)
    except NoAnswer:
        return None
    curve = _curve(case, case.level)
    return Judgement(best.action, curve.correct(best.chance), curve.correct(own.chance))


def _curve(asked: Question | Case, level: str) -> "Curve":
    """Return what puts the chances of a level right; nothing does if it is empty."""
    from regicide_tui.bots.calibration import curve_of  # with numpy, where bots think

    return curve_of(asked.game, asked.players, level)


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
