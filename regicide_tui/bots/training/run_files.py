"""The files of a training run: its state, its log, and its net."""

import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from regicide_tui.bots.library import Ints
from regicide_tui.bots.net import Net, encode_net
from regicide_tui.bots.training.adam import Adam
from regicide_tui.games.base import Json


class State(NamedTuple):
    """The state of a run: see `Run`. `progress` contains its four counts."""

    net: Net
    mean: Net
    adam: Adam
    rng: Ints
    progress: tuple[int, int, int, int]
    won: float
    seconds: float


class RunFiles:
    """The files of the run for a game and number of players, in a folder that is created."""

    def __init__(self, folder: Path, game: str, players: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._game, self._players = game, players
        self._name = folder / f"{game}-{players}"

    @property
    def _state(self) -> Path:
        return self._name.with_suffix(".state")

    def load(self) -> State | None:
        """Return the state of the run, or None if it hasn't started."""
        if not self._state.exists():
            return None
        found: State = pickle.loads(self._state.read_bytes())  # noqa: S301  # this tool wrote it
        return found

    def keep(self, state: State) -> None:
        """Write the state of the run atomically."""
        new = self._name.with_suffix(".new")
        new.write_bytes(pickle.dumps(state))
        new.replace(self._state)

    def note(self, line: str) -> None:
        """Write a line to the log and the screen."""
        print(line, flush=True)  # noqa: T201
        with self._name.with_suffix(".log").open("a") as log:
            log.write(line + "\n")

    def publish(self, net: Net, about: Mapping[str, Json]) -> Path:
        """Write the file of weights and return its path. `about` describes the training."""
        file = self._name.with_suffix(".net")
        file.write_bytes(encode_net(net, self._game, self._players, about))
        return file
