"""Everybody may ignore somebody: what that person writes is hidden, what they play is not."""

import pytest

from regicide_tui.server.model.review.state import Note, ReviewState, Said, without_words_of
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.services.preferences import MOST_IGNORED
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import BadEntry
from tests.server.gatherings import (
    ADA,
    BEA,
    preferences_in,
)


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
    with pytest.raises(Refused, match="already ignore 100 names"):
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
    await preferences.open()
    assert not preferences.settings_of(ADA).notices
    assert [*preferences.ignored_by(ADA)] == [BEA]
    assert len(bad) == 1
