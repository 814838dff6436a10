"""Regicide for one player as a Gymnasium environment; importing this registers it.

`gymnasium.make("regicide_tui.env.solo_v0:regicide_tui/Solo-v0")` makes one.
"""

from operator import index
from typing import Unpack

import numpy as np
import numpy.typing as npt

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
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError(MISSING) from error

ID = "regicide_tui/Solo-v0"
_SEAT = 0


class SoloRegicide(gymnasium.Env[Observation, int]):
    """A game of Regicide for one player. docs/env.md describes the numbers and the rewards."""

    metadata = {"render_modes": [*RENDER_MODES], "render_fps": 1}  # noqa: RUF012 # so in Env
    observation_space: spaces.Dict  # type: ignore[assignment] # the space of a dict, in fact
    action_space: spaces.Discrete  # type: ignore[assignment] # its elements are integers of numpy

    def __init__(self, **settings: Unpack[Settings]) -> None:
        """Make an environment.

        Raises `TypeError` for an unknown setting, and `ValueError` for a value that the game
        doesn't allow.
        """
        self.game = make_game("regicide", 1, settings)
        self.render_mode = settings.get("render_mode")
        self._seeds = Seeds()
        self._is_over = True
        self.observation_space = observation_space(self.game.rules)
        self.action_space = spaces.Discrete(self.game.rules.space.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, dict[str, object]]:
        """Deal a new game; with a seed, the game that this seed deals in the app."""
        super().reset(seed=seed)
        self.game.deal(self._seeds.next(seed))
        self._is_over = False
        self._show()
        return observe(self.game, _SEAT), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, object]]:
        """Choose a number. An illegal one ends the game with a reward of -1.

        At the end of a game, `info` contains its reason and its medal.

        Raises `ResetNeeded` if there is no current game, and `TypeError` for a number that is not
        an integer.
        """
        if self._is_over:
            raise gymnasium.error.ResetNeeded("There is no current game: call reset first.")
        if index(action) not in self.game.legal:
            self._is_over = True
            return observe(self.game, _SEAT), -1.0, True, False, {"reason": "illegal_action"}
        (reward,) = self.game.choose(action)
        self._show()
        over, cut = self.game.seat is None, self.game.is_truncated
        self._is_over = over or cut
        return observe(self.game, _SEAT), reward, over, cut, end_info(self.game)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return for each number whether it is legal now, for MaskablePPO of sb3-contrib."""
        return self.game.mask(_SEAT).astype(np.bool_)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Return the whole position as text; with the mode `human`, write it to the output."""
        return render(self.game, self.render_mode)


if ID not in gymnasium.registry:
    gymnasium.register(ID, entry_point=f"{__name__}:{SoloRegicide.__name__}")
