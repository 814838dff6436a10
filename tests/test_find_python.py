"""Which Pythons the tests are run on: those that are really there."""

import shutil
import subprocess
import sys
from pathlib import Path

FIND = Path(__file__).parents[1] / ".ci" / "find-python"
HERE = "{}.{}".format(*sys.version_info)

WORKS = f'exec {sys.executable} "$@"'
BROKEN = "echo command not found >&2; exit 127"
"""What a name does that stands for a version which is not selected."""


def program(path: Path, code: str) -> Path:
    """Write a program."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{code}\n")
    path.chmod(0o700)
    return path


def find(version: str, root: Path, *folders: Path) -> str:
    """Return what is found in the PATH and in the versions of pyenv."""
    tools = root / "tools"
    tools.mkdir()
    (tools / "sort").symlink_to(shutil.which("sort") or "")
    path = ":".join(map(str, [*folders, tools]))
    done = subprocess.run(
        ["/bin/bash", FIND, version],
        env={"PATH": path, "PYENV_ROOT": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == (not done.stdout)
    return done.stdout.strip()


def test_a_name_that_does_not_run_is_passed_over(tmp_path: Path) -> None:
    shim = program(tmp_path / "shims" / f"python{HERE}", BROKEN)
    works = program(tmp_path / "bin" / f"python{HERE}", WORKS)
    assert find(HERE, tmp_path, shim.parent, works.parent) == str(works)


def test_versions_that_are_not_in_the_path_are_found(tmp_path: Path) -> None:
    shim = program(tmp_path / "shims" / f"python{HERE}", BROKEN)
    for patch in (2, 10):
        program(tmp_path / "versions" / f"{HERE}.{patch}" / "bin" / "python", WORKS)
    newest = tmp_path / "versions" / f"{HERE}.10" / "bin" / "python"
    assert find(HERE, tmp_path, shim.parent) == str(newest)


def test_a_version_that_is_not_there_is_not_found(tmp_path: Path) -> None:
    other = program(tmp_path / "bin" / "python3.99", WORKS)
    assert find("3.99", tmp_path, other.parent) == ""
