"""The lobby of a server: its tables as tiles, the menu, the people and the chat."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from regicide_tui.cards import card
from regicide_tui.games.base import Standing, Value
from regicide_tui.games.words import counted
from regicide_tui.tui.pages.lists import Entry, EntryList, ListStyle, facts_that_fit
from regicide_tui.tui.rendering.canvas import Canvas, filled
from regicide_tui.tui.rendering.faces import (
    CardSize,
    CardState,
    RoyalState,
    bar,
    castle_back,
    face,
    portrait,
)
from regicide_tui.tui.rendering.layout import board_of
from regicide_tui.tui.rendering.paint import (
    PaintRows,
    Region,
    Row,
    Run,
    Symbols,
    card_style,
    cells_of,
    fit,
    prose,
    shorten,
    width_of,
    wrap,
)
from regicide_tui.tui.rendering.pictures import emblem_of, kings

_TILES = (78, 22)
"""The smallest window, in cells and rows, that shows tiles with the chat beside them."""
_ROOMY = (112, 36)
"""The smallest window, in cells and rows, that shows cards on the tiles."""
_WIDE = (180, 44)
"""The smallest window, in cells and rows, that shows the lines beside the tables."""
_CHAT_ROWS = 7
"""Maximum rows of the chat below the list in a small window, with its title."""
_LOWEST = 14
"""Minimum rows of a window with the chat below the list."""
_PEOPLE = 10
"""The most people who are listed by name."""
_COMING = 3
"""The most tournaments that are listed where tiles have room for cards."""
_FACTS = ListStyle(facts=True)
_BAR, _SHORT_BAR = 12, 5
"""Cells of the health bar of an enemy, normally and in a low tile."""
_READABLE = 8
"""Minimum cells of a name, if there is a fact beside the seats."""
_HEADING = 2
"""The rows of a heading, and of the blank row below it."""
_FACES = (CardSize(13, 9), CardSize(11, 6))
"""The cards on tiles; each is as high as its tile."""


class Tile(Value):
    """A table as a tile shows it."""

    game: str
    seats: tuple[str, ...]
    """The players by seat; empty for a free seat."""
    acting: int | None = None
    """The seat that must act."""
    standing: Standing = Standing()
    facts: str = ""
    """Other facts, separated by commas; the players are in `seats`."""
    private: bool = False
    """Whether the players are hidden."""
    waits: bool = False
    """Whether the visitor must act there; then the first fact says so."""


class Person(NamedTuple):
    """A visitor, what they are doing, and whether they wait for other players."""

    name: str
    doing: str
    waits: bool = False
    shortly: str = ""
    """The same in a word or two, for narrow windows; not for people who wait."""


class Club(NamedTuple):
    """Everything the page shows besides its lines, which start with those of the tables."""

    said: Run
    """The sentence at the top."""
    tiles: Sequence[Tile]
    people: Sequence[Person]
    """The people with names, the visitor first."""
    guests: int
    """The number of other guests."""
    today: tuple[str, str]
    """The daily deal, and its result."""
    coming: Sequence[tuple[str, str, str]]
    """The unfinished tournaments, who opened them and when they take place, the next first."""
    to_join: str
    """How to join a tournament; empty for visitors who can't."""
    talk: PaintRows
    """Returns the latest messages for a width, in a limited number of rows."""


