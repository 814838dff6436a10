"""Look for published advisories about what is installed: `python -m tests.audit`.

An advisory is an error. Where nothing can be learned that is said plainly, and it is none: no data
is not the same as no advisory.
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
"""How long may be asked in all."""
_SECONDS_A_REQUEST = 5
_NOT_DEPENDENCIES = {"regicide-tui", "pip", "setuptools"}
"""The project itself, and what comes with every virtual environment."""


class NoData(Exception):
    """Nothing could be learned."""


def installed() -> list[str]:
    """Return what the project depends on here, each with its version."""
    found = {one.name: one.version for one in distributions()}
    return sorted(f"{name}=={found[name]}" for name in found.keys() - _NOT_DEPENDENCIES)


def ask(program: Path, packages: Sequence[str], seconds: float) -> list[Any]:
    """Return what `pip-audit` says of each package. Raises `NoData`."""
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
            raise NoData(f"there was no answer in {seconds:g} seconds") from None
    try:
        told: list[Any] = json.loads(done.stdout)["dependencies"]
    except ValueError:
        said = done.stderr.strip().splitlines() or ["nothing"]
        raise NoData(f"pip-audit ended with {done.returncode} and said: {said[-1]}") from None
    return told


def audit(program: Path = PROGRAM, seconds: float = SECONDS) -> int:
    """Say what was found; return 1 if there is an advisory, else 0."""
    packages = installed()
    try:
        told = ask(program, packages, seconds)
        known = [one for one in told if "skip_reason" not in one]
        if not known:
            raise NoData(f"nothing is known there of any of the {len(packages)} packages")
    except NoData as error:
        print(f"Advisories: SKIPPED, nothing was checked: {error}.")
        return 0
    warned = [one for one in known if one["vulns"]]
    for one in warned:
        names = ", ".join(told["id"] for told in one["vulns"])
        print(f"Advisories: {one['name']} {one['version']}: {names}.")
    unknown = ", ".join(one["name"] for one in told if "skip_reason" in one)
    print(f"Advisories: {len(warned)} of {len(known)} packages have any.")
    if unknown:
        print(f"Advisories: NOT CHECKED, since nothing is known of them: {unknown}.")
    return 1 if warned else 0


if __name__ == "__main__":
    sys.exit(audit(Path(sys.argv[1]) if sys.argv[1:] else PROGRAM))
