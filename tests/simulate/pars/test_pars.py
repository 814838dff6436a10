"""A game for a par: it is the same everywhere, and another one with each number."""

import msgspec
import pytest

from regicide_tui.bots.base import derive_seed
from regicide_tui.bots.library import PYTHON
from regicide_tui.bots.roster import AnyBot, default_evaluations, make_bot
from regicide_tui.simulate.pars import game
from regicide_tui.simulate.pars.messages import ALL_CARDS, ParAnswer, ParQuestion
from regicide_tui.thinking.processes import start_module

FEW = 8
"""Evaluations: the bots of a test needn't play well."""


def asked(number: int, players: int = 1) -> ParQuestion:
    return ParQuestion("regicide", players, {}, "castle", number)


@pytest.mark.parametrize("number", [ALL_CARDS, 0, 1])
@pytest.mark.parametrize("players", [1, 2])
def test_a_game_of_a_par_ends_each_time_alike(number: int, players: int) -> None:
    found = game.play(asked(number, players), FEW)
    assert found.played
    assert (found.medal != "") == (found.won and players == 1)
    assert game.play(asked(number, players), FEW) == found


def test_a_search_for_a_par_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def note(_: str, __: str, ___: int, evaluations: int) -> AnyBot:
        made.append(evaluations)
        return make_bot("regicide", "page", 1)

    monkeypatch.setattr(game, "make_bot", note)
    game.par_bot.cache_clear()
    game.play(asked(0))
    game.par_bot.cache_clear()
    assert made == [game.MOST_EVALUATIONS]
    assert default_evaluations("regicide", "marshal") > game.MOST_EVALUATIONS


def test_games_with_other_numbers_have_other_random_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seeds: list[int] = []

    def noted(seed: str, number: int) -> int:
        seeds.append(derive_seed(seed, number))
        return seeds[-1]

    monkeypatch.setattr("regicide_tui.simulate.pars.game.derive_seed", noted)
    game.play(asked(0), FEW)
    first, seeds[:] = {*seeds}, []
    game.play(asked(1), FEW)
    assert not first & {*seeds}


@pytest.mark.processes
def test_the_process_answers_a_line_with_a_line_and_ends_with_its_input(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(PYTHON, "1")
    process = start_module("regicide_tui.simulate.pars", answers=True)
    line = msgspec.json.encode(asked(0)) + b"\n"
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line)
    process.stdin.flush()
    found = msgspec.json.decode(process.stdout.readline(), type=ParAnswer)
    assert found == ParAnswer(False)  # in Python a game would take minutes
    process.stdin.close()
    process.stdout.close()
    assert process.wait(timeout=60) == 0
