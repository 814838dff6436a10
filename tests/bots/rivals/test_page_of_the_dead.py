"""The page of King of the Dead plays a sane game: it buys, scores, and keeps its deck."""

from random import Random
from typing import Any

from msgspec.structs import replace

from regicide_tui.bots.base import Bot, Sight
from regicide_tui.bots.contest import contest
from regicide_tui.bots.king_of_the_dead.page import DECK, careful_options, may_score, passed
from regicide_tui.bots.roster import player_of
from regicide_tui.bots.search.judge import best_of
from regicide_tui.cards import cards
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.actions import Buy, Score
from regicide_tui.games.king_of_the_dead.state import State, change, owned_by

SEED = "test-2026-11-22"


class Watched(Bot[Any, Any]):
    """Plays as the page does, and notes how few cards it owned when it scored one of its own."""

    def __init__(self) -> None:
        self._page = player_of("king_of_the_dead", "page", 2)
        self.decks: list[int] = []
        self.bought = 0

    def choose(self, sight: Sight[State], seed: int, *_: Any) -> Any:
        """Answer an action of the page."""
        state = sight.view
        action = self._page.choose(sight, seed)
        self.bought += isinstance(action, Buy)
        if isinstance(action, Score) and action.cards[2] is not None and passed(state) < 0.8:
            self.decks.append(len(owned_by(state.sides[state.turn])) - 1)
        return action


def _holding(hand: str, **changes: Any) -> State:
    state = change(GAME.new(2, SEED, {"first_player": 1}), 0, hand=cards(hand), draws=())
    return replace(state, parade=cards("9S KH 7C 8D"), well=(), newcomer=None, **changes)


def test_a_low_run_stays_in_a_small_deck_and_is_scored_at_the_end() -> None:
    state = _holding("2H 3H 4H")
    assert not may_score(state)
    assert not isinstance(best_of(careful_options(state)), Score)
    assert isinstance(best_of(careful_options(replace(state, final_round=True))), Score)


def test_a_run_is_scored_while_the_deck_is_large() -> None:
    state = change(_holding("5H 6H 7H"), 0, discard=cards("2H 3H 4H 2S 3S 4S AC"))
    assert may_score(state)
    assert isinstance(best_of(careful_options(state)), Score)


def test_in_the_last_round_nothing_is_bought() -> None:
    state = _holding("4H 5H 9H")
    assert isinstance(best_of(careful_options(state)), Buy)
    assert not isinstance(best_of(careful_options(replace(state, final_round=True))), Buy)


def test_the_share_of_the_game_that_is_over_grows_to_one() -> None:
    state = GAME.new(2, SEED, {})
    rng, shares = Random(1), [passed(state)]
    while GAME.to_act(state) is not None:
        state = GAME.reduce(state, rng.choice([*GAME.legal_actions(state)][:2])).state
        shares.append(passed(state))
    assert shares[0] < 0.1
    assert shares[-1] == 1.0


def test_the_page_never_scores_its_deck_away() -> None:
    for number in range(6):
        pair = Watched(), Watched()
        contest(GAME, pair, f"{SEED}-deck-{number}")
        for page in pair:
            assert min(page.decks, default=DECK) >= DECK
            assert page.bought >= 3
