"""`regicide-tui engine`: the games as JSON lines on standard input and output.

docs/protocol.md describes every request. One request a line, one reply a line, in order. A bad
request is answered with a code and a sentence and changes nothing.
"""

from collections.abc import Callable
from pathlib import Path
from secrets import token_hex
from time import monotonic
from typing import TYPE_CHECKING, Annotated, BinaryIO

import msgspec

from regicide_tui import games
from regicide_tui.games.base import BadSetup, IllegalAction, Json, listed, to_json
from regicide_tui.play.history import History, Start, begin
from regicide_tui.play.saves import files
from regicide_tui.play.saves.codec import BadSave, Saved
from regicide_tui.play.table import Table

if TYPE_CHECKING:
    from regicide_tui.thinking.questions import Advice, Answer

LINE_LIMIT = 1 << 20
"""Bytes; a longer line is answered with `bad_json` and skipped."""

_PATIENCE = 20.0
"""Seconds that a hint takes at the most, if nothing else is asked for."""

_Seed = Annotated[str, msgspec.Meta(max_length=200)] | int


class _Request(msgspec.Struct, forbid_unknown_fields=True):
    op: str


class _New(_Request):
    game: str
    players: int | None = None
    seed: _Seed | None = None
    options: dict[str, Json] = {}


class _Load(_Request):
    game: str
    position: dict[str, Json]
    seed: _Seed | None = None
    options: dict[str, Json] = {}


class _Do(_Request):
    action: str
    by: int | None = None


class _View(_Request):
    seat: int | None


class _Bot(_Request):
    level: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    seconds: Annotated[float, msgspec.Meta(gt=0, le=3600)] | None = None


class _Hint(_Request):
    level: Annotated[str, msgspec.Meta(max_length=40)] = ""
    seconds: Annotated[float, msgspec.Meta(gt=0, le=3600)] = _PATIENCE


class _File(_Request):
    path: Annotated[str, msgspec.Meta(min_length=1)]


