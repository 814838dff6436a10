"""A text session: the lobby, its tables, lessons and puzzles, and choosing a name."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from time import monotonic

import msgspec

from regicide_tui import games
from regicide_tui.deals import read_options
from regicide_tui.games.base import Json
from regicide_tui.games.words import counted, named
from regicide_tui.play.practice import VisitNotes
from regicide_tui.play.transcript import write_transcript
from regicide_tui.printable import printable
from regicide_tui.server.api.api import Api
from regicide_tui.server.apps.app import Arrival
from regicide_tui.server.base.limits import MOST_WORDS
from regicide_tui.server.base.texts import make_harmless
from regicide_tui.server.lines.front import LineFront
from regicide_tui.server.lines.seats import Opening
from regicide_tui.server.lines.table import Doors, ServerTalk, enter
from regicide_tui.server.model.boards.pages import describe_standing, describe_tournament
from regicide_tui.server.model.boards.series import describe_players
from regicide_tui.server.model.boards.tournament import Tournament
from regicide_tui.server.model.names import LETTERS, NameRefused
from regicide_tui.server.model.order import TO_ALL
from regicide_tui.server.model.refusals import MAKE_KEY
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.facts import WhoJoins
from regicide_tui.server.model.table.visitor_table import VisitorTable
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.screens.lobby_page import HIDDEN
from regicide_tui.server.screens.other_tables import (
    OtherTables,
    Ways,
    list_calls,
    tell_of_round,
)
from regicide_tui.server.screens.words import (
    CLOCKS,
    HAVE_KEY,
    NAMING_SECONDS,
    NEW_KEY,
    NO_KEY,
    NO_NAME,
    NO_NAME_YET,
    describe_activity,
    describe_ending,
    describe_game,
    describe_offer,
    farewell,
    read_names,
    suggest_name,
    tell_said,
)
from regicide_tui.text.commands import VERBS, Unknown, first_word, picked
from regicide_tui.text.hall import BYE, Hall, game_in, with_names
from regicide_tui.text.presenter import QUESTIONS
from regicide_tui.text.tables import Answer, Said, Talk, commands_of
from regicide_tui.text.voice import lines_of

_WISHES: Mapping[str, tuple[str, Json]] = {
    "private": ("private", True),
    "free": ("talks_freely", True),
    "programs": ("programs", True),
    **{one: ("clock", one) for one in CLOCKS},
    **{f"days={days}": ("days", days) for days in range(100)},
    **{f"joining={one}": ("joining", one) for one in WhoJoins},
}
"""The words after `open` that aren't the game's, each with a key and a value of `Opening`."""
_SWITCH = {"on": True, "off": False}
_AT_HOME = {
    "hint": "There are no hints on a server.",
    "new": "open opens a table, bots plays with bots at once.",
    "resume": "tables lists your games first, join 1 returns to one.",
    "save": "The server saves every game. tables lists yours.",
    "saves": "The server saves every game. tables lists yours.",
    "set": "short and quiet are the settings here.",
    "settings": "short and quiet are the settings here.",
    "statistics": "players lists who has won, games lists the finished games.",
}
"""Commands that only a local text session has, and what to type instead."""
_CHAT = 5
"""How many messages are repeated: in the lobby on request, at a table on return."""
_NO_TOURNAMENT = "tournaments lists them with their numbers."
_WAYS = Ways("round plays it", "games lists it")


class Lobby(Hall):
    """The lobby, by lines."""

    tables = ServerTalk
    to_begin = ": tables lists them, open opens one."
    refusals = (Unknown, Refused, NameRefused)

    def __init__(self, api: Api, visitor: Visitor) -> None:
        super().__init__(VisitNotes())
        self._api, self._visitor = api, visitor
        self._listed: Sequence[str] = ()
        self._left = dict[str, int]()
        """When the visitor left each table in this visit: Unix time in milliseconds."""
        self.is_named = False
        """Whether a guest has just chosen a name, with which they continue."""
        self.quiet = False
        """Whether only news of the visitor's own table is told."""

    @property
    def at_server(self) -> ServerTalk | None:
        """The table of the server at which the visitor is."""
        return self.table if isinstance(self.table, ServerTalk) else None

    def _answer(self, line: str) -> Answer:
        word = first_word(line)
        known = {**commands_of(self), **self._there}
        if self._asking is None and word in _AT_HOME and word not in known and word not in VERBS:
            return [_AT_HOME[word]]
        return super()._answer(line)

    def menu(self) -> Said:
        """Return the lobby's news and commands."""
        view = self._api.lobby.view()
        calls = list_calls(self._api.tables.own(), {}, view.name)
        due = [f"{call} tables lists it." for _, call in calls]
        rounds = [tell_of_round(one, _WAYS.to_round) for one in view.rounds]
        here = len(view.others)
        others = f"{here} other {'person' if here == 1 else 'people'}"
        named_or_not = "name Ada gives you a name. " if view.guest else ""
        return [
            f"The lobby: {counted(len(view.tables), 'table')}, {others}. {named_or_not}",
            *due,
            *rounds,
            "tables lists them, open regicide 3 opens one, join 1 sits down, bots regicide plays "
            "at once. Also who, say, games, players, daily, lessons, puzzles, rules, help, quit.",
        ]

    # ------------------------------------------------------------ tables

    def do_tables(self, prefix: str) -> Said:
        """List the tables. tables ad lists those with a player whose name starts with ad."""
        view = self._api.lobby.view(make_harmless(prefix, 20))
        self._listed = [one.id for one in view.tables]
        told = [describe_offer(one.table, view.name, view.now) for one in view.tables]
        lines = [f"{at} {one.title}: {one.detail}." for at, one in enumerate(told, 1)]
        if prefix and not lines:
            return [f"No table has a player whose name starts with {printable(prefix)[:20]}."]
        return lines or ["There are no open tables. open regicide 3 opens one."]

    def _numbered(self, rest: str) -> tuple[str, str]:
        """Return the table with this number in the last list, and its password."""
        number, _, password = rest.partition(" ")
        if not self._listed:
            self.do_tables("")
        table = picked(self._listed, number, "tables lists the tables with their numbers.")
        return table, password.strip()

    async def do_watch(self, rest: str) -> Answer:
        """Watch a table: watch 2, watch 2 PASSWORD."""
        return await self.go(*self._numbered(rest))

    async def do_join(self, rest: str) -> Answer:
        """Join a table, and sit down if a seat is free: join 2, join 2 PASSWORD."""
        table, password = self._numbered(rest)
        said = await self.go(table, password)
        talk = self.at_server
        if talk is None or talk.table.seat is not None or not talk.seats.free:
            return said
        answer = await talk.seats.do_sit("")
        return answer if talk.table.begun else talk.due()

    async def go(self, table: str, password: str = "") -> Said:
        """Go to a table; return its first lines. Raises `Refused`."""
        session, seen = await enter(self._api, table, password)
        self._game, doors = session.table.game, Doors(self._api, self._visitor, self.go)
        talk = self._talk_meanwhile(session.table, table)
        return [*talk, *self.sit(ServerTalk(doors, session, self.voice, seen))]

    def _talk_meanwhile(self, seen: VisitorTable, table: str) -> Said:
        """Return the last messages at a player's table since the player left it."""
        if seen.seat is None:
            return []
        left = self._left.get(table, self._api.visit.left_before)
        heard = [one for one in seen.said if one.at > left and one.by != self._visitor.name]
        return [tell_said(one, seen.reader) for one in heard[-_CHAT:]]

    def sit(self, talk: Talk) -> Said:
        """Go to a table, a lesson or a puzzle; mention a seat that is kept elsewhere."""
        left, to = self.at_server, talk.handle.id if isinstance(talk, ServerTalk) else ""
        if left is not None and left.handle.id != to and left.keeps_seat:
            game = describe_game(left.table.game, left.table.players)
            self._news.append(f"Your seat at {game} stays yours: tables lists it.")
        if not to:
            self._api.visit.go_to("")
        return super().sit(talk)

    async def do_open(self, rest: str) -> Answer:
        """Open a table: open regicide 3 private free programs 5+5 days=3 joining=nobody."""
        words = with_names(rest.casefold()).split()
        game = game_in(words)
        wishes = dict([_WISHES[word] for word in words if word in _WISHES])
        told = [one for one in words if not (game.startswith(one) or one.isdecimal())]
        strange = [
            one
            for one in told
            if one not in _WISHES and ("=" not in one or one.startswith(("days=", "joining=")))
        ]
        if strange or not game:
            said = f"{strange[0][:20]} isn't an option. " if strange else ""
            return [f"{said}open takes a game and the options in help open: open duel 5+5."]
        counts = games.find(game).player_counts
        players = next((int(one) for one in words if one.isdecimal() and len(one) < 3), counts[-1])
        known = games.find(game).options(players if players in counts else counts[-1])
        rules = read_options([one for one in told if one not in _WISHES], known)
        opening = msgspec.convert(
            {"game": game, "players": players, "options": rules, **wishes}, Opening
        )
        return await self.go(await self._api.lobby.open_table(opening.command))

    async def do_bots(self, game: str) -> Answer:
        """Play with bots at once: bots, bots duel."""
        named_game, _ = self._named(game)
        return await self.go(await self._api.lobby.play_with_bots(named_game))

    async def do_daily(self, what: str) -> Answer:
        """Play a daily deal: daily, daily 2, daily 2 2026-11-28."""
        deals, (players, day) = self._api.deals, (*what.split(), "", "")[:2]
        days = [one.day for one in deals.days()]
        offers = deals.day(day or days[0])
        found = [one for one in offers if f"{one.series.players}" == (players or "1")]
        if not found or offers[0].series.of not in days:
            dates = f"{days[-1]} to {days[0]}"
            return [f"daily takes 1 to {len(offers)} players and a date from {dates}."]
        series = found[0].series
        said = await self.go(await deals.play(series))
        with_whom = describe_players(series.players)
        return [
            f"The daily deal of {series.of}, {with_whom}: only your first game of it counts.",
            *said,
        ]

    async def do_round(self, _: str) -> Answer:
        """Play the current round of a tournament."""
        for one in self._api.deals.rounds():
            return await self.go(await self._api.deals.play(one.series))
        return ["No round is waiting for you."]

    def _tournaments(self) -> Sequence[Tournament]:
        """Return the tournaments: the coming ones, the next first, then the others."""
        coming = self._api.deals.coming()
        return [*coming, *[one for one in self._api.deals.tournaments() if one not in coming]]

    def do_tournaments(self, number: str) -> Said:
        """List the tournaments. tournaments 1 shows the results of the first."""
        if number:
            one = picked(self._tournaments(), number, _NO_TOURNAMENT)
            return self._api.deals.results_of(one).splitlines()
        mine, now = self._api.deals.own_tournaments(), self._api.now()
        told = [
            f"{at} {one.attributed}: {describe_tournament(one, now)}"
            f"{', you take part' * (one.id in mine)}."
            for at, one in enumerate(self._tournaments(), 1)
        ]
        return told or ["There are no tournaments."]

    async def do_enter(self, number: str) -> Answer:
        """Take part in a tournament: enter 1."""
        one = picked(self._tournaments(), number, _NO_TOURNAMENT)
        await self._api.deals.join(one.id)
        return [f"You take part in {one.attributed}. withdraw {number} undoes that."]

    async def do_withdraw(self, number: str) -> Answer:
        """Leave a tournament: withdraw 1."""
        one = picked(self._tournaments(), number, _NO_TOURNAMENT)
        await self._api.deals.withdraw(one)
        return [f"You no longer take part in {one.attributed}."]

    def do_leave(self, _: str) -> Said:
        """Go to the lobby; your seat stays yours."""
        self.leave()
        self._api.visit.go_to("")
        return self.menu()

    do_menu = do_leave

    def leave(self) -> str:
        """Leave the table, and note when."""
        if self.at_server is not None:
            self._left[self.at_server.handle.id] = self._api.now()
        return super().leave()

    # ------------------------------------------------------------ people

    def do_who(self, _: str) -> Said:
        """List who is here, and what they are doing."""
        view = self._api.lobby.view()
        told = [
            f"{view.reader.mark(name)} {describe_activity(one)}".strip()
            for name, one in view.others.items()
        ]
        return [f"{', '.join(told)}."] if told else ["Nobody else is here."]

    async def do_say(self, text: str) -> Answer:
        """Send a message to everyone in the lobby: say hello. Repeat the last messages: say."""
        if text:
            await self._api.lobby.say(text)
            cut = f", cut to {MOST_WORDS} characters" if len(text) > MOST_WORDS else ""
            return [f"Sent to everyone in the lobby{cut}."]
        view = self._api.lobby.view()
        last = [
            f"{view.reader.mark(one.by)}{f', {HIDDEN}' * (one.by.casefold() in view.silenced)}: "
            f"{one.text}"
            for one in view.chat[-_CHAT:]
        ]
        return last or ["There are no messages yet."]

    async def do_ignore(self, name: str) -> Answer:
        """Ignore a person, or stop ignoring them: ignore bea. List them: ignore."""
        ignored = self._api.preferences.ignored
        if not name:
            return [f"You ignore {named(ignored) if ignored else 'nobody'}."]
        await self._api.preferences.ignore(name, name not in ignored)
        return [f"You {'no longer' if name in ignored else 'now'} ignore {name}."]

    def do_quiet(self, word: str) -> Said:
        """Get news of your own table only: quiet on. Get all news: quiet off."""
        self.quiet = _SWITCH.get(word, not self.quiet)
        return ["You get news of your own table only." if self.quiet else "You get all news."]

    def do_short(self, word: str) -> Said:
        """Say cards as 7C: short on. In words again: short off."""
        self.speak(short=_SWITCH.get(word, not self.short))
        return ["Cards are short." if self.short else "Cards are words."]

    async def do_name(self, name: str) -> Answer:
        """Choose a name, if you are a guest: name ada."""
        newcomer = self._visitor.newcomer
        if newcomer is None:
            return ["You already have a name."]
        if not newcomer.has_key:
            return [NO_KEY, MAKE_KEY, self._visitor.server.ssh("YOURNAME"), HAVE_KEY]
        await newcomer.choose(name)
        self.is_named = True
        return [BYE]

    # ------------------------------------------------------------ finished games

    def do_games(self, _: str) -> Said:
        """List the finished games; game 1 opens the newest."""
        name = self._visitor.name
        told = [
            f"{at} {describe_game(one.result.game, len(one.result.seats))}, "
            f"{datetime.fromtimestamp(one.result.at / 1000).date()}, "
            + ("" if one.is_hidden else f"{describe_ending(one.result, name)}, ")
            + read_names(one.result.seats, self._api.reader())
            for at, one in enumerate(self._api.finished.list(), 1)
        ]
        return [f"{one}." for one in told] or ["There are no finished games that you can view yet."]

    async def do_game(self, number: str) -> Answer:
        """Show a finished game as text: game 1."""
        one = picked(self._api.finished.list(), number, "games lists them with their numbers.")
        return write_transcript((await self._api.finished.read(one.result.table)).game).splitlines()

    def do_players(self, _: str) -> Said:
        """List the players and what they have won."""
        reader, standings = self._api.reader(), self._api.finished.standings
        told = [f"{reader.read(one.name)}: {describe_standing(one)}." for one in standings]
        return told or ["Nobody has finished a game here yet."]


