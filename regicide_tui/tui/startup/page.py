"""The opening of the app: a game, a replay, a review, or the menu."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from regicide_tui.games.base import Value
from regicide_tui.play.saves.saves_folder import SUFFIX
from regicide_tui.play.table import Table
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Region, Row, styled_texts
from regicide_tui.tui.table.game_ui import has_table
from regicide_tui.tui.terminal.wire import Piece


class Opening(Value):
    """A game and its file (None: a new file), a replay, a review, or the menu.

    A `fresh` game is saved at once; an opened game is saved at its first change. `sentence` tells
    the player why the game could not be opened, or which one was.
    """

    saved: Table | None = None
    path: Path | None = None
    replay: bool = False
    review: bool = False
    fresh: bool = False
    sentence: str = ""


def why_no_table(saved: Table) -> str:
    """Return a sentence if a game has no table; else an empty string."""
    game = saved.history.game
    return "" if has_table(game.name) else f"{game.title} has no table in this version."


def opened_position(saved: Table) -> str:
    """Return which named position was opened; an empty string for any other game."""
    return f"Opened from '{saved.name}', which stays unchanged." if saved.name else ""


def open_saved(saved: Table, path: Path, saves: Path) -> Opening:
    """Open a game. Own saves stay in their file; examples and named positions are not changed."""
    own = path.parent == saves.resolve() and path.suffix == SUFFIX and not saved.name
    return Opening(replace(saved, name=""), path if own else None, sentence=opened_position(saved))


class PagePart(NamedTuple):
    """A region of the window and its rows; a later part may cover earlier ones."""

    place: Region
    rows: Sequence[Row]


class FirstPage(NamedTuple):
    """All parts of the first page, and the cell of the terminal's cursor."""

    look: Look
    parts: Sequence[PagePart]
    cursor: tuple[int, int] = (0, 0)


def pieces(page: FirstPage) -> Iterator[Piece]:
    """Yield the pieces of a page, for the wire."""
    for place, rows in page.parts:
        for below in range(place.height):
            row = rows[below] if below < len(rows) else ()
            written = styled_texts(row, place.width, page.look.palette)
            yield (
                place.y + below,
                place.x,
                [(text, text_style, None) for text, text_style in written],
            )
