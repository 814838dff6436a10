"""Bots say whether they would like to go next after a Jester, and heed what others say (R-9)."""

from random import Random

import pytest

from regicide_tui.bots.base import BotGame, Observation, RatedAction
from regicide_tui.bots.regicide.bot import RegicideBot, heed
from regicide_tui.bots.roster import make_bot
from regicide_tui.games.regicide.state import Action, Choose, State
from tests.bots.regicide.games import GAME
from tests.loose import loose

KILLS_EXACTLY = ["QC", "AC", "2C", "9S", "TS"]
"""With the Queen of Clubs 30 damage: what the enemy below has left."""
HELPLESS = ["2H", "2D", "3D", "3H", "4H"]


def _after_a_jester(*partners: list[str]) -> State:
    """Return a position of four in which the first seat has played a Jester against a King."""
    position = {
        "players": 4,
        "hands": [["*", "3C", "4C", "5D", "4D"], *partners],
        "enemy": "KS",
        "damage": 10,
        "castle": ["KC", "KD"],
        "tavern": ["6H", "7H", "8H"],
        "discard": ["JC", "JD", "JH", "JS", "QD", "QH", "QS", "KH"],
    }
    state = GAME.load(loose(position), "wishes", {})
    after: State = loose(GAME.reduce(state, GAME.parse("*")).state)
    return after


def _wish(state: State, seat: int) -> bool | None:
    view = loose(GAME.view(state, seat))
    return _squire().wish(seat, Observation(view, (), view), 1)


def _squire() -> RegicideBot:
    bot: RegicideBot = loose(make_bot("regicide", "squire", 4))
    return bot


def test_who_can_defeat_the_enemy_exactly_would_like_to_go_next() -> None:
    state = _after_a_jester(KILLS_EXACTLY, HELPLESS, ["6D", "7D", "8D", "9D"])
    assert _wish(state, 1) is True
    assert _wish(state, 2) is False


def test_a_wish_says_nothing_of_cards_that_its_seat_does_not_see() -> None:
    state, rng = _after_a_jester(KILLS_EXACTLY, HELPLESS, ["6D", "7D", "8D", "9D"]), Random(1)
    for seat in (1, 2, 3):
        for _ in range(5):
            other = GAME.determinize(GAME.view(state, seat), rng)
            assert _wish(loose(other), seat) == _wish(state, seat)


def test_who_could_do_nothing_would_rather_not_go_next() -> None:
    position = {
        "players": 3,
        "hands": [["*", "3C"], [], ["9S", "TH"]],
        "yielded": [True, False, True],
        "enemy": "JS",
        "castle": ["KC"],
        "tavern": ["6H"],
    }
    state = GAME.load(loose(position), "nothing", {})
    after = loose(GAME.reduce(state, GAME.parse("*")).state)
    view = GAME.view(after, 1)
    assert loose(make_bot("regicide", "squire", 3)).wish(1, Observation(view, (), view), 1) is False


@pytest.mark.parametrize("level", ["squire", "knight"])
def test_who_chooses_prefers_who_would_like_to(level: str) -> None:
    state = _after_a_jester(["6S", "7S", "8S", "9S"], ["6C", "7C", "8C", "9C"], HELPLESS)
    view = GAME.view(state, 0)
    bot = make_bot("regicide", level, 4)
    for willing in (1, 2, 3):
        wishes = {seat: seat == willing for seat in (1, 2, 3)}
        assert bot.choose(Observation(view, (), view, wishes), 1) == Choose(willing)


def _rated(*chances: float) -> list[RatedAction[Choose]]:
    return [RatedAction(Choose(seat), chance, 0.25) for seat, chance in enumerate(chances)]


def test_a_wish_changes_the_order_and_silence_changes_nothing() -> None:
    heeded = heed(_rated(0.5, 0.5, 0.5), {1: True, 2: False})
    assert [one.action.seat for one in heeded] == [1, 0, 2]


def test_a_wish_is_worth_as_much_as_the_odds_times_e() -> None:
    assert heed(_rated(0.73, 0.5), {1: True})[0].action.seat == 1
    assert heed(_rated(0.74, 0.5), {1: True})[0].action.seat == 0
    assert heed(_rated(0.5, 0.26), {0: False})[0].action.seat == 0
    assert heed(_rated(0.5, 0.27), {0: False})[0].action.seat == 1


def test_seats_that_say_nothing_keep_the_order_of_the_search() -> None:
    heeded = heed(_rated(0.70, 0.72, 0.69, 0.1), {2: False, 3: True})
    assert [one.action.seat for one in heeded] == [0, 1, 2, 3]


def test_no_wish_changes_a_chance() -> None:
    rated = _rated(1.0, 0.4, 0.0)
    assert sorted(heed(rated, {0: False, 1: True, 2: True}), key=lambda one: -one.chance) == rated


def test_among_bots_all_but_who_chooses_say_something_and_only_then() -> None:
    running: BotGame[State, Action] = BotGame(loose(GAME), 4, "spoken", {})
    squire, heard = _squire(), 0
    for _ in range(200):
        if (seat := running.to_act) is None:
            break
        running.hear_wishes([squire] * 4)
        observation = running.observe(seat)
        choosing = observation.view.phase == "choose"
        assert set(observation.wishes) == ({0, 1, 2, 3} - {seat} if choosing else set())
        heard += choosing
        running.take(squire.choose(observation, running.bot_seed))
    assert heard


def test_a_page_says_nothing() -> None:
    view = GAME.view(_after_a_jester(KILLS_EXACTLY, HELPLESS, HELPLESS[:1]), 1)
    assert make_bot("regicide", "page", 4).wish(1, Observation(view, (), view), 1) is None
