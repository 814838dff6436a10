"""The engine protocol: one request a line, one reply a line, in process and with a real one."""

import json
import os
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.engine import Engine
from regicide_tui.play.history import Start, begin
from regicide_tui.play.saves.files import read, write
from regicide_tui.play.table import Table
from tests.play.games import NAMES, game

ENGINE = [sys.executable, "-m", "regicide_tui", "engine"]
LINE_LIMIT = 1 << 20

Json = dict[str, Any]

NEW: Json = {"op": "new", "game": "regicide", "players": 3, "seed": "7F3K"}
POSITION: Json = {
    "players": 3,
    "hands": [["AC", "8D", "TC"], ["*", "2C"], ["3C", "TS"]],
    "enemy": "KS",
    "castle": ["KC"],
    "tavern": ["2H", "3H", "4H", "5H", "6H"],
    "discard": ["9C", "7C", "6C"],
    "table": ["3:3S"],
    "damage": 3,
}
LOAD: Json = {"op": "load", "game": "regicide", "position": POSITION, "seed": 1}


class Client(ABC):
    """Someone who asks an engine."""

    @abstractmethod
    def send(self, line: bytes) -> bytes:
        """Send a line and read one."""

    def ask(self, op: str | Json | bytes, **fields: Any) -> Json:
        """Send one request and read its one reply."""
        request = {"op": op, **fields} if isinstance(op, str) else op
        line = request if isinstance(request, bytes) else json.dumps(request).encode()
        reply = self.send(line)
        assert reply.endswith(b"\n"), f"no reply to {line[:100]!r}"
        answer: Json = json.loads(reply)
        return answer

    def good(self, op: str | Json, **fields: Any) -> Json:
        """Send a request that must be granted."""
        reply = self.ask(op, **fields)
        assert reply.pop("ok") is True, reply
        return reply

    def code(self, op: str | Json | bytes, **fields: Any) -> str:
        """Send a request that must be refused with a code and a sentence."""
        reply = self.ask(op, **fields)
        assert set(reply) == {"ok", "error", "message"}
        assert reply["ok"] is False
        assert len(reply["message"]) > 10
        return str(reply["error"])


class Inside(Client):
    """An engine in this process."""

    def __init__(self) -> None:
        self._engine = Engine()

    def send(self, line: bytes) -> bytes:
        return msgspec.json.encode(self._engine.answer(line)) + b"\n"


