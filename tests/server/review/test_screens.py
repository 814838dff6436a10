"""A finished game that people look at together, each in a window of their own."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from regicide_tui.server.model.review import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.screens.review.table import ReviewTable
from regicide_tui.server.screens.review.what_if import WhatIfTable
from regicide_tui.server.services.reviews import Reviews
from regicide_tui.server.services.services import Services, make_services
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import StoreError
from regicide_tui.tui.input.commands import EARLIER, FULL_LOG, LATER
from regicide_tui.tui.pages.verdicts import MARKS
from regicide_tui.tui.rendering.symbols import DRAWN
from regicide_tui.tui.table.game_ui import find
from regicide_tui.tui.table.table_model import NOTHING
from tests.server.gatherings import begin, enter_review
from tests.server.review.finished import (
    ADA,
    BEA,
    CYD,
    DEE,
    GAMES,
    a_legal_action,
    after_a_game,
    finish,
    go_together,
)
from tests.server.screens.test_table import cards_in, may_know, sees_the_rest_together
from tests.server.visitors import visiting


@pytest.fixture(autouse=True)
def nobody_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no bot think: `test_verdicts.py` is about what they say."""
    monkeypatch.setattr(Reviews, "wake_judge", lambda _: None)


@pytest.mark.parametrize("game", GAMES)
async def test_where_the_leader_goes_the_other_sees_without_a_key(
    services: Services, game: str
) -> None:
    async with after_a_game(services, game) as (_, ada, bea):
        await go_together(ada, bea)
        await ada.press("home")
        for number in range(1, 4):
            await ada.press("right")
            for one in (ada, bea):
                await one.sees(f"Replay {number}/")


async def test_one_looks_around_alone_and_comes_back_with_one_key(services: Services) -> None:
    async with after_a_game(services) as (_, ada, bea):
        await go_together(ada, bea)
        await ada.press("home", "right")
        await bea.sees("Replay 1/")
        await bea.press("right", "right")
        await bea.sees("Replay 3/", "on your own, J follows ada")
        await ada.sees("Replay 1/", "nobody follows")
        await ada.press("right")
        await ada.sees("Replay 2/")
        await bea.sees("Replay 3/")
        await bea.press("J")
        await bea.sees("Replay 2/", "ada leads, you follow")


async def test_the_lead_is_handed_over(services: Services) -> None:
    async with after_a_game(services) as (table, ada, bea):
        await go_together(ada, bea)
        await bea.press("Y")
        await bea.sees("ada leads: only the leader can do this.")
        await ada.press("left")
        await bea.sees_no("ada leads: only the leader can do this.")
        await ada.press("Y")
        await ada.sees("bea leads, you follow")
        await bea.sees("you lead, ada follows")
        async with visiting(services, CYD) as [cyd]:
            cyd.app.call_later(cyd.app.show_review, table)
            await cyd.sees("bea leads, you follow")
            await bea.press("Y")
            await bea.sees("Hand the lead over to:", "ada", "cyd")
            await bea.press("2")
            await cyd.sees("you lead, ada and bea follow")


async def test_if_the_leader_leaves_another_one_leads(services: Services) -> None:
    async with after_a_game(services) as (_, ada, bea):
        await go_together(ada, bea)
        await ada.press("escape")
        await ada.sees("Another game")
        await bea.sees("you lead, nobody follows")
        await ada.press("V")
        await ada.sees("bea leads, you follow")
        await bea.drop()
        await ada.sees("you lead, nobody follows")


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_is_played_on_differently_together(services: Services, game: str) -> None:
    async with after_a_game(services, game, size=(120, 40)) as (table, ada, bea):
        before = (await services.finished.read(table, ADA)).game
        await go_together(ada, bea)
        await ada.press("home")
        await bea.sees("Replay 0/")
        await bea.press("n")
        await bea.sees("ada leads: only the leader can do this.")
        await ada.press("n")
        for one in (ada, bea):
            await one.sees("what if?", "Whoever follows may play")
        room, begun = services.reviews.open_reviews[table], ada.window.text
        keys, who = ["1", "enter"], "bea for ada:"
        if game == "king_of_the_dead":  # there bea has the turn
            keys, who = ["e"], "bea:"
        await bea.press(*keys)
        await ada.until(lambda: room.state.steps == 1)
        for one in (ada, bea):
            await one.sees("Action 1 of 1", who)
        await ada.press("u")
        for one in (ada, bea):
            await one.sees("Whoever follows may play")
        assert room.state.steps == 0
        await ada.until(lambda: ada.window.text == begun)
        await ada.press("escape")
        for one in (ada, bea):
            await one.sees("Replay 0/")
            await one.sees_no("what if?")
        assert (await services.finished.read(table, ADA)).game == before


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
        await bea.sees("Whoever follows may play")
        await bea.press("1", "enter")
        for one in (ada, bea):
            await one.sees("Action 1 of 1")


