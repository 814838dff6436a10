"""The review on the screen: it is shown while it is made, stepped through, and left at once."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from regicide_tui.play.saves.files import write
from regicide_tui.play.table import Table
from regicide_tui.thinking.bot_thread import BotThread, Fault
from regicide_tui.thinking.questions import ReviewQuestion
from regicide_tui.tui.screens import review
from regicide_tui.tui.screens.menu import MenuScreen
from regicide_tui.tui.screens.replay import ReplayScreen
from regicide_tui.tui.screens.result import ResultScreen
from regicide_tui.tui.screens.review import ReviewScreen
from tests.loose import loose
from tests.play.games import NAMES, begun, duel, game, set_up
from tests.tui.conftest import Sitting
from tests.tui.judge import LONG_NAMES, TRIO, Judge
from tests.tui.models import LAST_KING, saved
from tests.tui.player import Player


async def reviewed(player: Player, words: str = "") -> None:
    """Wait until all is judged, and these words are seen."""
    screen = player.app.screen
    assert isinstance(screen, ReviewScreen)
    await player.until(lambda: screen.done and player.sees(words))


# ---------------------------------------------------------------- what is seen


async def test_a_lost_game_shows_where_it_was_lost(sit: Sitting, judge: Judge) -> None:
    async with sit(TRIO, review=True) as player:
        await reviewed(player)
        player.shows("The costliest decisions", "1  ??  30%   action 6")
        player.shows("2  ??  20%   action 13", "3  ?   11%   action 10")
        player.shows("After action 11, the chance stayed below 50%.")


@pytest.mark.parametrize(
    ("size", "words"),
    [
        ((60, 20), "  gold, then any win  "),
        ((80, 24), "  gold; from action 19, any win  "),
        ((120, 40), "  the chance of gold; from action 19, of any win  "),
    ],
)
async def test_the_title_says_where_the_line_stops_following_gold(
    sit: Sitting,
    judge: Judge,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
    words: str,
) -> None:
    monkeypatch.setattr(review, "gold_lost", lambda _: 19)
    async with sit(TRIO, size, review=True) as player:
        await reviewed(player)
        title = player.page.splitlines()[0]
        assert words in title
        assert title.rstrip().endswith("  analysed 22 of 22")


async def test_the_title_says_by_whose_knowledge_the_chance_is_told_if_it_has_room(
    sit: Sitting, judge: Judge
) -> None:
    async with sit(TRIO, (120, 40), review=True) as player:
        player.shows("the chance of winning, given what the player knew")
    async with sit(TRIO, (80, 24), review=True) as player:
        player.shows("the chance of winning  ")


@pytest.mark.parametrize(
    ("saved_game", "told"),
    [(TRIO, ""), (duel(3), "a line for each player"), (game(1, 3), "the chance of gold while")],
)
async def test_the_help_says_whose_chances_these_are(
    sit: Sitting, judge: Judge, saved_game: Table, told: str
) -> None:
    async with sit(saved_game, (120, 40), review=True) as player:
        await player.press("question_mark")
        player.shows("The chart shows the chance of winning")
        for words in ("a line for each player", "the chance of gold while"):
            assert player.sees(words) is (words == told)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_the_better_decisions_stand_in_a_column_and_are_whole(
    sit: Sitting, judge: Judge, size: tuple[int, int]
) -> None:
    async with sit(TRIO, size, review=True) as player:
        await reviewed(player)
        listed = [line for line in player.page.splitlines() if "  better: " in line]
        assert len(listed) == 3
        assert len({line.index("better: ") for line in listed}) == 1
        assert "better: pay with 2♦, 3♥ and 5♦" in listed[0]
        assert all(len(line.rstrip()) < size[0] for line in listed)


async def test_a_decision_that_cost_much_says_what_was_better(sit: Sitting, judge: Judge) -> None:
    async with sit(TRIO, review=True) as player:
        await reviewed(player)
        await player.press("1")
        player.shows("Action 6 of", "That cost 30%: win 40%.", "win 70%")
        case = judge.asked[5]
        player.shows(f"{LONG_NAMES[loose(case.observation.view).turn]}:")
        await player.press("left")
        player.shows("Action 5 of", "Nothing was clearly better: win 74%.")


async def test_a_key_goes_from_one_costly_decision_to_the_next(sit: Sitting, judge: Judge) -> None:
    async with sit(TRIO, review=True) as player:
        await reviewed(player)
        for key, number in ((">", 6), (">", 10), (">", 13), (">", 6), ("<", 13), ("2", 13)):
            await player.press(key)
            player.shows(f"Action {number} of")
        await player.click("3  ?   11%")
        player.shows("Action 10 of")


async def test_more_costly_decisions_may_be_found_until_all_are_analysed(
    sit: Sitting, judge: Judge
) -> None:
    judge.allowed = 2
    async with sit(TRIO, review=True) as player:
        await player.until(lambda: len(judge.asked) == 2)
        await player.press(">")
        player.shows("No costly decisions so far.")


async def test_it_is_of_use_while_it_is_made(sit: Sitting, judge: Judge) -> None:
    judge.allowed = 8
    async with sit(TRIO, review=True) as player:
        await player.until(lambda: len(judge.asked) == 8)
        open_ones = len(TRIO.history.moves) - 8
        player.shows(f"so far; {open_ones} still to analyse", "1  ??  30%   action 6")
        player.shows(f"analysed 8 of {open_ones + 8}")
        await player.press("end", "left")
        player.shows("Not analysed yet.")
        judge.waits.set()
        await reviewed(player)
        assert len({case.seed for case in judge.asked}) == len(TRIO.history.moves)


async def test_what_one_looks_at_is_judged_first(sit: Sitting, judge: Judge) -> None:
    judge.allowed = 0
    async with sit(TRIO, review=True) as player:
        await player.press("end", "left")
        judge.waits.set()
        await reviewed(player)
        assert len(judge.asked[1].observation.events) > len(judge.asked[2].observation.events)


async def test_a_mistake_can_be_tried_again_as_a_puzzle(sit: Sitting, judge: Judge) -> None:
    async with sit(TRIO, review=True) as player:
        await reviewed(player)
        assert not player.sees("a try again")
        await player.press("a")
        player.shows("There is no mistake here")
        await player.press("1")
        player.shows("a try again")
        await player.press("a")
        player.shows("Improve on this: pay with 6♦ and 9♠")
        case = judge.asked[5]
        told = loose(case.observation.view)
        assert loose(player.table.view(told.turn)).hands == told.hands
        assert case.done is not None
        await player.act(case.done)
        await player.until(lambda: player.sees("It would be better to pay with"))
        await player.press("a")
        best = player.table.game.legal_actions(case.observation.view)[0]
        await player.act(best)
        await player.until(lambda: player.sees("That is what the bot would do."))
        assert player.pointed == "V Review"
        await player.press("enter")
        await player.until(lambda: player.sees("REVIEW", "Action 6 of"))


async def test_where_there_was_no_choice_it_says_so(sit: Sitting, judge: Judge) -> None:
    last = {"players": 1, "hands": [["TS"]], "enemy": "KD", "damage": 30, "jesters_unused": 0}
    history = set_up(loose(last))
    async with sit(Table(history.take_text("TS"), NAMES[:1]), review=True) as player:
        await reviewed(player)
        player.shows("Action 1 of 1, turn 1. Ada: play 10♠", "The only legal action: win 90%.")
        player.shows("No costly decisions")
        await player.press("right")
        player.shows("After 1 action", "The game was won.")


async def test_where_a_game_goes_on_the_chance_is_told_and_no_action(
    sit: Sitting, judge: Judge
) -> None:
    async with sit(game(2, 3), review=True) as player:
        await reviewed(player)
        await player.press("end")
        player.shows("The game goes on: win 78%.")


async def test_a_position_that_nobody_can_judge_leaves_a_gap(
    sit: Sitting, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nobody(*_: object) -> None:
        return None

    monkeypatch.setattr(BotThread, "ask", nobody)
    async with sit(TRIO, review=True) as player:
        await reviewed(player)
        player.shows("No bot can evaluate this position.", "No costly decisions")
        await player.press("greater_than_sign")
        player.shows("No costly decisions.")


# ---------------------------------------------------------------- where there is none


async def test_a_game_without_a_judge_says_so(sit: Sitting, judge: Judge) -> None:
    async with sit(duel(), review=True) as player:
        player.shows("This game can't be reviewed yet")
        await player.press("right", "greater_than_sign", "tab")
        assert judge.asked == []


async def test_a_game_in_which_nothing_was_done_says_so(sit: Sitting, judge: Judge) -> None:
    async with sit(Table(begun(2).at(0), NAMES[:2]), review=True) as player:
        player.shows("This game has no actions")
        assert judge.asked == []


async def test_a_fault_is_told_and_what_is_judged_stays(
    sit: Sitting, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask(mind: BotThread, case: ReviewQuestion) -> Any:
        if len(judge.asked) == 7:
            raise Fault("It is gone.")
        return await judge.ask(mind, case)

    monkeypatch.setattr(BotThread, "ask", ask)
    async with sit(TRIO, review=True) as player:
        await player.until(
            lambda: player.sees("The review stopped: the bot that analyses the game failed.")
        )
        player.shows("1  ??  30%   action 6")
        await player.press("1")
        player.shows("The review stopped: the bot that analyses the game failed.", "analysed 7 of")


async def test_rivals_have_a_line_each(
    sit: Sitting, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review, "review_level", lambda *_: "knight")
    async with sit(duel(), review=True) as player:
        await reviewed(player)
        first = loose(judge.asked[0].observation.view).turn
        names = [NAMES[first], NAMES[1 - first]]
        player.shows(f"{names[0]}'s chance")
        await player.press("tab")
        player.shows(f"{names[1]}'s chance")


async def test_the_line_of_a_person_stays_while_bots_act(
    sit: Sitting, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review, "review_level", lambda *_: "knight")
    one = duel()
    for bots in (("", "page"), ("page", "")):
        person = bots.index("")
        async with sit(replace(one, bots=bots), review=True) as player:
            await reviewed(player)
            for _ in one.history.moves:
                player.shows(f"{NAMES[person]}'s chance")
                await player.press("right")


async def test_among_rivals_the_line_is_that_of_the_player_whose_decision_is_told(
    sit: Sitting, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review, "review_level", lambda *_: "knight")
    saved = duel()
    async with sit(saved, review=True) as player:
        await reviewed(player)
        shown = set()
        for number in range(len(saved.history.moves)):
            seat = saved.history.game.to_act(saved.history.at(number).state)
            assert seat is not None
            player.shows(f"Action {number + 1} of", f"{NAMES[seat]}'s chance")
            shown.add(seat)
            await player.press("right")
        assert shown == {0, 1}


# ---------------------------------------------------------------- coming and going


async def test_the_table_can_be_looked_at_and_one_comes_back(sit: Sitting, judge: Judge) -> None:
    async with sit(TRIO, review=True) as player:
        await reviewed(player)
        await player.press("1", "enter")
        assert isinstance(player.app.screen, ReplayScreen)
        player.shows("Replay 5/")
        await player.press("V")
        assert isinstance(player.app.screen, ReviewScreen)
        player.shows("Action 6 of")
        await player.press("escape")
        assert isinstance(player.app.screen, MenuScreen)


async def test_it_is_opened_from_a_replay_and_knows_the_whole_game(
    sit: Sitting, judge: Judge
) -> None:
    async with sit(TRIO, replay=True) as player:
        await player.press("right", "V")
        await reviewed(player)
        assert len(judge.asked) == len(TRIO.history.moves)
        await player.press("escape")
        assert isinstance(player.app.screen, ReplayScreen)


async def test_it_is_opened_from_the_result(sit: Sitting, judge: Judge) -> None:
    async with sit(saved(LAST_KING)) as player:
        await player.press("end", "enter")
        await player.until(lambda: player.sees("Review the game"))
        await player.press("V")
        await reviewed(player)
        await player.press("escape")
        assert isinstance(player.app.screen, ResultScreen)


async def test_it_is_opened_from_the_saved_games(
    sit: Sitting, judge: Judge, tmp_path: Path
) -> None:
    write(tmp_path / "saves" / "a.save", TRIO)
    (tmp_path / "saves" / "b.save").write_text("This is no game.")
    async with sit() as player:
        await player.press("g")
        await player.until(lambda: player.sees(LONG_NAMES[0][:8]))
        await player.press("V")
        player.shows("This file is not a saved game")
        await player.press("down", "V")
        await player.until(lambda: isinstance(player.app.screen, ReviewScreen))


async def test_who_leaves_ends_the_thought(
    sit: Sitting, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[bool] = []

    async def ask(*_: object) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    monkeypatch.setattr(BotThread, "ask", ask)
    async with sit(TRIO, replay=True) as player:
        await player.press("V", "escape")
        await player.until(lambda: ended == [True])


async def test_the_help_says_what_it_is(sit: Sitting, judge: Judge) -> None:
    async with sit(TRIO, review=True) as player:
        await player.press("question_mark")
        player.shows("The chart shows the chance of winning", "> goes to")
