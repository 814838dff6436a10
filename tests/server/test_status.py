"""How the server is: a socket that answers whoever may open its folder, however long the path."""

import asyncio
import stat
from pathlib import Path

import msgspec
import pytest

from regicide_tui.server.running import status


@pytest.mark.parametrize("length", [1, 60, 120, 200])
async def test_it_answers_in_a_folder_with_a_path_of_any_length(
    tmp_path: Path, length: int
) -> None:
    folder = tmp_path / ("x" * length) / ("y" * length)
    folder.mkdir(parents=True)
    for open_for in (1, 2):  # the second time, the socket of the first is still there
        facts = {"open for, s": open_for}

        async def look(facts: status.Facts = facts) -> status.Facts:
            return facts

        server = await status.serve_status(folder, look)
        assert await status.ask_status(folder) == facts
        assert stat.S_IMODE((folder / status.SOCKET).stat().st_mode) == 0o600
        server.close()
        await server.wait_closed()
    with pytest.raises(status.NotRunning):
        await status.ask_status(folder)


async def test_where_no_server_is_nobody_answers(tmp_path: Path) -> None:
    with pytest.raises(status.NotRunning):
        await status.ask_status(tmp_path / ("x" * 200))


async def test_a_server_that_ends_at_that_moment_is_none(tmp_path: Path) -> None:
    def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    server = await asyncio.start_unix_server(hang_up, tmp_path / status.SOCKET)
    with pytest.raises(status.NotRunning):
        await status.ask_status(tmp_path)
    server.close()
    await server.wait_closed()


def facts_of(pid: int, **more: float) -> status.ProcessFacts:
    """Return the facts of a worker."""
    usual = {"open_for": 60.0, "sessions": 2, "people": 3, "gathering": 1, "playing": 4}
    rest = {"finished": 9, "pause_lately": 0.002, "pause_longest": 0.01, "memory": 70.25}
    return msgspec.convert({"pid": pid, **usual, **rest, **more}, status.ProcessFacts)


def test_several_workers_are_summed_up_but_what_all_of_them_know_counts_once() -> None:
    workers = {1: facts_of(10), 2: facts_of(20, sessions=5, pause_lately=0.004), 3: None}
    found = status.describe_all(workers, 90.0)
    assert found["workers"] == "2 of 3 answer"
    assert (found["open for, s"], found["sessions"], found["people"]) == (90, 7, 3)
    assert (found["tables gathering"], found["tables playing"]) == (1, 4)
    assert found["pause of the loop, ms, 95 of 100"] == 4.0
    assert found["memory at most, MB"] == 140.5
    assert f"{found['worker 2']}".startswith("process 20, open for 60 s, 5 sessions")
    assert found["worker 3"] == "does not answer"
    assert "workers" not in status.describe(facts_of(10))
