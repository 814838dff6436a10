"""The line above the hand at a table of the server: what others ask, do and say."""

from collections.abc import Callable
from math import inf
from time import monotonic

from regicide_tui.server.api.tables import TableHandle
from regicide_tui.server.model.table.visitor_table import VisitorTable
from regicide_tui.server.screens.reading import Reading
from regicide_tui.server.screens.words import NewsKeys, describe_news, describe_pause, tell_said
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import cells_of, shorten
from regicide_tui.tui.table.hand import band_room
from regicide_tui.tui.table.table_model import NOTHING, Notice

_TALK_STANDS = 60_000
"""Milliseconds for which messages stay readable, whatever keys are pressed."""
_NEWS_KEYS = (c.YES, c.NO, c.WISH, c.RATHER_NOT)
"""The commands whose keys appear in the news between the players."""


class NoticeLine:
    """The line above the hand, and which question in it can be read.

    An answer to a key comes first, until the next key. What needs the visitor's answer comes next,
    then news from elsewhere, and messages as far as there is room.
    """

    def __init__(
        self,
        handle: TableHandle,
        look: Look,
        now: Callable[[], int],
        last_key: Callable[[], float],
        table: VisitorTable,
    ) -> None:
        """`last_key()` is when the visitor last pressed a key, by `monotonic`."""
        self._handle, self._look, self._now, self._last_key = handle, look, now, last_key
        self.reading = Reading(table.shown_question)
        self.is_covered = False
        """Whether something else covers a question or offer."""
        self._came_at = inf
        """When the table opened. Earlier messages of spectators aren't shown."""
        self._heard: tuple[Notice, float] = NOTHING, 0.0
        """The last news from elsewhere, and when the visitor had last pressed a key."""
        self._shown_talk = ""

    def open(self) -> None:
        """Note that the table has just opened."""
        self._came_at = self._now()

    def hear(self, sentence: str, style: str) -> None:
        """Show news from elsewhere until the next key; an empty sentence changes nothing."""
        if sentence:
            self._heard = Notice(sentence, style, verbatim=True), self._last_key()

    def compose(self, notice: Notice, table: VisitorTable, width: int) -> Notice:
        """Return this notice, which answers a key, or else what others ask, do and say."""
        self._shown_talk = self._talk(width)
        heard, key = self._heard
        if not heard.text or key != self._last_key():
            heard = NOTHING
        waits = (table.open_question or table.open_offer) is not None
        self.is_covered = bool(notice.text or (heard.text and not waits))
        if notice.text:
            return notice
        if heard.text and not waits:
            return heard
        news = "  ".join(filter(None, [self.news(table), heard.text]))
        texts = [news, "" if heard.text else self._shown_talk]
        said = "  ".join(filter(None, texts))
        return Notice(said, "accent", verbatim=True, yields=not news)

    def note_shown(self, table: VisitorTable) -> None:
        """Note which question or offer can be read now."""
        self.reading.show(None if self.is_covered else table.shown_question or table.open_offer)

    def has_new_talk(self, width: int) -> bool:
        """Return whether the messages differ from the last line, for example because one is old."""
        return self._talk(width) != self._shown_talk

    def _talk(self, width: int) -> str:
        """Return the last messages, while people may still want to read them.

        The preview of cards needs a line; only a message newer than the last key may take it.
        """
        now, table = self._now(), self._handle.table  # without people who are ignored by now
        watched = [one for one in self._handle.spectator_chat if one.at >= self._came_at]
        said = sorted([*table.said, *watched], key=lambda one: one.at)
        last = [one for one in said if one.at > now - _TALK_STANDS][-2:]
        told = "  ".join([tell_said(one, table.reader) for one in last])
        line = band_room(width)
        if not last or cells_of(told) <= line:
            return told
        told = tell_said(last[-1], table.reader)
        pressed = now - 1000 * (monotonic() - self._last_key())
        room = line if last[-1].at < pressed else cells_of(told)
        return shorten(told, room, self._look.symbols.ellipsis)

    def news(self, table: VisitorTable) -> str:
        """Return what is open between the players; empty if nothing is."""
        news = describe_news(table, NewsKeys(*map(self._look.keymap.shown, _NEWS_KEYS)))
        return news or describe_pause(table, self._now())
