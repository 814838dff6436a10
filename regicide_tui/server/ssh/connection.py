"""One SSH connection: its login, and its one session.

Only a session with a terminal is accepted, perhaps with the command that leads to a table. Other
commands, subsystems and forwarding in any direction are refused. From the environment, only the
language, the colours and the program of the terminal are accepted.
"""

import asyncio
import re
from collections.abc import Sequence
from functools import partial
from textwrap import wrap
from typing import Literal

import asyncssh

from regicide_tui.server.base.config import Config, is_loopback
from regicide_tui.server.base.saslprep import prepare
from regicide_tui.server.base.tasks import Timer
from regicide_tui.server.model import refusals
from regicide_tui.server.model.login import Login, LoginResult, NameChanged
from regicide_tui.server.model.names import Account, NameRefused
from regicide_tui.server.model.refusals import Refusal
from regicide_tui.server.model.visitor import PublicAddress
from regicide_tui.server.ssh.internals import Channel, HookedServer, ServerConnection
from regicide_tui.server.ssh.keys import (
    SIGNATURES,
    find_weakness,
    is_readable,
    key_line,
    signature_algorithm,
)
from regicide_tui.server.ssh.reception import Reception
from regicide_tui.server.ssh.session import SshSession
from regicide_tui.server.ssh.visits import LoginVisits
from regicide_tui.server.storage.store import StoreError

_REFUSALS = 6
"""How many keys, passwords and other tries may be refused; one more ends the connection."""
_FAREWELL_OF_VISIT = 2.0
"""Seconds for a visitor to read why the visit ends."""
SHELL_SECONDS = 20.0
"""Seconds that a connection may be logged in without a session, before and after it."""

_BANNER_WIDTH = 76
"""The maximum width of a row before the login, when the size of the window isn't known yet."""
_COMMAND = re.compile(rf"{refusals.MAKE_KEY}|ssh -.*|ssh \S+@\S+")
"""A command in a sentence. One with options ends it."""
_NO_BREAK = "\N{NO-BREAK SPACE}"
_PROMPT = "The password of this server: "
_Challenge = tuple[str, str, str, tuple[tuple[str, bool], ...]]
"""A title, a sentence, its language, and questions, each with whether its answer is shown."""

_ANOTHER_WINDOW = "You connected in too many other windows, so this one is closed."
_ONE_WINDOW = "This connection already has its one window. To open another one, connect again."


