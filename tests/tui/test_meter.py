"""The win meter: what it shows, when, and to whom."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from regicide_tui.games.regicide.rules import legal_actions
from regicide_tui.games.regicide.state import Choose
from regicide_tui.play.settings import Settings
from regicide_tui.play.table import Table
from regicide_tui.thinking.bot_thread import BotThread, Fault
from regicide_tui.thinking.questions import Advice, Answer, AnyQuestion, Question, WishQuestion
from tests.loose import loose
from tests.play.games import JESTER_IN_HAND, begun, duel, set_up
from tests.tui.conftest import Sitting
from tests.tui.models import TRIO
from tests.tui.player import Player

METER = Settings(motion=False, win_meter=True)
BEST, WORST = 0.62, 0.07

Asked = list[Question]
Answers = Callable[[Question], Any]


def judged(asked: Question) -> tuple[Advice, ...]:
    """Judge one action well and all others badly."""
    first, *others = legal_actions(loose(asked.observation.view))
    return (Advice(first, BEST), *[Advice(action, WORST) for action in others])


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Answer every glance at once, and remember what was asked."""
    questions: Asked = []

    async def answer(_: BotThread, question: Question) -> Any:
        questions.append(question)
        return judged(question)

    monkeypatch.setattr(BotThread, "ask", answer)
    return questions


def alone() -> Table:
    return Table(begun(1), ("Ada",))


def pairs() -> Table:
    """Return a position with cards that go together."""
    hands = [["4C", "4D", "AC", "9S"]]
    return Table(set_up({"players": 1, "enemy": "JS", "hands": hands, "castle": ["QC"]}), ("Ada",))


def title(player: Player) -> str:
    """Return the line at the top."""
    return player.page.split("\n")[0]


async def test_without_the_setting_nothing_is_judged_and_nothing_shown(
    sit: Sitting, asked: Asked
) -> None:
    async with sit(alone()) as player:
        await player.press("1")
        assert "win" not in title(player)
    assert asked == []


async def test_it_shows_the_chance_now_and_that_of_what_is_picked(
    sit: Sitting, asked: Asked
) -> None:
    async with sit(alone(), settings=METER) as player:
        await player.until(lambda: "win 62% → 62%" in title(player))
        await player.press("right")
        assert "win 62% → 7%" in title(player)
        await player.press("1")
        assert "win 62% → 62%" in title(player)
        await player.press("c")
        assert "win 62% → 62%" in title(player)
    assert [question.quick for question in asked] == [True], "no key asks again"


async def test_the_help_says_what_the_figures_in_the_title_are(sit: Sitting, asked: Asked) -> None:
    for settings in (METER, Settings(motion=False)):
        async with sit(alone(), (80, 60), settings=settings) as player:
            await player.press("question_mark")
            assert player.sees("The title shows your chance of winning now") == settings.win_meter


async def test_what_lowers_the_chance_looks_like_a_warning(sit: Sitting, asked: Asked) -> None:
    async with sit(alone(), settings=METER) as player:
        await player.until(lambda: "win 62% → 62%" in title(player))
        assert player.colour_of("62%", after="→ ") == player.colour("success")
        await player.press("right")
        assert player.colour_of("7%", after="→ ") == player.colour("warning")


