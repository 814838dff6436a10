"""King of the Dead in histories, saves, transcripts, statistics and the engine."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from regicide_tui.engine import Engine
from regicide_tui.games import find
from regicide_tui.play.history import History, Start, begin, resignation
from regicide_tui.play.saves.codec import decode, encode
from regicide_tui.play.saves.saves_folder import SaveLabel
from regicide_tui.play.saves.summary import describe_progress
from regicide_tui.play.statistics import record_of
from regicide_tui.play.table import Table
from regicide_tui.play.transcript import read_transcript, write_transcript
from tests.games.king_of_the_dead.strewn import random_options, random_position
from tests.loose import loose

KING = find("king_of_the_dead")
SEATS = ("Ada", "Bea", "Cy", "Dot")


def _game(seed: int) -> History:
    """Deal a game with house rules."""
    rng = Random(seed)
    players = rng.randint(2, 4)
    options = random_options(rng, players)
    return begin(KING, Start("king_of_the_dead", players, f"{seed}", options))


def _strewn(seed: int) -> History:
    """Lay a position."""
    rng = Random(seed)
    position = random_position(rng, rng.randint(2, 4))
    players = position["players"]
    start = Start("king_of_the_dead", players, f"{seed}", random_options(rng, players), position)
    return begin(KING, start)


def _played(history: History, moves: int, rng: Random) -> History:
    for _ in range(moves):
        if history.over:
            break
        legal = KING.legal_actions(history.state)
        history = history.take_text(KING.format(rng.choice(legal)))
    return history


def _saved(history: History) -> Table:
    return Table(history, SEATS[: history.start.players], undos=2)


def test_a_game_is_saved_and_opened_in_every_prompt() -> None:
    met, rng = set[str](), Random(1)
    for seed in range(80):
        history = _strewn(seed)
        for _ in range(6):
            history = _played(history, 1, rng)
            assert decode(encode(_saved(history))) == _saved(history)
            met.add(str(KING.position(history.state)["prompt"]))
    assert len(met) > 15


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_is_saved_transcribed_and_remembered(seed: int) -> None:
    history = _played(_game(seed), 4000, Random(seed))
    saved = _saved(history)
    assert history.over
    assert decode(encode(saved)) == saved
    text = write_transcript(saved)
    again = read_transcript(text)
    assert again.history.state == history.state
    assert [again.history.game.format(move.action) for move in again.history.moves] == [
        history.game.format(m.action) for m in history.moves
    ]
    assert write_transcript(again) == text
    record = record_of(saved, "game", "2026-11-21")
    assert record.figure("points") == max(loose(KING.position(history.state)["points"]))
    assert record.figure("rounds") > 10


@pytest.mark.parametrize("seed", range(3))
def test_a_transcript_of_a_position_is_read_again(seed: int) -> None:
    saved = _saved(_played(_strewn(seed), 20, Random(seed)))
    assert read_transcript(write_transcript(saved)).history.state == saved.history.state


def test_undo_and_redo_go_through_prompts() -> None:
    history = _played(_strewn(1), 12, Random(1))
    states = [history.first, *[move.state for move in history.moves]]
    assert any(KING.position(state)["prompt"] for state in states)
    for cursor in [*range(len(states) - 1, -1, -1), *range(len(states))]:
        assert history.at(cursor).state == states[cursor]


def test_a_game_of_three_can_not_be_called_off_like_a_duel() -> None:
    three = begin(KING, Start("king_of_the_dead", 3, "7F3K", {}))
    table = _saved(three)
    assert table.call_off(resignation(1)) is table


def test_a_saved_game_is_described() -> None:
    history = _played(_game(3), 30, Random(3))
    label = SaveLabel(Path("x"), game="king_of_the_dead", snapshot=KING.position(history.state))
    assert " : " in describe_progress(label)


# ---------------------------------------------------------------- the engine


def _ask(engine: Engine, **request: Any) -> dict[str, Any]:
    reply = engine.answer(json.dumps(request).encode())
    return json.loads(json.dumps(reply))  # type: ignore[no-any-return]


@pytest.mark.parametrize("seed", range(4))
def test_the_engine_feeds_every_state_back(seed: int) -> None:
    engine, other, rng = Engine(), Engine(), Random(seed)
    position = random_position(rng, 3)
    reply = _ask(engine, op="load", game="king_of_the_dead", position=position, seed=seed)
    for _ in range(25):
        assert reply["ok"], reply
        state = reply["state"]
        again = _ask(other, op="load", game="king_of_the_dead", position=state)
        assert again["state"] == state
        legal = _ask(engine, op="legal")
        assert legal == _ask(other, op="legal")
        assert "complete" not in legal
        if not legal["actions"]:
            break
        reply = _ask(engine, op="do", action=rng.choice(legal["actions"]), by=state["actor"])


def test_the_engine_says_when_its_list_is_not_complete() -> None:
    engine = Engine()
    hand = [f"{rank}{suit}" for rank in "23456789" for suit in "CS"]
    position = {"players": 2, "hands": [hand, []], "parade": ["KH"]}
    assert _ask(engine, op="load", game="king_of_the_dead", position=position)["ok"]
    legal = _ask(engine, op="legal")
    assert legal["complete"] is False
    assert "buy @1 2C 8C" in legal["actions"]
    assert "buy @1 2C 3C 8C" not in legal["actions"]
    assert _ask(engine, op="do", action="buy @1 2C 3C 8C")["ok"]


def test_the_engine_lists_the_game_with_its_options() -> None:
    games = {game["name"]: game for game in _ask(Engine(), op="games")["games"]}
    king = games["king_of_the_dead"]
    assert (king["title"], king["players"]) == ("King of the Dead", [2, 3, 4])
    assert len(king["options"]) == 7


def test_a_view_of_the_engine_hides_what_is_looked_at() -> None:
    engine = Engine()
    position = {"players": 2, "hands": [["JH"], ["2C"]], "draws": [["3C", "4C", "5C"], []]}
    _ask(engine, op="load", game="king_of_the_dead", position=position)
    _ask(engine, op="do", action="play JH")
    for seat, looked in ((1, ["3C", "4C"]), (2, ["?", "?"]), (None, ["?", "?"])):
        reply = _ask(engine, op="view", seat=seat)
        assert reply["state"]["looked"] == looked
        assert reply["state"]["draws"] == [["?"], []]
        assert reply["events"][1]["cards"] == looked
