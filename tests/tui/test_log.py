"""The log: sentences by turns, the newest at the bottom, and nothing of what others drew."""

import pytest
from msgspec.structs import replace

from regicide_tui.games.regicide.words import tell
from regicide_tui.games.words import read_at_home
from regicide_tui.play.table import Table
from regicide_tui.tui.games.regicide.game_ui import GAME_UI
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import event_describer, log_rows
from regicide_tui.tui.rendering.colours import palette_of
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, Symbols, width_of
from regicide_tui.tui.widgets.table import Log
from tests.play.games import NAMES, game, whole_game
from tests.tui.models import HOPELESS, LAST_KING, SOLO, TRIO, lines, page, saved

WIDE, NUMBERED = 200, 30


def log_of(one: Table, seat: int | None = 0, symbols: Symbols = DRAWN) -> Log:
    """Return the log of a game as a seat reads it."""
    log = Log(Look(palette_of("dark", four_colours=True), symbols))
    log.show(list(one.told(seat)), event_describer(tell, read_at_home(one.seats)))
    return log


def sentences(log: Log, width: int = WIDE, height: int = 60) -> list[str]:
    """Return the lines of a log below its title."""
    found = [line.strip() for line in lines(log.paint(width, height)) if line.strip()]
    return [line for line in found if line != "THE LOG" and not line.endswith(" more")]


def test_before_the_first_action_nothing_has_happened() -> None:
    assert sentences(log_of(saved(SOLO))) == ["Nothing has happened yet."]


def test_a_play_is_told_with_all_that_came_of_it() -> None:
    assert sentences(log_of(saved(SOLO, "8D+AC"))) == [
        "1 You play 8♦ A♣ = 9, draw 4♣ 4♦, 18 damage (doubled), attacked for 15"
    ]


@pytest.mark.parametrize("width", range(14, 30))
def test_a_sum_is_not_broken_and_no_line_is_too_long(width: int) -> None:
    told = sentences(log_of(saved(SOLO, "TS")), width)
    assert any("15 - 10 = 5" in line for line in told)
    assert max(map(len, told)) <= width


def test_each_power_is_told() -> None:
    game = saved({**SOLO, "enemy": "QD"}, "3H", "pay 5S TS", "7C")
    assert sentences(log_of(game)) == [
        "1 You play 3♥, 3 cards healed, 3 damage, attacked for 15",
        "You discard 5♠ 10♠",
        "2 You play 7♣, 14 damage (doubled), attacked for 15",
    ]


def test_all_sentences_begin_in_one_column_from_turn_100_on() -> None:
    first, _, last = saved({**SOLO, "enemy": "QD"}, "3H", "pay 5S TS", "7C").told(0)
    told = [replace(first, turn=99), replace(last, turn=100)]
    moves = log_rows(told, 30, DRAWN, event_describer(tell, read_at_home(NAMES)))
    rows = ["".join([run.text for run in row]) for move in moves for row in move]
    assert rows[0].startswith(" 99 Ada plays 3♥")
    assert any(row.startswith("100 Ada plays 7♣") for row in rows)
    assert {row[:4] for row in rows} == {" 99 ", "100 ", "    "}
    assert all(row[4] != " " and len(row) <= 30 for row in rows)


def test_what_is_blocked_and_what_shields_is_told() -> None:
    assert sentences(log_of(saved(SOLO, "9H"))) == [
        "1 You play 9♥, ♥ blocked, 9 damage, attacked for 15"
    ]
    assert sentences(log_of(saved(SOLO, "TS"))) == [
        "1 You play 10♠, shield 10, 10 damage, attacked for 15 - 10 = 5"
    ]
    assert sentences(log_of(saved({**SOLO, "table": ["1:6S"]}, "TS")))[0].endswith(
        "shield 6 + 10, 10 damage, the shield holds"
    )


def test_a_kill_and_the_next_enemy_are_told() -> None:
    exact = saved({**SOLO, "damage": 16}, "7C")
    assert sentences(log_of(exact)) == [
        "1 You play 7♣, 14 damage (doubled)",
        "Q♥ is defeated exactly: on top of the Tavern, next comes Q♠",
    ]
    assert "Q♥ is defeated, next comes Q♠" in page(
        log_of(saved({**SOLO, "damage": 20}, "7C")).paint(WIDE, 9)
    )


def test_a_jester_a_choice_and_a_yield_are_told_by_name() -> None:
    assert sentences(log_of(saved(TRIO, "*", ">P3", "yield"))) == [
        "1 Ada plays ★, J♠ has no immunity now",
        "Ada chooses Cy",
        "2 Cy yields, attacked for 10",
    ]


def test_a_flip_and_the_end_are_told() -> None:
    assert sentences(log_of(saved(LAST_KING, "flip", "2C"))) == [
        "1 You flip a Jester: 2 cards discarded, 2 cards drawn",
        "You play 2♣, 4 damage (doubled), attacked for 20",
        "You can't pay: the game is lost",
    ]
    assert sentences(log_of(saved(LAST_KING, "TS")))[-1] == "Victory: silver"
    assert sentences(log_of(saved(HOPELESS, "2C")))[-1] == "You can't pay: the game is lost"


