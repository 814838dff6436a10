"""Games are found by their manifests: ours at once, those of other packages by entry points."""

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.games.base import Game
from regicide_tui.games.manifest import BUILT_IN, DUEL, GROUP, Manifest, load, read_entries

ROOT = Path(__file__).parents[2]
PARTS = ("rules", "ui", "picture", "bots", "lessons", "puzzles", "puzzle_search")


class EntryPoint(NamedTuple):
    """An entry point of a package that is not installed."""

    name: str
    means: Any

    def load(self) -> Any:
        """Return what it means, or raise it."""
        if isinstance(self.means, Exception):
            raise self.means
        return self.means


GOOD = EntryPoint("duel", DUEL)


def test_our_games_register_as_all_others_do() -> None:
    given = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"][GROUP]
    assert {name: load(dotted) for name, dotted in given.items()} == {
        one.name: one for one in BUILT_IN
    }


@pytest.mark.parametrize("manifest", BUILT_IN, ids=lambda one: one.name)
def test_every_part_that_a_manifest_names_is_there(manifest: Manifest) -> None:
    parts = [dotted for part in PARTS if (dotted := getattr(manifest, part))]
    assert all(load(dotted) is not None for dotted in parts)
    game = load(manifest.rules)
    assert isinstance(game, Game)
    assert (game.name, game.title) == (manifest.name, manifest.title)


def test_an_entry_point_brings_a_game() -> None:
    assert read_entries([GOOD], ()) == ((DUEL,), ())


def test_a_game_that_is_known_already_is_not_replaced() -> None:
    assert read_entries([EntryPoint("duel", RuntimeError("never loaded"))], ["duel"]) == ((), ())


@pytest.mark.parametrize(
    ("means", "said"),
    [
        (RuntimeError("broken"), "RuntimeError: broken"),
        ("no manifest", "TypeError: the entry point names no Manifest."),
        (replace(DUEL, rules="regicide_tui.games.duel.rules:TITLE"), "is no Game"),
        (replace(DUEL, rules="regicide_tui.games.regicide:GAME"), "must be the same"),
        (replace(DUEL, rules="nowhere:GAME"), "No module named 'nowhere'"),
        (replace(DUEL, name="Duel 2"), "'Duel 2' is no name"),
    ],
)
def test_a_faulty_game_is_left_out_and_harms_no_other(means: Any, said: str) -> None:
    found, (fault,) = read_entries([EntryPoint("another", means), GOOD], ())
    assert found == (DUEL,)
    assert fault.name == "another"
    assert said in fault.sentence


def test_nobody_searches_the_installed_packages_for_a_game_of_ours() -> None:
    program = """
import sys
from regicide_tui import games
assert [games.find(one.name).name for one in games.BUILT_IN] and games.is_known("duel")
assert next(games.each()).name == games.first()
assert "importlib.metadata" not in sys.modules
assert not games.is_known("chess")
assert "importlib.metadata" in sys.modules
"""
    subprocess.run([sys.executable, "-S", "-c", _beside_us(program)], check=True)


def _beside_us(program: str) -> str:
    """Return a program that finds what we find: without `site`, nothing is imported before it."""
    return f"import sys; sys.path[:] = {sys.path!r}\n{program}"


def test_a_game_that_is_not_there_is_nobodys() -> None:
    with pytest.raises(KeyError, match="chess"):
        games.manifest("chess")
    assert games.names() == tuple([one.name for one in BUILT_IN])
    assert games.faults() == ()
