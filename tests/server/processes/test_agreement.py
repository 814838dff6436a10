"""Whatever people do at two processes of a server, in the end both know the same."""

import asyncio
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regicide_tui.server.model.table.record import project_table
from tests.server.gatherings import api_of, said_in
from tests.server.postgres import Cluster
from tests.server.scenarios.runner import REFUSALS, World
from tests.server.scenarios.sentences import make_language
from tests.server.scenarios.setups import Process, Server, serving

_LANGUAGE = make_language()
_NAMES = ("ada", "bea", "cyd", "guest-222222")
_SENTENCES = (
    "{a} opens duel as {t}",
    "{a} opens regicide as {t}",
    "at once: {a} sits at {t} | {b} sits at {t}",
    "at once: {a} gets ready at {t} | {b} gets ready at {t}",
    "at once: {a} starts {t} | at the second process: {a} starts {t}",
    "somebody acts at {t}",
    "at once: {a} acts at {t} | at the second process: {a} acts at {t}",
    "at once: {a} stands up at {t} | {b} stands up at {t}",
    "at once: {a} resigns at {t} | {b} resigns at {t}",
    "at once: {a} asks for the end at {t} | {b} asks for the end at {t}",
    "at once: {a} goes from {t} to the next game at D | {b} goes from {t} to the next game at D",
    "at once: {a} comes | {b} comes",
    "at the second process: {a} comes",
    "{a} goes to {t}",
    "{a} goes to the lobby",
    "{a} leaves",
    "at once: {a} says in the lobby: hello | {b} says in the lobby: hello",
    "after 0:00:01",
    "after 0:06:40",
    "after 10:00:00",
    "the process of {a} is killed",
    "the process of {a} is cut off for a moment",
)
_lines = st.builds(
    lambda line, a, b, t: line.format(a=a, b=b, t=t),
    st.sampled_from(_SENTENCES),
    st.sampled_from(_NAMES),
    st.sampled_from(_NAMES),
    st.sampled_from("ABC"),
)


async def _run(server: Server, lines: list[str]) -> None:
    """Do what these lines say, as far as it is possible, and compare all after each of them."""
    world = World(server, _LANGUAGE)
    server.names |= {*_NAMES}
    for line in ("ada, bea play duel at A", "ada opens regicide as B", *lines):
        with suppress(*REFUSALS, AssertionError):
            await world.do_line(line)
        await server.settle()
        first, second = [await _known(process) for process in server.processes]
        assert first == second, line
        present = {
            who for who, windows in world.windows.items() if not all(one.why for one in windows)
        }
        assert {*first["present"]} == present, f"{line}: each is here in one window"  # type: ignore[misc]
    entries = await server.processes[0].store.read("house")
    closed = [entry.body["closed"] for entry in entries if "closed" in entry.body]
    assert len(closed) == len({*closed})
    journal = server.journal.getvalue()
    assert " crash " not in journal, journal


async def _known(process: Process) -> dict[str, object]:
    """Return all that a process knows of people, tables and results."""
    services = process.services
    for table in services.tables:
        await services.tables.read(table)
        assert services.tables.whole(table) == await project_table(process.store, table).catch_up()
    return {
        "tables": {**services.tables},
        "offered": {name: dict(api_of(services, name).tables.offered()) for name in _NAMES},
        "finished": [*services.tables.results.finished],
        "chat": said_in(services.chats.lobby),
        "present": services.presence.names,
        "left": {name: services.presence.left_at(name) for name in _NAMES},
        "places": {
            table: services.presence.places(table, state)
            for table, state in services.tables.items()
        },
    }


@pytest.mark.processes
@settings(max_examples=10, deadline=None)
@given(lines=st.lists(_lines, min_size=5, max_size=20))
def test_both_know_the_same(cluster: Cluster, lines: list[str]) -> None:
    async def run() -> None:
        async with serving(cluster.new_url()) as server:
            await _run(server, lines)

    asyncio.run(run())
