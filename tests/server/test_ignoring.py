"""Everybody may ignore somebody: what that person writes is hidden, what they play is not."""

import pytest

from regicide_tui.server.model.order import Kind
from regicide_tui.server.model.review.state import Note, ReviewState, Said, without_words_of
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.services.moderation import OPERATOR
from regicide_tui.server.services.preferences import MOST_IGNORED
from regicide_tui.server.services.reviews import Reviews
from regicide_tui.server.services.services import Services
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import BadEntry
from tests.server.gatherings import (
    ADA,
    BEA,
    begin,
    enter_review,
    preferences_in,
)
from tests.server.review.finished import finish
from tests.server.visitors import visiting


async def test_in_a_review_words_and_notes_are_hidden(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Reviews, "wake_judge", lambda _: None)
    table = await begin(services)
    await finish(services, table)
    ada, bea = await enter_review(services, table, ADA), await enter_review(services, table, BEA)
    await bea.say("told you so")
    await bea.write_note("here you lost it")
    assert [one.text for one in ada.state.said] == ["told you so"]
    await services.preferences.ignore(ADA, BEA, True)
    assert ada.state.said == ()
    assert ada.state.notes == ()
    assert ada.state.people == (ADA, BEA)
    assert len(bea.state.notes) == 1
    ada.leave()
    bea.leave()


def test_nothing_but_words_is_left_out_of_a_review() -> None:
    note, said = Note(BEA, 3, "why"), Said("cyd", 3, "hm")
    state = ReviewState(None, (ADA, BEA), said=(said,), notes=(note,))  # type: ignore[arg-type]
    assert without_words_of(state, {BEA}).said == (said,)
    assert without_words_of(state, {BEA}).notes == ()
    assert without_words_of(state, {BEA}).players == (ADA, BEA)


async def test_nobody_ignores_more_names_than_are_kept(store: SqliteStore) -> None:
    preferences = preferences_in(store)
    for number in range(MOST_IGNORED):
        await preferences.ignore(ADA, f"pest{number}", True)
    with pytest.raises(Refused, match="ignore 100 names already"):
        await preferences.ignore(ADA, BEA, True)
    await preferences.ignore(ADA, "pest0", True)
    await preferences.ignore(ADA, "pest0", False)
    await preferences.ignore(ADA, BEA, True)
    assert len(preferences.ignored_by(ADA)) == MOST_IGNORED
    await preferences.ignore("cyd", BEA, True)


async def test_preferences_of_older_versions_and_damaged_ones_are_read(store: SqliteStore) -> None:
    bad: list[BadEntry] = []
    await store.append("preferences", 0, "a", {"name": ADA, "notices": False})
    await store.append("preferences", 1, "b", {"name": 7})
    await store.append("preferences", 2, "c", {"name": ADA, "ignored": BEA})
    preferences = preferences_in(store, bad.append)
    assert not await preferences.wants_notices(ADA)
    assert [*preferences.ignored_by(ADA)] == [BEA]
    assert len(bad) == 1


async def test_the_lobby_leads_to_the_list_and_shows_whom_one_ignores(services: Services) -> None:
    services.chats.say(BEA, "buy my soap")
    async with visiting(services, ADA, BEA) as (ada, bea):
        await ada.sees("buy my soap", "Ignore people")
        await ada.press("x")
        await ada.sees("bea", "heard")
        await ada.press("1")
        await ada.sees("You ignore bea now.", "ignored: press to hear them again")
        await ada.press("escape")
        await ada.sees("Ignore people bea")
        await ada.sees_no("buy my soap")
        await bea.sees("buy my soap")
        services.chats.say(BEA, "more soap")
        await bea.sees("more soap")
        await services.moderation.act(Kind.SAY, OPERATOR, "", "the server restarts soon")
        ada.app.take_notice("the server restarts soon")
        await ada.sees("the server restarts soon")
        assert "soap" not in ada.window.text
        await ada.press("x", "1")
        await ada.sees("You hear bea again.")
        await ada.press("escape")
        await ada.sees("more soap")


async def test_the_talk_at_a_table_leads_to_the_list_too(services: Services) -> None:
    await begin(services, "duel")
    async with visiting(services, ADA) as (ada,):
        await ada.press("t")
        await ada.sees("Ignore people")
        await ada.press("x")
        await ada.sees("bea", "heard")
        await ada.press("1")
        await ada.sees("You ignore bea now.")
        assert [*services.preferences.ignored_by(ADA)] == [BEA]
