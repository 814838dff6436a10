"""Bots at the table on the screen: they act by themselves, and never when they should not."""

import asyncio
from pathlib import Path
from typing import Any, Literal, get_args

import pytest
from msgspec.structs import replace

from regicide_tui.games import find
from regicide_tui.play.history import Start, begin
from regicide_tui.play.settings import Settings
from regicide_tui.play.table import Table
from regicide_tui.thinking.bot_thread import FAILED, BotThread, Fault
from regicide_tui.thinking.questions import Question, answer
from regicide_tui.tui.card_app import CardApp
from regicide_tui.tui.input import keyboard
from regicide_tui.tui.table import bots
from regicide_tui.tui.table import bots as ask_bot_module
from regicide_tui.tui.table.bots import PAUSES
from tests.play.games import JESTER_IN_HAND, begun, set_up
from tests.tui.conftest import Sitting
from tests.tui.models import SOLO, TRIO, saved
from tests.tui.player import Player

PAGE = "page"
Pace = Literal["slow", "normal", "fast"]
"""The values of the setting, the slowest first."""


def with_a_bot() -> Table:
    """Return a game in which a bot begins."""
    return Table(begun(2, options={"first_player": 2}), ("Ada", "Pip"), bots=("", PAGE))


def my_turn_with_a_bot() -> Table:
    """Return a position in which Ada is to act, and Pip after her."""
    position = {**JESTER_IN_HAND, "hands": [["3C", "8D", "9S", "9D"], ["9H", "TC"]]}
    return Table(set_up(position), ("Ada", "Pip"), bots=("", PAGE))


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every bot waits until a key is pressed."""
    monkeypatch.setattr(bots, "PAUSES", {"normal": 1000.0})


@pytest.fixture
def haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """No bot waits."""
    monkeypatch.setattr(bots, "PAUSES", {"normal": 0.0})


def is_for_me(player: Player) -> bool:
    return player.table.acting_bot is None


async def test_a_bot_acts_by_itself_and_is_told_like_anybody(sit: Sitting, haste: None) -> None:
    async with sit(with_a_bot()) as player:
        await player.until(lambda: is_for_me(player))
        player.shows("Pip plays", "▟3♣")
        assert player.actions
        assert (await player.kept()).history.cursor == len(player.actions)


@pytest.mark.parametrize("sound", [True, False])
async def test_the_bell_calls_once_when_the_bot_has_acted_if_it_is_wanted(
    sit: Sitting, haste: None, monkeypatch: pytest.MonkeyPatch, sound: bool
) -> None:
    calls: list[int] = []
    monkeypatch.setattr(CardApp, "bell", lambda app: calls.append(app.screen.table.moves))
    async with sit(with_a_bot(), settings=Settings(sound=sound)) as player:
        await player.until(lambda: is_for_me(player))
        assert calls == ([len(player.actions)] if sound else [])


@pytest.mark.parametrize(("name", "held"), [("duel", "▟3♣"), ("king_of_the_dead", "▟A♥")])
async def test_a_bot_plays_against_me(sit: Sitting, haste: None, name: str, held: str) -> None:
    history = begin(find(name), Start(name, 2, "7F3K", {"first_player": 2}))
    async with sit(Table(history, ("Ada", "Pip"), bots=("", PAGE))) as player:
        await player.until(lambda: is_for_me(player))
        assert player.actions
        player.shows("Pip", held)


async def test_while_it_is_a_bots_turn_the_own_hand_lies_open_and_the_line_says_who(
    sit: Sitting, patience: None
) -> None:
    async with sit(with_a_bot()) as player:
        player.shows("Pip is to play.", "▟3♣", "enter go on")
        assert not player.sees("show the hand")


async def test_any_key_ends_the_pause_of_a_turn_and_does_what_it_does(
    sit: Sitting, patience: None
) -> None:
    async with sit(with_a_bot()) as player:
        await player.press("right")
        await player.until(lambda: is_for_me(player))
        assert len(player.actions) == 2, "the bot has played and paid"
        assert player.app.screen.model.cursor == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["regicide", "duel", "king_of_the_dead"])
async def test_a_number_that_ends_the_pause_picks_no_card(
    sit: Sitting, patience: None, name: str
) -> None:
    history = begin(find(name), Start(name, 2, "7F3K", {"first_player": 2}))
    async with sit(Table(history, ("Ada", "Pip"), bots=("", PAGE))) as player:
        await player.press("1")
        await player.until(lambda: is_for_me(player))
        assert player.app.screen.chosen == ()  # type: ignore[attr-defined]
        await player.press("1")
        assert player.app.screen.chosen == (0,)  # type: ignore[attr-defined]


async def test_who_hurries_a_bot_with_enter_plays_nothing_by_one_enter_too_many(
    sit: Sitting, patience: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyboard, "REPEAT", 3600.0)
    async with sit(with_a_bot()) as player:
        await player.press("enter")
        await player.until(lambda: is_for_me(player))
        before = player.actions
        await player.press("enter", "enter")
        assert player.actions == before
        await player.press("1", "enter")
        assert len(player.actions) > len(before), "who picks a card has seen whose turn it is"


async def test_who_lets_a_bot_act_in_its_time_plays_with_the_first_enter(
    sit: Sitting, haste: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyboard, "REPEAT", 3600.0)
    async with sit(with_a_bot()) as player:
        await player.until(lambda: is_for_me(player))
        before = player.actions
        await play_anything(player)
        assert len(player.actions) > len(before)


async def test_a_key_for_the_bot_that_comes_just_after_its_turn_plays_nothing(
    sit: Sitting, haste: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyboard, "REACTION", 3600.0)
    async with sit(with_a_bot()) as player:
        await player.until(lambda: is_for_me(player))
        before = player.actions
        await player.press("enter", "y")
        assert player.actions == before
        player.shows("Too fast: the table has just changed. Press the key again.")
        await player.press("1", "enter")
        assert len(player.actions) > len(before)


async def test_who_holds_down_the_key_that_ends_a_turn_ends_no_second_one(
    sit: Sitting, haste: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyboard, "REACTION", 3600.0)
    history = begin(find("king_of_the_dead"), Start("king_of_the_dead", 2, "7F3K", {}))
    async with sit(Table(history, ("Ada", "Pip"), bots=("", PAGE))) as player:
        await player.press("e")
        await player.until(lambda: len(player.actions) > 1 and is_for_me(player))
        before = player.actions
        await player.press("e", "e")
        assert player.actions == before


async def test_a_key_that_shows_the_hand_and_is_held_down_plays_nothing(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyboard, "REPEAT", 3600.0)
    async with sit(saved(TRIO)) as player:
        await player.press("enter", "enter", "enter")
        player.shows("Ada's hand")
        assert player.actions == []
        await player.press("4", "enter")
        assert player.actions == ["8D"]


async def test_a_key_that_opened_the_table_and_is_held_down_plays_nothing(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyboard, "REPEAT", 3600.0)
    async with sit(saved(SOLO)) as player:
        await player.press("m")
        player.shows("› r  Resume")
        await player.press("enter", "enter", "enter")
        assert player.actions == []
        player.shows("enter play A♣")
        await player.press("3", "enter")
        assert player.actions == ["3H"]


async def test_a_key_that_acted_and_is_held_down_does_not_act_again(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyboard, "REPEAT", 3600.0)
    async with sit(saved(SOLO, "8D", "pay TS 5S")) as player:
        await player.press("enter", "enter", "enter")
        assert len(player.actions) == 3


async def test_a_person_can_do_nothing_on_behalf_of_a_bot(sit: Sitting, patience: None) -> None:
    async with sit(with_a_bot()) as player:
        assert not player.app.screen.may_act()  # type: ignore[attr-defined]
        await player.click("go on")
        await player.until(lambda: is_for_me(player))


async def test_undo_takes_back_the_answers_as_well_and_a_bot_answers_alike_again(
    sit: Sitting, haste: None
) -> None:
    async with sit(my_turn_with_a_bot()) as player:
        await play_anything(player)
        await player.until(lambda: is_for_me(player))
        before = player.actions
        await player.press("u")
        await player.until(lambda: is_for_me(player))
        assert 0 < len(player.actions) < len(before) - 1, "Ada's payment and what Pip did"
        await play_anything(player)
        await player.until(lambda: is_for_me(player))
        assert player.actions == before


async def test_undo_while_a_bot_thinks_stops_it(
    sit: Sitting, patience: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sit(with_a_bot()) as player:
        await player.press("x")
        await player.until(lambda: is_for_me(player))
        stuck = hold_every_bot(monkeypatch)
        moves = await play_anything(player)
        await player.until(lambda: bool(stuck.asked))
        await player.press("u")
        assert len(player.actions) == moves
        await player.until(lambda: stuck.dropped == len(stuck.asked))


async def play_anything(player: Player) -> int:
    """Take Ada's actions until it is a bot's turn; return how many moves stood before the last."""
    moves = 0
    while is_for_me(player):
        table = player.table
        moves = table.moves
        action = table.game.legal_actions(table.view(0))[0]
        await player.act(action)
    return moves


class Stuck:
    """A bot_process that thinks for ever."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.dropped = 0

    async def ask(self, asked: Question) -> Any:
        self.asked.append(asked)
        try:
            await asyncio.Event().wait()
        finally:
            self.dropped += 1