async def test_at_the_end_of_a_what_if_no_key_promises_a_result(services: Services) -> None:
    async with after_a_game(services) as (table, ada, bea):
        await go_together(ada, bea)
        room = services.reviews.open_reviews[table]
        await ada.press("left", "n")
        await ada.sees("what if?")
        while (played := room.state.seen_by(ADA)).outcome is None:
            await services.reviews.do(
                room, ADA, commands.Play(a_legal_action(played), room.state.steps)
            )
        await ada.sees("The game is over.", "return to the game")
        assert "show the result" not in ada.window.text


async def test_whoever_looks_around_is_not_taken_into_the_what_if(services: Services) -> None:
    async with after_a_game(services) as (_, ada, bea):
        await go_together(ada, bea)
        await ada.press("home")
        await bea.sees("Replay 0/")
        await bea.press("right")
        await ada.press("n")
        await ada.sees("what if?  you lead, nobody follows")
        await bea.sees("Replay 1/", "on your own")
        await bea.press("J")
        await bea.sees("what if?  ada leads, you follow")
        await bea.press("escape")
        await bea.sees("Replay 0/", "on your own")
        await bea.press("J")
        await bea.sees("what if?")
        await ada.drop()
        await bea.sees("what if?  you lead")
        await bea.press("escape")
        await bea.sees("Replay 0/")


async def test_a_player_points_at_a_card_and_the_others_see_who(services: Services) -> None:
    async with after_a_game(services) as (_, ada, bea):
        await go_together(ada, bea)
        await ada.press("home")
        await bea.sees("Replay 0/")
        await bea.press("3")
        await ada.sees("bea points at ", "'s hand.")
        await bea.press("9")
        await bea.sees("There is no such card.")
        await ada.press("right")
        await bea.sees_no("points at")
        await ada.sees_no("points at")


async def test_what_one_says_all_read_until_the_leader_goes_on(services: Services) -> None:
    async with after_a_game(services) as (_, ada, bea):
        await go_together(ada, bea)
        await ada.press("home")
        await bea.sees("Replay 0/")
        await bea.press("t")
        await bea.sees("To all in the review:")
        await bea.press(*"Why this?", "enter")
        for one in (ada, bea):
            await one.sees("bea: Why this?")
        await ada.press("n")
        for one in (ada, bea):
            await one.sees("what if?", "bea: Why this?")
        await ada.press("escape")
        await ada.sees("Replay 0/")
        await ada.press("right")
        for one in (ada, bea):
            await one.sees("Replay 1/")
            await one.sees_no("Why this?")
        await ada.press("left")
        for one in (ada, bea):
            await one.sees("Replay 0/", "bea: Why this?")


async def test_what_is_said_is_seen_although_somebody_points_and_can_be_read_in_full_later(
    services: Services,
) -> None:
    async with after_a_game(services) as (_, ada, bea):
        await go_together(ada, bea)
        await ada.press("home", "1")
        await bea.sees("ada points at")
        await bea.press("t", *"Rather the nine. " * 9, "enter")
        for one in (ada, bea):
            await one.sees("bea: Rather the nine.")
        await ada.press("right")
        await ada.sees("Replay 1/")
        await ada.press("M")
        await ada.sees("said at 0")
        assert " ".join(ada.window.text.split()).count("Rather the nine.") == 9