class TextVisit(LineFront):
    """A text session."""

    def __init__(self, arrival: Arrival) -> None:
        super().__init__(arrival)
        self._lobby = Lobby(self.api, self.visitor)
        self._other_tables = OtherTables(self.api, self.visitor.name, _WAYS)

    async def begin(self) -> None:
        """Register the visitor, and go to the table of an invitation or of their turn."""
        visitor, api = self.visitor, self.api
        self.come(pause=0.2)
        self._at_end.callback(self._lobby.leave)
        self._say([f"Welcome, {visitor.name}. help lists the commands."])
        self._say(self._other_tables.tell_ended())
        try:
            waiting = self._other_tables.to_return_to
            if visitor.invitation:
                table = api.lobby.find_invited()
                self._say(await self._lobby.go(table, visitor.invitation))
            elif waiting and not api.visit.has_crashed(waiting):
                self._say(await self._lobby.go(waiting))
            else:
                self._say(self._lobby.menu())
        except Refused as error:
            self._say([str(error), *self._lobby.menu()])

    def _say(self, said: Sequence[str]) -> None:
        self.say(lines_of([one for one in said if one.strip()]))

    async def take(self, line: str) -> None:
        """Answer a line."""
        reply = await self._lobby.reply(line)
        if reply.quits:
            seats = not self.visitor.guest and bool(self.api.tables.own())
            self.exit("" if self._lobby.is_named else farewell(self.visitor, has_seats=seats))
        else:
            self.say(reply.lines)

    async def look(self) -> None:
        """Tell the news: of the table first, then from elsewhere."""
        lobby = self._lobby
        own = lobby.at_server.tell_news() if lobby.at_server is not None else []
        others = [one.sentence for one in self._other_tables.news(self.api.visit.table)]
        view = self.api.lobby.view()
        chat = [
            f"{view.reader.mark(one.by)} in the lobby: {one.text}"
            for one in self.new_chat(view)
            # Announcements of moderators have already been told.
            if not (one.by.casefold() in view.moderators and one.text.startswith(TO_ALL))
        ]
        self._say([*own, *([] if lobby.quiet else [*others, *chat])])

    def look_after(self, idle: float) -> None:
        """Warn a player whose time is running out."""
        super().look_after(idle)
        if self._lobby.at_server is not None:
            self._say(self._lobby.at_server.warn())


