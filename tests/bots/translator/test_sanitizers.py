"""No search reads or writes beside its arrays, whatever position it begins at."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from regicide_tui.bots.translator.__main__ import build_library, find_program
from regicide_tui.bots.translator.source import write_source

ROOT = Path(__file__).parents[3]
MODULE = "tests.bots.translator.sanitized"
FLAGS = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


@pytest.mark.attack
@pytest.mark.parametrize(
    ("actions", "searches"),
    [(300, 10), pytest.param(100_000, 1_000, marks=pytest.mark.timeout(3600))],
)
def test_searches_stay_within_their_arrays(tmp_path: Path, actions: int, searches: int) -> None:
    library = tmp_path / "searches.so"
    build_library(write_source(find_program()), library, "gcc", *FLAGS)
    sanitizer = subprocess.run(
        ["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    )
    done = subprocess.run(
        [sys.executable, "-m", MODULE, str(library), str(actions), str(searches)],
        env={
            **os.environ,
            "LD_PRELOAD": sanitizer.stdout.strip(),
            "PYTHONMALLOC": "malloc",  # so that the sanitizer sees each array
            "ASAN_OPTIONS": "detect_leaks=0",  # Python itself leaves some behind
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 3
