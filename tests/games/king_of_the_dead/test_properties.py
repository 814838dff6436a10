"""What holds in every game and every position, whoever plays and whatever is played."""

import json
from collections import Counter
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import assume, given, settings
from msgspec.structs import replace

from regicide_tui.cards import JESTER, PACK, UNKNOWN
from regicide_tui.games.base import Event, Seat, to_json
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead import events as e
from regicide_tui.games.king_of_the_dead.actions import (
    Action,
    Answer,
    Buy,
    ChosenPlayer,
    EndTurn,
    FromDiscard,
    FromHand,
    Play,
    PromptOption,
    Recall,
    Score,
    Slot,
    Top,
)
from regicide_tui.games.king_of_the_dead.events import CardsDrawn, CardsLooked, HandsSwapped
from regicide_tui.games.king_of_the_dead.piles import SET_ASIDE
from regicide_tui.games.king_of_the_dead.preview import refusal
from regicide_tui.games.king_of_the_dead.state import State, in_order
from tests.games.king_of_the_dead.playing import PLAYING, disguised
from tests.games.playing import chances, examples, thorough
from tests.loose import loose

pytestmark = pytest.mark.slow

# The same examples in every run: what fails today failed yesterday.
few = settings(derandomize=True, deadline=None, max_examples=examples(25))

LONGEST = 3000
"""More actions than any game has."""


def _seats(state: State) -> list[Seat | None]:
    return [None, *range(len(state.sides))]


# ---------------------------------------------------------------- actions


@given(PLAYING.games())
@thorough
def test_a_game_is_played_with_its_packs_and_jokers(state: State) -> None:
    players = len(state.sides)
    packs = 1 if players == 2 else 2
    deck = Counter(PACK * packs)
    deck[JESTER] = 2 * packs if state.options.jokers else 0
    if players == 3:
        deck -= Counter(SET_ASIDE)
    assert PLAYING.cards(state) == +deck


def _imaginable(state: State) -> set[Action]:
    """Everything that could be tried with a small hand."""
    seat = GAME.to_act(state)
    side = state.sides[state.turn if seat is None else seat]
    hand = side.hand
    some = [in_order(cards) for n in range(len(hand) + 1) for cards in combinations(hand, n)]
    plays = {GAME.parse(GAME.format(Play(cards))) for cards in some if 0 < len(cards) <= 4}
    slots = range(len(state.parade) + 2)
    tokens = [*hand, None]
    scores = {GAME.parse(GAME.format(Score(run))) for run in permutations(tokens, 3)}
    seen = state.prompt.looked if state.prompt else ()
    pool = {*hand, *seen, *side.discard, *side.draws, *state.well}
    names: list[PromptOption] = [Top(), *map(Slot, slots), *[ChosenPlayer(n - 1) for n in range(6)]]
    names += [*map(FromHand, pool), *map(FromDiscard, pool)]
    wholes: set[tuple[PromptOption, ...]] = {(), *[(one,) for one in [*names, *pool]]}
    wholes |= {*permutations(pool, 2), *[(Slot(n), card) for n in slots for card in hand]}
    wholes |= {(ChosenPlayer(a), ChosenPlayer(b)) for a in range(4) for b in range(a, 4)}
    verbs = ("discard", "send", "take", "target", "retain", "swap", "order", "pass")
    answers = {Answer(verb, chosen) for verb in verbs for chosen in wholes}
    return {
        *plays,
        *scores,
        *[Buy(slot, cards) for slot in slots for cards in some if cards],
        *map(Recall, range(4)),
        *answers,
        EndTurn(),
    }


def _canonical(state: State, action: Action) -> Action:
    return GAME.canonical(state, GAME.parse(GAME.format(action)))


@given(PLAYING.positions())
@few
def test_the_legal_actions_are_those_that_are_accepted(state: State) -> None:
    legal = GAME.legal_actions(state)
    assert GAME.is_complete(state)
    assert len(set(legal)) == len(legal)
    small = {one for one in legal if not isinstance(one, Answer) or len(one.chosen) <= 2}
    accepted = {one for one in _imaginable(state) if PLAYING.accepts(state, one)}
    assert {_canonical(state, one) for one in accepted} == small
    assert all(PLAYING.accepts(state, one) for one in legal)


