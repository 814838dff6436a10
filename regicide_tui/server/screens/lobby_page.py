"""The lobby as a page: the tables as tiles, the actions, the visitors, and the chat."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from regicide_tui.games.base import Value
from regicide_tui.games.words import YOU, counted
from regicide_tui.server.api.lobby import LobbyView
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.facts import Said
from regicide_tui.server.screens.words import describe_activity
from regicide_tui.tui.rendering.canvas import Canvas, filled
from regicide_tui.tui.rendering.faces import CardSize
from regicide_tui.tui.rendering.layout import board_of
from regicide_tui.tui.rendering.paint import Row, Run, cells_of, fit, prose, shorten, wrap
from regicide_tui.tui.rendering.pictures import sign_of
from regicide_tui.tui.screens.lists import PLAIN_LIST, Entry, EntryList, Listing

_TILES = (78, 22)
"""The smallest window, in cells and rows, that shows tiles with the chat beside them."""
_ROOMY = (112, 36)
"""The smallest window, in cells and rows, that shows a card on each tile."""
_CARD = CardSize(11, 6)
_TILE = 3
"""The rows of a tile with its seats, in a window that is not roomy."""
_CHAT_ROWS = 7
"""The most rows of the chat below the list in a small window, with its title."""
_INDENT = Run("  ")
"""The indent of the rows in which a message continues."""
_LOWEST = 14
"""The least rows of a window with a chat below the list."""
_PEOPLE = 10
"""The most people who are named one by one."""


class Tile(Value):
    """What a tile shows beside its line: the game, its seats, and how many are taken."""

    game: str
    taken: int
    seats: int


class _Tiling(NamedTuple):
    """How large the tiles are: their rows, the rows between them, and the rows of a line below."""

    high: int
    gap: int
    line: int

    def room(self, height: int, lines: int) -> int:
        """Return how many tiles fit above some lines; there is always one."""
        return max(1, (height - lines * self.line - 1) // (self.high + self.gap))


_TILINGS = (_Tiling(_TILE, 1, 1), _Tiling(_TILE, 0, 1), _Tiling(_TILE - 1, 0, 1))
_ROOMY_TILINGS = (_Tiling(2 * _TILE, 1, 2), _Tiling(2 * _TILE, 1, 1), *_TILINGS)
"""The ways to paint the tiles, the largest first; the last one shows most tables."""


def _way_to_tile(tables: int, height: int, lines: int, *, roomy: bool) -> _Tiling:
    """Return the largest tiles with which all tables fit above some lines, or the smallest."""
    ways = _ROOMY_TILINGS if roomy else _TILINGS
    return next((way for way in ways if way.room(height, lines) >= tables), ways[-1])


class LobbyPage(Listing):
    """The page. The pointer moves over its lines as in any list."""

    _view = LobbyView("")
    _tiles: Sequence[Tile] = ()
    _said = Run("")
    _people: Mapping[str, str] = {}
    """What the visitor and the others with names do."""
    _guests = 0
    """The other guests, who stand in the list only as a number."""

    def show_lobby(
        self,
        view: LobbyView,
        tiles: Sequence[Tile],
        entries: Sequence[Entry],
        cursor: int,
        said: Run,
    ) -> None:
        """Show the lobby with these lines: the first ones have tiles. `said` stands above all."""
        self._view, self._tiles, self._said = view, tiles, said
        doing = {name: one for name, one in view.others.items() if not is_guest(name)}
        self._people = {
            view.name: "you",
            **{name: describe_activity(one) for name, one in doing.items()},
        }
        self._guests = len(view.others) - len(doing)
        self.show((), entries, cursor)

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the page."""
        canvas = Canvas(width, height, "stone", pixels=self.look.symbols.pixels)
        if width < _TILES[0] or height < _TILES[1] - 2:
            self._small(canvas)
            return canvas.rows()
        left, board = board_of(width)
        roomy = width >= _ROOMY[0] and height >= _ROOMY[1]
        aside = board * 3 // 8 - 1 if roomy else 29
        start = left + (4 if roomy else 1)
        room = board - aside - (4 if roomy else 1) - 3
        top = self._sentence(canvas, start + 1, int(roomy), room - 2 * roomy)
        self._tables(canvas, start, top, room, roomy=roomy)
        x = left + board - aside - roomy * 2
        self._aside(canvas, x, aside, roomy=roomy)
        return canvas.rows()

    def _sentence(self, canvas: Canvas, x: int, y: int, width: int) -> int:
        """Write the sentence; return the row below it."""
        rows = prose(self._said.text, self._said.style, width)
        for down, row in enumerate(rows):
            canvas.text(x, y + down, row)
        return y + len(rows) + bool(rows)

    # ------------------------------------------------------------ a small window

    def _small(self, canvas: Canvas) -> None:
        """Paint the lines, and the chat below them."""
        width, height = canvas.width, canvas.height
        top = self._sentence(canvas, 1, 0, width - 2)
        chat = 0
        if height >= _LOWEST:
            chat = min(_CHAT_ROWS, max(4, height - top - len(self._entries) - 1))
        lines = EntryList(self._entries, self._cursor, PLAIN_LIST, self.look.symbols)
        lines.paint(canvas, 0, top, width, height - top - chat)
        if chat:
            names = ", ".join(self._people)
            names += f", {counted(self._guests, 'guest')}" if self._guests else ""
            head = shorten(f"Here: {names}", width - 2, self.look.symbols.ellipsis)
            rows = [
                (Run(head, "muted"),),
                *chat_rows(self._view.chat, width - 2, chat - 1, self._view.name),
            ]
            band = filled("band", [(Run(" "), *row) for row in rows], width, chat)
            canvas.paste(0, height - chat, band)

    # ------------------------------------------------------------ tables and lines

    def _tables(self, canvas: Canvas, x: int, y: int, width: int, *, roomy: bool) -> None:
        """Paint the tables around the pointer as tiles, and the other lines below them.

        Above and below the tiles stands how many tables are not shown there.
        """
        tiles, count = self._tiles, len(self._tiles)
        others = self._entries[count:]
        canvas.text(x + 1, y, "TABLES", "accent+bold")
        top, y = y, y + (2 if roomy else 1)
        if not count:
            canvas.text(x + 1, y, "There are no open tables. Open one to play.", "muted")
            y += 2
        way = _way_to_tile(count, canvas.height - y, len(others), roomy=roomy)
        room = way.room(canvas.height - y, len(others))
        first = max(0, min(min(self._cursor, count - 1) - room + 1, count - room))
        if first:
            canvas.text(
                x + 1 + len("TABLES  "), top, f"{self.look.symbols.up} {first} more", "muted"
            )
        for place in range(first, min(first + room, count)):
            self._tile(canvas, x, y, (width, way.high), place, tiles[place])
            y += way.high + way.gap
        if count > first + room:
            canvas.text(x + 1, y, f"{self.look.symbols.down} {count - first - room} more", "muted")
        y += 1
        lines = EntryList(others, self._cursor - count, PLAIN_LIST, self.look.symbols)
        lines.paint(canvas, x, y, width, canvas.height - y)

    def _tile(
        self, canvas: Canvas, x: int, y: int, size: tuple[int, int], place: int, tile: Tile
    ) -> None:
        """Paint a table: what to do there, who sits there, and its seats if there is room."""
        entry, here = self._entries[place], place == self._cursor
        width, high = size
        roomy = high > _TILE
        canvas.fill(x, y, width, high, "stone2", entry.action)
        if here:
            canvas.fill(x, y, 1, high, "accent", entry.action)
        at = x + 2
        if roomy:
            canvas.paste(
                at, y, sign_of(tile.game, _CARD, "stone2", self.look.symbols)[: _CARD.height]
            )
            canvas.fill(at + _CARD.width, y, 1, high, "stone2")
            at += _CARD.width + 2
        room = x + width - at - 1
        pointer = self.look.symbols.pointer if here else " "
        head = fit((Run(f"{pointer} {entry.key:<3}{entry.label}"),), room)
        style = "on-accent/accent+bold" if here else "text+bold"
        canvas.text(at - 1, y + roomy, tuple([run._replace(style=style) for run in head]))
        if not here:
            canvas.text(at + 1, y + roomy, entry.key, "primary+bold")
        rows = prose(entry.detail, "text", room - 4)[: 2 if roomy else 1]
        if not roomy:
            rows = [(Run(shorten(entry.detail, room - 4, self.look.symbols.ellipsis)),)]
        for down, row in enumerate(rows, 1 + roomy):
            canvas.text(at + 4, y + down, row)
        canvas.on_click(x, y, width, high, entry.action)
        if high < _TILE:
            return
        free = tile.seats - tile.taken
        seats = (
            Run(f"{self.look.symbols.new} " * tile.taken, "success"),
            Run(f"{self.look.symbols.free} " * free, "muted"),
            Run(f" {tile.taken} of {tile.seats} seats", "muted"),
        )
        canvas.text(at + 4, y + high - 1 - roomy, seats)

    # ------------------------------------------------------------ people and talk

    def _aside(self, canvas: Canvas, x: int, width: int, *, roomy: bool) -> None:
        """Paint the visitors, and the chat below them."""
        people, guests = self._people, self._guests
        y = int(roomy)
        all_here = len(people) + guests
        count = f"{all_here} {'person' if all_here == 1 else 'people'}"
        canvas.text(x, y, (Run("HERE", "accent+bold"), Run(f"  {count}", "muted")))
        y += 1 + roomy
        shown = [*people.items()][: _PEOPLE if roomy else 4]
        for name, doing in shown:
            end = canvas.text(x, y, (Run(self.look.symbols.new, "success"), Run(f" {name}  ")))
            room = x + width - end
            canvas.text(end, y, shorten(doing, room, self.look.symbols.ellipsis), "muted")
            y += 1
        rest = [f"{len(people) - len(shown)} more"] * (len(people) > len(shown))
        rest += [counted(guests, "guest")] * (guests > 0)
        last = f"and {', '.join(rest)}" if rest else "Nobody else is here yet." * (len(people) == 1)
        if last:
            canvas.text(x, y, shorten(last, width, self.look.symbols.ellipsis), "muted")
            y += 1
        y += 1
        canvas.text(x, y, "TALK", "accent+bold")
        y += 1 + roomy
        bottom = canvas.height - roomy
        canvas.fill(x - 1, y, width + 1, bottom - y, "band")
        rows = chat_rows(self._view.chat, width - 1, bottom - y - 2 * roomy, self._view.name)
        start = bottom - roomy - len(rows)
        for down, row in enumerate(rows):
            canvas.text(x, start + down, row)


def chat_rows(chat: Sequence[Said], width: int, most: int, reader: str = "") -> list[Row]:
    """Return the newest messages, the newest last, in at most `most` rows.

    The reader's own are those of `You`.

    Only names stand at the left edge, so no part of a message looks like another author's.
    """
    rows: list[Row] = []
    room = width - len(_INDENT.text)
    for said in reversed(chat):
        words: list[Row] = [(Run(f"{YOU if said.by == reader else said.by}:", "text+bold"),)]
        words += [fit((Run(word),), min(cells_of(word), room)) for word in said.text.split()]
        first, *more = wrap(words, room)
        rows = [first, *[(_INDENT, *row) for row in more], *rows]
        if len(rows) >= most:
            break
    if not rows:
        return [(Run("Nothing has been said yet.", "muted"),)]
    return rows[-most:] if most > 0 else []
