"""What holds in every game and every position, whoever plays and whatever is played."""

import json
import re
from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from regicide_tui.cards import JESTER, PACK, UNKNOWN, Card, ascending
from regicide_tui.games.base import Event, IllegalAction, Json, Pile, Seat, submit, to_json
from regicide_tui.games.plays import ROYALS
from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.actions import Action, Choose, Flip, Pay, Play, Yield
from regicide_tui.games.regicide.events import CardsDrawn, JesterFlipped
from regicide_tui.games.regicide.preview import refusal
from regicide_tui.games.regicide.state import PLAY, SUFFER, TAVERN_JESTERS, State
from tests.games.regicide.oracle import random_options, random_position

# The same examples in every run: what fails today failed yesterday.
thorough = settings(derandomize=True, deadline=None, max_examples=150)

LONGEST = 400
"""More actions than any game has."""


def _deal(rng: Random) -> State:
    players = rng.randint(1, 4)
    return GAME.new(players, f"{rng.getrandbits(64):x}", random_options(rng, players))


def _lay(rng: Random) -> State:
    players = rng.randint(1, 4)
    return GAME.load(random_position(rng, players), "7F3K", random_options(rng, players))


def _careful(rng: Random, state: State) -> Action:
    """Choose an action that does not lose at once, if one can be found soon."""
    legal = GAME.legal_actions(state)
    some = rng.sample(legal, min(6, len(legal)))
    alive = [one for one in some if GAME.reduce(state, one).state.result != "lost"]
    return (alive or some)[0]


def _play(rng: Random, state: State, actions: int) -> list[tuple[State, Action]]:
    """Play on; return each state with the action taken there."""
    taken: list[tuple[State, Action]] = []
    while len(taken) < actions and GAME.to_act(state) is not None:
        taken.append((state, _careful(rng, state)))
        state = GAME.reduce(*taken[-1]).state
    return taken


@st.composite
def chances(draw: st.DrawFn) -> Random:
    return Random(draw(st.integers(0, 2**32)))


