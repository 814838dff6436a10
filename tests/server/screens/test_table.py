"""A table of the server: everybody at a screen of their own, and nobody sees too much."""

import random
import re

import pytest

from regicide_tui.cards import PACK, UNKNOWN
from regicide_tui.games.base import Seat
from regicide_tui.play.table import Table
from regicide_tui.server.model.table import commands
from regicide_tui.server.services.services import Services
from regicide_tui.tui.widgets import table as zone
from regicide_tui.tui.widgets.table import Stage
from tests.server.gatherings import ADA, BEA, begin, legal_actions
from tests.server.visitors import Person, visiting

_CARD = re.compile(r"(10|[2-9JQKA])([♣♦♥♠])")
_LETTERS = str.maketrans("♣♦♥♠", "CDHS")


async def test_what_others_do_moves_on_the_screens_of_those_who_want_that(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zone, "FRAME", 60.0)  # however slow the machine, it moves until the end
    await services.preferences.choose(BEA, "motion", True)
    await begin(services)
    async with visiting(services, ADA, BEA) as people:
        stages = {one.name: one.app.screen.query_one("#stage", Stage) for one in people}
        await people[0].press("1", "enter")
        await people[1].sees("ada plays")
        assert {name: stage.finish() for name, stage in stages.items()} == {ADA: False, BEA: True}


@pytest.mark.slow
@pytest.mark.parametrize("game", ["regicide", "duel", "king_of_the_dead"])
async def test_nothing_that_is_sent_tells_of_a_card_one_must_not_know(
    services: Services, game: str
) -> None:
    table = await begin(services, game)
    rng = random.Random(7)
    async with (
        visiting(services, ADA, BEA) as people,
        visiting(services, "cyd", "dee") as [cyd, dee],
    ):
        await cyd.press("1")
        await cyd.sees("watching")
        known: dict[str, set[str]] = {name: set() for name in (ADA, BEA, "cyd")}
        for _ in range(40):
            state = services.tables.whole(table)
            if not state.facts.playing or state.game is None:
                break
            for seat, name in enumerate((ADA, BEA, None)):
                known[name or "cyd"] |= may_know(state.game, seat if name else None)
            by, legal = legal_actions(state)
            before = {one.name: len(one.window.raw) for one in (*people, cyd)}
            if (await services.commands.do(table, by, commands.Act(rng.choice(legal)))).over:
                break
            for one in (*people, cyd):
                await one.until(lambda: len(one.window.raw) > before[one.name])  # noqa: B023
            played = services.tables.whole(table).game
            assert played is not None
            for seat, one in enumerate((*people, cyd)):
                known[one.name] |= may_know(played, seat if seat < 2 else None)
                assert cards_in(one.window.written) <= known[one.name]
            assert cards_in(dee.window.written) <= known["cyd"], (
                "the lobby shows how the game stands"
            )


@pytest.mark.slow
@pytest.mark.parametrize("game", ["regicide", "duel", "king_of_the_dead"])
async def test_no_page_around_a_table_tells_of_a_card_in_its_hands(
    services: Services, game: str
) -> None:
    rng = random.Random(11)
    async with visiting(services, "dee", size=(120, 40)) as [dee]:
        for key in _PAGES_OF_A_LOBBY:
            await _turns_to_a_page(dee, key)
        pictures = cards_in(dee.window.written)
        table = await begin(services, game)
        known: set[str] = set()
        for key in _PAGES_OF_A_LOBBY:
            state = services.tables.whole(table)
            if not state.facts.playing or state.game is None:
                break
            by, legal = legal_actions(state)
            if (await services.commands.do(table, by, commands.Act(rng.choice(legal)))).over:
                break
            played = services.tables.whole(table).game
            assert played is not None
            known |= may_know(state.game, None) | may_know(played, None)
            await _turns_to_a_page(dee, key)
            assert cards_in(dee.window.written) <= known | pictures


_PAGES_OF_A_LOBBY = "DzgS"


async def _turns_to_a_page(dee: Person, key: str) -> None:
    """Open a page of the lobby, and go back."""
    await dee.press(key)
    await dee.sees_no("Welcome, dee")
    await dee.press("escape")
    await dee.sees("Welcome, dee")


def cards_in(text: str) -> set[str]:
    """Return all cards that are drawn in a text."""
    return {
        f"{rank.replace('10', 'T')}{suit.translate(_LETTERS)}" for rank, suit in _CARD.findall(text)
    }


async def sees_the_rest_together(person: Person, table: Table) -> None:
    """Look at the page of unseen cards: it has all the others, so it tells of no hand."""
    await person.press("K")
    await person.sees("UNSEEN CARDS")
    pack = {card.text for card in PACK}
    assert cards_in(person.window.text) == pack - may_know(table, None)


def may_know(table: Table, seat: Seat | None) -> set[str]:
    """Return all cards of which a seat was ever told, and that it sees now."""
    seen = repr(table.view(seat)) + "".join(repr(told) for told in table.told(seat))
    return set(re.findall(r"\b[2-9TJQKA][CDHS]\b", seen)) - {UNKNOWN.text}
