"""Every file that a released version wrote or took is still read, and means the same.

`tests/data/released` has a folder for each version that added or changed something. What is there
never changes. A release that adds something gets its folder by `python -m tests.test_released`,
which writes the games, the store and the replies; settings and commands are copied and extended by
hand.
"""

import asyncio
import json
import shlex
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import json as typed_json

from regicide_tui import __version__
from regicide_tui.arguments import make_parser
from regicide_tui.engine import Engine
from regicide_tui.play.dealing import deal
from regicide_tui.play.history import Start
from regicide_tui.play.saves.files import read, write
from regicide_tui.play.settings import read_settings as read_players_settings
from regicide_tui.play.table import Table
from regicide_tui.play.transcript import read_transcript, write_transcript
from regicide_tui.server.operator.settings import read_settings
from tests.play.games import played
from tests.server.operating import typed
from tests.server.released_store import write_store

FOLDER = Path(__file__).parent / "data" / "released"
STARTS = (
    Start("regicide", 3, "1.0.0", {"overpay": "free"}),
    Start("duel", 2, "1.0.0", {}),
    Start("king_of_the_dead", 4, "1.0.0", {"hand_draw": 5}),
)
REQUESTS: tuple[dict[str, Any], ...] = (
    {"op": "games"},
    {"op": "new", "game": "regicide", "players": 2, "seed": "7F3K"},
    {"op": "legal"},
    {"op": "do", "action": "6C", "by": 1},
    {"op": "view", "seat": 2},
    {"op": "do", "action": "hello"},
    {"op": "undo"},
    {"op": "redo"},
    {"op": "new", "game": "duel", "seed": 7, "options": {"overpay": "free"}},
    {"op": "legal"},
    {"op": "new", "game": "king_of_the_dead", "players": 4, "seed": "7F3K"},
    {"op": "legal"},
    {"op": "state"},
    {"op": "quit"},
)


def _files(pattern: str) -> list[Any]:
    found = sorted(FOLDER.glob(f"*/{pattern}"))
    assert found, pattern
    return [pytest.param(path, id=f"{path.parent.name}-{path.stem}") for path in found]


@pytest.mark.parametrize("path", _files("*.save"))
def test_a_save_opens_as_the_game_that_it_was(path: Path) -> None:
    saved = read(path)
    assert write_transcript(saved) == path.with_suffix(".txt").read_text(encoding="utf-8")
    assert saved.history.moves


@pytest.mark.parametrize("path", _files("*.txt"))
def test_a_transcript_leads_to_the_same_position(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert read_transcript(text).history.state == read(path.with_suffix(".save")).history.state


@pytest.mark.parametrize("path", _files("settings.toml"))
def test_each_setting_of_a_player_means_the_same(path: Path) -> None:
    meant = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    _contains(read_players_settings(path), meant)


@pytest.mark.parametrize("path", _files("house.toml"))
def test_each_setting_of_a_server_means_the_same(path: Path) -> None:
    meant = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    _contains(read_settings(typed("serve", "--config", path), {}), meant)


@pytest.mark.parametrize("path", _files("commands.sh"))
def test_each_command_is_taken(path: Path) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        make_parser().parse_args(shlex.split(line)[1:])


@pytest.mark.parametrize("path", _files("engine.jsonl"))
def test_each_request_gets_the_reply_it_got(path: Path) -> None:
    engine = Engine()
    lines = path.read_bytes().splitlines()
    for request, reply in zip(lines[::2], lines[1::2], strict=True):
        _contains(engine.answer(request), json.loads(reply))


def _contains(now: object, then: object) -> None:
    """Check that all that was said is said; more may be, and sentences for people may change."""
    _compare(json.loads(typed_json.encode(now)), then)


def _compare(now: Any, then: Any) -> None:
    match then:
        case dict():
            for key in then.keys() - {"message", "meaning"}:
                _compare(now[key], then[key])
        case [dict(), *_]:
            assert len(now) >= len(then)
            for one, other in zip(now, then, strict=False):
                _compare(one, other)
        case _:
            assert now == then


def _write(folder: Path) -> None:
    """Write games of today, and what the engine replies today."""
    folder.mkdir(parents=True, exist_ok=True)
    names = ("Ada", "Björn", "Cléo", "Dot")
    for start in STARTS:
        begun = deal(start, names[: start.players])
        saved = Table(played(begun.history, 30, Random(1)), begun.seats, "A game", saved=1)
        write(folder / f"{start.game}.save", saved)
        text = write_transcript(saved)
        (folder / f"{start.game}.txt").write_text(text, encoding="utf-8")
    engine = Engine()
    lines = [line for one in REQUESTS for line in (one, engine.answer(json.dumps(one).encode()))]
    (folder / "engine.jsonl").write_bytes(typed_json.Encoder().encode_lines(lines))
    asyncio.run(write_store(folder))


if __name__ == "__main__":
    _write(FOLDER / __version__)
