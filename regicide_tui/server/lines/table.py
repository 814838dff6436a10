"""A table of the server in a text session: before, during and after its game."""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, NamedTuple

from regicide_tui.games.base import IllegalAction
from regicide_tui.games.words import counted
from regicide_tui.play.table import can_call_off
from regicide_tui.play.transcript import write_transcript
from regicide_tui.server.api.api import Api
from regicide_tui.server.api.reviews import ReviewHandle
from regicide_tui.server.api.tables import RemoteSession
from regicide_tui.server.lines.seats import Seats
from regicide_tui.server.model.table import commands as c
from regicide_tui.server.model.table.people import Where
from regicide_tui.server.model.table.phrases import NO_THANKS
from regicide_tui.server.model.table.visitor_table import VisitorTable
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.screens.reading import agreement, refusal
from regicide_tui.server.screens.words import (
    NewsKeys,
    describe_another_game,
    describe_aside,
    describe_news,
    describe_pause,
    describe_place,
    describe_places,
    describe_spectators,
    tell_changes,
    tell_said,
    tell_who_waits,
    warn_of_time,
)
from regicide_tui.text.tables import NO, YES, Answer, Said, Talk, tell_end
from regicide_tui.text.thoughts import tell_review
from regicide_tui.text.voice import Voice
from regicide_tui.thinking.review import costliest

_NOT_OVER = "The game isn't over yet."
_KEYS = NewsKeys("yes", "no", "wish yes says", "wish no says")


class Doors(NamedTuple):
    """The access to the server, and the visitor."""

    api: Api
    visitor: Visitor
    go: Callable[[str, str], Coroutine[Any, Any, Said]]
    """Goes to another table by its id, with the password of a private one."""


async def enter(api: Api, table: str, password: str) -> tuple[RemoteSession, int]:
    """Go to a table; return its session, and how many of its actions the visitor has seen.

    Raises `Refused`.
    """
    if api.tables.must_read(table):
        await api.tables.read(table, password)
    handle = api.tables.enter(table, password)
    seen = api.visit.go_to_game(table)
    return RemoteSession(handle), seen


class AfterGame:
    """The texts and commands after the game at a table."""

    def __init__(self, doors: Doors, session: RemoteSession, voice: Voice) -> None:
        self._doors, self._session, self._handle = doors, session, session.handle
        self._voice = voice
        self._waiting: Sequence[str] = ()
        """The people at the next game, as last told."""
        self._review: ReviewHandle | None = None

    def tell_who_waits(self) -> Said:
        """Return who waits at the next game, if that is news."""
        if not self._session.table.over:
            return []
        waited, self._waiting = self._waiting, self._handle.who_waits()
        return [tell_who_waits(self._waiting)] if self._waiting not in ((), waited) else []

    def do_result(self, _: str) -> Said:
        """Show how the game ended."""
        finished = self._handle.finished_game
        if finished is None:
            return [_NOT_OVER]
        if finished.game.outcome is None:
            return ["The game was ended without a winner. again or leave."]
        self._waiting = self._handle.who_waits()
        waiting = ", ".join(self._waiting)
        told = tell_end(finished.game, self._session.table.seat)
        joins = f"At the next game: {waiting}." if waiting else ""
        next_game = describe_another_game(self._session.table) if self._session.table.series else ""
        opened = f"again opens another game: {next_game}." if next_game else ""
        if self._handle.find_followed():
            joins = "The players moved on to another game: again follows them."
        return [*told, joins, opened, "again, review, export or leave."]

    def do_export(self, _: str) -> Said:
        """Show the transcript of the finished game."""
        finished = self._handle.finished_game
        return write_transcript(finished.game).splitlines() if finished else [_NOT_OVER]

    async def do_again(self, _: str) -> Answer:
        """Join the next game with the same players, or watch it if you are a spectator."""
        if table := self._handle.find_followed():
            return await self._doors.go(table, self._handle.password)
        return await self._doors.go(await self._handle.play_again(), "")

    async def do_review(self, _: str) -> Answer:
        """Show the costliest decisions of a finished game, as far as the bots have analysed it."""
        self._review = self._review or await self._doors.api.reviews.enter(self._handle.id)
        found = self._review.game
        judged = f"{len(found.verdicts)} of {counted(found.decisions, 'decision')} analysed."
        told = tell_review(found, self._session.table.seat or 0, self._voice)
        if found.next_from(0) is None:
            return [judged, *told] if found.decisions else told
        begun = told if costliest(found.verdicts.values()) else []
        return [f"{judged} Type review again for the rest.", *begun]

    def close(self) -> None:
        """Leave the review of the game."""
        if self._review is not None:
            self._review.leave()


