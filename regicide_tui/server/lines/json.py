"""A visit of a program: one JSON object per line, in both directions (docs/protocol.md)."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Annotated, Literal, get_args, get_origin, get_type_hints

import msgspec

from regicide_tui import __version__
from regicide_tui.enums import TextEnum
from regicide_tui.games.base import IllegalAction, Json, Seat, Value, listed, to_json
from regicide_tui.play.ratings import PROGRAM, is_program
from regicide_tui.play.table import Told
from regicide_tui.server.api.tables import RemoteSession
from regicide_tui.server.apps.app import Arrival
from regicide_tui.server.base.limits import MOST_WORDS
from regicide_tui.server.lines.front import LineFront
from regicide_tui.server.lines.seats import Opening
from regicide_tui.server.lines.table import enter
from regicide_tui.server.model.names import NameRefused
from regicide_tui.server.model.table import commands as c
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.facts import Said
from regicide_tui.server.model.table.visitor_table import VisitorTable

VERSION = 1
"""The version of the protocol. New keys and ops don't change it."""
MOST_CHARACTERS = 4_000
"""The maximum characters of a line."""
Text = Annotated[str, msgspec.Meta(max_length=MOST_WORDS)]
Reply = Mapping[str, Json]


class Request(Value):
    """A request of a program; the reply repeats the `id`."""

    op: str
    id: Json = None


class Name(Value):
    """A name for the program's key."""

    name: str


class Action(Value):
    """An action, in the notation of the game."""

    action: str


class Enter(Value):
    """A table to enter, with its password if it is private."""

    table: str
    password: str = ""


class Look(Value):
    """A request for the table; with `since`, with the events after that many actions."""

    since: Annotated[int, msgspec.Meta(ge=0)] | None = None


class Speech(Value):
    """A message to the table where the program is, or to the lobby."""

    text: Text


class Nothing(Value):
    """A request without other keys."""


COMMANDS: Mapping[str, type[c.Command]] = {
    "sit": c.Sit,
    "take_over": c.TakeOver,
    "ask_no_more": c.AskNoMore,
    "stand": c.Stand,
    "ready": c.BeReady,
    "start": c.StartGame,
    "bot": c.SeatBot,
    "send_bot_away": c.SendBotAway,
    "send_away": c.SendPersonAway,
    "free_seat": c.FreeSeat,
    "ask": c.Ask,
    "refuse": c.Refuse,
    "let_in": c.LetIn,
    "stand_in": c.StandIn,
    "give_time": c.GiveTime,
    "draw": c.Draw,
    "resign": c.Resign,
    "end": c.End,
    "phrase": c.Say,
    "wish": c.Wish,
}
"""The commands at a table; the keys are their fields, with seats counted from 1."""
REQUESTS: Mapping[str, type[Value]] = {
    "name": Name,
    "do": Action,
    "lobby": Nothing,
    "open": Opening,
    "enter": Enter,
    "leave": Nothing,
    "again": Nothing,
    "table": Look,
    "say": Speech,
    "quit": Nothing,
    **COMMANDS,
}
"""The keys of each request in addition to its op."""


