"""What is said of a table in a few words."""

from msgspec.structs import replace

from regicide_tui.server.model.names import Reader
from regicide_tui.server.model.table.facts import WhoJoins
from regicide_tui.server.model.table.people import Place, Where
from regicide_tui.server.model.table.state import EMPTY
from regicide_tui.server.model.table.visitor_table import VisitorTable, seen_by
from regicide_tui.server.screens.words import (
    NewsKeys,
    describe_duration,
    describe_house_rules,
    describe_manners,
    describe_news,
    describe_offer,
    describe_places,
    shorten_aside,
)
from regicide_tui.tui.rendering.paint import DRAWN
from tests.tui.models import TRIO, saved

KEYS = NewsKeys("Y", "r", "+", "-")


def _after_a_jester(name: str, *absent: str, **wishes: bool) -> VisitorTable:
    """Return what somebody sees at a table of three where the next player is being chosen."""
    game = replace(saved(TRIO, "*"), seats=("ada", "bea", "cyd"))
    seats = game.seats
    said = {seats.index(one): wish for one, wish in wishes.items()}
    opened = EMPTY.with_facts(
        game="regicide", players=3, host="ada", seats=seats, bots=("",) * 3, wishes=said
    )
    return seen_by(Reader(name), opened.with_game(game), dict.fromkeys(absent, Place(Where.AWAY)))


def test_who_chooses_the_next_player_hears_whom_to_wait_for_r9() -> None:
    first = _after_a_jester("")
    assert first.to_act is not None
    chooser = first.seats[first.to_act]
    one, other = first.others(chooser)
    said = f"{one} would rather not go next."
    assert describe_news(_after_a_jester(chooser), KEYS) == (
        f"{one} and {other} may say whether they would like to go next."
    )
    assert describe_news(_after_a_jester(chooser, **{one: False}), KEYS) == (
        f"{said} {other} may say whether they would like to go next."
    )
    assert describe_news(_after_a_jester(chooser, other, **{one: False}), KEYS) == said
    asked = "Would you like to go next? + yes, - rather not."
    assert describe_news(_after_a_jester(other, **{one: False}), KEYS) == f"{said} {asked}"
    assert describe_news(_after_a_jester(one, **{one: False}), KEYS) == (
        "You would rather not go next."
    )
    assert describe_news(_after_a_jester("dee", **{one: False}), KEYS) == said


def test_where_the_others_are_is_said_with_how_long_they_have_been_there() -> None:
    minute = 60_000
    places = {
        "ada": Place(Where.LOBBY, 0),
        "bea": Place(Where.AWAY, 8 * minute),
        "cyd": Place(Where.ELSEWHERE, 10 * minute - 1),
    }
    info = replace(_after_a_jester("ada"), places=places)
    assert describe_places(info, "ada", 10 * minute) == (
        "bea is away (2 min)  cyd is at another table"
    )
    with_bot = replace(info, bots=("", "knight", ""))
    assert describe_places(with_bot, "cyd", 10 * minute) == (
        "ada is in the lobby  a bot plays for bea"
    )


def test_a_time_is_said_in_its_largest_unit() -> None:
    minute, hour = 60_000, 3_600_000
    times = (59_999, minute, 59 * minute, hour, 47 * hour, 48 * hour)
    assert [*map(describe_duration, times)] == ["", "1 min", "59 min", "1 h", "47 h", "2 days"]


def test_house_rules_are_told_in_words() -> None:
    table = VisitorTable("regicide", 3, {"overpay": "minimal", "combos": False, "first_player": 2})
    assert describe_house_rules(table) == "overpay: minimal, no combos, first player: 2"
    assert describe_house_rules(VisitorTable("regicide", 1, {"solo_yield": True})) == "solo yield"
    assert describe_house_rules(VisitorTable("regicide", 3, {"combos": True})) == ""


def test_partners_read_how_they_talk_and_who_may_come() -> None:
    table = VisitorTable("regicide", 3, host="ada", seats=("ada", "", ""))
    assert describe_manners(table) == (
        "Chat in the game: from a list of phrases. Bots' seats: anyone can take them."
    )
    free = replace(table, talks_freely=True, joining=WhoJoins.ASK)
    assert describe_manners(free) == "Chat in the game: free. Bots' seats: the host decides."
    assert describe_manners(replace(free, series="house/3")) == "Chat in the game: free."
    for other in (replace(table, game="duel", players=2), replace(table, players=1)):
        assert describe_manners(other) == ""


def test_a_table_for_one_says_nothing_of_seats() -> None:
    alone = VisitorTable("regicide", 1, host="ada", seats=("ada",), seat=0)
    assert describe_offer(alone, "ada", 0).detail == ""


def test_at_a_deal_the_title_tells_which_as_long_as_there_is_room() -> None:
    table = VisitorTable("regicide", 1, seats=("ada",), begun=True, seat=0)
    whole, short = shorten_aside(table, (), DRAWN, "Cup, round 2 of 3, 12 min left")
    assert (whole.text, short.text) == ("Cup, round 2 of 3, 12 min left", "")
    assert [one.text for one in shorten_aside(table, (), DRAWN)] == [""]
