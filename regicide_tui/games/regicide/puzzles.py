"""The puzzles: positions in which exactly one line of play reaches the goal.

No line draws an unknown card, so luck decides nothing. Cards on no other pile are in the discard
pile. The tests prove that each solution is unique.
"""

from collections.abc import Iterable, Mapping

from regicide_tui.cards import PACK
from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Event, Json, Move, Value, of_kind
from regicide_tui.games.practice import Puzzle, PuzzleVerdict, read_found
from regicide_tui.games.regicide.found import FOUND
from regicide_tui.games.regicide.state import (
    AttackBlocked,
    AttackSuffered,
    CardsPlayed,
    DamagePaid,
    EnemyDefeated,
    State,
    remaining,
)
from regicide_tui.games.setup import items, texts
from regicide_tui.games.words import RANK_NAMES, counted


class Aim(TextEnum):
    """What the player must achieve."""

    WIN = "win"
    EXACT = "exact"
    """The first enemy must be defeated by an exact kill (R-38)."""
    DEFEAT = "defeat"
    """The first enemy must be defeated."""
    SURVIVE = "survive"
    """The player must pay or shield `attacks` attacks. An earlier win counts too."""


class Goal(Value):
    """An aim and its limits.

    `plays` is the largest number of plays. `attacks` is the number of attacks to survive or, for
    the other aims, the largest number of attacks. None means no limit.
    """

    aim: Aim
    plays: int | None = None
    attacks: int | None = None


class Progress(Value):
    """The counts so far: plays, attacks, and attacks that were paid or shielded."""

    plays: int = 0
    attacks: int = 0
    survived: int = 0


NO_PROGRESS = Progress()


def add_events(progress: Progress, events: Iterable[Event]) -> Progress:
    """Return the progress after these events."""
    plays, attacks, survived = progress.plays, progress.attacks, progress.survived
    for event in events:
        plays += isinstance(event, CardsPlayed)
        attacks += isinstance(event, AttackSuffered | AttackBlocked)
        survived += isinstance(event, DamagePaid | AttackBlocked)
    return Progress(plays, attacks, survived)


def judge(
    goal: Goal, progress: Progress, events: tuple[Event, ...], state: State
) -> PuzzleVerdict | None:
    """Return the verdict after these events, which `progress` includes; None if it is undecided."""
    if state.result == "lost":
        return PuzzleVerdict(False, _why_lost(state))
    match goal.aim:
        case Aim.WIN:
            found = _won(state)
        case Aim.EXACT:
            found = _fell_exactly(events)
        case Aim.DEFEAT:
            found = _fell(events)
        case Aim.SURVIVE:
            found = _survived(goal, progress, state)
    return found or _limit_passed(goal, progress, state)


def _won(state: State) -> PuzzleVerdict | None:
    return PuzzleVerdict(True, "The last royal is defeated.") if state.result == "won" else None


def _fell_exactly(events: tuple[Event, ...]) -> PuzzleVerdict | None:
    for event in events:
        if isinstance(event, EnemyDefeated):
            if event.exact:
                return PuzzleVerdict(True, "Exactly the health that was left.")
            return PuzzleVerdict(False, "The damage was more than the health that was left.")
    return None


def _fell(events: tuple[Event, ...]) -> PuzzleVerdict | None:
    for event in events:
        if isinstance(event, EnemyDefeated):
            return PuzzleVerdict(True, f"The {RANK_NAMES[event.enemy.rank]} is defeated.")
    return None


def _survived(goal: Goal, progress: Progress, state: State) -> PuzzleVerdict | None:
    if state.result == "won":
        return PuzzleVerdict(True, "No royal is left to attack.")
    if goal.attacks is not None and progress.survived >= goal.attacks:
        return PuzzleVerdict(True, f"You have survived {counted(progress.survived, 'attack')}.")
    return None


def _limit_passed(goal: Goal, progress: Progress, state: State) -> PuzzleVerdict | None:
    """Return the verdict that a limit is exceeded, or None if the aim is still possible."""
    if goal.aim is not Aim.SURVIVE and goal.attacks is not None and progress.attacks > goal.attacks:
        return PuzzleVerdict(False, "The enemy survived the turn and attacked.")
    if goal.plays is not None and progress.plays >= goal.plays:
        return PuzzleVerdict(
            False, f"{counted(progress.plays, 'play')} did not do it{_health_left_text(state)}."
        )
    return None


def _health_left_text(state: State) -> str:
    if state.enemy is None:
        return ""
    return f": the {RANK_NAMES[state.enemy.rank]} still had {remaining(state)} health"


def _why_lost(state: State) -> str:
    if state.reason == "cannot_pay":
        return "You could not pay the attack. The game is lost."
    return "You had no card left to play. The game is lost."


WIN = Goal(Aim.WIN)


class RegicidePuzzle(Puzzle):
    """A position of Regicide, and the goal that decides the verdict."""

    game = "regicide"
    easiest = 25
    growth = 2.5

    goal: Goal
    pieces: Mapping[str, Json]

    @property
    def size(self) -> str:
        """The number of cards to play with, and of royals not defeated, in words."""
        cards = counted(len(items(items(self.pieces["hands"])[0])), "card")
        return f"{cards}, {counted(1 + len(items(self.pieces.get('castle', []))), 'royal')} to go"

    def verdict(self, moves: Iterable[Move]) -> PuzzleVerdict | None:
        """Return the verdict on a line of play; the first move that decides it counts."""
        progress = NO_PROGRESS
        for move in moves:
            progress = add_events(progress, move.events)
            found = judge(self.goal, progress, move.events, of_kind(State, move.state))
            if found is not None:
                return found
        return None

    def position(self) -> dict[str, Json]:
        """Return the whole position; all other cards are in the discard pile."""
        position: dict[str, Json] = {"castle": [], "tavern": [], "turn": 1, "phase": "play"}
        position |= self.pieces
        position["discard"] = _all_others(position)
        return position


def _all_others(position: Mapping[str, Json]) -> list[str]:
    """Return the cards of the pack that a position does not hold."""
    piles = [texts(hand) for hand in items(position["hands"])]
    piles += [texts(position["castle"]), texts(position["tavern"]), texts([position["enemy"]])]
    piles += [play.partition(":")[2].split("+") for play in texts(position["table"])]
    placed = {text for pile in piles for text in pile}
    return [card.text for card in reversed(PACK) if card.text not in placed]


BY_HAND = (
    RegicidePuzzle(
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
        line=("8D+AC",),
        nodes=16,
    ),
    RegicidePuzzle(
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
        line=("*", ">P1", "7D+AS", "yield", "9D+AC"),
        nodes=97,
    ),
    RegicidePuzzle(
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
        line=("pay 6C 8C 8D", "TS+AC", "pay 9D", "2C"),
        nodes=284,
    ),
    RegicidePuzzle(
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
        line=("TS", "pay AS 4C", "8C", "5D+5S", "pay TC", "QC"),
        nodes=6228,
    ),
    RegicidePuzzle(
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
        line=("5C+5S", "pay AD 9S", "8S", "pay 3C", "6C", "8C", "flip", "pay KD", "QC"),
        nodes=29161,
    ),
    RegicidePuzzle(
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
        line=("TS+AD", "flip", "KC"),
        nodes=23,
    ),
    RegicidePuzzle(
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
        line=("5C+5S", "pay TH", "2C", "2D", "pay KD"),
        nodes=161,
    ),
)

PUZZLES = (*BY_HAND, *read_found(RegicidePuzzle, FOUND, len(BY_HAND) + 1))
"""The puzzles made by hand, then those found in bots' games, the easiest first."""
