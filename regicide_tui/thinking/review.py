"""The review of a game: the chance of winning at every point, and the cost of each decision.

Every decision, by a bot or a person, is analysed by what its seat knew. Undone actions are not
analysed.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from regicide_tui.bots.base import derive_seed
from regicide_tui.bots.roster import review_level
from regicide_tui.games.base import Seat, Value
from regicide_tui.play.table import Table
from regicide_tui.thinking.questions import NOTICEABLE_COST, Judgement, ReviewQuestion, observe

MOST_POINTED_OUT = 3
"""The maximum number of decisions to point out."""
BLUNDER, MISTAKE, STANDOUT = 0.2, 0.08, 0.1
"""The minimum cost of a `??` and of a `?`, and the minimum lead of a `!` over other actions."""
ChanceLine = tuple[float | None, ...]
"""The chance of winning after each number of actions, from none to all. None is unknown."""


class Verdict(Value):
    """An analysed decision: the number of actions before it, its seat, and its judgement.

    `judgement` is None if the position can't be analysed. An action that a hint had advised is
    `hinted`: it has no cost and no mark.
    """

    number: int
    seat: Seat
    judgement: Judgement | None
    hinted: bool = False

    @property
    def cost(self) -> float:
        """By how much the decision lowered the chance of winning; for a solo player, of gold."""
        return self.judgement.cost if self.judgement and not self.hinted else 0.0

    @property
    def mark(self) -> str:
        """`??` for a blunder, `?` for a mistake, `!` for the only good action, or an empty text."""
        if self.cost >= MISTAKE:
            return "??" if self.cost >= BLUNDER else "?"
        one = self.judgement
        stands_out = one is not None and one.was_best and one.lead >= STANDOUT
        return "!" if stands_out and not self.hinted else ""

    @property
    def is_noticeable(self) -> bool:
        """Whether the decision cost enough to be shown."""
        return self.cost >= NOTICEABLE_COST


class GameReview(Value):
    """A game and its verdicts, by the number of actions before each decision.

    `known` are judgements of the same positions in another line of play. Their chances stay the
    same in this one.
    """

    saved: Table
    verdicts: Mapping[int, Verdict] = {}
    known: Mapping[int, Judgement] = {}

    @property
    def actions(self) -> int:
        """The number of actions."""
        return len(self.saved.history.standing)

    @property
    def decisions(self) -> int:
        """The number of points to analyse: all actions, and the end of an unfinished game."""
        return self.actions + (self.table_at(self.actions).outcome is None)

    @property
    def judged_actions(self) -> int:
        """The number of analysed actions."""
        return sum(number < self.actions for number in self.verdicts)

    def table_at(self, number: int) -> Table:
        """Return the table after `number` actions."""
        return self.saved.forget_undone().at(number)

    def judged(self, number: int, judgement: Judgement | None) -> "GameReview":
        """Return the same with one more decision analysed."""
        verdict = self.verdict(number, judgement)
        return replace(self, verdicts={**self.verdicts, number: verdict})

    def learn(self, number: int, judgement: Judgement) -> "GameReview":
        """Return the same with a judgement of one of its positions from another line of play."""
        learnt = replace(self, known={**self.known, number: judgement})
        is_last = number == self.actions and number < self.decisions
        return learnt.judged(number, judgement) if is_last else learnt

    def next_from(self, number: int) -> int | None:
        """Return the next point to analyse: the first open one from here on, or any."""
        order = [*range(number, self.decisions), *range(min(number, self.decisions))]
        return next((one for one in order if one not in self.verdicts), None)

    def case(self, number: int, level: str) -> ReviewQuestion:
        """Return the question about a decision to a level."""
        table = self.table_at(number)
        seat = table.to_act
        assert seat is not None  # a decision
        name, players = table.game.name, len(table.seats)
        observation, seed = observe(table, seat), derive_seed(table.seed, number)
        return ReviewQuestion(name, players, level, observation, seed, self.done(number))

    def verdict(self, number: int, judgement: Judgement | None) -> Verdict:
        """Return the verdict on this decision with a judgement."""
        seat = self.table_at(number).to_act
        assert seat is not None  # a decision
        known = self.known.get(number)
        if known is not None and judgement is not None:
            judgement = _on_same_scale(judgement, self.done(number), known)
        hinted = number < self.actions and number in self.saved.hinted
        return Verdict(number, seat, judgement, hinted)

    def done(self, number: int) -> Value | None:
        """Return the action taken after `number` others, or None."""
        history = self.saved.history
        if number == self.actions:
            return None
        return history.standing[number].action


def _on_same_scale(found: Judgement, done: Value | None, known: Judgement) -> Judgement:
    """Return the judgement of an action with the best action and its chance as known here."""
    same = replace(
        known, chance_done=known.chance, gold_done=known.gold, was_best=done == known.best
    )
    if done is None or same.was_best or not found.cost:
        return same
    return replace(
        same, chance_done=found.chance_done, gold_done=found.gold_done, error=found.error
    )


def costliest(verdicts: Iterable[Verdict]) -> tuple[Verdict, ...]:
    """Return the costliest decisions, the worst first, and of equal ones the earlier."""
    costly = [one for one in verdicts if one.is_noticeable]
    return tuple(sorted(costly, key=lambda one: (-one.cost, one.number))[:MOST_POINTED_OUT])


def compute_chance_line(reviewed: GameReview, seat: Seat) -> ChanceLine:
    """Return the chance of winning at each point: of all partners, or of one seat of opponents.

    For a solo player, it is the chance of gold as long as gold can be won. An opponent's chance is
    found where that opponent acts. Until their next action, it is the chance that this action left;
    before their first action, the chance at that action. It is None from the first decision on that
    isn't analysed yet.
    """
    rivals = reviewed.saved.history.game.rivals
    chances: list[float | None] = []
    left: float | None = None
    for number in range(reviewed.actions + 1):
        verdict = reviewed.verdicts.get(number)
        judgement = verdict.judgement if verdict else None
        if verdict and judgement and not (rivals and verdict.seat != seat):
            known = judgement.best_chances
            chance = min(1.0, max(0.0, known.win if known.gold is None else known.gold))
            chances.append(chance)
            left = chance - verdict.cost
        elif rivals and chances and _seat_to_act(reviewed, number) != seat:
            chances.append(left)
        else:
            chances.append(None)
            left = None
    own = (n for n in range(reviewed.actions + 1) if _seat_to_act(reviewed, n) == seat)
    first = next(own, 0) if rivals else 0
    chances[:first] = [chances[first]] * first
    outcome = reviewed.table_at(reviewed.actions).outcome
    if outcome is not None:
        chances[-1] = float(seat in outcome.winners)
    return tuple(chances)


def gold_lost(reviewed: GameReview) -> int | None:
    """Return after how many actions the line stops following gold, or None if it never follows it.

    If gold can be won to the end, that is one more than the number of actions.
    """
    golds = {
        number: one.judgement.gold is not None
        for number, one in reviewed.verdicts.items()
        if one.judgement
    }
    if not any(golds.values()):
        return None
    return min([number for number, gold in golds.items() if not gold], default=reviewed.actions + 1)


def _seat_to_act(reviewed: GameReview, number: int) -> Seat | None:
    """Return the seat that acts after `number` actions."""
    history = reviewed.saved.history
    state = history.standing[number - 1].state if number else history.first
    return history.game.to_act(state)


def lost_from(chances: Sequence[float | None]) -> int | None:
    """Return after how many actions the chance of a lost game stayed below one half for good.

    Return None if the game was not lost, if it isn't fully analysed, or if the chance never was one
    half.
    """
    if None in chances or chances[-1] != 0.0:
        return None
    above = [number for number, one in enumerate(chances) if one is not None and one >= 0.5]
    return above[-1] + 1 if above else None


_EVEN = 0.5


def draw_question(table: Table, seat: Seat) -> ReviewQuestion | None:
    """Return the question that decides whether a bot agrees to a draw; None if it always agrees.

    It asks how good the bot's own last action was, by what its seat knew then. The answer therefore
    reveals nothing about the opponent's cards. Before its first action a bot agrees.
    """
    game = GameReview(table)
    for number in range(game.actions - 1, -1, -1):
        if game.table_at(number).to_act == seat:
            return game.case(number, review_level(table.game.name, len(table.seats)))
    return None


def tell_declined(name: str) -> str:
    """Return the notice that a bot declines a draw."""
    return f"{name} would rather play on."


def agrees(judgement: Judgement | None) -> bool:
    """Return whether a bot agrees, by any answer: not if it was more likely to win than not."""
    return judgement is None or judgement.chance_done <= _EVEN