async def test_the_chart_goes_with_the_leader_and_leads_too(services: Services) -> None:
    async with after_a_game(services) as (_, ada, bea):
        await go_together(ada, bea)
        await bea.press("V")
        await bea.sees("REVIEW", "the chance of winning", "judged 0 of")
        await ada.press("home", "right")
        await bea.sees("Action 2 of")
        await bea.press("right")
        await bea.sees("Action 3 of", "J follow")
        await bea.press("J")
        await bea.sees("Action 2 of")
        await ada.press("V")
        await ada.sees("judged 0 of")
        await ada.press("right", "right")
        await bea.sees("Action 4 of")
        await ada.press("a")
        for one in (ada, bea):
            await one.sees("what if?")
        await ada.press("escape")
        await ada.sees("Replay 3/")
        await bea.sees("REVIEW", "Action 4 of")


async def test_notes_stay_with_the_game_after_a_restart(path: Path) -> None:
    store = SqliteStore(path)
    services = make_services(store, pause=0, return_seconds=0)
    await services.open()
    async with after_a_game(services) as (table, ada, bea):
        await go_together(ada, bea)
        await ada.press("home", "right")
        await ada.press("M")
        await ada.sees("Nobody has written a note", f"review {table}@1")
        await ada.press("M", *"Too early.", "enter")
        await ada.sees("action 1", "ada: Too early.")
        await bea.sees("ada: Too early.", "M 1 note")
        await ada.press("M", *"Better the nine. " * 8, "enter")
        await ada.sees("the nine. Better the nine. Better")
        shown = " ".join(ada.window.text.split())
        assert shown.count("Better the nine.") == 8, "a long note is shown in full"
        await bea.sees("M 2 notes")
    await services.close()
    await store.close()
    store = SqliteStore(path)
    services = make_services(store, pause=0, return_seconds=0)
    await services.open()
    async with visiting(services, CYD) as [cyd]:
        cyd.app.call_later(cyd.app.show_review, table, 1)
        await cyd.sees("ada: Better the nine.", "M 2 notes")
        await cyd.press("M")
        await cyd.sees("action 1", "ada: Too early.")
        await cyd.press("down", "enter")
        await cyd.sees("Replay 1/")
    await services.close()
    await store.close()


async def test_a_note_that_can_not_be_kept_is_not_shown(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object, **__: object) -> None:
        raise StoreError("database or disk is full")

    async with after_a_game(services) as (table, ada, bea):
        await go_together(ada, bea)
        await ada.press("M")
        await ada.sees("Write a note")
        with monkeypatch.context() as patched:
            patched.setattr(services.store, "append", full)
            await ada.press("M", *"Lost.", "enter")
            await ada.sees("can't save")
        assert not services.reviews.open_reviews[table].state.notes
        await ada.press("M", *"Kept.", "enter")
        await ada.sees("ada: Kept.")


async def test_a_private_game_is_only_for_those_who_played(services: Services) -> None:
    async with after_a_game(services, word="harbour") as (table, ada, _):
        with pytest.raises(Refused, match="private"):
            await enter_review(services, table, CYD)
        assert services.reviews.people_of(table) == ()
        await ada.press("V")
        await ada.sees("you lead")
        with pytest.raises(Refused, match="private"):
            await enter_review(services, table, CYD)
        assert services.reviews.people_of(table) == (ADA,)


async def test_a_running_game_has_no_review(services: Services) -> None:
    table = await begin(services)
    for name in (ADA, CYD):
        with pytest.raises(Refused, match="goes on"):
            await enter_review(services, table, name)
    with pytest.raises(Refused, match="or it is no longer stored"):
        await enter_review(services, "0" * 10, ADA)


