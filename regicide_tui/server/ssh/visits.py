"""The visits of one connection: as a guest, while choosing a name, and with a name.

A visitor who gets a name continues under it: the guest's app ends, and another one starts.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext

from regicide_tui.server.model.login import Login
from regicide_tui.server.model.names import Account, AlreadyNamed, NameRefused
from regicide_tui.server.model.refusals import Reason, too_many
from regicide_tui.server.model.visitor import ReviewLink, Visitor
from regicide_tui.server.services.nameless import Kind, Place
from regicide_tui.server.ssh.limits import Connection
from regicide_tui.server.ssh.reception import Reception
from regicide_tui.server.storage.store import StoreError, sentence


class LoginVisits:
    """The visits after one login. It is also the `Newcomer` of visitors without a name."""

    def __init__(
        self,
        host: Reception,
        login: Login,
        counted: Connection,
        leave: Callable[[str], None],
    ) -> None:
        """Take a place if the visitor has no name. Raises `NameRefused` if there is none.

        `leave` is called with the reason if the visitor must make way for another one.
        """
        self.suggestion = login.suggestion
        self.has_key = bool(login.key)
        self.may_look_around = host.config.lets_guests_in
        self._host = host
        self._login = login
        self._counted = counted
        self._name = login.account.name if login.account is not None else ""
        self._is_guest = login.is_guest
        self._leave = leave
        self._may_be_asked = self._is_guest and self.has_key
        """Whether an invitation asks this guest to choose a name first."""
        self._place: Place | None = None
        if not self._name:
            self._take(Kind.GUEST if self._is_guest else Kind.NAMING)
        self.goes_on = False
        """Whether the last visit ended because the visitor continues in another way."""

    @contextmanager
    def begin(
        self,
        term: str,
        environment: Mapping[str, str],
        invitation: str,
        review: ReviewLink | None,
        mode: str = "",
    ) -> Iterator[Visitor]:
        """Give the current visitor. Raises `NameRefused`.

        Only people with names can join tables. So an invitation asks a new key once to choose a
        name first.
        """
        self.goes_on = False
        if invitation and self._may_be_asked:
            self._take(Kind.NAMING)
            self._is_guest = self._may_be_asked = False
        is_guest = self._is_guest and not self._name
        # Only a guest's name is freed afterwards.
        with self._host.guest_names.take() if is_guest else nullcontext(self._name) as name:
            yield Visitor(
                name,
                is_guest,
                term,
                environment,
                address=self._counted.address,
                server=self._login.server,
                newcomer=None if self._name else self,
                invitation=invitation,
                review=review,
                mode=mode,
                key=self._login.key,
            )

    def _take(self, kind: Kind) -> None:
        """Take a place among visitors without a name. Raises `NameRefused` if there is none."""
        try:
            self._place = self._host.nameless.take(
                kind, self._counted.address, self._leave, self._place
            )
        except NameRefused:
            address, why = self._counted.address, Reason.FULL.value
            self._host.journal.note_often("refused", address=address, why=why)
            raise

    def end(self) -> None:
        """Give the place of a visitor without a name back; they are no longer asked to leave."""
        self._host.nameless.give_back(self._place)
        self._place, self._leave = None, _ignore

    async def choose(self, name: str) -> str:
        """Bind a name to the proved key; return the name that the key now opens.

        Of two windows with the same key, the second gets the name of the first. Raises
        `NameRefused`, including when the store fails.
        """
        if not self._login.key:
            raise NameRefused("You need a key to have a name.")
        # Only the holder of a banned name is told the reason.
        moderation, address = self._host.moderation, self._counted.address
        if refusal := (
            self._host.refuse_unlisted(name) or moderation.refuse("", self._login.key, address)
        ):
            raise NameRefused(refusal.sentence)
        listed = self._host.is_listed(name)
        try:
            account = await self._host.accounts.opened_by(self._login.key)
            if account is None:
                account = await self._choose_new(name, listed=listed)
        except AlreadyNamed as error:
            account = error.account
        except StoreError as error:
            raise NameRefused(sentence(error)) from error
        self._name, self.goes_on = account.name, True
        self.end()
        self._host.limiter.note_name(self._counted, account.name)
        self._host.journal.note("named", name=account.name, address=self._counted.address)
        return account.name

    async def _choose_new(self, name: str, *, listed: bool) -> Account:
        """Bind a new name. Only bound names count. Raises as `choose`."""
        address = self._counted.address
        self._host.moderation.check_choice(name)
        await self._host.accounts.check_free(name, listed=listed)
        if seconds := self._host.new_names.take(address):
            raise NameRefused(too_many("new names", seconds).sentence)
        try:
            return await self._host.accounts.choose(name, self._login.key, listed=listed)
        except (AlreadyNamed, NameRefused, StoreError):
            self._host.new_names.give_back(address)
            raise

    def look_around(self) -> None:
        """Continue as a guest after this app. Raises `NameRefused` if there are too many guests."""
        if not self.may_look_around:
            raise NameRefused("This server doesn't allow guests.")
        self._take(Kind.GUEST)
        self._is_guest = self.goes_on = True
        self._may_be_asked = False


def _ignore(_: str) -> None:
    """Do nothing, replacing a callback that would keep an ended connection alive."""
