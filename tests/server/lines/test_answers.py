"""Answers at a server by lines: only what is so, only what is new, and what to type instead."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.server.lines.typists import OVER, Typist, key, two_typing, typing
from tests.server.whole import open_house


async def begin_duel(ada: Typist, bea: Typist, clock: str = "") -> None:
    """Let ada and bea begin a duel."""
    await ada.asks(f"open duel {clock}", "Seats: 1 You")
    await bea.asks("join 1", "2 You")
    await bea.asks("ready", "You, ready")
    await ada.reads("2 bea, ready")
    await ada.asks("start", "The game starts.")
    await bea.reads("The game starts.")


async def test_what_is_for_a_game_waits_for_one(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, typing(house.server, "ada") as ada:
        await ada.reads("help, quit.")
        await ada.asks("open duel", "Seats: 1 You")
        for line in ("resign", "result", "again", "review", "try 1", "hand"):
            word = line.partition(" ")[0]
            await ada.asks(line, f"{word} needs a game that has begun.")


async def test_ready_stays_ready_until_it_is_taken_back(tmp_path: Path) -> None:
    async with two_typing(tmp_path) as (_, ada, bea):
        await ada.asks("open duel", "Seats: 1 You")
        await bea.asks("join 1", "2 You")
        await bea.asks("ready", "2 You, ready.")
        await bea.asks("ready", "You are ready. ready off undoes that.")
        await bea.asks("ready off", "Are you ready?")
        await bea.asks("ready", "2 You, ready.")


async def test_a_refused_draw_is_not_asked_again(tmp_path: Path) -> None:
    async with two_typing(tmp_path) as (_, ada, bea):
        await begin_duel(ada, bea)
        await ada.asks("draw", "You offer a draw")
        await bea.reads("ada offers a draw.")
        await bea.asks("no", "You: No, thank you.")
        assert "offers a draw" not in await bea.asks("", "no shield.")


async def test_a_review_judges_nothing_before_it_has_looked(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, typing(house.server, "ada") as ada:
        await ada.reads("help, quit.")
        await ada.asks("bots duel", "You are to")
        await ada.asks("1", "You")
        await ada.asks("resign", "Resign?")
        await ada.asks("yes", OVER)
        told = await ada.asks("review", "analysed.")
        assert "No costly decision" not in told or "again for the rest" not in told


async def test_a_review_of_a_game_without_decisions_says_so(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, typing(house.server, "ada") as ada:
        await ada.reads("help, quit.")
        await ada.asks("bots duel", "You are to")
        await ada.asks("resign", "Resign?")
        await ada.asks("yes", OVER)
        assert "0 decisions" not in await ada.asks("review", "ended before the first decision.")


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("hint", "There are no hints on a server."),
        ("save here", "The server saves every game. tables lists yours."),
        ("statistics", "players lists who has won"),
        ("settings", "short and quiet are the settings here."),
        ("menu", "The lobby: "),
    ],
)
async def test_a_command_for_home_says_what_serves_here(
    tmp_path: Path, typed: str, answer: str
) -> None:
    async with open_house(tmp_path) as house, typing(house.server, "ada") as ada:
        await ada.reads("help, quit.")
        await ada.asks("open regicide 1", "Seats: 1 You")
        await ada.asks("start", "You are to play.")
        await ada.asks(typed, answer)


async def test_at_a_puzzle_there_are_hints_also_beside_a_game(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, typing(house.server, "ada") as ada:
        await ada.reads("help, quit.")
        await ada.asks("open regicide 1", "Seats: 1 You")
        await ada.asks("start", "You are to play.")
        await ada.asks("puzzle regicide 1", "Hand:")
        await ada.asks("hint", "Play ")
        await ada.asks("menu", "The lobby: ")


async def test_players_hear_who_goes_and_who_is_back(tmp_path: Path) -> None:
    async with two_typing(tmp_path) as (house, ada, bea):
        await begin_duel(ada, bea)
        await bea.asks("leave", "The lobby")
        await ada.reads("bea is in the lobby.")
        ada.type()
        await bea.asks("join 1", "no shield.")
        await ada.reads("bea is back.")
        ada.type()
        await bea.leaves()
        await ada.reads("bea is away.")
        ada.type()
        async with typing(house.server, "bea") as again:
            await again.reads("no shield.")
            await ada.reads("bea is back.")


async def test_whose_turn_it_is_is_said_once_for_a_turn(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, typing(house.server, "ada") as ada:
        await ada.reads("help, quit.")
        await ada.asks("bots king", "You are to play.")
        told = await ada.asks("end", "A new round", "You are to play.")
        turns: list[str] = re.findall(r"(Sir \w+ \(bot\)) is to play\.", told)
        assert turns
        assert all(one != other for one, other in pairwise(turns)), told
        assert "Parade: @1" in await ada.asks("", "Hand:")


async def test_a_guest_reads_once_how_to_seat_a_bot_and_of_no_invitation(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path) as house,
        typing(house.server, "play", client_keys=[]) as guest,
    ):
        await guest.reads("help, quit.")
        told = await guest.asks("open regicide 2", "Seats: 1 You", "Type bot to seat a bot.")
        assert told.count("a bot") == 1
        assert "invite" not in told


async def test_a_guest_whose_key_was_not_taken_is_not_told_to_make_another(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        house.server.reception.limiter.seconds_barred = lambda *_: 60.0  # type: ignore[method-assign]
        async with typing(house.server, "play", client_keys=[key()]) as guest:
            await guest.reads("help, quit.")
            await guest.asks("name ada", "If you already have a key, you need only the second")


async def test_clocks_are_said_when_asked_and_hidden_hands_are_counted(tmp_path: Path) -> None:
    async with two_typing(tmp_path) as (house, ada, bea):
        await begin_duel(ada, bea, "5+5")
        await ada.asks("time", "You 4:", "bea ")
        await ada.asks("ask bot", "Nobody is away.")
        async with typing(house.server, "play", client_keys=[]) as guest:
            await guest.reads("help, quit.")
            await guest.asks("watch 1", "watching")
            await guest.asks("hand", "7 hidden cards.")
            await guest.asks("who", "ada, bea.", "You watch.")


async def test_a_pause_says_until_when(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, typing(house.server, "ada") as ada:
        await ada.reads("help, quit.")
        await ada.asks("open duel days=3", "by correspondence: 3 days per action")
        await ada.asks("bot page", "Type start to start the game.")
        await ada.asks("start", "You are to")
        await ada.asks("ask pause", "By agreement, the clocks are stopped until")


async def test_who_comes_back_by_correspondence_hears_what_waits_and_what_was_said(
    tmp_path: Path,
) -> None:
    async with two_typing(tmp_path) as (house, ada, bea):
        await begin_duel(ada, bea, "days=3")
        first, second = (ada, bea) if "ada is to play." in bea.news else (bea, ada)
        other = "ada" if second is ada else "bea"
        await first.asks("leave", "It is your turn: Regicide Duel with ", "tables lists it.")
        assert "It is your turn" not in await second.asks("leave", "help, quit.")
        await second.asks("join 1", "is in the lobby")
        await second.asks("say take your time", "You: take your time")
        await second.asks("time", "gets 3 days again.")
        told = await first.asks("join 1", f"{other}: take your time", "Hand:")
        assert told.index("take your time") < told.index("You are to play.")
        await first.asks("leave", "help, quit.")
        assert "take your time" not in await first.asks("join 1", "Hand:")
        async with typing(house.server, "ada") as again:
            await again.asks("leave", "help, quit.")
            assert "ssh -T " in await again.leaves()


async def test_the_rule_of_names_is_said_once(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path) as house,
        typing(house.server, "bo", client_keys=[key()]) as newcomer,
    ):
        told = await newcomer.reads("Welcome!", "3 to 16 letters")
        assert told.count("3 to 16 letters") == 1
