"""Names: which ones anyone may choose, and the keys that open them."""

import re

from regicide_tui.bots.roster import list_bot_names
from regicide_tui.games.base import Value
from regicide_tui.games.words import YOU
from regicide_tui.play.ratings import PROGRAM

NAME = re.compile(r"[A-Za-z0-9_-]{3,16}", re.ASCII)
GUEST = "guest"
PLAY = "play"
"""The user name with which anyone can log in: people with a known key under their name, all others
as guests."""
RESERVED = frozenset(
    {
        *("admin", "administrator", "anonymous", "bot", "bots", "daemon", "everybody", "everyone"),
        *("help", "host", "hosts", "house", "lobby", "mod", "moderator", "nobody", "operator"),
        *("owner", "regicide", "regicide-tui", "root", "server", "staff", "superuser", "support"),
        *("sysadmin", "sysop", "system", "table", "webmaster", "you"),
    }
)
"""Names that nobody may choose, because others would take their owner for the operator. The names
of bots are reserved as well."""


def is_guest(name: str) -> bool:
    """Return whether this is the name of a guest, which is free again after the visit."""
    return name.casefold().startswith(GUEST)


class Reader(Value):
    """Someone who reads names."""

    name: str
    moderators: frozenset[str] = frozenset()
    """All moderators, in lower case."""

    def read(self, name: str) -> str:
        """Return a name as this person reads it; their own is `YOU`."""
        return YOU if name == self.name else self.mark(name)

    def mark(self, name: str) -> str:
        """Return a name as all read it; moderators have a mark no name contains: `carol (mod)`."""
        return f"{name} (mod)" if name.casefold() in self.moderators else name


class NameRefused(Exception):
    """A name is refused; the message says why."""


class Account(Value):
    """A name and the keys that open it, each as one line in OpenSSH's format."""

    name: str
    keys: tuple[str, ...]


class AlreadyNamed(Exception):
    """A key that was to get a name already has one."""

    def __init__(self, account: Account) -> None:
        super().__init__(f"This key already opens the name {account.name}.")
        self.account = account


_ALIKE = str.maketrans(
    {"i": "l", "1": "l", "0": "o", "5": "s", "8": "b", "2": "z", "-": "_", "m": "rn", "w": "vv"}
)
"""Letters and digits that many terminals draw alike, in lower case. Pairs stand for the letter that
they look like, and not the other way round: in `vvv` nobody can tell where the `w` begins."""
_DASHES = re.compile("_+")
"""What a hurried reader overlooks or does not count at the end of a name."""

LETTERS = "3 to 16 letters from a to z, digits, dashes or underscores."
"""The characters and lengths of names."""


def look_of(name: str) -> str:
    """Return the look of a name: equal for two names that a hurried reader takes for one."""
    return _DASHES.sub("_", name.casefold().translate(_ALIKE)).rstrip("_")


_LEET = re.compile("[34679](?=.*[a-z])")
"""Digits that stand for letters; those at the end of a name are a number."""
_LETTERS = dict(zip("34679", "eabtg", strict=True))


def bare_look(name: str) -> str:
    """Return the look of a name without dashes, and with letters for digits: `c-4rol` as `carol`.

    It is for names that nobody may imitate; for others it would refuse too many.
    """
    letters = _LEET.sub(lambda found: _LETTERS[found[0]], name.casefold())
    return look_of(letters).replace("_", "")


_ROLES = "|".join(
    bare_look(role)
    for role in (
        *("admin", "administrator", "bot", "chief", "head", "host", "mod", "moderator", "official"),
        *("op", "operator", "owner", "real", "root", "server", "staff", "support", "sysop", "team"),
        "the",
    )
)
_ONLY_ROLES = re.compile(f"(?:{_ROLES})+")
"""Names that claim to be the operator's, such as `real-admin`."""


def claims_to_be(name: str, moderator: str) -> bool:
    """Return whether a name is a moderator's with words of a role: `carol-mod`, `TheRealCarol`.

    A program's name is one, too: `carol-bot`. Digits at its end don't count.
    """
    own, words = bare_look(moderator), _look_without_number(name)
    parts = rf"(?:{_ROLES})*{re.escape(own)}(?:{_ROLES})*"
    return words != own and re.fullmatch(parts, words) is not None


def _look_without_number(name: str) -> str:
    return bare_look(name.rstrip("0123456789"))


def check_name(name: str) -> None:
    """Raise `NameRefused` for a name that nobody can have."""
    if not NAME.fullmatch(name):
        raise NameRefused(f"A name has {LETTERS}")
    if is_guest(name):
        raise NameRefused(f"Names that begin with {GUEST!r} are for guests.")
    if name.casefold() == PLAY:
        raise NameRefused(f"Anyone can log in as {PLAY!r}, so it can't be anyone's name.")


def check_choice(name: str) -> None:
    """Raise `NameRefused` for a name that can never be chosen, whatever names exist."""
    check_name(name)
    if not name[0].isalnum():
        raise NameRefused("A new name must start with a letter or a digit.")
    look = bare_look(name)
    reserved = {look, look.removesuffix(_BOT)} & _RESERVED_LOOKS
    if reserved or _ONLY_ROLES.fullmatch(_look_without_number(name)):
        raise NameRefused(f"{name} is reserved for the server and its bots. Choose another name.")


_BOT = bare_look(PROGRAM)
_RESERVED_LOOKS = frozenset(
    bare_look(name.replace(" ", "-")) for name in (*RESERVED, PLAY, GUEST, *list_bot_names())
)
