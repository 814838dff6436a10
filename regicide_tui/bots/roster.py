"""Which levels there are for which game, and who plays there."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from regicide_tui.bots.base import Choice, Sight, never
from regicide_tui.bots.levels import LEVELS, Level
from regicide_tui.bots.nets import net_file
from regicide_tui.bots.players import AnyBot, maker_of
from regicide_tui.games.base import Value

_NAMESAKES: Mapping[str, tuple[str, ...]] = {
    "page": ("Wat", "Tib", "Nell"),
    "squire": ("Gawen", "Isolde", "Piers"),
    "knight": ("Sir Bevis", "Dame Maud", "Sir Odo"),
    "captain": ("Captain Rook", "Captain Hale", "Captain Thorn"),
    "marshal": ("Grey Marshal", "Tall Marshal", "Stern Marshal"),
    "program": ("Guest", "Stranger", "Visitor", "Traveller"),
}
"""Who else plays at a level, where several of it sit at one table."""
_JUDGE = "knight"
PROGRAM = "program"
"""In place of a level: a foreign program, which plays only where somebody has brought one along."""


@runtime_checkable
class Adviser(Protocol):
    """A bot that can say what it thinks of every action."""

    def rank(
        self, sight: Sight[Value], seed: int, stopped: Callable[[], bool] = never
    ) -> Sequence[Choice[Value]]:
        """Return every legal action, the best first."""
        ...


@runtime_checkable
class Judge(Protocol):
    """A bot that can say how good an action was that somebody took."""

    def appraise(
        self,
        sight: Sight[Value],
        done: Value | None,
        seed: int,
        stopped: Callable[[], bool] = never,
    ) -> tuple[Choice[Value], Choice[Value]]:
        """Return the best action and what was done, or the best one twice if nothing was."""
        ...


@runtime_checkable
class Weigher(Protocol):
    """A bot that can tell at a glance how likely to win every action is."""

    def weigh(self, sight: Sight[Value], seed: int) -> Sequence[Choice[Value]]:
        """Return every legal action, the best first."""
        ...


def levels_of(game: str, players: int) -> tuple[Level, ...]:
    """Return the levels that can play a game among so many, the simplest first; none if none can.

    Those that have learned can where there are weights for so many.
    """
    maker = maker_of(game)
    if maker is None or players < 1:
        return ()
    learned = maker.learned is not None and net_file(game, players).is_file()
    return tuple([level for level in LEVELS if learned or not level.learned])


def playable(game: str, bots: Sequence[str], *, guest: bool = False) -> tuple[str, ...]:
    """Return levels by name, seat by seat, with the simplest in place of any that can't play here.

    In a game without bots there are only people. `guest` tells whether there is a foreign program.
    """
    known = [level.name for level in levels_of(game, len(bots))]
    if not known:
        return ()
    here = {"", *known, PROGRAM} if guest else {"", *known}
    return tuple([name if name in here else known[0] for name in bots])


def player_of(game: str, level: str, players: int, evaluations: int | None = None) -> AnyBot:
    """Return a player of a level; `evaluations` instead of the level's own, if given.

    Raises `KeyError` if there is none, or `BadWeights`.
    """
    found = {one.name: one for one in levels_of(game, players)}[level]
    maker = maker_of(game)
    assert maker is not None
    if not found.learned or maker.learned is None:
        return maker.page()
    return maker.learned(
        players, evaluations_of(game, level) if evaluations is None else evaluations
    )


def evaluations_of(game: str, level: str) -> int:
    """Return how many evaluations a level makes for an action; 0 is none, or one look ahead."""
    maker = maker_of(game)
    return maker.evaluations.get(level, 0) if maker else 0


def adviser_level(game: str, players: int) -> str:
    """Return the strongest level that can advise; empty where nobody can."""
    return next((one.name for one in reversed(levels_of(game, players)) if one.learned), "")


def glancer_level(game: str, players: int) -> str:
    """Return the simplest level that has learned; empty where none has."""
    return next((one.name for one in levels_of(game, players) if one.learned), "")


def judge_level(game: str, players: int) -> str:
    """Return the level that judges a game afterwards, or an empty text.

    A game has many actions, and no stronger level would be done with them soon enough.
    """
    return next((one.name for one in levels_of(game, players) if one.name == _JUDGE), "")


def names_for(bots: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """Return what everybody is called, seat by seat: people as in `names`, bots by who they are.

    `bots` are levels, with an empty text for a person. No two bots have the same name, and none has
    that of a person. Raises `KeyError` for a level that is not known.
    """
    seats = list(zip(bots, names, strict=True))
    taken = {name for level, name in seats if not level}
    called = []
    for level, name in seats:
        found = next(one for one in _called(level) if one not in taken) if level else name
        taken.add(found)
        called.append(found)
    return tuple(called)


def _called(level: str) -> tuple[str, ...]:
    return (*[one.player for one in LEVELS if one.name == level], *_NAMESAKES[level])
