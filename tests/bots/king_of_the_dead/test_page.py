"""The page of King of the Dead plays sensibly: it draws, scores, buys, and keeps its deck."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from regicide_tui.bots.base import Bot, Candidate, HeuristicBot, Observation, play_bot_game
from regicide_tui.bots.king_of_the_dead.appeals import SMALLEST_DECK
from regicide_tui.bots.king_of_the_dead.bot import list_candidates
from regicide_tui.bots.roster import make_bot
from regicide_tui.cards import cards
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.actions import Action, Buy, Play, Score
from regicide_tui.games.king_of_the_dead.state import State, change_side, owned_by
from regicide_tui.simulate.plan import Plan
from regicide_tui.simulate.summary import count_wins
from tests.bots.best import best_candidate
from tests.loose import loose
from tests.simulate.playing import play

SEED = "test-2026-11-22"

Candidates = list[Candidate[Action]]


class RecordingPage(Bot[Any, Any]):
    """Plays as the page does, and notes the size of its deck after it scored a card of its own."""

    def __init__(self) -> None:
        self._page: Any = make_bot("king_of_the_dead", "page", 2)
        self.decks: list[int] = []
        self.bought = 0

    def choose(self, observation: Observation[State], seed: int, *_: Any) -> Any:
        """Return an action of the page."""
        state = observation.view
        action = self._page.choose(observation, seed)
        self.bought += isinstance(action, Buy)
        if isinstance(action, Score) and action.cards[2] is not None and not state.final_round:
            self.decks.append(len(owned_by(state.sides[state.turn])) - 1)
        return action


def _holding(hand: str, parade: str = "9S KH 7C 8D", discard: str = "", **changes: Any) -> State:
    state = GAME.new(2, SEED, {"first_player": 1})
    state = change_side(state, 0, hand=cards(hand), draws=(), discard=cards(discard))
    return replace(state, parade=cards(parade), well=(), newcomer=None, **changes)


def _has_large_deck(state: State) -> bool:
    return len(owned_by(state.sides[state.turn])) > SMALLEST_DECK


def test_a_run_stays_in_a_small_deck_and_is_scored_in_the_last_round() -> None:
    state = _holding("2H 3H 4H")
    assert not _has_large_deck(state)
    assert not isinstance(best_candidate(list_candidates(state)), Score)
    assert isinstance(best_candidate(list_candidates(replace(state, final_round=True))), Score)


def test_a_low_run_is_scored_while_the_deck_is_large_enough() -> None:
    state = _holding("2H 3H 4H", discard="2S 3S 4S AC AS")
    assert _has_large_deck(state)
    assert best_candidate(list_candidates(state)) == Score(cards("2H 3H 4H"))


def test_a_high_card_of_the_well_is_scored_from_any_deck() -> None:
    state = replace(_holding("2H 3H"), well=cards("4H"))
    assert not _has_large_deck(state)
    assert best_candidate(list_candidates(state)) == Score((*cards("2H 3H"), None))


def test_in_the_last_round_nothing_is_bought() -> None:
    state = _holding("4H 5H 9H")
    assert isinstance(best_candidate(list_candidates(state)), Buy)
    assert not isinstance(best_candidate(list_candidates(replace(state, final_round=True))), Buy)


def test_a_number_is_bought_rather_than_a_royal() -> None:
    state = _holding("4H 6H", parade="9S KS 7D 8D")
    assert best_candidate(list_candidates(state)) == Buy(1, cards("4H 6H"))


def test_a_card_is_bought_that_makes_a_run_with_the_deck() -> None:
    offered = "8S 7C KH KD"
    alone = best_candidate(list_candidates(_holding("2H 6H", parade=offered)))
    beside = best_candidate(list_candidates(_holding("2H 6H", parade=offered, discard="6S 8C")))
    assert (alone, beside) == (Buy(1, cards("2H 6H")), Buy(2, cards("2H 6H")))


def test_cards_are_drawn_before_a_purchase() -> None:
    state = _holding("4H 6H JC", parade="9S TS 7D 8D")
    assert best_candidate(list_candidates(state)) == Play(cards("JC"))


def test_the_page_never_scores_its_deck_away() -> None:
    for number in range(6):
        pair = RecordingPage(), RecordingPage()
        play_bot_game(GAME, pair, f"{SEED}-deck-{number}")
        for page in pair:
            assert min(page.decks, default=SMALLEST_DECK) >= SMALLEST_DECK
            assert page.bought >= 3


def scores_at_once(state: State) -> Candidates:
    """Do as the page does, but score every run."""
    options = list_candidates(state)
    return [(one, 12.0 if isinstance(one, Score) else appeal) for one, appeal in options]


def keeps_its_runs(state: State) -> Candidates:
    """Do as the page does, but score nothing before the last round."""
    options = list_candidates(state)
    if state.final_round:
        return options
    return [(one, -2.0 if isinstance(one, Score) else appeal) for one, appeal in options]


@pytest.mark.attack
@pytest.mark.parametrize("heuristic", [scores_at_once, keeps_its_runs])
def test_another_rule_for_scoring_loses_to_the_page(
    heuristic: Callable[[State], Candidates],
) -> None:
    page, other = loose(make_bot("king_of_the_dead", "page", 2)), HeuristicBot(heuristic)
    won = 0
    for number in range(80):
        seat = number % 2
        pair = (page, other) if seat == 0 else (other, page)
        won += play_bot_game(GAME, pair, f"{SEED}-habit-{number // 2}").outcome.winners == (seat,)
    assert won > 40


@pytest.mark.attack
def test_a_squire_wins_most_games_against_the_page() -> None:
    plan = Plan("king_of_the_dead", ("page", "squire"), f"{SEED}-bar", around=True)
    page, squire = count_wins(plan, play(plan, range(1, 31)))
    assert squire > page
