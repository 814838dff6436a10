"""Hints at the table: the best action is picked and explained, and each moment counts once."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from regicide_tui.games import find, lessons, puzzles
from regicide_tui.games.words import WINS
from regicide_tui.play.table import Table
from regicide_tui.thinking.bot_thread import BotThread, Fault
from regicide_tui.thinking.questions import Advice, AnyQuestion, Question, WishQuestion
from regicide_tui.tui.pages.hints import SECONDS, sentence
from regicide_tui.tui.table import bots
from regicide_tui.tui.table.table_model import Notice
from tests.loose import loose
from tests.play.games import DUEL, JESTER_IN_HAND, REGICIDE, duel, game, set_up
from tests.tui.conftest import Sitting
from tests.tui.king_of_the_dead.models import dealt
from tests.tui.player import Player

POSITION = {
    "players": 1,
    "hands": [["9S", "5C", "2D"]],
    "enemy": "JS",
    "damage": 10,
    "castle": ["QH"],
    "tavern": ["2C", "3C", "4C"],
}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Question]]:
    """Somebody gives hints: 5C before 9S, whatever is asked; return what was asked."""
    questions: list[Question] = []

    async def ask(_: BotThread, one: Question) -> Any:
        questions.append(one)
        game = find(one.game)
        best = [game.parse(text) for text in ("5C", "9S", "2D")]
        legal = [action for action in best if action in game.legal_actions(one.observation.view)]
        return tuple([Advice(action, 0.83 - 0.04 * n) for n, action in enumerate(legal)])

    monkeypatch.setattr(BotThread, "ask", ask)
    monkeypatch.setattr(bots, "adviser_level", lambda game, _: "page" if game != "duel" else "")
    return iter([questions])


def solo() -> Table:
    return Table(set_up(loose(POSITION)), ("Ada",))


async def test_a_hint_picks_the_best_cards_and_says_why(sit: Sitting, asked: object) -> None:
    async with sit(solo()) as player:
        player.shows("h hint")
        await player.press("h")
        player.shows("Play 5♣: win 83%. Kills exactly, keeps a Diamond.", "▴2")
        player.shows("Next best: play 9♠, win 79%.")
        await player.press("enter")
        assert player.actions == ["5C"]


def with_a_bot(saved: Table) -> Table:
    """Return a game with a bot in each seat but the first."""
    return replace(saved, bots=("", *["page"] * (len(saved.seats) - 1)))


def choice_of_player() -> Table:
    """Return a moment in which player 1 chooses who goes next."""
    return Table(set_up(JESTER_IN_HAND).take_text("*"), ("Ada", "Bea"))


@pytest.mark.parametrize(
    ("saved", "advised"),
    [
        pytest.param(solo, "flip", id="a Jester of a player alone"),
        pytest.param(lambda: game(2, 0), "yield", id="yielding"),
        pytest.param(choice_of_player, ">P1", id="the next player"),
        pytest.param(choice_of_player, ">P2", id="another next player"),
        pytest.param(lambda: dealt(2), "end", id="the end of a turn"),
    ],
)
async def test_confirm_does_what_a_hint_advised_also_without_cards(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch, saved: Callable[[], Table], advised: str
) -> None:
    async def ask(_: BotThread, one: AnyQuestion) -> Any:
        if isinstance(one, WishQuestion):
            return None
        if isinstance(one, Question) and not one.seconds:  # the bot itself thinks on
            await asyncio.Event().wait()
        action = find(one.game).parse(advised)
        return (Advice(action, 0.6), Advice(action, 0.5))

    monkeypatch.setattr(BotThread, "ask", ask)
    async with sit(with_a_bot(saved())) as player:
        await player.press("h")
        player.shows(": win 60%")
        player.shows("enter choose" if advised.startswith(">") else "enter do it")
        before = len(player.actions)
        await player.press("enter")
        assert player.actions[before] == advised


@pytest.fixture
def advises_to_yield(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints advise to yield, and next to play 9S."""

    async def ask(_: BotThread, __: Question) -> Any:
        return (Advice(REGICIDE.parse("yield"), 0.6), Advice(REGICIDE.parse("9S"), 0.5))

    monkeypatch.setattr(BotThread, "ask", ask)


@pytest.mark.usefixtures("advises_to_yield")
async def test_a_notice_leaves_an_advice_without_cards(sit: Sitting) -> None:
    async with sit(with_a_bot(game(2, 0))) as player:
        await player.press("h", "plus")
        player.shows("only say this while someone else chooses", "enter do it")
        await player.press("enter")
        assert "yield" in player.actions


@pytest.mark.usefixtures("advises_to_yield")
async def test_the_pointer_forgets_an_advice_without_cards(sit: Sitting) -> None:
    async with sit(with_a_bot(game(2, 0))) as player:
        await player.press("h", "right", "left", "enter")
        assert "yield" not in player.actions
        await player.press("u", "h", "escape", "enter")
        assert "yield" not in player.actions


