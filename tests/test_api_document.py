"""Every example in the document of the Python API runs and prints what stands there."""

import doctest
import re
from pathlib import Path

import pytest

from regicide_tui import games
from regicide_tui.games.base import BadSetup, Game

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "api.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")


def test_every_example_prints_what_the_document_says() -> None:
    result = doctest.testfile(str(DOCUMENT), module_relative=False, encoding="utf-8")
    assert result.attempted > 20
    assert result.failed == 0


def test_every_function_of_a_game_that_the_document_names_exists() -> None:
    named = set(re.findall(r"`game\.(\w+)", TEXT))
    assert {"new", "reduce", "view", "parse", "format", "outcome"} <= named
    assert [name for name in named if name not in vars(Game) | Game.__annotations__] == []


def test_the_errors_that_the_document_names_are_raised() -> None:
    with pytest.raises(KeyError):
        games.find("chess")
    for name in games.names():
        with pytest.raises(BadSetup):
            games.find(name).load({}, "7F3K", {})
        with pytest.raises(BadSetup):
            games.find(name).new(9, "7F3K", {})
        with pytest.raises(BadSetup):
            games.find(name).new(2, "7F3K", {"no_such_rule": True})


@pytest.mark.parametrize("page", ["README.md", "docs/architecture.md"])
def test_the_document_is_found_from(page: str) -> None:
    assert "api.md)" in (ROOT / page).read_text(encoding="utf-8")
