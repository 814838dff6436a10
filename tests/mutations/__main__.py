"""Make each small change in a copy of the project, and see whether a test notices it.

    python -m tests.mutations                 try all changes, one after the other
    python -m tests.mutations server/ play/   only changes whose path contains one of the words
    python -m tests.mutations --stale         only list the changes that can't be made any more

The changes are in `mutants.py`, each with the test file that notices it. If one can't be made any
more, because the code was changed or moved, the file that now contains its text is printed. A table
at the end counts the changes of each package. The exit code is 1 if a change is not noticed, if it
can't be made, or if its tests fail without it.

A change is noticed if its tests fail, can't be imported, or don't end.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.util import cache_from_source
from pathlib import Path
from time import perf_counter

from tests.mutations.mutant import Mutant, fault
from tests.mutations.mutants import MUTANTS

ROOT = Path(__file__).parents[2]
COPIED = ("regicide_tui", "tests", "saves", "docs", "pyproject.toml", "README.md", "CHANGELOG.md")
PATIENCE = 300.0
"""Seconds after which tests count as failed, because they wait forever."""
PYTEST = (
    *("-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", "--timeout=60"),
    *("--hypothesis-seed=0", "-m", "not attack and not pages"),
)
"""One test after the other in one process, with the same examples each time."""
FAILED = {1, 2}
"""Pytest's exit codes if a test fails, or if a module can't be imported."""


class Copy:
    """A copy of the project in which to make the changes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # Bytecode is kept between two runs, so changed modules must be compiled again.
        self._environment = {**os.environ, "PYTHONPATH": str(folder)}
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self.passes_unchanged = cache(self.passes)
        """Return whether tests pass without any change; each selection of tests runs only once."""
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(source, folder / name, ignore=ignored)
            else:
                shutil.copy(source, folder / name)

    def passes(self, test: str, only: str) -> bool:
        """Run a test file, or some of its tests, until one fails; return whether all passed."""
        try:
            run = subprocess.run(
                [sys.executable, *PYTEST, test, "-k", only],
                cwd=self._folder,
                env=self._environment,
                capture_output=True,
                check=False,
                timeout=PATIENCE,
            )
        except subprocess.TimeoutExpired:
            return False
        if run.returncode not in {0, *FAILED}:
            raise RuntimeError(run.stdout.decode() + run.stderr.decode())
        return run.returncode == 0

    def notices(self, mutant: Mutant) -> bool:
        """Return whether the tests of a change fail with it."""
        path = self._folder / mutant.path
        code = path.read_text(encoding="utf-8")
        self._write(path, mutant.changed(code))
        try:
            return not self.passes(mutant.test, mutant.only)
        finally:
            self._write(path, code)

    def _write(self, path: Path, code: str) -> None:
        """Write a module, and delete its bytecode."""
        path.write_text(code, encoding="utf-8")
        Path(cache_from_source(path)).unlink(missing_ok=True)


def judge(copy: Copy, mutant: Mutant) -> str:
    """Return `noticed`, or else the problem."""
    if fault(mutant, ROOT):
        return "can't be made"
    if not copy.passes_unchanged(mutant.test, mutant.only):
        return "fails anyway"
    return "noticed" if copy.notices(mutant) else "NOT NOTICED"


def package(mutant: Mutant) -> str:
    """Return the package of a change, below `regicide_tui`."""
    return Path(mutant.path).parent.relative_to("regicide_tui").as_posix()


def table(results: Iterable[tuple[Mutant, str]]) -> list[str]:
    """Return a line for each package with the numbers of tried and noticed changes."""
    every = [(package(mutant), result) for mutant, result in results]
    tried = Counter(name for name, _ in every)
    noticed = Counter(name for name, result in every if result == "noticed")
    rows = [("PACKAGE", "TRIED", "NOTICED", "NOT")]
    counts = [(name, tried[name], noticed[name]) for name in sorted(tried)]
    counts.append(("all", tried.total(), noticed.total()))
    rows += [(name, f"{all_}", f"{good}", f"{all_ - good}") for name, all_, good in counts]
    return [f"{name:<36}{all_:>8}{good:>9}{missed:>5}" for name, all_, good, missed in rows]


def attempt(mutants: Sequence[Mutant]) -> int:
    """Try changes, print the result of each, and return the exit code."""
    results: list[tuple[Mutant, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        for number, mutant in enumerate(mutants, 1):
            began = perf_counter()
            result = judge(copy, mutant)
            results.append((mutant, result))
            took = perf_counter() - began
            print(f"{number}/{len(mutants)} {result} in {took:.0f} s: {mutant}", flush=True)
    missed = [
        f"{result}: {fault(one, ROOT) or one}" for one, result in results if result != "noticed"
    ]
    print("", *table(results), *missed, sep="\n")
    return 1 if missed else 0


def tell_stale(mutants: Sequence[Mutant]) -> int:
    """Print the changes that can't be made any more, and return the exit code."""
    faults = [told for one in mutants if (told := fault(one, ROOT))]
    print(*(faults or [f"All {len(mutants)} changes can be made."]), sep="\n")
    return 1 if faults else 0


def main(words: Sequence[str]) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.add_argument("word", nargs="*", help="part of the path of a module")
    parser.add_argument("--stale", action="store_true", help="only list impossible changes")
    asked = parser.parse_args(words)
    chosen = [one for one in MUTANTS if not asked.word or any(w in one.path for w in asked.word)]
    return tell_stale(chosen) if asked.stale else attempt(chosen)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
