"""A game that is installed is everywhere: in the app, the engine, simulations and the server."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from regicide_tui.games.manifest import BUILT_IN
from tests.fourth_game.conftest import install
from tests.terminal.conftest import Start
from tests.terminal.driver import over
from tests.terminal.terminal import PATIENCE, PROGRAM, QUIET, Terminal, environment
from tests.terminal.test_server import Come, Server, gather

pytestmark = pytest.mark.processes

ROOT = Path(__file__).parents[2]
LIMIT = 610
"""Lines of the game, its rules and its packaging."""
_TRICKS = 10
_REFUSED = "You must follow suit"
_ACTS = "enter play"
_CURTAIN = "Pass the keyboard to"
_BREATH = 0.7
"""Seconds of quiet after which a player has sat down, and looked at the hand."""


def run(folder: Path, more: dict[str, str], *arguments: str, given: str = "") -> str:
    """Run a command with the game installed; return what it says."""
    done = subprocess.run(
        [*PROGRAM, *arguments],
        env=environment(folder, **more),
        input=given,
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_app_knows_nothing_of_it() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "regicide_tui").rglob("*.py")]
    assert len(texts) > 100
    assert not [text for text in texts if re.search("whist", text, re.IGNORECASE)]


def test_the_example_game_stays_under_the_limit_of_lines() -> None:
    here = Path(__file__).parent
    files = [here / "pyproject.toml", *(here / "whist_game").glob("*.py")]
    files += [*(here / "whist_game").glob("*.md")]
    assert sum(len(one.read_text().splitlines()) for one in files) <= LIMIT


def test_a_faulty_game_is_left_out_and_the_doctor_says_why(tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    packages.mkdir()
    install(packages)
    (packages / "whist_game" / "state.py").write_text("raise RuntimeError('out of trumps')")
    more = {"PYTHONPATH": str(packages)}
    said = run(tmp_path, more, "engine", given='{"op": "games"}\n')
    assert [one["name"] for one in json.loads(said)["games"]] == [one.name for one in BUILT_IN]
    done = subprocess.run(
        [*PROGRAM, "doctor"],
        env=environment(tmp_path, **more),
        capture_output=True,
        text=True,
        check=False,
    )
    assert "whist is left out: RuntimeError: out of trumps" in done.stdout


def test_the_guide_makes_another_game_of_it(tmp_path: Path) -> None:
    game, packages = tmp_path / "game", tmp_path / "packages"
    for folder in (game, packages):
        folder.mkdir()
    guide = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    copy, rename, _, test = re.findall(r"```sh\n(.*?)```", guide, re.DOTALL)
    subprocess.run(
        ["sh", "-ec", copy + rename], cwd=ROOT, env={**os.environ, "GAME": str(game)}, check=True
    )
    install(packages, game)
    said = run(tmp_path, {"PYTHONPATH": str(packages)}, "engine", given='{"op": "games"}\n')
    assert json.loads(said)["games"][-1]["title"] == "Little Spoils"
    words = ("--game", "spoils", "--players", "2", "--games", "2")
    said = run(tmp_path, {"PYTHONPATH": str(packages)}, "simulate", *words)
    assert said.startswith("Little Spoils, 2 games")
    checkout = tmp_path / "checkout"
    for package in ("fourth_game", "games"):
        shutil.copytree(ROOT / "tests" / package, checkout / "tests" / package)
    for module in ("__init__.py", "loose.py"):
        shutil.copy(ROOT / "tests" / module, checkout / "tests")
    subprocess.run(["sh", "-ec", test], cwd=checkout, check=True)
    imported = "from tests.spoils.test_conformance import TestSpoils as T; print(T.manifest.title)"
    done = subprocess.run(
        [sys.executable, "-c", imported],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(packages)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert done.stdout == "Little Spoils\n"


# ---------------------------------------------------------------- engine and simulations


class Engine:
    """A running engine, asked line by line."""

    def __init__(self, folder: Path, more: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [*PROGRAM, "engine"],
            env=environment(folder, **more),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """Return the answer to a request, which must be granted."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"op": op, **fields}) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        assert answer["ok"], answer
        return answer


