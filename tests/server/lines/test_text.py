"""A server by lines of text: the lobby, tables, games, talk, and the choice of a name."""

import re
from pathlib import Path
from random import Random

import pytest

from regicide_tui.server.api.api import make_api
from regicide_tui.server.model.boards.tournament import MINUTE, Tournament
from regicide_tui.server.model.order import Kind
from regicide_tui.server.model.visitor import Visitor
from tests.server.lines.typists import OVER, Typist, key, next_line, two_typing, typing
from tests.server.whole import open_house


async def play(one: Typist, rng: Random, most: int = 600) -> str:
    """Play by lines until the game is over; return the last answer."""
    news = one.news
    for _ in range(most):
        if OVER in news:
            return news
        if "You are to" not in news:
            news = await one.asks("", "")
        line = next_line(news, rng)
        news = await one.asks(line, ".")
    raise AssertionError(f"the game goes on: {news}")


async def test_a_solo_game_is_opened_started_and_played_to_its_end(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, typing(house, "ada") as ada:
        await ada.reads("Welcome, ada.", "The lobby")
        await ada.asks("open regicide 1", "Regicide for 1.", "1 You, host of the table")
        await ada.asks("start", "The game begins.", "You are to play.")
        await play(ada, Random(1))
        await ada.asks("leave", "The lobby")
        while "1 Regicide for 1" not in await ada.asks("games", "."):
            pass  # the result is being stored
        await ada.leaves()


async def test_two_meet_by_lines_talk_play_and_one_resigns(tmp_path: Path) -> None:
    async with two_typing(tmp_path) as (_, ada, bea):
        await bea.reads("The lobby")
        await ada.asks("open duel 2 5+5", "5 minutes each")
        await bea.asks("tables", "1 Join Regicide Duel: one seat free, clock 5+5, with ada")
        await bea.asks("join 1", "2 You")
        await ada.reads("2 bea")
        await bea.asks("ready", "You, ready")
        await bea.asks("say hello", "You: hello")
        await ada.reads("bea: hello")
        await ada.asks("start", "The game begins.")
        await bea.reads("The game begins.", "5:0")
        await ada.asks("draw", "You offer a draw")
        await bea.reads("ada offers a draw. yes agrees, no refuses.")
        await bea.asks("no", "You: No, thank you.")
        await ada.reads("bea: No, thank you.", "bea refuses to agree on a draw.")
        await bea.asks("resign", "Resign?")
        await bea.asks("yes", "resign")
        await ada.reads(OVER)
        await ada.asks("players", "You: ")
        await ada.asks("again", "Seats: 1")
        await bea.reads("ada waits for you at the next game.")
        await bea.asks("again", "2 You, ready")
        await ada.reads("2 bea, ready")
        for one in (ada, bea):
            await one.leaves()


async def test_who_watched_follows_the_players_to_their_next_game(tmp_path: Path) -> None:
    async with two_typing(tmp_path) as (_, ada, bea):
        await ada.asks("bots duel", "You are to")
        await bea.asks("watch 1", "watching")
        await ada.asks("resign", "Resign?")
        await ada.asks("yes", OVER)
        await bea.reads(OVER)
        await ada.asks("again", "Seats: 1")
        await bea.asks("result", "again follows them.")
        await bea.asks("again", "Seats: 1 ada, host of the table")


async def test_a_change_of_seats_says_only_the_seats_that_changed(tmp_path: Path) -> None:
    async with two_typing(tmp_path) as (_, ada, bea):
        await ada.asks("open duel", "Seats: 1 You, host of the table; 2 free.")
        await ada.asks("enemy", "enemy needs a game that has begun.")
        seats = "Seats: 1 ada, host of the table; 2 You. Are you ready? ready says that you are."
        news = await bea.asks("join 1", seats)
        assert news.count("Seats:") == 1
        await ada.reads("Seats: 2 bea. Waiting until bea is ready.")
        await bea.asks("ready", "Seats: 2 You, ready. Waiting until ada starts")
        await ada.reads("All are ready. start begins the game.")


async def test_who_gets_the_seat_of_a_bot_hears_nothing_else(tmp_path: Path) -> None:
    async with two_typing(tmp_path) as (_, ada, bea):
        await ada.asks("bots regicide", "You are to")
        await bea.asks("join 1", "You ask for the seat of")
        await ada.reads("bea asks for the seat of")
        await ada.asks("yes", "bea plays on for")
        assert "You don't get" not in await bea.reads("You play on for")


async def test_who_goes_to_another_table_hears_that_their_seat_stays(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, typing(house, "ada") as ada:
        await ada.asks("bots duel", "You are to")
        stays = "Your seat at Regicide Duel stays yours: tables lists it."
        deal = "The daily deal of 20"
        await ada.asks("daily", stays, deal, "alone: only your first game of it counts.", "You are")
        await ada.asks("tables", "2 Go on with Regicide Duel")
        news = await ada.asks("join 2", "stays yours", "You are to")
        assert stays not in news
        assert "stays yours" not in await ada.asks("join 2", "You are to")


async def test_partners_choose_what_they_say_from_the_list(tmp_path: Path) -> None:
    async with two_typing(tmp_path) as (_, ada, bea):
        await ada.asks("open regicide 2", "Seats")
        await bea.asks("join 1", "2 You")
        await bea.asks("ready", "ready")
        await ada.asks("start", "The game begins.")
        await bea.reads("The game begins.")
        await ada.asks("say I hold the Ace", "you can only say what is on the list (R-9)")
        await ada.asks("say", "say 1: Hello.")
        await ada.asks("say 1", "You: Hello.")
        await bea.reads("ada: Hello.")


async def test_a_private_table_is_watched_by_its_password(tmp_path: Path) -> None:
    async with two_typing(tmp_path) as (_, ada, bea):
        news = await ada.asks("open regicide 2 private", "The password is ", "Seats")
        password = re.search(r"The password is ([\w-]+)\.", news)
        assert password is not None
        await bea.asks("watch 1 wrong", "the password is wrong")
        await bea.asks(f"watch 1 {password[1]}", "Choose a free seat")
        await ada.asks("bot", "a page")
        await ada.asks("start", "The game begins.")
        await bea.reads("The game begins.", "watching")
        assert "Hand: 1" not in bea.news


@pytest.mark.parametrize("command", [None, "text"])
async def test_a_dumb_terminal_shows_what_is_typed_and_is_told_no_news_in_it(
    tmp_path: Path, command: str | None
) -> None:
    async with (
        open_house(tmp_path) as house,
        typing(house, "ada", command, "dumb") as ada,
        typing(house, "bea") as bea,
    ):
        await ada.reads("The lobby")
        await bea.reads("The lobby")
        await ada.asks("who", "bea in the lobby")
        await bea.asks("say hello", "Said to all")
        await ada.reads("bea in the lobby: hello")
        printed = await ada.leaves()
        assert "\r\nwho\r\nbea in the lobby.\r\n" in printed


async def test_a_new_key_gets_a_name_by_lines(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, typing(house, "play", client_keys=[key()]) as dee:
        await dee.reads("name Ada gives you a name")
        await dee.asks("name dee", "Welcome, dee.")
        await dee.leaves()
    async with (
        open_house(tmp_path, guests=False) as house,
        typing(house, "eve", client_keys=[key()]) as eve,
    ):
        await eve.reads("Choose the name other players will see", "An empty line takes eve.")
        await eve.asks("ada", "ada")
        for command in ("tables", "open duel", "HELP", "?", "play", "legal"):
            await eve.asks(command, f"{command.split()[0]} is a command. Choose a name first.")
        await eve.asks("", "Welcome, eve.")
        await eve.leaves()


async def test_all_lines_of_a_pipe_are_answered_before_the_visit_ends(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, typing(house, "ada") as ada:
        ada.type("help", "who", "open regicide 1", "start", "nonsense")
        ada.ends_input()
        printed = await ada.rest()
        assert "The game begins." in printed
        assert "There is no command nonsense." in printed


@pytest.mark.parametrize(
    "line", ["", "\x1b[2J", "join", "join 99", "join x", "open", "\0", "z" * 3000, "watch ²", "yes"]
)
async def test_a_line_that_makes_no_sense_is_answered(tmp_path: Path, line: str) -> None:
    async with open_house(tmp_path) as house, typing(house, "ada") as ada:
        await ada.reads("help, quit.")
        await ada.asks(line, ".")
        await ada.leaves()


async def test_who_types_nothing_for_long_is_asked_before_the_visit_ends(tmp_path: Path) -> None:
    async with open_house(tmp_path, idle=4.0) as house, typing(house, "ada") as ada:
        printed = await ada.rest()
    assert printed.rpartition("Are you still there?")[2].endswith("whenever you like.\n")
    assert "Are you still there?" in printed


async def test_partners_cannot_resign_and_are_told_so_at_once(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, typing(house, "ada") as ada:
        await ada.asks("open regicide 1", "Seats")
        await ada.asks("start", "The game begins.")
        await ada.asks("resign", "can't resign in this game")
        await ada.leaves()


async def test_short_on_and_off_say_what_they_mean(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, typing(house, "ada") as ada:
        for word, told in (("on", "short"), ("on", "short"), ("off", "words"), ("off", "words")):
            await ada.asks(f"short {word}", f"Cards are {told}.")
        await ada.leaves()


@pytest.mark.parametrize("line", ["open", "open duel correspondence", "open 2 private"])
async def test_a_table_opens_only_as_it_is_said(tmp_path: Path, line: str) -> None:
    async with open_house(tmp_path) as house, typing(house, "ada") as ada:
        await ada.asks(line, "open takes a game")
        await ada.asks("tables", "There are no open tables.")
        await ada.asks("open Regicide Duel", "Seats: 1 You")
        await ada.leaves()


@pytest.mark.parametrize("line", ["undo", "draw", "resign", "hand"])
async def test_before_the_game_nothing_of_it_can_be_done(tmp_path: Path, line: str) -> None:
    async with open_house(tmp_path) as house, typing(house, "ada") as ada:
        await ada.asks("open duel", "Seats: 1 You")
        await ada.asks(line, ".")
        await ada.asks("yes", ".")
        await ada.leaves()


@pytest.mark.parametrize("wish", ["joining=all", "days=soon", "days=99", "joker=3"])
async def test_no_wish_for_a_table_is_silently_ignored(tmp_path: Path, wish: str) -> None:
    async with two_typing(tmp_path) as (_, ada, _):
        await ada.asks(f"open duel {wish}", wish.partition("=")[0])
        await ada.asks("tables", "There are no open tables.")


async def test_no_command_goes_to_a_table_by_its_id(tmp_path: Path) -> None:
    async with two_typing(tmp_path) as (_, ada, _):
        await ada.asks("go 1", "There is no command go")


async def test_the_title_of_a_tournament_is_quoted(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, typing(house, "ada") as ada:
        starts = house.services.now() + 10 * MINUTE
        asked = Tournament("", "Server closed", "bea", 1, 2, starts, 10)
        await house.services.tournaments.open(asked, by_operator=True)
        await ada.asks("tournaments", '1 "Server closed" by bea: ')
        await ada.asks("enter 1", 'You take part in "Server closed" by bea.')


@pytest.mark.parametrize("word", ["exit", "bye"])
async def test_the_usual_words_leave_and_talk(tmp_path: Path, word: str) -> None:
    async with two_typing(tmp_path) as (_, ada, bea):
        await bea.reads("The lobby")
        await ada.asks("chat hello", "Said to all in the lobby.")
        await bea.reads("ada in the lobby: hello")
        ada.type(word)
        assert "Goodbye" in await ada.rest()


async def test_the_help_begins_with_what_works_here(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, typing(house, "ada") as ada:
        await ada.asks("help", "Anywhere: bots, daily,", "tables", "more goes on")
        await ada.asks("bots duel", "You are to")
        news = await ada.asks("help", "Type the numbers of cards", "more goes on")
        assert "Anywhere" not in news


async def test_who_cannot_finish_a_game_reads_how_all_agree_to(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, typing(house, "ada") as ada:
        await ada.asks("bots regicide", "You are to")
        await ada.asks("finish", "all must agree to end the game. ask end asks all at the table.")
        await ada.asks("ask end", "ended without a winner")


async def test_what_a_moderator_says_to_all_is_read_once(tmp_path: Path) -> None:
    async with two_typing(tmp_path, moderators=("bea",)) as (house, ada, bea):
        await ada.reads("The lobby")
        order = make_api(house.services, Visitor("bea", False, "xterm", {})).order
        await order.act(Kind.SAY, "", "closing soon")
        await bea.asks("say hello", "Said to all")
        news = await ada.reads("To all from bea: closing soon", "hello")
        assert news.count("closing soon") == 1
        await ada.asks("say", "bea (mod): (to all) closing soon")
