"""Our three games run the suite that every game must pass."""

import pytest

from regicide_tui import games
from tests.games.conformance import GameConformance
from tests.games.duel.playing import PLAYING as DUEL
from tests.games.king_of_the_dead.playing import PLAYING as KING_OF_THE_DEAD
from tests.games.regicide.playing import PLAYING as REGICIDE

GAMES = (REGICIDE, DUEL, KING_OF_THE_DEAD)
every_game = pytest.mark.parametrize("playing", GAMES, ids=[one.game.name for one in GAMES])


class TestRegicide(GameConformance):
    """Regicide."""

    manifest = games.manifest("regicide")
    playing = REGICIDE


class TestDuel(GameConformance):
    """Regicide Duel."""

    manifest = games.manifest("duel")
    playing = DUEL


class TestKingOfTheDead(GameConformance):
    """King of the Dead."""

    manifest = games.manifest("king_of_the_dead")
    playing = KING_OF_THE_DEAD


def test_every_game_is_among_them() -> None:
    assert [one.game.name for one in GAMES] == list(games.names())
