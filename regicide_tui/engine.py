"""`regicide-tui engine`: the games as JSON lines on standard input and output.

docs/protocol.md describes every request. Each line is one request, and each request gets a reply
of one line, in order. The reply to a bad request has a code and a sentence. A bad request changes
nothing.
"""

from collections.abc import Callable
from pathlib import Path
from secrets import token_hex
from time import monotonic
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, BinaryIO

import msgspec

from regicide_tui import games
from regicide_tui.bots.base import NoAnswer
from regicide_tui.bots.roster import adviser_level, list_levels, quick_adviser_level
from regicide_tui.commands import standard_input
from regicide_tui.errors import BAD_FILE, CliError
from regicide_tui.games.base import BadSetup, IllegalAction, Json, listed, to_json
from regicide_tui.play.history import History, Start, begin
from regicide_tui.play.saves import files
from regicide_tui.play.saves.codec import BadSave
from regicide_tui.play.table import Table
from regicide_tui.printable import PrintableStream
from regicide_tui.thinking.questions import answer, question, the_action, the_advice

if TYPE_CHECKING:
    from regicide_tui.thinking.questions import Advice, Answer

LINE_LIMIT = 1 << 20
"""The length of a line in bytes. The reply to a longer line is `bad_json`."""

_HINT_SECONDS = 20.0
"""The longest time of a hint, unless the request sets another one."""

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
    seconds: Annotated[float, msgspec.Meta(gt=0, le=3600)] = _HINT_SECONDS


class _File(_Request):
    path: Annotated[str, msgspec.Meta(min_length=1)]


