"""Kept pages: what differs is shown line by line, and nothing is kept that nobody asks for."""

from pathlib import Path

import pytest

from tests.tui.kept import Kept

PAGE = "80x24\npage\n|one\n|two\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which one page is kept."""
    assert not Kept(tmp_path, update=True).difference("duel/play", PAGE)
    return tmp_path


def test_a_page_that_is_as_it_was_has_no_difference(folder: Path) -> None:
    assert not Kept(folder).difference("duel/play", PAGE)


def test_a_difference_shows_the_lines_that_changed(folder: Path) -> None:
    shown = Kept(folder).difference("duel/play", PAGE.replace("two", "too"))
    assert shown.splitlines()[-2:] == ["-|two", "+|too"]
    assert "duel/play.txt" in shown
    assert "--update-pages" in shown


def test_a_page_that_is_not_kept_is_a_difference(folder: Path) -> None:
    shown = Kept(folder).difference("duel/pay", PAGE)
    assert shown.startswith("There is no page")
    assert PAGE in shown
    assert not (folder / "duel" / "pay.txt").exists()


def test_an_update_keeps_the_new_page(folder: Path) -> None:
    new = PAGE.replace("two", "♥")
    assert not Kept(folder, update=True).difference("duel/play", new)
    assert (folder / "duel" / "play.txt").read_bytes() == new.encode()


def test_a_page_that_nobody_asks_for_is_told(folder: Path) -> None:
    assert Kept(folder).unasked({"duel/play"}) == []
    assert Kept(folder).unasked({"duel/pay"}) == ["duel/play"]
    assert (folder / "duel" / "play.txt").exists()


def test_an_update_removes_what_nobody_asks_for(folder: Path) -> None:
    assert Kept(folder, update=True).unasked(set()) == []
    assert not (folder / "duel" / "play.txt").exists()
