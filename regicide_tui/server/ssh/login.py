"""The login of one connection: its steps and its result. Pure, without a socket.

A key opens a name, and a key counts only once a signature has proved that the client has it. If the
server has a password, a new name must give it after that. A guest gives only the password.
"""

from enum import Enum, auto
from hmac import compare_digest

from regicide_tui.server.operations.config import Config
from regicide_tui.server.storage.accounts import GUEST, Account, NameRefused, check_name


class LoginResult(Enum):
    """What a proved key leads to."""

    IN = auto()
    PASSWORD = auto()
    """The password of the server comes next."""
    NO = auto()


class NameChanged(Exception):
    """A client asked for a second name in one connection."""


class Login:
    """The login of one connection, which is for one name only."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._username: str | None = None
        self.refused = ""
        """Why this name can't log in at all; empty if it can."""
        self.guest = False
        """Whether a guest logs in, who needs no key."""
        self.key = ""
        """The proved key, as a line in OpenSSH's format."""
        self.new = False
        """Whether the name has no account yet; true for every guest."""

    @property
    def name(self) -> str:
        """The name that was asked for."""
        return self._username or ""

    def begin(self, username: str) -> bool:
        """Take the name; return whether more than the name is needed. Raises `NameChanged`."""
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
        """Whether the operator's list of allowed names has this name."""
        return self.name.casefold() in [name.casefold() for name in self._config.allowed]

    # ------------------------------------------------------------ the key

    @property
    def takes_key(self) -> bool:
        """Whether a key comes next."""
        return not self.guest and not self.key

    def may_prove(self, username: str, key: str, account: Account | None) -> bool:
        """Tell whether a key may open the name once it is proved. `account` is that of the name."""
        open_to_it = account is None or key in account.keys
        return self.takes_key and username == self._username and not self.refused and open_to_it

    def prove(self, username: str, key: str, account: Account | None) -> LoginResult:
        """Take a key that a signature has proved."""
        if not self.may_prove(username, key, account):
            return LoginResult.NO
        self.key, self.new = key, account is None
        return LoginResult.PASSWORD if account is None and self._config.password else LoginResult.IN

    # ------------------------------------------------------------ the password

    @property
    def takes_password(self) -> bool:
        """Whether the password of the server comes next."""
        return bool(self._config.password) and (self.guest or bool(self.key))

    def is_password(self, username: str, password: str) -> bool:
        """Tell whether this is the password of the server, and this login has to give it."""
        given, wanted = password.encode(), self._config.password.encode()
        asked = self.takes_password and username == self._username
        return compare_digest(given, wanted) and asked
