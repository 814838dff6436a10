"""The login of one connection: what may follow what, and who has come in. Pure, without a socket.

A name is opened by a key, and a key counts only once a signature has proved that the client has it.
Where the house has a password, a new name must say it after that; a guest says it alone.
"""

from enum import Enum, auto
from hmac import compare_digest

from regicide_tui.server.operations.config import Config
from regicide_tui.server.storage.accounts import GUEST, Account, NameRefused, check_name


class Verdict(Enum):
    """What a proved key leads to."""

    IN = auto()
    PASSWORD = auto()
    """The password of the house comes next."""
    NO = auto()


class NameChanged(Exception):
    """A client asked for a second name in one connection."""


class Login:
    """The login of one connection, which is for one name alone."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._username: str | None = None
        self.refused = ""
        """Why this name can't come in at all, if it can't."""
        self.guest = False
        """Whether a guest comes, who needs no key."""
        self.key = ""
        """The key that was proved, as a line in the form of OpenSSH."""
        self.new = False
        """Whether nobody has come by this name before; so it is with every guest."""

    @property
    def name(self) -> str:
        """The name that was asked for."""
        return self._username or ""

    def begin(self, username: str) -> bool:
        """Take the name; return whether anything else is needed. Raises `NameChanged`."""
        if self._username is not None:
            raise NameChanged("The name can't change within a connection.")
        self._username = username
        self.guest = self._config.guests and username.casefold() == GUEST
        self.new = self.guest
        if self.guest:
            return bool(self._config.password)
        try:
            check_name(username)
        except NameRefused as error:
            self.refused = str(error)
        if self._config.allowed and not self.listed:
            self.refused = "This server has a list of names, and your name is not on it."
        return True

    @property
    def listed(self) -> bool:
        """Whether the operator has listed the name among those that are allowed."""
        return self.name.casefold() in [name.casefold() for name in self._config.allowed]

    # ------------------------------------------------------------ the key

    @property
    def takes_key(self) -> bool:
        """Whether a key is what comes next."""
        return not self.guest and not self.key

    def may_prove(self, username: str, key: str, account: Account | None) -> bool:
        """Tell whether a key could open the name, if it is proved. `account` is the name's."""
        open_to_it = account is None or key in account.keys
        return self.takes_key and username == self._username and not self.refused and open_to_it

    def prove(self, username: str, key: str, account: Account | None) -> Verdict:
        """Take a key that was proved by a signature."""
        if not self.may_prove(username, key, account):
            return Verdict.NO
        self.key, self.new = key, account is None
        return Verdict.PASSWORD if account is None and self._config.password else Verdict.IN

    # ------------------------------------------------------------ the password

    @property
    def takes_password(self) -> bool:
        """Whether the password of the house is what comes next."""
        return bool(self._config.password) and (self.guest or bool(self.key))

    def is_password(self, username: str, password: str) -> bool:
        """Tell whether this is the password of the house, from somebody who is asked for it."""
        given, wanted = password.encode(), self._config.password.encode()
        asked = self.takes_password and username == self._username
        return compare_digest(given, wanted) and asked
