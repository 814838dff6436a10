"""What a hint picks: after it, the next key does what was hinted at."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from regicide_tui.bots.king_of_the_dead.bot import list_candidates
from regicide_tui.games.king_of_the_dead.actions import Answer, EndTurn
from regicide_tui.thinking.bot_thread import BotThread
from regicide_tui.thinking.questions import Advice, Question
from regicide_tui.tui.games.king_of_the_dead.model import KingModel, compose, pointed
from regicide_tui.tui.table.table_model import Pointing
from tests.loose import loose
from tests.tui.conftest import Sitting
from tests.tui.king_of_the_dead.models import KING, dealt, holding


def models(seed: int, players: int) -> Iterator[KingModel]:
    """Yield what the seat to act sees at each action of a game, half of it played at random."""
    luck = Random(seed)
    table = dealt(players, f"{seed}")
    while (seat := table.to_act) is not None:
        yield compose(table.seen_from(seat), Pointing(), ())
        view = table.view(seat)
        likely = max(list_candidates(loose(view)), key=lambda one: one[1])[0]
        table = table.take_text(
            seat, KING.format(luck.choice([likely, *KING.legal_actions(view)[:1]]))
        )


def at_hand(model: KingModel, action: Any) -> bool:
    """Tell whether an action is what enter does, or what is on offer, once it is aimed at."""
    cursor, chosen = model.selection_for(action)
    there = pointed(model, Pointing(cursor, chosen))
    wanted = KING.canonical(there.view, action)
    if isinstance(action, Answer):
        found = [there.intent, there.choice and there.choice.none]
    else:
        found = [one.action for one in there.offered]
    return wanted in [one and KING.canonical(there.view, one) for one in found]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whatever_can_be_done_can_be_aimed_at(players: int) -> None:
    verbs: set[str] = set()
    for seed in range(2):
        for model in models(seed, players):
            luck = Random(model.view.turn)
            legal = [one for one in KING.legal_actions(model.view) if not isinstance(one, EndTurn)]
            for action in luck.sample(legal, min(4, len(legal))):
                assert at_hand(model, action), action
                verbs.add(KING.format(action).split()[0])
    assert {"buy", "play", "score"} < verbs
    assert len(verbs) > 6


async def test_a_hint_marks_what_it_says(sit: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = holding("AC 3C 4S 4H 5H 6D")
    legal = KING.legal_actions(KING.view(saved.history.state, 0))
    buys = [one for one in legal if KING.format(one).startswith("buy")]
    best = buys[-1]

    async def ask(_: BotThread, __: Question) -> tuple[Advice, ...]:
        return (Advice(best, 0.8), Advice(EndTurn(), 0.5))

    monkeypatch.setattr(BotThread, "ask", ask)
    async with sit(saved) as player:
        await player.press("enter", "h")
        await player.until(lambda: player.sees("win 80%"))
        await player.press("enter")
        assert player.actions[-1] == KING.format(best)