def test_what_others_drew_is_only_counted() -> None:
    one = saved(TRIO, "8D")
    mine, theirs, spectators = (page(log_of(one, seat).paint(WIDE, 9)) for seat in (0, 1, None))
    assert "Ada draws 3♣ 6♣, Bea draws 2, Cy draws 2" in mine
    assert "Ada draws 2, Bea draws 4♣ 7♣, Cy draws 2" in theirs
    assert "Ada draws 2, Bea draws 2, Cy draws 2" in spectators


@pytest.mark.parametrize("players", [1, 3])
def test_every_turn_is_numbered_once(players: int) -> None:
    one = whole_game(players)
    numbers = [
        int(line[1:4])
        for line in lines(log_of(one).paint(WIDE, 2000))
        if line[1:4].strip().isdigit()
    ]
    assert numbers == list(range(1, len(numbers) + 1))
    assert one.turn - 1 <= len(numbers) <= one.turn


def test_in_plain_letters_the_log_is_ascii() -> None:
    log = log_of(game(3, 30), symbols=PLAIN)
    assert page(log.paint(60, 40)).isascii()
    log.page(5)
    assert page(log.paint(60, 10)).isascii()


@pytest.mark.parametrize("width", [23, 33, 46, 64])
def test_no_word_of_the_log_is_cut(width: int) -> None:
    def words(wide: int) -> list[str]:
        rows = lines(told.paint(wide, 4000))
        return " ".join([row[3:] if wide >= NUMBERED else row for row in rows[3:]]).split()

    told = log_of(whole_game(4))
    assert words(width) == words(WIDE)
    assert {width_of(row) for row in told.paint(width, 20)} == {width}


@pytest.mark.parametrize("width", [24, 34])
def test_a_name_that_is_wider_than_a_line_ends_with_an_ellipsis(width: int) -> None:
    name = "名無しの権兵衛さん太郎左衛門次郎三郎"
    two = game(2, 6)
    told = sentences(log_of(Table(two.history, (name, name))), width)
    cut = [line for line in told if line.lstrip("1234567890 ").startswith("名無し")]
    assert cut
    assert all(line.endswith("…") for line in cut)


def test_in_a_narrow_log_turns_have_no_numbers_and_moves_begin_further_left() -> None:
    rows = lines(log_of(saved(SOLO, "9H", "pay 7C 8D")).paint(23, 5))
    assert rows[:4] == [
        "You play 9♥, ♥",
        " blocked, 9 damage,",
        " attacked for 15",
        "You discard 7♣ 8♦",
    ]


def test_a_log_that_begins_in_mid_sentence_says_so() -> None:
    log = log_of(saved(SOLO, "9H", "pay 7C 8D"))
    assert lines(log.paint(23, 2)) == ["…attacked for 15", "You discard 7♣ 8♦"]
    assert lines(log.paint(23, 1)) == ["You discard 7♣ 8♦"]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)])
def test_what_a_bot_did_in_its_turn_is_in_sight(size: tuple[int, int]) -> None:
    place = GAME_UI.place_zones(*size, len(NAMES), False)["log"]
    log = log_of(saved({**TRIO, "discard": []}, "8D", "pay TC"), seat=1)
    told = " ".join(" ".join(lines(log.paint(place.width, place.height))).split())
    assert "Ada plays 8♦, Ada draws 2, Bea draws 4♣ 7♣, Cy draws 2, 8 damage" in told
    assert "attacked for 10" in told
    assert "Ada discards 10♣" in told


# ---------------------------------------------------------------- scrolling


def test_the_newest_line_stands_at_the_bottom() -> None:
    log = log_of(whole_game(1))
    everything = sentences(log, 46, 2000)
    assert len(everything) > 20
    assert sentences(log, 46, 12) == everything[-12:]


def test_the_log_is_scrolled_back_to_its_beginning_and_forward_again() -> None:
    log = log_of(whole_game(1))
    everything = sentences(log, 46, 2000)
    log.page(8)
    assert sentences(log, 46, 12) == everything[-19:-8]
    log.page(10_000)
    assert sentences(log, 46, 12) == everything[:11]
    log.page(-3)
    assert sentences(log, 46, 12) == everything[3:14]
    log.page(-10_000)
    assert sentences(log, 46, 12) == everything[-12:]


def test_while_it_is_scrolled_back_its_last_line_says_how_far() -> None:
    log = log_of(whole_game(1))
    assert "more" not in lines(log.paint(46, 12))[-1]
    log.page(8)
    assert "8 more" in lines(log.paint(46, 12))[-1]


def test_a_log_that_fits_does_not_scroll() -> None:
    log = log_of(saved(SOLO, "9H"))
    before = lines(log.paint(46, 12))
    log.page(8)
    assert lines(log.paint(46, 12)) == before


def test_what_is_new_brings_the_bottom_back() -> None:
    one = whole_game(1)
    log = log_of(one)
    log.page(8)
    log.show(list(one.told(0)), event_describer(tell, read_at_home(one.seats)))
    assert sentences(log, 46, 12) == sentences(log, 46, 2000)[-12:]
