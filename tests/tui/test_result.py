"""The end of a game: what is told of it, what it leads to, and how it enters the statistics."""

from pathlib import Path

import pytest

from regicide_tui.games.base import Json
from regicide_tui.games.words import ordinal
from regicide_tui.play.paths import Paths
from regicide_tui.play.saves.files import read, write
from regicide_tui.play.statistics import Record, Records
from regicide_tui.play.table import Table
from regicide_tui.play.transcript import read_transcript
from regicide_tui.tui.input import keyboard
from regicide_tui.tui.pages.result import Part, fitting, tell_standing
from regicide_tui.tui.rendering.paint import Row, Run, prose
from regicide_tui.tui.screens.menu import MenuScreen
from regicide_tui.tui.screens.new_game import NewGameScreen
from regicide_tui.tui.screens.replay import ReplayScreen
from regicide_tui.tui.screens.result import ResultScreen
from regicide_tui.tui.screens.table import TableScreen
from tests.play.games import NAMES, ROOT, begun, set_up, whole_game
from tests.play.test_statistics import record
from tests.tui.conftest import Sitting
from tests.tui.models import HOPELESS, LAST_KING, lines, saved
from tests.tui.player import Player

TODAY = "2026-03-01"
WON = read(ROOT / "saves" / "example-won.save")
LOST = whole_game(1)
SIZES = [(60, 20), (80, 24), (120, 40), (200, 60)]


def nearly_over(whole: Table) -> Table:
    """Return a game without its last action."""
    history = whole.history
    return Table(history.at(len(history.moves) - 1).forget_undone(), whole.seats)


async def end(player: Player, whole: Table) -> None:
    """Take the last action of a game by its keys."""
    hand = [card.text for card in player.state.hands[player.state.turn]]
    action = whole.history.game.format(whole.history.moves[-1].action)
    for text in action.removeprefix("pay ").replace("+", " ").split():
        await player.press(str(hand.index(text) + 1))
    await player.press("enter")
    assert on(player, ResultScreen)


async def lose(player: Player) -> None:
    """Lose the hopeless game."""
    await player.press("enter")
    assert on(player, ResultScreen)


def on(player: Player, screen: type[object]) -> bool:
    return isinstance(player.app.screen, screen)


def kept(places: Paths) -> tuple[Record, ...]:
    """Return the finished games."""
    return Records(places.records).read()


# ---------------------------------------------------------------- what is told


@pytest.mark.parametrize("size", SIZES)
async def test_a_victory_is_told_with_all_its_facts(sit: Sitting, size: tuple[int, int]) -> None:
    async with sit(nearly_over(WON), size) as player:
        await end(player, WON)
        player.shows_title("VICTORY", large=size == SIZES[-1])
        player.shows("a gold", "★ GOLD   no Jester used", "Copy the result", "q  Quit")
        player.shows(
            "12 of 12 royals defeated, 6 exactly, 36 turns",
            "★ defeated exactly  ✕ defeated",
            "Your 1st win in 1 solo game.",
        )
        player.shows("J♣★", "J♦★", "J♥★", "J♠✕", "Q♣✕", "seed 10278")


@pytest.mark.parametrize("size", SIZES)
async def test_a_defeat_says_why_and_what_was_missing(sit: Sitting, size: tuple[int, int]) -> None:
    async with sit(nearly_over(LOST), size) as player:
        await end(player, LOST)
        player.shows_title("DEFEAT", large=size == SIZES[-1])
        player.shows("You could not pay the enemy's attack", "q  Quit")
        player.shows("You owed 10 to the Jack of Hearts", "and held 0.")
        player.shows("J♣✕", "J♦✕", "J♠✕", "3 of 12 royals defeated", "Won 0 of 1 solo game.")
        player.shows("J♥")  # the enemy lay face up at the table
        assert not player.sees("J♥✕")
        assert not player.sees("Q♣")  # the royals that never came stay hidden


async def test_the_lines_stand_in_columns(sit: Sitting) -> None:
    async with sit(nearly_over(WON), (80, 24)) as player:
        await end(player, WON)
        assert player.pointed == "N Next deal"
        await player.press("right", "down")
        assert player.pointed == "W Watch the replay"
        await player.press("right", "down")
        assert player.pointed == "q Quit"
        await player.press("left", "left", "left")
        assert player.pointed == "v Look at the table"


async def test_in_plain_letters_everything_is_ascii(sit: Sitting) -> None:
    async with sit(nearly_over(WON), (120, 40), plain=True) as player:
        await end(player, WON)
        player.shows("JC*", "JD*", "JH*", "JSx", "* GOLD")
        assert player.page.isascii()


