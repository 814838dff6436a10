"""Goals: what a play reaches by force, and why it does not."""

from random import Random
from typing import Any

import pytest

from regicide_tui.games.base import take_text
from regicide_tui.games.duel import GAME
from regicide_tui.games.duel.puzzles import Aim, judge
from regicide_tui.games.practice import PuzzleVerdict
from tests.loose import loose


def _judged(aim: Aim, hands: list[list[str]], play: str) -> PuzzleVerdict:
    """Play from the first of these hands, and judge what that leads to."""
    position: dict[str, Any] = {"hands": hands}
    return judge(aim, loose(take_text(GAME, GAME.load(position, "7F3K", {}), play)[-1].state))


@pytest.mark.parametrize("aim", list(Aim))
def test_who_wins_at_once_has_reached_everything(aim: Aim) -> None:
    found = _judged(aim, [["5C", "2D"], ["9D"]], "5C")
    assert found == PuzzleVerdict(True, "10 are due, and her hand can't pay as much.")


def test_a_win_is_not_forced_while_the_opponent_has_an_answer() -> None:
    found = _judged(Aim.FORCE, [["5D", "2D"], ["9D", "KC", "KD"]], "5D")
    assert not found.reached
    assert found.why.startswith("She answers with ")


@pytest.mark.parametrize("seed", range(50))
def test_no_play_and_no_payment_makes_the_attacker_lose(seed: int) -> None:
    rng, state = Random(seed), GAME.new(2, f"{seed}", {})
    while GAME.to_act(state) is not None:
        attacker = state.turn
        state = GAME.reduce(state, rng.choice(GAME.legal_actions(state))).state
        assert state.winner in (None, attacker)
