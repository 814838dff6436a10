"""What a puzzle asks, as a value, and whether a line of play reaches it: judged by events alone."""

from collections.abc import Iterable

from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Event, Move, Value, of_kind
from regicide_tui.games.puzzle import Verdict
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
    """What is to be brought about."""

    WIN = "win"
    EXACT = "exact"
    """The enemy who stands there at first must fall by exactly his health (R-38)."""
    DEFEAT = "defeat"
    """The enemy who stands there at first must fall."""
    SURVIVE = "survive"
    """So many attacks must be paid or shielded; to win before is as good."""


class Goal(Value, frozen=True):
    """An aim and its limits.

    `plays` is how many plays one has at most. `attacks` is how many must be survived, or for
    the other aims how many may come at most. None is no limit.
    """

    aim: Aim
    plays: int | None = None
    attacks: int | None = None


class Tally(Value, frozen=True):
    """What was counted so far: plays, attacks that came, and attacks paid or shielded."""

    plays: int = 0
    attacks: int = 0
    survived: int = 0


NOTHING_YET = Tally()


def count(tally: Tally, events: Iterable[Event]) -> Tally:
    """Return the tally after these events."""
    plays, attacks, survived = tally.plays, tally.attacks, tally.survived
    for event in events:
        plays += isinstance(event, CardsPlayed)
        attacks += isinstance(event, AttackSuffered | AttackBlocked)
        survived += isinstance(event, DamagePaid | AttackBlocked)
    return Tally(plays, attacks, survived)


def judge(goal: Goal, tally: Tally, events: tuple[Event, ...], state: State) -> Verdict | None:
    """Judge what just happened; `tally` counts these events, too. None is neither yet."""
    if state.result == "lost":
        return Verdict(False, _why_lost(state))
    match goal.aim:
        case Aim.WIN:
            found = _won(state)
        case Aim.EXACT:
            found = _fell_exactly(events)
        case Aim.DEFEAT:
            found = _fell(events)
        case Aim.SURVIVE:
            found = _survived(goal, tally, state)
    return found or _beyond(goal, tally, state)


def verdict(goal: Goal, moves: Iterable[Move]) -> Verdict | None:
    """Judge a line of play from its first move; the first move that decides it counts."""
    tally = NOTHING_YET
    for move in moves:
        tally = count(tally, move.events)
        found = judge(goal, tally, move.events, of_kind(State, move.state))
        if found is not None:
            return found
    return None


def _won(state: State) -> Verdict | None:
    return Verdict(True, "The last royal is defeated.") if state.result == "won" else None


def _fell_exactly(events: tuple[Event, ...]) -> Verdict | None:
    for event in events:
        if isinstance(event, EnemyDefeated):
            if event.exact:
                return Verdict(True, "Exactly the health that was left.")
            return Verdict(False, "The damage was more than the health that was left.")
    return None


def _fell(events: tuple[Event, ...]) -> Verdict | None:
    for event in events:
        if isinstance(event, EnemyDefeated):
            return Verdict(True, f"The {RANK_NAMES[event.enemy.rank]} is defeated.")
    return None


def _survived(goal: Goal, tally: Tally, state: State) -> Verdict | None:
    if state.result == "won":
        return Verdict(True, "No royal is left to attack.")
    if goal.attacks is not None and tally.survived >= goal.attacks:
        return Verdict(True, f"You have survived {counted(tally.survived, 'attack')}.")
    return None


def _beyond(goal: Goal, tally: Tally, state: State) -> Verdict | None:
    """Tell when a limit leaves no way to the aim any more."""
    if goal.aim is not Aim.SURVIVE and goal.attacks is not None and tally.attacks > goal.attacks:
        return Verdict(False, "The enemy still stood when the turn was over, and attacked.")
    if goal.plays is not None and tally.plays >= goal.plays:
        return Verdict(False, f"{counted(tally.plays, 'play')} did not do it{_still(state)}.")
    return None


def _still(state: State) -> str:
    if state.enemy is None:
        return ""
    return f": the {RANK_NAMES[state.enemy.rank]} still had {remaining(state)} health"


def _why_lost(state: State) -> str:
    if state.reason == "cannot_pay":
        return "You could not pay the attack. The game is lost."
    return "You had no card left to play. The game is lost."