class _RequestError(Exception):
    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Engine:
    """One running engine: it holds at most one game and replies to requests about it."""

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
        """Return the reply to one request. It never raises."""
        try:
            return {"ok": True, **self._answer(line)}
        except (_RequestError, IllegalAction, BadSetup) as error:
            return {"ok": False, "error": error.code, "message": str(error)}

    def _answer(self, line: bytes) -> dict[str, Json]:
        try:
            given = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise _RequestError("bad_json", f"Not a line of JSON: {error}.") from None
        if not isinstance(given, dict) or not isinstance(given.get("op"), str):
            raise _RequestError("bad_request", "A request is an object with an 'op'.")
        if given["op"] not in self._ops:
            raise _RequestError("unknown_op", f"There is no op {given['op'][:40]!r}.")
        schema, handler = self._ops[given["op"]]
        try:
            request = msgspec.convert(given, schema)
        except msgspec.ValidationError as error:
            raise _RequestError("bad_request", f"{error}.") from None
        return handler(request)

    # ------------------------------------------------------------ requests that start a game

    def _new(self, request: _New) -> dict[str, Json]:
        return self._begin(request, request.players, None)

    def _load(self, request: _Load) -> dict[str, Json]:
        return self._begin(request, request.position.get("players"), request.position)

    def _check_cards(self, history: History) -> History:
        """Return the history if its cards are those of one game. Raises `BadSetup` otherwise."""
        why = history.game.why_impossible(history.first)
        if why:
            raise BadSetup("bad_position", f"Not a position of {history.game.title}: {why}.")
        return history

    def _begin(self, request: _New | _Load, players: Json, position: Json) -> dict[str, Json]:
        try:
            game = games.find(request.game)
        except KeyError:
            raise _RequestError(
                "unknown_game", f"There is no game {request.game[:40]!r}."
            ) from None
        if players is None:  # games for one number of players need none
            players = game.player_counts[0] if len(game.player_counts) == 1 else 0
        count = players if isinstance(players, int) else 0
        start = Start(request.game, count, _seed_text(request.seed), request.options, position)
        history = self._check_cards(begin(game, start))
        seats = tuple([f"Player {seat + 1}" for seat in range(start.players)])
        self._table = Table(history, seats)
        return {**self._state_reply(), "events": []}

    def _open(self, request: _File) -> dict[str, Json]:
        try:
            self._table = files.read(Path(request.path))
        except BadSave as error:
            raise _RequestError("bad_save", str(error)) from None
        except (OSError, ValueError) as error:
            raise _RequestError(
                "io_error", f"It can't be opened: {files.describe_error(error)}"
            ) from None
        return self._state_reply()

    # ------------------------------------------------------------ requests about the game

    @property
    def _game_table(self) -> Table:
        if self._table is None:
            raise _RequestError("no_game", "There is no game yet: start with 'new' or 'load'.")
        return self._table

    @property
    def _history(self) -> History:
        return self._game_table.history

    def _do(self, request: _Do) -> dict[str, Json]:
        taken = self._history.cursor
        by = None if request.by is None else request.by - 1
        self._table = self._game_table.take_text(by, request.action)
        moves = self._history.moves[taken:]
        return {
            **self._state_reply(),
            "events": [to_json(event) for move in moves for event in move.events],
        }

    def _legal(self, _: _Request) -> dict[str, Json]:
        return listed(self._history.game, self._history.state)

    def _state(self, _: _Request) -> dict[str, Json]:
        return self._state_reply()

    def _view(self, request: _View) -> dict[str, Json]:
        history = self._history
        players = history.start.players
        if request.seat is not None and not 1 <= request.seat <= players:
            raise _RequestError("bad_request", f"seat is 1 to {players}, or null for a spectator.")
        seat = None if request.seat is None else request.seat - 1
        last = history.standing[-1].events if history.cursor else ()
        seen = [to_json(history.game.view_event(event, seat)) for event in last]
        view = history.game.view(history.state, seat)
        return {"state": history.game.position(view), "events": seen}

    def _bot(self, request: _Bot) -> dict[str, Json]:
        """Reply with a bot's action for the seat that must act. The bot knows the seat's view."""
        seat = self._seat_to_act()
        self._check_level(request.level, learned=False)
        action = the_action(self._ask_bot(request.level, limit=request.seconds))
        return {"action": self._game_table.game.format(action), "by": seat + 1}

    def _hint(self, request: _Hint) -> dict[str, Json]:
        """Reply with the best action as a hint shows it, and the next best, with their chances."""
        seat, table = self._seat_to_act(), self._game_table
        level = request.level or adviser_level(table.game.name, len(table.seats))
        self._check_level(level, learned=True)
        ranked = the_advice(self._ask_bot(level, seconds=request.seconds))
        first, *others = [self._advice(one) for one in ranked]
        return {**first, "by": seat + 1, "level": level, "others": others}

    def _evaluate(self, _: _Request) -> dict[str, Json]:
        """Reply with the chances that the win meter shows: now, and after each action."""
        seat, table = self._seat_to_act(), self._game_table
        level = quick_adviser_level(table.game.name, len(table.seats))
        self._check_level(level, learned=True)
        found = the_advice(self._ask_bot(level, quick=True))
        found = found or the_advice(self._ask_bot(level, seconds=_HINT_SECONDS))
        ranked = [self._advice(one) for one in found]
        now: dict[str, Json] = {
            name: ranked[0][name] for name in ("gold", "win") if name in ranked[0]
        }
        return {**now, "by": seat + 1, "actions": ranked}

    def _advice(self, one: "Advice") -> dict[str, Json]:
        """Return an action in notation and in words, with its chances by their names."""
        table = self._game_table
        seat = table.to_act
        said = table.game.say(table.view(seat), one.action, table.seats)
        found: dict[str, Json] = {"action": table.game.format(one.action), "words": said}
        if one.gold is not None:
            found["gold"] = _rounded_chance(one.gold)
        return {**found, "win": _rounded_chance(one.chance)}

    def _seat_to_act(self) -> int:
        seat = self._game_table.to_act
        if seat is None:
            raise _RequestError("game_over", "The game is over.")
        return seat

    def _check_level(self, level: str, *, learned: bool) -> None:
        """Raise `_RequestError` for a level that can't play this game.

        If `learned` is true, raise it also for a level that can't give hints.
        """
        table = self._game_table
        levels = list_levels(table.game.name, len(table.seats))
        known = [one.name for one in levels if one.has_net or not learned]
        if level not in known:
            there = f"there are {', '.join(known)}" if known else "there are none yet"
            raise _RequestError("unknown_bot", f"No such bot plays this game: {there}.")

    def _ask_bot(
        self, level: str, *, limit: float | None = None, seconds: float = 0, quick: bool = False
    ) -> "Answer":
        """Return a bot's answer about the current state; its search ends after `limit` seconds."""
        table = self._game_table
        seat = self._seat_to_act()
        end = None if limit is None else monotonic() + limit
        try:
            asked = question(table, seat, level, seconds=seconds, quick=quick)
            return answer(asked, lambda: end is not None and monotonic() > end)
        except NoAnswer:
            raise _RequestError("no_answer", "The bot can't play on from this position.") from None
        except Exception as error:  # a broken bot must not end the engine
            fault = f"The bot failed: {type(error).__name__}."
            raise _RequestError("no_answer", fault) from error

    def _move_by(self, moves: int) -> dict[str, Json]:
        history = self._history
        if not 0 <= history.cursor + moves <= len(history.moves):
            raise _RequestError("bad_request", f"Nothing to {'undo' if moves < 0 else 'redo'}.")
        cursor = history.cursor + moves
        table = self._game_table
        self._table = table.undo_to(cursor) if moves < 0 else table.at(cursor)
        return self._state_reply()

    def _save(self, request: _File) -> dict[str, Json]:
        table = self._game_table
        try:
            files.save_now(Path(request.path), table)
        except files.SaveError as error:
            raise _RequestError("io_error", str(error)) from None
        return {}

    def _state_reply(self) -> dict[str, Json]:
        return {"state": self._history.game.position(self._history.state)}

    # ------------------------------------------------------------ requests about the engine

    def _games(self, _: _Request) -> dict[str, Json]:
        return {"games": [_describe_game(name) for name in games.names()]}

    def _quit(self, _: _Request) -> dict[str, Json]:
        self.finished = True
        return {}


def _rounded_chance(chance: float) -> float:
    """Return a chance, from 0 to 1, rounded to 0.01: no bot knows it more exactly."""
    return round(min(1.0, max(0.0, chance)), 2)


def _seed_text(given: str | int | None) -> str:
    return token_hex(8) if given is None else str(given)


def _describe_game(name: str) -> dict[str, Json]:
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


def command(_: SimpleNamespace, output: PrintableStream) -> int:
    """Run the command `engine`. Raises `CliError`."""
    try:
        run(standard_input(), output.write_bytes)
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        reason = error.strerror or "for an unknown reason"
        raise CliError(f"standard input can't be read: {reason.lower()}.", BAD_FILE) from None
    return 0
