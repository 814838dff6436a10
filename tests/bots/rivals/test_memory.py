"""What a seat remembers: every place it is sure of holds that card."""

from random import Random

from regicide_tui.bots.duel.memory import Memory as DuelMemory
from regicide_tui.bots.king_of_the_dead.memory import Memory as KingMemory
from regicide_tui.games.duel.events import DiscardHealed
from regicide_tui.games.duel.state import other
from regicide_tui.games.king_of_the_dead.events import CardsPillaged
from tests.bots.rivals.games import JUDGES, sights

DUEL, KING = JUDGES


def test_in_a_duel_what_was_laid_since_the_last_shuffle_is_known_to_lie_in_the_discard() -> None:
    rng, hidden = Random(1), 0
    for _ in range(40):
        for state, sight in sights(DUEL, rng, 2):
            healed = any(isinstance(event, DiscardHealed) for event in sight.seen)
            guess = DuelMemory(sight).guesser()(rng)
            if not healed:
                hidden += len(state.discard) > 1
                assert set(guess.discard) == set(state.discard)
    assert hidden > 50


def test_in_a_duel_royals_never_seen_are_the_castle_and_what_the_rival_drew_there() -> None:
    rng, drawn = Random(2), 0
    for _ in range(40):
        for state, sight in sights(DUEL, rng, 2):
            foe = other(DUEL.game.to_act(state) or 0)
            guess = DuelMemory(sight).guesser()(rng)
            assert [card.rank for card in guess.castle] == [card.rank for card in state.castle]
            royals = [sum(card.rank in "JQK" for card in one.hands[foe]) for one in (state, guess)]
            if not any(isinstance(event, DiscardHealed) for event in sight.seen):
                assert royals[0] == royals[1]
                drawn += royals[0] > 0
    assert drawn > 10


def test_in_king_of_the_dead_two_players_know_each_others_decks() -> None:
    rng, dealt = Random(3), 0
    for _ in range(6):
        for number, (state, sight) in enumerate(sights(KING, rng, 2)):
            pillaged = any(isinstance(event, CardsPillaged) for event in sight.seen)
            if number % 6 or pillaged:
                continue
            guess = KingMemory(sight).guess(rng)
            dealt += guess != state
            for ours, true in zip(guess.sides, state.sides, strict=True):
                assert sorted(c.text for c in ours.hand + ours.draws) == sorted(
                    c.text for c in true.hand + true.draws
                )
    assert dealt > 20