class ServerTalk(Talk):
    """A table whose other players sit elsewhere; its actions go to the table's log."""

    session: RemoteSession
    parts: Sequence[object] = (Seats, AfterGame)
    for_game = (
        *("again", "draw", "export", "log", "resign"),
        *("result", "review", "try", "undo", "wish"),
    )

    def __init__(self, doors: Doors, session: RemoteSession, voice: Voice, seen: int) -> None:
        """The visitor has already seen the first `seen` actions of the game."""
        super().__init__(session, voice, session.table.seat)
        self.handle, self._seen = session.handle, seen
        self.seats = Seats(session, doors.api, doors.visitor, self.change)
        self._after = AfterGame(doors, session, voice)
        self.parts = (self.seats, self._after)
        self._api, self._warned = doors.api, 0
        self._heard: Sequence[str] = ()
        """The last text about what is due in the game."""
        self._refused = ""
        """The offer that the visitor has refused."""

    @property
    def table(self) -> VisitorTable:
        """The table as it was when its news was last told."""
        return self.session.table

    @property
    def stands(self) -> object:
        """The table, as far as it has been told."""
        return self.table

    @property
    def begun(self) -> bool:
        """Whether the game has begun and its cards are loaded."""
        return self.table.cards is not None

    def begin(self) -> Said:
        """Return what happened while the player was elsewhere, and what is due."""
        if self.table.cards is None:
            return self.seats.tell()
        news = self.at.news(self._seen) if self.table.seat is not None else []
        return [*news, *self.due()]

    def due(self) -> Said:
        """Return what is due: in the game, before it, or after it."""
        table = self.table
        if table.cards is None:
            return self.seats.tell()
        if table.over:
            return self._after.do_result("")
        self._heard = [*super().due(), *self._around()]
        return self._heard

    def _around(self) -> Said:
        """Return who watches or is away, the clocks, and what is open between the players."""
        table, now = self.table, self._api.now()
        away = describe_places(table, self.handle.name, now, between=", ")
        aside = describe_aside(table, self.handle.times, away, self.voice).text
        more = [f"{aside}.".replace("  ", ", ")] if aside else []
        return [*more, self._asked()]

    def _asked(self) -> str:
        """Return what is open between the players, unless the visitor has refused it."""
        asked = self._describe_asked(self.table)
        self._refused = self._refused if asked == self._refused else ""
        return "" if self._refused else asked

    def _describe_asked(self, table: VisitorTable) -> str:
        return describe_news(table, _KEYS) or describe_pause(table, self._api.now())

    def _due_unheard(self) -> Said:
        """Return what is due, without repetitions; the player to act gets the game in full."""
        heard, due = self._heard, self.due()
        if self.table.over:
            return due
        known = self._around() if self.at.may_act else due
        return [one for one in due if one not in known or one not in heard]

    # ------------------------------------------------------------ news

    def tell_news(self) -> Said:
        """Return the news since the last call."""
        before, waits = self.table, self._after.tell_who_waits()
        if self.handle.table == before:
            return waits
        self.session.refresh()
        return [*self._tell(before), *waits]

    def _tell(self, before: VisitorTable) -> Said:
        table, name = self.table, self.handle.name
        talk = [tell_said(one, table.reader) for one in table.said if one not in before.said]
        said = [*talk, *tell_changes(before, table, name)]
        if table.cards is None:
            return [*said, *self.seats.tell_changes(before)]
        self.viewer = table.seat
        if before.cards is None:
            return [*said, "The game starts.", *self.due()]
        moves = before.cards.moves
        acted = table.cards.moves != moves or (before.over, before.seat) != (table.over, table.seat)
        told = [*self.at.news(moves), *said]
        if acted:
            return [*told, *self._due_unheard()]
        asked = self._asked()
        return [
            *told,
            *self._tell_places(before),
            asked if asked != self._describe_asked(before) else "",
        ]

    def _tell_places(self, before: VisitorTable) -> Said:
        """Return which players have left or returned, except in correspondence games."""
        table, now, told = self.table, self._api.now(), list[str]()
        if table.over or (table.clock is not None and table.clock.days):
            return told
        for name, place in table.places.items():
            here = place.where is Where.HERE
            was = before.places.get(name, place)
            if name != self.handle.name and here != (was.where is Where.HERE):
                told.append(f"{name} is {'back' if here else describe_place(place, now)}.")
        self._heard = [*self._heard, *told]
        return told

    def warn(self) -> Said:
        """Warn a player whose time is running out."""
        warning, self._warned = warn_of_time(self.table, self.handle.times, self._warned)
        return [warning] if warning else []

    # ------------------------------------------------------------ what is typed

    async def change(self, change: Awaitable[None]) -> Answer:
        """Make a change; return its effect. Raises `IllegalAction`."""
        before = self.table
        await change
        self.session.refresh()
        return [one for one in self._tell(before) if one] or ["Done."]

    def _do(self, command: c.Command) -> Answer:
        return self.change(self.session.do(command))

    @property
    def keeps_seat(self) -> bool:
        """Whether the visitor has a seat that they keep while they are elsewhere."""
        return self.table.seat is not None and not self.table.over

    # ------------------------------------------------------------ among the players

    async def do_say(self, text: str) -> Answer:
        """Send a message: say hello. Where partners may not chat, say lists the phrases."""
        table = self.table
        if table.seat is None and text:
            await self.handle.tell(text)
            return ["Sent to the other spectators."]
        phrases = {str(at): one for at, one in enumerate(table.phrases, 1)}
        if text in phrases:
            return self._do(c.Say(phrases[text].id, phrases[text].number))
        if text:
            return self.change(self.handle.tell(text))
        return [f"say {at}: {one.text}" for at, one in phrases.items()]

    def do_who(self, _: str) -> Said:
        """List the players and the spectators."""
        table, watching = self.table, describe_spectators(self.table)
        places = describe_places(table, self.handle.name, self._api.now(), between=", ")
        own = ""
        if table.seat is None:
            own = "You watch" if table.begun else "You have no seat"
        facts = [", ".join(filter(None, table.readable)), places, watching, own]
        return [f"{one}." for one in facts if one]

    def do_yes(self, _: str) -> Answer:
        """Agree to a request or a draw."""
        table = self.table
        if (asked := table.open_question) is not None:
            return self._do(agreement(asked))
        return self.do_draw("") if table.open_offer is not None else _NOT_ASKED

    def do_no(self, _: str) -> Answer:
        """Refuse a request or a draw, or withdraw your own request."""
        table = self.table
        if (asked := table.shown_question) is not None:
            return self._do(refusal(asked))
        if table.open_offer is None:
            return _NOT_ASKED
        self._refused = self._describe_asked(table)
        return self._do(c.Say(NO_THANKS))

    def do_wish(self, rest: str) -> Answer:
        """Say whether you would like to go next: wish yes, wish no."""
        said = rest.casefold()
        if said not in ("", *YES, *NO):
            return ["wish yes or wish no."]
        return self._do(c.Wish(said not in NO))

    def do_undo(self, _: str) -> Answer:
        """Ask everyone to undo the last action."""
        return self.change(self.session.undo())

    def do_ask(self, what: str) -> Answer:
        """Make a request to everyone: ask end, ask bot (for absent players), ask pause."""
        asked = {"end": c.END, "bot": c.STAND_IN, "pause": c.PAUSE}.get(what)
        if asked is None:
            return ["ask end, ask bot or ask pause."]
        if asked == c.STAND_IN and self.table.host == self.handle.name:
            return self._do(c.StandIn())
        return self._do(c.Ask(asked))

    async def do_time(self, _: str) -> Answer:
        """Show the clocks. In a correspondence game, give the player to act the full time again."""
        clock, waited_for = self.table.clock, self.table.acting_person
        if clock is not None and not clock.days and self.table.playing:
            return self._around()
        await self.change(self.session.do(c.GiveTime()))  # refused if no days pass
        assert clock is not None
        assert waited_for is not None
        return [f"{self.table.seats[waited_for]} gets {counted(clock.days, 'day')} again."]

    def do_draw(self, _: str) -> Answer:
        """Offer a draw, or agree to one."""
        return self.change(self.session.agree_on_draw())

    def do_resign(self, _: str) -> Answer:
        """Resign a game for two."""
        cards = self.table.cards
        if cards is not None and not can_call_off(cards):
            return self.change(self.session.resign(0))
        return self.resigning()

    async def do_finish(self, _: str) -> Answer:
        """End a game while someone is away for long (host only). ask end asks everyone."""
        try:
            return await self.change(self.session.do(c.End()))
        except IllegalAction as error:
            may_ask = self.table.playing and self.table.seat is not None
            return [str(error), "ask end asks everyone at the table." if may_ask else ""]

    def close(self) -> str:
        """Leave the review of the game."""
        self._after.close()
        return ""


_NOT_ASKED = ["There is no open request."]
