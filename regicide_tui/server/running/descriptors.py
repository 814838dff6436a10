"""How many files, pipes and connections the process may have open at once."""

import resource
from contextlib import suppress

from regicide_tui.server.base.config import Config
from regicide_tui.server.ssh.incoming import MOST_WAITING

RESERVE = 300
"""Descriptors besides those of counted connections.

They are for the database, the bots, modules that are loaded late, and connections that are accepted
in one go (at most 100) only to be refused or closed.
"""


class TooFewDescriptors(Exception):
    """The system allows fewer open files than the server needs; the message says what helps."""


def most_connections(config: Config) -> int:
    """Return how many connections may be open at once, with those that only begin."""
    return config.limits.connections + (MOST_WAITING if config.proxy_protocol else 0)


def allow_connections(most: int) -> None:
    """Raise the limit of open files to what so many connections need. Raises `TooFewDescriptors`.

    Without a free descriptor nobody could be let in, and no module could be loaded for those who
    are here.
    """
    needed = most + RESERVE
    allowed, at_most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if _is_enough(allowed, needed):
        return
    with suppress(ValueError, OSError):  # a system may allow fewer than it says
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, at_most))
        return
    raise _too_few(most, needed, allowed)


def check_connections(most: int) -> None:
    """Raise `TooFewDescriptors` if the limit can't be raised far enough; change nothing."""
    needed = most + RESERVE
    allowed, at_most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if not (_is_enough(allowed, needed) or _is_enough(at_most, needed)):
        raise _too_few(most, needed, allowed)


def _too_few(most: int, needed: int, allowed: int) -> TooFewDescriptors:
    return TooFewDescriptors(
        f"The system lets the server have only {allowed} files open at once; {most} connections "
        f"need {needed}. Allow more (ulimit -n {needed}), or set fewer connections in the "
        f"[limits] of its configuration."
    )


def _is_enough(allowed: int, needed: int) -> bool:
    return allowed == resource.RLIM_INFINITY or allowed >= needed
