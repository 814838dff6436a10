"""Moderation: the log of acts, who may act, the effects on visitors, and ordered renames."""

import asyncssh

from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.tasks import Signal
from regicide_tui.server.model.names import (
    NameRefused,
    bare_look,
    check_choice,
    claims_to_be,
    look_of,
)
from regicide_tui.server.model.order import (
    LONGEST_WHY,
    OPERATOR,
    Act,
    Kind,
    Order,
    is_address,
    is_key,
    is_too_wide,
)
from regicide_tui.server.model.refusals import Reason, Refusal
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.forget import check_rename, rename
from regicide_tui.server.storage.opening import StorePlace, opened
from regicide_tui.server.storage.store import Store, StoreError

_AGAINST_SOMEBODY = (Kind.BAN, Kind.MUTE, Kind.KICK, Kind.RENAME_LATER)
"""What no moderator can do to another."""


class Moderation:
    """The acts in the store. `moderators` are the names that the operator lists."""

    def __init__(self, common: Common, moderators: tuple[str, ...] = ()) -> None:
        self.acted = Signal[[Act]](common.report)
        """Sent with each new act."""
        self._common, self.now = common, common.now
        self.name_moderators(moderators)
        self._order = Order.project(common.store, common.report)
        self._told = 0
        """The number of sent acts."""

    def name_moderators(self, names: tuple[str, ...]) -> None:
        """Set the moderators."""
        self.moderators = frozenset([name.casefold() for name in names])
        """All moderators, in lower case."""
        self._looks = {bare_look(name): name for name in names}

    @property
    def order(self) -> Order:
        """The acts, as last read from the log."""
        return self._order.value

    @property
    def holding(self) -> list[Act]:
        """The current bans and mutes."""
        return self.order.holding(self.now())

    def is_moderator(self, name: str) -> bool:
        """Return whether a person is a moderator."""
        return name.casefold() in self.moderators

    def ban_of(self, name: str) -> Act | None:
        """Return the current ban of a name, or None."""
        return self.order.find(Kind.BAN, name, self.now())

    def is_banned(self, name: str) -> bool:
        """Return whether a name is banned now."""
        return self.ban_of(name) is not None

    def check_choice(self, name: str) -> None:
        """Raise `NameRefused` for a moderator's name and for names that could be mistaken for it.

        A moderator may have no key yet: only the operator adds it.
        """
        if self.is_moderator(name):
            raise NameRefused(
                f"{name} is a moderator. Only the operator adds their key. Choose another name."
            )
        if self.is_banned(name):
            raise NameRefused(f"{name} is banned here. Choose another name.")
        if alike := self._looks.get(bare_look(name)):
            raise NameRefused(f"{name} looks like {alike}, a moderator. Choose another name.")
        for moderator in self._looks.values():
            if claims_to_be(name, moderator):
                raise NameRefused(
                    f"{name} could be mistaken for {moderator}, a moderator. Choose another name."
                )

    async def catch_up(self) -> None:
        """Read the acts that others added, such as the command line. Raises `StoreError`."""
        await self._order.catch_up()
        self._tell()

    async def open(self) -> None:
        """Read all acts if the store can do it now, without sending them."""
        await self._common.tasks.attempt(self._order.catch_up())
        self._told = len(self.order.acts)
        self._order.follow(self._common.tasks, self._tell)

    def _tell(self) -> None:
        """Send new acts. One process notes them in the journal."""
        new = self.order.acts[self._told :]
        self._told += len(new)
        for act in new:
            if self._common.processes.owns(Order.log):
                facts = {"act": act.kind.value, "by": act.by, "whom": act.whom, "why": act.why}
                more = {"to": act.new_name} if act.new_name else {}
                self._common.journal.note("order", **facts, **more, until=act.describe_end())
            self.acted.send(act)

    async def act(  # an act has these parts
        self,
        kind: Kind,
        by: str,
        whom: str,
        why: str = "",
        seconds: float = 0.0,
        new_name: str = "",
        old_name: str = "",
    ) -> Act:
        """Add an act to the log and the journal; without `seconds`, it has no end.

        Raises `Refused`, `StoreError`.
        """
        from regicide_tui.server.base.texts import make_harmless  # it loads tables of widths

        if by != OPERATOR:
            self._check(kind, by, whom)
        until = self.now() + int(seconds * 1000) if seconds else 0
        act = Act(kind, by, whom, make_harmless(why, LONGEST_WHY), until, new_name, old_name)
        await self._order.append(lambda _: act)
        self._tell()
        return act

    async def order_rename(self, by: str, whom: str, new_name: str, why: str) -> Act:
        """Rename a person at the next start of the server.

        Raises `NameRefused`, `Refused`, `StoreError`.
        """
        old_name = await self.check_rename(by, whom, new_name)
        return await self.act(Kind.RENAME_LATER, by, old_name, why, 0.0, new_name, old_name)

    async def check_rename(self, by: str, whom: str, new_name: str) -> str:
        """Return the name of a person whom a moderator may rename.

        The person must be able to choose the name. Raises `NameRefused`, `Refused`, `StoreError`.
        """
        self._check(Kind.RENAME_LATER, by, whom)
        self.check_choice(new_name)
        if look_of(new_name) == look_of(whom):
            check_choice(new_name)
        else:
            await Accounts(self._common.store).check_free(new_name)
        return (await check_rename(self._common.store, whom, new_name)).name

    def _check(self, kind: Kind, by: str, whom: str) -> None:
        """Raise `Refused` if a person isn't allowed to do this."""
        if not self.is_moderator(by):
            raise Refused("Only moderators can do that.")
        if kind in _AGAINST_SOMEBODY and self.is_moderator(whom):
            raise Refused(f"{whom} is a moderator: ask the operator.")
        if kind is Kind.BAN and is_too_wide(whom):
            raise Refused("That range has too many addresses: ask the operator.")
        if kind is Kind.SAY and (why := self.refuse_talk(by)):
            raise Refused(why)
        lifted = self.order.lifted_by(kind, whom, self.now())
        if lifted is not None and lifted.by == OPERATOR:
            raise Refused("The operator did that, so only the operator can lift it.")

    async def check_target(self, whom: str) -> None:
        """Raise `Refused` for a name that nobody has and for a broken key. Raises `StoreError`."""
        if is_key(whom):
            if not is_public_key(whom):
                raise Refused("That isn't a public key.")
        elif not is_address(whom) and await Accounts(self._common.store).find(whom) is None:
            raise Refused(f"There is no name {whom}.")

    def refuse(self, name: str, key: str, address: str) -> Refusal | None:
        """Return the refusal of a banned person, or None; the name or the key may be empty.

        Only the operator can ban a moderator.
        """
        bans = self.order.bans_of(name, key, address, self.now())
        if self.is_moderator(name):
            bans = [one for one in bans if one.by == OPERATOR]
        return Refusal(Reason.BANNED, describe(bans[-1])) if bans else None

    @property
    def silenced(self) -> frozenset[str]:
        """The muted and banned names in lower case: their messages are hidden from others."""
        return frozenset([act.whom.casefold() for act in self.holding])

    def why_closed(self, table: str) -> str:
        """Return why a moderator closed a table; empty if none did."""
        acts = [one for one in self.order.acts if (one.kind, one.whom) == (Kind.CLOSE, table)]
        return describe(acts[-1]) if acts else ""

    def refuse_talk(self, name: str, what: str = "chat here") -> str:
        """Return why a person may not chat now, or do the similar `what`; empty if they may."""
        mute = self.order.find(Kind.MUTE, name, self.now())
        return describe(mute, what) if mute is not None else ""


