"""The rules on encoded states are those of the engine."""

from random import Random

from regicide_tui.bots.regicide.state import decode_action, encode_action, encode_state
from tests.bots.encoded.agreeing import Both, agree, each_volume
from tests.bots.encoded.reading import laid
from tests.bots.regicide.games import GAME, some_options, walk


@each_volume
def test_engine_and_encoded_rules_allow_and_do_the_same(actions: int) -> None:
    rng = Random(6)
    agree(
        Both(
            GAME,
            lambda: walk(rng, rng.choice([1, 2, 3, 4]), some_options(rng), rng.randrange(12)),
            encode_state,
            decode_action,
            encode_action,
            laid,
        ),
        actions,
    )
