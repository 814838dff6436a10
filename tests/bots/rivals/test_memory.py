"""What a seat of King of the Dead remembers: who owns which cards."""

from random import Random

from regicide_tui.bots.king_of_the_dead.memory import Memory
from regicide_tui.games.king_of_the_dead.events import CardsPillaged
from tests.bots.rivals.games import KING, observations


def test_in_king_of_the_dead_two_players_know_each_others_decks() -> None:
    rng, dealt = Random(3), 0
    for _ in range(6):
        for number, (state, observation) in enumerate(observations(KING, rng, 2)):
            pillaged = any(isinstance(event, CardsPillaged) for event in observation.events)
            if number % 6 or pillaged:
                continue
            guess = Memory(observation).guess(rng)
            dealt += guess != state
            for ours, true in zip(guess.sides, state.sides, strict=True):
                assert sorted(c.text for c in ours.hand + ours.draws) == sorted(
                    c.text for c in true.hand + true.draws
                )
    assert dealt > 20
