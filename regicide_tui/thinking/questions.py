"""Questions to bots, their answers, and the messages that carry both between processes.

A review searches the same decision several times. One search is only a sample: with other random
numbers it finds other chances, and perhaps another best action. Several rounds give the means, and
show how much of their difference may be random.
"""

import pickle
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import sqrt
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from msgspec.structs import replace

from regicide_tui.bots.base import (
    Chances,
    NoAnswer,
    Observation,
    Ranking,
    RatedAction,
    Stopped,
    derive_seed,
    never_stop,
    whole_percent,
)
from regicide_tui.bots.roster import (
    REVIEW,
    AnyBot,
    AnySearchBot,
    default_evaluations,
    make_bot,
)
from regicide_tui.bots.search_bot import SearchBot, average, mean
from regicide_tui.games import find
from regicide_tui.games.base import AnyGame, Pile, Seat, Value
from regicide_tui.games.piles import drop_needless_cards
from regicide_tui.play.table import Table

if TYPE_CHECKING:
    from regicide_tui.bots.calibration import Curves

NOISE = 0.01
"""Chances that differ by no more than this may differ only by accident."""


def spare_cards(game: AnyGame, view: Value, ranked: Sequence[RatedAction[Value]]) -> Ranking[Value]:
    """Return rated actions without needless cards, each action once.

    The first one is the best, or one with the same effect and an equal chance that leaves a better
    hand.
    """
    found: dict[Value, RatedAction[Value]] = {}
    for one in ranked:
        action = drop_needless_cards(game, view, one.action)
        found.setdefault(action, replace(one, action=action))
    choices = [*found.values()]
    if not choices:
        return ()
    first = _cheapest(game, view, choices)
    return (first, *[one for one in choices if one is not first])


def _cheapest(
    game: AnyGame, view: Value, choices: Sequence[RatedAction[Value]]
) -> RatedAction[Value]:
    """Return the first action, or an equal one that takes cheaper cards."""
    best = choices[0]
    effect = game.effect(view, best.action)
    equal = [
        one
        for one in choices
        if one.target_chance >= best.target_chance - NOISE
        and game.effect(view, one.action) == effect
    ]
    return min(equal, key=lambda one: game.price(_cards(one.action)))


def _cards(action: Value) -> Pile:
    """Return the cards that an action takes from the hand."""
    return tuple([card for card in getattr(action, "cards", ()) if card is not None])


_APART = 1_000
"""How far apart the seeds of two rounds of a review are: a round counts up from its own."""
_LENGTH = 4
"""The number of bytes in the length of a message."""


class Asked(Value):
    """What every question contains: everything that a bot of this level may know."""

    game: str
    players: int
    level: str
    observation: Observation[Value]
    seed: int


class Question(Asked):
    """The question which action a seat should take.

    With `seconds`, the answer lists every action that the bot considers, the best first, after at
    most this many seconds. With `quick`, it is the same without a search, if the bot supports that.
    """

    seconds: float = 0
    quick: bool = False
    effort: float = 1.0
    """The factor on the bot's usual number of evaluations."""


class Advice(Value):
    """An action and the chance of winning with it, from 0 to 1.

    For a solo player, that is a win with any medal. `gold` is the chance of the gold medal, or
    None.
    """

    action: Value
    chance: float
    gold: float | None = None

    @property
    def chances(self) -> Chances:
        """Both chances."""
        return Chances(self.chance, self.gold)


class ReviewQuestion(Asked):
    """The question how good an action was, by what the seat knew at that moment.

    If no action was taken, `done` is None.
    """

    done: Value | None


class WishQuestion(Asked):
    """The question whether a seat would like to go next while another seat chooses (R-9).

    The answer is None if the bot says nothing.
    """

    seat: Seat


AnyQuestion = Question | ReviewQuestion | WishQuestion


