"""The conversion of entries from before the first release.

Boards had random ids and their own entry with the series and the seed. Now they have names. Records
of tables had versions 2 to 4.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress

import msgspec

from regicide_tui.games.base import Json, Value
from regicide_tui.server.model.boards.book import BoardEntry, Book
from regicide_tui.server.model.boards.series import Series, house_series, round_series
from regicide_tui.server.model.table.state import VERSION
from regicide_tui.server.storage.store import StoredEntry

_OLD_VERSIONS = 2, 3, 4
_TABLE = "table/"


class _OldDeal(Value):
    game: str
    players: int
    options: Mapping[str, Json]
    seed: str


class _Made(Value):
    """A board in the old format."""

    id: str
    series: str
    deal: _OldDeal
    closes: int = 0


class _OldEntry(BoardEntry):
    """An entry of the log of boards in the old format."""

    made: _Made | None = None


class OldBoards:
    """The boards of a store by their old ids: their names, and the entries for their seeds."""

    def __init__(self, entries: Iterable[StoredEntry]) -> None:
        """Read the log of boards. Damaged boards stay damaged, and affect no other board."""
        self._names: dict[str, str] = {}
        self._seeds: dict[str, str] = {}
        self._first: dict[str, int] = {}
        """The first entry that dealt each board; its seed belongs there."""
        self._house: Counter[str] = Counter()
        self._taken: set[str] = set()
        for entry in entries:
            with suppress(msgspec.ValidationError):  # the old program couldn't read it either
                self._add(entry.version, msgspec.convert(_read(entry), _OldEntry))

    def _add(self, version: int, entry: _OldEntry) -> None:
        if entry.made is not None:
            self._name(entry.made)
        if entry.dealt is not None:
            self._first.setdefault(entry.dealt.board, version)

    def _name(self, made: _Made) -> None:
        """Name a board. A second one in a series of one is damaged, and gets no name."""
        name = series_name(made.series)
        if name.startswith("house/"):
            self._house[name] += 1
            name = f"{name}/{self._house[name]}"
        if made.id not in self._names and name not in self._taken:
            self._taken.add(name)
            self._names[made.id] = name
            self._seeds[made.id] = made.deal.seed

    def name(self, board: Json) -> Json:
        """Return the name of a board; an unknown id stays, because it was damaged before."""
        return self._names.get(board, board) if isinstance(board, str) else board

    def seed(self, board: Json, version: int) -> str:
        """Return the seed of a board if an entry dealt it first, or an empty string."""
        is_first = isinstance(board, str) and self._first.get(board) == version
        return self._seeds.get(f"{board}", "") if is_first else ""


def series_name(old: str) -> str:
    """Return the new name of a series with an old name such as `day/2/2026-11-23/0`."""
    kind, players, of, number = [*old.split("/"), "", "", ""][:4]
    if not (players.isdecimal() and number.isdecimal()):
        return old
    if kind == "round":
        return round_series(of, int(number)).name
    return (
        house_series(int(players)).name if kind == "house" else Series(kind, of, int(players)).name
    )


def convert(log: str, entry: StoredEntry, boards: OldBoards) -> StoredEntry:
    """Return an entry in the current format. An unreadable entry stays as it is."""
    body = _read(entry)
    if log == Book.log:
        return _with_body(entry, _convert_board(entry.version, body, boards))
    if log.startswith(_TABLE) and body.get("version") in _OLD_VERSIONS:
        return _with_body(entry, _convert_record(body, boards))
    return entry


def _convert_board(version: int, body: Mapping[str, Json], boards: OldBoards) -> Mapping[str, Json]:
    new = {name: value for name, value in body.items() if name != "made"}
    for fact in ("dealt", "over"):
        value = body.get(fact)
        if isinstance(value, dict) and "board" in value:
            board = value["board"]
            seed = boards.seed(board, version) if fact == "dealt" else ""
            new[fact] = {**value, "board": boards.name(board)} | ({"seed": seed} if seed else {})
    watched = body.get("watched")
    if isinstance(watched, list) and len(watched) == 2:
        new["watched"] = [boards.name(watched[0]), watched[1]]
    return new


def _convert_record(body: Mapping[str, Json], boards: OldBoards) -> Mapping[str, Json]:
    events = body.get("events")
    if not isinstance(events, list):
        return body
    return {
        **body,
        "version": VERSION,
        "events": [_convert_event(event, boards) for event in events],
    }


def _convert_event(event: Json, boards: OldBoards) -> Json:
    if isinstance(event, dict) and isinstance(event.get("series"), str):
        return {**event, "series": series_name(event["series"])}
    if isinstance(event, dict) and isinstance(event.get("board"), str):
        return {**event, "board": boards.name(event["board"])}
    return event


def _read(entry: StoredEntry) -> Mapping[str, Json]:
    """Return the body of an entry; it is empty if it can't be read."""
    try:
        return msgspec.json.decode(entry.body, type=dict[str, Json])
    except (msgspec.MsgspecError, RecursionError):
        return {}


def _with_body(entry: StoredEntry, body: Mapping[str, Json]) -> StoredEntry:
    """Return an entry with another body; an entry with an unreadable body stays as it is."""
    if not body:
        return entry
    try:
        return StoredEntry(entry.version, entry.id, entry.at, msgspec.json.encode(body).decode())
    except RecursionError:  # as deep as what can't be read
        return entry