@pytest.mark.parametrize("size", SIZES)
async def test_of_a_position_only_what_happened_there_is_told(
    sit: Sitting, size: tuple[int, int]
) -> None:
    async with sit(saved({**LAST_KING, "jesters_unused": 2}), size) as player:
        await player.press("end", "enter")
        player.shows("No enemy is left: the position is won.", "K♦★")
        player.shows("1 of 1 royal defeated, 1 exactly, 1 turn", "Same position again")
        assert not any(player.sees(word) for word in ("twelve", "gold", "Jester", "J♣", "solo"))


async def test_a_puzzle_says_what_it_asked(sit: Sitting) -> None:
    puzzle = Table(set_up(LAST_KING), ("Ada",), goal="Defeat the King in this turn")
    async with sit(puzzle) as player:
        await player.press("end", "enter")
        player.shows("Puzzle: Defeat the King in this turn")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_moves_taken_back_are_told_and_those_past_seen_cards_apart(
    sit: Sitting, size: tuple[int, int]
) -> None:
    async with sit(nearly_over(LOST), size) as player:
        moves = len(player.actions)
        await player.press(*["u"] * moves, *["U"] * moves)
        peeks = player.table.peeks
        await end(player, LOST)
        assert 0 < peeks < moves
        player.reads(f"{moves} moves undone, {peeks} of them after seeing new cards")


async def test_a_key_that_slips_twice_at_the_end_of_a_game_does_not_leave_its_result(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyboard, "REPEAT", 3600.0)
    async with sit(saved(HOPELESS)) as player:
        await lose(player)
        await player.press("enter")
        assert on(player, ResultScreen)
        await player.press("a")
        assert on(player, TableScreen), "who presses another key has read what it does"


async def test_one_of_something_is_told_as_one(sit: Sitting) -> None:
    async with sit(saved({**LAST_KING, "jesters_unused": 1}), (120, 40)) as player:
        await player.press("end", "enter", "u", "end", "enter")
        player.shows("1 turn", "1 move undone")
        assert not any(player.sees(word) for word in ("turns", "moves"))


async def test_long_names_and_goals_fit_the_smallest_window(sit: Sitting) -> None:
    position: Json = {
        "players": 2,
        "hands": [["9C"], ["2C"]],
        "enemy": "KH",
        "castle": ["KS"],
    }
    names = ("Bartholomew of the very long name, the 3rd", "Bea")
    long = Table(set_up(position), names, goal="Win without " + "a single loss " * 12)
    async with sit(long, (60, 20)) as player:
        await player.press("enter", "enter")
        player.shows("Bartholomew", "owed 20", "v  Look", "q  Quit")


# ---------------------------------------------------------------- what it leads to


async def test_the_same_deal_is_dealt_again(sit: Sitting) -> None:
    async with sit(whole_game(2)) as player:
        await player.press("enter", "a")
        assert on(player, TableScreen)
        assert player.table.history == begun(2)
        assert player.table.seats == ("Ada", "Bea")
        assert (await player.kept()).history == begun(2)


async def test_in_the_same_deal_nothing_was_taken_back_yet(sit: Sitting) -> None:
    async with sit(whole_game(1)) as player:
        await player.press("u", "u", "U", "U", "a")
        assert (player.table.undos, player.table.peeks) == (0, 0)


async def test_a_position_is_set_up_again(sit: Sitting) -> None:
    async with sit(saved(HOPELESS)) as player:
        await lose(player)
        await player.press("a")
        assert player.table.history.first == saved(HOPELESS).history.first
        assert player.actions == []


@pytest.mark.parametrize(
    ("key", "screen"),
    [("n", NewGameScreen), ("v", TableScreen), ("escape", TableScreen), ("W", ReplayScreen)],
)
async def test_a_key_opens_another_screen_from_the_result(
    sit: Sitting, key: str, screen: type[object]
) -> None:
    async with sit(saved(HOPELESS)) as player:
        await lose(player)
        await player.press(key)
        assert on(player, screen)


async def test_from_the_result_to_the_menu_the_lost_game_is_not_offered(sit: Sitting) -> None:
    async with sit(saved(HOPELESS)) as player:
        await lose(player)
        await player.press("m")
        assert on(player, MenuScreen)
        assert not player.sees("Resume")


async def test_a_new_game_from_the_result_replaces_the_old_one(sit: Sitting) -> None:
    async with sit(saved(HOPELESS)) as player:
        await lose(player)
        await player.press("n", "down", "2", "enter")
        assert on(player, TableScreen)
        player.shows("2 players")
        await player.press("m", "r")
        player.shows("2 players")


async def test_the_transcript_goes_to_the_clipboard(sit: Sitting) -> None:
    async with sit(saved(HOPELESS)) as player:
        await lose(player)
        await player.press("T")
        player.shows("Copied.")
        again = read_transcript(player.app.clipboard)
        assert [
            again.history.game.format(move.action) for move in again.history.moves
        ] == player.actions


