"""How long a terminal takes to answer: the time of the line to it, there and back."""

import os
import select
import statistics
import time

_QUESTION, _ANSWER = b"\x1b[5n", b"\x1b[0n"
"""Are you well? I am. (Every terminal since the VT100 answers so.)"""
_TIMES = 5
_PATIENCE = 1.0


def measure_latency(terminal: int) -> float | None:
    """Return the seconds to the terminal of this descriptor and back; None if it is silent.

    What is typed meanwhile is lost.
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
        left = began + _PATIENCE - time.monotonic()
        if left <= 0 or not select.select([terminal], [], [], left)[0]:
            return None
        heard += os.read(terminal, 64)
    return time.monotonic() - began