class Process(Client):
    """An engine in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            ENGINE,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def send(self, line: bytes) -> bytes:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def finish(self) -> tuple[bytes, bytes, int]:
        """End the input; return what else was written, the complaints and the exit code."""
        out, complaints = self.process.communicate(timeout=60)
        return out, complaints, self.process.returncode


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Begin an engine whose files are in the folder of the test."""
    monkeypatch.chdir(tmp_path)
    return Inside()


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Run one engine for all tests that can do with any game, or begin their own."""
    client = Process(tmp_path_factory.mktemp("lasting"))
    yield client
    assert client.finish() == (b"", b"", 0)


def _run(lines: bytes, folder: Path, **environment: str) -> bytes:
    ended = subprocess.run(
        ENGINE,
        input=lines,
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        timeout=120,
        check=True,
    )
    assert ended.stderr == b""
    return ended.stdout


# ---------------------------------------------------------------- beginning a game


def test_games_lists_each_game_with_its_options(engine: Client) -> None:
    (regicide,) = [game for game in engine.good("games")["games"] if game["name"] == "regicide"]
    assert (regicide["title"], regicide["players"]) == ("Regicide", [1, 2, 3, 4])
    options = {option["name"]: option for option in regicide["options"]}
    assert set(options["overpay"]) == {"name", "default", "values", "meaning", "matters"}
    assert options["overpay"]["default"] == "one_at_a_time"
    assert options["overpay"]["values"] == ["one_at_a_time", "minimal", "free"]
    assert options["first_player"]["values"] == ["random", 1, 2, 3, 4]


def test_new_deals_a_game_and_shows_all_of_it(engine: Client) -> None:
    reply = engine.good(NEW)
    state = reply["state"]
    assert (state["enemy"], state["turn"], state["seed"]) == ("JS", 3, "7F3K")
    assert state["hands"][0] == ["3C", "4D", "6S", "7H", "7S", "9C"]
    assert state["castle"][:3] == ["JC", "JD", "JH"]
    assert state["tavern"][:3] == ["*", "8C", "TH"]
    assert reply["events"] == []
    assert engine.good("state") == {"state": state}


def test_a_seed_may_be_a_number_or_its_digits(engine: Client) -> None:
    assert engine.good({**NEW, "seed": 17}) == engine.good({**NEW, "seed": "17"})
    assert engine.good({**NEW, "seed": 0})["state"]["seed"] == "0"


def test_without_a_seed_every_game_is_another(engine: Client) -> None:
    unseeded = {"op": "new", "game": "regicide", "players": 2}
    seeds = [engine.good(unseeded)["state"]["seed"] for _ in range(3)]
    seeds.append(engine.good({**unseeded, "seed": None})["state"]["seed"])
    assert len(set(seeds)) == 4


def test_new_takes_options(engine: Client) -> None:
    reply = engine.good({**NEW, "options": {"first_player": 2, "combos": False}})
    assert reply["state"]["turn"] == 2
    assert not any("2C+2D" in action for action in engine.good("legal")["actions"])


def test_load_lays_a_position(engine: Client) -> None:
    reply = engine.good(LOAD)
    assert {key: reply["state"][key] for key in POSITION} == POSITION
    assert reply["events"] == []
    again = engine.good({**LOAD, "position": reply["state"]})
    assert again == reply


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({**NEW, "game": "chess"}, "unknown_game"),
        ({**LOAD, "game": "Regicide"}, "unknown_game"),
        ({**NEW, "players": 5}, "bad_request"),
        ({**NEW, "players": 0}, "bad_request"),
        ({**NEW, "players": "3"}, "bad_request"),
        ({**NEW, "seed": 1.5}, "bad_request"),
        ({**NEW, "seed": "x" * 201}, "bad_request"),
        ({**NEW, "seed": "two\nlines"}, "bad_request"),
        ({**NEW, "seed": 10**300}, "bad_request"),
        ({**NEW, "options": {"combos": 1}}, "bad_option"),
        ({**NEW, "options": {"jokers": True}}, "bad_option"),
        ({**NEW, "options": None}, "bad_request"),
        ({**NEW, "position": POSITION}, "bad_request"),
        ({**LOAD, "position": {**POSITION, "damage": 40}}, "bad_position"),
        ({**LOAD, "position": {}}, "bad_position"),
        ({**LOAD, "position": None}, "bad_request"),
        ({**LOAD, "options": {"combos": 1}}, "bad_option"),
        ({**LOAD, "players": 3}, "bad_request"),
    ],
)
def test_a_game_that_can_not_begin_leaves_the_old_one(
    lasting: Client, request_: Json, code: str
) -> None:
    lasting.good(NEW)
    lasting.good("do", action=lasting.good("legal")["actions"][0])
    before = lasting.good("state")
    assert lasting.code(request_) == code
    assert lasting.good("state") == before


# ---------------------------------------------------------------- playing it


def test_do_takes_an_action_and_tells_what_happened(engine: Client) -> None:
    engine.good(LOAD)
    reply = engine.good("do", action="ac+8d", by=1)
    assert [event["type"] for event in reply["events"]] == [
        "CardsPlayed",
        "CardsDrawn",
        "CardsDrawn",
        "CardsDrawn",
        "DamageDealt",
        "AttackSuffered",
        "GameLost",
    ]
    assert reply["events"][1] == {"type": "CardsDrawn", "player": 1, "cards": ["2H", "5H"]}
    assert reply["state"]["damage"] == 21
    assert engine.good("state") == {"state": reply["state"]}


def test_do_takes_a_jester_and_its_choice_at_once(engine: Client) -> None:
    engine.good({**LOAD, "position": {**POSITION, "turn": 2}})
    reply = engine.good("do", action="*>P1")
    assert (reply["state"]["phase"], reply["state"]["turn"]) == ("play", 1)
    types = [event["type"] for event in reply["events"]]
    assert types == ["CardsPlayed", "ImmunityCancelled", "NextChosen", "TurnBegan"]


@pytest.mark.parametrize(
    ("changes", "action", "by", "code"),
    [
        ({"phase": "over", "result": "lost", "reason": "cannot_pay"}, "8D", 1, "game_over"),
        ({}, "8D", 2, "wrong_player"),
        ({}, "8D", 0, "wrong_player"),
        ({}, "8D", -(10**30), "wrong_player"),
        ({}, "8D+", None, "bad_syntax"),
        ({}, "", None, "bad_syntax"),
        ({}, "٨D", None, "bad_syntax"),
        ({}, "pay 8D", None, "wrong_phase"),
        ({}, "end", None, "wrong_phase"),
        ({}, "flip", None, "wrong_phase"),
        (
            {"players": 1, "hands": [["8D"]], "table": [], "jesters_unused": 0},
            "flip",
            1,
            "no_jester",
        ),
        ({"yielded": [False, True, True]}, "yield", None, "cannot_yield"),
        ({}, "2C", None, "not_in_hand"),
        ({}, "8D+TC", None, "bad_combo"),
        ({"turn": 2}, "*>P4", None, "bad_target"),
        ({"phase": "suffer", "enemy": "JH"}, "pay AC", None, "payment_short"),
        ({"phase": "suffer", "enemy": "JH"}, "pay AC 8D TC", None, "payment_over"),
    ],
)
def test_an_illegal_action_has_its_code_and_changes_nothing(
    lasting: Client, changes: Json, action: str, by: int | None, code: str
) -> None:
    before = lasting.good({**LOAD, "position": {**POSITION, **changes}})
    assert lasting.code("do", action=action, by=by) == code
    assert lasting.good("state")["state"] == before["state"]


def test_legal_lists_each_action_once_and_every_one_of_them_is_taken(engine: Client) -> None:
    engine.good(LOAD)
    actions = engine.good("legal")["actions"]
    assert sorted(actions) == ["8D", "8D+AC", "AC", "TC", "TC+AC", "yield"]
    for action in actions:
        engine.good("do", action=action)
        engine.good("undo")


def test_nothing_is_legal_after_the_end(engine: Client) -> None:
    over = {"phase": "over", "result": "lost", "reason": "cannot_pay"}
    engine.good({**LOAD, "position": {**POSITION, **over}})
    assert engine.good("legal") == {"actions": []}


# ---------------------------------------------------------------- views


@pytest.mark.parametrize("seat", [1, 2, 3, None])
def test_a_view_hides_what_its_seat_does_not_know(lasting: Client, seat: int | None) -> None:
    whole = lasting.good({**LOAD, "seed": "a secret seed"})["state"]
    reply = lasting.good("view", seat=seat)
    state = reply["state"]
    for player, hand in enumerate(whole["hands"], 1):
        assert state["hands"][player - 1] == (hand if player == seat else ["?"] * len(hand))
    assert state["castle"] == ["?"]
    assert state["tavern"] == ["?"] * 5
    assert state["discard"] == ["9C", "?", "?"]
    hidden = {"hands", "castle", "tavern", "discard", "seed", "shuffles"}
    assert set(state) == set(whole) - {"seed", "shuffles"}
    assert all(state[key] == whole[key] for key in set(whole) - hidden)
    assert "secret" not in json.dumps(reply)


def test_a_view_shows_a_royal_killed_exactly_on_top_of_the_tavern(engine: Client) -> None:
    engine.good({**LOAD, "position": {**POSITION, "damage": 20}})
    engine.good("do", action="TC")
    for seat in (1, 2, 3, None):
        tavern = engine.good("view", seat=seat)["state"]["tavern"]
        assert tavern == ["KS", "?", "?", "?", "?", "?"]


def test_the_events_of_a_view_are_those_that_its_seat_saw(engine: Client) -> None:
    engine.good(LOAD)
    assert engine.good("view", seat=1)["events"] == []
    events = engine.good("do", action="8D")["events"]
    draws = {1: ["2H", "5H"], 2: ["3H", "6H"], 3: ["4H"]}
    for seat in (1, 2, 3, None):
        seen = engine.good("view", seat=seat)["events"]
        drawn = {one["player"]: one["cards"] for one in seen if one["type"] == "CardsDrawn"}
        assert drawn == {
            player: cards if player == seat else ["?"] * len(cards)
            for player, cards in draws.items()
        }
        assert [one for one in seen if one["type"] != "CardsDrawn"] == [
            one for one in events if one["type"] != "CardsDrawn"
        ]


@pytest.mark.parametrize("seat", [0, 4, -1, "1", 1.5, True, [1]])
def test_there_is_no_view_from_a_seat_that_is_not_there(lasting: Client, seat: object) -> None:
    lasting.good(NEW)
    assert lasting.code("view", seat=seat) == "bad_request"
    assert lasting.code("view") == "bad_request"


# ---------------------------------------------------------------- undo and redo


def _played(engine: Client) -> list[Json]:
    """Play three actions of a game; return all four states."""
    actions = ("2C", "pay 3D 7D", "9C")
    return [engine.good(NEW)["state"]] + [
        engine.good("do", action=action)["state"] for action in actions
    ]


def test_undo_and_redo_go_through_the_game_and_back(engine: Client) -> None:
    states = _played(engine)
    for state in reversed(states[:-1]):
        assert engine.good("undo") == {"state": state}
    assert engine.ask("undo")["message"] == "Nothing to undo."
    assert engine.code("undo") == "bad_request"
    for state in states[1:]:
        assert engine.good("redo") == {"state": state}
        assert engine.good("state") == {"state": state}
    assert engine.code("redo") == "bad_request"
    assert engine.ask("redo")["message"] == "Nothing to redo."


def test_a_new_action_forgets_what_was_undone_and_a_refused_one_does_not(engine: Client) -> None:
    states = _played(engine)
    engine.good("undo")
    assert engine.code("do", action="nonsense") == "bad_syntax"
    assert engine.good("redo") == {"state": states[3]}
    engine.good("undo")
    engine.good("do", action="yield")
    assert engine.code("redo") == "bad_request"
    engine.good("undo")
    assert engine.good("state") == {"state": states[2]}


def test_a_jester_and_its_choice_are_taken_back_one_after_the_other(engine: Client) -> None:
    before = engine.good({**LOAD, "position": {**POSITION, "turn": 2}})["state"]
    after = engine.good("do", action="*>P1")["state"]
    types = [event["type"] for event in engine.good("view", seat=None)["events"]]
    assert types == ["NextChosen", "TurnBegan"]
    assert engine.good("undo")["state"]["phase"] == "choose"
    assert engine.good("undo") == {"state": before}
    assert engine.good("redo")["state"]["table"] == ["3:3S", "2:*"]
    assert engine.good("redo") == {"state": after}


def test_the_same_action_after_an_undo_gives_the_same_state(engine: Client) -> None:
    states = _played(engine)
    engine.good("undo")
    assert engine.good("do", action="9C")["state"] == states[3]


# ---------------------------------------------------------------- bots


def test_a_bot_plays_a_whole_game_for_who_asks(engine: Client) -> None:
    engine.good(NEW)
    actions = 0
    while engine.good("legal")["actions"]:
        told = engine.good("bot", level="page", seconds=5)
        assert engine.good("bot", level="page") == told
        engine.good("do", **told)
        actions += 1
    assert actions > 5
    assert engine.code("bot", level="page") == "game_over"


def test_asking_a_bot_changes_nothing(engine: Client) -> None:
    engine.good(LOAD)
    before = engine.good("state")
    told = engine.good("bot", level="page")
    assert told["action"] in engine.good("legal")["actions"]
    assert engine.good("state") == before


def test_a_hint_names_both_chances_alone_and_one_among_others(engine: Client) -> None:
    engine.good("new", game="regicide", players=1, seed="7F3K")
    before = engine.good("state")
    hint = engine.good("hint", level="squire")
    assert hint["words"] == f"play {hint['action']}".replace("+", " and ")
    assert 0 <= hint["gold"] <= hint["win"] + 0.05 <= 1.05
    assert {one["action"] for one in [hint, *hint["others"]]} == set(
        engine.good("legal")["actions"]
    )
    engine.good("new", game="regicide", players=2, seed="7F3K")
    assert "gold" not in engine.good("hint", level="squire")
    engine.good("new", game="regicide", players=1, seed="7F3K")
    assert engine.good("state") == before
    engine.good("do", action="flip")
    assert "gold" not in engine.good("evaluate"), "gold is gone with the first Jester"


def test_a_position_is_evaluated_with_every_action(engine: Client) -> None:
    for name, players in (("regicide", 1), ("duel", 2), ("king_of_the_dead", 2)):
        engine.good("new", game=name, players=players, seed="7F3K")
        told = engine.good("evaluate")
        assert told["win"] == told["actions"][0]["win"]
        assert told.get("gold") == told["actions"][0].get("gold")
        assert ("gold" in told) == (players == 1)
        legal = set(engine.good("legal")["actions"])
        assert {one["action"] for one in told["actions"]} <= legal


def test_what_can_not_be_hinted(engine: Client) -> None:
    assert engine.code("hint") == "no_game"
    engine.good("new", game="duel", seed="7F3K")
    assert engine.code("hint", level="page") == "unknown_bot", "a page weighs nothing"
    assert engine.code("hint", seconds=0) == "bad_request"
    assert engine.code("evaluate", level="page") == "bad_request"


def test_what_no_bot_can_be_asked(engine: Client) -> None:
    assert engine.code("bot", level="page") == "no_game"
    engine.good(NEW)
    assert engine.code("bot", level="joker") == "unknown_bot"
    assert engine.code("bot") == "bad_request"
    assert engine.code("bot", level="page", seconds=-1) == "bad_request"


# ---------------------------------------------------------------- files


def test_a_saved_game_is_opened_as_it_was_with_all_its_moves(
    engine: Client, tmp_path: Path
) -> None:
    states = _played(engine)
    engine.good("undo")
    path = f"{tmp_path / 'folder' / 'game.save'}"
    assert engine.good("save", path=path) == {}
    engine.good(LOAD)
    assert engine.good("open", path=path) == {"state": states[2]}
    assert engine.good("redo") == {"state": states[3]}
    assert engine.good("undo") == {"state": states[2]}
    assert engine.good("undo") == {"state": states[1]}


def test_a_game_of_the_app_keeps_its_names_when_the_engine_saves_it(
    engine: Client, tmp_path: Path
) -> None:
    old = replace(game(2), name="Friday", undos=3)
    write(tmp_path / "old.save", old)
    engine.good("open", path=f"{tmp_path}/old.save")
    engine.good("undo")
    engine.good("save", path=f"{tmp_path}/new.save")
    new = read(tmp_path / "new.save")
    assert (new.seats, new.name, new.undos) == (NAMES[:2], "Friday", 4)
    assert new.saved > 0


def test_a_saved_position_is_opened_as_it_was(engine: Client, tmp_path: Path) -> None:
    engine.good({**LOAD, "options": {"overpay": "free"}})
    state = engine.good("do", action="8D")["state"]
    engine.good("save", path="position.save")
    engine.good(NEW)
    assert engine.good("open", path=f"{tmp_path}/position.save") == {"state": state}


def test_a_save_takes_the_place_of_the_one_before(engine: Client, tmp_path: Path) -> None:
    engine.good(LOAD)
    engine.good("save", path="game.save")
    state = engine.good(NEW)["state"]
    engine.good("save", path="game.save")
    engine.good(LOAD)
    assert engine.good("open", path="game.save") == {"state": state}
    assert [one.name for one in tmp_path.iterdir()] == ["game.save"]


def test_a_file_that_can_not_be_opened_leaves_the_game(engine: Client, tmp_path: Path) -> None:
    before = engine.good(NEW)["state"]
    (tmp_path / "text").write_text("This is no save.", encoding="utf-8")
    engine.good("save", path="whole")
    whole = (tmp_path / "whole").read_bytes()
    (tmp_path / "half").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "flipped").write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert engine.code("open", path="text") == "bad_save"
    assert engine.code("open", path="half") == "bad_save"
    assert engine.code("open", path="flipped") == "bad_save"
    assert engine.code("open", path="nothing") == "io_error"
    assert engine.code("open", path="\0") == "io_error"
    assert engine.code("open", path="x" * 5000) == "io_error"
    assert engine.code("open", path=f"{tmp_path}") == "bad_save"
    assert engine.good("state")["state"] == before


# With these a folder is named, or nothing at all, or there is a file in the way.
@pytest.mark.parametrize("path", [".", "/", "..", "folder", "text/game.save", "\0", "x" * 5000])
def test_where_no_file_can_be_written_the_game_goes_on(
    engine: Client, tmp_path: Path, path: str
) -> None:
    (tmp_path / "text").write_text("This is no folder.", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    before = engine.good(NEW)["state"]
    assert engine.code("save", path=path) == "io_error"
    assert engine.good("state")["state"] == before
    assert sorted([one.name for one in tmp_path.iterdir()]) == ["folder", "text"]


def _load_with_remaining(value: str) -> bytes:
    return json.dumps(LOAD).replace('"damage": 3', f'"damage": 3, "remaining": {value}').encode()


@pytest.mark.parametrize(
    "value",
    ["1" + 30 * "0", "[" + "1," * 100_000 + "1]", '{"a": "b"}'],
    ids=["a huge number", "a long list", "an object"],
)
def test_what_a_position_says_needlessly_does_not_keep_its_game_from_being_saved(
    engine: Client, value: str
) -> None:
    assert engine.ask(_load_with_remaining(value))["ok"]
    state = engine.good("do", action="8D")["state"]
    assert engine.good("save", path="game.save") == {}
    assert engine.good("open", path="game.save") == {"state": state}


def test_a_position_nested_nearly_too_deep_to_be_read_is_saved_all_the_same(engine: Client) -> None:
    for depth in range(950, 1010):
        reply = engine.ask(_load_with_remaining("[" * depth + "]" * depth))
        if reply["ok"]:
            assert engine.good("save", path="game.save") == {}
        else:
            assert reply["error"] == "bad_json"


# ---------------------------------------------------------------- lines


@pytest.mark.parametrize("op", ["do", "legal", "state", "view", "undo", "redo", "save"])
def test_before_the_first_game_there_is_no_game(engine: Client, tmp_path: Path, op: str) -> None:
    fields: dict[str, Json] = {"do": {"action": "8D"}, "view": {"seat": 1}, "save": {"path": "x"}}
    assert engine.code(op, **fields.get(op, {})) == "no_game"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"hello", "bad_json"),
        (b'{"op": "state"', "bad_json"),
        (b"{'op': 'state'}", "bad_json"),
        (b'{"op": "state"} {"op": "state"}', "bad_json"),
        (b'{"op": "\xff"}', "bad_json"),
        (b'\xef\xbb\xbf{"op": "games"}', "bad_json"),
        (b'{"op": "\\ud800"}', "bad_json"),
        (b"[" * 100_000, "bad_json"),
        (b'{"op":' * 50_000 + b"1" + b"}" * 50_000, "bad_json"),
        (b'{"op": "view", "seat": 1e999}', "bad_json"),
        (b'{"op": "view", "seat": NaN}', "bad_json"),
        (b"5", "bad_request"),
        (b"null", "bad_request"),
        (b'"state"', "bad_request"),
        (b'["state"]', "bad_request"),
        (b"{}", "bad_request"),
        (b'{"op": null}', "bad_request"),
        (b'{"op": ["state"]}', "bad_request"),
        (b'{"OP": "state"}', "bad_request"),
        (b'{"op": "state", "more": 1}', "bad_request"),
        (b'{"op": "do"}', "bad_request"),
        (b'{"op": "do", "action": 8}', "bad_request"),
        (b'{"op": "do", "action": "8D", "by": "1"}', "bad_request"),
        (b'{"op": "save", "path": ""}', "bad_request"),
        (b'{"op": "open", "path": 1}', "bad_request"),
        (b'{"op": ""}', "unknown_op"),
        (b'{"op": "State"}', "unknown_op"),
        (b'{"op": "exit"}', "unknown_op"),
        (b'{"op": "' + b"x" * 1_000_000 + b'"}', "unknown_op"),
        (b'{"op": "games"' + b" " * LINE_LIMIT + b"}", "bad_json"),
        (b'{"op": "games"' + b" " * (3 * LINE_LIMIT) + b"}", "bad_json"),
    ],
    ids=lambda value: repr(value[:30]),
)
def test_a_bad_line_is_answered_and_the_next_one_too(
    lasting: Client, line: bytes, code: str
) -> None:
    assert lasting.code(line) == code
    assert lasting.good("games")["games"]


@pytest.mark.parametrize("padding", [0, 1])
def test_a_line_may_have_so_many_bytes_and_not_one_more(lasting: Client, padding: int) -> None:
    request = b'{"op": "games"' + b" " * (LINE_LIMIT - 16 + padding) + b"}"
    assert len(request) + 1 == LINE_LIMIT + padding
    assert lasting.ask(request)["ok"] == (padding == 0)
    assert lasting.good("games")["games"]


def test_an_empty_line_is_no_request(tmp_path: Path) -> None:
    replies = _run(b'\n   \n\r\n{"op": "undo"}\r\n\n\t\n{"op": "legal"}\n\n', tmp_path)
    assert [json.loads(reply)["error"] for reply in replies.splitlines()] == ["no_game"] * 2


def test_quit_ends_the_engine_and_what_follows_is_not_read(tmp_path: Path) -> None:
    replies = _run(b'{"op": "undo"}\n{"op": "quit"}\n{"op": "undo"}\n', tmp_path)
    assert [json.loads(reply)["ok"] for reply in replies.splitlines()] == [False, True]
    assert json.loads(replies.splitlines()[1]) == {"ok": True}


def test_quit_is_not_misread(engine: Client) -> None:
    assert engine.code("quit", now=True) == "bad_request"
    assert engine.good("games")["games"]


def test_the_end_of_input_ends_the_engine(tmp_path: Path) -> None:
    assert _run(b"", tmp_path) == b""


@pytest.mark.parametrize(
    "line",
    [b'{"op": "undo"}', b'{"op": "un', b"x" * LINE_LIMIT],
    ids=["a request", "half a request", "a line too long"],
)
def test_a_last_line_without_its_end_is_answered_too(tmp_path: Path, line: bytes) -> None:
    assert len(_run(line, tmp_path).splitlines()) == 1


def test_the_same_requests_get_the_same_replies_to_the_byte(tmp_path: Path) -> None:
    rng = Random(7)
    requests: list[Json] = []
    for seed in range(30):
        requests.append({**NEW, "seed": seed, "players": rng.randint(1, 4)})
        for _ in range(10):
            requests += [{"op": "legal"}, {"op": "view", "seat": 1}, {"op": "undo"}]
            requests.append({"op": "do", "action": rng.choice(["yield", "flip", "8D", "*>P1"])})
    lines = b"".join([json.dumps(request).encode() + b"\n" for request in requests])
    first = _run(lines, tmp_path, PYTHONHASHSEED="1")
    assert first == _run(lines, tmp_path, PYTHONHASHSEED="2")
    assert len(first.splitlines()) == len(requests)


def test_the_engine_starts_without_a_screen(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "sys.argv[1:] = ['engine']\n"
        "from regicide_tui.cli import main\n"
        "code = main()\n"
        "loaded = {name.split('.')[0] for name in sys.modules}\n"
        "heavy = loaded & {'textual', 'rich', 'asyncio'}\n"
        "sys.exit(' '.join(sorted(heavy)) or code)\n"
    )
    requests = [NEW, {"op": "legal"}, {"op": "save", "path": "x"}, {"op": "open", "path": "x"}]
    ended = subprocess.run(
        [sys.executable, "-c", script],
        input=b"".join([json.dumps(request).encode() + b"\n" for request in requests]),
        cwd=tmp_path,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (ended.stderr, ended.returncode) == (b"", 0)
    assert [json.loads(reply)["ok"] for reply in ended.stdout.splitlines()] == [True] * 4


# ---------------------------------------------------------------- ten thousand bad lines

LINES = 10_000
PROBE_EVERY = 50
VERY_LONG = 12
"""So many of the lines are longer than a line may be."""

CODES = {
    *("bad_json", "bad_request", "unknown_op", "unknown_game", "bad_position", "bad_option"),
    *("bad_save", "io_error", "bad_syntax", "wrong_phase", "wrong_player", "not_in_hand"),
    *("bad_combo", "bad_target"),
}

OF_FOUR: Json = {**NEW, "players": 4}
"""The third player begins, with `* 3D 4D 5D 8H`."""

REQUESTS: list[Json] = [
    OF_FOUR,
    LOAD,
    {"op": "do", "action": "3D", "by": 3},
    {"op": "legal"},
    {"op": "state"},
    {"op": "view", "seat": 1},
    {"op": "undo"},
    {"op": "redo"},
    {"op": "save", "path": "game.save"},
    {"op": "open", "path": "game.save"},
    {"op": "games"},
    {"op": "quit"},
]
"""Every kind of request; as they stand here, they would be granted or change something."""

BAD_HANDS: list[Any] = [[], [[]], [["?"]] * 3, 5, None, ["8D"], [["8D"] * 3, [], []]]

NEVER: list[Any] = [True, 1.5, [], [[]], {"a": 1}, {"op": "quit"}, ["x"], -1e300]
"""What is of the wrong type in every field but the options and a position."""

REFUSED: list[Json] = [
    *[{"op": "do", "action": text} for text in ("", "3D+", "pay 3D", ">P2", "flip", "take top")],
    *[{"op": "do", "action": text} for text in ("KC", "3D+4D", "*>P9", "3D+3D", "\0", "3D\n", "é")],
    *[{"op": "do", "action": "3D", "by": by} for by in (0, 1, 2, 4, -1, 10**40)],
    *[{"op": "view", "seat": seat} for seat in (0, 5, -1, 10**40)],
    *[{"op": op} for op in ("undo", "redo", "", "new ", "Quit", "q", "\0", "\u2603", "x" * 9999)],
    *[{**NEW, "players": players} for players in (0, 5, -3, 10**19, 10**40)],
    *[{**NEW, "game": name} for name in ("", "Regicide", "regicide ", "../regicide", "os")],
    *[{**NEW, "seed": seed} for seed in ("x" * 201, "\n", "\x1b[2J", 10**250)],
    *[{**NEW, "options": {name: 7}} for name in ("combos", "overpay", "", "__class__")],
    *[{**LOAD, "position": {**POSITION, "hands": hands}} for hands in BAD_HANDS],
    *[{**LOAD, "position": {**POSITION, "turn": turn}} for turn in (0, 4, 10**40, None)],
    *[{"op": "open", "path": path} for path in ("nothing", ".", "/", "\0", "x" * 9999)],
    {"op": "save", "path": "\0"},
]
"""Well-formed, and still to be refused in a new game."""


def _wrong_type(rng: Random) -> Json:
    request = dict(rng.choice(REQUESTS))
    name = rng.choice(list(request))
    worse = [5, None] if name in {"op", "game", "action", "path"} else ["1"]
    request[name] = rng.choice(NEVER + (worse if name not in {"seed", "options"} else []))
    if name in {"options", "position"}:
        request[name] = rng.choice([True, 1.5, [], "x", {"\0": [[]]}])
    return request


def _missing_key(rng: Random) -> Json:
    request = dict(rng.choice(REQUESTS))
    required = set(request) - {"by", "seed", "options"}
    del request[rng.choice(sorted(required))]
    return request


def _unknown_key(rng: Random) -> Json:
    key = rng.choice(["x", "", "Op", "seats", "__class__", "\0", "op ", "id"])
    return {**rng.choice(REQUESTS), key: rng.choice([*NEVER, None, "x"])}


def _noise(rng: Random) -> bytes:
    return rng.randbytes(rng.randint(1, 80))


def _letters(rng: Random) -> bytes:
    return "".join(rng.choices('{}[]":,0123456789.eE+-tfn \\u\t', k=rng.randint(1, 60))).encode()


def _broken(rng: Random) -> bytes:
    """Cut a request short, lengthen it, or spoil its text."""
    line = json.dumps(rng.choice(REQUESTS)).encode()
    at = rng.randint(1, len(line) - 1)
    quote = line.index(b'"op"') + rng.choice([1, 2, 3])
    return rng.choice(
        [
            line[:at],
            line[at:],
            line + line,
            line + rng.choice([b"}", b",", b"x", b"\0", b"\xff"]),
            line.replace(b'"', b"'"),
            line[:quote]
            + rng.choice([b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\0"])
            + line[quote:],
        ]
    )


def _deep(rng: Random) -> bytes:
    depth = rng.choice([10, 900, 1000, 1100, 20_000])
    opening, closing = rng.choice([(b"[", b"]"), (b'{"op":', b"}"), (b'{"a":', b"}")])
    nest = opening * depth + b"1" + closing * rng.choice([0, depth])
    return rng.choice([nest, b'{"op": "do", "action": ' + nest + b"}"])


def _numbers(rng: Random) -> bytes:
    number = rng.choice(
        [b"9" * 5000, b"-" + b"9" * 30, b"1e999", b"-1e999", b"NaN", b"Infinity", b"0x1", b"01"]
    )
    template = rng.choice(
        [
            b'{"op": "view", "seat": %b}',
            b'{"op": "new", "game": "regicide", "players": %b}',
            b'{"op": "do", "action": "2C", "by": %b}',
            b'{"op": "state", "x": %b}',
            b"%b",
        ]
    )
    return template % number


def _bad_line(rng: Random) -> bytes:
    makers: tuple[Callable[[Random], Json | bytes], ...] = (
        _wrong_type,
        _missing_key,
        _unknown_key,
        lambda rng: rng.choice(REFUSED),
        _noise,
        _letters,
        _broken,
        _deep,
        _numbers,
    )
    made = rng.choice(makers)(rng)
    line = made if isinstance(made, bytes) else json.dumps(made).encode()
    return line.replace(b"\n", b" ") if line.strip() else b"x"


def _very_long_line(rng: Random) -> bytes:
    line = json.dumps(rng.choice(REQUESTS)).encode()
    return line + b" " * (LINE_LIMIT * rng.choice([1, 2]) + rng.choice([0, 1, 12345]))


@pytest.mark.slow
def test_ten_thousand_bad_lines_neither_end_the_engine_nor_change_its_game(tmp_path: Path) -> None:
    rng = Random("bad lines")
    probes: list[Json] = [{"op": "state"}, {"op": "legal"}, {"op": "view", "seat": 2}]
    bad = [_bad_line(rng) for _ in range(LINES - VERY_LONG)]
    bad += [_very_long_line(rng) for _ in range(VERY_LONG)]
    rng.shuffle(bad)
    lines, expected = [json.dumps(OF_FOUR).encode()], [True]
    for start in range(0, LINES, PROBE_EVERY):
        lines += [json.dumps(probe).encode() for probe in probes]
        lines += bad[start : start + PROBE_EVERY]
        expected += [True] * len(probes) + [False] * PROBE_EVERY
    replies = [
        json.loads(reply) for reply in _run(b"\n".join(lines) + b"\n", tmp_path).splitlines()
    ]

    assert len(replies) == len(lines)
    for line, reply, good in zip(lines, replies, expected, strict=True):
        assert reply["ok"] is good, (line[:200], reply)
    refusals = [reply for reply in replies if not reply["ok"]]
    assert {reply["error"] for reply in refusals} == CODES
    assert all(set(reply) == {"ok", "error", "message"} for reply in refusals)
    answers = [reply for reply in replies[1:] if reply["ok"]]
    assert answers == answers[:3] * (LINES // PROBE_EVERY)
    assert answers[0]["state"] == replies[0]["state"]
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------- positions and bots that fail

TWICE: Json = {**POSITION, "hands": [["AC", "8D", "8D"], ["2C"], ["3C", "TS"]]}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"hands": TWICE["hands"]}, "8D appears more often"),
        ({"tavern": ["*", "*"]}, "* appears more often"),
        ({"castle": ["KC", "QC"]}, "Jacks, Queens, Kings"),
        ({"table": ["3:KC+KD"], "castle": []}, "must go together"),
        ({"phase": "choose"}, "only after a Jester"),
        (
            {"phase": "over", "result": "won", "reason": "all_enemies_defeated", "enemy": None},
            "castle is empty",
        ),
    ],
)
def test_a_position_that_its_own_cards_cannot_make_is_refused(
    lasting: Client, wrong: Json, said: str
) -> None:
    reply = lasting.ask({**LOAD, "position": {**POSITION, **wrong}})
    assert reply["error"] == "bad_position"
    assert said in reply["message"]


def test_a_bot_that_cannot_play_on_says_so_and_the_engine_goes_on(
    engine: Client, tmp_path: Path
) -> None:
    drill = begin(games.find("regicide"), Start("regicide", 3, "1", {}, TWICE))
    write(tmp_path / "drill.save", Table(drill, ("A", "B", "C")))
    engine.good("open", path="drill.save")
    assert engine.code("bot", level="squire") == "no_answer"
    engine.good("state")


def test_whatever_a_bot_raises_is_a_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("\x1b[2J")

    monkeypatch.setattr("regicide_tui.engine.answer", fail)
    engine = Engine()
    engine.answer(json.dumps(NEW).encode())
    reply = engine.answer(b'{"op": "bot", "level": "page"}')
    assert reply == {
        "ok": False,
        "error": "no_answer",
        "message": "The bot failed: ZeroDivisionError.",
    }
