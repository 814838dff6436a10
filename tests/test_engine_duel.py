"""Regicide Duel over the engine protocol: what differs from a game that all play together."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from regicide_tui.engine import Engine

Json = dict[str, Any]

UNPAID: Json = {
    "hands": [["2C", "3C"], ["3D", "5D", "8H"]],
    "phase": "pay",
    "due": 10,
    "played": "5C",
}


@pytest.fixture
def engine() -> Engine:
    return Engine()


def _ask(engine: Engine, op: str, **fields: Any) -> Json:
    reply = engine.answer(msgspec.json.encode({"op": op, **fields}))
    answer: Json = msgspec.json.decode(msgspec.json.encode(reply))
    return answer


def _good(engine: Engine, op: str, **fields: Any) -> Json:
    reply = _ask(engine, op, **fields)
    assert reply["ok"] is True, reply
    return reply


def test_games_lists_the_duel(engine: Engine) -> None:
    (duel,) = [game for game in _good(engine, "games")["games"] if game["name"] == "duel"]
    assert (duel["title"], duel["players"]) == ("Regicide Duel", [2])
    assert [option["name"] for option in duel["options"]] == [
        "diamond_redeal",
        "overpay",
        "first_player",
    ]


def test_that_two_play_goes_without_saying(engine: Engine) -> None:
    said = _good(engine, "new", game="duel", players=2, seed="7F3K")
    assert _good(engine, "new", game="duel", seed="7F3K") == said
    assert _good(engine, "load", game="duel", position=UNPAID)["state"]["players"] == 2
    assert _ask(engine, "new", game="regicide")["error"] == "bad_request"
    assert _ask(engine, "load", game="regicide", position=UNPAID)["error"] == "bad_position"


@pytest.mark.parametrize("players", [0, 1, 3, 4])
def test_others_than_two_are_refused(engine: Engine, players: int) -> None:
    assert _ask(engine, "new", game="duel", players=players)["error"] == "bad_request"
    position = {**UNPAID, "players": players}
    assert _ask(engine, "load", game="duel", position=position)["error"] == "bad_position"


def test_the_opponent_pays(engine: Engine) -> None:
    state = _good(engine, "load", game="duel", position=UNPAID)["state"]
    assert (state["turn"], state["actor"], state["due"]) == (1, 2, 10)
    assert _good(engine, "legal")["actions"] == ["pay 3D 8H", "pay 5D 8H", "pay 3D 5D 8H"]
    refused = _ask(engine, "do", action="pay 3D 8H", by=1)
    assert (refused["error"], refused["message"]) == (
        "wrong_player",
        "It is player 2's turn to act.",
    )
    paid = _good(engine, "do", action="PAY 8h 3d", by=2)
    assert paid["state"]["actor"] == 2
    assert paid["events"] == [
        {"type": "DamagePaid", "player": 2, "cards": ["3D", "8H"], "due": 10},
        {"type": "TurnBegan", "player": 2},
    ]


def test_a_castle_card_is_seen_by_who_draws_it(engine: Engine) -> None:
    position = {"hands": [["2D", "2C"], ["2S", "KC"]], "castle": ["JC"], "tavern": ["9C"]}
    _good(engine, "load", game="duel", position=position)
    _good(engine, "do", action="2D")
    drawn = {"type": "CastleCardDrawn", "player": 2, "card": "JC"}
    assert drawn in _good(engine, "view", seat=2)["events"]
    for seat in (1, None):
        seen = _good(engine, "view", seat=seat)
        assert {**drawn, "card": "?"} in seen["events"]
        assert seen["state"]["hands"][1] == ["?", "?", "?"]


def test_every_state_of_a_game_is_loaded_as_it_was(engine: Engine) -> None:
    rng, other = Random(1), Engine()
    for seed in range(10):
        state = _good(engine, "new", game="duel", seed=seed)["state"]
        phases = set()
        while True:
            phases.add(state["phase"])
            assert _good(other, "load", game="duel", position=state)["state"] == state
            actions = _good(engine, "legal")["actions"]
            assert _good(other, "legal")["actions"] == actions
            if not actions:
                break
            state = _good(engine, "do", action=rng.choice(actions))["state"]
        assert phases == {"play", "pay", "over"}


def test_a_duel_is_saved_and_opened_with_what_was_undone(engine: Engine, tmp_path: Path) -> None:
    _good(engine, "new", game="duel", seed="7F3K")
    _good(engine, "do", action="5D")
    before = _good(engine, "undo")["state"]
    _good(engine, "save", path=f"{tmp_path}/duel.save")
    other = Engine()
    assert _good(other, "open", path=f"{tmp_path}/duel.save")["state"] == before
    assert _good(other, "redo")["state"]["phase"] == "pay"
