"""The login of one connection: its steps and its result. Pure, without a socket.

A key opens a name. It counts only after a signature has proved that the client has it. The owner
of a key without a name chooses one on a screen. If the server has a password, guests and owners of
such keys must enter it.

Most clients offer several keys one after the other. A client with the user name `play` should log
in with whichever key opens a name. So its first unknown key is proved, but counts only if no other
key opens a name, once the client has no more keys.
"""

from collections.abc import Callable
from enum import Enum, auto
from hmac import compare_digest

from regicide_tui.server.base.config import Config
from regicide_tui.server.model.names import GUEST, PLAY, Account
from regicide_tui.server.model.refusals import (
    NO_PASSWORD,
    WRONG_PASSWORD,
    Reason,
    Refusal,
    no_key,
    other_key,
    too_many_keys,
)
from regicide_tui.server.model.visitor import PublicAddress


class LoginResult(Enum):
    """The result of a step of a login."""

    IN = auto()
    PASSWORD = auto()
    """The password of the server comes next."""
    LATER = auto()
    """The key counts only if no other key opens a name."""
    NO = auto()


class NameChanged(Exception):
    """A client asked for a second name in one connection."""


Judge = Callable[[str, str], Refusal | None]
"""Returns why the operator's rules refuse a name with a key; either may be empty."""


class Login:
    """The login of one connection, which is for one user name only."""

    def __init__(self, config: Config, judge: Judge, server: PublicAddress) -> None:
        self._config, self._judge, self.server = config, judge, server
        self._username: str | None = None
        self.refusal = no_key(self.server, guests=config.lets_guests_in)
        """Why the login hasn't succeeded so far."""
        self.key = ""
        """The proved key, as a line in OpenSSH's format."""
        self.account: Account | None = None
        """The account that the proved key opens; None for guests and new keys."""
        self._unknown_key = ""
        """The first proved key without a name, for the user name `play`."""
        self._gave_up = False
        self._refused_keys: set[str] = set()
        """Whether the client has said that it has no more keys."""

    @property
    def name(self) -> str:
        """The requested user name."""
        return self._username or ""

    @property
    def suggestion(self) -> str:
        """The name to suggest for a new key; empty for the user names `play` and `guest`."""
        return "" if self._is_door else self.name

    @property
    def is_guest(self) -> bool:
        """Whether the login requested no name and opened none."""
        return self.account is None and self._is_door and self._config.lets_guests_in

    @property
    def _is_door(self) -> bool:
        """Whether anyone can log in with the user name."""
        return self.name.casefold() in (PLAY, GUEST)

    @property
    def _comes_as_guest(self) -> bool:
        """Whether the client asked to be a guest, whatever its keys are."""
        return self.name.casefold() == GUEST and self._config.lets_guests_in

    @property
    def _takes_guests(self) -> bool:
        return self._is_door and self._config.lets_guests_in

    def begin(self, username: str) -> bool:
        """Take the user name; return whether more is needed. Raises `NameChanged`."""
        if self._username is not None:
            raise NameChanged("The name can't change within a connection.")
        self._username = username
        if self._comes_as_guest and self._config.password:
            self.refusal = NO_PASSWORD
        return not self._comes_as_guest or bool(self._config.password)

    def _refuse_by_rules(self, name: str, key: str) -> bool:
        """Return whether the operator's rules refuse a login, and note why."""
        refusal = self._judge(name, key)
        if refusal is not None:
            self.refusal = refusal
        return refusal is not None

    # ------------------------------------------------------------ the key

    @property
    def takes_key(self) -> bool:
        """Whether a key comes next."""
        return not self._comes_as_guest and not self.key

    def may_prove(
        self, username: str, key: str, named: Account | None, opened: Account | None
    ) -> bool:
        """Return whether a key may log in once it is proved.

        `named` is the account of the user name, and `opened` is the account that the key opens.
        """
        if not (self.takes_key and username == self._username):
            return False
        account = named or opened
        if named is not None and key not in named.keys:
            self.refusal = other_key(named.name, self.server)
        elif not self._refuse_by_rules(account.name if account else self.suggestion, key) and (
            account is not None or not self._unknown_key
        ):
            return True
        self._refused_keys.add(key)
        return False

    def note_too_many(self) -> None:
        """Note that the login ends after too many tries: another key might have worked."""
        wrong = self.refusal.reason in (Reason.NO_KEY, Reason.OTHER_KEY)
        if wrong and len(self._refused_keys) > 1:
            self.refusal = too_many_keys(self.name, self.server)

    def prove(
        self, username: str, key: str, named: Account | None, opened: Account | None
    ) -> LoginResult:
        """Take a key that a signature has proved; the accounts are those of `may_prove`."""
        if not self.may_prove(username, key, named, opened):
            return LoginResult.NO
        self.account = named or opened
        if self.account is None and self._is_door:
            self._unknown_key = key
            return LoginResult.LATER
        return self._take(key)

    def _take(self, key: str) -> LoginResult:
        """Accept a proved key; an empty one is a guest's."""
        self.key = key
        if self.account is not None or not self._config.password:
            return LoginResult.IN
        self.refusal = NO_PASSWORD
        return LoginResult.PASSWORD

    # ------------------------------------------------------------ no more keys

    @property
    def takes_no_key(self) -> bool:
        """Whether the client may say that it has no more keys."""
        return self.takes_key and not self._gave_up

    def give_up_keys(self, username: str) -> LoginResult:
        """Accept the client's statement that it has no more keys."""
        if not self.takes_no_key or username != self._username:
            return LoginResult.NO
        self._gave_up = True
        if not (self._unknown_key or self._takes_guests):
            return LoginResult.NO
        if self.refusal.reason is Reason.BANNED:  # a client with a banned key is no guest either
            return LoginResult.NO
        if self._refuse_by_rules("", self._unknown_key):
            return LoginResult.NO
        return self._take(self._unknown_key)

    # ------------------------------------------------------------ the password

    @property
    def takes_password(self) -> bool:
        """Whether the password of the server comes next."""
        asked = bool(self.key) or self._takes_guests
        return bool(self._config.password) and asked

    def is_password(self, username: str, password: str) -> bool:
        """Return whether this is the password of the server, and this login must enter it."""
        given, wanted = password.encode(), self._config.password.encode()
        asked = self.takes_password and username == self._username
        if not (compare_digest(given, wanted) and asked):
            if asked:
                self.refusal = WRONG_PASSWORD
            return False
        self.key = self.key or self._unknown_key
        return not self._refuse_by_rules(self.suggestion if self.key else "", self.key)
