"""Games played at random: what the properties of every game are tried on (hypothesis)."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from regicide_tui.cards import Card
from regicide_tui.games.base import Game, IllegalAction, Json, Outcome, Seat

_USUAL = 100
"""The examples of the usual profile."""


def examples(number: int) -> int:
    """Return how many examples to try: so many, but for the fast profile, which tries few."""
    chosen = settings.default.max_examples if settings.default is not None else _USUAL
    return number if chosen >= _USUAL else min(number, chosen)


# The same examples in every run: what fails today failed yesterday.
thorough = settings(derandomize=True, deadline=None, max_examples=examples(150))


def chances() -> st.SearchStrategy[Random]:
    """Draw a source of chance."""
    return st.integers(0, 2**32).map(Random)


def named(value: Json) -> set[str]:
    """Find every card named in JSON."""
    if isinstance(value, dict):
        return named(list(value.values()))
    if isinstance(value, list):
        return {card for one in value for card in named(one)}
    return set(re.findall(r"\b[A2-9TJQK][CDHS]\b|\*", value)) if isinstance(value, str) else set()


@dataclass(frozen=True, kw_only=True)
class Playing:
    """How a game is played at random."""

    game: Game[Any, Any]
    options: Callable[[Random, int], dict[str, Json]]
    """Gives house rules for a number of players."""
    position: Callable[[Random, int], dict[str, Any]]
    """Strews cards about for a number of players."""
    choose: Callable[[Random, Any], Any]
    """Chooses a legal action, so that much of the game is met."""
    cards: Callable[[Any], Counter[Card]]
    """Counts all cards of a state."""
    disguised: Callable[[Any, Seat | None, Random], Any]
    """Exchanges all cards that a seat does not see, and what else it does not know."""
    far: int
    """How many actions are played on where a whole game, or much of it, is wanted."""
    opening: int = 60
    """How many actions at most lead to a state of a dealt game."""
    onward: int = 0
    """The same of strewn cards."""
    played_on: int = 1000
    """How many actions at most are played on after a guess."""
    is_well_ended: Callable[[Any, Outcome], bool] = lambda *_: True
    """Tells whether the last state of a game fits its outcome."""
    is_well_guessed: Callable[[Any], bool] = lambda _: True
    """Tells whether a guess is one that the game could deal."""

    def deal(self, rng: Random) -> Any:
        """Deal a game for some players."""
        players = rng.choice(self.game.player_counts)
        return self.game.new(players, f"{rng.getrandbits(64):x}", self.options(rng, players))

    def lay(self, rng: Random) -> Any:
        """Set a position of strewn cards up."""
        players = rng.choice(self.game.player_counts)
        return self.game.load(self.position(rng, players), "7F3K", self.options(rng, players))

    def on(self, rng: Random, state: Any, actions: int) -> list[tuple[Any, Any]]:
        """Play on; return each state with the action taken there."""
        taken: list[tuple[Any, Any]] = []
        while len(taken) < actions and self.game.to_act(state) is not None:
            taken.append((state, self.choose(rng, state)))
            state = self.game.reduce(*taken[-1]).state
        return taken

    def after(self, rng: Random, state: Any, actions: int) -> Any:
        """Play on, and return the state that comes of it."""
        taken = self.on(rng, state, actions)
        return self.game.reduce(*taken[-1]).state if taken else state

    def games(self) -> st.SearchStrategy[Any]:
        """Deal a game and play some of it."""
        return st.builds(
            lambda rng, actions: self.after(rng, self.deal(rng), actions),
            chances(),
            st.integers(0, self.opening),
        )

    def positions(self) -> st.SearchStrategy[Any]:
        """Strew cards about, or play a game up to somewhere."""
        strewn = st.builds(
            lambda rng, actions: self.after(rng, self.lay(rng), actions),
            chances(),
            st.integers(0, self.onward),
        )
        return st.one_of(strewn, self.games())

    def accepts(self, state: Any, action: Any) -> bool:
        """Tell whether the game takes an action; if not, it says why in a sentence."""
        try:
            self.game.reduce(state, action)
        except IllegalAction as error:
            assert error.message.endswith(".")
            return False
        return True
