"""The rules on rows of numbers are those of the engine."""

from random import Random

from regicide_tui.bots.regicide.translate import full_row, to_action, to_number
from tests.bots.regicide.games import GAME, some_options, walk
from tests.bots.rows.agreeing import Both, agree
from tests.bots.rows.reading import laid


def test_both_allow_the_same_and_do_the_same() -> None:
    rng = Random(6)
    agree(
        Both(
            GAME,
            lambda: walk(rng, rng.choice([1, 2, 3, 4]), some_options(rng)),
            full_row,
            to_action,
            to_number,
            laid,
        )
    )
