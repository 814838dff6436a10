"""SASLprep (RFC 4013) of names and passwords, with a bound on their length.

asyncssh prepares whatever a client sends in one step, character by character. One character can
become eighteen, and 240,000 bytes of such characters would delay everyone for many seconds.
"""

from unicodedata import normalize

import asyncssh.auth
import asyncssh.connection
from asyncssh.saslprep import SASLPrepError, saslprep

LONGEST = 256
"""The maximum length of a name or password, before and after the preparation."""


def prepare(text: str) -> str:
    """Return a prepared name or password.

    Raises `SASLPrepError`, including for text that is too long.
    """
    if len(text) > LONGEST or len(normalize("NFKC", text)) > LONGEST:
        raise SASLPrepError(f"it has more than {LONGEST} characters")
    return saslprep(text)


def bound_preparation() -> None:
    """Make asyncssh use this bound; it has none of its own."""
    for module in (asyncssh.auth, asyncssh.connection):
        vars(module)["saslprep"] = prepare
