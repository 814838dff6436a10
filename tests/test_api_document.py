"""Every example in the document of the Python API runs and prints what stands there."""

import doctest
from pathlib import Path

import pytest

from regicide_tui import games
from regicide_tui.games.base import BadSetup

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "api.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")


def test_every_example_prints_what_the_document_says() -> None:
    result = doctest.testfile(str(DOCUMENT), module_relative=False, encoding="utf-8")
    assert result.attempted > 20
    assert result.failed == 0


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
