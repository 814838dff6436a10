"""What the installed package promises besides its code."""

import re
import subprocess
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from yaml import safe_load

from regicide_tui.arguments import SHELLS, completion_script
from tests.release import check

ROOT = Path(__file__).parents[1]


def test_the_package_tells_type_checkers_that_it_has_types() -> None:
    assert (files("regicide_tui") / "py.typed").is_file()


def test_the_package_claims_the_pythons_that_its_checks_try() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    claimed = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    jobs = safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8"))["jobs"]
    assert jobs["linux"]["strategy"]["matrix"]["python"] == claimed
    assert {*claimed, *check.SUITES.values()} <= {*check.PYTHONS}
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"Python {', '.join(claimed[:-1])} and {claimed[-1]}" in readme


@pytest.mark.parametrize("shell", SHELLS)
def test_the_package_brings_the_completion_of_today(shell: str) -> None:
    kept = ROOT / "docs" / "completions" / shell
    assert kept.read_text(encoding="utf-8") == f"{completion_script(shell).rstrip()}\n", "make man"


@pytest.mark.parametrize(("imports", "said"), [(1, "apt install python3-venv"), (0, "")])
def test_make_leaves_no_half_environment_where_python_makes_none(
    tmp_path: Path, imports: int, said: str
) -> None:
    python = tmp_path / "python"
    fails = f'#!/bin/sh\n[ "$1" = -c ] && exit {imports}\nmkdir -p "$3/bin"\nexit 1\n'
    python.write_text(fails)
    python.chmod(0o755)
    made = tmp_path / "made"
    done = subprocess.run(
        ["make", f"PYTHON={python}", f"VENV={made}", f"{made}/bin/python"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert said in done.stderr
    assert not made.exists()
