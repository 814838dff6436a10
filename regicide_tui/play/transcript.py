"""A game as text that people can read and programs can replay (docs/transcripts.md).

    game=regicide players=2 seed=7F3K first=P1 P1=Ada P2=Bea
    ; turn 1, Ada
    8D+AC
    pay 5H 6C

The header names the set-up, and house rules only if they differ from the default. Then each line
has one action. The text after a `;` is a comment for people.
"""

import json
import re
import shlex
from itertools import takewhile

from regicide_tui import games
from regicide_tui.games.base import AnyGame, BadSetup, IllegalAction, Json, Outcome
from regicide_tui.play.history import History, Start, begin
from regicide_tui.play.saves.codec import NAME_LIMIT
from regicide_tui.play.table import Table
from regicide_tui.printable import printable

LIMIT = 256 * 1024
"""The largest number of characters; the longest games need about ten thousand."""
_FIELD = re.compile(r"\w+=")
"""The start of a line that continues a header that a narrow window has split."""


class BadTranscript(Exception):
    """Text that isn't a transcript. The message names the line."""


def write_transcript(saved: Table) -> str:
    """Return the transcript of a game without its undone moves."""
    history = saved.history
    lines = [_header(history, saved.seats)]
    turn, last_turn = 1, 0
    states = [history.first, *[move.state for move in history.standing]]
    for move, before in zip(history.standing, states, strict=False):
        if last_turn != turn:
            seat = history.game.to_act(before)
            lines.append(f"; turn {turn}, {saved.seats[seat or 0]}")
            last_turn = turn
        lines.append(history.game.format(move.action))
        turn += sum(event.begins_turn for event in move.events)
    outcome = saved.outcome
    if outcome:
        lines.append(f"; {_ending(outcome, history.game, saved.seats)}")
    return "\n".join(lines) + "\n"


def _ending(outcome: Outcome, game: AnyGame, seats: tuple[str, ...]) -> str:
    """Return how the game ended and, for opponents, who won."""
    end = "won" if outcome.won else "lost"
    if game.rivals:
        names = [seats[seat] for seat in outcome.winners]
        end = f"{' and '.join(names) or 'nobody'} won"
    medal = f", {outcome.medal}" if outcome.medal else ""
    return f"{end}: {outcome.reason}{medal}"


def read_transcript(text: str) -> Table:
    """Return the game of a transcript, played again. Raises `BadTranscript`."""
    if len(text) > LIMIT:
        raise BadTranscript("This text is too long to be a transcript.")
    numbered = [
        (number, line.strip())
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.lstrip().startswith(";")
    ]
    if not numbered:
        raise BadTranscript("There is no game in this text.")
    broken = [line for _, line in takewhile(lambda one: _FIELD.match(one[1]), numbered[1:])]
    history, seats = _begin(" ".join([numbered[0][1], *broken]))
    for number, line in numbered[1 + len(broken) :]:
        action = line.partition(";")[0].rstrip()
        if action.startswith("~"):
            continue  # a shuffle gives the same result with the seed
        try:
            history = history.take_text(action)
        except IllegalAction as error:
            raise BadTranscript(f"Line {number}, {action[:40]!r}: {error}") from None
    return Table(history, seats)


def _header(history: History, seats: tuple[str, ...]) -> str:
    start = history.start
    fields = {"game": start.game, "players": str(start.players)}
    defaults = {option.name: option.default for option in history.game.options(start.players)}
    changed = {name: value for name, value in start.options.items() if value != defaults[name]}
    if changed:
        fields["options"] = json.dumps(changed, separators=(",", ":"))
    fields["seed"] = start.seed
    if start.position is not None:
        fields["position"] = json.dumps(start.position, separators=(",", ":"))
    fields["first"] = f"P{(history.game.to_act(history.first) or 0) + 1}"
    fields |= {f"P{seat + 1}": name for seat, name in enumerate(seats)}
    return " ".join(f"{name}={shlex.quote(value)}" for name, value in fields.items())


def _begin(header: str) -> tuple[History, tuple[str, ...]]:
    try:
        fields = dict(word.split("=", 1) for word in shlex.split(header))
        players = int(fields["players"])
        options = _json_object(fields.get("options", "{}"))
        position = _json_object(fields["position"]) if "position" in fields else None
        start = Start(fields["game"], players, fields["seed"][:200], options, position)
    except KeyError as error:
        raise BadTranscript(f"The first line does not say {error}.") from None
    except (ValueError, RecursionError):
        raise BadTranscript(
            "The first line isn't a header: game=... players=... seed=..."
        ) from None
    history = _set_up(start)
    game = history.game
    first = f"P{(game.to_act(history.first) or 0) + 1}"
    if fields.get("first", first) != first:
        claimed = printable(fields["first"][:20])
        raise BadTranscript(f"The first line says that {claimed} begins, but {first} does.")
    names = [fields.get(f"P{seat + 1}", "")[:NAME_LIMIT] for seat in range(players)]
    return history, tuple(
        [printable(name) or f"Player {seat + 1}" for seat, name in enumerate(names)]
    )


def _set_up(start: Start) -> History:
    try:
        return begin(games.find(start.game), start)
    except KeyError:
        raise BadTranscript(f"There is no game called {start.game[:40]!r} here.") from None
    except BadSetup as error:
        raise BadTranscript(f"The game can't be set up: {error}") from None


def _json_object(text: str) -> dict[str, Json]:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError(text)
    return found
