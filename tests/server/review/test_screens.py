"""A finished game that people look at together, each in a window of their own."""

import pytest
from msgspec.structs import replace

from regicide_tui.server.model.review import commands
from regicide_tui.server.screens.review.table import ReviewTable
from regicide_tui.server.screens.review.what_if import WhatIfTable
from regicide_tui.server.services.reviews import Reviews
from regicide_tui.server.services.services import Services
from regicide_tui.tui.input.commands import EARLIER, FULL_LOG, LATER
from regicide_tui.tui.pages.review import MARKS
from regicide_tui.tui.rendering.paint import DRAWN
from regicide_tui.tui.table.game_ui import find
from regicide_tui.tui.table.table_model import Pointing
from tests.server.gatherings import begin, enter_review
from tests.server.review.finished import (
    ADA,
    BEA,
    DEE,
    GAMES,
    after_a_game,
    go_together,
)
from tests.server.screens.test_table import cards_in, may_know, sees_the_rest_together
from tests.server.visitors import visiting


@pytest.fixture(autouse=True)
def nobody_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no bot think: `test_verdicts.py` is about what they say."""
    monkeypatch.setattr(Reviews, "wake_judge", lambda _: None)


@pytest.mark.slow
async def test_an_action_may_be_taken_back_before_its_player_hears_of_it(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with after_a_game(services) as (table, ada, bea):
        await go_together(ada, bea)
        room = services.reviews.open_reviews[table]
        await ada.press("home", "n")
        await bea.sees("what if?")
        screen = bea.app.screen
        assert isinstance(screen, WhatIfTable)
        do = screen.handle.do

        async def do_for_nothing(command: commands.ReviewCommand) -> None:
            monkeypatch.setattr(screen.handle, "do", do)
            await do(command)
            await services.reviews.do(room, ADA, commands.TakeBack(room.state.steps))

        monkeypatch.setattr(screen.handle, "do", do_for_nothing)
        await bea.press("1", "enter")
        await bea.until(lambda: screen.handle.do == do)
        await bea.sees("All followers can act")
        await bea.press("1", "enter")
        for one in (ada, bea):
            await one.sees("Action 1 of 1")


async def test_somebody_in_two_windows_leaves_with_the_last_one(services: Services) -> None:
    async with after_a_game(services) as (table, ada, _):
        await ada.press("V")
        await ada.sees("you lead")
        other = await enter_review(services, table, ADA)
        assert services.reviews.people_of(table) == (ADA,)
        other.leave()
        other.leave()
        await services.idle()
        assert services.reviews.people_of(table) == (ADA,)
        await ada.press("escape")
        await ada.until(lambda: services.reviews.people_of(table) == ())


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
async def test_a_finished_game_is_seen_from_any_seat_and_with_all_hands(
    services: Services, game: str
) -> None:
    async with after_a_game(services, game) as (table, ada, _):
        saved = (await services.finished.read(table, ADA)).game
        assert saved is not None
        dealt = replace(saved, history=saved.history.at(0))
        await ada.press("W")
        await ada.sees("Replay 0/")
        for seat, name in enumerate(("you", BEA)):
            model = find(game).compose(dealt.seen_from(seat), Pointing(), ("the deal",))
            cards = [DRAWN.card_text(card) for card in model.hand_of(seat)]
            await ada.press("\t")
            await ada.sees(f"seen by {name}", *cards)
        await ada.press("\t")
        await ada.sees("seed")
        await ada.press("d")
        await ada.sees("ALL HANDS", "You (", "bea (")


async def test_whoever_watches_a_running_game_sees_no_hand_by_the_keys_of_a_review(
    services: Services,
) -> None:
    table = await begin(services)
    state = services.tables.whole(table).game
    assert state is not None
    async with visiting(services, ADA), visiting(services, DEE) as [dee]:
        await dee.press("1")
        await dee.sees("watching")
        await dee.press("V", "\t", "d", "escape", "W", "J", "Y", "M", "n")
        assert "Replay" not in dee.window.written
        assert not services.reviews.open_reviews
        assert cards_in(dee.window.written) <= may_know(state, None)
        await sees_the_rest_together(dee, state)


@pytest.mark.slow
async def test_the_help_explains_the_marks_and_promises_no_log(services: Services) -> None:
    async with after_a_game(services) as (_, ada, bea):
        await go_together(ada, bea)
        await ada.press("home", "n")
        await ada.until(lambda: isinstance(ada.app.screen, WhatIfTable))
        screens = [
            one for one in ada.app.screen_stack if isinstance(one, ReviewTable | WhatIfTable)
        ]
        assert [type(one) for one in screens] == [ReviewTable, WhatIfTable]
        for one in screens:
            assert MARKS in one.guide().text
            listed = one.commands()
            assert FULL_LOG in listed
            assert not {EARLIER, LATER} & {*listed}
