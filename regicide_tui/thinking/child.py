"""Starts a process of this program that runs one of its modules."""

import os
import subprocess
import sys


def start_module(
    name: str,
    *arguments: str,
    answers: bool = False,
    complains: bool = False,
    own_session: bool = False,
) -> "subprocess.Popen[bytes]":
    """Start a process that runs a module and sees the same modules as this one.

    Its standard input is a pipe, and with `answers` its output is one, too. With `complains` it
    writes errors where this process does. With `own_session` no key of the terminal interrupts it.
    Raises `OSError`.
    """
    paths = os.pathsep.join([path for path in sys.path if path])
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-P", "-m", name, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE if answers else subprocess.DEVNULL,
        stderr=None if complains else subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": paths},
        start_new_session=own_session,
    )
