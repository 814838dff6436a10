"""The games as Python games of OpenSpiel; importing this registers them.

`pyspiel.load_game("python_regicide(players=3)")`, and likewise `python_regicide_duel` and
`python_king_of_the_dead`.
"""

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from regicide_tui.env.env_game import LIMIT, EnvGame, find_rules
from regicide_tui.games.base import Seat

try:
    import pyspiel
except ImportError as error:
    raise ImportError(
        "This needs the extra 'openspiel': pip install 'regicide-tui[openspiel]'."
    ) from error

_DEALS = 10_000
"""The default number of deals, for the parameter `deals`."""
_MOST_NUMBERS = 100
"""The maximum numbers of an action: in King of the Dead, a large hand may be one payment."""
_ONLY_OBSERVATIONS = (
    "There are only observations of what one player sees now, and no information states."
)


def _game_type(short_name: str, name: str) -> pyspiel.GameType:
    game = find_rules(name).game
    utility = (
        pyspiel.GameType.Utility.ZERO_SUM if game.rivals else pyspiel.GameType.Utility.IDENTICAL
    )
    return pyspiel.GameType(
        short_name=short_name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.player_counts),
        min_num_players=min(game.player_counts),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 2, "deals": _DEALS},
    )


def _is_observation(kind: pyspiel.IIGObservationType) -> bool:
    """Return whether this is OpenSpiel's kind for observations: what one player sees now."""
    one_player = pyspiel.PrivateInfoType.SINGLE_PLAYER
    return kind.public_info and not kind.perfect_recall and kind.private_info == one_player


class SpielGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel has no types
    """One of the games with a number of players.

    The only chance event is the number of the deal, which is the game's seed in the app.
    """

    name: ClassVar[str]
    type: ClassVar[pyspiel.GameType]

    def __init__(self, params: Mapping[str, int] | None = None) -> None:
        """Make a game.

        Raises `ValueError` for an unsupported number of players, and without any deal.
        """
        given = dict(params or {})
        self.rules = find_rules(self.name)
        self.players = given.get("players", 2)
        self.deals = given.get("deals", _DEALS)
        EnvGame(self.rules, self.players)  # it checks the number of players
        if self.deals < 1:
            raise ValueError("The number of deals must be at least 1.")
        rivals = self.rules.game.rivals
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.space.size,
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=-1.0 if rivals else 0.0,
            max_utility=1.0,
            utility_sum=0.0 if rivals else None,
            max_game_length=LIMIT * _MOST_NUMBERS,
        )
        super().__init__(self.type, info, given)

    def new_initial_state(self) -> "SpielState":
        """Return the state before the deal."""
        return SpielState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, object] | None = None,
    ) -> "SpielObserver":
        """Return an object that shows a state to a player.

        Raises `SpielError` for any other kind than the observation. OpenSpiel asks for perfect
        recall when someone requests an information state.
        """
        if iig_obs_type is not None and not _is_observation(iig_obs_type):
            raise pyspiel.SpielError(_ONLY_OBSERVATIONS)
        return SpielObserver(self.rules.blocks.size)


class SpielState(pyspiel.State):  # type: ignore[misc] # OpenSpiel has no types
    """A game at one moment, with all hidden cards."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._deals = game.deals
        self._is_dealt = False
        self._returns = [0.0] * game.players
        self.game = EnvGame(game.rules, game.players)

    def current_player(self) -> int:
        """Return the seat that must act, or OpenSpiel's number for chance or for no player."""
        if not self._is_dealt:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal() or self.game.seat is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.game.seat

    def is_terminal(self) -> bool:
        """Return whether the game is over or has reached its limit."""
        return self._is_dealt and (self.game.seat is None or self.game.is_truncated)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers of all deals with their chances."""
        return [(deal, 1 / self._deals) for deal in range(self._deals)]

    def _legal_actions(self, player: Seat) -> list[int]:
        return self.game.legal if player == self.game.seat else []

    def _apply_action(self, action: int) -> None:
        if not self._is_dealt:
            self.game.deal(str(action))
            self._is_dealt = True
            return
        rewards = self.game.choose(action)
        self._returns = [old + new for old, new in zip(self._returns, rewards, strict=True)]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.game.rules.space.describe(action)

    def returns(self) -> list[float]:
        """Return what each player has won so far."""
        return self._returns

    def __str__(self) -> str:
        return self.game.as_text() if self._is_dealt else "not dealt yet"


class SpielObserver:
    """Shows a state to a player: the observation of docs/env.md, and the view as text."""

    def __init__(self, size: int) -> None:
        self.tensor = np.zeros(size, dtype=np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: Seat) -> None:
        """Write what a player sees into `tensor`."""
        self.tensor[:] = 0 if state.is_chance_node() else state.game.observe(player)

    def string_from(self, state: SpielState, player: Seat) -> str:
        """Return what a player sees as text."""
        return "" if state.is_chance_node() else state.game.as_text(player)


class SpielRegicide(SpielGame):
    """Regicide."""

    name = "regicide"
    type = _game_type("python_regicide", name)


class SpielDuel(SpielGame):
    """Regicide Duel."""

    name = "duel"
    type = _game_type("python_regicide_duel", name)


class SpielKing(SpielGame):
    """King of the Dead."""

    name = "king_of_the_dead"
    type = _game_type("python_king_of_the_dead", name)


for _game in (SpielRegicide, SpielDuel, SpielKing):
    pyspiel.register_game(_game.type, _game)