class NamingVisit(LineFront):
    """Choosing a name in a text session; another visit follows once there is one."""

    async def begin(self) -> None:
        """Ask for a name, or say how to get one."""
        newcomer = self.visitor.newcomer
        assert newcomer is not None
        if not newcomer.has_key:
            way = self.visitor.server.ssh("YOURNAME")
            self.exit("\n".join([NO_KEY, f"  {MAKE_KEY}", f"  {way}", HAVE_KEY]))
            return
        suggested, fault = suggest_name(newcomer.suggestion)
        offered = f"Enter an empty line to use {suggested}." if suggested else fault
        guest = "guest looks around without a name." if newcomer.may_look_around else ""
        rule = "" if LETTERS in offered else LETTERS
        self.say(lines_of([NEW_KEY, *filter(None, [rule, offered, guest])]))

    async def take(self, line: str) -> None:
        """Take a name."""
        newcomer, word = self.visitor.newcomer, printable(line).strip()
        assert newcomer is not None
        first = first_word(word)
        try:
            if first == "quit":
                self.exit(NO_NAME)
            elif word == "guest" and newcomer.may_look_around:
                newcomer.look_around()
                self.exit("")
            elif first in {**commands_of(Lobby), **commands_of(ServerTalk), **QUESTIONS, **VERBS}:
                self.say(lines_of([f"{word.split()[0]} is a command. Choose a name first."]))
            else:
                await newcomer.choose(word or suggest_name(newcomer.suggestion)[0])
                self.exit("")
        except NameRefused as error:
            self.say(lines_of([str(error)]))

    def look_after(self, idle: float) -> None:
        """End the visit after some minutes: until then, it holds a connection."""
        if monotonic() - self.since > NAMING_SECONDS:
            self.exit(NO_NAME_YET)
