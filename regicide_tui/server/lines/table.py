"""A table of the server in text: the seats before a game, the game, and what comes after it."""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, NamedTuple

from regicide_tui.bots.roster import list_levels
from regicide_tui.games.base import IllegalAction, Seat
from regicide_tui.games.words import counted
from regicide_tui.play.table import can_call_off
from regicide_tui.play.transcript import write_transcript
from regicide_tui.server.api.api import Api
from regicide_tui.server.api.reviews import ReviewHandle
from regicide_tui.server.api.tables import RemoteSession
from regicide_tui.server.model.table import commands as c
from regicide_tui.server.model.table.facts import is_bot
from regicide_tui.server.model.table.people import Where
from regicide_tui.server.model.table.phrases import NO_THANKS
from regicide_tui.server.model.table.visitor_table import VisitorTable
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.screens.reading import agreement, refusal
from regicide_tui.server.screens.words import (
    NewsKeys,
    TimeWarnings,
    describe_another_game,
    describe_aside,
    describe_clock,
    describe_deal,
    describe_game,
    describe_house_rules,
    describe_news,
    describe_pause,
    describe_place,
    describe_places,
    describe_seat,
    describe_spectators,
    describe_wait,
    tell_changes,
    tell_said,
    tell_who_waits,
)
from regicide_tui.text.commands import Command
from regicide_tui.text.tables import NO, YES, Answer, Said, Talk, tell_end
from regicide_tui.text.thoughts import tell_review
from regicide_tui.text.voice import Voice
from regicide_tui.thinking.review import costliest

_KEYS = NewsKeys("yes", "no", "wish yes says", "wish no says")


class Doors(NamedTuple):
    """The way to the server, and who has come."""

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


