"""A game and a naive second implementation of it, played side by side."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from random import Random
from typing import Any

from regicide_tui.games.base import Game, IllegalAction, take_text
from regicide_tui.games.piles import shuffled
from tests.games.regicide.oracle import Heal

TEXTS = 3
"""How many texts are tried before each action."""


def check_same(game: Game[Any, Any], state: Any, oracle: Any, beyond: Collection[str]) -> list[str]:
    """Both have the same table, but for what is beyond the oracle, and list the same actions.

    Return these.
    """
    position = game.position(state)
    assert {key: position[key] for key in set(position) - set(beyond)} == oracle.state()
    legal = [game.format(action) for action in game.legal_actions(state)]
    assert len(legal) == len(set(legal))
    assert set(legal) == oracle.legal()
    return legal


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """How a game with Hearts, of whose shuffles the oracle is told, is compared with it."""

    game: Game[Any, Any]
    beyond: Collection[str]
    """The keys of a position that the oracle does not know."""
    text: Callable[[Random, Any, list[str]], str]
    """Writes something that is legal, nearly legal, of another game, or nothing at all.

    It is given the legal actions.
    """
    promise: Callable[[Any], float]
    """Tells how far into the Castle a state may lead."""
    ending: Callable[[Any], str]
    """Tells how a game of the oracle ended, or an empty result."""

    def compare(
        self, rng: Random, start: Callable[[], tuple[Any, Any]], actions: int, longest: int
    ) -> set[str]:
        """Compare step by step, until so many are done; return the codes and endings met."""
        met: set[str | None] = set()
        while actions > 0:
            state, oracle = start()
            legal = self.check_same(state, oracle)
            for _ in range(longest):
                texts = [self.text(rng, oracle, legal) for _ in range(TEXTS)]
                codes = [self._answer(state, oracle, text, _player(rng)) for text in texts]
                met.update(codes)
                if oracle.phase == "over":
                    break
                accepted = [text for text, code in zip(texts, codes, strict=True) if code is None]
                if not accepted or rng.random() < 0.8:
                    accepted = [self.game.format(self._sound(rng, state))]
                state, legal = self._step(state, oracle, rng.choice(accepted))
                actions -= 1
            met |= {self.ending(oracle), f"{len(oracle.castle)} royals to come"}
        return {one for one in met if one is not None}

    def check_same(self, state: Any, oracle: Any) -> list[str]:
        """Both have the same table, and list the same actions. Return these, sorted."""
        return sorted(check_same(self.game, state, oracle, self.beyond))

    def _answer(self, state: Any, oracle: Any, text: str, by: int | None) -> str | None:
        """Return the code that both have for it; None for a legal action of whoever must act."""
        try:
            take_text(self.game, state, text, None if by is None else by - 1)
            code = None
        except IllegalAction as error:
            code = error.code
            assert error.message
        assert code == oracle.check(text, by), (text, by, self.game.position(state))
        return code

    def _step(self, state: Any, oracle: Any, text: str) -> tuple[Any, list[str]]:
        before = self.game.position(state)
        heal = _heal(state, oracle.heal_count(text))
        state = take_text(self.game, state, text)[-1].state
        oracle.do(text, heal)
        try:
            return state, self.check_same(state, oracle)
        except AssertionError:
            print(f"{text} in {before} with {oracle.options}")
            raise

    def _sound(self, rng: Random, state: Any) -> Any:
        """Choose an action that, more often than not, keeps the game going far."""
        legal = self.game.legal_actions(state)
        some = rng.sample(legal, min(1 if rng.random() < 0.05 else 20, len(legal)))
        return max(some, key=lambda action: self.promise(self.game.reduce(state, action).state))


def _heal(state: Any, count: int) -> Heal | None:
    """Return what the engine's shuffle makes of the discard, for Hearts that move `count`."""
    if not count:
        return None
    order = [card.text for card in shuffled(state.discard, state.seed, state.shuffles)]
    return order[count:], order[:count]


def _player(rng: Random) -> int | None:
    return rng.choice([None, None, None, rng.randint(0, 5)])