def is_public_key(line: str) -> bool:
    """Return whether this is a public key in OpenSSH's format."""
    try:
        asyncssh.import_public_key(line)
    except (asyncssh.KeyImportError, ValueError):
        return False
    return True


_SENTENCES = {
    Kind.BAN: "You are banned from this server {end}.",
    Kind.MUTE: "A moderator has muted you {end}: you can't {what}.",
    Kind.UNMUTE: "You can chat here again.",
    Kind.KICK: "A moderator ended your visit.",
    Kind.CLOSE: "A moderator closed the table.",
    Kind.RENAME_LATER: "A moderator renamed you: you will be {new} after the next server start.",
}


_OF_ADDRESS = {
    Kind.BAN: "Everyone from your address is banned from this server {end}.",
}
"""For people who may have done nothing wrong."""


def describe(act: Act, what: str = "") -> str:
    """Return the effect of an act on a person, with its reason; `what` a mute forbids."""
    sentences = _OF_ADDRESS if is_address(act.whom) else _SENTENCES
    sentence = sentences[act.kind].format(end=act.describe_end(), new=act.new_name, what=what)
    return f"{sentence} Reason: {act.why}" if act.why else sentence


async def do_ordered_renames(place: StorePlace, journal: Journal) -> None:
    """Rename people as moderators have ordered.

    If other servers use the store, they know people by their old names, so this waits for a later
    start. A refusal, for example of a taken name, is noted in the journal. Raises
    `StoreError`.
    """
    async with opened(place) as store:
        order = await Order.project(store, lambda bad: journal.note("store", failed=bad)).catch_up()
    if not (renames := order.renames()):
        return
    try:
        async with opened(place, alone=True) as store:
            for act in renames:
                await _try_to_rename(store, act, journal)
    except StoreError as error:
        journal.note("store", failed=error)


async def _try_to_rename(store: Store, act: Act, journal: Journal) -> None:
    try:
        await rename(store, act.whom, act.new_name)
    except NameRefused as error:
        journal.note("rename refused", whom=act.whom, to=act.new_name, why=error)
    else:
        journal.note("renamed", whom=act.whom, to=act.new_name)
