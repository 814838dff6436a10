"""The order of the tables in the lobby."""

from hypothesis import given
from hypothesis import strategies as st

from regicide_tui.server.model.listing import TableListing, in_turns, rank_in_lobby
from regicide_tui.server.model.table.facts import TableFacts

ADA, BEA, CYD = "ada", "bea", "cyd"


def waiting(*seats: str) -> TableFacts:
    """Return a table before its game; the first who sits there is its host."""
    return TableFacts(game="duel", players=len(seats), host=seats[0], seats=seats)


def test_owners_have_their_turns() -> None:
    assert in_turns("aaabba", str) == [*"ababaa"]
    assert in_turns("", str) == []


def test_a_full_table_that_waits_is_offered_to_nobody() -> None:
    assert rank_in_lobby(waiting(ADA, BEA), attended=True) is None
    assert rank_in_lobby(waiting(ADA, ""), attended=True) == 0
    assert rank_in_lobby(waiting(ADA, ""), attended=False) == 2


def test_the_newest_table_is_offered_first_and_one_without_anybody_last() -> None:
    listing = TableListing()
    for table, host, attended in (("t1", ADA, True), ("t2", BEA, False), ("t3", CYD, True)):
        listing.note(table, waiting(host, ""), attended, "")
    assert [*listing.offered()] == ["t3", "t1", "t2"]
    listing.note("t1", waiting(ADA, ""), False, "")
    assert [*listing.offered()] == ["t3", "t2", "t1"]
    listing.note("t1", waiting(ADA, ""), True, "")
    assert [*listing.offered()] == ["t3", "t1", "t2"], "a table keeps its age"


def test_tables_of_one_address_have_turns_with_those_of_the_others() -> None:
    listing = TableListing()
    listing.note("mine", waiting(ADA, ""), True, "192.0.2.1")
    for number in range(5):
        listing.note(f"t{number}", waiting(f"mal{number % 2}", ""), True, "192.0.2.9")
    assert [*listing.offered()] == ["t4", "mine", "t3", "t2", "t1", "t0"]


def test_a_table_that_is_forgotten_is_neither_offered_nor_anybodys() -> None:
    listing = TableListing()
    listing.note("t1", waiting(ADA, ""), True, "")
    assert [*listing.offered()] == listing.tables_of(ADA) == ["t1"]
    listing.forget("t1")
    listing.forget("t1")
    assert [*listing.offered()] == listing.tables_of(ADA) == []


def test_tables_are_found_by_who_sits_there_now() -> None:
    listing = TableListing()
    listing.note("t1", waiting(ADA, BEA, ""), True, "")
    listing.note("t2", waiting(BEA, ""), True, "")
    assert listing.tables_of(BEA) == ["t1", "t2"]
    assert listing.tables_of_names("be") == {"t1", "t2"}
    assert listing.tables_of_names("a") == {"t1"}
    listing.note("t1", waiting(ADA, "", ""), True, "")
    assert listing.tables_of(BEA) == ["t2"]
    assert listing.tables_of(CYD) == []


_STEPS = st.tuples(
    st.integers(0, 9), st.sampled_from([ADA, BEA, CYD]), st.booleans(), st.sampled_from("abc")
)


@given(st.lists(_STEPS, max_size=40))
def test_the_order_is_that_of_a_list_made_at_once(steps: list[tuple[int, str, bool, str]]) -> None:
    listing, now = TableListing(), dict[str, tuple[TableFacts, bool, str]]()
    for number, name, attended, address in steps:
        table = f"t{number}"
        if table in now and name == CYD and not attended:
            del now[table]
            listing.forget(table)
        else:
            now[table] = waiting(name, ""), attended, address
            listing.note(table, *now[table])
        assert {*listing.offered()} == {*now}
    afresh = TableListing()
    for table, facts in now.items():
        afresh.note(table, *facts)
    assert [*listing.offered()] == [*afresh.offered()]
    for name in (ADA, BEA, CYD):
        assert listing.tables_of(name) == afresh.tables_of(name)