class Judgement(Value):
    """A seat's best action, and the chances of winning with it and with the action taken.

    `chance` belongs to the best action, `chance_done` to the one taken. For a solo player, these
    are chances of any medal. `gold` and `gold_done` are those of gold, or None if gold can't be
    won any more. `aims_at_gold` says that the decision is analysed by the chances of gold.
    """

    best: Value
    chance: float
    chance_done: float
    gold: float | None = None
    gold_done: float | None = None
    aims_at_gold: bool = False
    lead: float = 0.0
    """By how much the best action seemed better than the second best."""
    was_best: bool = False
    """Whether the best action was taken."""
    good: tuple[Value, ...] = ()
    """The best action, and those that seemed about equally good."""
    error: float = 0.0
    """The error of the difference between both chances."""

    @property
    def best_chances(self) -> Chances:
        """The chances with the best action."""
        return Chances(self.chance, self.gold)

    @property
    def done_chances(self) -> Chances:
        """The chances with the action taken."""
        return Chances(self.chance_done, self.gold_done)

    @property
    def cost(self) -> float:
        """By how much the decision lowered the chance it is analysed by, never below 0.

        It is the difference of both chances in whole percent, as people read them side by side. A
        difference within the error counts as 0.
        """
        best, done = self.chance, self.chance_done
        if self.aims_at_gold and self.gold is not None and self.gold_done is not None:
            best, done = self.gold, self.gold_done
        if best - done <= self.error:
            return 0.0
        return max(0, whole_percent(best) - whole_percent(done)) / 100


Answer = Value | tuple[Advice, ...] | bool | None
"""An action, advice, a judgement, a wish or None: `answer` describes when it is which."""
Message = tuple[int, Answer]
"""A message between the two processes: a number with an answer, a question, or None."""


def the_action(found: Answer) -> Value:
    """Return the answer to a question without `seconds` or `quick`."""
    assert isinstance(found, Value)
    return found


def the_advice(found: Answer) -> tuple[Advice, ...]:
    """Return the answer to a question with `seconds` or `quick`."""
    assert isinstance(found, tuple)
    return found


def the_wish(found: Answer) -> bool | None:
    """Return the answer to a `WishQuestion`."""
    assert found is None or isinstance(found, bool)
    return found


def the_judgement(found: Answer) -> Judgement | None:
    """Return the answer to a `ReviewQuestion`."""
    assert found is None or isinstance(found, Judgement)
    return found


def question(
    table: Table,
    seat: Seat,
    level: str,
    seed: int | None = None,
    seconds: float = 0,
    *,
    quick: bool = False,
    effort: float = 1.0,
    wishes: Mapping[Seat, bool] | None = None,
) -> Question:
    """Return the question to a bot in this seat. It contains only what the seat has seen.

    By default, `seed` is derived from the game and its moves. `wishes` are the others' wishes to go
    next or not, if any (R-9).
    """
    observation = observe(table, seat, wishes)
    name, players = table.game.name, len(table.seats)
    if seed is None:
        seed = derive_seed(table.seed, table.moves)
    return Question(name, players, level, observation, seed, seconds, quick, effort)


def wish_question(table: Table, seat: Seat, level: str) -> WishQuestion:
    """Return the question whether a bot in this seat would like to go next (R-9)."""
    name, players, seed = table.game.name, len(table.seats), derive_seed(table.seed, table.moves)
    return WishQuestion(name, players, level, observe(table, seat), seed, seat)


def observe(
    table: Table, seat: Seat, wishes: Mapping[Seat, bool] | None = None
) -> Observation[Value]:
    """Return everything that a seat has seen and heard of the game so far."""
    seen = tuple([event for news in table.told(seat) for event in news.events])
    return Observation(table.opening(seat), seen, table.view(seat), wishes or {})


