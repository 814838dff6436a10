"""A player for tests to kill: plays random games in a folder, and saves as the app does.

    python -m tests.play.player FOLDER SEED

goes on with the newest unfinished game or begins one, and before and after every action prints
the name of the file and how many moves there are, and `over` once the game is.

    python -m tests.play.player --hold FILE

opens the save for writing, as a window does, says `held` and which file, and waits to be killed.
"""

import sys
from pathlib import Path
from random import Random

from regicide_tui.games import find
from regicide_tui.play.history import Start, begin
from regicide_tui.play.saves.autosave import Autosave
from regicide_tui.play.saves.saves_folder import SavesFolder
from regicide_tui.play.table import Table

PATIENCE = 60.0
"""Seconds to wait for the disk."""


def play(folder: Path, rng: Random) -> None:
    """Play until killed."""
    saves_folder = SavesFolder(folder)
    while True:
        found = saves_folder.newest_unfinished()
        path, saved = found or (saves_folder.new_path(), _deal(rng))
        autosave = Autosave(path, saves_folder.new_path, _stop)
        if found is None:
            autosave.save(saved)
        _play_one(saved, autosave, rng)
        autosave.close(PATIENCE)


def _play_one(table: Table, autosave: Autosave, rng: Random) -> None:
    _settle(autosave)
    _say(table, autosave)
    while (seat := table.to_act) is not None:
        _settle(autosave)
        action = rng.choice(table.game.legal_actions(table.view(seat)))
        table = table.take(seat, action)
        autosave.save(table)
        _say(table, autosave)


def _deal(rng: Random) -> Table:
    players = rng.randint(1, 4)
    start = Start("regicide", players, f"{rng.getrandbits(64):x}", {})
    return Table(begin(find("regicide"), start), ("Ada", "Bea", "Cy", "Dot")[:players])


def _settle(autosave: Autosave) -> None:
    if not autosave.wait_until_saved(PATIENCE):
        sys.exit("The disk takes too long.")


def _say(table: Table, autosave: Autosave) -> None:
    moves, over = len(table.history.moves), "over" if table.outcome else "on"
    print(f"{autosave.path.name} {moves} {over}\n", end="", flush=True)


def _stop(report: str | None) -> None:
    print(report, file=sys.stderr, flush=True)


def hold(path: Path) -> None:
    """Hold a save until killed."""
    autosave = Autosave(path, lambda: path.with_name("copy.save"), _stop)
    _settle(autosave)
    print(f"held {autosave.path.name}", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    if sys.argv[1] == "--hold":
        hold(Path(sys.argv[2]))
    else:
        play(Path(sys.argv[1]), Random(sys.argv[2]))
