"""The files of a run of training: its state, its log, and the net that it makes."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from regicide_tui.bots.net import Net
from regicide_tui.bots.weights import encode_net
from regicide_tui.games.base import Json


class RunFiles:
    """The files in a folder, which is made, of the run for a game and number of players."""

    def __init__(self, folder: Path, game: str, players: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._game, self._players = game, players
        self._name = folder / f"{game}-{players}"

    @property
    def state(self) -> Path:
        """The path of the file with the state of the run."""
        return self._name.with_suffix(".npz")

    def keep(self, **parts: ArrayLike) -> None:
        """Write the state of the run, completely or not at all."""
        new = self._name.with_suffix(".new.npz")
        np.savez(new, allow_pickle=True, **parts)
        new.replace(self.state)

    def note(self, line: str) -> None:
        """Write a line to the log and the screen."""
        print(line, flush=True)  # noqa: T201
        with self._name.with_suffix(".log").open("a") as log:
            log.write(line + "\n")

    def publish(self, net: Net, about: Mapping[str, Json]) -> Path:
        """Write the file of weights and return its path. `about` says how they were made."""
        file = self._name.with_suffix(".net")
        file.write_bytes(encode_net(net, self._game, self._players, about))
        return file
