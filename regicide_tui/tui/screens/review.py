"""A chart of the chance to win, drawn in cells, from the deal to the end of a game."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import ceil, floor
from operator import itemgetter
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from regicide_tui.bots.base import Chances, whole_percent
from regicide_tui.bots.roster import MISSING, has_searches, review_level
from regicide_tui.games.base import Seat, Value
from regicide_tui.games.words import counted
from regicide_tui.play.dealing import default_name
from regicide_tui.play.history import tell_called_off
from regicide_tui.play.practice import Mistake, as_puzzle
from regicide_tui.play.table import Table
from regicide_tui.thinking.bot_thread import Fault
from regicide_tui.thinking.questions import Judgement, the_judgement
from regicide_tui.thinking.review import (
    GameReview,
    Verdict,
    compute_chance_line,
    costliest,
    gold_lost,
    lost_from,
)
from regicide_tui.tui.card_app import is_closed
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.navigation import HomeApp
from regicide_tui.tui.pages.lines import Guide, Key, chances_text, percent_text
from regicide_tui.tui.rendering.canvas import filled
from regicide_tui.tui.rendering.layout import board_of
from regicide_tui.tui.rendering.paint import (
    Row,
    Run,
    Symbols,
    cells_of,
    fit,
    prose,
    shorten,
    width_of,
    wrap,
)
from regicide_tui.tui.screens.lists import heading_of
from regicide_tui.tui.table.bots import REASONS, ask_bot
from regicide_tui.tui.table.game_ui import find
from regicide_tui.tui.table.hand import with_cards
from regicide_tui.tui.widgets.painted import Painted
from regicide_tui.tui.widgets.table import KeyBar, TitleBar

MARGIN = 5
"""Cells of the figures at the left."""
_AROUND = 2
"""Rows besides the chart: the pointer above, the marks below."""
_SHORTEST = 2
"""Tenths that the axis spans at least."""
_CLOSE = 1e-9
"""Tolerance for chances that should be whole tenths."""
_APART = 2
"""The least number of columns from one mark to the next."""
_WIDEST_STEP = 8
"""Columns of one point at most."""


class Chart(NamedTuple):
    """The data of a chart: a chance or None for each point, the pointer, and some points' signs."""

    chances: Sequence[float | None]
    pointer: int
    marks: Mapping[int, str]


