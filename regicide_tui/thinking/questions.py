"""What is asked of a bot, and how questions and answers travel between two processes of ours."""

import pickle
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO

from msgspec.structs import replace

from regicide_tui.bots.base import Chances, Choice, NoAnswer, Sight, never
from regicide_tui.bots.roster import (
    Adviser,
    Judge,
    Weigher,
    evaluations_of,
    judge_level,
    player_of,
)
from regicide_tui.games import find
from regicide_tui.games.base import Seat, Value
from regicide_tui.games.sparing import lean
from regicide_tui.play.table import Table
from regicide_tui.thinking.thrift import thrifty

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
    sight: Sight[Value]
    luck: int
    seconds: float = 0
    glance: bool = False
    effort: float = 1.0
    """How many times as long as usual the bot thinks."""


class Advice(Value, frozen=True):
    """An action, and the chance of winning with it, from 0 to 1.

    Alone that is a win with any medal; `gold` is the chance of the gold medal, or None.
    """

    action: Value
    chance: float
    gold: float | None = None

    @property
    def chances(self) -> Chances:
        """Both chances."""
        return Chances(self.chance, self.gold)


class Case(Value, frozen=True):
    """How good was what a seat did? Told is what it had seen by then.

    Where nothing was done, `done` is None.
    """

    game: str
    players: int
    level: str
    sight: Sight[Value]
    luck: int
    done: Value | None


class Judgement(Value, frozen=True):
    """The best action of a seat, and the chances of winning with it and with what was done.

    Alone these are chances of any medal; those of gold follow, None where it can't be won any
    more. `for_gold` tells that the decision is judged by them.
    """

    best: Value
    chance: float
    kept: float
    gold: float | None = None
    kept_gold: float | None = None
    for_gold: bool = False
    lead: float = 0.0
    """By how much the best action seemed better than the next one."""
    was_best: bool = False
    """Whether the best action was done."""
    good: tuple[Value, ...] = ()
    """The best action, and those that seemed about as good."""

    @property
    def could_be(self) -> Chances:
        """The chances with the best action."""
        return Chances(self.chance, self.gold)

    @property
    def was(self) -> Chances:
        """The chances with what was done."""
        return Chances(self.kept, self.kept_gold)

    @property
    def lost(self) -> float:
        """How much smaller the chance became that the decision is judged by, never below 0."""
        if self.for_gold and self.gold is not None and self.kept_gold is not None:
            return max(0.0, self.gold - self.kept_gold)
        return max(0.0, self.chance - self.kept)


Answer = Value | tuple[Advice, ...] | None
"""An action, advice, or a judgement if there is one: `answer` says which comes when."""
Message = tuple[int, Answer]
"""What the two processes send: a number with an answer, with a question, or with None."""


def the_action(found: Answer) -> Value:
    """Return the answer to a question without `seconds` or `glance`."""
    assert isinstance(found, Value)
    return found


def the_advice(found: Answer) -> tuple[Advice, ...]:
    """Return the answer to a question with `seconds` or `glance`."""
    assert isinstance(found, tuple)
    return found


def the_judgement(found: Answer) -> Judgement | None:
    """Return the answer to a case."""
    assert found is None or isinstance(found, Judgement)
    return found


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


def sight_of(table: Table, seat: Seat) -> Sight[Value]:
    """Return all that a seat has seen of the game so far."""
    seen = tuple([event for told in table.told(seat) for event in told.events])
    return Sight(table.opening(seat), seen, table.view(seat))


def answer(asked: Question | Case, stopped: Callable[[], bool] = never) -> Answer:
    """Think, and answer an action; or a tuple of `Advice`, with `seconds` or `glance`.

    The advice is empty where the bot can tell nothing at a glance. The answer to a case is a
    `Judgement`, or None if nobody can judge such a position.
    """
    effort = asked.effort if isinstance(asked, Question) else 1.0
    evaluations = round(effort * evaluations_of(asked.game, asked.level))
    bot = player_of(asked.game, asked.level, asked.players, evaluations)
    if isinstance(asked, Case):
        assert isinstance(bot, Judge)
        return _judge(bot, asked, stopped)
    if asked.glance:
        return _glance(bot, asked)
    if not asked.seconds:
        return bot.choose(asked.sight, asked.luck, stopped)
    end = monotonic() + asked.seconds
    assert isinstance(bot, Adviser)
    ranked = bot.rank(asked.sight, asked.luck, lambda: stopped() or monotonic() > end)
    return _advise(asked, ranked)


def _advise(asked: Question, ranked: Sequence[Choice[Value]]) -> tuple[Advice, ...]:
    """Return what a search tells, the chances put right as those of a game's review are.

    The first action is one that needs all its cards. What was tried less than the best one seemed
    worse; where its chance is higher, that is luck.
    """
    found = thrifty(find(asked.game), asked.sight.view, _none_above_the_first(ranked))
    return _told(found, _curve(asked, judge_level(asked.game, asked.players)))


def _none_above_the_first(ranked: Sequence[Choice[Value]]) -> list[Choice[Value]]:
    """Return choices of which none is likelier than the first to reach what the bot goes for."""
    most = ranked[0].merit
    return [
        replace(one, gold=min(one.merit, most))
        if one.for_gold
        else replace(one, chance=min(one.chance, most))
        for one in ranked
    ]


def _told(choices: Sequence[Choice[Value]], curve: "Curve") -> tuple[Advice, ...]:
    """Return choices as advice; what is said of gold has no curve."""
    return tuple([Advice(one.action, curve.correct(one.chance), one.gold) for one in choices])


def _glance(bot: object, asked: Question) -> tuple[Advice, ...]:
    """Return what a bot tells of every action at a glance, the chances put right."""
    if not isinstance(bot, Weigher):
        return ()
    return _told(bot.weigh(asked.sight, asked.luck), _curve(asked, asked.level))


def _judge(bot: Judge, case: Case, stopped: Callable[[], bool]) -> Judgement | None:
    try:
        best, own = bot.appraise(case.sight, case.done, case.luck, stopped)
    except NoAnswer:
        return None
    right = _curve(case, case.level).correct
    better = best.action
    if better != own.action:
        better = lean(find(case.game), case.sight.view, better)
    return Judgement(
        better,
        right(best.chance),
        right(own.chance),
        best.gold,
        own.gold,
        best.for_gold,
        best.lead,
        case.done is not None and better == own.action,
        (better, *[one for one in best.peers if one not in (better, own.action)]),
    )


def _curve(asked: Question | Case, level: str) -> "Curve":
    """Return what puts the chances of a level right."""
    from regicide_tui.bots.calibration import curve_of  # with numpy, where bots think

    return curve_of(asked.game, asked.players, level)


def send(pipe: BinaryIO, message: Message) -> None:
    """Write a message. Raises `OSError`."""
    packed = pickle.dumps(message)
    pipe.write(len(packed).to_bytes(_LENGTH, "big") + packed)
    pipe.flush()


def receive(pipe: BinaryIO) -> Message:
    """Read a message. Raises `EOFError` once there are no more.

    Both ends of the pipe are ours and of one version: nothing else can write into it.
    """
    length = pipe.read(_LENGTH)
    packed = pipe.read(int.from_bytes(length, "big"))
    if not packed:
        raise EOFError
    message: Message = pickle.loads(packed)  # noqa: S301
    return message
