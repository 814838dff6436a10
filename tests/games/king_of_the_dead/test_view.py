"""What a seat guesses at what it does not see."""

from random import Random

import pytest

from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.piles import STARTERS


@pytest.mark.parametrize("players", GAME.player_counts)
def test_at_the_deal_nobody_guesses_a_starting_card_at_the_gate(players: int) -> None:
    view = GAME.view(GAME.new(players, "7F3K", {}), 0)
    for luck in range(20):
        guess = GAME.determinize(view, Random(luck))
        assert guess.newcomer is not None
        assert not STARTERS & {card.rank for card in (*guess.gate, guess.newcomer)}  # K-1
