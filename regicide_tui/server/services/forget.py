"""Forgetting and renaming people in every log of the store.

The logs stay whole, and so do the games of others: another name stands where the person's name was.
No server may run meanwhile: it has the games, the bans and who is here in its memory by their old
names, and would write those again.
"""

from collections.abc import Mapping

from regicide_tui.games.base import Json
from regicide_tui.server.base.random_words import make_word
from regicide_tui.server.model.names import Account, NameRefused, check_name
from regicide_tui.server.model.order import Kind
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.storage.store import Body, Store

_AUTHORS = ("by", "name")
"""The parts of a record or an event that say who spoke."""
_WORDS = {"text": "", "title": "Tournament", "why": ""}
"""The parts that hold somebody's own words, and what stands there when they are forgotten."""
_RENAMES = (Kind.RENAME, Kind.RENAME_LATER)
"""The acts that say an earlier name, in `old_name` or the reason."""
NAMES = frozenset(
    {
        *(*_AUTHORS, "absent", "host", "ignored", "joined", "people", "rivals", "seats"),
        *("leader", "new_name", "played_by", "to", "watched", "whom", "winners", "withdrew"),
    },
)
"""The parts of an entry, in any log, that hold the names of people.

A name may be a word that other parts hold as well, such as that of a game or an event.
"""


async def forget(store: Store, name: str) -> str:
    """Forget a person; return the name that stands in place of theirs.

    Raises `NameRefused`, `StoreError`.
    """
    found = (await _find(store, name)).name
    other = f"gone-{make_word(8)}"
    await store.rewrite(found, lambda log, body: _without(log, body, found, other))
    return other


async def rename(store: Store, old: str, new: str) -> str:
    """Give a person another name in every log; return the old one as it was written.

    Keys, games, results, bans and what the person prefers go along. Raises `NameRefused`,
    `StoreError`.
    """
    found = await check_rename(store, old, new)
    await store.rewrite(found.name, lambda _, body: _with_other_name(body, found.name, new))
    return found.name


async def check_rename(store: Store, old: str, new: str) -> Account:
    """Return whom another name would be given to. Raises `NameRefused`, `StoreError`."""
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
    """Return the body of an entry without a person: another name, no key, no word of theirs."""
    if log == "accounts":
        return {"name": other} if _is(body.get("name"), name) else body
    if body.get("kind") in _RENAMES and _is(body.get("whom"), name):
        body = {**body, "why": "", "old_name": ""}
    return _with_other_name(body, name, other, forgets=True)


def _with_other_name(
    body: Body, name: str, other: str, *, forgets: bool = False
) -> dict[str, Json]:
    """Return a part of an entry with another name, and perhaps without the person's words."""

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
    """Return the title of a tournament whose opener has another name: `ada's tournament`."""
    begins = title[: len(name)].casefold() == name.casefold()
    return other + title[len(name) :] if begins and title[len(name) :].startswith("'s ") else title


def _is(value: Json, name: str) -> bool:
    """Tell whether a value is a name; who keeps order may have typed capitals and blanks."""
    return isinstance(value, str) and value.strip().casefold() == name.casefold()
