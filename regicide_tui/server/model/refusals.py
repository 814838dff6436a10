"""Refusals: a short reason for the journal, and a sentence for the person."""

from enum import StrEnum

from regicide_tui.games.base import Value
from regicide_tui.server.model.names import PLAY
from regicide_tui.server.model.visitor import PublicAddress

MAKE_KEY = "ssh-keygen -t ed25519"
"""The command that creates a key."""


class Reason(StrEnum):
    """The reason of a refusal, as in the journal."""

    NO_KEY = "no key"
    OTHER_KEY = "name of another key"
    WEAK_KEY = "weak key"
    NOT_LISTED = "not on the list"
    FULL = "full"
    BANNED = "banned"
    TOO_MANY = "too many"
    MANY_KEYS = "too many keys"
    WORD = "password missing"
    WRONG_WORD = "wrong password"
    STORE = "names can't be read"


class Refusal(Value):
    """A reason, and the sentence shown to the person before the connection ends."""

    reason: Reason
    sentence: str


def no_key(server: PublicAddress, *, guests: bool) -> Refusal:
    """Return the refusal of a client that offered no key."""
    visit = f" To look around without one: {server.ssh(PLAY)}" if guests else ""
    return Refusal(
        Reason.NO_KEY,
        f"Your ssh client offered no key, and you need one to have a name here. Create one with "
        f"{MAKE_KEY} and connect again.{visit}",
    )


def other_key(name: str, server: PublicAddress) -> Refusal:
    """Return the refusal of a client whose key doesn't open the requested name."""
    return Refusal(
        Reason.OTHER_KEY,
        f"{name} is taken, and your key doesn't open it. If it is your name, connect with its key, "
        f"or ask the operator to add this one. To use another name: {server.ssh(PLAY)}",
    )


def too_many_keys(name: str, server: PublicAddress) -> Refusal:
    """Return the refusal of a client that offered one wrong key after the other."""
    return Refusal(
        Reason.MANY_KEYS,
        f"Your ssh client offered many keys, and none of them opens a name that fits. Tell it "
        f"which one to use: {server.ssh(name, key='KEY')}",
    )


def not_listed(name: str) -> Refusal:
    """Return the refusal of a name that isn't on the list of allowed names.

    The name is empty for a key without one.
    """
    who = "yours isn't listed" if name else "your key opens none of them"
    sentence = f"This server admits only listed names, and {who}. Ask its operator to add you."
    return Refusal(Reason.NOT_LISTED, sentence)


def too_many(newcomers: str, seconds: float) -> Refusal:
    """Return the refusal of new names or guests after too many from one address."""
    return Refusal(
        Reason.TOO_MANY,
        f"Too many {newcomers} from your address. Try again in {int(seconds) + 1} s.",
    )


def barred(seconds: float) -> Refusal:
    """Return the refusal after too many failed logins."""
    return Refusal(Reason.TOO_MANY, f"Too many failed logins. Try again in {int(seconds) + 1} s.")


def weak(why: str) -> Refusal:
    """Return the refusal of a key or a signature that is too weak."""
    return Refusal(Reason.WEAK_KEY, why)


NO_PASSWORD = Refusal(
    Reason.WORD, "New names and guests need the password of this server. Ask its operator."
)
WRONG_PASSWORD = Refusal(
    Reason.WRONG_WORD, "That isn't the password of this server. Ask its operator."
)
NO_NAMES = Refusal(Reason.STORE, "The server can't look up names now. Try again in a minute.")
NO_PROOF = Refusal(
    Reason.WEAK_KEY, "Your ssh client signs with a method that is too weak. Update it."
)