@pytest.fixture
def engine(tmp_path: Path, installed: dict[str, str]) -> Iterator[Engine]:
    """An engine with the game installed."""
    engine = Engine(tmp_path, installed)
    yield engine
    engine.process.kill()
    engine.process.communicate()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_engine_plays_it(engine: Engine, players: int) -> None:
    (whist,) = [one for one in engine.ask("games")["games"] if one["name"] == "whist"]
    assert (whist["title"], whist["players"]) == ("Little Whist", [2, 3, 4])
    state = engine.ask("new", game="whist", players=players, seed="7F3K")["state"]
    moves = 0
    while state["actor"]:
        action = engine.ask("legal")["actions"][0]
        state = engine.ask("do", action=action)["state"]
        moves += 1
    assert moves == players * _TRICKS
    assert sum(state["tricks"]) == _TRICKS
    assert engine.ask("undo")["state"]["actor"]


def test_bots_play_it_in_simulations(tmp_path: Path, installed: dict[str, str]) -> None:
    out = tmp_path / "games.csv"
    words = ("--game", "whist", "--players", "3", "--games", "5", "--seed", "s", "--out", str(out))
    assert run(tmp_path, installed, "simulate", *words).startswith("Little Whist, 5 games")
    with out.open(newline="") as file:
        assert [row["number"] for row in csv.DictReader(file)] == ["1", "2", "3", "4", "5"]


# ---------------------------------------------------------------- the app


def act(terminal: Terminal) -> None:
    """Sit down, or play the first card that may be played from the pointer on."""
    if _CURTAIN not in terminal.page and _REFUSED in terminal.page:
        terminal.changes("right")
    else:
        terminal.settles(_BREATH)
        terminal.changes("enter")


def test_it_is_chosen_from_the_menu(start: Start, installed: dict[str, str]) -> None:
    terminal = start("--data-dir", ".", **installed)
    terminal.shows("New game", "q quit")
    terminal.press("n")
    terminal.shows("NEW GAME", "Little Whist")
    terminal.changes("left")
    terminal.shows("Little Whist")
    terminal.press("enter")
    terminal.shows("LITTLE WHIST", "Trumps:")


def test_it_is_played_undone_resumed_exported_and_counted(
    start: Start, tmp_path: Path, installed: dict[str, str]
) -> None:
    begin = ("new", "--game", "whist", "--names", "Ada,Bea", "--seed", "7F3K")
    terminal = start(*begin, **installed)
    terminal.shows("LITTLE WHIST", "Trumps:", _CURTAIN)
    act(terminal)
    terminal.shows(_ACTS)
    before = terminal.page
    act(terminal)
    terminal.press("u")
    terminal.shows("Undone.", _CURTAIN)
    act(terminal)
    terminal.shows(_ACTS)
    assert terminal.page.split("\n")[1:8] == before.split("\n")[1:8]
    act(terminal)
    terminal.press("q")
    assert terminal.ends() == 0

    terminal = start("resume", **installed)
    terminal.shows("LITTLE WHIST", _CURTAIN)
    while not over(terminal):
        act(terminal)
    terminal.shows(" wins", "seed 7F3K")
    terminal.press("q")
    assert terminal.ends() == 0

    (save,) = tmp_path.glob("saves/*.save")
    said = run(tmp_path, installed, "export", str(save))
    assert said.startswith("game=whist players=2 seed=7F3K")
    (tmp_path / "game.txt").write_text(said)
    terminal = start("replay", "game.txt", **installed)
    terminal.shows("Replay 0/20", "Trumps:")
    terminal.press("q")
    assert terminal.ends() == 0

    terminal = start("--data-dir", ".", **installed)
    terminal.shows("New game", "q quit")
    terminal.changes("S")
    while "Most tricks" not in terminal.page:
        terminal.changes("right")
    terminal.shows("Little Whist", "Ada", "Bea")