def answer(asked: AnyQuestion, stopped: Stopped = never_stop) -> Answer:
    """Return a bot's answer: an action, or a tuple of `Advice` with `seconds` or `quick`.

    The advice is empty if the bot can't rate actions without a search. The answer to a
    `ReviewQuestion` is a `Judgement`, or None if the position can't be analysed. The answer to a
    `WishQuestion` is a wish, or None if the bot says nothing.
    """
    effort = asked.effort if isinstance(asked, Question) else 1.0
    evaluations = round(effort * default_evaluations(asked.game, asked.level))
    bot = make_bot(asked.game, asked.level, asked.players, evaluations)
    if isinstance(asked, ReviewQuestion):
        assert isinstance(bot, SearchBot)
        return _review(bot, asked, stopped)
    if isinstance(asked, WishQuestion):
        return _wish(bot, asked)
    if asked.quick:
        return _advise_quickly(bot, asked)
    if not asked.seconds:
        return bot.choose(asked.observation, asked.seed, stopped)
    end = monotonic() + asked.seconds
    assert isinstance(bot, SearchBot)
    ranked = bot.rank(asked.observation, asked.seed, lambda: stopped() or monotonic() > end)
    return _advise(asked, ranked)


def _advise(asked: Question, ranked: Sequence[RatedAction[Value]]) -> tuple[Advice, ...]:
    """Return the result of a search as advice, with calibrated chances.

    The first action needs all its cards. The search tried other actions less because they seemed
    worse, so if their chance is higher, that is an accident, and it is capped. After wishes (R-9),
    though, the first choice may not have the highest chance.
    """
    capped = ranked if asked.observation.wishes else _cap_at_first(ranked)
    found = spare_cards(find(asked.game), asked.observation.view, capped)
    return _to_advice(found, _load_curves(asked, asked.level))


def _cap_at_first(ranked: Sequence[RatedAction[Value]]) -> list[RatedAction[Value]]:
    """Return rated actions with their target chances capped at that of the first."""
    most = ranked[0].target_chance
    return [
        replace(one, gold=min(one.target_chance, most))
        if one.aims_at_gold
        else replace(one, chance=min(one.chance, most))
        for one in ranked
    ]


def _to_advice(choices: Sequence[RatedAction[Value]], curves: "Curves") -> tuple[Advice, ...]:
    """Return rated actions as advice."""
    found = [(one.action, curves.correct(one.chances)) for one in choices]
    return tuple([Advice(action, chances.win, chances.gold) for action, chances in found])


def _advise_quickly(bot: AnyBot, asked: Question) -> tuple[Advice, ...]:
    """Return a bot's ratings of its actions without a search, with calibrated chances."""
    if not isinstance(bot, SearchBot):
        return ()
    ranked = bot.rank_quickly(asked.observation, asked.seed)
    return _to_advice(ranked, _load_curves(asked, asked.level)) if ranked else ()


def _review(bot: AnySearchBot, case: ReviewQuestion, stopped: Stopped) -> Judgement | None:
    curves = _load_curves(case, REVIEW)

    def search(number: int) -> tuple[RatedAction[Value], RatedAction[Value]]:
        seed = case.seed + number * _APART
        return bot.review(case.observation, case.done, seed, stopped)

    def chance(one: RatedAction[Value]) -> float:
        found = curves.correct(one.chances)
        return found.gold if one.aims_at_gold and found.gold is not None else found.win

    try:
        best, own, others, error = measure(search, chance, stopped)
    except NoAnswer:
        return None
    better = best.action
    if better != own.action:
        better = drop_needless_cards(find(case.game), case.observation.view, better)
    chances_done = curves.correct(own.chances)
    # The best action may be what was done, plus a needless card: then nothing was better.
    chances = chances_done if better == own.action else curves.correct(best.chances)
    return Judgement(
        better,
        chances.win,
        chances_done.win,
        chances.gold,
        chances_done.gold,
        best.aims_at_gold,
        best.lead,
        case.done is not None and better == own.action,
        (better, *[one for one in others if one not in (better, own.action)]),
        error,
    )


def _wish(bot: AnyBot, asked: WishQuestion) -> bool | None:
    with suppress(NoAnswer):
        return bot.wish(asked.seat, asked.observation, asked.seed)
    return None


def _load_curves(asked: Question | ReviewQuestion, predictor: str) -> "Curves":
    """Return the calibration curves of a level, or of `REVIEW`."""
    from regicide_tui.bots.calibration import load_curves  # with the library of the searches

    return load_curves(asked.game, asked.players, predictor)


