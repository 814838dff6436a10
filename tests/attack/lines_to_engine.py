"""A running engine that is sent many lines: each line has its reply, and the slowest are listed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import psutil

from tests.attack.engine_lines import Attacker


class Fire(NamedTuple):
    """What came of an attack: how many lines, the slowest that asked no bot, and the codes."""

    lines: int
    slowest: float
    """Seconds of the processor."""
    slowest_line: bytes
    codes: set[str]
    exit_code: int
    complaints: bytes


def processor_seconds(process: psutil.Process) -> float:
    """Return the processor time of a process: other programs don't make it longer."""
    times = process.cpu_times()
    return times.user + times.system


def fire(lines: int, seed: int, folder: Path) -> Fire:
    """Send so many lines to an engine, each after the reply to the last; then end the input."""
    attacker, slowest, slowest_line, codes = Attacker(seed, folder), 0.0, b"", set()
    process = subprocess.Popen(
        [sys.executable, "-m", "regicide_tui", "engine"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        cwd=folder, env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    engine = psutil.Process(process.pid)
    assert process.stdin
    assert process.stdout
    for _ in range(lines):
        line = attacker.line()
        began = processor_seconds(engine)
        process.stdin.write(line)
        process.stdin.flush()
        if not line.strip():
            continue
        reply = process.stdout.readline()
        seconds = processor_seconds(engine) - began
        assert reply.endswith(b"\n"), f"no reply to {line[:3000]!r}"
        told = json.loads(reply)
        attacker.hear(told)
        codes.add(told.get("error", "ok"))
        if seconds > slowest and not line.startswith(b'{"op": "bot"'):
            slowest, slowest_line = seconds, line
    _, complaints = process.communicate(timeout=60)
    return Fire(lines, slowest, slowest_line, codes, process.returncode, complaints)
