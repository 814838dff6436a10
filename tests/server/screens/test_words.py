"""What is said of a table in a few words."""

from msgspec.structs import replace

from regicide_tui.server.screens.words import NewsKeys, describe_news
from regicide_tui.server.tables.state import TableState
from regicide_tui.server.tables.table_info import TableInfo, make_table_info
from tests.tui.models import TRIO, saved

KEYS = NewsKeys("t", "y", "n")


def _after_a_jester(name: str, *absent: str, **wishes: bool) -> TableInfo:
    """Return what somebody sees at a table of three where the next player is being chosen."""
    game = replace(saved(TRIO, "*"), seats=("ada", "bea", "cyd"))
    seats = game.seats
    said = {seats.index(one): wish for one, wish in wishes.items()}
    state = TableState(
        "regicide", 3, {}, host="ada", seats=seats, bots=("",) * 3, saved=game, wishes=said
    )
    return make_table_info(state, name, absent)


def test_who_chooses_the_next_player_hears_whom_to_wait_for_r9() -> None:
    first = _after_a_jester("")
    assert first.to_act is not None
    chooser = first.seats[first.to_act]
    one, other = first.others(chooser)
    said = f"{one} doesn't want to go next."
    assert describe_news(_after_a_jester(chooser), KEYS) == (
        f"{one} and {other} may say if they would like to."
    )
    assert describe_news(_after_a_jester(chooser, **{one: False}), KEYS) == (
        f"{said} {other} may say if they would like to."
    )
    assert describe_news(_after_a_jester(chooser, other, **{one: False}), KEYS) == said
    asked = "Press t to say if you would like to go next."
    assert describe_news(_after_a_jester(other, **{one: False}), KEYS) == f"{said} {asked}"
    assert describe_news(_after_a_jester(one, **{one: False}), KEYS) == said
    assert describe_news(_after_a_jester("dee", **{one: False}), KEYS) == said
