"""How long the line to a terminal is."""

import os
import pty
import termios
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from regicide_tui import latency
from regicide_tui.doctor import Finding, describe_line
from regicide_tui.latency import measure_latency


@contextmanager
def terminal(answers: int) -> Iterator[int]:
    """A terminal that answers so many questions, and then no more."""
    master, slave = pty.openpty()

    def answer() -> None:
        for _ in range(answers):
            heard = b""
            while b"\x1b[5n" not in heard:
                heard += os.read(master, 64)
            os.write(master, b"\x1b[0n")

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    yield slave
    thread.join()
    os.close(slave)
    os.close(master)


def test_a_terminal_that_answers_is_measured_and_left_as_it_was() -> None:
    with terminal(5) as slave:
        before = termios.tcgetattr(slave)
        seconds = measure_latency(slave)
        assert termios.tcgetattr(slave) == before
    assert seconds is not None
    assert 0 < seconds < 1


@pytest.mark.parametrize("answers", [0, 3])
def test_of_one_that_falls_silent_nothing_is_known(
    monkeypatch: pytest.MonkeyPatch, answers: int
) -> None:
    monkeypatch.setattr(latency, "PATIENCE", 0.05)
    with terminal(answers) as slave:
        assert measure_latency(slave) is None


def test_what_is_no_terminal_has_no_line(tmp_path: Path) -> None:
    with (tmp_path / "file").open("w") as file:
        assert measure_latency(file.fileno()) is None


@pytest.mark.parametrize(
    ("far", "seconds", "mark", "words"),
    [
        (False, 0.001, "ok", "1.0 ms to the terminal and back"),
        (False, None, "ok", "a delay that can't be measured"),
        (False, 0.2, "note", "200.0 ms to the terminal and back: on a slow line"),
        (True, 0.043, "note", "an SSH session, 43.0 ms to the terminal and back: animations"),
        (True, None, "note", "an SSH session, a delay that can't be measured: animations are off"),
    ],
)
def test_the_doctor_says_what_follows(
    far: bool, seconds: float | None, mark: str, words: str
) -> None:
    found = describe_line(far, seconds)
    assert isinstance(found, Finding)
    assert found.mark == mark
    assert found.words.startswith(words)
