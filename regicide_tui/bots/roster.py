"""The levels of each game, the creation of its bots, and their names.

A net and its code are loaded only when a bot needs them.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, cast

from regicide_tui import games
from regicide_tui.bots.base import LEVELS, A, Bot, HeuristicBot, Level, S
from regicide_tui.bots.nets import library_file, net_file
from regicide_tui.games.base import Value
from regicide_tui.games.manifest import load

if TYPE_CHECKING:
    from regicide_tui.bots.net import Net
    from regicide_tui.bots.search_bot import SearchBot

_MORE_NAMES: Mapping[str, tuple[str, ...]] = {
    "page": ("Wat", "Tib", "Nell"),
    "squire": ("Gawen", "Isolde", "Piers"),
    "knight": ("Sir Bevis", "Dame Maud", "Sir Odo"),
    "captain": ("Captain Rook", "Captain Hale", "Captain Thorn"),
    "marshal": ("Grey Marshal", "Tall Marshal", "Stern Marshal"),
    "program": ("Stranger", "Visitor", "Traveller", "Newcomer"),
}
"""More names for each level, for several bots of the same level at a table."""
_REVIEW_LEVEL = "knight"
REVIEW = "review"
"""Used like a level for reviews: `review_level`, searching one action separately."""
MISSING = "the bots' search library is missing"
"""Why there are only pages, no hints and no reviews."""
PROGRAM = "program"
"""Used like a level for a foreign program. It plays only if someone provides one."""


AnyBot = Bot[Value, Value]
"""A bot of any game. It gets only observations of its own game: `find_factory` opens the type."""
AnySearchBot: TypeAlias = "SearchBot[Value, Value, Any]"


class BotFactory(NamedTuple, Generic[S, A]):
    """How the bots of a game are made.

    `make_heuristic` makes the bot that plays by a heuristic. `make_with_net` makes a bot with a
    net, from the number of players and the evaluations per action; it raises `BadWeights`. It is
    None for a game without nets. `evaluations` are those of each level with a net; 0 means that it
    rates its actions by the net, without a search.
    """

    make_heuristic: Callable[[], Bot[S, A]]
    make_with_net: Callable[[int, int], "SearchBot[S, A, Any]"] | None = None
    evaluations: Mapping[str, int] = MappingProxyType({})


def find_factory(game: str) -> BotFactory[Value, Value] | None:
    """Return how the bots of a game are made, or None for a game without bots."""
    dotted_name = games.manifest(game).bots if games.is_known(game) else ""
    return cast("BotFactory[Value, Value]", load(dotted_name)) if dotted_name else None


def _by(candidates: str) -> Callable[[], AnyBot]:
    """Return a factory of bots that play by the candidates with this dotted name."""
    return lambda: HeuristicBot(
        cast("Callable[[Value], list[tuple[Value, float]]]", load(candidates))
    )


def _with_net(game: str, bot: str) -> Callable[[int, int], AnySearchBot]:
    """Return a factory of bots of the class with this dotted name, with the net of their game."""

    def make(players: int, evaluations: int) -> AnySearchBot:
        from regicide_tui.bots.net import load_net  # loads the library of the searches

        kind = cast("Callable[[Net, int], AnySearchBot]", load(bot))
        return kind(load_net(game, players), evaluations)

    return make


_ON_ENCODED = {"squire": 0, "knight": 2_000, "captain": 15_000, "marshal": 300_000}
"""For Regicide and the Duel, where an evaluation is an action rated by the net."""
_OF_KING = {"squire": 150, "knight": 800, "captain": 3_000, "marshal": 40_000}
"""For King of the Dead, where an evaluation is an action played."""

REGICIDE = BotFactory(
    _by("regicide_tui.bots.regicide.bot:list_candidates"),
    _with_net("regicide", "regicide_tui.bots.regicide.bot:RegicideBot"),
    _ON_ENCODED,
)
DUEL = BotFactory(
    _by("regicide_tui.bots.duel.heuristic:list_candidates"),
    _with_net("duel", "regicide_tui.bots.duel.bot:DuelBot"),
    _ON_ENCODED,
)
KING_OF_THE_DEAD = BotFactory(
    _by("regicide_tui.bots.king_of_the_dead.bot:list_candidates"),
    _with_net("king_of_the_dead", "regicide_tui.bots.king_of_the_dead.bot:KingBot"),
    _OF_KING,
)


def list_levels(game: str, players: int) -> tuple[Level, ...]:
    """Return the levels that can play a game with this number of players, the simplest first.

    A level with a net needs weights for this number of players, and the library of the searches. A
    game without bots has no levels.
    """
    factory = find_factory(game)
    if factory is None or players < 1:
        return ()
    searches = (
        factory.make_with_net is not None and net_file(game, players).is_file() and has_searches()
    )
    return tuple([level for level in LEVELS if searches or not level.has_net])


def fit_levels(game: str, bots: Sequence[str], *, external: bool = False) -> tuple[str, ...]:
    """Return the levels, seat by seat, with the simplest replacing any that can't play here.

    In a game without bots, all seats are people, and the result is empty. `external` says whether
    there is a foreign program.
    """
    known = [level.name for level in list_levels(game, len(bots))]
    if not known:
        return ()
    here = {"", *known, PROGRAM} if external else {"", *known}
    return tuple([name if name in here else known[0] for name in bots])


def tell_replaced(game: str, bots: Sequence[str]) -> str:
    """Return why pages play for some of these bots, or an empty text."""
    if has_searches() or fit_levels(game, bots, external=True) in ((), tuple(bots)):
        return ""
    return f"A page replaces each stronger bot: {MISSING}."


def has_searches() -> bool:
    """Return whether bots can search here: whether their library was built."""
    return library_file().is_file()


def make_bot(game: str, level: str, players: int, evaluations: int | None = None) -> AnyBot:
    """Return a bot of a level, with `evaluations` instead of the level's own if given.

    Raises `KeyError` if the game has no such level, or `BadWeights`.
    """
    found = {one.name: one for one in list_levels(game, players)}[level]
    factory = find_factory(game)
    assert factory is not None
    if not found.has_net or factory.make_with_net is None:
        return factory.make_heuristic()
    return factory.make_with_net(
        players, default_evaluations(game, level) if evaluations is None else evaluations
    )


def default_evaluations(game: str, level: str) -> int:
    """Return how many evaluations per action a level makes in its search.

    0 means that it doesn't search.
    """
    factory = find_factory(game)
    return factory.evaluations.get(level, 0) if factory else 0


def adviser_level(game: str, players: int) -> str:
    """Return the strongest level that can give hints, or an empty text."""
    return next((one.name for one in reversed(list_levels(game, players)) if one.has_net), "")


def quick_adviser_level(game: str, players: int) -> str:
    """Return the simplest level with a net, or an empty text."""
    return next((one.name for one in list_levels(game, players) if one.has_net), "")


def review_level(game: str, players: int) -> str:
    """Return the level that reviews a game, or an empty text.

    Since a game has many actions, a stronger level would take too long.
    """
    return next((one.name for one in list_levels(game, players) if one.name == _REVIEW_LEVEL), "")


def name_players(bots: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of all players, seat by seat: people's from `names`, and the bots' own.

    `bots` are levels, with an empty text for a person. All bots have different names, and none has
    the name of a person. Raises `KeyError` for an unknown level.
    """
    seats = list(zip(bots, names, strict=True))
    taken = {name for level, name in seats if not level}
    names_given = []
    for level, name in seats:
        found = next(one for one in _names_at(level) if one not in taken) if level else name
        taken.add(found)
        names_given.append(found)
    return tuple(names_given)


def list_bot_names() -> tuple[str, ...]:
    """Return the names that bots have at tables."""
    return tuple([name for level in _MORE_NAMES for name in _names_at(level)])


def _names_at(level: str) -> tuple[str, ...]:
    return (*[one.player for one in LEVELS if one.name == level], *_MORE_NAMES[level])
