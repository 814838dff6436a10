"""Try a seeded sample of small faults in each package, and count how many the tests notice.

    python -m tests.mutants                   start or continue the sample
    python -m tests.mutants --hours 0.5       stop after that time; run it again to continue
    python -m tests.mutants --write           also write `docs/mutants.md` and `docs/mutants.json`
    python -m tests.mutants --fresh           discard an interrupted run and start again

Cosmic Ray makes the mutants, in a copy of the project, and stores the results. A first run of the
declared tests under coverage records which lines each of them executes. A mutant is judged by the
tests that execute its line, and survives if there are none. The sample takes the mutants with the
lowest hashes. They are hashes of the changed line and not of its place, so that code keeps its
mutants when it moves.
"""

import argparse
import hashlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import coverage
import pytest
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.ast.ast_query import ASTQuery
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkItem, WorkResult
from msgspec import Struct

from regicide_tui.bots.base import wilson
from regicide_tui.bots.library import PYTHON

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".mutants"
COPY = FOLDER / "copy"
COPIED = (
    *("regicide_tui", "tests", "saves", "docs", "pyproject.toml"),
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md"),
)
SESSION = FOLDER / "session.sqlite"
JUDGES = FOLDER / "judges.json"
QUICK = FOLDER / "quick.json"
WRITTEN = ROOT / "docs" / "mutants"
SLOWEST = 2.0
"""A test that takes more seconds doesn't judge mutants."""
MOST = 10.0
"""The total seconds of the tests for one mutant, the quickest first."""
PATIENCE = 60.0
"""Seconds after which the tests for one mutant are stopped."""
MAP_PATIENCE = 1200.0
"""Seconds after which the first run is stopped; tests that it didn't reach judge no mutants."""
PYTEST = (
    *("pytest", "-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", "--hypothesis-seed=0"),
    *(
        "--hypothesis-profile=fast",
        "--timeout=30",
        "-m",
        "not attack and not pages and not processes",
    ),
)


class Package(Struct):
    """Code whose mutants are counted together, and the tests that judge them."""

    code: tuple[str, ...]
    tests: tuple[str, ...]
    as_python: bool = False
    """Whether compiled functions run in Python, since a library doesn't contain the mutants."""

    @property
    def python(self) -> list[str]:
        """The command for running a module with this package's tests."""
        return ["env", f"{PYTHON}={'1' * self.as_python}", sys.executable, "-m"]


def _in(folder: str, names: str) -> tuple[str, ...]:
    return tuple(f"tests/{folder}/test_{name}.py" for name in names.split())


GAMES = ("tests/games", "tests/test_rulings.py", "tests/test_cards.py")
PACKAGES = {
    "games/regicide": Package(("games/regicide/",), GAMES),
    "games/duel": Package(("games/duel/",), GAMES),
    "games/king_of_the_dead": Package(("games/king_of_the_dead/",), GAMES),
    "games (rest)": Package(("games/",), GAMES),
    "play": Package(("play/",), ("tests/play",)),
    "bots": Package(
        ("bots/",),
        (
            *_in("bots", "calibration levels net roster search_bot"),
            *_in("bots/duel", "afterstate memory rules_agree"),
            *_in("bots/king_of_the_dead", "candidates evaluation memory page rules_agree"),
            *_in("bots/regicide", "afterstate hand_strength memory rules_agree unseen"),
            *_in("bots/translator", "constructs refusals"),
        ),
        as_python=True,
    ),
    "tui": Package(
        ("tui/",),
        (
            *("tests/tui/rendering", "tests/tui/duel"),
            *_in("tui/king_of_the_dead", "aiming dialog look parade report sides table words"),
            *_in(
                "tui", "castle chart hand zones play_preview paint verdicts wire keymap log meter"
            ),
            *_in("tui", "explain names driver table_screen reading terminal_input slips forms"),
            *_in("tui", "few_colours terminal_attacks settings_screen statistics_screen rivalry"),
            *_in("server/screens", "lobby_page"),
        ),
    ),
    "server": Package(
        ("server/",),
        (
            *("tests/server/tables", "tests/server/boards", "tests/server/open_tables"),
            "tests/server/scenarios",
            *_in("server", "accounts clock config forget hub journal limits listing"),
            *_in("server", "log_projection login metrics nameless presence proxy_header results"),
            *_in("server", "status incoming sqlite"),
        ),
    ),
    "env, simulate, thinking": Package(
        ("env/", "simulate/", "thinking/"),
        (
            *_in("env", "copies environments observations"),
            *_in("simulate", "bot_names comparison ends records thinking_times"),
            *_in("thinking", "draws questions review spare_cards"),
        ),
    ),
    "text": Package(("text/",), ("tests/text",)),
    "top-level modules": Package(
        ("",),
        (
            *("tests/test_engine.py", "tests/test_engine_duel.py", "tests/test_arguments.py"),
            *("tests/test_doctor.py", "tests/test_latency.py", "tests/test_terminal.py"),
            *("tests/test_main.py", "tests/test_cards.py", "tests/test_file_locks.py"),
            *("tests/text", "tests/play"),
        ),
    ),
}
"""A module belongs to the first package that lists it. The tests need no PostgreSQL or SSH."""

