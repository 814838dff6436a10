"""What is news of who is on the server, and what is remembered of who has left."""

from typing import cast

import pytest

from regicide_tui.server.model.listing import TableListing
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.services.presence import Presence
from regicide_tui.server.storage.store import Store
from tests.server.gatherings import ADA, BEA, Reporting
from tests.server.storage.conformance import fail

PLAYED = TableFacts(game="duel", players=2, seats=(ADA, BEA), bots=("", ""))


def leave(_: str) -> None:
    """End a visit."""


@pytest.fixture
def presence() -> Presence:
    """Who is present where ada and bea have seats."""
    listing = TableListing()
    listing.note("one", PLAYED, False, "")
    common = Reporting(cast("Store", None), fail, lambda: 1.0)  # it needs no store
    return Presence(common, listing)


@pytest.mark.slow
def test_who_stays_at_a_table_is_no_news(presence: Presence) -> None:
    told = list[str]()
    presence.changed.subscribe(told.append)
    presence.arrive(ADA, leave)
    presence.go_to(ADA, leave, "one")
    presence.go_to(ADA, leave, "one")
    assert told == [ADA, ADA]
    presence.leave(ADA, leave)
    assert told == [ADA] * 3


def test_nobody_remembers_when_somebody_left_who_has_no_seat(presence: Presence) -> None:
    for name in ("cyd", "guest-7kq2mz"):
        presence.arrive(name, leave)
        presence.leave(name, leave)
        assert presence.left_at(name) == 0
        assert name not in presence
    assert presence.names == ()
