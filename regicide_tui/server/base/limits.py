"""The limits of the server, as in the operator's file."""

from typing import Annotated

import msgspec

Count = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
Seconds = Annotated[int, msgspec.Meta(ge=1, le=10**7)]


MOST_WORDS = 160
"""The maximum width of a message in cells."""


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The limits of the server."""

    connections: Count = 200
    connections_by_address: Count = 20
    connections_by_name: Count = 4
    """Logged-in connections of a name; one more closes the oldest."""
    logins_a_minute: Count = 30
    """By address."""
    new_names_by_address: Count = 10
    """At once; then one a minute."""
    guests_by_address: Count = 30
    """Guests and new keys at once; then six a minute."""
    guests_in_all: Count = 50
    """Guests connected at once; never more than a third of the connections."""
    login_seconds: Seconds = 60
    idle_minutes: Seconds = 60
    """Minutes without a key after which a visit ends, with a warning before."""
    tables_by_player: Count = 5
    """The tables at which a player may sit and still open one more."""
    new_tables_by_address: Count = 60
    """Opened at once; then three a minute."""
    waiting_tables: Count = 8
    """The waiting tables at which a player may sit."""
    waiting_tables_of_guest: Count = 2
    waiting_tables_in_all: Count = 500
    waiting_tables_by_address: Count = 125
    """Counted by the addresses of their hosts, as long as these are here."""
    waiting_hours: Count = 24
    """Hours after which a waiting table is closed while all its people are away."""
    host_minutes: Count = 30
    """Minutes after which someone else becomes host of a waiting table whose host is away."""
    forgotten_days: Count = 60
    """Days after which a game ends without a winner while all its people are away."""
