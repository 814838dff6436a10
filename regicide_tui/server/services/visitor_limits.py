"""Rate limits of visitors; each process counts separately."""

from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.facts import TableSecrets
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.limits import FailureLimiter, RateLimiter, VisitorRateLimiter
from regicide_tui.server.services.moderation import Moderation

OPENED_BY_NAME = 20, 60.0
"""How many tables a name may open at once, and the seconds for each further one."""
_OPENED_SECONDS = 20.0
"""The seconds for each further table of an address."""
_SAID_BY_NAME, _SAID_BY_ADDRESS = (10, 3.0), (30, 1.0)
"""How many messages a name or an address may send at once, and the seconds for each further one."""
_FREE_TRIES = 5
"""The number of wrong passwords and invitation words without a wait."""
_CHANGED_BY_NAME = 20, 60.0
"""How many preferences a name may change at once, and the seconds for each further one."""


class VisitorLimits:
    """Refuses visitors who open, write, change or try too much, and muted visitors."""

    def __init__(self, common: Common, moderation: Moderation) -> None:
        settings, clock = common.settings, common.clock
        self.settings = settings
        self._moderation = moderation
        self._tries = FailureLimiter(_FREE_TRIES, clock)
        self._opened = VisitorRateLimiter(
            RateLimiter(*OPENED_BY_NAME, clock),
            RateLimiter(settings.new_tables_by_address, _OPENED_SECONDS, clock),
        )
        self._said = VisitorRateLimiter(
            RateLimiter(*_SAID_BY_NAME, clock), RateLimiter(*_SAID_BY_ADDRESS, clock)
        )
        self._changed = RateLimiter(*_CHANGED_BY_NAME, clock)

    def count_table(self, by: str, address: str) -> None:
        """Count a new table. Raises `Refused` after too many."""
        if seconds := self._opened.take(by, address):
            raise _refuse_too_much("Too many tables were opened", seconds)

    def count_message(self, by: str, address: str) -> None:
        """Count a message. Raises `Refused` after too many, and for muted visitors and guests."""
        if is_guest(by):
            raise Refused("Guests can't chat here. Choose a name first.")
        self.check_talk(by)
        if seconds := self._said.take(by, address):
            raise _refuse_too_much("Too many messages were sent", seconds)

    def check_talk(self, by: str, what: str = "chat here") -> None:
        """Refuse a muted person to chat or do something similar (`what`). Raises `Refused`."""
        if why := self._moderation.refuse_talk(by, what):
            raise Refused(why)

    def count_preference(self, name: str) -> None:
        """Count a change of preferences. Raises `Refused` after too many."""
        if seconds := self._changed.take(name):
            raise _refuse_too_much("This was changed too often", seconds)

    def check_tries(self, limit_key: str) -> None:
        """Refuse another try after too many wrong ones. Raises `Refused`."""
        if seconds := self._tries.seconds_to_wait(limit_key):
            raise Refused(f"Too many wrong passwords. Try again in {int(seconds) + 1} s.")

    def note_wrong_try(self, limit_key: str) -> None:
        """Count a wrong password, or a wrong word of an invitation."""
        self._tries.note_failure(limit_key)

    def check_password(self, secrets: TableSecrets, password: str, limit_key: str) -> None:
        """Check the password of a private table. Raises `Refused`."""
        self.check_tries(limit_key)
        if not secrets.opens_with(password):
            self.note_wrong_try(limit_key)
            raise Refused("This table is private, and the password is wrong or missing.")


def _refuse_too_much(what: str, seconds: float) -> Refused:
    return Refused(f"{what} by you or from your address. Try again in {int(seconds) + 1} s.")
