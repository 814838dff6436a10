"""What systemd is told by a real server, and the units in docs."""

import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from regicide_tui.server.running.systemd import answer_watchdog, tell_systemd
from tests.server.waiting import PATIENCE
from tests.terminal.terminal import PROGRAM, environment

DOCS = Path(__file__).parents[2] / "docs"
UNITS = {
    "regicide-tui.service": "regicide-tui.service",
    "regicide-tui@.service": "regicide-tui@2231.service",
}
"""The units in the documents, with the names by which they are started."""
_WORST = 25
"""Ten times the exposure that `systemd-analyze security` may find at most."""


class Listener:
    """The socket on which systemd listens."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.settimeout(PATIENCE)

    def hears(self) -> str:
        """Wait for the next message."""
        return self.socket.recv(1000).decode()

    def falls_silent(self, seconds: float) -> None:
        """Wait until nothing more is said for some seconds."""
        self.socket.settimeout(seconds)
        with suppress(TimeoutError):
            while self.hears() == "WATCHDOG=1":
                """It was said before."""
            raise AssertionError("something else was said")
        self.socket.settimeout(PATIENCE)

    def is_told_nothing(self) -> None:
        """Check that nothing waits."""
        self.socket.setblocking(False)
        with pytest.raises(BlockingIOError):
            self.hears()


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[Listener]:
    """Listens in the place of systemd."""
    listener = Listener(str(tmp_path / "notify"))
    yield listener
    listener.socket.close()


@pytest.mark.slow
def test_a_real_server_says_that_it_is_ready_that_it_lives_and_that_it_stops(
    tmp_path: Path, listener: Listener
) -> None:
    variables = environment(
        tmp_path, NOTIFY_SOCKET=str(tmp_path / "notify"), WATCHDOG_USEC="100000"
    )
    with subprocess.Popen(
        [*PROGRAM, "serve", "--port", "0"],
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            assert listener.hears() == "READY=1"
            assert process.stdout is not None
            assert "The server is running" in process.stdout.readline(), "it listens already"
            assert [listener.hears() for _ in range(3)] == ["WATCHDOG=1"] * 3
            process.send_signal(signal.SIGSTOP)
            listener.falls_silent(0.5)
            process.send_signal(signal.SIGCONT)
            process.send_signal(signal.SIGTERM)
            said = listener.hears()
            while said == "WATCHDOG=1":
                said = listener.hears()
            assert said == "STOPPING=1"
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()


async def test_an_address_may_be_a_name_that_is_no_file() -> None:
    name = f"regicide-tui-test-{os.getpid()}"
    listener = Listener(f"\0{name}")
    tell_systemd("READY=1", {"NOTIFY_SOCKET": f"@{name}"})
    assert listener.hears() == "READY=1"
    listener.socket.close()
    tell_systemd("STOPPING=1", {"NOTIFY_SOCKET": f"@{name}"})  # nobody listens


@pytest.mark.parametrize(
    "more", [{}, {"WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"}, {"WATCHDOG_USEC": "soon"}]
)
async def test_without_a_watchdog_for_this_process_it_answers_nothing(
    tmp_path: Path, listener: Listener, more: dict[str, str]
) -> None:
    await answer_watchdog({"NOTIFY_SOCKET": listener.address, **more})
    listener.is_told_nothing()


def test_without_systemd_nothing_is_told(listener: Listener) -> None:
    tell_systemd("READY=1", {})
    listener.is_told_nothing()


# ---------------------------------------------------------------- the units


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run systemd's judge of units; skip the test where there is none that reads files."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze: apt-get install systemd")
    done = subprocess.run(
        ["systemd-analyze", *arguments], capture_output=True, text=True, check=False
    )
    if "unrecognized option" in done.stderr:
        pytest.skip("this systemd-analyze is too old: it must be 250 or newer")
    return done


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_leaves_little_open(tmp_path: Path, name: str) -> None:
    unit = tmp_path / UNITS[name]
    shutil.copy(DOCS / name, unit)
    done = analyze("security", "--offline=true", f"--threshold={_WORST}", str(unit))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Overall exposure level" in done.stdout


@pytest.mark.parametrize("name", UNITS)
def test_systemd_understands_all_of_a_unit(tmp_path: Path, name: str) -> None:
    program = shutil.which("true")
    text = re.sub(r"(?m)^ExecStart=.*", f"ExecStart={program}", (DOCS / name).read_text())
    (tmp_path / UNITS[name]).write_text(text)
    done = analyze("verify", str(tmp_path / UNITS[name]))
    assert UNITS[name] not in done.stdout + done.stderr, "what it does not understand"


@pytest.mark.parametrize(("name", "more"), zip(UNITS, ("", " --port %i"), strict=True))
def test_a_unit_starts_the_server_in_its_own_folders(name: str, more: str) -> None:
    text = (DOCS / name).read_text()
    assert f"regicide-tui serve --config /etc/regicide-tui/house.toml{more}\n" in text
    assert "Type=notify" in text
    (data,) = re.findall(r"REGICIDE_TUI_DATA_DIR=/var/lib/(\S+)", text)
    assert f"StateDirectory={data}\n" in text


@pytest.mark.parametrize("name", UNITS)
def test_a_server_that_fails_again_and_again_is_started_again_and_again(name: str) -> None:
    text = (DOCS / name).read_text()
    for line in ("StartLimitIntervalSec=0", "Restart=on-failure", "RestartSec=5"):
        assert f"\n{line}\n" in text
    assert "\nExecReload=/bin/kill -HUP $MAINPID\n" in text
