"""Foreign programs in a seat: real ones, good and bad."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from regicide_tui.play.table import Table
from regicide_tui.thinking.bot_thread import Fault
from regicide_tui.thinking.external_bot import ExternalBot, build_request
from regicide_tui.thinking.questions import observe
from tests.loose import loose
from tests.play.games import game, set_up, some_action
from tests.tui.models import TRIO

DOCUMENT = Path(__file__).parents[2] / "docs" / "protocol.md"
EXAMPLE = DOCUMENT.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]

MakeBot = Callable[..., ExternalBot]
"""Makes an external bot of a Python program and of the seconds it may think."""

YIELDS = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"ok": True, "action": "YIELD", "by": 1}), flush=True)
"""


@pytest.fixture
async def make_bot() -> AsyncIterator[MakeBot]:
    """Make external bots that are gone after the test."""
    bots: list[ExternalBot] = []

    def make(program: str, seconds: float = 60.0) -> ExternalBot:
        bots.append(ExternalBot([sys.executable, "-c", program], seconds))
        return bots[-1]

    yield make
    for bot in bots:
        await bot.end()


def at_a_table(players: int = 2) -> Table:
    """Return a table where nothing has happened yet."""
    return game(players, moves=0)


@pytest.mark.parametrize("players", [1, 2])
async def test_the_program_of_the_document_plays_whole_games(
    make_bot: MakeBot, players: int
) -> None:
    bot, table = make_bot(EXAMPLE), at_a_table(players)
    while (seat := table.to_act) is not None:
        action = await bot.ask(table, seat)
        assert action in table.game.legal_actions(table.view(seat))
        table = table.take_text(seat, table.game.format(action))
    assert table.outcome is not None


async def test_an_answer_may_have_other_keys_and_any_notation_of_the_action(
    make_bot: MakeBot,
) -> None:
    table = at_a_table()
    action = await make_bot(YIELDS).ask(table, table.to_act or 0)
    assert table.game.format(action) == "yield"


async def test_a_program_that_chooses_is_told_who_would_like_to_go_next_r9(
    make_bot: MakeBot,
) -> None:
    program = """
import json, sys
for line in sys.stdin:
    willing = [player for player, wish in json.loads(line)["wishes"] if wish]
    print(json.dumps({"action": f">P{willing[0]}"}), flush=True)
"""
    position = {**TRIO, "phase": "choose", "hands": [["8D", "TC"], ["9H", "9C"], ["9S"]]}
    table = Table(set_up(position), ("Ada", "Bea", "Cy"))
    action = await make_bot(program).ask(table, 0, {1: False, 2: True})
    assert table.game.format(action) == ">P3"


async def test_a_program_gets_what_its_seat_knows_and_nothing_else(
    make_bot: MakeBot, tmp_path: Path
) -> None:
    line = tmp_path / "line"
    program = YIELDS.replace("    print", f"    open({str(line)!r}, 'w').write(line)\n    print")
    table, rng = at_a_table(), Random(4)
    while table.moves < 6 or table.to_act != 1 or loose(table.view(1)).phase != "play":
        table = table.take_text(None, some_action(table.history, rng))
    await make_bot(program).ask(table, 1)
    request = json.loads(line.read_text())
    assert (request["op"], request["game"]) == ("act", "regicide")
    assert (request["seat"], request["seconds"]) == (2, 60)
    assert "yield" in request["actions"]
    for state in (request["first"], request["state"]):
        assert set(state["hands"][0]) == {"?"}
        assert set(state["tavern"]) == {"?"}
        assert "?" not in state["hands"][1]
        assert not {"seed", "shuffles"} & set(state)
    drawn = [event["cards"] for event in request["events"] if event["type"] == "CardsDrawn"]
    assert len(request["events"]) == sum(len(news.events) for news in table.told(1))
    assert all(card == "?" for cards in drawn for card in cards if cards[0] == "?")


def test_a_program_reads_what_others_have_said_of_going_next_r9() -> None:
    table = Table(set_up(TRIO), ("Ada", "Bea", "Cy"))
    table = table.take_text(0, "*")
    for wishes, said in (({}, None), ({1: True, 2: False}, [[2, True], [3, False]])):
        seen = observe(table, 0, wishes)
        request = build_request(table.game, {}, 0, seen, 60)
        assert request.get("wishes") == said


def answering(text: str) -> str:
    """Return a program that always gives this answer."""
    return f"import sys\nfor line in sys.stdin: print({text!r}, flush=True)"


ODD = {
    "": "has ended",
    "raise SystemExit(3)": "has ended",
    answering("what?"): "sends an invalid answer",
    answering('{"ok": true}'): "sends an invalid answer",
    answering('{"action": 5}'): "sends an invalid answer",
    answering('{"action": "KS"}'): "sends an illegal action",
    answering('{"action": "surrender"}'): "sends an illegal action",
    "print('x' * 200_000, end='', flush=True); input(); input()": (
        "sends an answer that is too long"
    ),
}


@pytest.mark.parametrize("program", ODD)
async def test_a_fault_says_what_the_program_did(make_bot: MakeBot, program: str) -> None:
    table = at_a_table()
    with pytest.raises(Fault) as caught:
        await make_bot(program).ask(table, table.to_act or 0)
    assert str(caught.value) == ODD[program]


async def test_a_silent_program_is_ended_after_its_time(make_bot: MakeBot) -> None:
    table = at_a_table()
    with pytest.raises(Fault, match=r"has not answered for 0\.2 seconds"):
        await make_bot("import sys; sys.stdin.read()", 0.2).ask(table, table.to_act or 0)


async def test_a_missing_program_is_reported() -> None:
    table = at_a_table()
    with pytest.raises(Fault, match="can't be started"):
        await ExternalBot(["/no/such/program"]).ask(table, table.to_act or 0)


async def test_a_dropped_question_ends_the_program_and_the_next_starts_it_again(
    make_bot: MakeBot, tmp_path: Path
) -> None:
    born = tmp_path / "born"
    program = f"""
import json, os, sys
first = not os.path.exists({str(born)!r})
open({str(born)!r}, "a").write(f"{{os.getpid()}}\\n")
for line in sys.stdin:
    if not first:
        print(json.dumps({{"action": "yield"}}), flush=True)
"""
    bot, table = make_bot(program), at_a_table()
    question = asyncio.ensure_future(bot.ask(table, table.to_act or 0))
    while not born.exists() or not born.read_text():
        await asyncio.sleep(0.01)
    question.cancel()
    with suppress(asyncio.CancelledError):
        await question
    assert table.game.format(await bot.ask(table, table.to_act or 0)) == "yield"
    before, after = map(int, born.read_text().split())
    assert before != after
    while _lives(before):
        await asyncio.sleep(0.01)


def _lives(process: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(process, 0)
        return True
    return False
