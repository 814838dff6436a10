"""The lines of a form."""

from collections.abc import Mapping, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.dom import DOMNode
from textual.events import Click, Key, MouseDown
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from regicide_tui import games
from regicide_tui.bots.base import LEVELS
from regicide_tui.bots.roster import list_levels
from regicide_tui.games.base import Json, Option, Seat
from regicide_tui.games.manifest import Emblem
from regicide_tui.play.settings import house_rules
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.canvas import Canvas, filled
from regicide_tui.tui.rendering.paint import Row, Run, Symbols, prose, shorten, width_of
from regicide_tui.tui.rendering.pictures import emblem, emblem_of
from regicide_tui.tui.table.game_ui import with_tables
from regicide_tui.tui.widgets.painted import Painted

CHOSEN, OPEN = "ink-spades/paper+bold", "muted/stone2"
"""The styles of the chosen value, and of other values."""
HERE = "on-accent/accent+bold"
"""The style of the label at the cursor."""
LABEL_WIDTH = 18
_INDENT = 2
"""Cells before a label, and before the meaning of a line."""


FORM_WIDE = [(0, "-narrow"), (78, "-middle"), (118, "-wide")]
FORM_TALL = [(0, "-low"), (36, "-tall")]
"""Cells and rows of windows in which a form has two columns, and blank rows between lines."""


class Form(Vertical):
    """The lines of a form, in the middle of a large window."""

    SCOPED_CSS = False  # the classes of the screen show the size of the window
    DEFAULT_CSS = """
    Form {
        width: 100%; max-width: 130; height: 1fr; max-height: 54; padding: 0 1; background: $stone;
    }
    Form .part { height: auto; }
    Form Choice { height: auto; }
    Form GameTiles { height: auto; margin: 0 0 1 0; }
    Form Label { width: 100%; height: 1; color: $accent; text-style: bold; padding: 0 2; }
    Form .told { color: $muted; text-style: none; }
    Form .fault { color: $error; text-style: none; }
    .-wide Form { padding: 0 2; }
    .-low Form .gap { display: none; }
    .-middle.-low Form GameTiles { margin: 0; }
    .-wide.-tall Form .part { width: 1fr; }
    .-wide.-tall Form #table { min-width: 62; }
    .-wide.-tall Form Choice { margin: 0 0 1 0; }
    .-wide.-tall Form TextLine { margin: 0 0 1 0; }
    .-wide.-tall Form .joined, .-wide.-tall Form .last { margin: 0; }
    .-wide.-tall Form .many .line { margin: 0; }
    .-wide.-tall Form Choice:focus, .-wide.-tall Form TextLine.here { margin: 0; }
    .-wide.-tall Form GameTiles:focus { margin: 0 0 1 0; }
    """


_HEADING, _MEANING = 1, 2
"""Rows of a heading, and the most rows of a line's meaning."""


class FormLines(Vertical):
    """The scrolling lines of a form, which post `Moved` when other lines become visible.

    If parts are side by side, blank rows separate the lines of each part that has room for them.
    """

    SCOPED_CSS = False
    DEFAULT_CSS = """
    FormLines { height: 1fr; overflow-x: hidden; overflow-y: auto; scrollbar-size: 0 0; }
    .-wide.-tall FormLines { layout: horizontal; }
    """

    class Moved(Message):
        """Posted after the layout when lines have appeared, disappeared or scrolled."""

    def on_mount(self) -> None:
        """Watch for these changes."""
        for changing in ("scroll_y", "virtual_size", "size"):
            self.watch(self, changing, self._post_moved)

    def on_resize(self) -> None:
        """Set the distance between lines by the size of the window."""
        self.fit()

    def fit(self) -> None:
        """Leave out blank rows and optional headings if there is no room for them."""
        room, rows = self.size.height, 0
        if not room:  # called again once it has a size
            return
        marks: list[tuple[Widget, str, bool]] = []
        for part in self.query(".part"):
            lines = [line for line in part.query(".line") if line.display]
            marks += [(line, "last", line is lines[-1]) for line in lines]
            gaps = sum([not line.has_class("joined") for line in lines[:-1]])
            marks.append((part, "many", _HEADING + len(lines) + gaps + 1 > room))
            rows += len(lines)
        marks.append((self, "full", _HEADING + rows + _MEANING > room))
        changed = [mark for mark in marks if mark[0].has_class(mark[1]) != mark[2]]
        for widget, name, marked in changed:
            widget.set_class(marked, name, update=False)
        if changed:
            self.update_node_styles()  # once for all

    def _post_moved(self) -> None:
        self.call_after_refresh(self.post_message, self.Moved())

    def out_of_sight(self, symbols: Symbols) -> str:
        """Return text that says where lines are hidden: below, or only above; empty if none are."""
        if self.scroll_offset.y < self.max_scroll_y:
            return f"{symbols.down} more"
        return "end" if self.max_scroll_y else ""


