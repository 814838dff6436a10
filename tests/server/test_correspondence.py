"""Games by correspondence: an action within days, whoever is there, also over a restart."""

import asyncio
import io
import json
import sys
import threading
from pathlib import Path

import pytest

from regicide_tui.server.base.journal import Journal
from regicide_tui.server.services.notify import Notification, NotifyCommand
from tests.server.waiting import until

# ---------------------------------------------------------------- the operator's command

ONE = Notification("turn", "ada", "4f2a", "duel")
OTHER = Notification("over", "bea", "4f2a", "duel")
WRITE = """
import json, sys
with open(sys.argv[1], "a") as file:
    file.write(json.dumps(sys.argv[2:]) + "\\n")
"""


async def test_the_command_gets_what_happened_the_name_the_table_and_the_game(
    tmp_path: Path,
) -> None:
    file, out = tmp_path / "told", io.StringIO()
    command = NotifyCommand((sys.executable, "-c", WRITE, str(file)), Journal(out.write))
    command.notify(ONE)
    command.notify(OTHER)
    await until(lambda: file.exists() and file.read_text().count("\n") == 2, seconds=30)
    await command.close()
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert lines == [["turn", "ada", "4f2a", "duel"], ["over", "bea", "4f2a", "duel"]]
    assert not out.getvalue()


async def test_the_command_does_not_get_the_passwords_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGPASSWORD", "secret")
    monkeypatch.setenv("REGICIDE_TUI_SERVER_PASSWORD", "secret")
    monkeypatch.setenv("MAIL_FROM", "ada@example.org")
    file = tmp_path / "variables"
    write = f"import json, os; json.dump(dict(os.environ), open({str(file)!r}, 'w'))"
    command = NotifyCommand((sys.executable, "-c", write), Journal(io.StringIO().write))
    command.notify(ONE)
    await until(lambda: file.exists() and file.read_text().endswith("}"), seconds=30)
    await command.close()
    variables = json.loads(file.read_text())
    assert "secret" not in variables.values()
    assert variables["MAIL_FROM"] == "ada@example.org"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("/no/such/program",), "No such file"),
        ((sys.executable, "-c", "import sys; sys.exit('no mail today')"), "no mail today"),
    ],
)
async def test_a_command_that_fails_is_noted_and_the_next_one_runs(
    words: tuple[str, ...], why: str
) -> None:
    out = io.StringIO()
    command = NotifyCommand(words, Journal(out.write))
    command.notify(ONE)
    command.notify(OTHER)
    await until(lambda: out.getvalue().count("not notified") == 2, seconds=30)
    await command.close()
    assert why in out.getvalue()
    assert "ada" in out.getvalue()


async def test_a_command_that_hangs_ends_with_the_server(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    hang = f"import os, time; open({str(file)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    command = NotifyCommand((sys.executable, "-c", hang), Journal(io.StringIO().write))
    command.notify(ONE)
    await until(lambda: file.exists() and file.read_text() != "", seconds=30)
    async with asyncio.timeout(10):
        await command.close()
    assert not Path(f"/proc/{file.read_text()}").exists()


async def test_the_server_may_close_at_any_turn_of_the_loop_while_a_command_starts() -> None:
    # Found under load: asyncio complained of a process that somebody else had waited for.
    out = io.StringIO()
    for turns in (*range(12), *range(12, 60, 6)):
        command = NotifyCommand(("true",), Journal(out.write))
        command.notify(ONE)
        for _ in range(turns):
            await asyncio.sleep(0)
        threading.Event().wait(0.02)  # the command ends before this loop hears of it
        await command.close()
    assert not out.getvalue()