@pytest.mark.parametrize("size", SIZES)
async def test_the_three_lines_go_to_the_clipboard_and_nothing_moves(
    sit: Sitting, size: tuple[int, int]
) -> None:
    async with sit(nearly_over(WON), size) as player:
        await end(player, WON)
        before = player.page.replace("›", " ").split("\n")
        await player.press("c")
        told = "Copied. Nothing to paste? Copy again to see the text."
        after = player.page.replace("›", " ").split("\n")
        changed = [line for line, old in zip(after, before, strict=True) if line != old]
        assert [line.strip() for line in changed] == [told]
        assert player.app.clipboard == (
            "Regicide, solo, seed 10278: won, gold medal\n"
            "J ♛♛♛♟\nQ ♟♛♛♟\nK ♟♟♛♟\n"
            "♛ defeated exactly  ♟ defeated  · standing\n"
            "36 turns, 6 exact kills, no undos\n"
        )


@pytest.mark.parametrize(
    ("game", "first"),
    [
        (whole_game(2), "Regicide, 2 players, seed 7F3K: lost"),
        (saved(HOPELESS, "2C"), "Regicide, from a position: lost"),
        (
            Table(saved(HOPELESS, "2C").history, ("Ada",), goal="Win"),
            "Regicide, puzzle (Win): lost",
        ),
    ],
)
async def test_the_first_line_says_what_was_played(sit: Sitting, game: Table, first: str) -> None:
    async with sit(game) as player:
        await player.press("enter", "c")
        assert player.app.clipboard.splitlines()[0] == first


# ---------------------------------------------------------------- the statistics


async def test_a_game_that_ends_is_added_to_the_statistics(
    sit: Sitting, places: Paths, noon: int
) -> None:
    async with sit(nearly_over(WON)) as player:
        await end(player, WON)
        (path,) = places.saves.glob("*.save")
        (found,) = kept(places)
        assert (found.id, found.date, found.won, found.medal) == (path.stem, TODAY, True, "gold")
        await player.press("m", "S")
        player.shows("solo, any win           1     1 100%", "1 gold")


async def test_a_game_that_ends_twice_counts_once(sit: Sitting, places: Paths) -> None:
    async with sit(nearly_over(LOST)) as player:
        await end(player, LOST)
        await player.press("u")
        await end(player, LOST)
        player.shows("Won 0 of 1 solo game.", "1 move undone")
        await player.press("u", "m", "r")
        await end(player, LOST)
        player.shows("Won 0 of 1 solo game.", "2 moves undone")
    assert len({one.id for one in kept(places)}) == 1


async def test_the_same_deal_again_is_another_game(sit: Sitting, places: Paths) -> None:
    async with sit(saved(HOPELESS)) as player:
        await lose(player)
        await player.press("a")
        await lose(player)
    assert len({one.id for one in kept(places)}) == 2
    assert all(one.set_up for one in kept(places))


async def test_looking_at_a_finished_game_adds_nothing(sit: Sitting, places: Paths) -> None:
    write(places.saves / "over.save", LOST)
    async with sit() as player:
        await player.press("g", "1", "enter")
        assert on(player, ResultScreen)
        await player.press("v", "u", "U")
        assert on(player, ResultScreen)
        await player.press("W", "home", "end")
        assert on(player, ReplayScreen)
    assert kept(places) == ()


async def test_coming_back_to_the_result_adds_nothing_more(sit: Sitting, places: Paths) -> None:
    async with sit(nearly_over(LOST)) as player:
        await end(player, LOST)
        await player.press("question_mark", "escape", "v", "enter", "n", "escape")
        assert on(player, ResultScreen)
        player.shows("Won 0 of 1 solo game.")
    assert len(kept(places)) == 1


async def test_to_play_on_from_a_replay_is_to_have_seen_the_rest(sit: Sitting) -> None:
    async with sit(LOST, replay=True) as player:
        await player.press("n")
        assert on(player, TableScreen)
        moves = len(LOST.history.moves)
        assert player.table.undos == moves
        assert 0 < player.table.peeks < moves


async def test_a_result_that_cannot_be_added_is_told_and_the_game_is_kept(
    sit: Sitting, places: Paths
) -> None:
    places.records.mkdir()
    async with sit(nearly_over(LOST), (60, 20)) as player:
        await end(player, LOST)
        words = " ".join(player.page.split())
        assert "The result could not be added to the statistics: this is a folder." in words
        player.shows("q  Quit")
        await player.press("m", "S")
        player.shows("No finished games yet.")


# ---------------------------------------------------------------- the deal of the day


async def test_the_deal_of_the_day_is_dealt_from_the_date(sit: Sitting, noon: int) -> None:
    async with sit() as player:
        player.shows("Daily deal", "the same cards for everyone")
        await player.press("D", "enter")
        assert player.table.history == begun(1, TODAY)
        player.shows(f"deal of {TODAY}")