class _Refusal(Exception):
    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Engine:
    """One running engine: a game or none, and the answers to requests about it."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self.finished = False
        self._ops: dict[str, tuple[type[_Request], Callable[..., dict[str, Json]]]] = {
            "new": (_New, self._new),
            "load": (_Load, self._load),
            "do": (_Do, self._do),
            "legal": (_Request, self._legal),
            "state": (_Request, self._state),
            "view": (_View, self._view),
            "undo": (_Request, lambda _: self._move_by(-1)),
            "redo": (_Request, lambda _: self._move_by(1)),
            "bot": (_Bot, self._bot),
            "hint": (_Hint, self._hint),
            "evaluate": (_Request, self._evaluate),
            "save": (_File, self._save),
            "open": (_File, self._open),
            "games": (_Request, self._games),
            "quit": (_Request, self._quit),
        }

    def answer(self, line: bytes) -> dict[str, Json]:
        """Answer one request. Never raises for what the line may hold."""
        try:
            return {"ok": True, **self._answer(line)}
        except (_Refusal, IllegalAction, BadSetup) as error:
            return {"ok": False, "error": error.code, "message": str(error)}

    def _answer(self, line: bytes) -> dict[str, Json]:
        try:
            given = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise _Refusal("bad_json", f"Not a line of JSON: {error}.") from None
        if not isinstance(given, dict) or not isinstance(given.get("op"), str):
            raise _Refusal("bad_request", "A request is an object with an 'op'.")
        if given["op"] not in self._ops:
            raise _Refusal("unknown_op", f"There is no op {given['op'][:40]!r}.")
        schema, handler = self._ops[given["op"]]
        try:
            request = msgspec.convert(given, schema)
        except msgspec.ValidationError as error:
            raise _Refusal("bad_request", f"{error}.") from None
        return handler(request)

    # ------------------------------------------------------------ requests that begin a game

    def _new(self, request: _New) -> dict[str, Json]:
        return self._begin(request, request.players, None)

    def _load(self, request: _Load) -> dict[str, Json]:
        return self._begin(request, request.position.get("players"), request.position)

    def _laid(self, history: History) -> History:
        """Return a game that its own cards make. Raises `BadSetup` for any other."""
        why = history.game.why_impossible(history.first)
        if why:
            raise BadSetup("bad_position", f"Not a position of {history.game.title}: {why}.")
        return history

    def _begin(self, request: _New | _Load, players: Json, position: Json) -> dict[str, Json]:
        try:
            game = games.find(request.game)
        except KeyError:
            raise _Refusal("unknown_game", f"There is no game {request.game[:40]!r}.") from None
        if players is None:  # it goes without saying in a game for just one number of players
            players = game.player_counts[0] if len(game.player_counts) == 1 else 0
        count = players if isinstance(players, int) else 0
        start = Start(request.game, count, _seed(request.seed), request.options, position)
        history = self._laid(begin(game, start))
        seats = tuple([f"Player {seat + 1}" for seat in range(start.players)])
        self._table = Table(Saved(history, seats))
        return {**self._shown(), "events": []}

    def _open(self, request: _File) -> dict[str, Json]:
        try:
            self._table = Table(files.read(Path(request.path)))
        except BadSave as error:
            raise _Refusal("bad_save", str(error)) from None
        except (OSError, ValueError) as error:
            raise _Refusal("io_error", f"It can't be opened: {files.why(error)}") from None
        return self._shown()

    # ------------------------------------------------------------ requests about the game

    @property
    def _at(self) -> Table:
        if self._table is None:
            raise _Refusal("no_game", "There is no game yet: begin with 'new' or 'load'.")
        return self._table

    @property
    def _current(self) -> History:
        return self._at.saved.history

    def _do(self, request: _Do) -> dict[str, Json]:
        taken = self._current.cursor
        self._at.act(None if request.by is None else request.by - 1, request.action)
        moves = self._current.moves[taken:]
        return {
            **self._shown(),
            "events": [to_json(event) for move in moves for event in move.events],
        }

    def _legal(self, _: _Request) -> dict[str, Json]:
        return listed(self._current.game, self._current.state)

    def _state(self, _: _Request) -> dict[str, Json]:
        return self._shown()

    def _view(self, request: _View) -> dict[str, Json]:
        history = self._current
        players = history.start.players
        if request.seat is not None and not 1 <= request.seat <= players:
            raise _Refusal("bad_request", f"seat is 1 to {players}, or null for a spectator.")
        seat = None if request.seat is None else request.seat - 1
        last = history.standing[-1].events if history.cursor else ()
        seen = [to_json(history.game.view_event(event, seat)) for event in last]
        view = history.game.view(history.state, seat)
        return {"state": history.game.position(view), "events": seen}

    def _bot(self, request: _Bot) -> dict[str, Json]:
        """Answer what a bot would do in the seat that must act; it is told what the seat knows."""
        from regicide_tui.thinking.questions import the_action

        seat = self._seat_to_act()
        self._check_level(request.level, learned=False)
        action = the_action(self._asked(request.level, limit=request.seconds))
        return {"action": self._at.game.format(action), "by": seat + 1}

    def _hint(self, request: _Hint) -> dict[str, Json]:
        """Answer the best action as a hint tells it, and the next ones, each with its chances."""
        from regicide_tui.bots.roster import adviser_level
        from regicide_tui.thinking.questions import the_advice

        seat, table = self._seat_to_act(), self._at
        level = request.level or adviser_level(table.game.name, len(table.seats))
        self._check_level(level, learned=True)
        ranked = the_advice(self._asked(level, seconds=request.seconds))
        first, *others = [self._advice(one) for one in ranked]
        return {**first, "by": seat + 1, "level": level, "others": others}

    def _evaluate(self, _: _Request) -> dict[str, Json]:
        """Answer the chances that the win meter shows, now and with each action."""
        from regicide_tui.bots.roster import glancer_level
        from regicide_tui.thinking.questions import the_advice

        seat, table = self._seat_to_act(), self._at
        level = glancer_level(table.game.name, len(table.seats))
        self._check_level(level, learned=True)
        found = the_advice(self._asked(level, glance=True))
        found = found or the_advice(self._asked(level, seconds=_PATIENCE))
        ranked = [self._advice(one) for one in found]
        now: dict[str, Json] = {
            name: ranked[0][name] for name in ("gold", "win") if name in ranked[0]
        }
        return {**now, "by": seat + 1, "actions": ranked}

    def _advice(self, one: "Advice") -> dict[str, Json]:
        """Return an action in notation and in words, with its chances by their names."""
        table = self._at
        seat = table.to_act
        said = table.game.say(table.view(seat), one.action, table.seats)
        found: dict[str, Json] = {"action": table.game.format(one.action), "words": said}
        if one.gold is not None:
            found["gold"] = _share(one.gold)
        return {**found, "win": _share(one.chance)}

    def _seat_to_act(self) -> int:
        seat = self._at.to_act
        if seat is None:
            raise _Refusal("game_over", "The game is over.")
        return seat

    def _check_level(self, level: str, *, learned: bool) -> None:
        """Refuse a level that does not play this game; with `learned`, one that can't advise."""
        from regicide_tui.bots.roster import levels_of

        table = self._at
        levels = levels_of(table.game.name, len(table.seats))
        known = [one.name for one in levels if one.learned or not learned]
        if level not in known:
            there = f"there are {', '.join(known)}" if known else "there are none yet"
            raise _Refusal("unknown_bot", f"No such bot plays this game: {there}.")

    def _asked(
        self, level: str, *, limit: float | None = None, seconds: float = 0, glance: bool = False
    ) -> "Answer":
        """Return the answer to a question about this moment; `limit` stops a thought early."""
        from regicide_tui.bots.base import NoAnswer
        from regicide_tui.bots.contest import luck_for
        from regicide_tui.thinking.questions import answer, question

        table = self._at
        seat = self._seat_to_act()
        end = None if limit is None else monotonic() + limit
        luck = luck_for(table.seed, table.moves)
        try:
            asked = question(table, seat, level, luck, seconds, glance=glance)
            return answer(asked, lambda: end is not None and monotonic() > end)
        except NoAnswer:
            raise _Refusal("no_answer", "The bot can't play on from this position.") from None
        except Exception as error:  # a broken bot must not end the engine
            fault = f"The bot failed: {type(error).__name__}."
            raise _Refusal("no_answer", fault) from error

    def _move_by(self, moves: int) -> dict[str, Json]:
        history = self._current
        if not 0 <= history.cursor + moves <= len(history.moves):
            raise _Refusal("bad_request", f"Nothing to {'undo' if moves < 0 else 'redo'}.")
        self._at.go_to(history.cursor + moves)
        return self._shown()

    def _save(self, request: _File) -> dict[str, Json]:
        saved = self._at.saved
        try:
            files.keep(Path(request.path), saved)
        except files.SaveError as error:
            raise _Refusal("io_error", str(error)) from None
        return {}

    def _shown(self) -> dict[str, Json]:
        return {"state": self._current.game.position(self._current.state)}

    # ------------------------------------------------------------ requests about the engine

    def _games(self, _: _Request) -> dict[str, Json]:
        return {"games": [_describe(name) for name in games.names()]}

    def _quit(self, _: _Request) -> dict[str, Json]:
        self.finished = True
        return {}


def _share(chance: float) -> float:
    """Return a chance in whole percents, from 0 to 1: no bot knows it better."""
    return round(min(1.0, max(0.0, chance)), 2)


def _seed(given: str | int | None) -> str:
    return token_hex(8) if given is None else str(given)


def _describe(name: str) -> dict[str, Json]:
    game = games.find(name)
    options = [msgspec.to_builtins(option) for option in game.options(max(game.player_counts))]
    return {
        "name": name,
        "title": game.title,
        "players": list(game.player_counts),
        "options": options,
    }


def run(requests: BinaryIO, reply: Callable[[bytes], None]) -> None:
    """Answer requests until the end of input or `quit`; `reply` writes a line."""
    engine = Engine()
    while not engine.finished and (line := requests.readline(LINE_LIMIT)):
        whole = line.endswith(b"\n") or len(line) < LINE_LIMIT
        while not whole:  # the rest of a line that is too long
            rest = requests.readline(LINE_LIMIT)
            whole = rest.endswith(b"\n") or not rest
            line = b""
        if line != b"" and not line.strip():
            continue
        reply(msgspec.json.encode(engine.answer(line)) + b"\n")
