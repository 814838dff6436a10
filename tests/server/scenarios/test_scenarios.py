"""All scenarios, each in three set-ups."""

from pathlib import Path

import pytest

from tests.server.scenarios.runner import Scenario, ScenarioError, World
from tests.server.scenarios.sentences import make_language
from tests.server.scenarios.setups import SETUPS, Server

_LANGUAGE = make_language()


def _marks(setup: str, scenario: Scenario) -> list[pytest.MarkDecorator]:
    """Return when a scenario runs there. What one process does with PostgreSQL, two do as well."""
    if setup == "postgres" and not scenario.setup:
        return [pytest.mark.attack]
    connects = any(" connects" in step.line for step in scenario.steps)
    return [pytest.mark.processes] if connects or setup != "sqlite" else []


_ALL = [
    pytest.param(
        *(setup, scenario),
        id=f"{file.stem}: {scenario.title} ({setup})",
        marks=_marks(setup, scenario),
    )
    for file in sorted(Path(__file__).parent.rglob("*.txt"))
    for scenario in _LANGUAGE.read(file)
    for setup in SETUPS
    if scenario.setup in ("", setup) and (setup == "sqlite" or file.parent == Path(__file__).parent)
]


@pytest.mark.parametrize(("setup", "scenario"), _ALL)
async def test_scenario(
    setup: str,
    scenario: Scenario,
    path: Path,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = path if setup == "sqlite" else request.getfixturevalue("url")
    try:
        await World(Server(place, SETUPS[setup], monkeypatch, tmp_path), _LANGUAGE).run(scenario)
    except ScenarioError as error:
        pytest.fail(f"{error}", pytrace=False)


@pytest.mark.parametrize("line", ["ada opens poker", "ada dances", "5 times: ada dances", "with 3"])
def test_a_line_that_is_no_sentence_is_refused_with_its_place(line: str) -> None:
    with pytest.raises(ScenarioError, match=r"x\.txt:7: this is no sentence"):
        _LANGUAGE.read_step(line, "x.txt:7")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("T waits", "there is no table T"),
        ("ada, bea play duel at T ! never", "it is not refused"),
        ("ada opens poker as T ! another reason", "no such game"),
        ("here is ada", "it is nothing"),
    ],
)
async def test_what_is_not_so_is_told_with_its_place(
    path: Path, monkeypatch: pytest.MonkeyPatch, line: str, why: str
) -> None:
    scenario = Scenario("", "", [_LANGUAGE.read_step(line, "x.txt:7")])
    with pytest.raises(ScenarioError, match=f"x.txt:7: .*{why}"):
        await World(Server(path, 1, monkeypatch), _LANGUAGE).run(scenario)