class JsonVisit(LineFront):
    """A visit of a program."""

    longest, echoes = MOST_CHARACTERS + 1, False

    def __init__(self, arrival: Arrival) -> None:
        super().__init__(arrival)
        self._session: RemoteSession | None = None
        self._said: Sequence[Said] = ()
        """The messages at the table that were sent so far."""
        self._told: Sequence[Told] = ()
        """The moves of the game that were sent so far."""
        visitor = self.visitor
        self._has_come = visitor.newcomer is None and is_program(visitor.name)

    async def begin(self) -> None:
        """Register the program, and greet it."""
        name = self.visitor.name if self._has_come else None
        self._send({"news": "hello", "protocol": VERSION, "version": __version__, "name": name})
        if self._has_come:
            self.come(pause=0.05)
        elif self.visitor.newcomer is None:
            self._send(_error("no_program", f"Names of programs end with {PROGRAM}."))
            self.exit()

    def tell(self, sentence: str, *, rings: bool = False) -> None:
        """Send the program a notice."""
        self._send({"news": "notice", "message": sentence})

    def exit(self, sentence: str = "") -> None:
        """End the visit; the last sentence is sent as a notice."""
        if sentence:
            self.tell(sentence)
        super().exit("")

    def say_goodbye(self, sentence: str) -> None:
        """Say a last sentence, because the server is closing."""
        self.tell(sentence)
        self.line.close()

    def _send(self, message: Reply) -> None:
        self.line.write(msgspec.json.encode(message).decode() + "\n")

    # ------------------------------------------------------------ requests

    async def take(self, line: str) -> None:
        """Answer a request; a bad one changes nothing."""
        if not line.strip():
            return
        if len(line) > MOST_CHARACTERS:
            self._send(_error("bad_json", f"A line has at most {MOST_CHARACTERS} characters."))
            return
        head = Request("")
        try:
            given = msgspec.json.decode(line)
            head = msgspec.convert(given, Request)
            reply: Reply = {"ok": True, **await self._answer(head.op, given)}
        except msgspec.ValidationError as error:
            reply = _error("bad_request", f"{error}.")
        except (msgspec.DecodeError, RecursionError) as error:
            reply = _error("bad_json", f"Not a line of JSON: {error}.")
        except NameRefused as error:
            reply = _error("name_refused", str(error))
        except (Refused, IllegalAction) as error:
            reply = _error(getattr(error, "code", "refused"), str(error))
        self._send(reply if head.id is None else {"id": head.id, **reply})

    async def _answer(self, op: str, given: dict[str, Json]) -> Reply:
        if op == "quit":
            self.exit()
            return {}
        newcomer = self.visitor.newcomer
        if newcomer is not None and op == "name":
            name = msgspec.convert(given, Name).name
            if not is_program(name):
                raise NameRefused(f"Names of programs end with {PROGRAM}.")
            name = await newcomer.choose(name)
            self.exit()
            return {"name": name}
        if not self._has_come:
            raise IllegalAction("no_name", "Use name to give this key a name.")
        if op not in REQUESTS:
            raise IllegalAction("unknown_op", f"There is no op {op[:40]!r}.")
        does: Callable[..., Awaitable[Reply]] = getattr(self, f"op_{op}", self._do)
        return await does(_understand(op, given))

    async def op_name(self, _: Name) -> Reply:
        """Refuse another name."""
        raise NameRefused(f"This key has the name {self.visitor.name}.")

    async def op_lobby(self, _: Nothing) -> Reply:
        """Return the people and tables of the lobby."""
        view = self.api.lobby.view()
        return {
            "people": [*view.others],
            "tables": [table_json(one.id, one.table) for one in view.tables],
            "own": [*self.api.tables.own()],
        }

    async def op_open(self, asked: Opening) -> Reply:
        """Open a table, and go there."""
        return await self._go(await self.api.lobby.open_table(asked.command))

    async def op_enter(self, asked: Enter) -> Reply:
        """Go to a table."""
        return await self._go(asked.table, asked.password)

    async def op_again(self, _: Nothing) -> Reply:
        """Go to the next game with the same players."""
        return await self._go(await self._at.handle.play_again())

    async def _go(self, table: str, password: str = "") -> Reply:
        session, _ = await enter(self.api, table, password)
        self._session, self._said, self._told = session, (), ()
        return self._shown()

    async def op_leave(self, _: Nothing) -> Reply:
        """Go to the lobby."""
        self._session = None
        self.api.visit.go_to("")
        return {}

    async def op_table(self, asked: Look) -> Reply:
        """Return the table as it is now."""
        self._at.refresh()
        return self._shown(asked.since)

    async def op_say(self, asked: Speech) -> Reply:
        """Say something at the table, or in the lobby."""
        if self._session is None:
            await self.api.lobby.say(asked.text)
        else:
            await self._session.handle.tell(asked.text)
        return {}

    async def op_do(self, asked: Action) -> Reply:
        """Take an action."""
        return await self._do(c.Act(asked.action))

    async def _do(self, command: c.Command) -> Reply:
        session = self._at
        await session.do(command)
        session.refresh()
        return self._shown()

    # ------------------------------------------------------------ the table

    @property
    def _at(self) -> RemoteSession:
        if self._session is None:
            raise IllegalAction("no_table", "Use enter or open to go to a table.")
        return self._session

    def _shown(self, since: int | None = None) -> Reply:
        """Return the table, and the events of the actions after the first `since`.

        By default, that is what wasn't sent yet; everything if an action that was sent is undone.
        """
        session = self._at
        table, cards = session.table, session.table.cards
        shown: dict[str, Json] = {"table": table_json(session.handle.id, table)}
        shown["times"] = [*session.handle.times]
        shown["said"] = [[one.by, one.text] for one in table.said if one not in self._said]
        self._said = table.said
        if cards is None:
            return shown
        told, sent, self._told = cards.told, self._told, cards.told
        if since is None:
            since = len(sent) if told[: len(sent)] == sent else 0
        shown |= {"state": cards.game.position(cards.state), "moves": len(told), "since": since}
        shown["events"] = [to_json(event) for move in told[since:] for event in move.events]
        if table.playing and table.seat is not None and table.to_act == table.seat:
            shown |= listed(cards.game, cards.state)
        return shown

    async def look(self) -> None:
        """Send the news of the table, and of the lobby's chat."""
        for one in self.new_chat(self.api.lobby.view()):
            self._send({"news": "said", "by": one.by, "text": one.text})
        session = self._session
        if session is None or session.handle.table == session.table:
            return
        session.refresh()
        self._send({"news": "table", **self._shown()})


