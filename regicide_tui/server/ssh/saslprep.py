"""Names and passwords as SSH prepares them (SASLprep, RFC 4013), with a bound.

asyncssh prepares whatever a client sends in one step, character by character. One character can
become eighteen, and 240,000 bytes of them would keep everybody waiting for many seconds.
"""

from unicodedata import normalize

import asyncssh.auth
import asyncssh.connection
from asyncssh.saslprep import SASLPrepError, saslprep

LONGEST = 256
"""Characters that a name or password may have, prepared or not."""


def prepare(text: str) -> str:
    """Return a name or password as clients send it.

    Raises `SASLPrepError`, also if it is too long.
    """
    if len(text) > LONGEST or len(normalize("NFKC", text)) > LONGEST:
        raise SASLPrepError(f"it has more than {LONGEST} characters")
    return saslprep(text)


def bound_preparation() -> None:
    """Have asyncssh prepare names and passwords with the bound; by itself it has none."""
    for module in (asyncssh.auth, asyncssh.connection):
        vars(module)["saslprep"] = prepare