class ServerTalk(Talk):
    """A table whose other players sit elsewhere; its actions go to the log of the table."""

    session: RemoteSession
    for_game = (
        *("again", "draw", "export", "log", "resign"),
        *("result", "review", "try", "undo", "wish"),
    )

    def __init__(
        self, doors: Doors, session: RemoteSession, voice: Voice, seen: int, password: str
    ) -> None:
        """The visitor has seen the first `seen` actions of the game before."""
        super().__init__(session, voice, session.table.seat)
        self.handle, self._password = session.handle, password
        self._seen = seen
        self._doors, self._warnings = doors, TimeWarnings()
        self._waiting: Sequence[str] = ()
        """The people at the next game, as they were told last."""
        self._review: ReviewHandle | None = None
        self._heard: Sequence[str] = ()
        """What was said last of what is due in the game."""
        self._heard_wait = ""
        """What was said last of what the table waits for before the game."""
        self._refused = ""
        """The offer that the visitor has refused."""

    @property
    def table(self) -> VisitorTable:
        """The table as it was when news of it were told last."""
        return self.session.table

    @property
    def stands(self) -> object:
        """The table, as far as it was told."""
        return self.table

    @property
    def begun(self) -> bool:
        """Whether the game has begun, and its cards are here."""
        return self.table.cards is not None

    def begin(self) -> Said:
        """Say what happened while its player was elsewhere, and what is due."""
        if self.table.cards is None:
            return self._seats()
        news = self.at.news(self._seen) if self.table.seat is not None else []
        return [*news, *self.due()]

    def due(self) -> Said:
        """Say what is due: in the game, before it, or after it."""
        table = self.table
        if table.cards is None:
            return self._seats()
        if table.over:
            return self.do_result("")
        self._heard = [*super().due(), *self._around()]
        return self._heard

    def _around(self) -> Said:
        """Say who watches or is away, the clocks, and what waits between the players."""
        table, now = self.table, self._doors.api.now()
        away = describe_places(table, self.handle.name, now, between=", ")
        aside = describe_aside(table, self.handle.times, away, self.voice).text
        more = [f"{aside}.".replace("  ", ", ")] if aside else []
        return [*more, self._asked()]

    def _asked(self) -> str:
        """Say what waits between the players, unless the visitor has refused it."""
        asked = self._describe_asked(self.table)
        self._refused = self._refused if asked == self._refused else ""
        return "" if self._refused else asked

    def _describe_asked(self, table: VisitorTable) -> str:
        return describe_news(table, _KEYS) or describe_pause(table, self._doors.api.now())

    def _due_unheard(self) -> Said:
        """Say what is due without what was said last; who must act hears the game in full."""
        heard, due = self._heard, self.due()
        if self.table.over:
            return due
        known = self._around() if self.at.may_act else due
        return [one for one in due if one not in known or one not in heard]

    def _seats(self) -> Said:
        """Say who sits here before the game, and what the table waits for."""
        table, name = self.table, self.handle.name
        if table.over:
            why = self.handle.why_closed or "The table is closed."
            return [f"{why} leave goes to the lobby."]
        rules = [describe_deal(table), describe_clock(table.clock), describe_house_rules(table)]
        told = ", ".join([describe_game(table.game, table.players), *filter(None, rules)])
        password = f"The password is {table.password}." if table.password else ""
        wait = describe_wait(table, name, "Type name", "Type bot")
        typed = ""
        if table.seat is None:
            typed = " sit sits down." if table.free else ""
        elif table.free:
            typed = " invite says how others come."
            # Only people play duplicate deals.
            typed = typed if table.series else f" bot seats a bot;{typed}"
        elif name not in (table.host, *table.ready):
            typed = " ready says that you are."
        elif table.host == name and {*table.people} <= {name, *table.ready}:
            typed = " start begins the game."
        self._heard_wait = wait + typed
        return [f"{told}. Seats: {'; '.join(self._seated(table))}.", password, wait + typed]

    def _seated(self, table: VisitorTable) -> Sequence[str]:
        """Return who sits where."""
        name, now = self.handle.name, self._doors.api.now()
        return [
            f"{seat} {shown or 'free'}" + (f", {about}" if about else "")
            for seat, (one, shown) in enumerate(zip(table.seats, table.readable, strict=True), 1)
            for about in [describe_seat(table, one, name, now) if one else ""]
        ]

    # ------------------------------------------------------------ news

    def tell_news(self) -> Said:
        """Return what is new since the last time."""
        before, waited = self.table, self._waiting
        if before.over:
            self._waiting = self.handle.who_waits()
        waits = [tell_who_waits(self._waiting)] if self._waiting not in ((), waited) else []
        if self.handle.table == before:
            return waits
        self.session.refresh()
        return [*self._tell(before), *waits]

    def _tell(self, before: VisitorTable) -> Said:
        table, name = self.table, self.handle.name
        talk = [tell_said(one, table.reader) for one in table.said if one not in before.said]
        said = [*talk, *tell_changes(before, table, name)]
        if table.cards is None:
            seats = {*self._seated(table)} - {*self._seated(before)}
            if table.over or not seats:
                return [*said, *(self._seats() if table.over and not before.over else [])]
            heard, wait = self._heard_wait, self._seats()[-1]
            return [*said, f"Seats: {'; '.join(sorted(seats))}.", wait if wait != heard else ""]
        self.viewer = table.seat
        if before.cards is None:
            return [*said, "The game begins.", *self.due()]
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
        """Say which players went away, or are back; by correspondence nobody waits for that."""
        table, now, told = self.table, self._doors.api.now(), list[str]()
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
        """Warn a player whose own time runs out."""
        warning = self._warnings.tell(self.table, self.handle.times)
        return [warning] if warning else []

    # ------------------------------------------------------------ what is typed

    async def change(self, change: Awaitable[None]) -> Answer:
        """Make a change; tell what it does. Raises `IllegalAction`."""
        before = self.table
        await change
        self.session.refresh()
        return [one for one in self._tell(before) if one] or ["Done."]

    def _do(self, command: c.Command) -> Answer:
        return self.change(self.session.do(command))

    # ------------------------------------------------------------ before the game

    def _seat(self, word: str, seats: Sequence[str]) -> int:
        """Return the seat that a word names by its number or its player. Raises `IllegalAction`."""
        named = [seat for seat, name in enumerate(seats) if name.casefold() == word.casefold()]
        if word.isdecimal() and 0 < int(word) <= len(seats):
            named = [int(word) - 1]
        if not named:
            raise IllegalAction("refused", "There is no such seat.")
        return named[0]

    @property
    def free_seats(self) -> Sequence[Seat]:
        """The seats that the visitor may take now."""
        table = self.table
        free = [seat for seat, name in enumerate(table.seats) if not name]
        return table.may_take_over if table.begun else free

    @property
    def keeps_seat(self) -> bool:
        """Whether the visitor has a seat that stays theirs while they are elsewhere."""
        return self.table.seat is not None and not self.table.over

    async def do_sit(self, rest: str) -> Answer:
        """Sit down on a free seat, or on that of a bot in a game: sit, sit 2."""
        table = self.table
        seat = (
            self._seat(rest, table.seats)
            if rest
            else next(iter(self.free_seats or table.to_take_over), 0)
        )
        password = self._password
        sits = c.TakeOver(seat, password) if table.begun else c.Sit(seat, password)
        return await self.change(self.session.do(sits))

    async def do_stand(self, _: str) -> Answer:
        """Give your seat up before the game, or ask for a bot's seat no more."""
        begun = self.table.begun
        await self.session.do(c.AskNoMore() if begun else c.Stand())
        return ["You ask no more."] if begun else Command("leave")

    def do_ready(self, word: str) -> Answer:
        """Be ready to begin: ready. No longer: ready off."""
        is_off = word.casefold() == "off"
        if not is_off and self.handle.name in self.table.ready:
            return ["You are ready. ready off takes that back."]
        return self._do(c.BeReady(not is_off))

    def do_start(self, _: str) -> Answer:
        """Start the game once all are ready; the host does it."""
        return self._do(c.StartGame())

    def do_bot(self, level: str) -> Answer:
        """Seat a bot on the last free seat: bot, bot knight."""
        table = self.table
        levels = [one.name for one in list_levels(table.game, table.players)]
        found = [one for one in levels if one.startswith(level.casefold())]
        if not found or not self.free_seats:
            return [f"A bot needs a free seat, and is one of: {', '.join(levels)}."]
        return self._do(c.SeatBot(self.free_seats[-1], found[0]))

    def do_send(self, who: str) -> Answer:
        """Send a bot or a person away before the game: send bea, send 2."""
        table = self.table
        seat = self._seat(who, table.seats)
        name = table.seats[seat]
        if is_bot(name):
            return self._do(c.SendBotAway(seat))
        away = name in table.absent
        return self._do(c.FreeSeat(seat) if away else c.SendPersonAway(seat, name))

    def do_invite(self, _: str) -> Said:
        """Say the line that leads others to this table."""
        word = self.table.invitation
        return [self._doors.visitor.server.invite(word) if word else "You can't invite here."]

    # ------------------------------------------------------------ among the players

    async def do_say(self, text: str) -> Answer:
        """Say something: say hello. Where partners may not talk, say lists what can be said."""
        table = self.table
        if table.seat is None and text:
            await self.handle.tell(text)
            return ["The others who watch read it."]
        phrases = {str(at): one for at, one in enumerate(table.phrases, 1)}
        if text in phrases:
            return self._do(c.Say(phrases[text].id, phrases[text].number))
        if text:
            return self.change(self.handle.tell(text))
        return [f"say {at}: {one.text}" for at, one in phrases.items()]

    def do_who(self, _: str) -> Said:
        """Say who sits here, and who looks on."""
        table, watching = self.table, describe_spectators(self.table)
        places = describe_places(table, self.handle.name, self._doors.api.now(), between=", ")
        facts = [", ".join(filter(None, table.readable)), places, watching]
        return [f"{one}." for one in facts if one]

    def do_yes(self, _: str) -> Answer:
        """Agree to what is asked, or to a draw."""
        table = self.table
        if (asked := table.open_question) is not None:
            return self._do(agreement(asked))
        return self.do_draw("") if table.open_offer is not None else _NOT_ASKED

    def do_no(self, _: str) -> Answer:
        """Refuse what is asked, or a draw; take your own question back."""
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
        """Ask all to undo the last action."""
        return self.change(self.session.undo())

    def do_ask(self, what: str) -> Answer:
        """Ask all for something: ask end, ask bot (for absent players), ask pause."""
        asked = {"end": c.END, "bot": c.STAND_IN, "pause": c.PAUSE}.get(what)
        if asked is None:
            return ["ask end, ask bot or ask pause."]
        if asked == c.STAND_IN and self.table.host == self.handle.name:
            return self._do(c.StandIn())
        return self._do(c.Ask(asked))

    def do_time(self, _: str) -> Answer:
        """Say the clocks; by correspondence, give the one who must act the whole time again."""
        clock = self.table.clock
        if clock is not None and not clock.days and self.table.playing:
            return self._around()
        return self._do(c.GiveTime())

    def do_draw(self, _: str) -> Answer:
        """Offer a draw, or agree to one."""
        return self.change(self.session.agree_on_draw())

    def do_resign(self, _: str) -> Answer:
        """Give a game of two up."""
        cards = self.table.cards
        if cards is not None and not can_call_off(cards):
            return self.change(self.session.resign(0))
        return self.resigning()

    async def do_finish(self, _: str) -> Answer:
        """End a game while somebody is away for long; the host does it. ask end asks all."""
        try:
            return await self.change(self.session.do(c.End()))
        except IllegalAction as error:
            may_ask = self.table.playing and self.table.seat is not None
            return [str(error), "ask end asks all at the table." if may_ask else ""]

    # ------------------------------------------------------------ after the game

    def do_result(self, _: str) -> Said:
        """Say how the game ended."""
        finished = self.handle.finished_game
        if finished is None:
            return ["The game goes on."]
        if finished.game.outcome is None:
            return ["The game was ended without a winner. again or leave."]
        self._waiting = self.handle.who_waits()
        waiting = ", ".join(self._waiting)
        told = tell_end(finished.game, self.table.seat)
        joins = f"At the next game: {waiting}." if waiting else ""
        next_game = describe_another_game(self.table) if self.table.series else ""
        opened = f"again opens another game: {next_game}." if next_game else ""
        if self.handle.find_followed(self._password):
            joins = "The players go on to another game: again follows them."
        return [*told, joins, opened, "again, review, export or leave."]

    def do_export(self, _: str) -> Said:
        """Say the finished game as text, as a file would hold it."""
        finished = self.handle.finished_game
        return write_transcript(finished.game).splitlines() if finished else ["The game goes on."]

    async def do_again(self, _: str) -> Answer:
        """Go to the next game with the same players; if you only watched, watch it."""
        if table := self.handle.find_followed(self._password):
            return await self._doors.go(table, self._password)
        return await self._doors.go(await self.handle.play_again(), "")

    async def do_review(self, _: str) -> Answer:
        """Say which decisions of a finished game cost most, as far as the bots have judged it."""
        self._review = self._review or await self._doors.api.reviews.enter(self.handle.id)
        found = self._review.game
        judged = f"{len(found.verdicts)} of {counted(found.decisions, 'decision')} are judged."
        told = tell_review(found, self.table.seat or 0, self.voice)
        if found.next_from(0) is None:
            return [judged, *told]
        begun = told if costliest(found.verdicts.values()) else []
        return [f"{judged} Type review again for the rest.", *begun]

    def close(self) -> str:
        """Leave the review of the game."""
        if self._review is not None:
            self._review.leave()
        return ""


_NOT_ASKED = ["Nothing is asked now."]
