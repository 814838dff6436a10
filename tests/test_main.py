"""The entry of the program: who collects garbage, and when."""

import gc
import sys
from collections.abc import Iterator

import pytest

from regicide_tui import __main__, cli


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    yield
    gc.enable()


def test_nothing_is_collected_until_it_is_known_what_is_to_be_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[bool] = []

    def main() -> int:
        seen.append(gc.isenabled())
        return 7

    monkeypatch.setattr(cli, "main", main)
    assert __main__.main() == 7
    assert seen == [False]


@pytest.mark.parametrize("arguments", [["--version"], ["paths"]])
def test_whatever_opens_no_app_collects_garbage(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["regicide-tui", *arguments])
    assert __main__.main() == 0
    assert gc.isenabled()
    assert capsys.readouterr().out
