"""What somebody sees of a table beside the cards."""

import pytest

from regicide_tui.server.tables import commands as c
from regicide_tui.server.tables.table_info import table_info_of
from tests.server.tables.test_decide import ADA, BEA, do, opened


@pytest.mark.parametrize(
    ("absent", "attended"), [((), True), ((BEA,), True), ((ADA,), True), ((ADA, BEA), False)]
)
def test_a_table_is_attended_while_one_of_its_people_is_here(
    absent: tuple[str, ...], attended: bool
) -> None:
    table = do(opened(players=3), BEA, c.Sit(1))
    table = do(table, ADA, c.SeatBot(2, "page", "Pip (bot)"))
    assert table_info_of(table, ADA, absent).attended is attended
