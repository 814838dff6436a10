"""Measure the latency of a terminal: the time of a round trip to it."""

import os
import select
import statistics
import time

_QUESTION, _ANSWER = b"\x1b[5n", b"\x1b[0n"
"""A status request and its answer. Every terminal since the VT100 answers it."""
_TIMES = 5
PATIENCE = 1.0


def measure_latency(terminal: int) -> float | None:
    """Return the seconds of a round trip to this terminal; None if it doesn't answer.

    Keys pressed in the meantime are lost.
    """
    try:
        import termios
        import tty
    except ImportError:  # not on Windows
        return None
    try:
        before = termios.tcgetattr(terminal)
        tty.setcbreak(terminal, termios.TCSAFLUSH)
    except termios.error:
        return None
    times: list[float] = []
    try:
        while len(times) < _TIMES and (seconds := _ask(terminal)) is not None:
            times.append(seconds)
    finally:
        termios.tcsetattr(terminal, termios.TCSAFLUSH, before)
    return statistics.median(times) if len(times) == _TIMES else None


def _ask(terminal: int) -> float | None:
    began = time.monotonic()
    os.write(terminal, _QUESTION)
    heard = b""
    while _ANSWER not in heard:
        left = began + PATIENCE - time.monotonic()
        if left <= 0 or not select.select([terminal], [], [], left)[0]:
            return None
        heard += os.read(terminal, 64)
    return time.monotonic() - began
