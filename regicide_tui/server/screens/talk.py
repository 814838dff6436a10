"""The chat panel over a table: for free messages, or phrases from a list."""

from collections.abc import Callable, Iterable, Sequence
from typing import cast

from textual.widget import Widget
from textual.widgets import Label

from regicide_tui.server.api.tables import TableHandle
from regicide_tui.server.base.limits import MOST_WORDS
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.commands import Say
from regicide_tui.server.model.table.phrases import Phrase
from regicide_tui.server.screens.lobby_page import chat_rows
from regicide_tui.server.screens.visitor_app import VisitorApp
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.canvas import filled
from regicide_tui.tui.rendering.paint import Row, Run, fit
from regicide_tui.tui.screens.ask import AskText
from regicide_tui.tui.widgets.painted import Painted

_REMEMBERED = 3
"""The maximum rows of recent messages."""
_AROUND = 9
"""The rows of a window around the phrases: bars, question, field, keys and messages."""
_TO_ALL, _TO_SPECTATORS, _GUESTS_LISTEN = (
    "Message to everyone at the table:",
    "Message to the other spectators:",
    "Guests can only read the messages.",
)
_ONLY_THESE = "Choose a phrase, or type to find one:"
_NO_PHRASE = "No phrase in the list starts like this:"


def open_talk(app: VisitorApp, handle: TableHandle) -> None:
    """Open the panel, and send what is chosen there."""

    def said(text: str | None) -> None:
        if text:
            app.do_soon(_say(handle, text))

    app.push_screen(TalkPanel(app.look, handle), said)


async def _say(handle: TableHandle, text: str) -> None:
    """Say a phrase from the list, or send another text as a message. Raises `Refused`."""
    phrase = next((one for one in handle.table.phrases if one.text == text), None)
    if phrase is not None and handle.table.seat is not None:
        await handle.do(Say(phrase.id, phrase.number))
    else:
        await handle.tell(text)


class _Sayings(Painted):
    """The recent messages, and the phrases that start with the typed text."""

    def __init__(self, look: Look, handle: TableHandle) -> None:
        super().__init__(look)
        self._handle = handle
        self._phrases: Sequence[Phrase] = ()
        self._cursor: int | None = None

    def show(self, phrases: Sequence[Phrase], cursor: int | None) -> None:
        """Show these phrases, with the cursor at one or none of them."""
        self._phrases, self._cursor = phrases, cursor
        self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the messages, and the phrases around the cursor."""
        table, symbols = self._handle.table, self.look.symbols
        said = self._handle.spectator_chat if table.seat is None else table.said
        rows = chat_rows(said, width - 2, _REMEMBERED, self._handle.table.reader)
        rows = [*[()] * (_REMEMBERED - len(rows)), *[(Run(" "), *row) for row in rows]]
        room, cursor = height - _REMEMBERED, self._cursor or 0
        start = max(0, min(cursor - room + 1, len(self._phrases) - room))
        for place, one in [*enumerate(self._phrases)][start : start + room]:
            here = place == self._cursor
            style = "on-accent/accent+bold" if here else "text"
            line = Run(f" {symbols.pointer if here else ' '} {one.text}", style, f"choose({place})")
            rows.append(fit((line,), width, style))
        return filled("band", rows, width, height)


class TalkPanel(AskText):
    """Asks for a message, and returns it.

    While partners play, that is a phrase from the list (R-9), found by its first letters. Opponents
    write what they like (D-22), and so does everyone before and after a game; phrases are optional.
    """

    DEFAULT_CSS = """
    TalkPanel { align: right bottom; background: transparent; }
    TalkPanel Vertical { width: 50; margin: 0 0 1 0; }
    TalkPanel Input, TalkPanel Input:focus { margin: 0; }
    """
    BINDINGS = c.bindings((c.FIND_UP, c.FIND_DOWN))
    keys = "{submit} sends it, {find_up} {find_down} choose, {cancel} goes back"
    _end_listening: Callable[[], None]

    def __init__(self, look: Look, handle: TableHandle) -> None:
        table, guest = handle.table, is_guest(handle.name)
        watches = table.seat is None
        self._is_free = not guest and (watches or table.speaks_freely)
        question = _TO_SPECTATORS if watches else _TO_ALL if self._is_free else _ONLY_THESE
        question = _GUESTS_LISTEN if watches and guest else question
        super().__init__(look.keymap, question, limit=MOST_WORDS)
        self._handle, self._sayings = handle, _Sayings(look, handle)
        self._cursor = None if self._is_free else 0

    def body(self) -> Iterable[Widget]:
        """Return the messages with the phrases, and the field."""
        return self._sayings, self._field

    def on_mount(self) -> None:
        """Show the phrases, and new messages while the panel is open."""
        phrases, high = len(self._phrases), self.app.size.height - _AROUND
        self._sayings.styles.height = _REMEMBERED + max(1, min(phrases, high))
        app, handle = cast("VisitorApp", self.app), self._handle
        self._end_listening = app.news.house.add(self._look, handle.id, name=handle.name)
        self._look()

    def on_unmount(self) -> None:
        """Stop listening."""
        self._end_listening()

    @property
    def _phrases(self) -> Sequence[Phrase]:
        """The phrases that start with the typed text."""
        table, typed = self._handle.table, self._field.value.strip().casefold()
        if table.seat is None:
            return ()
        return [one for one in table.phrases if one.text.casefold().startswith(typed)]

    def _look(self) -> None:
        """Show the phrases and the recent messages."""
        self._sayings.show(self._phrases, self._cursor)

    def on_input_changed(self) -> None:
        """Show the phrases that start with the typed text."""
        self._cursor = None if self._is_free else 0
        self._look()

    def action_move(self, steps: int) -> None:
        """Move the cursor over the phrases; where chat is free, it may also be at none."""
        places = [*([None] if self._is_free else []), *range(len(self._phrases))]
        if self._cursor in places:
            place = (places.index(self._cursor) + steps) % len(places)
            self._cursor = places[place]
            self._look()

    def action_choose(self, place: int) -> None:
        """Return a phrase."""
        if self.is_current and place < len(self._phrases):
            self.dismiss(self._phrases[place].text)

    def action_submit(self) -> None:
        """Return the phrase at the cursor, or else the typed text."""
        if self._is_free and self._cursor is None:
            super().action_submit()
        elif self._phrases:
            self.action_choose(self._cursor or 0)
        elif self._handle.table.seat is not None:
            self.query_one(Label).update(_NO_PHRASE)
