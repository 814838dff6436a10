"""An advisory fails the check; where nothing can be learned, that is said."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.audit import audit, installed

FINE = {"name": "msgpack", "version": "1.1.0", "vulns": []}
WARNED = {"name": "jinja2", "version": "3.1.0", "vulns": [{"id": "PYSEC-1"}, {"id": "PYSEC-2"}]}
UNKNOWN = {"name": "textual", "skip_reason": "Dependency not found on PyPI"}


def fake(folder: Path, code: str) -> Path:
    """Write a program that stands for `pip-audit`."""
    program = folder / "pip-audit"
    program.write_text(f"#!{sys.executable}\nimport sys, time\n{code}\n")
    program.chmod(0o700)
    return program


def telling(folder: Path, *dependencies: object, end: int = 0) -> Path:
    """Write a `pip-audit` that reports this about the dependencies."""
    told = json.dumps({"dependencies": dependencies, "fixes": []})
    return fake(folder, f"print({told!r})\nsys.exit({end})")


def test_an_advisory_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit(telling(tmp_path, FINE, WARNED, UNKNOWN, end=1)) == 1
    said = capsys.readouterr().out
    assert "jinja2 3.1.0: PYSEC-1, PYSEC-2." in said
    assert "SKIPPED" not in said


def test_the_check_ends_with_the_error(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.audit", f"{telling(tmp_path, WARNED, end=1)}"]
    root = Path(__file__).parents[1]
    done = subprocess.run(command, cwd=root, capture_output=True, check=False)
    assert done.returncode == 1
    assert "\t$(BIN)/python -m tests.audit\n" in (root / "Makefile").read_text()


def test_without_an_advisory_it_is_said_how_much_was_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit(telling(tmp_path, FINE, UNKNOWN)) == 0
    said = capsys.readouterr().out
    assert "found for 0 of 1 packages" in said
    assert "NOT CHECKED, because they are unknown: textual." in said
    assert "SKIPPED" not in said


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (f"print({json.dumps({'dependencies': [UNKNOWN]})!r})", "packages are unknown there"),
        ("sys.exit('ERROR: no route to host')", "failed with exit code 1: ERROR: no route to host"),
        ("sys.exit(2)", "failed with exit code 2: no message"),
        ("time.sleep(60)", "no answer in 2 seconds"),  # enough for the other answers to come
    ],
)
def test_no_data_is_a_skip_and_no_pass(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], code: str, why: str
) -> None:
    assert audit(fake(tmp_path, code), seconds=2) == 0
    said = capsys.readouterr().out
    assert said.startswith("Advisories: SKIPPED: ")
    assert why in said
    assert "found for" not in said


def test_a_missing_program_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        audit(tmp_path / "pip-audit")


def test_asked_is_for_all_that_is_installed_but_the_project(tmp_path: Path) -> None:
    names = [one.partition("==")[0] for one in installed()]
    assert {"textual", "asyncssh", "msgpack", "pytest"} <= set(names)
    assert not {"regicide-tui", "pip", "setuptools"} & set(names)
    seen = tmp_path / "seen"
    read = "open(sys.argv[sys.argv.index('--requirement') + 1]).read()"
    audit(fake(tmp_path, f"open({str(seen)!r}, 'w').write({read})"))
    assert seen.read_text().splitlines() == installed()
