"""The puzzles of King of the Dead: each is one turn.

No solution draws a card, so luck decides nothing. Actions that don't affect each other may come in
any order.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from regicide_tui.cards import JESTER, PACK
from regicide_tui.games.base import Json, Move, Value
from regicide_tui.games.king_of_the_dead.actions import EndTurn
from regicide_tui.games.king_of_the_dead.events import CardBought, RunScored
from regicide_tui.games.king_of_the_dead.found import FOUND
from regicide_tui.games.king_of_the_dead.state import NUMBER
from regicide_tui.games.practice import Puzzle, PuzzleVerdict, read_found
from regicide_tui.games.setup import items, texts
from regicide_tui.games.words import counted


class Goal(Value):
    """What the player must do in the turn: points to score and purchases to make."""

    points: int = 0
    purchases: int = 0


def _sentence(goal: Goal, points: int, purchases: int) -> str:
    parts = [counted(points, "point")] if goal.points else []
    parts += [counted(purchases, "purchase")] if goal.purchases else []
    return " and ".join(parts)


_JOKERS = 2


class KingPuzzle(Puzzle):
    """A position of two players, and what the solver in seat 0 must do in this turn."""

    game = "king_of_the_dead"
    word = "king"
    easiest = 45
    growth = 2.0

    goal: Goal
    pieces: Mapping[str, Json]

    @property
    def size(self) -> str:
        """The number of cards to play with, in words."""
        return f"one turn, {counted(len(items(items(self.pieces['hands'])[0])), 'card')} in hand"

    def verdict(self, moves: Iterable[Move]) -> PuzzleVerdict | None:
        """Return the verdict on a line of play; the end of the first turn decides it."""
        goal, points, purchases = self.goal, 0, 0
        for move in moves:
            scored = [event for event in move.events if isinstance(event, RunScored)]
            points += sum([NUMBER[event.cards[-1]] for event in scored])
            purchases += sum(isinstance(event, CardBought) for event in move.events)
            made = _sentence(goal, points, purchases)
            if points >= goal.points and purchases >= goal.purchases:
                return PuzzleVerdict(True, f"{made} in one turn.")
            if move.action == EndTurn():
                return PuzzleVerdict(False, f"The turn ended with {made}.")
        return None

    def next_actions(self, done: Sequence[str]) -> tuple[str, ...]:
        """Return the actions of the solution that are left; their order may be free."""
        left = Counter(self.line) - Counter(done)
        if Counter(done) - Counter(self.line):
            return ()
        return tuple([action for action in self.line if left[action]])

    def position(self) -> dict[str, Json]:
        """Return the whole position; all other cards are in the Gate."""
        pieces = {"players": len(items(self.pieces["hands"])), **self.pieces}
        return {**pieces, "gate": _all_others(pieces)}


def _all_others(pieces: Mapping[str, Json]) -> list[str]:
    """Return the cards of the pack for two players that these pieces don't hold."""
    sides = [*items(pieces["hands"]), *items(pieces["draws"]), *items(pieces["discards"])]
    piles = (*sides, pieces["parade"], pieces["well"])
    placed = Counter([text for pile in piles for text in texts(pile)])
    pack = Counter([card.text for card in PACK]) + Counter({JESTER.text: _JOKERS})
    return sorted((pack - placed).elements())


BY_HAND = (
    KingPuzzle(
        1,
        "Score 18 points in this turn",
        Goal(points=18),
        {
            "hands": [["AS", "5H", "6D", "7H", "8D", "9H"], ["2D", "3D", "4D", "2C"]],
            "draws": [["2H", "2S", "4S"], ["3C"]],
            "discards": [["3H", "AH", "4H", "3S"], ["4C", "AC", "AD"]],
            "parade": ["KH", "TD", "QD", "JH"],
            "well": ["TH", "6C"],
        },
        line=("score AS 9H W", "score 6D 7H 8D"),
        nodes=31,
    ),
    KingPuzzle(
        2,
        "Buy a King and a Queen in this turn",
        Goal(purchases=2),
        {
            "hands": [["AD", "3S", "5H", "6D", "KC"], ["2D", "3D", "4D", "2C"]],
            "draws": [["2H", "2S", "4S"], ["3C"]],
            "discards": [["3H", "AH", "4H", "AS"], ["4C", "AC"]],
            "parade": ["KH", None, None, "QS"],
            "well": ["6C", "8H"],
        },
        line=("play KC", "buy @1 AD 6C", "buy @4 5H 6D"),
        nodes=15,
    ),
    KingPuzzle(
        3,
        "Score 17 points in this turn",
        Goal(points=17),
        {
            "hands": [["3C", "3H", "5D", "6D", "8C", "TS", "KC"], ["2D", "3D", "4D", "2C"]],
            "draws": [["2H", "4S"], ["AC"]],
            "discards": [["AH", "4H", "AS", "3S"], ["4C", "AD"]],
            "parade": ["KH", "9S", "7H", "JS"],
            "well": ["2S", "7D", "9D"],
        },
        line=("play KC", "play 3C+3H", "swap @2 2S", "score 8C 9S TS", "score 5D 6D W"),
        nodes=4407,
    ),
)

PUZZLES = (*BY_HAND, *read_found(KingPuzzle, FOUND, len(BY_HAND) + 1))
"""The puzzles made by hand, then those found in bots' games, the easiest first."""
