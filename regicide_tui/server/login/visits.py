"""The visits of one connection: a guest, somebody who chooses a name, and somebody who has one.

A visitor who gets a name goes on under it: the app of the guest ends, and another one begins.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol, TypeVar

from regicide_tui.server.login.login import Login
from regicide_tui.server.login.refusals import Reason, Refusal, too_many
from regicide_tui.server.login.visitor import PublicAddress, Visitor
from regicide_tui.server.operations.journal import Journal
from regicide_tui.server.review.link import ReviewLink
from regicide_tui.server.ssh.limits import Connection, ConnectionLimiter, RateLimiter
from regicide_tui.server.storage.accounts import Account, Accounts, AlreadyNamed, NameRefused
from regicide_tui.server.storage.store import StoreError

T = TypeVar("T")


class VisitServer(Protocol):
    """What visits need of the server."""

    accounts: Accounts
    limiter: ConnectionLimiter
    new_names: RateLimiter
    guests: RateLimiter
    journal: Journal

    def take_guest_name(self) -> str:
        """Return a guest name that nobody else has until it is released.

        Raises `NameRefused` if there is none.
        """
        ...

    def release_guest_name(self, guest: str) -> None:
        """Note that a guest name is free again."""
        ...

    def take_naming_place(self) -> None:
        """Count somebody who chooses a name. Raises `NameRefused` if too many do so now."""
        ...

    def release_naming_place(self) -> None:
        """Note that somebody chooses a name no more."""
        ...

    def judge(self, name: str, key: str, address: str) -> Refusal | None:
        """Return why the operator's rules keep somebody out; the name or the key may be empty."""
        ...

    def is_listed(self, name: str) -> bool:
        """Tell whether the operator's list of allowed names has this name."""
        ...


class LoginVisits:
    """The visits after one login. It is also the `Newcomer` of visitors without a name."""

    def __init__(
        self,
        host: VisitServer,
        login: Login,
        counted: Connection,
        server: PublicAddress,
        *,
        guests: bool,
    ) -> None:
        self.suggestion = login.suggestion
        self.has_key = bool(login.key)
        self.may_look_around = guests
        self._host = host
        self._key = login.key
        self._counted = counted
        self._server = server
        self._name = login.account.name if login.account is not None else ""
        self._is_guest = login.is_guest
        self.goes_on = False
        """Whether the last visit ended because the visitor goes on in another way."""

    @contextmanager
    def begin(
        self,
        term: str,
        environment: Mapping[str, str],
        invitation: str,
        review: ReviewLink | None = None,
    ) -> Iterator[Visitor]:
        """Give the visitor as they are now. Raises `NameRefused`."""
        self.goes_on = False
        with self._name_of_visit() as name:
            yield Visitor(
                *(name, self._is_guest and not self._name, term, environment),
                address=self._counted.address,
                server=self._server,
                newcomer=None if self._name else self,
                invitation=invitation,
                review=review,
            )

    @contextmanager
    def _name_of_visit(self) -> Iterator[str]:
        """Give the name; only a guest's name is taken back afterwards. Raises `NameRefused`."""
        if self._name:
            yield self._name
        elif self._is_guest:
            guest = self._take(self._host.take_guest_name)
            try:
                yield guest
            finally:
                self._host.release_guest_name(guest)
        else:
            self._take(self._host.take_naming_place)
            try:
                yield ""
            finally:
                self._host.release_naming_place()

    def _take(self, take: Callable[[], T]) -> T:
        """Take a place among visitors without a name. Raises `NameRefused` if there is none."""
        try:
            return take()
        except NameRefused:
            address, why = self._counted.address, Reason.FULL.value
            self._host.journal.note_often("refused", address=address, why=why)
            raise

    async def choose(self, name: str) -> str:
        """Bind a name to the proved key; return the name that the key opens now.

        Of two windows with the same key, the second one gets the name of the first. Raises
        `NameRefused`, `StoreError`.
        """
        if not self._key:
            raise NameRefused("Without a key nobody can have a name.")
        if refusal := self._host.judge(name, self._key, self._counted.address):
            raise NameRefused(refusal.sentence)
        listed = self._host.is_listed(name)
        try:
            account = await self._host.accounts.opened_by(self._key)
            if account is None:
                account = await self._choose_new(name, listed=listed)
        except AlreadyNamed as error:
            account = error.account
        self._name, self.goes_on = account.name, True
        self._host.limiter.note_name(self._counted, account.name)
        self._host.journal.note("named", name=account.name, address=self._counted.address)
        return account.name

    async def _choose_new(self, name: str, *, listed: bool) -> Account:
        """Bind a new name. Only names that are bound count. Raises as `choose`."""
        address = self._counted.address
        await self._host.accounts.check_free(name, listed=listed)
        if seconds := self._host.new_names.take(address):
            raise NameRefused(too_many("new names", seconds).sentence)
        try:
            return await self._host.accounts.choose(name, self._key, listed=listed)
        except (AlreadyNamed, NameRefused, StoreError):
            self._host.new_names.give_back(address)
            raise

    def look_around(self) -> None:
        """Go on as a guest after this app. Raises `NameRefused` if too many guests came."""
        if not self.may_look_around:
            raise NameRefused("There are no guests on this server.")
        if seconds := self._host.guests.take(self._counted.address):
            raise NameRefused(too_many("guests", seconds).sentence)
        self._is_guest = self.goes_on = True
