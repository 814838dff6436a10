"""Games played by random lines: each state is the reducer's, and no line tells a secret."""

import os
from pathlib import Path
from random import Random

import pytest

from tests.text.typing_people import Typist, home_in

GAMES = (
    "new regicide 1",
    "new regicide 2 page",
    "new regicide 3 page page",
    "new regicide 2 Bea",
    "new duel page",
    "new duel Bea",
    "new king 2 page",
    "new king 3 Bea page",
)


@pytest.mark.slow
@pytest.mark.parametrize("begin", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_random_lines_play_games(tmp_path: Path, begin: str, seed: int) -> None:
    typist = Typist(home_in(tmp_path), Random(f"{begin} {seed}"))
    assert typist.play(f"{begin} seed={seed}", 150)


@pytest.mark.attack
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("begin", GAMES)
def test_a_thousand_games_of_each_kind(
    tmp_path: Path, begin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)  # the disk is not what is tried here
    home, game = home_in(tmp_path), begin.split()[1]
    ways = [one for one in GAMES if one.split()[1] == game]
    for seed in range(1_000 // len(ways)):
        assert Typist(home, Random(f"{begin} {seed}")).play(f"{begin} seed={seed}", 400)
