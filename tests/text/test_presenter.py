"""What a table says to a seat at a screen of its own, as on a server, and to a spectator."""

import pytest

from regicide_tui import games
from regicide_tui.games.base import Json
from regicide_tui.play.dealing import deal
from regicide_tui.play.history import Start
from regicide_tui.play.table import Table
from regicide_tui.text.presenter import QUESTIONS, presenter_of
from regicide_tui.text.voice import VOICE, lines_of
from tests.text.typing_people import cards_named, check_lines

NAMES = ("Ada", "Bea", "Cy", "Dot")
every_game = pytest.mark.parametrize("game", games.names())


def dealt(game: str) -> Table:
    """Deal a game for as many players as can play it."""
    players = max(games.find(game).player_counts)
    return deal(Start(game, players, "7F3K", {}), NAMES[:players])


@every_game
def test_who_must_act_hears_what_can_be_typed(game: str) -> None:
    table = dealt(game)
    at = presenter_of(game)(table.sent_to(table.to_act), VOICE)
    first, *hand = at.due()
    assert first.startswith("You are to play.")
    assert hand == [*at.hand()]
    for place, card in enumerate(at.model.hand, 1):
        assert f"{place} {VOICE.card_text(card)}" in hand[0]


def _held(game: str, position: dict[str, Json]) -> list[str]:
    """Return what whoever must act hears of their hand in a position."""
    table = deal(Start(game, 2, "7F3K", {}, position=position), NAMES[:2])
    return presenter_of(game)(table.sent_to(table.to_act), VOICE).hand()


def test_a_yield_that_loses_the_game_is_announced() -> None:
    position: dict[str, Json] = {"players": 2, "hands": [["2C"], ["5C"]], "enemy": "JH"}
    assert _held("regicide", position) == [
        "Hand: 1 2 of Clubs.",
        "Yielding loses: you can't pay 10.",
    ]


def test_who_holds_no_card_hears_what_can_be_done() -> None:
    empty: dict[str, Json] = {"players": 2, "hands": [[], ["5C"]], "enemy": "JH"}
    shielded = {**empty, "table": ["2:TS"]}
    assert _held("regicide", shielded) == ["Your hand is empty: type yield."]


@every_game
def test_others_hear_who_acts_and_their_own_hand(game: str) -> None:
    table = dealt(game)
    assert table.to_act is not None
    other = (table.to_act + 1) % len(table.seats)
    at = presenter_of(game)(table.sent_to(other), VOICE)
    assert at.due()[0] == f"{table.seats[table.to_act]} is to play."
    assert at.options == []
    assert cards_named(at.hand()) == {*at.model.hand}


@every_game
def test_a_spectator_hears_of_no_hand(game: str) -> None:
    table = dealt(game)
    assert table.to_act is not None
    at = presenter_of(game)(table.sent_to(None), VOICE)
    hand = {*presenter_of(game)(table.sent_to(table.to_act), VOICE).model.hand}
    for name in QUESTIONS:
        lines = lines_of([*getattr(at, name)()])
        check_lines(lines)
        assert name == "unseen" or not cards_named(lines) & hand - cards_named(at.enemy())
    assert at.log(5) == ["Nothing has happened yet."]
