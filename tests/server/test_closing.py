"""What visitors are told when a server closes: it depends on whether others go on."""

import pytest

from regicide_tui.server.ssh.visitors import Closing
from regicide_tui.server.storage.processes import OneProcess
from tests.server.scenarios.setups import serving
from tests.server.storage.conformance import Clock, fail

RESTARTS = "This server is about to restart. "


def test_a_server_that_is_alone_comes_back() -> None:
    closing = Closing(OneProcess(Clock(), fail))
    assert not closing.has_begun
    closing.begin()
    assert (
        closing.sentence_for(guest=False)
        == f"{RESTARTS}Your games are saved: reconnect in a moment."
    )
    closing.end()
    assert closing.sentence_for(guest=False).startswith("The server is closing for a moment.")


def test_guests_are_not_told_that_their_games_are_saved() -> None:
    closing = Closing(OneProcess(Clock(), fail))
    assert not closing.has_begun
    closing.begin()
    assert "Your games are saved" in closing.sentence_for(guest=False)
    assert "Guests' games will end" in closing.sentence_for(guest=True)
    closing.end()
    assert closing.sentence_for(guest=True).endswith("Guests' games are over.")


def test_if_another_one_goes_on_people_are_told_to_connect_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = Closing(OneProcess(Clock(), fail))
    monkeypatch.setattr(OneProcess, "others_stay", True)
    assert not one.has_begun
    one.begin()
    assert (
        one.sentence_for(guest=False)
        == f"{RESTARTS}Your games continue on another server: reconnect."
    )
    one.end()
    assert (
        one.sentence_for(guest=False)
        == "The server is closing. Your games continue on another server."
    )


async def test_if_all_close_together_nobody_is_sent_to_another_one(url: str) -> None:
    async with serving(url) as server:
        one, two = [Closing(process.rows) for process in server.processes]
        one.begin()
        two.begin()
        await one.hear_others()
        for closing in (one, two):
            assert (
                closing.sentence_for(guest=False)
                == f"{RESTARTS}Your games are saved: reconnect in a moment."
            )
