"""A saved game in a few words: for every game, and for labels that make no sense."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from regicide_tui.games.base import Json
from regicide_tui.play.saves.shelf import Label
from regicide_tui.play.saves.summary import how_far, in_words
from tests.play.mutants import body_of, pool

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def test_every_game_can_be_told_in_a_few_words() -> None:
    for saved in pool():
        snapshot = body_of(saved)["snapshot"]
        label = Label(Path("a.save"), "", "regicide", saved.seats, 0, snapshot)
        said = in_words(label, NOW)
        who = "solo, " if len(saved.seats) == 1 else "Ada & Bea"
        assert said.startswith(f"long ago, {who}")
        outcome = saved.history.game.outcome(saved.history.state)
        if outcome is not None:
            assert how_far(label) == ("won" if outcome.won else "lost")
        else:
            assert f" of 12), {snapshot['remaining']} left" in said


def test_a_game_that_was_saved_in_the_future_was_saved_just_now() -> None:
    later = int((NOW + timedelta(days=10**5)).timestamp())
    for moment in (later, 2**40):
        assert in_words(Label(Path("a"), saved=moment), NOW).startswith("just now, ")


@pytest.mark.parametrize("key", ["enemy", "castle", "remaining", "phase", "result"])
@pytest.mark.parametrize(
    "value",
    [None, 7, -1, True, [], {}, [[]], "", "??", b"xx", "\x1b[2J", "x" * 10_000],
    ids=lambda value: repr(value)[:12],
)
def test_a_snapshot_that_makes_no_sense_is_told_in_a_few_words_too(key: str, value: Json) -> None:
    snapshot = {**body_of(pool()[0])["snapshot"], key: value}
    said = in_words(Label(Path("a"), "", "regicide", ("Ada",), 0, snapshot), NOW)
    assert said.isprintable()
    assert len(said) < 200
