"""Random words that open tables: invitations, and passwords that are easy to say aloud."""

import secrets

_LETTERS = "23456789bcdfghjkmnpqrstvwxz"
"""Without vowels, so that no real words occur. No two characters look alike."""
_INVITATION = 12
"""The characters of an invitation."""
_COLOURS = ("amber", "azure", "black", "copper", "golden", "green", "ivory", "purple", "silver")
_THINGS = ("bell", "castle", "crown", "gate", "goblet", "lance", "raven", "throne", "tower")


def make_word(length: int) -> str:
    """Return a word of this many random characters."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def make_invitation() -> str:
    """Return the word of an invitation, which people paste: there are about 10^17 of them."""
    return make_word(_INVITATION)


def make_table_password() -> str:
    """Return a password for a private table that is easy to say and hard to guess.

    There are about eight billion passwords. An address that uses a new name each minute needs
    about half a year to try half of them.
    """
    numbers = f"{secrets.randbelow(10_000):04}-{secrets.randbelow(10_000):04}"
    return f"{secrets.choice(_COLOURS)}-{secrets.choice(_THINGS)}-{numbers}"
