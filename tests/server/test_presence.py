"""Who is on the server, at which table they are, and since when."""

from typing import cast

from regicide_tui.server.model.listing import TableListing
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.model.table.people import Place, Where
from regicide_tui.server.services.presence import Presence
from regicide_tui.server.storage.store import Store
from tests.server.gatherings import ADA, BEA, Reporting
from tests.server.storage.conformance import fail

PLAYED = TableFacts(game="duel", players=2, seats=(ADA, BEA), bots=("", ""))


def leave(_: str) -> None:
    """End a visit."""


def presence_at(now: list[int]) -> Presence:
    """Return who is present where ada and bea have seats, at a time that is set by hand."""
    listing = TableListing()
    listing.note("one", PLAYED, False, "")
    common = Reporting(cast("Store", None), fail, lambda: now[0] / 1000)  # it needs no store
    return Presence(common, listing)


def place(presence: Presence, table: str) -> Place:
    """Return where ada is for the others at a table."""
    return presence.places(table, PLAYED)[ADA]


def test_somebody_is_away_in_the_lobby_or_at_a_table_since_a_time() -> None:
    now, told = [1000], list[str]()
    presence = presence_at(now)
    presence.changed.subscribe(told.append)
    assert place(presence, "one") == Place(Where.AWAY)
    presence.arrive(ADA, leave)
    assert place(presence, "one") == Place(Where.LOBBY, 1000)
    now[0] = 2000
    presence.go_to(ADA, leave, "one")
    assert place(presence, "one") == Place(Where.HERE, 2000)
    assert place(presence, "other") == Place(Where.ELSEWHERE, 2000)
    now[0] = 3000
    presence.go_to(ADA, leave, "one")
    assert place(presence, "one") == Place(Where.HERE, 2000)
    assert told == [ADA, ADA], "who stays at a table is no news"
    presence.leave(ADA, leave)
    assert place(presence, "one") == Place(Where.AWAY, 3000)
    assert told == [ADA] * 3


def test_nobody_remembers_when_somebody_left_who_has_no_seat() -> None:
    presence = presence_at([1000])
    for name in ("cyd", "guest-7kq2mz"):
        presence.arrive(name, leave)
        presence.leave(name, leave)
        assert presence.left_at(name) == 0
        assert name not in presence
    assert presence.names == ()
