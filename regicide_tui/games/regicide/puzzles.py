"""The puzzles: positions in which one line of play alone reaches what is asked.

Nothing hangs on luck: no line draws a card that is not known. What is on no other pile lies in
the discard. Their solutions stand in the tests, and are proved there to be the only ones.
"""

from collections.abc import Mapping

from regicide_tui.cards import PACK
from regicide_tui.games.base import Json, Value
from regicide_tui.games.regicide.goals import Aim, Goal

WIN = Goal(Aim.WIN)


class Puzzle(Value, frozen=True):
    """A position, what is asked, and how that is judged."""

    number: int
    asks: str
    goal: Goal
    pieces: Mapping[str, Json]

    @property
    def key(self) -> str:
        """The word by which it is remembered as solved; it never changes."""
        return f"puzzle-{self.number}"

    @property
    def name(self) -> str:
        """What it is called in a list of games."""
        return f"Puzzle {self.number}: {self.asks[0].lower()}{self.asks[1:]}"

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.pieces["hands"])

    @property
    def royals(self) -> int:
        """How many royals still stand."""
        return 1 + len(self.pieces.get("castle", []))

    def position(self) -> dict[str, Json]:
        """Return the whole position, with all other cards in the discard."""
        position = {"castle": [], "tavern": [], "turn": 1, "phase": "play", **self.pieces}
        position["discard"] = _all_others(position)
        return position


def _all_others(position: Mapping[str, Json]) -> list[str]:
    """Return the cards of the pack that are nowhere in a position."""
    piles = [*position["hands"], position["castle"], position["tavern"], [position["enemy"]]]
    piles += [play.partition(":")[2].split("+") for play in position["table"]]
    placed = {text for pile in piles for text in pile}
    return [card.text for card in reversed(PACK) if card.text not in placed]


PUZZLES = (
    Puzzle(
        1,
        "Defeat the Queen exactly, with one play",
        Goal(Aim.EXACT, plays=1),
        {
            "players": 1,
            "hands": [["AC", "4C", "4D", "5S", "7C", "8D", "9S", "TH"]],
            "enemy": "QH",
            "castle": ["KS", "KC", "KD", "KH"],
            "table": ["1:5H", "1:7H"],
            "damage": 12,
            "jesters_unused": 0,
        },
    ),
    Puzzle(
        2,
        "Defeat the last King; your partner has no cards",
        WIN,
        {
            "players": 2,
            "hands": [["*", "AC", "AS", "7D", "9D"], []],
            "enemy": "KS",
            "table": ["1:7S", "2:6S"],
            "damage": 13,
        },
    ),
    Puzzle(
        3,
        "Pay so that you can still defeat the last King",
        WIN,
        {
            "players": 1,
            "hands": [["AC", "2C", "6C", "8C", "8D", "9D", "TS"]],
            "enemy": "KH",
            "table": ["1:6H", "1:9H"],
            "damage": 15,
            "phase": "suffer",
            "jesters_unused": 0,
        },
    ),
    Puzzle(
        4,
        "Defeat the Queen, then the King of Hearts",
        WIN,
        {
            "players": 1,
            "hands": [["AS", "4C", "5D", "5S", "8C", "TC", "TS"]],
            "enemy": "QC",
            "castle": ["KH"],
            "table": ["1:3D", "1:9D"],
            "damage": 12,
            "jesters_unused": 0,
        },
    ),
    Puzzle(
        5,
        "Defeat both Kings; after Diamonds comes Hearts",
        WIN,
        {
            "players": 1,
            "hands": [["AD", "3C", "5C", "5S", "6C", "8C", "8S", "9S"]],
            "enemy": "KD",
            "castle": ["KH"],
            "tavern": ["QC"],
            "tavern_known": 1,
            "table": [],
            "jesters_unused": 1,
        },
    ),
    Puzzle(
        6,
        "Win in this turn, before a King attacks",
        Goal(Aim.WIN, attacks=0),
        {
            "players": 1,
            "hands": [["AD", "3C", "3D", "5S", "8C", "9S", "TS"]],
            "enemy": "KC",
            "castle": ["KS"],
            "table": ["1:6D", "1:5C+5D", "1:3S+3H", "1:7D"],
            "damage": 29,
            "jesters_unused": 1,
        },
    ),
    Puzzle(
        7,
        "Survive two attacks",
        Goal(Aim.SURVIVE, attacks=2),
        {
            "players": 1,
            "hands": [["AS", "2C", "2D", "5C", "5S", "TH"]],
            "enemy": "KD",
            "castle": ["KC"],
            "table": ["1:7C", "1:2H"],
            "damage": 16,
            "jesters_unused": 0,
        },
    ),
)