def send(pipe: BinaryIO, message: Message) -> None:
    """Write a message. Raises `OSError`."""
    packed = pickle.dumps(message)
    pipe.write(len(packed).to_bytes(_LENGTH, "big") + packed)
    pipe.flush()


def receive(pipe: BinaryIO) -> Message:
    """Read a message. Raises `EOFError` once there are no more.

    Both ends of the pipe belong to this program and have the same version. No other program can
    write into it.
    """
    size = int.from_bytes(pipe.read(_LENGTH), "big")
    packed = pipe.read(size)
    if not packed or len(packed) < size:  # the other end has closed, perhaps within a message
        raise EOFError
    message: Message = pickle.loads(packed)  # noqa: S301
    return message


NOTICEABLE_COST = 0.02
"""The smallest difference of two chances worth reporting."""
_FEWEST, _MOST = 4, 12
"""The rounds for a decision that seems to have a cost. Others get at least half as many."""
_STANDARD_ERRORS = 2.5
"""Half the width of a 95% confidence interval for few rounds, in standard errors."""

_ERROR_OF_ONE = 0.05
"""The assumed error of a single round. In plain Python there may be time for only one."""

Pair = tuple[RatedAction[Value], RatedAction[Value]]
"""The best action, and the one taken."""
Chance = Callable[[RatedAction[Value]], float]
"""Returns the chance by which a decision is analysed."""


class Measured(NamedTuple):
    """The best action and the one taken, with their mean chances.

    `others` are more actions that seemed best, or equally good, in some round. `error` is the error
    of the difference between the two chances.
    """

    best: RatedAction[Value]
    own: RatedAction[Value]
    others: tuple[Value, ...]
    error: float


def measure(search: Callable[[int], Pair], chance: Chance, is_late: Callable[[], bool]) -> Measured:
    """Return the means of several rounds; `search` is given the number of the round.

    It runs at least one round, and stops once it `is_late`.
    """
    rounds = [search(0)]
    while not (_is_settled(rounds, chance) or is_late()):
        rounds.append(search(len(rounds)))
    aim = rounds[0][0].aims_at_gold
    found = Counter([best.action for best, _ in rounds]).most_common(1)[0][0]
    bests = [best for best, _ in rounds]
    best = next(one for one in bests if one.action == found)
    lead = mean([one.lead if one.action == found else 0.0 for one in bests])
    others = [one for each in bests for one in (each.action, *each.equals) if one != found]
    return Measured(
        replace(average(best, bests), lead=lead, aims_at_gold=aim),
        replace(average(rounds[0][1], [own for _, own in rounds]), aims_at_gold=aim),
        tuple(dict.fromkeys(others)),
        _error([chance(best) - chance(own) for best, own in rounds]),
    )


def _is_settled(rounds: Sequence[Pair], chance: Chance) -> bool:
    """Return whether more rounds would hardly change the judgement of a decision."""
    chances = [chance(best) for best, _ in rounds]
    costs = [chance(best) - chance(own) for best, own in rounds]
    cost, error, fewest = mean(costs), _error(costs), _FEWEST if any(costs) else _FEWEST // 2
    if len(rounds) < fewest:
        return False
    is_clear = cost > error or cost + error < NOTICEABLE_COST or not any(costs)
    return len(rounds) >= _MOST or (is_clear and _error(chances) < NOTICEABLE_COST)


def _error(samples: Sequence[float]) -> float:
    """Return the error of the samples' mean."""
    if len(samples) == 1:
        return _ERROR_OF_ONE
    from statistics import stdev

    return _STANDARD_ERRORS * stdev(samples) / sqrt(len(samples))


_NEXT_PAUSE = 0.7
"""Each further pause of a turn, as a share of the one before."""
_LEAST_PAUSE = 0.25
"""The shortest pause, as a share of the whole one."""


def share_of_pause(in_a_row: int) -> float:
    """Return the share of a pause that a bot waits after so many actions in a row.

    The first and second action, a play and its payment, get the whole pause. But a turn of King of
    the Dead may have ten actions, and with whole pauses the others would wait too long.
    """
    return max(_LEAST_PAUSE, _NEXT_PAUSE ** max(0, in_a_row - 1))