@given(PLAYING.positions())
@few
def test_a_view_tells_why_an_action_is_refused_just_as_the_game_would(state: State) -> None:
    seat = GAME.to_act(state)
    view = GAME.view(state, seat)
    for action in sorted(_imaginable(state), key=GAME.format)[::7]:
        assert bool(refusal(view, action)) == (not PLAYING.accepts(state, action))


# ---------------------------------------------------------------- views


@given(PLAYING.positions())
@thorough
def test_a_view_shows_all_that_its_seat_may_know(state: State) -> None:
    whole = GAME.position(state)
    hidden = {"seed", "shuffles", "hands", "draws", "gate", "newcomer", "looked"}
    assert {"discards", "well", "scores", "familiars"} <= set(whole) - hidden  # K-51
    for seat in _seats(state):
        shown = GAME.position(GAME.view(state, seat))
        for key in set(whole) - hidden:
            assert shown[key] == whole[key], key
        assert shown["gate"] == ["?"] * len(loose(whole["gate"]))
        assert shown["newcomer"] == ("?" if whole["newcomer"] else None)
        assert shown["hand_counts"] == [len(loose(hand)) for hand in loose(shown["hands"])]
        if seat is not None:
            assert loose(shown["hands"])[seat] == loose(whole["hands"])[seat]
        if state.prompt and state.prompt.seat == seat:
            assert shown["looked"] == whole["looked"]


def _hides(event: Event) -> bool:
    """Tell whether an event is about cards that not everybody saw."""
    if isinstance(event, e.CardsTaken):
        return event.place == "draw pile"
    if isinstance(event, e.CardsPillaged):
        return event.top
    return isinstance(event, CardsDrawn | CardsLooked | HandsSwapped)


def _check_seen(event: Event, seat: Seat | None) -> None:
    seen = GAME.view_event(event, seat)
    assert json.loads(json.dumps(to_json(seen)))["type"] == type(event).__name__
    if isinstance(event, HandsSwapped) and seat not in (event.seat, event.chosen):
        unknown = [(UNKNOWN,) * len(hand) for hand in (event.hand, event.other)]
        assert seen == replace(event, hand=unknown[0], other=unknown[1])
    elif _hides(event) and not isinstance(event, HandsSwapped):
        owner = getattr(event, "seat", None)
        cards = getattr(event, "cards", ())
        assert seen == (event if seat == owner else replace(event, cards=(UNKNOWN,) * len(cards)))
    else:
        assert seen == event


@given(PLAYING.positions(), chances())
@thorough
def test_all_see_how_many_cards_move_and_only_who_sees_them_which(
    state: State, rng: Random
) -> None:
    for before, action in PLAYING.on(rng, state, 30):
        for event in GAME.reduce(before, action).events:
            for seat in _seats(state):
                _check_seen(event, seat)


@given(PLAYING.positions(), chances())
@thorough
def test_who_sees_no_difference_is_told_of_none(state: State, rng: Random) -> None:
    """Exchange two hidden cards and act the same: as long as both stay hidden, all is the same."""
    for before, action in PLAYING.on(rng, state, 30):
        seat = rng.choice(_seats(state))
        other = disguised(before, seat, rng, two=True)
        if not PLAYING.accepts(other, action):
            continue
        steps = [GAME.reduce(one, action) for one in (before, other)]
        views = [GAME.view(step.state, seat) for step in steps]
        told = [[GAME.view_event(event, seat) for event in step.events] for step in steps]
        shuffles = (e.DiscardShuffled, e.GateRefilled)  # what was open for a moment is gone
        if views[0] == views[1] and not any(isinstance(one, shuffles) for one in told[0]):
            assert told[0] == told[1]


# ---------------------------------------------------------------- guesses


@given(PLAYING.games(), chances())
@thorough
def test_a_guess_leaves_low_cards_out_of_the_first_gate(state: State, rng: Random) -> None:
    assume(not state.reshuffles)
    for seat in _seats(state):
        guess = GAME.determinize(GAME.view(state, seat), rng)
        assert all(card.rank not in "A234" or card is JESTER for card in guess.gate)
