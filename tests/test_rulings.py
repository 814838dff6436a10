"""The rulings: each stands in the rules once, code and tests cite it; every cited one exists."""

import re
from pathlib import Path

import pytest

from regicide_tui import games
from regicide_tui.play.paths import read_rules

ROOT = Path(__file__).parents[1]
WHERE = ("regicide_tui", "tests", "docs", "CONTRIBUTING.md", "README.md", "CHANGELOG.md")
NEVER_USED = "R-16"


def rulings_of(game: str) -> list[str]:
    """Return the rulings in the document of a game."""
    return re.findall(r"^- \*\*([A-Z]-\d+)\. [^*]+\?\*\*\s\S", read_rules(game), re.MULTILINE)


KNOWN = {ruling for game in games.names() for ruling in rulings_of(game)}
LETTERS = "".join({ruling[0] for ruling in KNOWN})
"""Each game's rulings begin with a letter of their own."""


def cited_in(path: Path) -> set[str]:
    """Return the rulings that a text cites."""
    return set(re.findall(rf"\b[{LETTERS}]-\d+\b", path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("game", games.names())
def test_the_rulings_of_a_game_are_questions_with_answers_and_none_is_missing(game: str) -> None:
    letters, numbers = zip(*[ruling.split("-") for ruling in rulings_of(game)], strict=True)
    assert len(set(letters)) == 1
    unused = {int(NEVER_USED[2:])} if NEVER_USED[0] in letters else set()
    assert {*map(int, numbers)} == {*range(1, len(numbers) + len(unused) + 1)} - unused


@pytest.mark.parametrize("where", WHERE)
def test_no_ruling_is_cited_that_does_not_exist(where: str) -> None:
    here = ROOT / where
    paths = [here] if here.is_file() else [*here.rglob("*")]
    texts = [path for path in paths if path.suffix in (".py", ".md", ".yaml")]
    assert texts
    excused = {ROOT / "docs" / "rules.md", Path(__file__)}  # these say that it was never used
    unknown = {
        path: cited_in(path) - KNOWN - ({NEVER_USED} if path in excused else set())
        for path in texts
    }
    assert {path: some for path, some in unknown.items() if some} == {}


def test_every_ruling_is_cited_by_a_case_or_a_test() -> None:
    tests = [*(ROOT / "tests" / "data").glob("*_cases.yaml")]
    tests += [path for path in (ROOT / "tests").rglob("test_*.py") if path != Path(__file__)]
    cited = {ruling for path in tests for ruling in cited_in(path)}
    assert KNOWN - cited == set()


def test_the_rules_of_an_unknown_game_can_not_be_read() -> None:
    with pytest.raises(KeyError, match="solitaire"):
        read_rules("solitaire")