class ConnectionHandler(HookedServer):
    """One connection: logs in a client that proves a key, or a guest."""

    def __init__(self, host: Reception) -> None:
        self._host = host
        self._connection: ServerConnection | None = None
        self._offered: tuple[str, Account | None, Account | None] | None = None
        """The key of the current request, and the accounts of the user name and of the key."""
        self._proof = LoginResult.NO
        """The result of proving that key."""
        self._refusals = 0
        self._was_answered = False
        """Whether the client has answered the question for the password."""
        self._failed = False
        self._said = ""
        self._visits: LoginVisits | str | None = None
        """The visits of this login, or why there are none; None before the login is complete."""
        self._session: SshSession | None = None
        self._timer = Timer()
        """Ends a connection that is logged in without a session."""

    # ------------------------------------------------------------ the connection

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Take the connection, which is already counted."""
        assert isinstance(conn, ServerConnection)
        self._connection, host = conn, self._host
        self._counted = counted = conn.counted
        counted.leave = self._make_room
        counted.give_way = partial(self._send_away, _ANOTHER_WINDOW)
        self._login = Login(
            host.config,
            lambda name, key: host.judge(name, key, counted.address),
            _public_address(host.config, conn),
        )

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the end of a connection. If it never logged in, that counts as a failure."""
        self._timer.cancel()
        if self._refusals and self._visits is None:
            self._note_refused(self._login.refusal.reason.value)
            if not self._failed:
                self._count_failure()
        self._host.limiter.remove(self._counted)
        if isinstance(self._visits, LoginVisits):
            self._visits.end()
        self._connection = self._session = None

    def _make_room(self) -> None:
        """Abort this connection, because another one needs its slot."""
        self._host.journal.note_often("made room", address=self._counted.address)
        self._abort()

    def _send_away(self, sentence: str) -> None:
        """End the visit with a last sentence, because another visitor needs its place."""
        self._host.journal.note_often("made room", address=self._counted.address)
        if self._session is None:
            if self._connection is not None:
                self._connection.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, sentence)
            return
        self._session.send_away(sentence)
        asyncio.get_running_loop().call_later(_FAREWELL_OF_VISIT, self._abort)

    # ------------------------------------------------------------ the login

    def begin_auth(self, username: str) -> bool:
        """Take the user name. Raises `asyncssh.IllegalUserName` if it changes."""
        try:
            return self._login.begin(username)
        except NameChanged as error:
            self._note_refused(str(error))
            raise asyncssh.IllegalUserName(str(error)) from None

    def public_key_auth_supported(self) -> bool:
        """Return whether the login expects a key now."""
        return self._login.takes_key

    def kbdint_auth_supported(self) -> bool:
        """Return whether the client may say it has no more keys, or must enter the password."""
        return self._login.takes_no_key or self._login.takes_password

    def password_auth_supported(self) -> bool:
        """Return whether the login expects the password of the server now.

        A client asks for it in its own words (`cyd@host's password:`), which name the wrong
        password. So this is only for clients that can't show the server's question.
        """
        return self._login.takes_password and not self._was_answered

    async def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Return whether a key may log in; the client then proves that it has it."""
        if why := find_weakness(key):
            return self._refuse(refusals.weak(why))
        line = key_line(key)
        try:
            named = await self._host.accounts.find(username)
            opened = await self._host.accounts.opened_by(line)
        except StoreError as error:
            self._host.journal.note_often("store", failed=str(error))
            return self._refuse(refusals.NO_NAMES)
        self._offered = line, named, opened
        if not self._login.may_prove(username, *self._offered):
            return False
        return (named or opened) is not None or not self._must_wait()

    def begin_try(self, key_data: bytes) -> bool:
        """Return whether an offered key may be read at all."""
        self._offered = None
        return is_readable(key_data)

    def prove_key(self, username: str, signature: bytes) -> bool:
        """Return whether a key logs in, now that its signature is valid."""
        if self._offered is None:
            return False
        if signature_algorithm(signature) not in SIGNATURES:
            return self._refuse(refusals.NO_PROOF)
        self._proof = self._login.prove(username, *self._offered)
        return self._proof is LoginResult.IN

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool | _Challenge:
        """Accept that a client has no more keys, or ask it for the password.

        Clients use this method once no key was accepted, so this is the moment to say why.
        """
        if self._login.takes_no_key:
            result = self._login.give_up_keys(username)
            if result is LoginResult.NO:
                return self._refuse(self._login.refusal)
            if result is LoginResult.IN:
                return True
        return "", refusals.NO_PASSWORD.sentence, "en", ((_PROMPT, False),)

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        """Compare an answer with the password of the server."""
        self._was_answered = True
        try:
            (given,) = map(prepare, responses)
        except ValueError:  # several answers, or one that isn't a password
            given = ""
        return self.validate_password(username, given)

    def validate_password(self, username: str, password: str) -> bool:
        """Compare with the password of the server."""
        if self._is_barred():
            return False
        if self._login.is_password(username, password):
            return True
        self._count_failure()
        return self._refuse(self._login.refusal)

    def refuse_try(self) -> bool | None:
        """Refuse a try, or end the connection after too many."""
        proof, self._proof = self._proof, LoginResult.NO
        self._refusals += proof is LoginResult.NO
        if self._refusals > _REFUSALS and self._connection is not None:
            self._login.note_too_many()
            why = f"Too many failed logins. {self._login.refusal.sentence}"
            self._connection.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, why)
            return None
        return proof is LoginResult.PASSWORD

    def _refuse(self, refusal: Refusal) -> Literal[False]:
        """Tell the client during the login why it is refused, but not twice in a row."""
        self._login.refusal = refusal
        if self._connection is not None and refusal.sentence != self._said:
            self._said = refusal.sentence
            self._connection.send_auth_banner(_break_rows(self._said))
        return False

    def _note_refused(self, why: str) -> None:
        self._host.journal.note_often("refused", address=self._counted.address, why=why)

    def _must_wait(self) -> bool:
        """Return whether a new key must wait. If so, tell the client.

        It must wait after too many failed logins or new names from this address. Guests choose
        their names later.
        """
        if self._is_barred():
            return True
        seconds = self._host.new_names.seconds_to_wait(self._counted.address)
        if seconds and self._login.suggestion:
            self._refuse(refusals.too_many("new names", seconds))
            return True
        return False

    def _is_barred(self) -> bool:
        """Return whether logins are blocked after too many failures. If so, tell the client."""
        seconds = self._host.limiter.seconds_barred(self._counted, self._login.name)
        if seconds:
            self._refuse(refusals.barred(seconds))
        return bool(seconds)

    def _count_failure(self) -> None:
        self._failed = True
        self._host.limiter.note_failure(self._counted, self._login.name)

    def auth_completed(self) -> None:
        """Admit the visitor.

        A guest who must try again later has not logged in: such logins count by the minute.
        """
        if self._connection is not None:
            self._connection.allowance.raise_for_visitor()
        self._start_timer()
        try:
            self._visits = self._admit()
        except Exception as error:  # noqa: BLE001 # the session tells the visitor
            self._visits = self._host.journal.apology(error, name=self._login.name)

    def _admit(self) -> LoginVisits | str:
        """Count the login; return the visits, or why there are none."""
        login, limiter = self._login, self._host.limiter
        if login.account is not None:
            limiter.note_success(self._counted, login.name)
            limiter.note_name(self._counted, login.account.name)
            return self._begin_visits()
        visits = self._admit_nameless()
        limiter.note_nameless(self._counted, login.name, welcome=not isinstance(visits, str))
        return visits

    def _admit_nameless(self) -> LoginVisits | str:
        """Return the visits of a guest or a new key, or the reason for none."""
        address = self._counted.address
        refusal = None if self._login.key else self._host.judge("", "", address)
        if refusal is None and (seconds := self._host.guests.take(address)):
            refusal = refusals.too_many("guests and new keys", seconds)
        if refusal is not None:
            self._note_refused(refusal.reason.value)
            return refusal.sentence
        try:
            return self._begin_visits()
        except NameRefused as error:
            return str(error)

    def _begin_visits(self) -> LoginVisits:
        """Return the visits of a login. Raises `NameRefused` if there is no place."""
        return LoginVisits(self._host, self._login, self._counted, self._send_away)

    # ------------------------------------------------------------ the session

    def session_requested(self) -> "Literal[False] | tuple[Channel, SshSession]":
        """Give a connection its one session. Raises `asyncssh.ChannelOpenError` for another one."""
        if self._connection is None or self._visits is None:
            return False
        if self._session is not None:
            self._note_refused("second window")
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, _ONE_WINDOW)
        self._session = SshSession(
            self._host, self._visits, self._counted.address, self._note_session
        )
        return Channel(self._connection), self._session

    def _note_session(self, goes_on: bool) -> None:
        """Note that the session has started or ended."""
        self._host.limiter.note_session(self._counted, goes_on=goes_on)
        if goes_on:
            self._timer.cancel()
        else:
            self._start_timer()

    def _start_timer(self) -> None:
        """End the connection after some seconds, unless a session starts."""
        if self._connection is not None:
            self._timer.set(SHELL_SECONDS, self._abort)

    def _abort(self) -> None:
        if self._connection is not None:
            self._connection.abort()


def _break_rows(sentence: str) -> str:
    """Return a sentence in rows for a narrow window. Commands stay whole for copying.

    So a row is too long only if a single command is.
    """
    joined = _COMMAND.sub(lambda command: command[0].replace(" ", _NO_BREAK), sentence)
    rows = wrap(joined, _BANNER_WIDTH, break_long_words=False, break_on_hyphens=False)
    return "".join([f"{row}\r\n" for row in rows]).replace(_NO_BREAK, " ")


def _public_address(config: Config, connection: asyncssh.SSHServerConnection) -> PublicAddress:
    """Return the host and the port that the operator has set, or those of a connection."""
    host, port = connection.get_extra_info("sockname", ("localhost", 0))[:2]
    return PublicAddress(
        config.public_host or ("localhost" if is_loopback(host) else host),
        config.public_port or port,
    )
