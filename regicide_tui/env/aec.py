"""A PettingZoo environment for any of the games, in which agents act in turn (AEC)."""

from typing import Unpack

from regicide_tui.env import MISSING
from regicide_tui.env.seeds import Seeds
from regicide_tui.env.settings import (
    RENDER_MODES,
    Observation,
    Settings,
    end_info,
    make_game,
    observation_space,
    observe,
    render,
)

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(MISSING) from error

__all__ = ["AECEnv", "CardGameEnv", "wrap"]


class CardGameEnv(AECEnv):  # type: ignore[misc] # PettingZoo has no types
    """A game as an AEC environment. docs/env.md describes the numbers, rewards and ends.

    Copied and unpickled environments continue independently from where the original was.
    """

    def __init__(self, game: str, players: int, /, **settings: Unpack[Settings]) -> None:
        """Make an environment.

        Raises `TypeError` for an unknown setting, and `ValueError` for a value that the game
        doesn't allow.
        """
        super().__init__()
        self.game = make_game(game, players, settings)
        self.render_mode = settings.get("render_mode")
        self.metadata = {
            "render_modes": [*RENDER_MODES],
            "name": f"{game}_v0",
            "is_parallelizable": False,
        }
        self._seeds = Seeds()
        self.possible_agents = [f"player_{seat + 1}" for seat in range(players)]
        self.agents = self.possible_agents[:]
        rules = self.game.rules
        self.observation_spaces = {name: observation_space(rules) for name in self.agents}
        self.action_spaces = {name: spaces.Discrete(rules.space.size) for name in self.agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Deal a new game; with a seed, the game that this seed deals in the app."""
        self.game.deal(self._seeds.next(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None  # PettingZoo keeps it from an abandoned game
        self._select_agent()
        self._show()

    def _select_agent(self) -> None:
        if self.game.seat is not None:
            self.agent_selection = self.possible_agents[self.game.seat]

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, and its legal choices: none unless it must act."""
        return observe(self.game, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Choose a number for the selected agent.

        At the end of a game, `infos` contain its reason and its medal.

        Raises `TypeError` for a number that is not an integer, and `ValueError` if it is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("An agent may pass None only after its game is over.")
        rewards = self.game.choose(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, self.game.seat is None)
        self.truncations = dict.fromkeys(self.agents, self.game.is_truncated)
        if self.game.seat is None:
            self.infos = {one: end_info(self.game) for one in self.agents}
        self._select_agent()
        self._accumulate_rewards()
        self._show()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Return the whole position as text; with the mode `human`, write it to the output."""
        return render(self.game, self.render_mode)

    def close(self) -> None:
        """Do nothing: an environment has no resources to release."""


def wrap(env: CardGameEnv) -> AECEnv:
    """Wrap the environment like PettingZoo's classic games: an illegal action loses."""
    wrapped = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))