async def test_after_a_hint_it_shows_the_figures_of_the_hint(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answer(_: BotThread, question: Question) -> Any:
        if question.quick:
            return judged(question)
        first, second = legal_actions(loose(question.observation.view))[:2]
        third = legal_actions(loose(question.observation.view))[2]
        return (Advice(second, 0.4), Advice(first, 0.3), Advice(third, 0.41))

    monkeypatch.setattr(BotThread, "ask", answer)
    async with sit(alone(), settings=METER) as player:
        await player.until(lambda: "win 62% → 62%" in title(player))
        await player.press("h")
        await player.until(lambda: "win 40% → 40%" in title(player))
        assert ": win 40%." in player.page
        await player.press("escape", "left")
        assert "win 40% → 30%" in title(player)
        await player.press("right", "right")
        assert "win 40% → 40%" in title(player), "nothing is better than the best"
        await player.press("right")
        assert "win 40% → 7%" in title(player), "an action that the hint did not rate"
        await player.press("enter")
        await player.until(lambda: "win 62%" in title(player))


async def test_a_choice_that_is_advised_because_of_a_wish_does_not_lower_the_chance(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answer(_: BotThread, question: AnyQuestion) -> Answer:
        if isinstance(question, WishQuestion):
            return question.seat == 1
        if isinstance(question, Question) and question.quick:
            return ()
        return (Advice(Choose(1), 0.6), Advice(Choose(0), 0.7), Advice(Choose(2), 0.5))

    monkeypatch.setattr(BotThread, "ask", answer)
    position = {**TRIO, "phase": "choose"}
    saved = Table(set_up(position), ("Ada", "Bea", "Cy"), bots=("", "squire", "squire"))
    async with sit(saved, settings=METER) as player:
        await player.press("h")
        await player.until(lambda: "win 70% → 60%" in title(player))
        assert "Choose Bea: win 60%" in player.page
        assert "Next best" not in player.page


async def test_cards_that_go_together_are_known_in_any_order(sit: Sitting, asked: Asked) -> None:
    async with sit(pairs(), settings=METER) as player:
        await player.until(lambda: "win 62%" in title(player))
        for keys in ("12", "21"):
            await player.press("escape", *keys)
            assert "→ 7%" in title(player)


async def test_what_can_not_be_done_has_no_chance(sit: Sitting, asked: Asked) -> None:
    async with sit(pairs(), settings=METER) as player:
        await player.press("1", "enter")
        await player.until(lambda: len(asked) == 2)
        await player.press("1")
        assert "→" not in title(player), "4 are too few for the Jack"
        await player.press("3")
        assert "→" in title(player)


async def test_every_moment_is_judged_anew(sit: Sitting, asked: Asked) -> None:
    async with sit(alone(), settings=METER) as player:
        await player.until(lambda: len(asked) == 1)
        await player.press("1", "enter")
        await player.until(lambda: len(asked) == 2)
        await player.press("u")
        await player.until(lambda: len(asked) == 3)
        assert asked[2].observation == asked[0].observation


async def test_keys_are_taken_while_it_judges(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(BotThread, "ask", never)
    async with sit(alone(), settings=METER) as player:
        await player.press("1", "enter")
        assert len(player.actions) == 1
        assert "win ?" in title(player)


async def test_where_it_fails_the_game_goes_on(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise Fault("has failed")

    monkeypatch.setattr(BotThread, "ask", fail)
    async with sit(alone(), settings=METER) as player:
        await player.press("1", "enter")
        assert len(player.actions) == 1
        assert "win ?" in title(player)


async def test_nobody_sees_the_chance_that_another_hand_gives(sit: Sitting, asked: Asked) -> None:
    position = {**JESTER_IN_HAND, "hands": [["3C", "8D", "9S", "9D"], ["9H", "TC"]]}
    async with sit(Table(set_up(position), ("Ada", "Bea")), settings=METER) as player:
        await player.press("enter")
        await player.until(lambda: "win 62%" in title(player))
        while not player.sees("show the hand"):
            table = player.table
            action = table.game.legal_actions(table.view(0))[0]
            await player.act(action)
        assert "win" not in title(player)
        before = len(asked)
        await player.press("enter")
        await player.until(lambda: len(asked) > before)
        assert (
            loose(asked[-1].observation.view).hands[1] != loose(asked[0].observation.view).hands[1]
        )


async def test_between_rivals_there_is_none(sit: Sitting, asked: Asked) -> None:
    async with sit(duel(), settings=METER) as player:
        await player.press("enter", "1")
        assert not player.sees("win ")
    assert asked == []


async def test_on_the_largest_board_it_stands_among_the_figures_too(
    sit: Sitting, asked: Asked
) -> None:
    async with sit(alone(), (200, 60), settings=METER, plain=True) as player:
        await player.until(lambda: "win 62%" in title(player))
        player.shows("62% win now", "62% win with this play")
        await player.press("right")
        player.shows("7% win with this play")


async def test_alone_each_chance_is_the_best_that_an_action_gives(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answer(_: BotThread, question: Question) -> tuple[Advice, ...]:
        first, *others = legal_actions(loose(question.observation.view))
        return (Advice(first, 0.87, 0.001), *[Advice(one, 0.75, 0.03) for one in others])

    monkeypatch.setattr(BotThread, "ask", answer)
    async with sit(alone(), settings=METER, plain=True) as player:
        await player.until(lambda: "gold 3% -> <1%  any win 87% -> 87%" in title(player))
        await player.press("right")
        assert "gold 3% -> 3%  any win 87% -> 75%" in title(player)


async def test_alone_both_chances_have_their_names(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answer(_: BotThread, question: Question) -> Any:
        first, *others = legal_actions(loose(question.observation.view))
        worse = [Advice(action, 0.98, 0.3) for action in others]
        return (Advice(first, 0.99, 0.41), *worse)

    monkeypatch.setattr(BotThread, "ask", answer)
    sizes: list[tuple[int, int]] = [(60, 20), (80, 24), (200, 60)]
    for size in sizes:
        async with sit(alone(), size, settings=METER, plain=True) as player:
            await player.until(lambda: "gold 41% -> 41%" in title(player))
            assert "any win 99% -> 99%" in title(player)
            await player.press("right")
            assert "gold 41% -> 30%  any win 99% -> 98%" in title(player)
            if size[0] == 200:
                player.shows("41% gold now", "99% any win now", "30% gold with this play")
                player.shows("98% any win with this play", "THIS GAME")
