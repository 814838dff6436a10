"""Look up security advisories for the installed packages: `python -m tests.audit`.

An advisory is an error. If advisories can't be looked up, this prints a warning and succeeds: no
data is not the same as no advisory.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import distributions
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

PROGRAM = Path(sys.executable).parent / "pip-audit"
SECONDS = 60.0
"""How many seconds the whole look-up may take."""
_SECONDS_A_REQUEST = 5
_NOT_DEPENDENCIES = {"regicide-tui", "pip", "setuptools"}
"""The project itself, and the packages in every virtual environment."""


class NoData(Exception):
    """The look-up failed."""


def installed() -> list[str]:
    """Return the project's installed dependencies with their versions."""
    found = {one.name: one.version for one in distributions()}
    return sorted(f"{name}=={found[name]}" for name in found.keys() - _NOT_DEPENDENCIES)


def ask(program: Path, packages: Sequence[str], seconds: float) -> list[Any]:
    """Return the report of `pip-audit` on each package. Raises `NoData`."""
    with TemporaryDirectory() as folder:
        listed = Path(folder, "requirements.txt")
        listed.write_text("\n".join(packages))
        command: list[str | Path] = [
            *(program, "--requirement", listed, "--no-deps", "--disable-pip", "--format", "json"),
            *("--desc", "off", "--progress-spinner", "off", "--timeout", f"{_SECONDS_A_REQUEST}"),
        ]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=seconds, check=False
            )
        except subprocess.TimeoutExpired:
            raise NoData(f"no answer in {seconds:g} seconds") from None
    try:
        told: list[Any] = json.loads(done.stdout)["dependencies"]
    except ValueError:
        said = done.stderr.strip().splitlines() or ["no message"]
        raise NoData(f"pip-audit failed with exit code {done.returncode}: {said[-1]}") from None
    return told


def audit(program: Path = PROGRAM, seconds: float = SECONDS) -> int:
    """Print the result; return 1 if there is an advisory, else 0."""
    packages = installed()
    try:
        told = ask(program, packages, seconds)
        known = [one for one in told if "skip_reason" not in one]
        if not known:
            raise NoData(f"all {len(packages)} packages are unknown there")
    except NoData as error:
        print(f"Advisories: SKIPPED: {error}.")
        return 0
    warned = [one for one in known if one["vulns"]]
    for one in warned:
        names = ", ".join(told["id"] for told in one["vulns"])
        print(f"Advisories: {one['name']} {one['version']}: {names}.")
    unknown = ", ".join(one["name"] for one in told if "skip_reason" in one)
    print(f"Advisories: found for {len(warned)} of {len(known)} packages.")
    if unknown:
        print(f"Advisories: NOT CHECKED, because they are unknown: {unknown}.")
    return 1 if warned else 0


if __name__ == "__main__":
    sys.exit(audit(Path(sys.argv[1]) if sys.argv[1:] else PROGRAM))
