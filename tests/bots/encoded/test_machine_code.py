"""Machine code and Python play the same games on encoded states."""

import os
import subprocess
import sys

import pytest

from regicide_tui.bots.compiled import JIT

GAMES = """
import numpy as np
from regicide_tui.bots.rng import random_below, new_rng
from regicide_tui.bots.net import MOST_INPUTS
from regicide_tui.bots.encoded.games import (
    apply_action, deal, write_features, write_legal_actions
)
from regicide_tui.bots.encoded.layout import (
    DUEL, LENGTH, MOST_ACTIONS, NONE, REGICIDE, RESULT, TURN
)
rng, encoded = new_rng(9), np.zeros(LENGTH, dtype=np.int64)
found, on = np.zeros(MOST_ACTIONS, dtype=np.int64), np.zeros(MOST_INPUTS, dtype=np.int64)
total = 0
for game in range(60):
    kind = DUEL if game % 3 == 0 else REGICIDE
    deal(encoded, kind, game % 4 + 1, 2 if game % 4 == 0 else 0, rng)
    while encoded[RESULT] == NONE:
        count = write_legal_actions(encoded, found)
        for action in found[:count]:
            size = write_features(encoded, int(encoded[TURN]), int(action), on)
            total = (total * 31 + int(on[: max(0, size)].sum()) + size) % 1_000_003
        apply_action(encoded, int(found[random_below(rng, count)]), rng)
    total = (total * 31 + int(encoded.sum())) % 1_000_003
print(total)
"""

KING = """
import numpy as np
from regicide_tui.bots.rng import random_below, new_rng
from regicide_tui.bots.king_of_the_dead.encoded import layout
from regicide_tui.bots.king_of_the_dead.encoded.candidates.dispatch import write_candidates
from regicide_tui.bots.king_of_the_dead.encoded.candidates.working_memory import (
    ACTIONS, APPEALS, new_working_memory
)
from regicide_tui.bots.king_of_the_dead.encoded.encoding import encode_state
from regicide_tui.bots.king_of_the_dead.encoded.features import MOST_INPUTS, write_features
from regicide_tui.bots.king_of_the_dead.encoded.rules import apply_action
from regicide_tui.games.king_of_the_dead import GAME
rng, work, total = new_rng(9), new_working_memory(), 0
cards, on = np.zeros(layout.ROOM, dtype=np.int64), np.zeros(MOST_INPUTS, dtype=np.int64)
for game in range(12):
    encoded = encode_state(GAME.new(2 + game % 3, str(game), {}))
    while not encoded[layout.OVER]:
        count = write_candidates(encoded, work, 14)
        for row in (ACTIONS, APPEALS):
            for number in work[row : row + count].tolist():
                total = (total * 31 + number) % 1_000_003
        size = write_features(encoded, int(encoded[layout.TURN]), on)
        total = (total * 31 + int(on[:size].sum())) % 1_000_003
        apply_action(encoded, int(work[ACTIONS + random_below(rng, count)]), cards, rng)
    total = (total * 31 + int(encoded[: layout.CARDS].sum())) % 1_000_003
print(total)
"""

THOUGHTS = """
from numba.core import event
compiled = []
class Listener(event.Listener):
    def on_start(self, event):
        compiled.append(str(event.data["dispatcher"]))
    def on_end(self, event):
        pass
event.register("numba:compile", Listener())
from regicide_tui.bots.base import Observation
from regicide_tui.bots.roster import list_levels, make_bot
from regicide_tui.games import find
for name in ("regicide", "duel", "king_of_the_dead"):
    game = find(name)
    for players in game.player_counts:
        for level in [one.name for one in list_levels(name, players) if one.has_net]:
            bot, state = make_bot(name, level, players, 20), game.new(players, level, {})
            for number in range(30):
                seat = game.to_act(state)
                if seat is None:
                    break
                view = game.view(state, seat)
                seen, actions = Observation(view, (), view), game.legal_actions(view)
                bot.review(seen, actions[number % len(actions)], number)
                state = game.reduce(state, bot.choose(seen, number)).state
print(compiled)
"""


def _total(games: str, **environment: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", games],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout


@pytest.mark.skipif(not JIT, reason="numba is not installed: there is one way only")
@pytest.mark.parametrize("games", [GAMES, KING], ids=["plays and payments", "king_of_the_dead"])
@pytest.mark.slow
def test_machine_code_and_python_play_the_same_games(games: str) -> None:
    assert _total(games) == _total(games, NUMBA_DISABLE_JIT="1")


@pytest.mark.slow
@pytest.mark.skipif(not JIT, reason="numba is not installed: nothing is compiled")
def test_what_is_ready_is_not_compiled_while_somebody_waits() -> None:
    assert _total(THOUGHTS) == "[]\n"
