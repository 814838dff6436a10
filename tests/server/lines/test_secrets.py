"""What lines of a server tell: no card that their reader has not seen."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from regicide_tui.cards import Card, card
from regicide_tui.server.services.services import Services
from tests.server.gatherings import ADA, BEA
from tests.server.lines.test_json import asked, two_programs
from tests.server.lines.typists import OVER, Typist, next_line, two_typing
from tests.text.typing_people import cards_named, known_to

GAMES = ("regicide", "duel", "king_of_the_dead")
QUESTIONS = ("hand", "table", "piles", "log 20", "legal", "enemy", "try 1", "repeat", "who")
"""Questions whose answers name no card of the rules alone."""
LINES = 60
_CODE = re.compile(r"\b[2-9TJQKA][CDHS]\b")


def known(services: Services, name: str) -> set[Card]:
    """Return all cards that a player has ever seen at the only table."""
    (table,) = services.tables
    state = services.tables.whole(table)
    assert state.game is not None
    return known_to(state.game, state.facts.seat_of(name))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
async def test_no_line_of_text_names_a_card_that_its_reader_has_not_seen(
    tmp_path: Path, game: str
) -> None:
    rng = Random(game)
    async with two_typing(tmp_path) as (house, ada, bea):
        await ada.asks(f"open {game} 2", "Seats")
        await bea.asks("join 1", "2 You")
        await bea.asks("ready", "ready")
        await ada.asks("start", "The game starts.")
        await bea.reads("The game starts.")
        for _ in range(LINES):
            for name, one in ((ADA, ada), (BEA, bea)):
                due = await one.asks("", ".")
                acts = "You are to" in due and rng.random() < 0.6
                line = next_line(due, rng) if acts else rng.choice(QUESTIONS)
                news = await one.asks(line, ".")
                if OVER in due + news or not house.services.tables:
                    return
                assert not cards_named([due, news]) - known(house.services, name), (line, news)


def _codes(printed: str) -> Iterator[Card]:
    return map(card, _CODE.findall(printed))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
async def test_no_line_of_json_holds_a_card_that_its_reader_has_not_seen(
    tmp_path: Path, game: str
) -> None:
    rng = Random(game)
    async with two_programs(tmp_path, game) as (house, ann, bob, _):
        players: dict[str, Typist] = {"ann-bot": ann, "bob-bot": bob}
        for _ in range(LINES):
            for name, one in players.items():
                before = one.read_to
                seen = await asked(one, "table")
                if "actions" in seen:
                    seen = await asked(one, "do", action=rng.choice(seen["actions"]))
                if seen["table"]["over"]:
                    return
                told = one.printed[before:]
                secret = {*_codes(told)} - known(house.services, name)
                assert not secret, json.dumps([told, [one.text for one in secret]])
