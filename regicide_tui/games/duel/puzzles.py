"""The puzzles of the duel: positions in which exactly one line of play reaches the goal.

Luck decides nothing. The solution of a puzzle made by hand works against every hand the opponent
may hold. That of a puzzle found by bots works against the hand that its text names. The tests prove
that each solution is the only one.
"""

from collections.abc import Iterable, Mapping

from regicide_tui.cards import PACK
from regicide_tui.games.base import Json, Move
from regicide_tui.games.duel.found import FOUND
from regicide_tui.games.duel.goals import Aim, verdict
from regicide_tui.games.duel.state import PLAYERS
from regicide_tui.games.puzzle import Puzzle, PuzzleVerdict, read_found
from regicide_tui.games.reading import items, texts
from regicide_tui.games.words import counted


class DuelPuzzle(Puzzle):
    """A position of the duel, and the aim that decides the verdict."""

    game = "duel"
    word = "duel"
    growth = 4.0

    aim: Aim
    pieces: Mapping[str, Json]

    @property
    def players(self) -> int:
        """The number of players; the solver has seat 0 and plays alone."""
        return PLAYERS

    @property
    def size(self) -> str:
        """The number of cards the opponent holds, in words."""
        return f"the other hand has {counted(len(items(items(self.pieces['hands'])[1])), 'card')}"

    def verdict(self, moves: Iterable[Move]) -> PuzzleVerdict | None:
        """Return the verdict on a line of play by the aim; None if it is undecided."""
        return verdict(self.aim, moves)

    def position(self) -> dict[str, Json]:
        """Return the whole position; all other cards are in the Tavern and the discard pile."""
        others = _all_others(self.pieces)
        return {**self.pieces, "tavern": others[::2], "discard": others[1::2]}


def _all_others(pieces: Mapping[str, Json]) -> list[str]:
    """Return the cards of the pack that these pieces don't hold, royals last."""
    plays = [play for shield in items(pieces["shields"]) for play in texts(shield)]
    plays += texts([pieces.get("played")])
    piles = [*[texts(hand) for hand in items(pieces["hands"])], texts(pieces["castle"])]
    piles += [play.split("+") for play in plays]
    placed = {text for pile in piles for text in pile}
    left = [card for card in PACK if card.text not in placed]
    return [card.text for card in sorted(left, key=lambda card: card.rank in "JQK")]


BY_HAND = (
    DuelPuzzle(
        1,
        "Win in this turn; Bea has one card left",
        Aim.WIN,
        {
            "hands": [["AD", "AS", "9H", "TC", "KH"], ["KS"]],
            "shields": [["4S"], ["TS", "8S", "3S"]],
            "castle": ["KC", "KD"],
        },
        line=("TC+AS",),
        nodes=25,
    ),
    DuelPuzzle(
        2,
        "Win in this turn; Bea has two cards left",
        Aim.WIN,
        {
            "hands": [["AC", "AH", "9S", "QC", "KD", "KH"], ["QD", "KC"]],
            "shields": [[], ["7S", "5S"]],
            "castle": ["KS"],
        },
        line=("KH+AC",),
        nodes=42,
    ),
    DuelPuzzle(
        3,
        "Pay so that your next play wins",
        Aim.WIN,
        {
            "hands": [["AS", "4C", "9D", "QC"], ["KD", "KH"]],
            "shields": [[], ["8S", "3S"]],
            "castle": ["KS", "KC"],
            "turn": 2,
            "phase": "pay",
            "played": "QH",
            "due": 13,
        },
        line=("pay 4C 9D", "QC+AS"),
        nodes=40,
    ),
    DuelPuzzle(
        4,
        "Let no answer break your shield",
        Aim.HOLD,
        {
            "hands": [["AH", "5H", "5S", "TS", "KS"], ["AC", "8H", "QC"]],
            "shields": [["9S", "3S"], ["KC+AS"]],
            "castle": ["KH", "KD"],
        },
        line=("KS+AH",),
        nodes=70,
    ),
)

PUZZLES = (*BY_HAND, *read_found(DuelPuzzle, FOUND, len(BY_HAND) + 1))
"""The puzzles made by hand, then those found in games of bots, the easiest first."""