async def test_the_deal_of_the_day_goes_on_in_its_own_file(
    sit: Sitting, places: Paths, noon: int
) -> None:
    async with sit() as player:
        await player.press("D", "enter", "1", "enter")
        actions = player.actions
        assert len(actions) == 1
        await player.press("m")
        player.shows("Daily deal", "in play")
        await player.press("D", "enter")
        assert player.actions == actions
        assert len(list(places.saves.glob("*.save"))) == 1


async def test_a_deal_that_is_done_shows_its_result(sit: Sitting, places: Paths, noon: int) -> None:
    whole = whole_game(1, TODAY)
    write(places.saves / "today.save", nearly_over(whole))
    async with sit() as player:
        await player.press("D", "enter")
        await end(player, whole)
        player.shows(f"deal of {TODAY}")
        await player.press("m")
        player.shows("Daily deal", "lost, 2 royals defeated")
        await player.press("D")
        player.shows(f"Today: lost, 2 royals defeated, {player_turns(whole)} turns")
        await player.press("enter")
        assert on(player, ResultScreen)
        player.shows_title("DEFEAT")
        player.shows("Won 0 of 1 solo game.")
        await player.press("c")
        assert player.app.clipboard.startswith(f"Regicide, deal of {TODAY}: lost\n")
        await player.press("a")
        assert player.table.history == begun(1, TODAY)
        await player.press("m")
        player.shows("in play; first lost")


async def test_the_deal_of_another_day_is_none_of_today(
    sit: Sitting, places: Paths, noon: int
) -> None:
    write(places.saves / "yesterday.save", Table(begun(1, "2026-02-28"), NAMES[:1]))
    Records(places.records).add(record(1, seed="2026-02-28", daily=True))
    async with sit() as player:
        player.shows("the same cards for everyone")
        await player.press("D", "enter")
        assert player.table.seed == TODAY


async def test_a_damaged_game_of_the_day_is_dealt_anew(
    sit: Sitting, places: Paths, noon: int
) -> None:
    async with sit() as player:
        await player.press("D", "enter", "m")
        (path,) = places.saves.glob("*.save")
        spoil(path)
        await player.press("D", "enter")
        assert on(player, TableScreen)
        assert player.actions == []


def spoil(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def player_turns(whole: Table) -> int:
    return 1 + sum(event.begins_turn for move in whole.history.moves for event in move.events)


# ---------------------------------------------------------------- rows and words


def test_what_does_not_fit_goes_from_the_highest_rank() -> None:
    def row(text: str) -> Row:
        return (Run(text),)

    parts = [
        Part(1, [row("a")]),
        Part(3, [row("b"), row("c")]),
        Part(0, [row("d")]),
        Part(4, [row("e")]),
    ]
    assert lines(fitting(parts, 5)) == ["a", "b", "c", "d", "e"]
    assert lines(fitting(parts, 4)) == ["a", "b", "c", "d"]
    assert lines(fitting(parts, 3)) == ["a", "d", "e"]
    assert lines(fitting(parts, 1)) == ["d"]
    assert fitting(parts, 0) == []


def test_prose_is_broken_between_words() -> None:
    assert lines(prose("one two three", "text", 8)) == ["one two", "three"]
    assert prose("", "text", 8) == []


@pytest.mark.parametrize(
    ("number", "ending"),
    [(1, "st"), (2, "nd"), (3, "rd"), (4, "th"), (11, "th"), (12, "th"), (13, "th"), (21, "st")],
)
def test_the_ordinal_of_a_number_has_its_ending(number: int, ending: str) -> None:
    assert [ordinal(number), ordinal(number + 100)] == [
        f"{number}{ending}",
        f"{number + 100}{ending}",
    ]


@pytest.mark.parametrize(
    ("won", "players", "sentence"),
    [
        (True, 1, "Your 3rd win in 12 solo games."),
        (False, 1, "Won 3 of 12 solo games."),
        (False, 3, "Won 3 of 12 games with three players."),
    ],
)
def test_a_game_among_the_others_in_a_sentence(won: bool, players: int, sentence: str) -> None:
    wins = 2 if won else 3
    games = [record(number, players=players, won=number < wins) for number in range(11)]
    other = record(20, players=players + 1, won=True)
    this = record(11, players=players, won=won)
    assert tell_standing([*games, other, this]) == sentence


@pytest.mark.parametrize(("game", "word"), [(LAST_KING, "VICTORY"), (HOPELESS, "DEFEAT")])
async def test_the_end_of_a_position_is_told_in_large_letters_too(
    sit: Sitting, game: dict[str, Json], word: str
) -> None:
    async with sit(saved(game)) as player:
        await player.press("end", "enter")
        player.shows_title(word)
        assert not player.sees("GOLD")
