"""The goals of puzzles, and whether a line of play reaches them; the events alone decide it."""

from collections.abc import Iterable

from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Event, Move, Value, of_kind
from regicide_tui.games.puzzle import PuzzleVerdict
from regicide_tui.games.regicide.events import (
    AttackBlocked,
    AttackSuffered,
    CardsPlayed,
    DamagePaid,
    EnemyDefeated,
)
from regicide_tui.games.regicide.state import State, remaining
from regicide_tui.games.sentences import RANK_NAMES
from regicide_tui.games.words import counted


class Aim(TextEnum):
    """What the player must achieve."""

    WIN = "win"
    EXACT = "exact"
    """The first enemy must be defeated with exactly his health (R-38)."""
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


def verdict(goal: Goal, moves: Iterable[Move]) -> PuzzleVerdict | None:
    """Return the verdict on a line of play; the first move that decides it counts."""
    progress = NO_PROGRESS
    for move in moves:
        progress = add_events(progress, move.events)
        found = judge(goal, progress, move.events, of_kind(State, move.state))
        if found is not None:
            return found
    return None


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
        return PuzzleVerdict(False, "The enemy still stood when the turn was over, and attacked.")
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
