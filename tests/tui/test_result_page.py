"""The page of a result in every window."""

import re

import pytest
from msgspec.structs import replace

from regicide_tui.tui.pages.result import Ending, ResultPainting
from regicide_tui.tui.rendering.canvas import filled
from regicide_tui.tui.rendering.colours import parts_of
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, Row, Run, Symbols, width_of
from regicide_tui.tui.screens.lists import Entry
from tests.tui.conftest import SIZES
from tests.tui.models import lines, page

ENTRIES = [Entry(key, f"Line {key}", f"about {key}", key) for key in "abcdefgh"]


def facts(width: int, room: int) -> list[Row]:
    return [(Run(f"{width} cells, {room} rows"),)]


def band(width: int, roomy: bool) -> list[Row]:
    return filled("felt2", [(Run("the band"),)], width, 4 if roomy else 1)


ENDING = Ending("VICTORY", True, facts, band)


def rows(
    size: tuple[int, int],
    ending: Ending = ENDING,
    cursor: int = 0,
    said: Row = (),
    symbols: Symbols = DRAWN,
) -> list[Row]:
    page = ResultPainting(ending, size[0], size[1] - 1, symbols)
    return page.rows(ENTRIES, cursor, said)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("symbols", [DRAWN, PLAIN], ids=["drawn", "plain"])
def test_everything_is_shown_in_every_window(size: tuple[int, int], symbols: object) -> None:
    drawn = rows(size, symbols=DRAWN if symbols is DRAWN else PLAIN)
    assert {width_of(row) for row in drawn} == {size[0]}
    text = page(drawn)
    assert "the band" in text
    assert " cells, " in text
    assert all(f"{entry.key}  {entry.label}" in text for entry in ENTRIES)
    assert "about a" in text


def test_what_was_done_last_stands_in_place_of_what_a_line_means() -> None:
    before, after = lines(rows((80, 24))), lines(rows((80, 24), said=(Run("Copied."),)))
    changed = [
        (old.strip(), new.strip()) for old, new in zip(before, after, strict=True) if old != new
    ]
    assert changed == [("about a", "Copied.")]


def test_the_line_at_the_pointer_alone_is_filled() -> None:
    found = [
        run.text.strip()
        for row in rows((80, 24), cursor=4)
        for run in row
        if parts_of(run.style)[1] == "accent"
    ]
    assert " ".join(found) == "› e  Line e"


def test_a_defeat_lies_on_stone_and_a_victory_on_felt() -> None:
    lost = replace(ENDING, banner="DEFEAT", won=False)
    assert parts_of(rows((80, 24))[0][-1].style)[1] == "felt"
    assert parts_of(rows((80, 24), lost)[0][-1].style)[1] == "stone"


def test_a_draw_has_a_crown_for_each_and_no_rays() -> None:
    won, drawn = ENDING, replace(ENDING, banner="DRAW", drawn=True)
    lost = replace(ENDING, banner="DEFEAT", won=False)
    assert len({won.picture, drawn.picture, lost.picture}) == 3
    assert not has_rays(rows((80, 24), drawn))
    assert has_rays(rows((80, 24), won))


def has_rays(drawn: list[Row]) -> bool:
    return any(re.search(r"felt~\d\dtitle2", run.style) for row in drawn for run in row)
