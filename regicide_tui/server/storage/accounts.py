"""Accounts: a name belongs to the key with which it first logged in."""

import re
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from regicide_tui.games.base import Value
from regicide_tui.server.storage.store import BadEntry, LogEntry, Store
from regicide_tui.server.tables.log_projection import Body, LogProjection

NAME = re.compile(r"[A-Za-z0-9_-]{3,16}", re.ASCII)
GUEST = "guest"
KEYS_LIMIT = 20
"""The keys of one name."""


def is_guest(name: str) -> bool:
    """Tell whether this is the name of a guest, which is free again after the visit."""
    return name.casefold().startswith(GUEST)


class NameRefused(Exception):
    """A name is refused; the message says why."""


class Account(Value, frozen=True):
    """A name and the keys that open it, each as one line in OpenSSH's format."""

    name: str
    keys: tuple[str, ...]


_ALIKE = str.maketrans({"i": "l", "1": "l", "0": "o", "-": "_"})
"""Letters that many terminals draw alike, in lower case."""

Book = Mapping[str, Account]
"""All accounts by casefolded name: two names that differ only in case are one."""


class _Names:
    """All accounts, and the looks of their names. Entries change it in place.

    With a copy for each entry, ten times as many names would take a hundred times as long to read.
    """

    def __init__(self) -> None:
        self.by_name: dict[str, Account] = {}
        self.looks: dict[str, str] = {}

    def find(self, name: str) -> Account | None:
        """Return the account of a name, or None."""
        return self.by_name.get(name.casefold())


def _look_of(name: str) -> str:
    """Return the look of a name: equal for two names that a hurried reader takes for one."""
    return name.casefold().translate(_ALIKE).replace("rn", "m").replace("vv", "w")


def check_name(name: str) -> None:
    """Raise `NameRefused` for a name that nobody can have."""
    if not NAME.fullmatch(name):
        raise NameRefused(
            "A name here has 3 to 16 letters from a to z, digits, dashes or underscores: "
            "ssh -p PORT NAME@HOST"
        )
    if is_guest(name):
        raise NameRefused(f"Names that begin with {GUEST!r} are for guests.")


class Accounts:
    """The accounts in the store. `on_bad_entry` is called with damaged entries."""

    def __init__(
        self, store: Store, on_bad_entry: Callable[[BadEntry], None] = lambda bad: None
    ) -> None:
        self._names = LogProjection(store, "accounts", _Names(), _apply_entry, on_bad_entry)

    async def list_all(self) -> Book:
        """Return all accounts as they are now. Raises `StoreError`."""
        return {**(await self._names.catch_up()).by_name}

    async def find(self, name: str) -> Account | None:
        """Return the account of a name, or None. Raises `StoreError`."""
        return (await self._names.catch_up()).find(name)

    async def enter(self, name: str, key: str, *, listed: bool = False) -> Account:
        """Return the account that this key opens; a new name is bound to the key.

        A new name must not look like another one, unless the operator has listed it. Raises
        `NameRefused`, `StoreError`.
        """
        check_name(name)
        account = await self.find(name)
        if account is None:
            account = await self._change(name, lambda names: _enter(names, name, key, listed))
        if key not in account.keys:
            raise NameRefused(f"{account.name} is somebody else's name, or this is not their key.")
        return account

    async def add_key(self, name: str, key: str) -> Account:
        """Let one more key open a name, which may be new. Raises `NameRefused`, `StoreError`."""
        check_name(name)
        return await self._change(name, lambda names: _add(names.find(name), name, key))

    async def drop_key(self, name: str, key: str) -> Account:
        """Take a key away from a name. Raises `NameRefused`, `StoreError`."""
        return await self._change(name, lambda names: _drop(names.find(name), name, key))

    async def _change(self, name: str, decide: Callable[[_Names], Body]) -> Account:
        return (await self._names.append(decide)).by_name[name.casefold()]


def _enter(names: _Names, name: str, key: str, listed: bool) -> Body:
    """Decide to bind a new name to a key, unless the name is taken or looks like another one."""
    account = names.find(name)
    chosen = account is None and not listed
    if chosen and not name[0].isalnum():
        raise NameRefused("A new name begins with a letter or a digit.")
    if chosen and (alike := names.looks.get(_look_of(name))):
        raise NameRefused(f"{name} looks like {alike}, who has a name here: take another one.")
    return _add(account, name, key, new=True)


def _add(account: Account | None, name: str, key: str, *, new: bool = False) -> Body:
    """Decide to add a key; with `new`, only if no other key opens the name."""
    if account is not None and new and key not in account.keys:
        raise NameRefused(f"{account.name} is somebody else's name.")
    if account is not None and len(account.keys) >= KEYS_LIMIT and key not in account.keys:
        raise NameRefused(f"{account.name} has {KEYS_LIMIT} keys already.")
    return {"name": account.name if account else name, "add": key}


def _drop(account: Account | None, name: str, key: str) -> Body:
    if account is None or key not in account.keys:
        raise NameRefused(f"{name} has no such key.")
    if len(account.keys) == 1:
        raise NameRefused(f"It is the only key of {account.name}: first add another one.")
    return {"name": account.name, "drop": key}


def _apply_entry(names: _Names, entry: LogEntry) -> _Names:
    """Apply an entry of the log. A name stays taken even if its key can't be read any more."""
    name, add, drop = (entry.body.get(key, "") for key in ("name", "add", "drop"))
    if not (isinstance(name, str) and name):
        raise ValueError("an entry without a name")
    account = names.find(name) or Account(name, ())
    keys = dict.fromkeys([key for key in account.keys if key != drop])
    if isinstance(add, str) and add:
        keys[add] = None
    names.by_name[name.casefold()] = replace(account, keys=tuple(keys))
    names.looks.setdefault(_look_of(name), account.name)
    return names