class Choice(Painted, can_focus=True):
    """A line with a few values, changed with the arrow keys or a click.

    While it has the focus, the rows below it show what it means, or what is wrong.
    """

    BINDINGS = c.bindings(c.CHOICE)

    note: Row = ()
    """Text after the first value, if there is room."""

    def __init__(
        self, look: Look, label: str, values: tuple[Json, ...], value: Json, hint: str
    ) -> None:
        super().__init__(look)
        self.add_class("line", update=False)
        self.label = label
        self.values = values
        self.value = value
        self._hint = hint
        self._fault = ""
        self._wanted = value
        """The value that was last chosen, which may not be on offer now."""

    @property
    def number(self) -> int:
        """The value, where all values are numbers."""
        assert isinstance(self.value, int)
        return self.value

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the line, and of its meaning while it has the focus."""
        return 1 + len(self.told(width))

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the line, and what it means."""
        return filled("stone", [self.line(width), *self.told(width)], width, height)

    def told(self, width: int) -> list[Row]:
        """Return the rows below the line: its meaning, or what is wrong."""
        if not self.has_focus:
            return []
        style = "error" if self._fault else "muted"
        rows = prose(self._fault or self._hint, style, width - _INDENT)
        return [(Run(" " * _INDENT), *row) for row in rows]

    def explain(self, hint: str) -> None:
        """Set what the line means."""
        self._hint = hint
        self._tell()

    def warn(self, fault: str) -> None:
        """Show what is wrong instead of what the line means; empty text ends that."""
        self._fault = fault
        self._tell()

    def _tell(self) -> None:
        self.repaint_whole()
        self.refresh(layout=True)

    def line(self, width: int) -> Row:
        """Return the label and the values; the chosen value is filled.

        In a narrow window, values are closer together, and the label is cut. If they still don't
        fit, only the chosen value and some of its neighbours are shown, between arrows.
        """
        wide, narrow = self._label(narrow=False), self._label(narrow=True)
        apart, close = self._chips(" {} "), self._chips("{}")
        # Words of one value are a cell apart, so values of several words are further apart.
        gap = (Run("  " if any(" " in chip.text for chip in close) else " "),)
        rows = (
            (*wide, *_joined(apart, (Run(" "),), self.note)),
            (*wide, *_joined(close, gap, self.note)),
            (*wide, *_joined(close, gap)),
            (*narrow, *_joined(close, gap)),
        )
        fitting = [row for row in rows if width_of(row) <= width]
        return fitting[0] if fitting else self._scrolled(apart, width)

    def _label(self, *, narrow: bool) -> Row:
        symbols, here = self.look.symbols, self.has_focus
        row = pointed(self.label, symbols, here=here, narrow=narrow and bool(self.label))
        return (*row, Run(" ")) if self.label and not narrow else row

    def _chips(self, form: str) -> list[Run]:
        return [
            Run(
                form.format(self.say(value)),
                CHOSEN if value == self.value else OPEN,
                f"set({place})",
            )
            for place, value in enumerate(self.values)
        ]

    def _scrolled(self, chips: list[Run], width: int) -> Row:
        """Return the chosen value and as many neighbours as fit, between arrows to the others."""
        symbols = self.look.symbols
        left, right = (Run(f"{sign} ", "muted") for sign in (symbols.left, symbols.right))
        chosen = self.values.index(self.value)
        widest = max([width_of((chip,)) for chip in chips]) + width_of((left, right))
        label = self._label(narrow=False)
        if width_of(label) + widest > width:
            label = self._label(narrow=True)
        room = width - width_of(label) - width_of((left, right))
        words = shorten(chips[chosen].text, room, symbols.ellipsis)
        chips[chosen] = chips[chosen]._replace(text=words)

        def between(first: int, last: int) -> Row:
            before = (left._replace(action=f"set({first - 1})"),) if first else ()
            after = (Run(" "), right._replace(text=symbols.right, action=f"set({last + 1})"))
            rest = after if last + 1 < len(chips) else ()
            return (*label, *before, *_joined(chips[first : last + 1], (Run(" "),)), *rest)

        first = last = chosen
        while last + 1 < len(chips) and width_of(between(first, last + 1)) <= width:
            last += 1
        while first and width_of(between(first - 1, last)) <= width:
            first -= 1
        return between(first, last)

    def say(self, value: Json) -> str:
        """Return a value as it is shown."""
        return say(value)

    def watch_has_focus(self, has_focus: bool) -> None:
        """Show or hide the cursor and the meaning."""
        super().watch_has_focus(has_focus)
        self._tell()
        if has_focus:
            self.call_after_refresh(self.scroll_visible, animate=False)

    async def on_mouse_down(self, event: MouseDown) -> None:
        """Set the value at the mouse at once: with the focus, the lines may move."""
        await self.run_at(event)

    async def on_click(self, event: Click) -> None:
        """Do nothing more."""

    def on_key(self, event: Key) -> None:
        """Set the value to the digit that was typed."""
        for value in self.values:
            if str(value) == event.character:
                event.stop()
                self.set_value(value)

    @property
    def clickable(self) -> DOMNode:
        """The node that runs click actions: the choice itself."""
        return self

    def action_set(self, place: int) -> None:
        """Set the value that was clicked."""
        self.focus()
        self.set_value(self.values[place])

    def action_change(self, steps: int) -> None:
        """Set one of the next values; they wrap around at the ends."""
        place = self.values.index(self.value)
        self.set_value(self.values[(place + steps) % len(self.values)])

    def set_value(self, value: Json) -> None:
        """Change the value."""
        self.value = self._wanted = value
        self.repaint()
        self.post_message(self.Changed(self))

    def offer(self, option: Option) -> None:
        """Offer the values that an option has now, if it matters."""
        self.display = option.matters
        self.offer_values(option.values, option.default)

    def offer_values(self, values: tuple[Json, ...], default: Json) -> None:
        """Offer these values; set the default if the last choice is not among them."""
        self.values = values
        self.value = self._wanted if self._wanted in values else default
        self.repaint_whole()  # a change while the line is hidden must be visible later

    class Changed(Message):
        """The value was changed."""

        def __init__(self, choice: "Choice") -> None:
            super().__init__()
            self.choice = choice


