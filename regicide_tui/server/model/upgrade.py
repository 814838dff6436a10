"""How entries from before the first release are written today.

Boards had random ids, and an entry of their own that held the series and the seed. Now they have
names. Records of tables had the versions 2 to 4.
"""

from collections.abc import Iterable, Mapping

import msgspec

from regicide_tui.games.base import Json, Value
from regicide_tui.server.model.boards.book import LOG as BOARDS
from regicide_tui.server.model.boards.series import Series, house_series, round_series
from regicide_tui.server.model.table.event import VERSION
from regicide_tui.server.storage.store import StoredEntry

_OLD_VERSIONS = 2, 3, 4
_TABLE = "table/"


class CantConvert(Exception):
    """An entry can't be converted; the message says which one, and why."""


class _Made(Value, frozen=True):
    """A board as it was written: only what is not written elsewhere."""

    id: str
    series: str
    deal: Mapping[str, Json]


class OldBoards:
    """The boards of a store by their old ids: their names and seeds."""

    def __init__(self, entries: Iterable[StoredEntry]) -> None:
        """Read the log of boards. Raises `CantConvert`."""
        self._names: dict[str, str] = {}
        self._seeds: dict[str, str] = {}
        self._house: dict[str, int] = {}
        for entry in entries:
            body = _read(entry)
            if "made" in body:
                self._add(entry, body)

    def _add(self, entry: StoredEntry, body: Mapping[str, Json]) -> None:
        try:
            made = msgspec.convert(body["made"], _Made)
        except msgspec.ValidationError:  # today's program can't read such an entry either
            return
        if "dealt" not in body:
            raise CantConvert(f"Entry {entry.version} of the log {BOARDS!r} has no table.")
        name = series_name(made.series)
        if name.startswith("house/"):
            self._house[name] = self._house.get(name, 0) + 1
            name = f"{name}/{self._house[name]}"
        if name in self._names.values():
            raise CantConvert(f"Entry {entry.version} of the log {BOARDS!r} is a second board.")
        self._names[made.id] = name
        self._seeds[made.id] = str(made.deal.get("seed", ""))

    def name(self, board: object) -> Json:
        """Return the name of a board; an id that is unknown stays, for it was damaged before."""
        return self._names.get(str(board), str(board))

    def seed(self, board: object) -> Json:
        """Return the seed of a board, or an empty text."""
        return self._seeds.get(str(board), "")


def series_name(old: str) -> str:
    """Return the name of a series whose name was such as `day/2/2026-11-23/0`."""
    kind, players, of, number = [*old.split("/"), "", "", ""][:4]
    if not (players.isdecimal() and number.isdecimal()):
        return old
    if kind == "round":
        return round_series(of, int(number)).name
    return (
        house_series(int(players)).name if kind == "house" else Series(kind, of, int(players)).name
    )


def convert(log: str, entry: StoredEntry, boards: OldBoards) -> StoredEntry:
    """Return an entry as it is written today. One that can't be read stays as it is."""
    body = _read(entry)
    if log == BOARDS:
        return _with_body(entry, _convert_board(body, boards))
    if log.startswith(_TABLE) and body.get("version") in _OLD_VERSIONS:
        return _with_body(entry, _convert_record(body, boards))
    return entry


def _convert_board(body: Mapping[str, Json], boards: OldBoards) -> Mapping[str, Json]:
    new = {name: value for name, value in body.items() if name != "made"}
    for fact in ("dealt", "over"):
        value = body.get(fact)
        if isinstance(value, dict):
            new[fact] = {**value, "board": boards.name(value.get("board"))}
    dealt, watched = new.get("dealt"), body.get("watched")
    if "made" in body and isinstance(dealt, dict) and isinstance(body["dealt"], dict):
        dealt["seed"] = boards.seed(body["dealt"].get("board"))
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
    """Return an entry with another body; one whose body can't be read stays as it is."""
    if not body:
        return entry
    return StoredEntry(entry.version, entry.id, entry.at, msgspec.json.encode(body).decode())
