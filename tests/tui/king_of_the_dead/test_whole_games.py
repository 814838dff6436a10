"""Whole games through the screen: random actions by keys, to the end."""

from random import Random

import pytest

from regicide_tui.games.king_of_the_dead.actions import (
    Action,
    Answer,
    Buy,
    EndTurn,
    Play,
    Recall,
    Score,
)
from regicide_tui.play.table import Table
from regicide_tui.tui.screens.result import ResultScreen
from tests.loose import loose
from tests.tui.conftest import Sitting
from tests.tui.king_of_the_dead.fingers import model_of, take
from tests.tui.king_of_the_dead.models import KING, dealt, king
from tests.tui.player import Player

WEIGHTS: dict[type, int] = {EndTurn: 3, Play: 6, Score: 6, Buy: 3, Recall: 1, Answer: 1}


def some_action(player: Player, rng: Random) -> Action:
    """Return a legal action at random, each kind as likely as it weighs."""
    legal = KING.legal_actions(player.state)
    kinds = sorted({type(one) for one in legal}, key=str)
    (kind,) = rng.choices(kinds, [WEIGHTS[one] for one in kinds])
    action: Action = loose(rng.choice([one for one in legal if type(one) is kind]))
    return action


async def play_on(player: Player, rng: Random) -> int:
    """Play to the end; return how many actions that took."""
    taken = 0
    while player.table.outcome is None:
        if model_of(player).curtain:
            await player.press("enter")
            assert not model_of(player).curtain
        action = some_action(player, rng)
        before = len(player.actions)
        await take(player, action)
        assert len(player.actions) == before + 1, (KING.format(action), player.page)
        taken += 1
    return taken


def last_rounds(players: int) -> Table:
    """Return a game in which little is left in the Gate and nothing may be shuffled again."""
    start = dealt(players).history.first
    position = KING.position(start)
    for key in ("phase", "prompt", "looked", "pending", "to_act", "points", "winners"):
        position.pop(key, None)
    position["gate"] = loose(position["gate"])[: 4 * players]
    position["reshuffles"] = {2: 3, 3: 2, 4: 2}[players]
    return king(position)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "size"), [(2, (60, 20)), (3, (80, 24)), (4, (120, 40))])
async def test_a_game_is_played_to_its_end_with_keys_alone(
    sit: Sitting, players: int, size: tuple[int, int]
) -> None:
    async with sit(last_rounds(players), size) as player:
        taken = await play_on(player, Random(players))
        assert taken > players
        assert isinstance(player.app.screen, ResultScreen)
        player.shows("Look at the table", "points")
