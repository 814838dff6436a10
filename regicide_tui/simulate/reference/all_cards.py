"""Players who know where every card is, to measure what hidden cards cost.

Such a player isn't a `Bot`, since it gets the whole state. It searches with one of our bots, but
from an information set without gaps, so it guesses nothing. It knows the cards but not the seed:
like everyone, it can't know the result of a future shuffle.
"""

from collections.abc import Callable, Mapping
from typing import Any

from regicide_tui.bots.base import Decision, Observation
from regicide_tui.bots.duel import bot as duel_encoding
from regicide_tui.bots.encoded.search import InformationSet
from regicide_tui.bots.king_of_the_dead import encoding as king_encoding
from regicide_tui.bots.king_of_the_dead import search as king_search
from regicide_tui.bots.king_of_the_dead.bot import Known as KingKnown
from regicide_tui.bots.library import Ints, ints
from regicide_tui.bots.regicide import state as regicide_encoding
from regicide_tui.bots.regicide.bot import RegicideBot
from regicide_tui.bots.regicide.rules import PUBLIC
from regicide_tui.bots.roster import make_bot
from regicide_tui.bots.search_bot import SearchBot
from regicide_tui.games.base import Value
from regicide_tui.games.king_of_the_dead.state import State as KingState
from regicide_tui.games.regicide.state import State as RegicideState

_LEVEL = "captain"


class AllCardsPlayer:
    """Plays with all cards known, using one of our searches."""

    def __init__(self, game: str, players: int, evaluations: int | None = None) -> None:
        """Make as many evaluations as a captain, or the given number.

        Raises `KeyError` for a game that it can't play, and `BadWeights`.
        """
        self._know = _KNOW[game]
        bot = make_bot(game, _LEVEL, players, evaluations)
        assert isinstance(bot, SearchBot)  # the level has a net
        self._bot = bot

    def know(self, state: Value, observation: Observation[Value]) -> object:
        """Return what the bot would know if it saw the whole state."""
        return self._know(self._bot, state, observation)

    def decide(self, state: Value, observation: Observation[Value], seed: int) -> Decision[Value]:
        """Return the decision of the seat to act, with its chance unless there is a single action.

        `observation` is what a bot would get. `seed` seeds the random numbers, which the search
        needs for later shuffles.
        """
        if (only := self._bot.find_only(observation.view)) is not None:
            return Decision(only)
        best = self._bot.find_best(self.know(state, observation), seed)
        return Decision(best.action, best.chance)


def _know_regicide(
    bot: RegicideBot, state: RegicideState, observation: Observation[RegicideState]
) -> InformationSet:
    """Return the whole state, with the royals in hands that everyone knows about.

    The net evaluates a position as the seat knows it, and these royals are inputs of the net.
    """
    encoded = regicide_encoding.encode_state(state)
    encoded[PUBLIC] = bot.infer(observation).encoded[PUBLIC]
    return _without_gaps(encoded)


def _without_gaps(encoded: Ints) -> InformationSet:
    none, tiers = ints(0), ints(4)
    return InformationSet(encoded, none, none, none, none, tiers, none, none)


def know_all_of_king(state: KingState) -> king_search.InformationSet:
    """Return an information set without gaps for King of the Dead."""
    none, ends = ints(0), ints(len(state.sides))
    encoded = king_encoding.encode_state(state)
    return king_search.InformationSet(encoded, none, ends, none, ends, gate=0, newcomer=0)


_KNOW: Mapping[str, Callable[[Any, Any, Any], object]] = {
    "regicide": _know_regicide,
    "duel": lambda _, state, __: _without_gaps(duel_encoding.encode_state(state)),
    "king_of_the_dead": lambda _, state, seen: KingKnown(know_all_of_king(state), seen.view),
}
