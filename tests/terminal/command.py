"""The command without a terminal, run within the process of the tests: a start takes long."""

import gc
import io
import os
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from regicide_tui.__main__ import main
from tests.terminal.terminal import environment


def run(folder: Path, *arguments: str, said: str = "", **more: str) -> CompletedProcess[str]:
    """Run the command in this folder; `said` is its input, and `more` is in its environment."""
    output, errors = io.BytesIO(), io.BytesIO()
    variables = environment(folder, **more)
    with pytest.MonkeyPatch.context() as patch:
        for name in tuple(os.environ):
            patch.delenv(name)
        for name, value in variables.items():
            patch.setenv(name, value)
        patch.chdir(folder)
        patch.setattr(sys, "argv", ["regicide-tui", *arguments])
        patch.setattr(sys, "stdin", _text(io.BytesIO(said.encode())))
        patch.setattr(sys, "stdout", _text(output))
        patch.setattr(sys, "stderr", _text(errors))
        try:
            code: object = main()
        except SystemExit as end:
            code = end.code
        finally:
            gc.enable()
        sys.stdout.flush()
        sys.stderr.flush()
        assert isinstance(code, int)
        return CompletedProcess(arguments, code, _said(output), _said(errors))


def _text(stream: io.BytesIO) -> io.TextIOWrapper:
    return io.TextIOWrapper(stream, "utf-8", errors="surrogateescape")


def _said(stream: io.BytesIO) -> str:
    return stream.getvalue().decode()
