"""Players who know where every card lies, to measure what hidden cards cost.

Such a player is no `Bot`: it is given the whole state. It searches with a bot of ours, but from an
information set without gaps, so nothing is guessed. It knows cards and no seed: the result of a
shuffle that has not happened yet is as unknown to it as to anybody.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, cast

from regicide_tui.bots.base import A, Decision, Observation, S
from regicide_tui.bots.duel import bot as duel_encoding
from regicide_tui.bots.duel.bot import DuelBot
from regicide_tui.bots.encoded.search import InformationSet
from regicide_tui.bots.king_of_the_dead import encoding as king_encoding
from regicide_tui.bots.king_of_the_dead import guess as king_determinize
from regicide_tui.bots.king_of_the_dead.bot import KingBot
from regicide_tui.bots.king_of_the_dead.bot import Known as KingKnown
from regicide_tui.bots.library import Ints, ints
from regicide_tui.bots.net import load_net
from regicide_tui.bots.regicide import state as regicide_encoding
from regicide_tui.bots.regicide.bot import RegicideBot
from regicide_tui.bots.regicide.rules import PUBLIC
from regicide_tui.bots.roster import default_evaluations
from regicide_tui.bots.search_bot import K, SearchBot
from regicide_tui.games.base import Value
from regicide_tui.games.duel.state import State as DuelState
from regicide_tui.games.king_of_the_dead.actions import Action as KingAction
from regicide_tui.games.king_of_the_dead.state import State as KingState
from regicide_tui.games.regicide.state import Action as RegicideAction
from regicide_tui.games.regicide.state import State as RegicideState
from regicide_tui.games.regicide_family.plays import Pay, Play

_LEVEL = "captain"


class AllCardsPlayer(ABC, Generic[S, A]):
    """Plays with all cards known."""

    @abstractmethod
    def decide(self, state: S, observation: Observation[S], seed: int) -> Decision[A]:
        """Return what the seat to act does, with its chance unless there is a single action.

        `observation` is what a bot would be given. `seed` is the seed of the random numbers, which
        the search needs for later shuffles.
        """


AnyAllCardsPlayer = AllCardsPlayer[Value, Value]
"""A player of any game. It gets states of its own game alone: `make_all_cards_player` opens it."""


class _SearchPlayer(AllCardsPlayer[S, A], Generic[S, A, K]):
    """Plays by a search of ours."""

    def __init__(self, bot: SearchBot[S, A, K]) -> None:
        self._bot = bot

    @abstractmethod
    def know(self, state: S, observation: Observation[S]) -> K:
        """Return what the bot would know if it knew the whole state."""

    def decide(self, state: S, observation: Observation[S], seed: int) -> Decision[A]:
        """Return what the seat to act does."""
        if (only := self._bot.find_only(observation.view)) is not None:
            return Decision(only)
        best = self._bot.find_best(self.know(state, observation), seed)
        return Decision(best.action, best.chance)


class RegicideAllCards(_SearchPlayer[RegicideState, RegicideAction, InformationSet]):
    """Plays Regicide with all cards known."""

    def know(self, state: RegicideState, observation: Observation[RegicideState]) -> InformationSet:
        """Return the whole state, with the royals that everybody knows to be in a hand.

        The net evaluates a position as the seat knows it, and these are inputs of the net.
        """
        encoded = regicide_encoding.encode_state(state)
        encoded[PUBLIC] = self._bot.infer(observation).encoded[PUBLIC]
        return know_all(encoded)


class DuelAllCards(_SearchPlayer[DuelState, Play | Pay, InformationSet]):
    """Plays Regicide Duel with all cards known."""

    def know(self, state: DuelState, observation: Observation[DuelState]) -> InformationSet:
        """Return the whole state, without gaps."""
        return know_all(duel_encoding.encode_state(state))


class KingAllCards(_SearchPlayer[KingState, KingAction, KingKnown]):
    """Plays King of the Dead with all cards known."""

    def know(self, state: KingState, observation: Observation[KingState]) -> KingKnown:
        """Return the whole state, without gaps."""
        return KingKnown(know_all_of_king(state), observation.view)


def know_all(encoded: Ints) -> InformationSet:
    """Return an information set without gaps, from an encoded state of Regicide or the Duel."""
    none, tiers = ints(0), ints(4)
    return InformationSet(encoded, none, none, none, none, tiers, none, none)


def know_all_of_king(state: KingState) -> king_determinize.InformationSet:
    """Return an information set without gaps for King of the Dead."""
    none, ends = ints(0), ints(len(state.sides))
    encoded = king_encoding.encode_state(state)
    return king_determinize.InformationSet(encoded, none, ends, none, ends, gate=0, newcomer=0)


def make_all_cards_player(
    game: str, players: int, evaluations: int | None = None
) -> AnyAllCardsPlayer:
    """Return a player who makes as many evaluations as a captain, or the number that is given.

    Raises `KeyError` for a game that can't be played so, and `BadWeights`.
    """
    budget = default_evaluations(game, _LEVEL) if evaluations is None else evaluations
    net = load_net(game, players)
    makers: dict[str, Callable[[], object]] = {
        "regicide": lambda: RegicideAllCards(RegicideBot(net, budget)),
        "duel": lambda: DuelAllCards(DuelBot(net, budget)),
        "king_of_the_dead": lambda: KingAllCards(KingBot(net, budget)),
    }
    return cast("AnyAllCardsPlayer", makers[game]())
