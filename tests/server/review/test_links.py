"""Links to a moment of a finished game, followed by real SSH clients."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from regicide_tui.server.model.review.link import ReviewLink, read_link
from regicide_tui.server.services.reviews import Reviews
from tests.server.clients import KEY, OTHER_KEY
from tests.server.gatherings import begin
from tests.server.review.finished import finish
from tests.server.test_getting_in import GUEST, NAMING, opened
from tests.server.whole import House


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """An open server with ada and bea, in which nobody judges."""
    monkeypatch.setattr(Reviews, "wake_judge", lambda _: None)
    async with opened(tmp_path) as house:
        await house.add_key("bea", OTHER_KEY)
        yield house


@pytest.mark.parametrize(
    ("command", "link"),
    [
        ("review 0123456789", ReviewLink("0123456789")),
        ("review 0123456789@0", ReviewLink("0123456789", 0)),
        ("review abcdef@12345", ReviewLink("abcdef", 12345)),
        ("review", None),
        ("review ", None),
        ("review ABC", None),
        ("review abc@", None),
        ("review abc@-1", None),
        ("review abc@123456", None),
        ("review abc@1 2", None),
        ("review abc\n", None),
        ("review abc; id", None),
        ("review " + "a" * 33, None),
        ("review abc@\N{ARABIC-INDIC DIGIT ONE}", None),
    ],
)
def test_a_link_is_read_only_if_it_is_one(command: str, link: ReviewLink | None) -> None:
    assert read_link(command) == link
    if link is not None:
        assert read_link(link.command) == link


@pytest.mark.processes
async def test_a_link_leads_a_third_person_to_its_moment(house: House) -> None:
    table = await begin(house.services)
    ada = await house.come("ada", key=KEY)
    await ada.sees("turn 1")
    await finish(house.services, table)
    await ada.sees("Review the game")
    await ada.press("V", "home", "right", "right", "M")
    await ada.sees(f"ssh -t -p {house.server.port} play@localhost review {table}@2")
    cyd = await house.come("cyd", command=f"review {table}@1")
    await cyd.sees(NAMING)
    await cyd.press("enter")
    await cyd.sees("Replay 1/", "on your own, J follows ada")
    await cyd.press("J")
    await cyd.sees("Replay 2/", "ada leads, you follow")
    guest = await house.come("guest", without_key=True, command=f"review {table}")
    await guest.sees("Replay 2/", "ada leads, you follow")
    await guest.press("M")
    await guest.sees("To show somebody this moment")
    assert "Write a note" not in guest.page
    await guest.press("escape")
    await guest.sees("Replay 2/")
    await guest.press("escape")
    await guest.sees(GUEST)


@pytest.mark.processes
async def test_a_link_to_a_private_or_running_game_leads_to_the_lobby(house: House) -> None:
    table = await begin(house.services, word="harbour")
    bea = await house.come("bea", key=OTHER_KEY, command=f"review {table}@0")
    await bea.sees("Welcome, bea.", "That game goes on.")
    await finish(house.services, table)
    cyd = await house.come("cyd", command=f"review {table}@0")
    await cyd.press("enter")
    await cyd.sees("Welcome, cyd.", "That was a private table.")
    guest = await house.come("guest", without_key=True, command=f"review {table}@0")
    await guest.sees("Welcome, guest-", "That was a private table.")
    ada = await house.come("ada", key=KEY, command=f"review {table}@9999")
    await ada.sees("you lead", "Replay")
    nowhere = await house.come("bea", key=OTHER_KEY, command="review 0000000000")
    await nowhere.sees("Welcome, bea.", "no such game here")


_HIDDEN = re.compile(r"[2-9TJQKA]0?[♣♦♥♠]")


@pytest.mark.processes
async def test_nothing_that_a_link_to_a_running_game_sends_shows_a_card(house: House) -> None:
    table = await begin(house.services)
    for link in (f"review {table}@0", f"review {table}"):
        dee = await house.come("guest", without_key=True, command=link)
        await dee.sees("Welcome, guest-", "That game goes on.")
        assert not _HIDDEN.search(dee.page)
