"""A server by lines of JSON: what programs ask, what they are told, and where they may sit."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec

from regicide_tui.server.lines.json import COMMANDS, REQUESTS
from tests.server.lines.typists import Typist, key, typing
from tests.server.whole import House, open_house

SCHEMA = Path(__file__).parents[3] / "docs" / "server.schema.json"
ANN, BOB = key(), key()
PROGRAMS = {"ann-bot": ANN, "bob-bot": BOB}


def tidied(part: Any) -> Any:
    """Return a part of a schema with clean descriptions; msgspec 0.22 leaves them indented."""
    if isinstance(part, dict):
        return {
            key: cleandoc(one) if key == "description" and isinstance(one, str) else tidied(one)
            for key, one in part.items()
        }
    return [*map(tidied, part)] if isinstance(part, list) else part


def schema() -> dict[str, Any]:
    """Return the schema of all requests: one for each op."""
    found, parts = msgspec.json.schema_components(
        [*REQUESTS.values()], ref_template="#/definitions/{name}"
    )
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "properties": dict(zip(REQUESTS, found, strict=True)),
        "definitions": parts,
    }


async def asked(one: Typist, op: str, **keys: Any) -> dict[str, Any]:
    """Send a request; return its reply."""
    one.type(json.dumps({"op": op, "id": op, **keys}))
    found: dict[str, Any] = json.loads(await one.reads_line(f'"id":"{op}"'))
    return found


def test_the_schema_is_that_of_the_requests() -> None:
    assert json.loads(SCHEMA.read_text()) == tidied(json.loads(msgspec.json.encode(schema())))
    assert {*COMMANDS} < {*REQUESTS}


@asynccontextmanager
async def two_programs(
    folder: Path, game: str = "duel"
) -> AsyncIterator[tuple[House, Typist, Typist, dict[str, Any]]]:
    """Let two programs begin a game; yield the server, both, and the table of the first one."""
    async with (
        open_house(folder, names=PROGRAMS) as house,
        typing(house.server, "ann-bot", "json", client_keys=[ANN]) as ann,
        typing(house.server, "bob-bot", "json", client_keys=[BOB]) as bob,
    ):
        opened = await asked(ann, "open", game=game, players=2, programs=True)
        for op, keys in (
            ("enter", {"table": opened["table"]["id"]}),
            ("sit", {"seat": 2}),
            ("ready", {"ready": True}),
        ):
            assert (await asked(bob, op, **keys))["ok"]
        begun = await asked(ann, "start")
        assert begun["table"]["begun"]
        yield house, ann, bob, begun


@asynccontextmanager
async def playing(folder: Path) -> AsyncIterator[tuple[Typist, Typist, dict[str, Any]]]:
    """Let two programs begin a duel; yield who must act first, the other, and the first's table."""
    async with two_programs(folder) as (_, ann, bob, begun):
        seen = await asked(bob, "table")
        yield (ann, bob, begun) if "actions" in begun else (bob, ann, seen)


async def test_two_programs_play_and_see_no_card_of_each_other(tmp_path: Path) -> None:
    async with playing(tmp_path) as (acting, other, now):
        seen = await asked(other, "table")
        assert {*seen["state"]["hands"][now["table"]["you"] - 1]} == {"?"}
        assert "seed" not in seen["state"]
        done = await asked(acting, "do", action=now["actions"][0])
        assert done["ok"]
        assert done["events"]
        refused = await asked(acting, "do", action="nonsense")
        assert (refused["ok"], refused["error"]) == (False, "refused")


async def test_each_event_is_sent_once_and_all_again_if_asked(tmp_path: Path) -> None:
    async with playing(tmp_path) as (one, other, now):
        assert (now["moves"], now["since"], now["events"]) == (0, 0, [])
        done = await asked(one, "do", action=now["actions"][0])
        assert (done["moves"], done["since"]) == (1, 0)
        assert done["events"]
        again = await asked(one, "table")
        assert (again["moves"], again["since"], again["events"]) == (1, 1, [])
        assert (await asked(one, "table", since=0))["events"] == done["events"]
        assert (await asked(one, "table", since=9))["events"] == []
        told = json.loads(await other.reads_line('"moves":1'))
        assert [event["type"] for event in told["events"]] == [
            event["type"] for event in done["events"]
        ]


async def test_after_an_undo_all_events_are_sent_again(tmp_path: Path) -> None:
    async with playing(tmp_path) as (one, other, now):
        done = await asked(one, "do", action=now["actions"][0])
        await asked(one, "ask", what="undo")
        question = json.loads(await other.reads_line('"what":"undo"'))["table"]["question"]
        undone = await asked(other, "ask", what="undo", answers=question["at"])
        assert (undone["moves"], undone["since"], undone["events"]) == (0, 0, [])
        seen = await asked(one, "table")
        assert (seen["moves"], seen["since"]) == (0, 0)
        redone = await asked(one, "do", action=seen["actions"][-1])
        assert (redone["moves"], redone["since"]) == (1, 0)
        assert redone["events"] != done["events"]


async def test_a_program_that_comes_back_gets_all_events(tmp_path: Path) -> None:
    async with playing(tmp_path) as (one, _, now):
        done = await asked(one, "do", action=now["actions"][0])
        await asked(one, "leave")
        back = await asked(one, "enter", table=now["table"]["id"])
        assert (back["since"], back["events"]) == (0, done["events"])