def hold_every_bot(monkeypatch: pytest.MonkeyPatch) -> Stuck:
    stuck = Stuck()
    monkeypatch.setattr(BotThread, "ask", lambda _, asked: stuck.ask(asked))
    return stuck


async def test_keys_are_taken_while_a_bot_thinks(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold_every_bot(monkeypatch)
    async with sit(with_a_bot()) as player:
        await player.press("question_mark")
        player.shows("Press any key to")


async def test_when_a_thought_takes_long_the_table_says_so(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold_every_bot(monkeypatch)
    monkeypatch.setattr(ask_bot_module, "LONG", 0.05)
    async with sit(with_a_bot()) as player:
        await player.until(lambda: player.sees("This is taking a while."))


@pytest.mark.parametrize("key", ["m", "q"])
async def test_who_leaves_stops_the_bots(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    stuck = hold_every_bot(monkeypatch)
    async with sit(with_a_bot()) as player:
        await player.until(lambda: bool(stuck.asked))
        await player.press(key)
        await player.until(lambda: stuck.dropped == 1)


def count_answers(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return a list that gets every answer of a bot as soon as it is thought out."""
    answers: list[Any] = []

    async def ask(_: BotThread, asked: Question) -> Any:
        answers.append(answer(asked))
        return answers[-1]

    monkeypatch.setattr(BotThread, "ask", ask)
    return answers


async def test_nothing_is_played_while_something_covers_the_table(
    sit: Sitting, patience: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = count_answers(monkeypatch)
    async with sit(with_a_bot()) as player:
        await player.press("question_mark")
        await player.until(lambda: bool(answers))
        await player.pilot.pause()
        assert player.actions == []
        await player.press("escape")
        await player.until(lambda: bool(player.actions))


async def test_when_a_bot_fails_the_page_takes_its_seat_and_a_sentence_says_so(
    sit: Sitting, haste: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise Fault(FAILED)

    monkeypatch.setattr(BotThread, "ask", fail)
    async with sit(with_a_bot()) as player:
        await player.until(lambda: is_for_me(player))
        player.shows("Pip has failed. A page plays on.")


async def test_a_game_that_is_resumed_goes_on_with_its_bots(
    sit: Sitting, haste: None, tmp_path: Path
) -> None:
    async with sit(with_a_bot()) as player:
        await player.until(lambda: is_for_me(player))
        done = player.actions
        await player.press("q")
    async with sit() as player:
        await player.press("r")
        await player.until(lambda: player.sees("▟3♣"))
        assert player.actions == done
        assert player.table.bots == ("", PAGE)


async def test_the_curtain_falls_when_another_person_is_to_act(sit: Sitting, haste: None) -> None:
    saved = Table(begun(3), ("Ada", "Pip", "Bea"), bots=("", PAGE, ""))
    async with sit(saved) as player:
        before = None
        for _ in range(8):
            await player.until(lambda: is_for_me(player))
            person = player.table.to_act
            assert player.sees("show the hand") == (person != before)
            before = person
            if player.sees("show the hand"):
                await player.press("enter")
            viewer = player.app.screen.model.viewer  # type: ignore[attr-defined]
            assert viewer == person
            table = player.table
            await player.act(table.game.legal_actions(table.view(viewer))[0])


async def test_no_curtain_falls_while_a_bot_acts_between_two_people(
    sit: Sitting, patience: None
) -> None:
    saved = Table(begun(3, options={"first_player": 1}), ("Ada", "Pip", "Bea"), bots=("", PAGE, ""))
    async with sit(saved) as player:
        await player.press("enter")
        await play_anything(player)
        await player.pilot.pause()
        player.shows("Pip is to play.")
        assert not player.sees("show the hand")
        assert player.app.screen.model.viewer == 0, "Ada's hand stays open"  # type: ignore[attr-defined]


async def test_a_level_that_is_not_known_here_is_played_by_the_simplest_bot(sit: Sitting) -> None:
    async with sit(replace(with_a_bot(), bots=("", "wizard"))) as player:
        assert player.table.bots == ("", PAGE)


@pytest.mark.parametrize("pace", get_args(Pace))
async def test_the_pause_is_that_of_the_settings(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch, pace: Pace
) -> None:
    longer = dict.fromkeys(get_args(Pace), 1000.0)
    monkeypatch.setattr(bots, "PAUSES", {**longer, pace: 0.0})
    async with sit(with_a_bot(), settings=Settings(motion=False, pace=pace)) as player:
        await player.until(lambda: is_for_me(player))


def test_there_is_a_pause_for_each_pace_and_a_faster_pace_has_a_shorter_one() -> None:
    pauses = [PAUSES[pace] for pace in get_args(Pace)]
    assert len(pauses) == len(PAUSES)
    assert pauses == sorted(pauses, reverse=True)
    assert len(set(pauses)) == len(pauses)
    assert min(pauses) > 0
