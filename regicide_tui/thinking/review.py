"""A game looked back at: the chance of winning at every point, and what each decision has cost.

Every decision is judged from what its seat knew, bots' and people's alike. Undone moves are none.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from regicide_tui.bots.contest import luck_for
from regicide_tui.games.base import Seat, Value
from regicide_tui.play.saves.codec import Saved
from regicide_tui.play.table import Table
from regicide_tui.thinking.questions import Case, Judgement, sight_of

MOST = 3
"""So many decisions are pointed out."""
BLUNDER, MISTAKE, FOUND = 0.2, 0.08, 0.1
"""What a `??` and a `?` cost at least, and how much worse than a `!` the next best action is."""
WORTH_TELLING = 0.02
"""A chance that is smaller by less than this may be so by the luck of the thoughts."""

Line = tuple[float | None, ...]
"""The chance of winning after so many actions, from none to all; None is not known."""


class Verdict(Value, frozen=True):
    """A decision that was judged: after how many actions, whose it was, and what it has cost.

    `judgement` is None where nobody can judge the position.
    """

    number: int
    seat: Seat
    judgement: Judgement | None

    @property
    def cost(self) -> float:
        """By how much the chance of winning, alone of gold, became smaller than it could be."""
        return self.judgement.lost if self.judgement else 0.0

    @property
    def mark(self) -> str:
        """`??` for a blunder, `?` for a mistake, `!` for the one good action; else nothing."""
        if self.cost >= MISTAKE:
            return "??" if self.cost >= BLUNDER else "?"
        one = self.judgement
        return "!" if one and one.was_best and one.lead >= FOUND else ""

    @property
    def tells(self) -> bool:
        """Whether it has cost so much that it is worth to be told."""
        return self.cost >= WORTH_TELLING


class Reviewed(Value, frozen=True):
    """A game and what is judged of it, by the number of actions before each decision."""

    saved: Saved
    verdicts: Mapping[int, Verdict] = {}

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return len(self.saved.history.standing)

    @property
    def decisions(self) -> int:
        """How many points there are to judge: each action, and where a game goes on, that point."""
        return self.actions + (self.table_at(self.actions).outcome is None)

    def table_at(self, number: int) -> Table:
        """Return the table after so many actions."""
        return Table(replace(self.saved, history=self.saved.history.forget_undone().at(number)))

    def judged(self, verdict: Verdict) -> "Reviewed":
        """Return the same with one more decision judged."""
        return replace(self, verdicts={**self.verdicts, verdict.number: verdict})

    def next_from(self, number: int) -> int | None:
        """Return what is to be judged next: the first open decision from here on, or any."""
        order = [*range(number, self.decisions), *range(min(number, self.decisions))]
        return next((one for one in order if one not in self.verdicts), None)

    def case(self, number: int, level: str) -> Case:
        """Return what a level is asked about a decision."""
        table = self.table_at(number)
        seat = table.to_act
        assert seat is not None  # a decision
        name, players = table.game.name, len(table.seats)
        sight, luck = sight_of(table, seat), luck_for(table.seed, number)
        return Case(name, players, level, sight, luck, self.done(number))

    def verdict(self, number: int, judgement: Judgement | None) -> Verdict:
        """Return a judgement as one of this decision."""
        seat = self.table_at(number).to_act
        assert seat is not None  # a decision
        return Verdict(number, seat, judgement)

    def done(self, number: int) -> Value | None:
        """Return the action that was taken after so many others, or None."""
        history = self.saved.history
        if number == self.actions:
            return None
        return history.standing[number].action


def costliest(verdicts: Iterable[Verdict]) -> tuple[Verdict, ...]:
    """Return the decisions that cost most, the worst first; of equal ones the earlier."""
    costly = [one for one in verdicts if one.tells]
    return tuple(sorted(costly, key=lambda one: (-one.cost, one.number))[:MOST])


def line(reviewed: Reviewed, seat: Seat) -> Line:
    """Return the chance of winning, of all who play together, or among rivals of one seat.

    Alone it is that of gold as long as gold can be won. A rival's chance is judged where it acts,
    and stays as it was until it acts again. It is None from a decision on that is not judged yet.
    """
    rivals = reviewed.saved.history.game.rivals
    chances: list[float | None] = []
    for number in range(reviewed.actions + 1):
        verdict = reviewed.verdicts.get(number)
        judgement = verdict.judgement if verdict else None
        if verdict and judgement and not (rivals and verdict.seat != seat):
            known = judgement.could_be
            chances.append(min(1.0, max(0.0, known.win if known.gold is None else known.gold)))
        elif rivals and chances and _mover(reviewed, number) != seat:
            chances.append(chances[-1])
        else:
            chances.append(None)
    outcome = reviewed.table_at(reviewed.actions).outcome
    if outcome is not None:
        chances[-1] = float(seat in outcome.winners)
    return tuple(chances)


def gold_lost(reviewed: Reviewed) -> int | None:
    """Return after how many actions the line stops following gold; None if it never does.

    That is one more than there are actions, if gold can be won to the end.
    """
    golds = {
        number: one.judgement.gold is not None
        for number, one in reviewed.verdicts.items()
        if one.judgement
    }
    if not any(golds.values()):
        return None
    return min([number for number, gold in golds.items() if not gold], default=reviewed.actions + 1)


def _mover(reviewed: Reviewed, number: int) -> Seat | None:
    """Return whose decision comes after so many actions."""
    history = reviewed.saved.history
    state = history.standing[number - 1].state if number else history.first
    return history.game.to_act(state)


def lost_from(chances: Sequence[float | None]) -> int | None:
    """Return after how many actions the chance of a lost game stayed below one half for good.

    None, if the game was not lost, or not all of it is judged, or there never was hope.
    """
    if None in chances or chances[-1] != 0.0:
        return None
    above = [number for number, one in enumerate(chances) if one is not None and one >= 0.5]
    return above[-1] + 1 if above else None