async def test_after_each_action_of_a_what_if_the_way_back_is_on_the_line_of_keys(
    services: Services,
) -> None:
    async with after_a_game(services) as (table, ada, bea):
        await go_together(ada, bea)
        room = services.reviews.open_reviews[table]
        await ada.press("home", "n")
        await ada.sees("what if?", "esc return to the game")
        await bea.sees("esc look around")
        while (played := room.state.seen_by(ADA)).outcome is None:
            await services.reviews.do(
                room, ADA, commands.Play(a_legal_action(played), room.state.steps)
            )
            await ada.sees(f"Action {room.state.steps} of {room.state.steps}", "esc return to the")


async def test_guests_look_and_write_nothing(services: Services) -> None:
    async with after_a_game(services) as (table, ada, bea):
        await go_together(ada, bea)
        handle = await enter_review(services, table, "guest-x")
        assert handle.state.leader == ADA
        with pytest.raises(Refused, match="Guests only listen"):
            await handle.write_note("Hello.")
        handle.leave()
        await services.idle()
        assert services.reviews.people_of(table) == (ADA, BEA)


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
        for seat, name in enumerate((ADA, BEA)):
            model = find(game).compose(dealt.seen_from(seat), 0, (), NOTHING, "the deal")
            cards = [DRAWN.card_text(card) for card in model.hand_of(seat)]
            await ada.press("\t")
            await ada.sees(f"seen by {name}", *cards)
        await ada.press("\t")
        await ada.sees("seed")
        await ada.press("d")
        await ada.sees("ALL HANDS", "ada (", "bea (")


async def test_a_review_goes_on_where_it_was_left_also_after_a_restart(
    services: Services, store: SqliteStore
) -> None:
    table = await begin(services)
    await finish(services, table)
    ada = await enter_review(services, table, ADA)
    await ada.do(commands.GoTo(2))
    await ada.say("look here")
    ada.leave()
    await services.idle()
    assert not services.reviews.open_reviews
    await services.close()
    again = make_services(store, pause=0)
    await again.open()
    bea = await enter_review(again, table, BEA)
    assert (bea.state.people, bea.state.leader, bea.moment) == ((BEA,), BEA, 2)
    assert [one.text for one in bea.state.said] == ["look here"]
    await again.close()


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


async def test_in_a_review_one_looks_and_points_from_any_seat(services: Services) -> None:
    async with after_a_game(services) as (_, ada, bea):
        await go_together(ada, bea)
        await ada.press("home")
        await bea.sees("Replay 0/")
        for name in (ADA, BEA):
            await bea.press("\t")
            await bea.sees(f"seen by {name}")
            await bea.press("1")
            await ada.sees("bea points at", f"in {name}'s hand.")
        await bea.press("\t")
        await bea.sees("ada leads, you follow")


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


@pytest.mark.parametrize("size", [(60, 20), (120, 40), (200, 60)])
async def test_a_review_is_shown_in_any_window(services: Services, size: tuple[int, int]) -> None:
    async with after_a_game(services, size=size) as (table, ada, bea):
        for one in (ada, bea):
            await one.press("V")
        await ada.until(lambda: services.reviews.people_of(table) == (ADA, BEA))
        room = services.reviews.open_reviews[table]
        await ada.press("home", "n")
        await ada.until(lambda: room.state.what_if is not None)
        for one in (ada, bea):
            await one.until(lambda: isinstance(one.app.screen, WhatIfTable))  # noqa: B023
        await ada.press("escape")
        await ada.until(lambda: room.state.what_if is None)
        for one in (ada, bea):
            await one.until(lambda: isinstance(one.app.screen, ReviewTable))  # noqa: B023
            await one.press("V")
            await one.sees("REVIEW")


async def test_from_the_list_of_finished_games_one_comes_to_the_review_and_its_notes(
    services: Services,
) -> None:
    async with after_a_game(services) as (table, ada, bea):
        for one in (ada, bea):
            await one.press("m", "g", "enter")
            await one.sees("Replay 0/", "V review")
        await ada.press("right", "V")
        await ada.sees("you lead, nobody follows", "Replay 1/")
        await bea.press("V")
        await bea.sees("ada leads, you follow", "Replay 1/")
        await bea.press("escape")
        await bea.sees("Replay 0/", "V review")
        await bea.until(lambda: services.reviews.people_of(table) == (ADA,))
