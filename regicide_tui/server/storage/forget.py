"""Forgetting a person: their name, keys and words leave every log of the store.

The logs stay whole, and so do the games of others: another name stands where the person's name was.
No server may run meanwhile, because it would not notice.
"""

import secrets
from collections.abc import Mapping

from regicide_tui.games.base import Json
from regicide_tui.server.storage.accounts import Accounts, NameRefused
from regicide_tui.server.storage.sqlite import SqliteStore

_LETTERS = "23456789bcdfghjkmnpqrstvwxz"
_AUTHORS = ("by", "name")
"""The parts of a record or an event that say who spoke."""


async def forget(store: SqliteStore, name: str) -> str:
    """Forget a person; return the name that stands in place of theirs.

    Raises `NameRefused`, `StoreError`.
    """
    account = await Accounts(store).find(name)
    if account is None:
        raise NameRefused(f"Nobody has the name {name}.")
    other = "gone-" + "".join(secrets.choice(_LETTERS) for _ in range(8))
    found = account.name
    await store.rewrite(found, lambda log, body: _without(log, body, found, other))
    return other


def _without(log: str, body: Mapping[str, Json], name: str, other: str) -> dict[str, Json]:
    """Return the body of an entry without a person: another name, no key, no word of theirs."""
    if log == "accounts" and body.get("name") == name:
        return {"name": other}
    changed = _changed(dict(body), name, other)
    assert isinstance(changed, dict)
    return changed


def _changed(value: Json, name: str, other: str) -> Json:
    """Return a value with another name; what the person said is empty."""
    if isinstance(value, str):
        return other if value == name else value
    if isinstance(value, list | tuple):
        return [_changed(one, name, other) for one in value]
    if not isinstance(value, dict):
        return value
    found = {key: _changed(one, name, other) for key, one in value.items()}
    if "text" in found and name in [value.get(part) for part in _AUTHORS]:
        found["text"] = ""
    return found