OPERATORS = (
    *("AddNot", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr"),
    *("ReplaceOrWithAnd", "ReplaceBreakWithContinue", "ReplaceContinueWithBreak"),
    *("ExceptionReplacer", "NumberReplacer", "ZeroIterationForLoop"),
    *("ReplaceUnaryOperator_USub_UAdd", "ReplaceUnaryOperator_Delete_Not"),
    *(f"ReplaceBinaryOperator_{one}" for one in ("Add_Sub", "Sub_Add", "Mul_Add", "Div_Mul")),
    *(f"ReplaceBinaryOperator_{one}" for one in ("FloorDiv_Mul", "Mod_FloorDiv", "BitAnd_BitOr")),
    *(f"ReplaceComparisonOperator_{one}" for one in ("Is_IsNot", "IsNot_Is")),
    *(f"ReplaceComparisonOperator_{one}" for one in ("Eq_NotEq", "NotEq_Eq")),
    *(f"ReplaceComparisonOperator_{one}" for one in ("Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt")),
    *(f"ReplaceComparisonOperator_{one}" for one in ("Lt_GtE", "LtE_Gt", "Gt_LtE", "GtE_Lt")),
)
"""The kinds of faults. Others mostly cause type errors (`|` in annotations), or no fault."""


def package_of(path: str) -> str:
    """Return the name of the package that a module belongs to."""
    inside = path.removeprefix("regicide_tui/")
    return next(name for name, one in PACKAGES.items() if inside.startswith(one.code))


def _digest(*words: object) -> str:
    return hashlib.blake2b("|".join(map(str, words)).encode(), digest_size=12).hexdigest()


# As a pytest plugin: the lines that each test executes, and its duration.

_took: dict[str, float] = defaultdict(float)
_failed: set[str] = set()


def _judge(nodeid: str) -> str:
    """Return the name under which a test judges: its function for all parameters, or a scenario."""
    return nodeid if "::test_scenario[" in nodeid else nodeid.split("[")[0]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Note which test executes the following lines."""
    if measured := coverage.Coverage.current():
        measured.switch_context(_judge(item.nodeid))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note how long a test takes, and whether it fails or is skipped."""
    name = _judge(report.nodeid)
    _took[name] += report.duration
    if report.failed:
        _failed.add(name)


def pytest_sessionfinish() -> None:
    """Store the tests that judge mutants, with those of an earlier run."""
    kept = Path(os.environ["MUTANTS_QUICK"])
    quick = json.loads(kept.read_text()) if kept.exists() else {}
    good = (name for name in _took if name not in _failed and _took[name] <= SLOWEST)
    kept.write_text(json.dumps({**quick, **{name: _took[name] for name in good}}))


# The plan: a copy, the map of lines and tests, and the sample.


def make_copy() -> None:
    """Copy the project, and undo a mutant left by a killed run; bytecode stays valid."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, COPY / name, ignore=ignored, dirs_exist_ok=True)
        else:
            COPY.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, COPY / name)


def fingerprint() -> str:
    """Return a hash of the code and its tests, without this module."""
    files = [one for name in ("regicide_tui", "tests") for one in (ROOT / name).rglob("*.py")]
    return _digest(
        *(f"{one}{_digest(one.read_text('utf-8'))}" for one in sorted({*files} - {Path(__file__)}))
    )


def map_lines() -> None:
    """Run the declared tests once, under coverage."""
    until = time.monotonic() + MAP_PATIENCE
    # Without this, each mutant would wait for all modules and tests to be compiled again.
    environment = {**os.environ, "MUTANTS_QUICK": str(QUICK), "PYTHONDONTWRITEBYTECODE": ""}
    for as_python in (True, False):
        alike = [one for one in PACKAGES.values() if one.as_python == as_python]
        paths = sorted({path for one in alike for path in one.tests})
        command = [*alike[0].python, "coverage", "run", f"--data-file={FOLDER / 'coverage'}"]
        command += ["--append", "--source=regicide_tui", "-m", *PYTEST, "-p", "tests.mutants"]
        command += paths
        command.remove("-x")
        print(f"Mapping lines to tests of {len(paths)} paths ...", flush=True)
        with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as run:
            try:
                run.wait(until - time.monotonic())
            except subprocess.TimeoutExpired:
                run.send_signal(signal.SIGINT)


def faults(path: str, seed: int) -> Iterator[tuple[str, MutationSpec]]:
    """Yield one fault for each possible place in a module, with the place's hash."""
    lines = Path(path).read_text("utf-8").split("\n")
    tree = get_ast_from_path(Path(path))
    nodes = list(ast_nodes(tree))
    places: dict[tuple[int, int], list[tuple[str, str, MutationSpec]]] = defaultdict(list)
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        found = ((one, *at) for one in nodes for at in operator.mutation_positions(one))
        for occurrence, (node, start, end) in enumerate(found):
            definition = ASTQuery(node).get_definition_name()
            spec = MutationSpec(path, f"core/{name}", occurrence, start, end, {}, definition)
            text = lines[start[0] - 1]
            place = _digest(
                seed, definition, text.strip(), start[1] - len(text) + len(text.lstrip())
            )
            places[start].append((_digest(place, name, len(places[start])), place, spec))
    for several in places.values():
        _, place, spec = min(several, key=lambda one: one[0])
        yield place, spec


def sample(seed: int, size: int) -> list[WorkItem]:
    """Return the mutants with the lowest hashes, package by package."""
    drawn: dict[str, list[tuple[str, str, MutationSpec]]] = {name: [] for name in PACKAGES}
    for path in sorted(str(one) for one in Path("regicide_tui").rglob("*.py")):
        drawn[package_of(path)] += [(place, path, spec) for place, spec in faults(path, seed)]
    items = []
    for name, every in drawn.items():
        every.sort(key=lambda one: (one[0], one[1], one[2].start_pos))
        for rank, (_, _, spec) in enumerate(every[:size]):
            items.append(WorkItem.single(f"{rank:04}/{name}", spec))
    return items


def judges(items: Sequence[WorkItem]) -> dict[str, list[str]]:
    """Return the tests for each mutant: those that execute its line, or else its module."""
    data = coverage.CoverageData(str(FOLDER / "coverage"))
    data.read()
    quick: dict[str, float] = json.loads(QUICK.read_text())
    measured = {
        Path(one).resolve().relative_to(COPY.resolve()).as_posix(): one
        for one in data.measured_files()
    }
    found = {}
    for item in items:
        (spec,) = item.mutations
        path = spec.module_path.as_posix()
        by_line = data.contexts_by_lineno(measured[path]) if path in measured else {}
        tests = PACKAGES[package_of(path)].tests
        executing = set(by_line.get(spec.start_pos[0], ()))
        if not executing - {""} and (not by_line or "" in executing or not executing):
            executing = set().union(*by_line.values())
        chosen = [one for one in executing if one in quick and one.startswith(tests)]
        spent, first = 0.0, []
        for one in sorted(chosen, key=lambda name: (quick[name], name)):
            spent += quick[one]
            if spent <= MOST:
                first.append(one)
        found[item.job_id] = first
    return found


def plan(seed: int, size: int) -> None:
    """Draw the sample, and find the tests for each mutant."""
    if not QUICK.exists():
        map_lines()
    items = sample(seed, size)
    JUDGES.write_text(json.dumps(judges(items)))
    with use_db(SESSION) as work:
        work.add_work_items(items)


def execute(work: WorkDB, until: float) -> None:
    """Try new mutants, the same number in all packages, until the time is up."""
    known = json.loads(JUDGES.read_text())
    arguments = FOLDER / "arguments"
    for item in sorted(work.pending_work_items, key=lambda one: one.job_id):
        if time.monotonic() > until:
            break
        if tests := known[item.job_id]:
            arguments.write_text("\n".join(tests))
            package = PACKAGES[package_of(item.mutations[0].module_path.as_posix())]
            command = shlex.join([*package.python, *PYTEST, f"@{arguments}"])
            result = mutate_and_test(item.mutations, command, PATIENCE)
        else:
            result = WorkResult(WorkerOutcome.NO_TEST, "no test", TestOutcome.SURVIVED)
        work.set_result(item.job_id, result)
        print(item.job_id, outcome(result), flush=True)


# The report.


OUTCOMES = ("killed", "survived", "no test", "timed out")


def outcome(result: WorkResult) -> str:
    """Return the outcome of a mutant."""
    if result.worker_outcome == WorkerOutcome.NO_TEST:
        return "no test"
    if result.test_outcome == TestOutcome.SURVIVED:
        return "survived"
    stopped = result.output == "timeout" or "from pytest-timeout" in (result.output or "")
    return "timed out" if stopped else "killed"


def count(work: WorkDB) -> dict[str, dict[str, int]]:
    """Return the number of mutants with each outcome, by package."""
    counts = {name: dict.fromkeys(OUTCOMES, 0) for name in PACKAGES}
    for item, result in work.completed_work_items:
        counts[item.job_id.split("/", 1)[1]][outcome(result)] += 1
    return counts


def table(counts: dict[str, dict[str, int]], before: dict[str, dict[str, int]]) -> list[str]:
    """Return a line for each package, compared with the committed result."""
    heads = ["package", "tried", *OUTCOMES, "share killed", "95%", "before"]
    lines = [f"| {' | '.join(heads)} |", f"| --- |{' --: |' * 6} --- | --- |"]
    for name, one in counts.items():
        if tried := sum(one.values()):
            good = one["killed"] + one["timed out"]
            low, high = wilson(good, tried)
            cells: list[object] = [name, tried, *(one[result] for result in OUTCOMES)]
            cells += [
                f"{good / tried:.0%}",
                f"{low:.0%} to {high:.0%}",
                _before(name, before, high),
            ]
            lines.append(f"| {' | '.join(map(str, cells))} |")
    return lines


def _before(name: str, before: dict[str, dict[str, int]], high: float) -> str:
    old = before.get(name, {})
    if not (tried := sum(old.values())):
        return ""
    share = (old["killed"] + old["timed out"]) / tried
    return f"{share:.0%}{', FALLEN' if high < share else ''}"


def survivors(work: WorkDB) -> list[str]:
    """Return a line for each surviving mutant: the place and the change."""
    lines = []
    for item, result in work.completed_work_items:
        if result.test_outcome == TestOutcome.SURVIVED:
            (spec,) = item.mutations
            change = [one for one in (result.diff or "").split("\n")[3:] if one[:1] in {"-", "+"}]
            told = " -> ".join(f"`{one[1:].strip()}`" for one in change) or spec.operator_name[5:]
            why = "" if result.diff else ", executed by no test"
            lines.append(f"- {spec.module_path}:{spec.start_pos[0]}: {told}{why}")
    return sorted(lines)


ABOUT = """
`make mutants ARGS=--write` makes small changes in a copy, a sample in each package, and writes this
page. Each change is tested by those of the tests declared in `tests/mutants.py` that execute its
line. "No test" means that none do, or only ones that are too slow; such mutants are not killed.
Lines executed only in other processes count as executed by none, or by too few. The interval is
Wilson's. Compiled code is tested as Python. Some survivors are not faults: the changed code is
equivalent. Files and lines are those of the commit above, and may have moved.
"""


def report(work: WorkDB, seed: int, write: bool) -> None:
    """Print the table and the survivors; with `write`, also write them to files."""
    kept = WRITTEN.with_suffix(".json")
    before = json.loads(kept.read_text())["packages"] if kept.exists() else {}
    counts = count(work)
    print(*table(counts, before), "", *survivors(work), sep="\n")
    if not write:
        return
    git = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(
        git, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()
    about = {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "commit": commit,
        "seed": seed,
        "tool": f"cosmic-ray {version('cosmic-ray')}",
        "command": "make mutants",
    }
    kept.write_text(json.dumps({**about, "packages": counts}, indent=1) + "\n")
    head = [
        "# Mutants",
        "",
        f"Seed {seed}, commit {commit}, {about['date']}, {about['tool']}.",
        ABOUT,
    ]
    text = [*head, *table(counts, {}), "", "## Survivors", "", *survivors(work), ""]
    WRITTEN.with_suffix(".md").write_text("\n".join(text), encoding="utf-8")


def main(words: Sequence[str]) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=100, help="mutants per package")
    parser.add_argument("--hours", type=float, default=2.0)
    parser.add_argument("--fresh", action="store_true", help="discard an interrupted run")
    parser.add_argument("--write", action="store_true", help="write the result to docs/")
    asked = parser.parse_args(words)
    until = time.monotonic() + asked.hours * 3600
    if asked.fresh:
        shutil.rmtree(FOLDER, ignore_errors=True)
    state = FOLDER / f"{fingerprint()}-{asked.seed}-{asked.size}"
    if FOLDER.exists() and not state.exists():
        print("The interrupted run used different code or another sample: add --fresh.")
        return 2
    FOLDER.mkdir(exist_ok=True)
    state.touch()
    make_copy()
    os.chdir(COPY)
    os.environ |= {"PYTHONPATH": str(COPY)}
    with use_db(SESSION) as work:
        if not work.num_work_items:
            plan(asked.seed, asked.size)
        try:
            execute(work, until)
        except KeyboardInterrupt:
            print("Interrupted. Run it again to continue.")
        report(work, asked.seed, asked.write)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