def pointed(label: str, symbols: Symbols, *, here: bool, narrow: bool = False) -> Row:
    """Return the label of a form's line, filled at the cursor; a narrow label is cut."""
    pointer = f"{symbols.pointer} " if here else "  "
    if narrow:
        return (Run(f"{pointer}{label} ", HERE if here else "text"),)
    wide = f"{label:<{LABEL_WIDTH}}" if label else ""
    return (Run(pointer + wide, HERE if here else "text"),)


def _joined(chips: Sequence[Run], gap: Row, note: Row = ()) -> Row:
    """Return values with gaps between them, and the note after the first one."""
    rest = [run for chip in chips[1:] for run in (*gap, chip)]
    return (*chips[:1], *note, *rest)


def titled(name: str) -> str:
    """Return the name of a setting or a house rule as the label of its line."""
    return say(name).capitalize()


def say(value: Json) -> str:
    """Return a value as it is shown."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")


class GameChoice(Choice):
    """The choice of a game. It has no label, since the names need the room."""

    def __init__(self, look: Look, game: str, hint: str = "") -> None:
        super().__init__(look, "", with_tables(), game, hint)

    @property
    def game(self) -> str:
        """The name of the game that is chosen."""
        return str(self.value)

    def say(self, value: Json) -> str:
        """Return the title of a game."""
        return games.find(str(value)).title


class HouseRules(Vertical):
    """The lines of the house rules, shown for one game at a time."""

    DEFAULT_CSS = "HouseRules { height: auto; }"

    def __init__(self, look: Look, wanted: Mapping[str, Mapping[str, Json]]) -> None:
        super().__init__()
        self._choices = {
            (game, option.name): Choice(
                look,
                titled(option.name),
                option.values,
                wanted.get(game, {}).get(option.name, option.default),
                option.meaning,
            )
            for game in with_tables()
            for option in house_rules(game)
        }

    def compose(self) -> ComposeResult:
        """Compose the lines."""
        yield from self._choices.values()

    def fit(self, game: str, players: int | None = None) -> None:
        """Show the house rules of a game that matter with this number of players.

        Without a number, the house rules that matter with any number are shown.
        """
        found = house_rules(game) if players is None else games.find(game).options(players)
        options = {option.name: option for option in found}
        for (of, name), choice in self._choices.items():
            if of == game:
                choice.offer(options[name])
            else:
                choice.display = False

    def chosen(self, game: str) -> dict[str, Json]:
        """Return the chosen house rules of a game."""
        return {name: choice.value for (of, name), choice in self._choices.items() if of == game}

    def key_of(self, choice: Choice) -> tuple[str, str]:
        """Return the game and the name of the house rule of a line."""
        return next(key for key, one in self._choices.items() if one is choice)


_GROUND = "stone"
_LARGE, _SMALL = 22, 8
"""Rows of the tiles with their frames, by the size of the window."""
_ROOM = ((112, 38, _LARGE), (78, 24, _SMALL))
"""Cells and rows of a window that tiles of each height need."""
_GAP = 2


class GameTiles(GameChoice):
    """The games side by side; the chosen one has a frame."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the tiles in a window, or of the names, and of an error."""
        fits = [rows for w, h, rows in _ROOM if viewport.width >= w and viewport.height >= h]
        return (fits[0] if fits else 1) + len(self.told(width))

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the tiles, or only the names, and an error below them."""
        told = self.told(width)
        high = height - len(told)
        shown = self._tiles(width, high) if high >= _SMALL else [self.line(width)]
        return filled(_GROUND, [*shown, *told], width, height)

    def _tiles(self, width: int, height: int) -> list[Row]:
        symbols = self.look.symbols
        canvas = Canvas(width, height, _GROUND, pixels=symbols.pixels)
        each = (width - 2 - _GAP * (len(self.values) - 1)) // len(self.values)
        for place, value in enumerate(self.values):
            x = 1 + place * (each + _GAP)
            chosen = value == self.value
            here = chosen and self.has_focus
            _paint_tile(canvas, x, each, str(value), symbols, chosen=chosen, here=here)
            canvas.on_click(x, 0, each, height, f"set({place})")
        return canvas.rows()


def _paint_tile(
    canvas: Canvas, x: int, width: int, game: str, symbols: Symbols, *, chosen: bool, here: bool
) -> None:
    """Paint a tile; the chosen one has a frame, which is gold if it has the focus."""
    about, large = emblem_of(game), canvas.height >= _LARGE
    told = 5 if large else 1
    drawn = canvas.height - 2 - told
    if chosen:
        _paint_frame(canvas, x - 1, width + 2, "accent" if here else "paper", symbols)
    canvas.paste(x, 1, emblem(game, width, drawn, about.cloth, symbols))
    canvas.fill(x, 1 + drawn, width, told, "band")
    name = shorten(games.find(game).title, width - 4, symbols.ellipsis)
    style = HERE if here else CHOSEN if chosen else "text+bold"
    row = 1 + drawn + large
    pointer = symbols.pointer if here else " "
    canvas.text(x + 1, row, f"{pointer}{name} " if chosen else f" {name}", style)
    if large:
        _paint_words(canvas, x + 2, row + 1, width - 4, about, symbols)


def _paint_words(
    canvas: Canvas, x: int, y: int, width: int, about: Emblem, symbols: Symbols
) -> None:
    canvas.text(x, y, shorten(about.about, width, symbols.ellipsis))
    canvas.text(x, y + 1, shorten(about.company, width, symbols.ellipsis), "muted")


def _paint_frame(canvas: Canvas, x: int, width: int, colour: str, symbols: Symbols) -> None:
    """Paint a frame around a tile, as thick above and below as at its sides."""
    last = canvas.height - 1
    for cell in range(x, x + width):
        if symbols.pixels:
            canvas.put(cell, 0, "▄", colour, _GROUND)
            canvas.put(cell, last, "▀", colour, _GROUND)
        else:
            canvas.fill(cell, 0, 1, 1, colour)
            canvas.fill(cell, last, 1, 1, colour)
    for side in (x, x + width - 1):
        canvas.fill(side, 1, 1, last - 1, colour)


_PERSON = "A person at this keyboard. You can choose a bot instead."
_CHARACTERS = {level.name: level.character for level in LEVELS}


class SeatChoice(Choice):
    """A choice of a bot's level, or of a person (empty)."""

    note = (Run(" bot", "muted"),)

    def __init__(self, look: Look, seat: Seat, level: str) -> None:
        super().__init__(look, f"Player {seat + 1}", ("", *_CHARACTERS), level, _PERSON)
        self.seat = seat

    @property
    def level(self) -> str:
        """The level of the bot, or an empty string."""
        return str(self.value)

    def say(self, value: Json) -> str:
        """Return the name of a level, or of a person."""
        return str(value) or "person"

    def fit(self, game: str, players: int) -> None:
        """Offer the levels that can play this game with this number of players."""
        levels = [level.name for level in list_levels(game, players)]
        self.offer_values(("", *levels), "")
        self.display = bool(levels) and self.seat < players

    def propose(self, level: str) -> None:
        """Set this level as the default for the chosen game."""
        self.value = self._wanted = level

    def introduce(self, name: str) -> None:
        """Say who will sit here: a person, or a bot with this name."""
        self.explain(f"{name}, {_CHARACTERS[self.level]}." if self.level else _PERSON)