def _understand(op: str, given: Mapping[str, Json]) -> Value:
    """Return what a request asks for. Raises `ValidationError`."""
    kind = REQUESTS[op]
    for key in given.keys() - {"op", "id", *kind.__struct_fields__}:
        raise msgspec.ValidationError(f"Object contains unknown field `{key[:40]}`")
    seat = given.get("seat")
    at = {"seat": seat - 1} if isinstance(seat, int) and not isinstance(seat, bool) else {}
    try:
        return msgspec.convert({**given, **at}, kind)
    except msgspec.ValidationError as error:
        field = get_type_hints(kind).get(f"{error}".partition("`$.")[2][:-1])
        known = _values(field) if f"{error}".startswith("Invalid enum value") else []
        of = f": {', '.join(known)}" if known else ""
        raise msgspec.ValidationError(f"{error}{of}") from None


def _values(kind: object) -> Sequence[str]:
    """Return the strings that a type allows; none if it allows all."""
    if isinstance(kind, type) and issubclass(kind, TextEnum):
        return [*kind]
    if get_origin(kind) is Literal:
        return get_args(kind)
    return [one for part in get_args(kind) for one in _values(part)]


def _number(seat: Seat | None) -> Json:
    return None if seat is None else seat + 1


def table_json(table: str, seen: VisitorTable) -> dict[str, Json]:
    """Return a table without its cards as JSON; players count from 1."""
    facts: dict[str, Json] = msgspec.to_builtins({name: getattr(seen, name) for name in _SHOWN})
    outcome, asked = seen.outcome, seen.shown_question
    return {
        "id": table,
        **facts,
        "bots": [level or None for level in seen.bots],
        "seats": [name or None for name in seen.seats],
        "you": _number(seen.seat),
        "to_act": _number(seen.to_act),
        "question": {"what": asked.what, "by": asked.by, "at": asked.at} if asked else None,
        "draws": [seat + 1 for seat in seen.draws],
        "wishes": {f"{seat + 1}": wish for seat, wish in seen.wishes.items()},
        "winners": [seat + 1 for seat in outcome.winners] if outcome is not None else None,
        "away": [*seen.absent],
    }


_SHOWN = (
    *("game", "players", "options", "private", "programs", "clock", "host", "ready"),
    *("begun", "over", "ended", "turn", "password", "invitation", "joining"),
)
"""The facts of a table that are sent as they are."""


def _error(code: str, message: str) -> Reply:
    return {"ok": False, "error": code, "message": message}