def test_a_person_plays_it_with_bots(start: Start, installed: dict[str, str]) -> None:
    words = ("--players", "3", "--bots", "page,page", "--seed", "7F3K")
    terminal = start("new", "--game", "whist", *words, **installed)
    terminal.shows("LITTLE WHIST", "Pip")
    while not over(terminal):
        if _ACTS in terminal.page:
            act(terminal)
        else:
            terminal.read(0.05)
    terminal.shows(" wins", "seed 7F3K")


def test_its_rules_are_read_in_the_app(start: Start, installed: dict[str, str]) -> None:
    terminal = start("--data-dir", ".", **installed)
    terminal.shows("How to play", "q quit")
    terminal.changes("i")
    while "takes the most tricks wins" not in terminal.page:
        terminal.changes("\t")


def test_without_its_package_a_saved_game_is_kept_and_not_opened(
    start: Start, tmp_path: Path, installed: dict[str, str]
) -> None:
    terminal = start("new", "--game", "whist", "--names", "Ada,Bea", **installed)
    terminal.shows(_CURTAIN)
    act(terminal)
    act(terminal)
    terminal.press("q")
    assert terminal.ends() == 0
    (save,) = tmp_path.glob("saves/*.save")
    before = save.read_bytes()
    terminal = start("--data-dir", ".")
    terminal.shows("New game", "q quit")
    terminal.press("q")
    assert terminal.ends() == 0
    assert save.read_bytes() == before


# ---------------------------------------------------------------- the server


@pytest.fixture
def server(tmp_path: Path, installed: dict[str, str]) -> Iterator[Server]:
    """An open server with the game installed."""
    server = Server(tmp_path / "house", **installed)
    server.folder.mkdir()
    server.open()
    yield server
    if server.process.poll() is None:
        server.kill()


def who_is_to_act(people: Mapping[str, Terminal]) -> Terminal | None:
    """Wait until somebody may play, or all see who has won; return who may."""
    players = [*people.values()]
    end = monotonic() + PATIENCE
    while not all(" wins" in one.page for one in players):
        for one in players:
            one.read(QUIET)
            if _ACTS in one.page:
                return one
        assert monotonic() < end, [one.page for one in players]
    return None


@pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh")
def test_two_play_it_on_a_server_and_somebody_watches(server: Server, tmp_path: Path) -> None:
    with ExitStack() as terminals:
        come = Come(server, tmp_path, terminals)
        people = {name: come(name) for name in ("ada", "bea")}
        for name, person in people.items():
            person.shows(f"Welcome, {name}")
        for_two = (("left", "›Little Whist"), ("down", "› Players"), ("2", "random   1   2"))
        gather(people, "Little Whist for 2", *for_two)
        watcher = come("dee")
        watcher.shows("Watch Little Whist for 2")
        watcher.press("1")
        watcher.shows("watching", "Trumps:")
        for _ in range(200):
            acting = who_is_to_act(people)
            if acting is None:
                break
            assert _ACTS not in watcher.page
            act(acting)
            if " wins" not in acting.page:
                acting.has_done_all()
        for person in people.values():
            person.shows(" wins", "Watch the replay")
        watcher.shows(" wins")


def test_it_is_played_by_lines_of_text(tmp_path: Path, installed: dict[str, str]) -> None:
    numbers = "".join([f"{number}\n" for number in range(1, _TRICKS + 1)])
    begin = ("text", "new", "whist", "2", "page", "seed=7F3K")
    said = run(tmp_path, installed, *begin, given=f"table\nlegal\n{numbers * _TRICKS}")
    assert "Turned: 4 of Clubs." in said
    assert "You must follow suit" in said
    assert "undo, next, again" in said
