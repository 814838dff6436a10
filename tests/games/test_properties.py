"""What holds in every game alike, in every position, whoever plays and whatever is played."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regicide_tui import games
from regicide_tui.games.base import Seat, submit
from tests.games.duel.playing import PLAYING as DUEL
from tests.games.king_of_the_dead.playing import PLAYING as KING_OF_THE_DEAD
from tests.games.playing import Playing, chances, thorough
from tests.games.regicide.playing import PLAYING as REGICIDE

GAMES = (REGICIDE, DUEL, KING_OF_THE_DEAD)
every_game = pytest.mark.parametrize("playing", GAMES, ids=[one.game.name for one in GAMES])


def test_every_game_is_among_them() -> None:
    assert [one.game.name for one in GAMES] == list(games.names())


def _seats(playing: Playing, state: Any) -> list[Seat | None]:
    return [None, *range(playing.game.position(state)["players"])]


# ---------------------------------------------------------------- actions


@every_game
@given(data=st.data())
@thorough
def test_no_card_is_ever_lost_or_made(playing: Playing, data: st.DataObject) -> None:
    state = data.draw(playing.positions())
    cards = playing.cards(state)
    for before, action in playing.on(data.draw(chances()), state, playing.far):
        assert playing.cards(playing.game.reduce(before, action).state) == cards


@every_game
@given(data=st.data())
@thorough
def test_an_action_leaves_the_old_state_as_it_was(playing: Playing, data: st.DataObject) -> None:
    game, state = playing.game, data.draw(playing.positions())
    picture, number = json.dumps(game.position(state)), hash(state)
    for action in game.legal_actions(state)[:200]:
        assert game.reduce(state, action).state != state
        assert json.dumps(game.position(state)) == picture
        assert hash(state) == number


@every_game
@given(data=st.data())
@thorough
def test_an_action_reads_back_as_it_is_written(playing: Playing, data: st.DataObject) -> None:
    game, state = playing.game, data.draw(playing.positions())
    for action in game.legal_actions(state):
        text = game.format(action)
        assert game.parse(text) == action
        assert game.canonical(state, action) == action
        assert [one.upper() for one in game.spell_out(text)] == [text.upper()]


@every_game
@given(data=st.data())
@thorough
def test_the_same_actions_lead_to_the_same_state(playing: Playing, data: st.DataObject) -> None:
    game, state = playing.game, data.draw(playing.positions())
    taken = playing.on(data.draw(chances()), state, playing.far)
    again = state
    for before, action in taken:
        assert again == before
        again = submit(game, again, game.format(action))[-1].state
    assert again == (game.reduce(*taken[-1]).state if taken else state)


@every_game
@given(rng=chances())
@thorough
def test_the_same_seed_deals_the_same_game(playing: Playing, rng: Random) -> None:
    game = playing.game
    players, seed = rng.choice(game.player_counts), f"{rng.getrandbits(64):x}"
    options = playing.options(rng, players)
    assert game.new(players, seed, options) == game.new(players, seed, dict(options))
    assert game.new(players, seed, options) != game.new(players, f"{seed}0", options)


@every_game
@given(data=st.data())
@thorough
def test_whoever_must_act_can(playing: Playing, data: st.DataObject) -> None:
    game, state = playing.game, data.draw(playing.games())
    assert bool(game.legal_actions(state)) == (game.to_act(state) is not None)
    assert (game.to_act(state) is None) == (game.outcome(state) is not None)


@every_game
@given(data=st.data())
@thorough
def test_a_state_fed_back_is_the_same_state(playing: Playing, data: st.DataObject) -> None:
    game, state = playing.game, data.draw(playing.positions())
    options = {name: getattr(state.options, name) for name in state.options.__struct_fields__}
    written = json.loads(json.dumps(game.position(state)))
    again = game.load(written, "another seed", options)
    assert again == state
    assert game.position(again) == game.position(state)


# ---------------------------------------------------------------- views and guesses


@every_game
@given(data=st.data())
@thorough
def test_who_must_act_sees_every_legal_action_and_nobody_else_does(
    playing: Playing, data: st.DataObject
) -> None:
    game, state = playing.game, data.draw(playing.positions())
    actor = game.to_act(state)
    if actor is None or not game.position(state)["hands"][actor]:
        return
    assert game.legal_actions(game.view(state, actor)) == game.legal_actions(state)
    for seat in set(_seats(playing, state)) - {actor}:
        assert game.legal_actions(game.view(state, seat)) == []


@every_game
@given(data=st.data())
@thorough
def test_a_guess_at_a_game_is_a_game_that_looks_the_same(
    playing: Playing, data: st.DataObject
) -> None:
    game, state = playing.game, data.draw(playing.games())
    for seat in _seats(playing, state):
        view = game.view(state, seat)
        guess = game.determinize(view, data.draw(chances()))
        assert game.view(guess, seat) == view
        assert playing.cards(guess) == playing.cards(state)
        assert guess.seed


@every_game
@given(data=st.data())
@thorough
def test_the_same_luck_makes_the_same_guess_and_other_luck_another(
    playing: Playing, data: st.DataObject
) -> None:
    game = playing.game
    view = game.view(data.draw(playing.games()), None)
    assert game.determinize(view, Random(1)) == game.determinize(view, Random(1))
    assert game.determinize(view, Random(1)) != game.determinize(view, Random(2))