class _Tiling(NamedTuple):
    """A layout of tiles: their rows, the rows between them, and their columns."""

    high: int
    gap: int = 1
    columns: int = 1

    def room(self, height: int) -> int:
        """Return how many tiles fit, at least one."""
        return self.columns * max(1, (height + self.gap) // (self.high + self.gap))


_TILINGS = (_Tiling(3), _Tiling(3, 0), _Tiling(2, 0))
_ROOMY_TILINGS = (_Tiling(6), *_TILINGS)
_WIDE_TILINGS = (_Tiling(9), _Tiling(9, 1, 2), _Tiling(6, 1, 2), _Tiling(3, 1, 2), _Tiling(3, 0, 2))
"""The ways to lay tiles out, the largest first; the last one shows most tables."""


def club_rows(
    club: Club, entries: Sequence[Entry], cursor: int, size: tuple[int, int], symbols: Symbols
) -> list[Row]:
    """Paint the lobby. The first entries are those of the tiles, in their order."""
    canvas = Canvas(*size, "stone", pixels=symbols.pixels)
    _Page(canvas, club, entries, cursor, symbols).paint()
    return canvas.rows()


class _Page:
    """The page while it is painted."""

    def __init__(
        self,
        canvas: Canvas,
        club: Club,
        entries: Sequence[Entry],
        cursor: int,
        symbols: Symbols,
    ) -> None:
        self._canvas, self._club, self._symbols = canvas, club, symbols
        self._entries, self._cursor = entries, cursor
        self._others = entries[len(club.tiles) :]

    def paint(self) -> None:
        """Paint everything in the layout that suits the window."""
        width, height = self._canvas.width, self._canvas.height
        left, board = board_of(width)
        if width < _TILES[0] or height < _TILES[1] - 2:
            self._small()
        elif width >= _WIDE[0] and height >= _WIDE[1]:
            self._in_three_columns(left, board)
        elif width >= _ROOMY[0] and height >= _ROOMY[1]:
            aside = board * 3 // 8 - 1
            tables = Region(left + 4, 1, board - aside - 7, height - 1)
            self._in_two_columns(tables, _ROOMY_TILINGS)
            self._aside(Region(left + board - aside - 2, 1, aside, height - 2), roomy=True)
        else:
            self._in_two_columns(Region(1, 0, width - 33, height), _TILINGS)
            self._aside(Region(width - 29, 0, 29, height), roomy=False)

    # ------------------------------------------------------------ parts of the window

    def _small(self) -> None:
        """Paint the lines, and the chat below them."""
        canvas, width, height = self._canvas, self._canvas.width, self._canvas.height
        top = self._sentence(1, 0, width - 2)
        chat = 0
        if height >= _LOWEST:
            chat = min(_CHAT_ROWS, max(3, height - top - len(self._entries) - 1))
        lines = EntryList(self._entries, self._cursor, _FACTS, self._symbols)
        lines.paint(canvas, 0, top, width, height - top - chat)
        if chat:
            names = ", ".join([one.name for one in self._club.people])
            names += f", {counted(self._club.guests, 'guest')}" if self._club.guests else ""
            head = shorten(f"Here: {names}", width - 2, self._symbols.ellipsis)
            rows = [(Run(head, "muted"),), *self._club.talk(width - 2, chat - 1)]
            band = filled("band", [(Run(" "), *row) for row in rows], width, chat)
            canvas.paste(0, height - chat, band)

    def _in_two_columns(self, area: Region, tilings: Sequence[_Tiling]) -> None:
        """Paint the sentence, the tables, and below them the other lines.

        If they leave too little room for the tables, the lines have two columns, with the detail of
        the current one below them.
        """
        roomy = tilings is not _TILINGS
        y = self._sentence(area.x + 1, area.y, area.width - 2 * roomy)
        count, lines = len(self._others), 1
        room = area.bottom - y - _HEADING - 1
        wanted = tilings[0 if roomy else -1]
        if wanted.room(room - count) < len(self._club.tiles):
            lines = 2
        rows = -(-count // lines)
        end = area.bottom - (lines > 1)
        tables = Region(area.x, y, area.width, end - y - rows - 1)
        y = self._tables(tables, tilings) + 1
        wide, free = area.width // lines, end - y
        for column in range(lines):
            first = column * rows
            high = rows if lines > 1 else free  # the detail is below the columns
            place = Region(area.x + column * wide, y, wide - (lines > 1), high)
            self._lines(first, first + rows, place, detailed=lines == 1)
        if lines > 1:
            self._detail(Region(area.x + 1, y + rows, area.width - 1, 1))

    def _in_three_columns(self, left: int, board: int) -> None:
        """Paint the lines, the tables below the title, and everything else side by side."""
        canvas, x, middle = self._canvas, left + 1, board * 6 // 7
        y = self._sentence(x + 1, 1, middle)
        high = canvas.height - 2
        canvas.text(3, 1, "MENU", "accent+bold")
        self._lines(0, len(self._others), Region(2, 2, left - 4, high - 4), detailed=False)
        if self._cursor >= len(self._club.tiles):
            self._detail(Region(4, high - 2, left - 6, 3))
        self._tables(Region(x, y, middle, canvas.height - y - 1), _WIDE_TILINGS)
        beside = x + middle + 4
        self._aside(Region(beside, 1, canvas.width - beside - 3, high), roomy=True)

    def _sentence(self, x: int, y: int, width: int) -> int:
        """Write the sentence; return the row below it."""
        rows = prose(self._club.said.text, self._club.said.style, width)
        for down, row in enumerate(rows):
            self._canvas.text(x, y + down, row)
        return y + len(rows) + bool(rows)

    def _lines(self, first: int, end: int, area: Region, *, detailed: bool = True) -> None:
        """Paint some of the lines that have no tile."""
        shown = [one if detailed else one._replace(detail="") for one in self._others[first:end]]
        cursor = self._cursor - len(self._club.tiles) - first
        lines = EntryList(shown, cursor if cursor < len(shown) else -1, _FACTS, self._symbols)
        lines.paint(self._canvas, area.x, area.y, area.width, area.height)

    def _detail(self, area: Region) -> None:
        """Write the detail of the line at the cursor, if there is one."""
        for entry in self._entries[self._cursor : self._cursor + 1]:
            for down, row in enumerate(prose(entry.detail, "muted", area.width)[: area.height]):
                self._canvas.text(area.x, area.y + down, row)

    # ------------------------------------------------------------ the tables

    def _tables(self, area: Region, tilings: Sequence[_Tiling]) -> int:
        """Paint the tables around the cursor as tiles; return the row below them.

        Above and below the tiles is the number of tables that are not shown.
        """
        canvas, symbols, count = self._canvas, self._symbols, len(self._club.tiles)
        x, y = area.x, area.y + 1 + (tilings is not _TILINGS)
        end = canvas.text(x + 1, area.y, "TABLES", "accent+bold")
        if not count:
            canvas.text(x + 1, y, "There are no open tables.", "muted")
            return self._kings(Region(x, y + 2, area.width, area.bottom - y - 2))
        height = area.bottom - y
        fitting = (one for one in tilings if one.room(height) >= count)
        way = next(fitting, tilings[-1])
        room = count if way.room(height) >= count else way.room(height - 1)
        pointed = self._cursor if self._cursor < count else 0  # the visitor's own are the first
        first = max(0, min(pointed - room + 1, count - room))
        shown = range(first, min(first + room, count))
        if first:
            canvas.text(end + 2, area.y, f"{symbols.up} {first} more", "muted")
        columns = min(way.columns, len(shown))
        each, wide = -(-len(shown) // columns), (area.width - 2 * (columns - 1)) // columns
        for at, place in enumerate(shown):
            column, row = divmod(at, each)
            tile = Region(x + column * (wide + 2), y + row * (way.high + way.gap), wide, way.high)
            self._tile(tile, place)
        y += each * (way.high + way.gap) - way.gap
        if shown.stop < count:
            canvas.text(x + 1, y, f"{symbols.down} {count - shown.stop} more", "muted")
            y += 1
        return y

    def _kings(self, area: Region) -> int:
        """Paint the Kings in place of tables, if they fit; return the row below them."""
        fan = kings(area.width - 2, area.height - 1, "stone", self._symbols)
        if not fan:
            return area.y - 1
        self._canvas.paste(area.x + (area.width - width_of(fan[0])) // 2, area.y, fan)
        return area.y + len(fan)

    def _tile(self, area: Region, place: int) -> None:
        """Paint a table: its picture, its entry, the state of its game, and its seats."""
        canvas, entry, tile = self._canvas, self._entries[place], self._club.tiles[place]
        here = place == self._cursor
        canvas.fill(*area, "stone2", entry.action)
        if here:
            canvas.fill(area.x, area.y, 1, area.height, "accent", entry.action)
        at = area.x + 2
        if area.height > 2:
            at += self._picture(at - 1, area.y, area.height, tile) + 1
        room = area.right - at - 1
        style = "on-accent/accent+bold" if here else "text+bold"
        y = area.y + (area.height > 3)
        label = prose(entry.label, style, room - 4)
        if area.height < _FACES[0].height:
            label = [(Run(shorten(entry.label, room - 4, self._symbols.ellipsis), style),)]
        start = f"{self._symbols.pointer if here else ' '} {entry.key:<3}"
        for down, row in enumerate(label):
            before = Run(start if down == 0 else " " * len(start), style)
            canvas.text(at - 1, y + down, fit((before, *row), room + 1, style))
        if not here:
            canvas.text(at + 1, y, entry.key, "primary+bold")
        y += len(label) - 1
        rows = self._told(tile, room - 4, area.height)[: area.bottom - y - 1]
        for down, row in enumerate(rows, 1):
            canvas.text(at + 4, y + down, row)
        canvas.on_click(*area, entry.action)

    def _picture(self, x: int, y: int, height: int, tile: Tile) -> int:
        """Paint the enemy, or a face-down card if there is none; return its cells."""
        canvas, symbols, emblem = self._canvas, self._symbols, emblem_of(tile.game)
        enemy = card(tile.standing.card) if tile.standing.card else None
        size = next((one for one in _FACES if one.height == height), None)
        if size is None:
            rank, suit = (enemy.rank, enemy.suit) if enemy else (emblem.sign[0], None)
            canvas.paste(x + 1, y, portrait(RoyalState(rank, suit, here=True), symbols))
            return 6
        state = CardState(emblem.cloth, shadow=False)
        canvas.fill(x, y, size.width + 2, height, emblem.cloth)
        rows = face(enemy, size, symbols, state) if enemy else castle_back(size, symbols, state)
        canvas.paste(x + 1, y, rows[:height])
        return size.width + 3

    def _told(self, tile: Tile, width: int, height: int) -> list[Row]:
        """Return the rows below the head of a tile: the state of its game, and its seats."""
        facts = ", ".join(filter(None, [tile.facts, tile.standing.words]))
        standing, seats = self._standing(tile.standing, width, height), self._seats(tile)
        if height > 3:
            told = self._facts(facts, width, 1 if height < 9 else 2)
            return [*told, *([standing] if standing else []), *wrap(seats, width, "  ")]
        between = Run("  " * bool(standing))
        free = width - width_of(standing) - 2 * bool(standing)
        if height < 3:
            return [(*standing, between, *self._in_one_row(tile, facts, free))]
        said = Run(shorten(facts_that_fit(facts, free), free, self._symbols.ellipsis))
        return [(*standing, between, said), self._seats_in(tile, width)]

    def _facts(self, facts: str, width: int, most: int) -> list[Row]:
        """Return as many facts as fit into the rows; facts are not broken."""
        rows: list[Row] = []
        while facts and len(rows) < most:
            fitting = facts_that_fit(facts, width)
            rows.append((Run(shorten(fitting, width, self._symbols.ellipsis), "text"),))
            facts = facts[len(fitting) :].removeprefix(", ")
        return rows

    def _in_one_row(self, tile: Tile, facts: str, width: int) -> Row:
        """Return the seats of a table, after the facts that leave room for them."""
        first = facts_that_fit(facts, 0)
        seats = self._seats_in(tile, width - cells_of(first) - 2, _READABLE)
        if not seats and tile.waits:
            return (Run(facts_that_fit(facts, width)),)
        if not seats:
            return self._seats_in(tile, width)
        said = facts_that_fit(facts, width - width_of(seats) - 2)
        return (Run(f"{said}  " if said else ""), *seats)

    def _seats_in(self, tile: Tile, width: int, least: int = 1) -> Row:
        """Return the seats in one row, with long names cut to the same length, or nothing.

        A cut name keeps at least `least` cells.
        """
        longest = max(map(cells_of, tile.seats), default=0)
        for cells in range(longest, min(longest, least) - 1, -1):
            names = [shorten(name, cells, self._symbols.ellipsis) for name in tile.seats]
            (row, *more) = wrap(self._seats(replace(tile, seats=tuple(names))), width) or [()]
            if not more and width_of(row) <= width:
                return row
        return ()

    def _standing(self, standing: Standing, width: int, height: int) -> Row:
        """Return the enemy of a table, and its health; nothing without an enemy.

        In a tile of three rows, only the picture shows which enemy it is.
        """
        if not standing.card:
            return ()
        enemy, left, wide = card(standing.card), standing.left, _BAR if height > 3 else _SHORT_BAR
        assert enemy.suit is not None
        (drawn,) = bar(wide, standing.whole, left, left, enemy.suit, self._symbols)
        of = Run(f" of {standing.whole}", "muted")
        health = (*(drawn if height > 2 else ()), Run(f" {left}", "text+bold"), of)
        name = standing.name if height > 3 else self._symbols.card_text(enemy)
        between = "  " if height > 2 else ""
        row = (Run(f"{name}{between}", f"{card_style(enemy)}+bold"), *health)
        return row if height != 3 and width_of(row) <= width else health

    def _seats(self, tile: Tile) -> list[Row]:
        """Return the seats of a table one by one: the player, or that the seat is free."""
        symbols = self._symbols
        if tile.private:
            taken = Run(f"{symbols.new} " * len(tile.seats), "success")
            return [(taken, Run(counted(len(tile.seats), "seat"), "muted"))]
        return [
            (
                Run(f"{symbols.new} ", "success"),
                Run(name, "accent+bold" if seat == tile.acting else "text"),
            )
            if name
            else (Run(f"{symbols.free} free", "muted"),)
            for seat, name in enumerate(tile.seats)
        ]

    # ------------------------------------------------------------ people, today and chat

    def _aside(self, area: Region, *, roomy: bool) -> None:
        """Paint the visitors, the events of the day, and the chat below them."""
        canvas, x, width, ellipsis = self._canvas, area.x, area.width, self._symbols.ellipsis
        people, guests = self._club.people, self._club.guests
        all_here = len(people) + guests
        count = f"{all_here} {'person' if all_here == 1 else 'people'}"
        canvas.text(x, area.y, (Run("HERE", "accent+bold"), Run(f"  {count}", "muted")))
        y = area.y + 1 + roomy
        most = _PEOPLE if roomy else 4
        shown = people[: most + (all_here == most + 1)]  # a row names one more, or counts them
        for one in shown:
            end = canvas.text(x, y, (Run(self._symbols.new, "success"), Run(f" {one.name}  ")))
            free = area.right - end
            style = "warning" if one.waits else "muted"
            if one.waits and cells_of(one.doing) > free:  # people who might join must see what for
                y += 1
                canvas.text(x + 2, y, shorten(one.doing, width - 2, ellipsis), style)
            else:
                doing = (say for say in (one.doing, one.shortly) if cells_of(say) <= free)
                canvas.text(end, y, next(doing, ""), style)
            y += 1
        rest = [f"{len(people) - len(shown)} more"] * (len(people) > len(shown))
        rest += [counted(guests, "guest")] * (guests > 0)
        last = f"and {', '.join(rest)}" if rest else "Nobody else is here yet." * (len(people) == 1)
        if last:
            canvas.text(x, y, shorten(last, width, ellipsis), "muted")
            y += 1
        if roomy:
            canvas.text(x, y + 1, "TODAY", "accent+bold")
            y = self._on(Region(x, y + 3, width, 2), *self._club.today)
        y = self._coming(Region(x, y, width, area.bottom - y), roomy=roomy)
        canvas.text(x, y + 1, "CHAT", "accent+bold")
        y += 2 + roomy
        canvas.fill(x - 1, y, width + 1, area.bottom - y, "band")
        rows = self._club.talk(width - 1, area.bottom - y - 2 * roomy)
        start = area.bottom - roomy - len(rows)
        for down, row in enumerate(rows):
            canvas.text(x, start + down, row)

    def _coming(self, area: Region, *, roomy: bool) -> int:
        """Paint the next tournaments, below a blank row; return the row below them."""
        coming, canvas, x, y = self._club.coming, self._canvas, area.x, area.y
        if not coming:
            return y
        head = (Run("TOURNAMENTS", "accent+bold"), Run(f"  {self._club.to_join}", "muted"))
        canvas.text(x, y + 1, head)
        y += 2 + roomy
        most = _COMING if roomy else 1
        for title, by, when in coming[:most]:
            opener = f" by {by}"  # if there is little room, the title is cut
            room = area.width - cells_of(opener)
            what = f"{shorten(title, room, self._symbols.ellipsis)}{opener}"
            y = self._on(Region(x, y, area.width, 2), what, when)
        if len(coming) > most:
            canvas.text(x, y, f"and {len(coming) - most} more", "muted")
            y += 1
        return y

    def _on(self, area: Region, what: str, how: str) -> int:
        """Write an event, and its time or result; return the row below."""
        self._canvas.text(
            area.x, area.y, shorten(what, area.width, self._symbols.ellipsis), "text+bold"
        )
        room = area.width - 2
        told = shorten(facts_that_fit(how, room), room, self._symbols.ellipsis)
        self._canvas.text(area.x + 2, area.y + 1, told, "muted")
        return area.bottom
