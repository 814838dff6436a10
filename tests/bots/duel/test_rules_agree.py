"""The rules of a Duel on encoded states are those of the engine."""

from itertools import chain
from random import Random

from regicide_tui.bots.duel import rules as duel_layout
from regicide_tui.bots.duel.bot import encode_state
from regicide_tui.bots.duel.rules import deal
from regicide_tui.bots.encoded import state as layout
from regicide_tui.bots.encoded.state import decode_play_or_pay, encode_play_or_pay
from regicide_tui.bots.library import Ints, ints
from regicide_tui.bots.rng import new_rng
from tests.bots.duel.games import GAME, some_options, walk
from tests.bots.encoded.agreeing import Both, agree, each_volume
from tests.bots.encoded.reading import hidden, laid, pile


def _laid(encoded: Ints) -> list[list[int]]:
    """Return the Castle in order, and the play and the shields sorted."""
    shields = [
        pile(
            encoded,
            duel_layout.SHIELDS + duel_layout.SHIELD_ROOM * seat,
            duel_layout.SHIELD_SIZE + seat,
        )
        for seat in range(2)
    ]
    return [*laid(encoded), *map(sorted, shields)]


@each_volume
def test_engine_and_encoded_rules_allow_and_do_the_same(actions: int) -> None:
    rng = Random(6)
    agree(
        Both(
            GAME,
            lambda: walk(rng, some_options(rng), rng.randrange(13)),
            encode_state,
            decode_play_or_pay,
            encode_play_or_pay,
            _laid,
        ),
        actions,
    )


def test_a_deal_follows_the_rules() -> None:
    rng, encoded = new_rng(1), ints(layout.LENGTH)
    first = set()
    for _ in range(50):
        deal(encoded, rng)
        first.add(int(encoded[layout.TURN]))
        castle = pile(encoded, layout.CASTLE, layout.CASTLE_SIZE)
        assert [(card - layout.FIRST_ROYAL) // 4 for card in castle] == [2] * 4 + [1] * 4 + [0] * 4
        tavern, discard, *hands = hidden(encoded)
        assert [len(hand) for hand in hands] == [7, 7]
        assert sorted(chain(castle, tavern, discard, *hands)) == [*range(2, 54)]
    assert first == {0, 1}
