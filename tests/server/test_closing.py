"""What visitors are told when a server closes: it depends on whether others go on."""

from regicide_tui.server.model.visit import VisitFacts
from regicide_tui.server.ssh.closing import Closing
from regicide_tui.server.storage.processes import OneProcess
from tests.server.storage.conformance import Clock, fail
from tests.server.storage.memory import MemoryProcesses, Rows

RESTARTS = "This server is about to be restarted. "


async def meet(rows: Rows, number: int) -> list[Closing]:
    """Return so many servers that know each other."""
    found = [MemoryProcesses[VisitFacts](rows, Clock(), fail) for _ in range(number)]
    for one in found:
        await one.open()
    await rows.settle()
    return [Closing(one) for one in found]


def test_a_server_that_is_alone_comes_back() -> None:
    closing = Closing(OneProcess(Clock(), fail))
    assert closing.sentence == ""
    closing.begin()
    assert closing.sentence == f"{RESTARTS}Your games are saved: come back in a moment."
    closing.end()
    assert closing.sentence.startswith("The server closes for a moment.")


def test_guests_are_not_told_that_their_games_are_saved() -> None:
    closing = Closing(OneProcess(Clock(), fail))
    assert closing.sentence_for(guest=True) == ""
    closing.begin()
    assert closing.sentence_for(guest=False) == closing.sentence
    assert "Games of guests end" in closing.sentence_for(guest=True)
    closing.end()
    assert closing.sentence_for(guest=True).endswith("Games of guests are over.")


async def test_if_another_one_goes_on_people_are_told_to_connect_again() -> None:
    one, two = await meet(Rows(), 2)
    one.begin()
    assert one.sentence == f"{RESTARTS}Your games go on at another server: connect again."
    assert two.sentence == ""
    one.end()
    assert one.sentence == "The server closes. Your games go on at another server."


async def test_if_all_close_together_nobody_is_sent_to_another_one() -> None:
    rows = Rows()
    one, two = await meet(rows, 2)
    one.begin()
    two.begin()
    await one.hear_others()
    await rows.settle()
    assert one.sentence == two.sentence == f"{RESTARTS}Your games are saved: come back in a moment."


async def test_one_of_several_that_close_together_still_sends_people_to_the_last_one() -> None:
    rows = Rows()
    one, two, _ = await meet(rows, 3)
    one.begin()
    two.begin()
    await rows.settle()
    assert "at another server" in one.sentence
    assert "at another server" in two.sentence