def chart_rows(chart: Chart, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the chart in a width and height, the pointer above it and the marks below.

    The axis spans the known chances. An unknown chance is dotted.

    If there are few points, each is several columns wide; if there are many, a column stands for
    several points and shows the last known one, or the one at the pointer. The number of rows is
    even, so that a half can be read off.
    """
    points, tall = len(chart.chances), (height - _AROUND) // 2 * 2
    columns = min(width - MARGIN, points * _WIDEST_STEP)
    shown = [_chance(chart.chances, column, columns) for column in range(columns)]
    axis = axis_of(chart.chances)
    at = column_of(chart.pointer, points, columns)
    shown[at] = chart.chances[chart.pointer]  # the text beside the chart tells this one
    pointer = {at: symbols.down}
    marked = sorted(chart.marks)
    below = _apart([column_of(point, points, columns) for point in marked], columns)
    marks = {column: chart.marks[point] for column, point in zip(below, marked, strict=True)}
    return [
        _signs_row(pointer, columns, "accent+bold"),
        *[_level_row(shown, tall - row, tall, axis, symbols) for row in range(tall)],
        _signs_row(marks, columns, "warning+bold"),
    ]


def axis_of(chances: Sequence[float | None]) -> tuple[float, float]:
    """Return the chances at the bottom and the top of the axis, whole tenths around the known.

    They differ by at least a fifth, so that a small difference doesn't look large.
    """
    known = [chance for chance in chances if chance is not None]
    if not known:
        return 0.0, 1.0
    low, high = floor(10 * min(known) + _CLOSE), ceil(10 * max(known) - _CLOSE)
    while high - low < _SHORTEST:
        low, high = max(0, low - 1), min(10, high + 1)
    return low / 10, high / 10


def _chance(chances: Sequence[float | None], column: int, columns: int) -> float | None:
    """Return the chance that a column shows, or None."""
    first = column * len(chances) // columns
    last = max(first + 1, (column + 1) * len(chances) // columns)
    known = [chance for chance in chances[first:last] if chance is not None]
    return known[-1] if known else None


def _level_row(
    shown: Sequence[float | None], row: int, tall: int, axis: tuple[float, float], symbols: Symbols
) -> Row:
    """Return one row of all columns; rows count from 1 at the bottom."""
    low, high = axis
    heights = [None if one is None else (one - low) / (high - low) for one in shown]
    cells = groupby([_cell(height, row, tall, symbols) for height in heights], itemgetter(1))
    signs = [Run("".join([sign for sign, _ in group]), style) for style, group in cells]
    return (Run(_figure(row, tall, axis), "muted"), *signs)


def _figure(row: int, tall: int, axis: tuple[float, float]) -> str:
    """Return the label at the left of a row: the percentage at its upper edge.

    In the lowest row it is the percentage at its lower edge.
    """
    low, high = axis
    figures = {tall: high, tall // 2: (low + high) / 2, 1: low}
    return f"{round(100 * figures[row]):>3}% " if row in figures else " " * MARGIN


def _cell(height: float | None, row: int, tall: int, symbols: Symbols) -> tuple[str, str]:
    """Return the sign and the style of a column in a row; the uppermost sign is the line itself.

    An unknown chance is dotted in all rows, so that it looks like no value at all.
    """
    if height is None:
        return symbols.unknown, "faint"
    levels = symbols.levels or (" ", symbols.full)
    filled = round(height * tall * len(levels)) - (row - 1) * len(levels)
    if filled > len(levels):
        return levels[-1], "line"
    return (levels[filled - 1] if filled > 0 else " "), "success"


def _apart(places: Sequence[int], columns: int) -> list[int]:
    """Return the columns of marks in their order, with a blank between any two of them.

    A mark moves only if it must, so that 1 and 3 side by side are not read as 13. There must be
    room for all marks.
    """
    apart: list[int] = []
    for number, place in enumerate(places):
        free = apart[-1] + _APART if apart else 0
        room = columns - 1 - _APART * (len(places) - 1 - number)
        apart.append(min(max(place, free), room))
    return apart


def _signs_row(signs: Mapping[int, str], columns: int, style: str) -> Row:
    """Return a row with signs in some columns."""
    row = [" "] * columns
    for column, sign in signs.items():
        row[column] = sign
    return (Run(" " * MARGIN), Run("".join(row).rstrip(), style))


def column_of(point: int, points: int, columns: int) -> int:
    """Return the column of a point: the middle of its columns."""
    return min(columns - 1, (2 * point + 1) * columns // (2 * points))


MARKS = (
    "`??` is a mistake that cost 20% or more, `?` one that cost 8% or more, and `!` an action that "
    "was at least 10% better than any other."
)
"""What the marks of decisions mean, for the help."""
_GAP = "   "
_NAME, _WIDE = 14, 100
"""Cells of a name in a list, and of a list in which names have twice as many."""


def step_rows(
    reviewed: GameReview,
    number: int,
    width: int,
    symbols: Symbols,
    *,
    brief: bool = False,
    by: str = "",
) -> list[Row]:
    """Return the text about the decision after `number` actions, or about the end.

    A `brief` text has neither the turn nor the reasons for the better action. `by` is who made the
    decision, if that is known; they are named if it is not the player of the seat.
    """
    table = reviewed.table_at(number)
    heading = _heading(reviewed, table, number, symbols, brief=brief, by=by)
    said, style = _said(reviewed, table, number, brief=brief)
    words = [with_cards(word, style, symbols) for word in said.split()]
    return [*wrap(heading, width), *wrap(words, width)]


def _heading(
    reviewed: GameReview, table: Table, number: int, symbols: Symbols, *, brief: bool, by: str
) -> list[Row]:
    """Return the action's number, its player and what was done, as words to wrap."""
    moves = reviewed.saved.history.standing
    if number == len(moves):
        return [(Run("After"),), (Run(counted(number, "action"), "text+bold"),)]
    seat = table.to_act
    assert seat is not None  # a move has a seat
    action = reviewed.done(number)
    assert action is not None  # there is a move
    done = table.game.say(table.view(seat), action, table.seats)
    turn = "" if brief else f", turn {table.turn}"
    player = table.seats[seat]
    who = f"{by} for {player}" if by not in ("", player) else player
    nameless = _is_alone(table) and who == default_name(seat)
    return [
        *_plain(f"Action {number + 1} of {len(moves)}{turn}{':' if nameless else '.'}", "muted"),
        *_plain("" if nameless else f"{who}:", "text+bold"),
        *[with_cards(word, "text+bold", symbols) for word in done.split()],
        *_plain(_mark(reviewed, number), "error+bold"),
    ]


def _mark(reviewed: GameReview, number: int) -> str:
    """Return the mark of a decision; an empty text if it has none."""
    verdict = reviewed.verdicts.get(number)
    return verdict.mark if verdict else ""


def _plain(text: str, style: str) -> list[Row]:
    """Return words that are no cards, even if they look like one."""
    return [(Run(word, style),) for word in text.split()]


def _said(reviewed: GameReview, table: Table, number: int, *, brief: bool) -> tuple[str, str]:
    """Return the text about a decision or the end, and its style."""
    if number == reviewed.decisions:
        return _end(table), "text"
    verdict = reviewed.verdicts.get(number)
    if verdict is None:
        return "This is still to be judged.", "muted"
    found = verdict.judgement
    if found is None:
        return "Nobody here can judge such a position.", "muted"
    if number == reviewed.actions:
        return f"The game goes on: {_whose(table, found.best_chances)}.", "text"
    if not verdict.is_noticeable:
        return f"{_way(table, verdict)}: {_whose(table, found.best_chances)}.", "text"
    return _better(table, verdict, found, brief=brief), "accent"


def _way(table: Table, verdict: Verdict) -> str:
    """Return how a decision was that cost nothing."""
    if verdict.hinted:
        return "A hint advised this"
    if verdict.mark:
        return "Clearly the best"
    return "Nothing was clearly better" if _choices(table) > 1 else "There was no choice"


def _whose(table: Table, chances: Chances) -> str:
    """Return the chances of the player to act: among rivals with a name, since each has others."""
    if not table.game.rivals:
        return chances_text(chances)
    assert table.to_act is not None  # somebody's chances
    return f"{table.seats[table.to_act]} wins {percent_text(chances.win)}"


def _is_alone(table: Table) -> bool:
    """Return whether there is only one player, who needs no name."""
    return len(table.seats) == 1


def _better(table: Table, verdict: Verdict, found: Judgement, *, brief: bool) -> str:
    """Return the cost of a mistake and the better action, in the words of a hint."""
    view = table.view(verdict.seat)
    better = table.game.say(view, found.best, table.seats)
    reasons = () if brief else find(table.game.name).reasons(view, found.best)[:REASONS]
    why = ", ".join(reasons)
    of_what = "" if found.gold is None else " (gold)" if found.aims_at_gold else " (any win)"
    return (
        f"That cost {whole_percent(verdict.cost)}%{of_what}: "
        f"{_whose(table, found.done_chances)}. "
        f"Better: {better}, {chances_text(found.best_chances)}{f': {why}' if why else ''}."
    )


def try_again(reviewed: GameReview, verdict: Verdict) -> Mistake:
    """Return a mistake as a puzzle."""
    table = reviewed.table_at(verdict.number)
    found = verdict.judgement
    assert found is not None  # it has cost something
    action = reviewed.done(verdict.number)
    assert action is not None  # it was judged
    done = table.game.say(table.view(verdict.seat), action, reviewed.saved.seats)
    good = tuple([table.game.format(one) for one in found.good or (found.best,)])
    return as_puzzle(reviewed.saved, verdict.number, done, good)


def _choices(table: Table) -> int:
    """Return the number of legal actions."""
    choices: Sequence[Value] = table.game.legal_actions(table.view(table.to_act))
    return len(choices)


def _end(table: Table) -> str:
    outcome = table.outcome
    assert outcome is not None  # the end
    if not table.game.rivals:
        return f"The game was {'won' if outcome.won else 'lost'}."
    winners = " and ".join([table.seats[seat] for seat in outcome.winners])
    return tell_called_off(outcome, table.seats) or f"{winners or 'Nobody'} won."


def list_rows(reviewed: GameReview, seat: Seat, width: int, symbols: Symbols) -> list[Row]:
    """Return the costliest decisions, each with its sign in the chart."""
    open_ones = reviewed.actions - reviewed.judged_actions
    found = costliest(reviewed.verdicts.values())
    head = "The costliest decisions" if found else "No decision that cost much"
    so_far = f"  so far; {open_ones} to be judged" if open_ones else ""
    rows: list[Row] = [(Run(head, "text+bold"), Run(so_far, "muted"))]
    ways = [_costly_rows(reviewed, n, one, width, symbols) for n, one in enumerate(found, 1)]
    rows += next((list(way) for way in zip(*ways, strict=True) if _all_fit(way, width)), [])
    lost = lost_from(compute_chance_line(reviewed, seat))
    if lost is not None:
        rows.append(
            (Run(f"After action {lost} the chance never reached one half again.", "muted"),)
        )
    return rows


def _all_fit(rows: Sequence[Row], width: int) -> bool:
    return all(width_of(row) <= width for row in rows)


def _costly_rows(
    reviewed: GameReview, place: int, verdict: Verdict, width: int, symbols: Symbols
) -> list[Row]:
    """Return a line of the list with a click action, and shorter versions of it.

    The second version leaves out what was done, the third its number, the fourth the player in its
    place; the last one is cut.
    """
    seats = reviewed.saved.seats
    cells = min(max(map(cells_of, seats)), _NAME if width < _WIDE else 2 * _NAME)
    name = shorten(seats[verdict.seat], cells, symbols.ellipsis)
    table = reviewed.table_at(verdict.number)
    view = table.view(verdict.seat)
    action = reviewed.done(verdict.number)
    assert action is not None  # it was judged
    done = table.game.say(view, action, seats)
    found = verdict.judgement
    assert found is not None  # it has cost something
    better = table.game.say(view, found.best, seats)
    mark = f"{verdict.mark:<2} "
    cost: Row = (
        Run(f"{place}  ", "warning+bold"),
        Run(mark, "error+bold"),
        Run(f"{whole_percent(verdict.cost):>3}%{_GAP}"),
    )
    which: Row = (*cost, Run(f"action {verdict.number + 1:<4}", "muted"))
    who = () if _is_alone(table) else fit((Run(name, "muted"),), cells + 2)
    should: Row = (Run("better: ", "muted"), *with_cards(better, "text", symbols))
    instead = (Run(", not ", "muted"), *with_cards(done, "muted", symbols))
    ways: list[Row] = [(*which, *who, *should, *instead), (*which, *who, *should)]
    shortest = (*which, *should)
    cut = (*fit(shortest, width - 1), Run(symbols.ellipsis, "muted"))
    ways += [(*cost, *who, *should), shortest, shortest if width_of(shortest) <= width else cut]
    leap = f"leap({verdict.number})"
    return [tuple([run._replace(action=leap) for run in way]) for way in ways]


_HIGHEST = 22
"""Rows of the chart."""
_SAID = 6
"""Rows for the text about a decision in a narrow window; one fewer in other windows."""
_ROOMY = 76
"""Cells of a window from which it is not narrow."""
_LISTED = 5
"""Rows of the costliest decisions."""
_MARGIN = 2

_CHART = (
    "The chance of winning at every point of the game, as a knight judges it who knows what the "
    "player knew, and thinks equally long about everybody's actions. The numbers below the line "
    "are the decisions that cost most."
)
_ABOUT = (
    f"{MARKS}\n\n"
    "`{costly}` goes from one mistake to the next, `{look_there}` shows the table at this point, "
    "`{try_again}` lets you try it again as a puzzle. What a hint advised costs nothing."
)
_ALONE = (
    "Gold is a win without flipping a Jester. The line shows the chance of gold as long as that "
    "can be won, and then the chance of any win."
)
_RIVALS = (
    "There is a line for each player: you see that of the person to act, which stays while bots "
    "act, and `{whose}` shows the next player's. Nobody knows what the others hold, so all may "
    "think they have good chances: together these need not make 100%."
)
_NOBODY = "There is no review of this game yet: nobody here can judge it."
_MISSING = f"There is no review of this game: {MISSING}."
_NOTHING = "Nothing has been done in this game that could be judged."
_FAULT = "The review stopped: the bot that judges the game failed."


class ReviewPage(Painted):
    """The chart, the text about the decision at the pointer, and the costliest decisions."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._reviewed: GameReview | None = None
        self._seat: Seat = 0
        self._at = 0
        self._notice: tuple[str, str] = ("", "")

    def show(self, reviewed: GameReview, seat: Seat, at: int, notice: tuple[str, str]) -> None:
        """Show a game, with rivals from the view of a seat, with the pointer after `at` actions.

        A `notice` and its style replace the text about the decision.
        """
        self._reviewed, self._seat, self._at, self._notice = reviewed, seat, at, notice
        self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the three parts, each at a fixed place."""
        if self._reviewed is None:
            return []
        before, board = board_of(width)
        inner, symbols = board - 2 * _MARGIN, self.look.symbols
        said = _SAID - (inner >= _ROOMY)
        tall = min(_HIGHEST, height - said - _LISTED)
        charted = chart_rows(self._chart(self._reviewed), inner, tall, symbols)
        text, style = self._notice
        told = prose(text, style, inner) or step_rows(self._reviewed, self._at, inner, symbols)
        listed = list_rows(self._reviewed, self._seat, inner, symbols)
        parts = (
            ("stone", charted, len(charted)),
            ("band", told, said - 1),
            ("stone", [(), *listed], height - len(charted) - said + 1),
        )
        margin = Run(" " * (before + _MARGIN))
        return [
            row
            for ground, rows, high in parts
            for row in filled(ground, [(margin, *row) for row in rows], width, high)
        ]

    def _chart(self, reviewed: GameReview) -> Chart:
        found = costliest(reviewed.verdicts.values())
        marks = {one.number: str(place) for place, one in enumerate(found, 1)}
        return Chart(compute_chance_line(reviewed, self._seat), self._at, marks)


class ReviewScreen(Screen[None]):
    """Steps through a game while it is judged. Decisions that are judged are shown at once."""

    DEFAULT_CSS = """
    ReviewScreen { layout: vertical; background: $stone; }
    ReviewScreen TitleBar, ReviewScreen KeyBar { height: 1; }
    ReviewScreen ReviewPage { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(c.REVIEW_PAGE))
    AUTO_FOCUS = None
    app: HomeApp

    def __init__(self, look: Look, saved: Table) -> None:
        super().__init__()
        self.look = look.game_look(saved.history.game.name)
        self._reviewed = GameReview(saved)
        self._game = saved.history.game
        self._level = review_level(self._game.name, len(saved.seats))
        people = [seat for seat, level in enumerate(saved.bots) if not level]
        self._followed_seats = people or range(len(saved.seats))
        self._seat: Seat = self._followed_seats[0]
        self.point_at(0)
        self._notice = ("", "")

    def compose(self) -> ComposeResult:
        """Compose the page."""
        yield TitleBar(self.look)
        yield ReviewPage(self.look)
        yield KeyBar(self.look)

    def on_mount(self) -> None:
        """Show the game, and start to judge it."""
        if not self._level:
            self._notice = (_NOBODY if has_searches() else _MISSING, "warning")
        elif not self._reviewed.actions:
            self._notice = (_NOTHING, "muted")
        self.begin_judging()
        self._show()

    def begin_judging(self) -> None:
        """Start to judge the game, if somebody can judge it."""
        if not self._notice[0]:
            self.run_worker(self._judge())

    def notify_player(self, text: str, style: str) -> None:
        """Show a sentence until the next key or judgement."""
        self._notice = (text, style)
        self._show()

    @property
    def done(self) -> bool:
        """Whether every decision is judged."""
        return self._reviewed.next_from(0) is None

    def guide(self) -> Guide:
        """Return the help for this moment."""
        alone = len(self._reviewed.saved.seats) == 1
        whose = [_RIVALS] * self._game.rivals + [_ALONE] * alone
        return Guide(self._game.name, "", "\n\n".join([_CHART, *whose, _ABOUT]), self._keys())

    # ------------------------------------------------------------ judging

    async def _judge(self) -> None:
        """Judge one decision after the other, from the pointer on."""
        while (number := self._reviewed.next_from(self._at)) is not None:
            try:
                asked = self._reviewed.case(number, self._level)
                judgement = the_judgement(await ask_bot(self, asked))
            except Fault:
                self.notify_player(_FAULT, "error")
                return
            self._reviewed = self._reviewed.judged(number, judgement)
            self._notice = ("", "")
            self._show()

    # ------------------------------------------------------------ showing

    def _show(self) -> None:
        if is_closed(self):
            return
        reviewed = self._reviewed
        name: Row = (*heading_of("Review"), Run(f"  {self._game.title}"))
        left, *shorter = [(*name, Run(f"  {words}", "muted")) for words in self._followed(reviewed)]
        judged = f"judged {reviewed.judged_actions} of {reviewed.actions}"
        self.query_one(TitleBar).show(left, (Run(f"  {judged}", "muted"),), *shorter)
        self.query_one(ReviewPage).show(reviewed, self._seat, self._at, self._notice)
        self.query_one(KeyBar).show(self._keys())

    def _followed(self, reviewed: GameReview) -> Sequence[str]:
        """Return whose chance the chart shows or, alone, the chance of what; the longest first."""
        if self._game.rivals:
            name = reviewed.saved.seats[self._seat]
            return (f"the chance of {name}, by what {name} knew", f"the chance of {name}", name)
        lost = gold_lost(reviewed)
        if lost is None:
            return ("the chance of winning, by what the player knew", "the chance of winning")
        if lost > reviewed.actions:
            return ("the chance of gold, by what you knew", "the chance of gold")
        whole = f"the chance of gold, from action {lost} on of any win"
        return (whole, f"gold, from action {lost} on any win", "gold, then any win")

    def _keys(self) -> list[Key]:
        steps = self.look.keys("step", c.STEP_BACK, c.STEP_ON)
        keys = [steps, *map(self.look.key, (c.COSTLY, c.LOOK_THERE))]
        keys += [self.look.key(c.TRY_AGAIN)] if self._mistake() else []
        keys += [self.look.key(c.WHOSE)] if self._game.rivals else []
        ends = self.look.keys("start, end", c.TO_START, c.TO_END)
        last = [self.look.key(one) for one in (c.LEAVE_REPLAY, c.QUIT)]
        return [*keys, self.look.key(c.HELP), ends, *last]

    # ------------------------------------------------------------ moving

    async def action_step(self, actions: int) -> None:
        """Go some actions forward or back."""
        await self.action_leap(self._at + actions)

    async def action_leap(self, number: int) -> None:
        """Go to the point after `number` actions."""
        self.point_at(number)
        self._notice = self._notice if self._notice[1] == "error" else ("", "")
        self._show()

    def point_at(self, number: int) -> None:
        """Point after `number` actions; among rivals, show the line of a person who is to act.

        While a bot is to act, the line stays. Among bots alone, it is that of the bot to act.
        """
        self._at = min(max(number, 0), self._reviewed.actions)
        actor = self._reviewed.table_at(self._at).to_act
        if self._game.rivals and actor is not None and actor in self._followed_seats:
            self._seat = actor

    async def action_costly(self, steps: int) -> None:
        """Go to the next or previous costly decision; the order wraps around at the ends."""
        found = sorted(one.number for one in costliest(self._reviewed.verdicts.values()))
        if not found:
            self.notify_player("No decision that cost much is known.", "muted")
            return
        on = [number for number in found if (number - self._at) * steps > 0]
        await self.action_leap((on or found)[0 if steps > 0 else -1])

    async def action_rank(self, place: int) -> None:
        """Go to the decision with this place in the list of the costliest ones."""
        found = costliest(self._reviewed.verdicts.values())
        if place <= len(found):
            await self.action_leap(found[place - 1].number)

    def action_whose(self) -> None:
        """Show the chance of the next rival."""
        if self._game.rivals:
            self._seat = (self._seat + 1) % len(self._reviewed.saved.seats)
            self._show()

    def action_look(self) -> None:
        """Show the replay at this point."""
        self.app.show_replay(self._reviewed.saved, self._at)

    async def action_try_again(self) -> None:
        """Open the decision at the pointer as a puzzle, if it was a mistake."""
        verdict = self._mistake()
        if verdict is None:
            self.notify_player("Nothing went wrong here: go to a mistake to try it again.", "muted")
        else:
            self.app.try_again(try_again(self._reviewed, verdict))

    def _mistake(self) -> Verdict | None:
        """Return the decision at the pointer if it was a mistake."""
        verdict = self._reviewed.verdicts.get(self._at)
        return verdict if verdict and verdict.is_noticeable else None

    async def action_back(self) -> None:
        """Go back to the screen below."""
        await self.app.leave_replay()