async def test_the_same_moment_counts_once_and_the_next_one_again(
    sit: Sitting, asked: Iterator[list[Question]]
) -> None:
    questions = next(asked)
    async with sit(solo()) as player:
        await player.press("h", "escape", "h")
        player.shows("Play 5♣: win 83%")
        assert (player.table.hints, len(questions)) == (1, 1)
        assert (await player.kept()).hints == 1
        await player.press("2", "2", "1", "enter", "u", "h")
        assert player.table.hints == 1, "it is the same moment again"


async def test_the_save_knows_which_actions_followed_a_hint(sit: Sitting, asked: object) -> None:
    async with sit(solo()) as player:
        await player.press("h", "enter")
        await player.press("u")
        await player.press("escape", "1", "enter")
        assert (await player.kept()).hinted == ()
        await player.press("u", "h", "enter")
        assert player.actions == ["5C"]
        assert (await player.kept()).hinted == (0,)


async def test_a_hint_is_asked_from_what_the_seat_sees(
    sit: Sitting, asked: Iterator[list[Question]]
) -> None:
    questions = next(asked)
    async with sit(solo()) as player:
        await player.press("h")
        (one,) = questions
        assert one.observation.view == player.table.view(0)
        assert one.seconds == SECONDS


async def test_where_nobody_can_advise_a_sentence_says_so(sit: Sitting, asked: object) -> None:
    async with sit(duel()) as player:
        assert not player.sees("h hint")
        await player.press("h")
        player.shows("There are no hints for this game yet.")


async def test_behind_the_curtain_nobody_gets_a_hint(sit: Sitting, asked: object) -> None:
    both = {**POSITION, "players": 2, "hands": [["9S"], ["8S"]]}
    async with sit(Table(set_up(loose(both)), ("Ada", "Bea"))) as player:
        assert not player.sees("h hint")
        await player.press("h")
        player.shows("Show the hand first: enter.")
        assert player.table.hints == 0


async def test_after_the_end_there_is_no_hint(sit: Sitting, asked: object) -> None:
    poor = {**POSITION, "hands": [["2C"]], "jesters_unused": 0}
    async with sit(Table(set_up(loose(poor)), ("Ada",))) as player:
        await player.press("enter", "v", "h")
        assert player.table.outcome is not None
        player.shows("The game is over: there are no hints now.")


async def test_a_fault_is_told_and_not_counted(
    sit: Sitting, asked: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise Fault("It is gone.")

    monkeypatch.setattr(BotThread, "ask", fail)
    async with sit(solo()) as player:
        await player.press("h")
        player.shows("No hint found.")
        assert player.table.hints == 0


async def test_a_lesson_gives_none_and_a_puzzle_asks_no_bot(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(BotThread, "ask", fail)
    async with sit() as player:
        await player.app.show_puzzle(puzzles("regicide")[0])
        await player.press("h")
        player.shows("Play 8♦ and something else.")
        await player.app.show_lesson("regicide", 1)
        await player.press("h")
        player.shows("there are no hints in a lesson")
        assert lessons("regicide")


async def test_the_result_tells_the_hints(sit: Sitting, asked: object) -> None:
    last = {**POSITION, "castle": []}
    async with sit(Table(set_up(loose(last)), ("Ada",))) as player:
        await player.press("h", "enter")
        await told(player, "1 hint")


async def told(player: Player, words: str) -> None:
    await player.until(lambda: player.sees(words))


def test_one_way_is_no_choice_and_an_estimate_is_never_certain() -> None:
    best = Advice(REGICIDE.parse("yield"), 1.2)
    assert sentence([best], ["yield"], ()).text == "The only legal action: yield."
    ranked = [best, Advice(DUEL.parse("9H"), -0.1)]
    found = sentence(ranked, ["choose Bea", "play 9H"], ("a", "b", "c", "d"))
    said = "Choose Bea: win >99%. A, b, c. Next best: play 9H, win <1%."
    assert found == Notice(said, "accent")


def test_what_wins_the_game_needs_no_chances() -> None:
    ranked = [Advice(DUEL.parse("9C"), 0.99), Advice(DUEL.parse("5C"), 0.4)]
    reasons = (WINS, "keeps a Diamond")
    assert sentence(ranked, ["play 9C", "play 5C"], reasons).text == "Play 9C: wins the game."


def test_alone_a_hint_tells_both_chances_by_their_names() -> None:
    ranked = [Advice(REGICIDE.parse("5C"), 0.99, 0.41), Advice(REGICIDE.parse("9S"), 0.98, 0.3)]
    assert sentence(ranked, ["play 5C", "play 9S"], ()).text == (
        "Play 5C: gold 41%, any win 99%. Next best: play 9S, gold 30%, any win 98%."
    )


def test_no_next_best_looks_better_than_the_advice() -> None:
    ranked = [Advice(REGICIDE.parse("5C"), 0.56), Advice(REGICIDE.parse("9S"), 0.57)]
    assert sentence(ranked, ["play 5C", "play 9S"], ()).text == "Play 5C: win 56%."


def test_a_hint_does_not_speak_of_gold_where_a_jester_rules_it_out() -> None:
    ranked = [Advice(REGICIDE.parse("5C"), 0.99, 0.41), Advice(REGICIDE.parse("*"), 0.98, 0.0)]
    assert sentence(ranked, ["play 5C", "flip a Jester"], ()).text.endswith(
        "Next best: flip a Jester, no gold, any win 98%."
    )
