"""The bot of Regicide Duel that has a net."""

from regicide_tui.bots.base import Observation
from regicide_tui.bots.duel.state import decode_action, encode_action, infer_information_set
from regicide_tui.bots.encoded.bot import EncodedSearchBot
from regicide_tui.bots.encoded.search import InformationSet
from regicide_tui.bots.library import Ints
from regicide_tui.games.duel.rules import legal_actions
from regicide_tui.games.duel.state import State
from regicide_tui.games.regicide_family.plays import Pay, Play


class DuelBot(EncodedSearchBot[State, Play | Pay]):
    """A bot of Regicide Duel."""

    def find_only(self, view: State) -> Play | Pay | None:
        """Return the only action to consider, if there is only one."""
        actions = legal_actions(view)
        return actions[0] if len(actions) == 1 else None

    def infer(self, observation: Observation[State]) -> InformationSet:
        """Return what the seat to act knows."""
        return infer_information_set(observation)

    def decode_action(self, number: int) -> Play | Pay:
        """Return the action for a number."""
        return decode_action(number)

    def encode_action(self, action: Play | Pay, _encoded: Ints) -> int:
        """Return the number of an action."""
        return encode_action(action)
