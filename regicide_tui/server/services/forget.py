"""Forgetting and renaming people in every log of the store.

The logs and the games of others stay complete: another name replaces the person's name.
No server may run meanwhile: it has games, bans and visits in memory under the old names, and would
write those again.
"""

from collections.abc import Mapping

from regicide_tui.games.base import Json
from regicide_tui.server.base.random_words import make_word
from regicide_tui.server.model.names import Account, NameRefused, check_name
from regicide_tui.server.model.order import Kind
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.storage.store import Body, Store

_AUTHORS = ("by", "name")
"""The parts of a record or an event that contain the author of a message."""
_WORDS = {"text": "", "title": "Tournament", "why": ""}
"""The parts that contain a person's own words, and their replacements."""
_RENAMES = (Kind.RENAME, Kind.RENAME_LATER)
"""The acts that contain an earlier name, in `old_name` or the reason."""
NAMES = frozenset(
    {
        *(*_AUTHORS, "absent", "host", "ignored", "joined", "people", "rivals", "seats"),
        *("leader", "new_name", "played_by", "to", "watched", "whom", "winners", "withdrew"),
    },
)
"""The parts of an entry, in any log, that contain the names of people.

Other parts may contain the same word, such as the name of a game or an event.
"""


async def forget(store: Store, name: str) -> str:
    """Forget a person; return the name that replaces theirs.

    Raises `NameRefused`, `StoreError`.
    """
    found = (await _find(store, name)).name
    other = f"gone-{make_word(8)}"
    await store.rewrite(found, lambda log, body: _without(log, body, found, other))
    return other


async def rename(store: Store, old: str, new: str) -> str:
    """Rename a person in every log; return the old name as it was written.

    Keys, games, results, bans and preferences are kept. Raises `NameRefused`,
    `StoreError`.
    """
    found = await check_rename(store, old, new)
    await store.rewrite(found.name, lambda _, body: _with_other_name(body, found.name, new))
    return found.name


async def check_rename(store: Store, old: str, new: str) -> Account:
    """Return the account that would be renamed. Raises `NameRefused`, `StoreError`."""
    found = await _find(store, old)
    check_name(new)
    taken = await Accounts(store).find(new)
    if taken is not None and taken.name != found.name:
        raise NameRefused(f"{taken.name} is someone else's name.")
    if new == found.name:
        raise NameRefused(f"{new} already has this name.")
    return found


async def _find(store: Store, name: str) -> Account:
    """Return the account of a name. Raises `NameRefused`, `StoreError`."""
    account = await Accounts(store).find(name)
    if account is None:
        raise NameRefused(f"Nobody has the name {name}.")
    return account


def _without(log: str, body: Body, name: str, other: str) -> Body:
    """Return the body of an entry without a person's name, keys and words."""
    if log == "accounts":
        return {"name": other} if _is(body.get("name"), name) else body
    if body.get("kind") in _RENAMES and _is(body.get("whom"), name):
        body = {**body, "why": "", "old_name": ""}
    return _with_other_name(body, name, other, forgets=True)


def _with_other_name(
    body: Body, name: str, other: str, *, forgets: bool = False
) -> dict[str, Json]:
    """Return a part of an entry with another name, perhaps without the person's words."""

    def renamed(key: str, value: Json) -> Json:
        if isinstance(value, Mapping):
            return _with_other_name(value, name, other, forgets=forgets)
        if isinstance(value, list | tuple):
            return [renamed(key, one) for one in value]
        return other if key in NAMES and _is(value, name) else value

    found = {key: renamed(key, value) for key, value in body.items()}
    if forgets and any(_is(body.get(part), name) for part in _AUTHORS):
        found |= {part: words for part, words in _WORDS.items() if part in body}
    elif _is(body.get("by"), name) and isinstance(title := body.get("title"), str):
        found["title"] = _renamed_title(title, name, other)
    return found


def _renamed_title(title: str, name: str, other: str) -> str:
    """Return the title of a tournament whose opener was renamed: `ada's tournament`."""
    begins = title[: len(name)].casefold() == name.casefold()
    return other + title[len(name) :] if begins and title[len(name) :].startswith("'s ") else title


def _is(value: Json, name: str) -> bool:
    """Return whether a value is a name; moderators may have typed capitals and spaces."""
    return isinstance(value, str) and value.strip().casefold() == name.casefold()
