"""Reads every log of a store as a server would, to find faults."""

import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from typing import Final

from regicide_tui.server.model.boards.book import Book
from regicide_tui.server.model.boards.par import Pars
from regicide_tui.server.model.order import Order
from regicide_tui.server.model.register import Register
from regicide_tui.server.model.review.log import decode, log_of_review
from regicide_tui.server.model.review.notes import project_notes
from regicide_tui.server.model.table.record import log_of, project_table
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.chats import LOBBY
from regicide_tui.server.services.preferences import Wishes
from regicide_tui.server.storage.projection import LogValue
from regicide_tui.server.storage.store import BadEntry, Store

_Report = Callable[[object], None]
_Fold = Callable[[Store, str, _Report], Awaitable[object]]


async def find_faults(store: Store, logs: list[str]) -> AsyncIterator[str]:
    """Yield a sentence for each fault in these logs of a store. Raises `StoreError`."""
    known = {*logs}
    for log in logs:
        for fault in await _faults_of(store, log, known):
            yield fault


async def _faults_of(store: Store, log: str, known: set[str]) -> list[str]:
    """Return the faults of one log. Raises `StoreError`."""
    found: list[str] = []
    kind, _, name = log.partition("/")
    fold = _FOLDS.get(f"{kind}/" if name else kind)
    if fold is None:
        return [f"{log}: this version of the program doesn't know this kind of log."]
    try:
        await fold(store, name, lambda fault: found.append(_describe(log, fault)))
        if log == "house":
            found += await _lost_tables(store, known)
    except BadEntry as bad:
        found.append(_describe(log, bad))
    return found


def _describe(log: str, fault: object) -> str:
    return f"{fault}" if isinstance(fault, BadEntry) else f"{log}: {fault}"


async def _lost_tables(store: Store, known: set[str]) -> list[str]:
    """Return a sentence for each open table in the register without a log."""
    register = await Register.project(store, lambda _: None).catch_up()
    return [
        f"the register: the table {table} is open, but it has no log."
        for table in register.open
        if log_of(table) not in known
    ]


async def _fold_chat(store: Store, log: str, report: _Report) -> None:
    """Look for gaps between messages: the log is cut, so it may start at any version."""
    entries = await store.read(log)
    for before, after in itertools.pairwise(entries):
        if after.version != before.version + 1:
            report(f"Entry {before.version + 1} is missing.")
    for one in entries:
        if not one.body:
            report(f"Entry {one.version} can't be read.")


async def _fold_review(store: Store, table: str, report: _Report) -> None:
    """Look for entries without events: the log is cut, so it may start at any version."""
    for one in await store.read(log_of_review(table)):
        try:
            decode(one.body)
        except (KeyError, ValueError):
            report(f"Entry {one.version} can't be read.")


async def _fold_value(kind: type[LogValue], store: Store, _: str, report: _Report) -> None:
    await kind.project(store, report).catch_up()


_VALUES: Final[tuple[type[LogValue], ...]] = (Register, Book, Pars, Order, Wishes)
_FOLDS: Final[Mapping[str, _Fold]] = {
    "table/": lambda store, table, _: project_table(store, table).catch_up(),
    "notes/": lambda store, table, report: project_notes(store, table, report).catch_up(),
    "review/": _fold_review,
    "accounts": lambda store, _, report: Accounts(store, report).list_all(),
    **{kind.log: partial(_fold_value, kind) for kind in _VALUES},
    LOBBY: lambda store, _, report: _fold_chat(store, LOBBY, report),
    "watchers/": lambda store, table, report: _fold_chat(store, f"watchers/{table}", report),
}
"""How each log is folded, by its name, or by the part before its first slash."""
