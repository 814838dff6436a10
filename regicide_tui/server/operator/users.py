"""The operator's command for people: names, keys and moderation.

Except for forgetting and renaming, the server may keep running, and soon notices.
"""

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

from regicide_tui.games.words import counted
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.model.names import Account, is_guest
from regicide_tui.server.model.order import LIFTED, OPERATOR, Act, Kind, is_key, target_of
from regicide_tui.server.operator import CommandError
from regicide_tui.server.running.status import NotRunning, names_in, read_statuses
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.forget import forget, rename
from regicide_tui.server.services.moderation import Moderation, is_public_key
from regicide_tui.server.ssh.keys import NoKey, read_key, read_strong_key
from regicide_tui.server.storage.opening import find_processes
from regicide_tui.server.storage.store import Store

_KINDS = (Kind.BAN, Kind.UNBAN, Kind.MUTE, Kind.UNMUTE, Kind.KICK)
"""The acts of the command line; their options have the same names."""
_DAY = 86_400.0
"""Seconds."""


async def run(arguments: SimpleNamespace, folder: Path, store: Store) -> str:
    """List names, change their keys, or moderate; return what to print.

    At least one server of the store is in the folder.

    Raises `CommandError`, `NameRefused`, `NoKey`, `StoreError`.
    """
    accounts = Accounts(store)
    moderation = Moderation(Common(store, Journal(lambda _: None)))  # the server's journal notes it
    if arguments.add_key:
        name, file = arguments.add_key
        return _count_keys(await accounts.add_key(_name(name), read_strong_key(Path(file))))
    if arguments.drop_key:
        name, file = arguments.drop_key
        return _count_keys(await accounts.drop_key(_name(name), _read_key_to_drop(Path(file))))
    if arguments.forget is not None:
        name, other = _name(arguments.forget), await forget(store, _name(arguments.forget))
        await moderation.act(Kind.FORGET, OPERATOR, other)
        return f"{name} is forgotten. The logs now say {other}."
    if arguments.rename:
        new = _name(arguments.rename[1])
        old = await rename(store, _name(arguments.rename[0]), new)
        await moderation.act(Kind.RENAME, OPERATOR, new, new_name=new, old_name=old)
        return f"{old} is now {new} in all logs."
    await moderation.catch_up()
    if arguments.acts:
        return "\n".join(map(_line_of, moderation.order.acts)) or "No moderation so far."
    for kind in _KINDS:
        if (word := getattr(arguments, kind.value)) is not None:
            await _require_target(accounts, kind, whom := _name(word))
            if kind is Kind.KICK:
                await _require_visit(folder, store, whom)
            return await _act(moderation, kind, whom, arguments)
    book = await accounts.list_all()
    lines = [f"{one.name}  {key}" for one in book.values() for key in one.keys]
    return "\n".join(lines) or "Nobody has connected yet."


async def _act(moderation: Moderation, kind: Kind, whom: str, arguments: SimpleNamespace) -> str:
    """Add an act to the log; return a sentence. Raises `CommandError`, `StoreError`."""
    if kind in LIFTED and moderation.order.lifted_by(kind, whom, moderation.now()) is None:
        raise CommandError(f"There is no {LIFTED[kind]} of {whom}.")
    seconds = arguments.days * _DAY
    return _line_of(await moderation.act(kind, OPERATOR, whom, arguments.why, seconds))


async def _require_target(accounts: Accounts, kind: Kind, whom: str) -> None:
    """Raise `CommandError` if an act would apply to nobody, or to everyone. Raises `StoreError`."""
    if kind in LIFTED:
        return
    target = target_of(whom)
    if is_key(whom) or not isinstance(target, str):
        if kind is not Kind.BAN:
            raise CommandError(f"{whom} isn't a name. Only bans accept a key or addresses.")
        if is_key(whom) and not is_public_key(whom):
            raise CommandError(f"{whom} isn't a public key.")
        if not isinstance(target, str) and not target.prefixlen:
            raise CommandError(f"{whom} is every address. To keep strangers out, set `password`.")
    elif is_guest(whom):
        if kind is not Kind.KICK:
            raise CommandError(
                f"{whom} is a guest's name for one visit, and guests can't chat. Ban the address: "
                "the line 'came' of the journal shows it."
            )
    elif await accounts.find(whom) is None:
        raise CommandError(f"There is no name {whom}. `users` lists all names.")


async def _require_visit(folder: Path, store: Store, whom: str) -> None:
    """Raise `CommandError` if a person isn't here now. Raises `StoreError`."""
    common = Common(store, Journal(lambda _: None))
    processes = find_processes(store, common.now, common.report)
    await processes.look()
    names = [*processes.names]
    with suppress(NotRunning):
        for status in (await read_statuses(folder)).values():
            names += names_in(status)
    if whom.casefold() not in map(str.casefold, names):
        raise CommandError(
            f"{whom} isn't on the server now, so there is no visit to end. "
            "`serve --status` lists everyone who is."
        )


def _name(word: str) -> str:
    """Return a name from the command line; `./-ada` is a name that looks like an option.

    Raises `CommandError` if it is empty.
    """
    if name := word.removeprefix("./"):
        return name
    raise CommandError("The name is empty.")


def _read_key_to_drop(file: Path) -> str:
    """Return the key to drop as one line. An invalid key is used as it is: it may be stored."""
    try:
        return read_key(file)
    except NoKey:
        words = file.read_text(encoding="utf-8", errors="replace").split()
        return " ".join(words[:2])


def _count_keys(account: Account) -> str:
    return f"{account.name} now has {counted(len(account.keys), 'key')}."


def _line_of(act: Act) -> str:
    """Return who did what to whom, why, and until when."""
    at = f"{datetime.fromtimestamp(act.at / 1000, UTC):%Y-%m-%d %H:%M} UTC  " if act.at else ""
    end = f"  {act.describe_end()}" if act.kind in (Kind.BAN, Kind.MUTE) else ""
    end = f" to {act.new_name}" if act.new_name else end
    why = f"  ({act.why})" if act.why else ""
    return f"{at}{act.by}: {act.kind} {act.old_name or act.whom}{end}{why}"
