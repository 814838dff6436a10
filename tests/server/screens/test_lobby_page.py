"""The page of the lobby: tables, people and talk in every window."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from regicide_tui.games.base import Standing
from regicide_tui.server.api.deals import Offer
from regicide_tui.server.api.lobby import Activity, Doing, Listed, LobbyView
from regicide_tui.server.model.boards.series import day_series
from regicide_tui.server.model.boards.tournament import Tournament
from regicide_tui.server.model.table.facts import Said
from regicide_tui.server.model.table.visitor_table import VisitorTable
from regicide_tui.server.screens.lobby_offers import line_of
from regicide_tui.server.screens.lobby_page import chat_rows, club_of
from regicide_tui.tui.pages.club import Tile, club_rows
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, Row, Run, Symbols, width_of
from regicide_tui.tui.screens.lists import Entry
from tests.tui.models import lines, page

CHAT = (Said("ada", "who won the daily deal?"), Said("bea", "Rosalind. She always does."))
OTHERS = [Entry(key, f"Verb {key}", "", key) for key in "ncfphq"]
SIZES = [(60, 18), (80, 22), (120, 38), (200, 58)]


NOBODY = Activity(Doing.LOBBY)
CUP = Tournament("c", "Friday cup", "bea", 1, 3, 3_600_000, 20)


def painted(
    view: LobbyView,
    size: tuple[int, int],
    tables: int = 0,
    entries: Sequence[Entry] = OTHERS,
    cursor: int = 0,
    said: str = "",
    symbols: Symbols = DRAWN,
) -> list[Row]:
    tiles = [Tile("duel", ("ada", ""), facts="one seat free")] * tables
    club = club_of(view, tiles, Run(said, "warning"))
    return club_rows(club, entries, cursor, size, symbols)


def text_of(view: LobbyView, size: tuple[int, int] = (80, 22), **more: Any) -> str:
    """Return the page of a lobby as text."""
    return "\n".join(lines(painted(view, size, **more)))


def shown(tables: int, size: tuple[int, int], cursor: int = 0, symbols: Symbols = DRAWN) -> str:
    """Return the page with some tables, somebody who plays, and talk; it fills the window."""
    view = LobbyView("ada", others={"bea": Activity(Doing.PLAYS, "regicide")}, chat=CHAT)
    entries = [
        Entry(str(number), f"Join table {number}", "one seat free", f"open({number})")
        for number in range(1, tables + 1)
    ]
    rows = painted(view, size, tables, [*entries, *OTHERS], cursor, symbols=symbols)
    assert {width_of(row) for row in rows} == {size[0]}
    assert len(rows) == size[1]
    return "\n".join(lines(rows))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("symbols", [DRAWN, PLAIN], ids=["drawn", "plain"])
def test_tables_people_and_talk_are_told(size: tuple[int, int], symbols: Symbols) -> None:
    text = shown(2, size, symbols=symbols)
    for words in ("Join table 1", "Join table 2", "one seat free", "Verb q", "bea", "Rosalind."):
        assert words in text
    assert text.isascii() == (symbols is PLAIN)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("cursor", [0, 7, 14, 19, 20, 25])
def test_of_many_tables_the_one_at_the_pointer_is_in_sight(
    size: tuple[int, int], cursor: int
) -> None:
    text = shown(20, size, cursor)
    assert f"› {cursor + 1:<3}Join table {cursor + 1}" in text or cursor >= 20
    assert "›" in text


@pytest.mark.parametrize("size", [(80, 22), (120, 38)])
def test_at_a_line_of_the_menu_the_first_tables_are_in_sight(size: tuple[int, int]) -> None:
    text = shown(20, size, 22)  # one's own tables are the first
    assert "Join table 1 " in text


@pytest.mark.parametrize("tables", range(1, 13))
def test_no_line_of_the_menu_is_written_over(tables: int) -> None:
    tiles = [
        Entry(str(place), f"Join table {place}", "turn 1, Zedzed and Sir Aldous", f"open({place})")
        for place in range(tables)
    ]
    menu = [Entry(key, f"Verb {key * 9}", "", key) for key in "abcdefghijklm"]
    for cursor in range(tables + len(menu)):
        text = text_of(
            LobbyView("ada"), (120, 38), tables=tables, entries=[*tiles, *menu], cursor=cursor
        )
        assert [one.label for one in menu if one.label not in text] == []


def test_what_stands_above_and_below_the_tables_in_sight_is_a_number() -> None:
    for cursor in (0, 7, 19):
        text = shown(20, (80, 22), cursor)
        places = [number for number in range(1, 21) if f" {number:<3}Join table {number}" in text]
        assert places == [*range(places[0], places[-1] + 1)]
        assert (f"↑ {places[0] - 1} more" in text) == (places[0] > 1)
        assert (f"↓ {20 - places[-1]} more" in text) == (places[-1] < 20)


def test_a_large_window_shows_as_many_tables_as_fit() -> None:
    few, many = (shown(tables, (120, 38)) for tables in (3, 20))
    assert few.count("▟▀▀▀▀▀▀▀▀▀▙") == 3, "tiles have cards where all of them fit"
    assert many.count("Join table") == 14
    assert "↓ 6 more" in many
    assert all(f"Verb {key}" in many for key in "ncfphq")


@pytest.mark.parametrize("size", SIZES)
def test_where_no_table_is_left_out_it_says_nothing_of_more(size: tuple[int, int]) -> None:
    assert " more" not in shown(2, size)
    for tables in range(1, 15):
        assert " 0 more" not in shown(tables, size)


def test_without_tables_it_says_so() -> None:
    assert "There are no open tables." in shown(0, (80, 22))


def test_the_newest_sentences_stay_and_long_words_are_broken() -> None:
    many = [Said("ada", f"sentence {number}") for number in range(50)]
    assert page(chat_rows(many, 30, 2)).split("\n") == ["ada: sentence 48", "ada: sentence 49"]
    rows = chat_rows([Said("ada", "x" * 40 + "中" * 10)], 12, 20)
    assert all(width_of(row) <= 12 for row in rows)
    assert "".join(page(rows).split()) == f"ada:{'x' * 40}{'中' * 10}"
    assert page(chat_rows([], 30, 2)) == "There are no messages yet."


def test_of_a_sentence_that_is_too_long_the_end_stays() -> None:
    long = [Said("ada", "one two three four five six seven")]
    whole = page(chat_rows(long, 20, 9)).split("\n")
    assert (whole[0], whole[-1].strip()) == ("ada: one two three", "seven")
    assert page(chat_rows(long, 20, 2)).split("\n") == whole[-2:]


def test_the_rows_begin_with_a_whole_message() -> None:
    said = [Said("ada", "one two three four five six seven"), Said("bea", "Yes.")]
    assert page(chat_rows(said, 20, 3)) == "bea: Yes."
    assert page(chat_rows(said, 20, 4)).startswith("ada: one two three")


def test_no_part_of_a_sentence_looks_like_what_another_has_said() -> None:
    rows = chat_rows([Said("mallory", f"yes {'-' * 20} bob: and this is plain")], 26, 5)
    told = page(rows).split("\n")
    assert told == ["mallory: yes", f"  {'-' * 20}", "  bob: and this is plain"]


def test_wide_letters_are_shown_whole() -> None:
    assert page(chat_rows([Said("ada", "中文字 yes")], 30, 5)) == "ada: 中文字 yes"


@pytest.mark.parametrize("size", SIZES)
def test_guests_are_a_number_behind_those_with_names(size: tuple[int, int]) -> None:
    others = dict.fromkeys(("guest-1", "bea", "guest-2", "guest-3"), NOBODY)
    text = text_of(LobbyView("ada", others=others), size)
    assert "3 guests" in text
    assert "Nobody else" not in text
    assert text.index("ada") < text.index("bea") < text.index("3 guests")
    assert ("5 people" in text) == (size[0] >= 78)


def test_of_many_with_names_the_rest_is_a_number_beside_the_guests() -> None:
    names = [*[f"name{number}" for number in range(1, 7)], "guest-1"]
    view = LobbyView("name0", others=dict.fromkeys(names, NOBODY))
    assert "and 3 more, 1 guest" in text_of(view)


def test_the_last_row_names_one_more_instead_of_counting_one() -> None:
    names = dict.fromkeys([f"name{number}" for number in range(1, 5)], NOBODY)
    text = text_of(LobbyView("name0", others=names))
    assert "name4  in the lobby" in text
    assert "more" not in text


def test_where_a_game_has_no_room_the_verb_stands_alone() -> None:
    others = {"a" * 16: Activity(Doing.PLAYS, "duel"), "b" * 16: Activity(Doing.WAITS, "duel")}
    text = text_of(LobbyView("ada", others=others))
    (row,) = [row for row in text.split("\n") if "a" * 16 in row]
    assert row.rstrip().endswith("plays")
    assert "…" not in text


def test_where_a_game_has_no_room_who_looks_at_a_table_is_at_one() -> None:
    others = {"mirai": Activity(Doing.LOOKS, "duel")}
    text = text_of(LobbyView("ada", others=others))
    assert "mirai  at a table" in text
    assert "mirai  looks at Regicide Duel" in text_of(LobbyView("ada", others=others), (120, 38))


def test_beside_a_long_name_the_game_that_is_waited_for_has_its_own_row() -> None:
    others = {"b" * 16: Activity(Doing.WAITS, "duel")}
    rows = lines(painted(LobbyView("ada", others=others), (80, 22)))
    (at,) = [at for at, row in enumerate(rows) if "b" * 16 in row]
    assert rows[at].rstrip().endswith("b" * 16)
    assert rows[at + 1].rstrip().endswith("  waits for Regicide Duel")


def test_a_row_below_a_folded_menu_tells_what_the_line_at_the_pointer_does() -> None:
    entries = [Entry("", f"Table {at}", f"seats {at}", "") for at in range(20)]
    menu = [Entry(key, f"Verb {key}", f"what {key} does", key) for key in "ncfphq"]
    for size in ((80, 22), (120, 38), (200, 58)):
        text = text_of(LobbyView("ada"), size, tables=20, entries=[*entries, *menu], cursor=21)
        assert "what c does" in text
        assert "what n does" not in text


def test_a_low_tile_names_who_sits_there() -> None:
    text = shown(9, (80, 22))
    assert text.count("● ada ○ free") >= 5


@pytest.mark.parametrize("size", SIZES[1:])
def test_long_names_are_cut_before_a_seat_is_left_out(size: tuple[int, int]) -> None:
    names = tuple([letter * 16 for letter in "abcd"])
    text = tables(*[replace(GAME, players=4, seats=names, bots=("",) * 4)] * 5, size=size)
    assert all(text.count(f"● {letter * 3}") >= 5 for letter in "abcd")


@pytest.mark.parametrize("size", SIZES[1:])
@pytest.mark.parametrize("letters", range(1, 9))
def test_a_long_sentence_stands_apart_from_the_people(size: tuple[int, int], letters: int) -> None:
    rows = lines(painted(LobbyView("ada"), size, said=f"{'x' * letters} " * 60))
    (row,) = [row for row in rows if "HERE" in row]
    assert "x" in row
    assert "  HERE" in row


# ---------------------------------------------------------------- what tables show

GAME = VisitorTable(
    "regicide",
    2,
    seats=("ada", "bea"),
    bots=("", ""),
    begun=True,
    to_act=1,
    turn=4,
    standing=Standing("royal 3 of 12", "QH", "Queen of Hearts", 12, 30),
)


def tables(*shown: VisitorTable, size: tuple[int, int], symbols: Symbols = DRAWN) -> str:
    """Return the lobby of somebody who sees these tables."""
    view = LobbyView("cyd", tables=tuple([Listed("t", one) for one in shown]))
    found = [line_of(view, one) for one in view.tables]
    club = club_of(view, [tile for _, tile in found if tile is not None], Run(""))
    entries = [*[entry for entry, _ in found], *OTHERS]
    return "\n".join(lines(club_rows(club, entries, 0, size, symbols)))


@pytest.mark.parametrize("size", SIZES[1:])
def test_a_table_shows_its_enemy_with_its_health_and_who_sits_there(size: tuple[int, int]) -> None:
    text = tables(GAME, replace(GAME, standing=replace(GAME.standing, card="JS")), size=size)
    for words in ("Q♥", "J♠", "12 of 30", "turn 4", "● ada", "● bea"):
        assert words in text


@pytest.mark.parametrize("size", SIZES)
def test_whose_turn_it_is_hides_behind_no_names(size: tuple[int, int]) -> None:
    mine = replace(
        GAME,
        players=4,
        seats=("Sir Bevis (bot)", "mirai", "cyd", "Old Marshal (bot)"),
        bots=("squire", "", "", "marshal"),
        seat=2,
        to_act=2,
    )
    assert tables(*[mine] * 6, size=size).count("your turn") >= 3


@pytest.mark.parametrize("size", SIZES[2:])
def test_with_room_the_enemy_has_its_name_and_its_number(size: tuple[int, int]) -> None:
    text = tables(GAME, size=size)
    assert "Queen of Hearts" in text
    assert "royal 3 of 12" in text


@pytest.mark.parametrize("width", range(112, 136))
def test_no_fact_of_a_tile_is_broken(width: int) -> None:
    standing = Standing("points 0 : 12")
    of_two = replace(GAME, seat=0, standing=standing, seats=("cyd", "b" * 16))
    for line in tables(of_two, size=(width, 38)).split("\n"):
        assert "points" not in line or "points 0 : 12" in line


@pytest.mark.parametrize(
    ("series", "deal"),
    [
        ("day/2026-11-23/2", "the deal of 2026-11-23"),
        ("house/2", "a duplicate deal"),
        ("round/cup/2", "round 2 of a tournament"),
    ],
)
def test_a_table_of_a_deal_is_told_from_others(series: str, deal: str) -> None:
    of_deal = replace(GAME, series=series)
    for verb, table in (
        ("Watch", of_deal),
        ("Return to", replace(of_deal, seat=0)),
        ("Join", replace(of_deal, begun=False, seats=("ada", ""), to_act=None)),
    ):
        assert f"{verb} {deal}" in tables(table, size=(120, 38))


@pytest.mark.parametrize("size", SIZES)
def test_of_a_private_game_others_see_neither_who_plays_nor_how(size: tuple[int, int]) -> None:
    text = tables(replace(GAME, private=True), size=size)
    assert "private" in text
    for words in ("Q♥", "Queen", "12 of 30", "royal", "ada", "bea"):
        assert words not in text
    own = replace(GAME, private=True, seats=("ada", "cyd"), seat=1)
    assert ("12 of 30" in tables(own, size=size)) == (size[0] >= 78)


@pytest.mark.parametrize("size", SIZES)
def test_before_the_game_all_cards_lie_face_down(size: tuple[int, int]) -> None:
    waiting = replace(
        GAME, begun=False, seats=("ada", ""), standing=Standing(), to_act=None, turn=0
    )
    text = tables(waiting, size=size)
    assert "one seat free" in text
    assert not {"Q♣", "Q♥"} & {*text.split()}


@pytest.mark.parametrize("size", SIZES)
def test_a_game_whose_emblem_is_no_royal_has_a_tile(size: tuple[int, int]) -> None:
    entries = [Entry("1", "Join Whist", "", "open(1)"), *OTHERS]
    club = club_of(LobbyView("ada"), [Tile("whist", ("bea", ""))], Run(""))
    assert "Join Whist" in "\n".join(lines(club_rows(club, entries, 0, size, DRAWN)))


def test_who_waits_for_company_comes_first() -> None:
    others = {"bea": NOBODY, "cyd": Activity(Doing.WAITS, "duel")}
    text = text_of(LobbyView("ada", others=others), (120, 38))
    assert text.index("cyd  waits for Regicide Duel") < text.index("bea  in the lobby")


def test_what_is_on_today_is_told() -> None:
    today = Offer(day_series(0, 1), 0, False, False, False, None, played=3)
    text = text_of(LobbyView("ada", today=today, coming=(CUP,)), (120, 38))
    assert "not played yet, 3 played it here" in text
    running = LobbyView("ada", today=replace(today, plays=True))
    assert "you're playing it, 3 played it here" in text_of(running, (120, 38))
    assert text.index("TODAY") < text.index("Friday cup") < text.index("01:00 UTC (in 60 min)")


@pytest.mark.parametrize("size", SIZES[1:])
def test_a_tournament_is_announced_beside_the_tables_and_hides_none(size: tuple[int, int]) -> None:
    view = LobbyView("ada", others={"bea": NOBODY}, chat=CHAT)
    for tables in (0, 1, 9, 20):
        entries = [*[Entry("", f"Table {at}", "", "") for at in range(tables)], *OTHERS]
        before = lines(painted(view, size, tables, entries))
        after = lines(painted(replace(view, coming=(CUP,) * 5), size, tables, entries))
        text = "\n".join(after)
        assert "TOURNAMENTS  z to join" in text
        assert text.index("Friday cup") < text.index("01:00 UTC (in 60 min)") < text.index("CHAT")
        assert f"and {2 if size[0] >= 112 else 4} more" in text
        where = next(row.index("HERE") for row in before if "HERE" in row)
        left, same = ([row[: where - 2].rstrip() for row in rows] for rows in (before, after))
        assert left == same


def test_a_guest_is_not_told_how_to_join_a_tournament() -> None:
    text = text_of(LobbyView("guest-1", guest=True, coming=(CUP,)))
    assert "TOURNAMENTS" in text
    assert "to join" not in text


def test_a_message_says_how_long_ago_it_was() -> None:
    said = [Said("ada", "Hello.", 60_000), Said("bea", "Hi.", 290_000)]
    assert page(chat_rows(said, 30, 5, now=310_000)).split("\n") == [
        "ada 4 min: Hello.",
        "bea: Hi.",
    ]
