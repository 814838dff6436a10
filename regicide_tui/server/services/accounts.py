"""Accounts: a name belongs to the keys that open it. A visitor chooses it once, on a screen."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from regicide_tui.server.model.names import (
    Account,
    AlreadyNamed,
    NameRefused,
    check_choice,
    check_name,
    look_of,
)
from regicide_tui.server.storage.projection import LogValue
from regicide_tui.server.storage.store import BadEntry, Body, LogEntry, Store

KEYS_LIMIT = 20
"""The maximum number of keys of a name."""


Book = Mapping[str, Account]
"""All accounts by casefolded name: names that differ only in case are the same."""


class _Names(LogValue):
    """All accounts, and the looks of their names."""

    log = "accounts"

    def __init__(self) -> None:
        self.by_name: dict[str, Account] = {}
        self.looks: dict[str, str] = {}
        self._by_key: dict[str, dict[str, None]] = {}
        """The casefolded names that each key opens, the oldest first."""

    def note(self, account: Account) -> None:
        """Store an account, replacing the one with the same name."""
        name = account.name.casefold()
        before = self.by_name.get(name)
        for key in before.keys if before is not None else ():
            self._by_key[key].pop(name, None)
        for key in account.keys:
            self._by_key.setdefault(key, {})[name] = None
        self.by_name[name] = account
        self.looks.setdefault(look_of(name), account.name)

    def opened_by(self, key: str) -> Account | None:
        """Return the oldest account that a key opens, or None."""
        return next((self.by_name[name] for name in self._by_key.get(key, ())), None)

    def find(self, name: str) -> Account | None:
        """Return the account of a name, or None."""
        return self.by_name.get(name.casefold())

    def take(self, entry: LogEntry) -> None:
        """Apply an entry of the log. A name stays taken even if its key is no longer readable."""
        name, add, drop = (entry.body.get(key, "") for key in ("name", "add", "drop"))
        if not (isinstance(name, str) and name):
            raise ValueError("an entry without a name")
        account = self.find(name) or Account(name, ())
        keys = dict.fromkeys([key for key in account.keys if key != drop])
        if isinstance(add, str) and add:
            keys[add] = None
        self.note(replace(account, keys=tuple(keys)))


class Accounts:
    """The accounts in the store. `on_bad_entry` is called with damaged entries."""

    def __init__(
        self, store: Store, on_bad_entry: Callable[[BadEntry], None] = lambda bad: None
    ) -> None:
        self._names = _Names.project(store, on_bad_entry)

    async def list_all(self) -> Book:
        """Return all accounts as they are now. Raises `StoreError`."""
        return {**(await self._names.catch_up()).by_name}

    async def find(self, name: str) -> Account | None:
        """Return the account of a name, or None. Raises `StoreError`."""
        return (await self._names.catch_up()).find(name)

    async def opened_by(self, key: str) -> Account | None:
        """Return the oldest account that a key opens, or None. Raises `StoreError`."""
        return (await self._names.catch_up()).opened_by(key)

    async def check_free(self, name: str, *, listed: bool = False) -> None:
        """Raise `NameRefused` if this name can't be chosen now. Raises `StoreError`."""
        _check_free(await self._names.catch_up(), name, listed)

    async def choose(self, name: str, key: str, *, listed: bool = False) -> Account:
        """Bind a new name to a key that opens no other name; return the account.

        The name must not be reserved or look like another name, unless the operator has listed
        it. Raises `AlreadyNamed`, `NameRefused`, `StoreError`.
        """
        return await self._change(name, lambda names: _choose(names, name, key, listed))

    async def add_key(self, name: str, key: str) -> Account:
        """Add a key to a name, which may be new. Raises `NameRefused`, `StoreError`."""
        check_name(name)
        return await self._change(name, lambda names: _add(names.find(name), name, key))

    async def drop_key(self, name: str, key: str) -> Account:
        """Remove a key from a name. Raises `NameRefused`, `StoreError`."""
        return await self._change(name, lambda names: _drop(names.find(name), name, key))

    async def _change(self, name: str, decide: Callable[[_Names], Body]) -> Account:
        return (await self._names.append(decide)).by_name[name.casefold()]


def _choose(names: _Names, name: str, key: str, listed: bool) -> Body:
    """Decide to bind a new name to a new key. Raises `AlreadyNamed`, `NameRefused`."""
    if (account := names.opened_by(key)) is not None:
        raise AlreadyNamed(account)
    _check_free(names, name, listed)
    return {"name": name, "add": key}


def _check_free(names: _Names, name: str, listed: bool) -> None:
    """Raise `NameRefused` if this name can't be chosen now."""
    check_name(name) if listed else check_choice(name)
    if (account := names.find(name)) is not None:
        raise NameRefused(f"{account.name} is someone else's name. Choose another one.")
    if not listed and (alike := names.looks.get(look_of(name))):
        raise NameRefused(f"{name} looks like {alike}, an existing name. Choose another one.")


def _add(account: Account | None, name: str, key: str) -> Body:
    """Decide to add a key to a name."""
    if account is not None and len(account.keys) >= KEYS_LIMIT and key not in account.keys:
        raise NameRefused(f"{account.name} already has {KEYS_LIMIT} keys.")
    return {"name": account.name if account else name, "add": key}


def _drop(account: Account | None, name: str, key: str) -> Body:
    if account is None or key not in account.keys:
        raise NameRefused(f"{name} has no such key.")
    if len(account.keys) == 1:
        raise NameRefused(f"It is the only key of {account.name}. Add another one first.")
    return {"name": account.name, "drop": key}