@st.composite
def games(draw: st.DrawFn) -> State:
    """Deal a game and play some of it."""
    rng = draw(chances())
    state = _deal(rng)
    taken = _play(rng, state, draw(st.integers(0, 60)))
    return GAME.reduce(*taken[-1]).state if taken else state


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Strew cards about, or play a game up to somewhere."""
    return draw(games()) if draw(st.booleans()) else _lay(draw(chances()))


def _cards(state: State) -> Counter[Card]:
    piles = [*state.hands, state.tavern, state.castle, state.discard]
    piles += [play.cards for play in state.table]
    piles += [(state.enemy,) if state.enemy else ()]
    return Counter([card for pile in piles for card in pile])


def _seats(state: State) -> list[Seat | None]:
    return [None, *range(len(state.hands))]


# ---------------------------------------------------------------- actions


@given(positions(), chances())
@thorough
def test_no_card_is_ever_lost_or_made(state: State, rng: Random) -> None:
    cards = _cards(state)
    for before, action in _play(rng, state, LONGEST):
        assert _cards(GAME.reduce(before, action).state) == cards


@given(games())
@thorough
def test_a_game_is_played_with_one_pack_and_its_jesters(state: State) -> None:
    assert _cards(state) == Counter(PACK) + Counter({JESTER: TAVERN_JESTERS[len(state.hands)]})


@given(positions())
@thorough
def test_an_action_leaves_the_old_state_as_it_was(state: State) -> None:
    picture, number = json.dumps(GAME.position(state)), hash(state)
    for action in GAME.legal_actions(state):
        assert GAME.reduce(state, action).state != state
        assert json.dumps(GAME.position(state)) == picture
        assert hash(state) == number


def _imaginable(state: State) -> set[Action]:
    """Everything that could be tried with the cards of the hand."""
    hand = state.hands[state.turn]
    some = [cards for size in range(len(hand) + 1) for cards in combinations(hand, size)]
    plays = {GAME.parse(GAME.format(Play(cards))) for cards in some if 0 < len(cards) <= 4}
    seats = range(-1, len(state.hands) + 2)
    return {*plays, *map(Pay, some), *map(Choose, seats), Yield(), Flip()}


def _accepts(state: State, action: Action) -> bool:
    try:
        GAME.reduce(state, action)
    except IllegalAction as error:
        assert error.message.endswith(".")
        return False
    return True


@given(positions())
@thorough
def test_the_legal_actions_are_those_that_are_accepted(state: State) -> None:
    legal = GAME.legal_actions(state)
    accepted = {action for action in _imaginable(state) if _accepts(state, action)}
    assert set(legal) == accepted
    assert len(legal) == len(accepted)


@given(positions(), st.integers(0, 2**32))
@thorough
def test_a_view_tells_why_cards_are_refused_just_as_the_game_would(state: State, some: int) -> None:
    view, hand = GAME.view(state, state.turn), state.hands[state.turn]
    cards = tuple([card for place, card in enumerate(hand) if some >> place & 1])
    assume(cards and state.phase in (PLAY, SUFFER))
    action = Play(cards) if state.phase is PLAY else Pay(cards)
    assert bool(refusal(view, cards)) == (not _accepts(state, action))


@given(positions(), st.lists(st.sampled_from([*PACK, JESTER]), min_size=1, max_size=8))
@thorough
def test_nobody_plays_or_pays_cards_of_others(state: State, cards: list[Card]) -> None:
    assume(Counter(cards) - Counter(state.hands[state.turn]))
    assert not _accepts(state, Play(tuple(cards)))
    assert not _accepts(state, Pay(ascending(cards)))


@given(positions())
@thorough
def test_an_action_reads_back_as_it_is_written(state: State) -> None:
    for action in GAME.legal_actions(state):
        assert GAME.parse(GAME.format(action)) == action
        assert GAME.spell_out(GAME.format(action)) == (GAME.format(action).upper(),)


@given(positions(), chances())
@thorough
def test_the_same_actions_lead_to_the_same_state(state: State, rng: Random) -> None:
    taken = _play(rng, state, LONGEST)
    again = state
    for before, action in taken:
        assert again == before
        again = submit(GAME, again, GAME.format(action))[-1].state
    assert again == (GAME.reduce(*taken[-1]).state if taken else state)


@given(chances())
@thorough
def test_the_same_seed_deals_the_same_game(rng: Random) -> None:
    players, seed = rng.randint(1, 4), f"{rng.getrandbits(64):x}"
    options = random_options(rng, players)
    assert GAME.new(players, seed, options) == GAME.new(players, seed, dict(options))
    assert GAME.new(players, seed, options) != GAME.new(players, f"{seed}0", options)


@given(chances())
@thorough
def test_every_game_ends(rng: Random) -> None:
    state = _deal(rng)
    for _ in range(LONGEST):
        if GAME.to_act(state) is None:
            break
        state = GAME.reduce(state, rng.choice(GAME.legal_actions(state))).state
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert not GAME.legal_actions(state)
    assert (outcome.reason == "all_enemies_defeated") == outcome.won == (state.enemy is None)


@given(games())
@thorough
def test_whoever_must_act_can(state: State) -> None:
    assert bool(GAME.legal_actions(state)) == (GAME.to_act(state) is not None)
    assert (GAME.to_act(state) is None) == (GAME.outcome(state) is not None)


# ---------------------------------------------------------------- views


def _disguised(state: State, seat: Seat | None, rng: Random) -> State:
    """Exchange all cards that a seat does not see, and what else it does not know."""
    known = state.tavern_known
    others = [place for place in range(len(state.hands)) if place != seat]
    hidden = [*state.tavern[known:], *state.castle, *state.discard[1:]]
    hidden += [card for place in others for card in state.hands[place]]
    rng.shuffle(hidden)

    def dealt(pile: Pile) -> Pile:
        return tuple([hidden.pop() for _ in pile])

    return replace(
        state,
        seed=f"{state.seed}'",
        shuffles=state.shuffles + 1,
        tavern=state.tavern[:known] + dealt(state.tavern[known:]),
        castle=dealt(state.castle),
        discard=state.discard[:1] + dealt(state.discard[1:]),
        hands=tuple(
            [
                ascending(dealt(hand)) if place in others else hand
                for place, hand in enumerate(state.hands)
            ]
        ),
    )


@given(positions(), chances())
@thorough
def test_a_view_shows_nothing_that_its_seat_does_not_know(state: State, rng: Random) -> None:
    for seat in _seats(state):
        disguised = _disguised(state, seat, rng)
        assert disguised != state
        view, other = GAME.view(state, seat), GAME.view(disguised, seat)
        assert view == other
        assert repr(view) == repr(other)
        assert json.dumps(GAME.position(view)) == json.dumps(GAME.position(other))
        assert not {"seed", "shuffles"} & set(GAME.position(view))


@given(positions())
@thorough
def test_a_view_shows_all_that_its_seat_may_know(state: State) -> None:
    whole = GAME.position(state)
    for seat in _seats(state):
        shown = GAME.position(GAME.view(state, seat))
        for key in set(whole) - {"seed", "shuffles", "hands", "tavern", "castle", "discard"}:
            assert shown[key] == whole[key], key
        for key in ("tavern", "castle", "discard"):
            assert len(shown[key]) == len(whole[key])
        assert shown["discard"][:1] == whole["discard"][:1]
        assert shown["tavern"][: state.tavern_known] == whole["tavern"][: state.tavern_known]
        if seat is not None:
            assert shown["hands"][seat] == whole["hands"][seat]


@given(positions())
@thorough
def test_who_must_act_sees_every_legal_action_and_nobody_else_does(state: State) -> None:
    legal = GAME.legal_actions(state)
    assert GAME.legal_actions(GAME.view(state, state.turn)) == legal
    for seat in set(_seats(state)) - {state.turn}:
        if state.hands[state.turn]:
            assert GAME.legal_actions(GAME.view(state, seat)) == []


def _named(value: Json) -> set[str]:
    """Find every card named in JSON."""
    if isinstance(value, dict):
        return _named(list(value.values()))
    if isinstance(value, list):
        return {card for one in value for card in _named(one)}
    return set(re.findall(r"\b[A2-9TJQK][CDHS]\b|\*", value)) if isinstance(value, str) else set()


@given(positions(), chances())
@thorough
def test_events_name_only_cards_that_a_seat_saw(state: State, rng: Random) -> None:
    for before, action in _play(rng, state, 30):
        step = GAME.reduce(before, action)
        laid = _named(GAME.format(action))
        laid |= {card.text for card in before.hands[0]} if isinstance(action, Flip) else set()
        for seat in _seats(state):
            views = [GAME.view(before, seat), GAME.view(step.state, seat)]
            open_cards = laid | _named([GAME.position(view) for view in views])
            seen = [to_json(GAME.view_event(event, seat)) for event in step.events]
            assert _named(seen) <= open_cards


def _check_seen(event: Event, seat: Seat | None, state: State) -> None:
    seen = GAME.view_event(event, seat)
    if isinstance(event, CardsDrawn | JesterFlipped) and event.seat != seat:
        assert seen == replace(event, cards=(UNKNOWN,) * len(event.cards))
    else:
        assert seen == event
    assert json.loads(json.dumps(to_json(seen)))["type"] == type(event).__name__


@given(positions(), chances())
@thorough
def test_all_see_how_many_cards_are_drawn_and_only_the_drawer_which(
    state: State, rng: Random
) -> None:
    for before, action in _play(rng, state, 30):
        step = GAME.reduce(before, action)
        for event in step.events:
            for seat in _seats(state):
                _check_seen(event, seat, step.state)


# ---------------------------------------------------------------- guesses


@given(games(), chances())
@thorough
def test_a_guess_at_a_game_is_a_game_that_looks_the_same(state: State, rng: Random) -> None:
    for seat in _seats(state):
        view = GAME.view(state, seat)
        guess = GAME.determinize(view, rng)
        assert GAME.view(guess, seat) == view
        assert _cards(guess) == _cards(state)
        assert [card.rank for card in guess.castle] == [card.rank for card in state.castle]
        assert guess.seed


def _check_playable(view: State, rng: Random) -> None:
    guess = GAME.determinize(view, rng)
    assert GAME.view(guess, view.turn) == view
    assert UNKNOWN not in _cards(guess)
    assert all(card.rank in ROYALS and card is not JESTER for card in guess.castle)
    assert GAME.legal_actions(guess) == GAME.legal_actions(view)
    for before, action in _play(rng, guess, LONGEST):
        guess = GAME.reduce(before, action).state
    assert GAME.outcome(guess) is not None


@given(games(), chances())
@thorough
def test_a_guess_at_a_game_can_be_played_to_its_end(state: State, rng: Random) -> None:
    _check_playable(GAME.view(state, state.turn), rng)


@given(positions(), chances())
@thorough
def test_a_guess_at_any_position_can_be_played_to_its_end(state: State, rng: Random) -> None:
    _check_playable(GAME.view(state, state.turn), rng)


def test_a_guess_puts_royals_into_the_castle_where_all_kings_are_elsewhere() -> None:
    drill = {"players": 2, "hands": [["KC", "KD", "KH", "KS"], ["2C"]], "enemy": "JH"}
    state = GAME.load({**drill, "castle": ["QC", "QD"], "tavern": ["2D", "3D"]}, "1", {})
    for luck in range(20):
        _check_playable(GAME.view(state, 0), Random(luck))


def test_every_hidden_card_is_guessed_in_every_place_it_may_have() -> None:
    state = GAME.new(3, "7F3K", {})
    guesses = [GAME.determinize(GAME.view(state, 0), Random(luck)) for luck in range(500)]
    hidden = {*state.hands[1], *state.hands[2], *state.tavern}
    assert {card for guess in guesses for card in guess.hands[1]} == hidden
    for place in (0, -1):
        assert {guess.tavern[place] for guess in guesses} == hidden
        ranks = {"J": 3, "K": 4}[state.castle[place].rank]
        assert len({guess.castle[place] for guess in guesses}) == ranks


@given(games())
@thorough
def test_the_same_luck_makes_the_same_guess_and_other_luck_another(state: State) -> None:
    view = GAME.view(state, None)
    assert GAME.determinize(view, Random(1)) == GAME.determinize(view, Random(1))
    assert GAME.determinize(view, Random(1)) != GAME.determinize(view, Random(2))
