"""The words and the chart of a review, as pure functions."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import ceil, floor
from operator import itemgetter
from typing import NamedTuple

from regicide_tui.bots.base import Chances, whole_percent
from regicide_tui.games.base import Seat
from regicide_tui.games.words import PlayerNames, counted, named
from regicide_tui.play.dealing import default_name
from regicide_tui.play.history import tell_called_off
from regicide_tui.play.practice import Mistake, as_puzzle
from regicide_tui.play.table import Table
from regicide_tui.thinking.questions import Judgement
from regicide_tui.thinking.review import (
    GameReview,
    Verdict,
    compute_chance_line,
    costliest,
    lost_from,
)
from regicide_tui.tui.pages.hints import REASONS
from regicide_tui.tui.pages.lines import chances_text, percent_text
from regicide_tui.tui.rendering.paint import (
    Row,
    Run,
    Symbols,
    cells_of,
    clickable,
    fit,
    shorten,
    width_of,
    wrap,
)
from regicide_tui.tui.table.game_ui import find
from regicide_tui.tui.table.hand import with_cards

REVIEW_FAULT = "The review stopped: the bot that analyses the game failed."
MARGIN = 5
"""Cells of the labels on the left."""
_AROUND = 2
"""Rows around the chart: the pointer above, the marks below."""
_SHORTEST = 2
"""Minimum tenths that the axis spans."""
_CLOSE = 1e-9
"""Tolerance for chances that should be whole tenths."""
_APART = 2
"""Minimum number of columns from one mark to the next."""
_WIDEST_STEP = 8
"""Maximum columns of one point."""


class Chart(NamedTuple):
    """The data of a chart: a chance or None for each point, the pointer, and some points' signs."""

    chances: Sequence[float | None]
    pointer: int
    marks: Mapping[int, str]


def chart_rows(chart: Chart, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the chart in a width and height, the pointer above it and the marks below.

    The axis spans the known chances. An unknown chance is dotted.

    If there are few points, each is several columns wide; if there are many, a column represents
    several points and shows the last known one, or the one at the pointer. The number of rows is
    even, so that one half is at the edge of a row.
    """
    points, tall = len(chart.chances), (height - _AROUND) // 2 * 2
    columns = min(width - MARGIN, points * _WIDEST_STEP)
    shown = [_chance(chart.chances, column, columns) for column in range(columns)]
    axis = axis_of(chart.chances)
    at = column_of(chart.pointer, points, columns)
    shown[at] = chart.chances[chart.pointer]  # the text beside the chart is about this one
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

    They differ by at least 20%, so that a small difference doesn't look large.
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

    An unknown chance is dotted in all rows, so that it doesn't look like a value.
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

    Marks move only if necessary, so that 1 and 3 side by side are not read as 13. There must be
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
"""The meaning of decision marks, for the help."""
_GAP = "   "
_NAME, _WIDE = 14, 100
"""Maximum cells of a name in a list, and the minimum cells of a list that doubles them."""


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

    A `brief` text has neither the turn nor the reasons for the better action. `by` is the person
    who made the decision, if known; they are named if they are not the player of the seat.
    """
    table = reviewed.table_at(number)
    heading = _heading(reviewed, table, number, symbols, brief=brief, by=by)
    said, style = _said(reviewed, table, number, brief=brief)
    words = [with_cards(word, style, symbols) for word in said.split()]
    return [*wrap(heading, width), *wrap(words, width)]


def _heading(
    reviewed: GameReview, table: Table, number: int, symbols: Symbols, *, brief: bool, by: str
) -> list[Row]:
    """Return an action, with its number and player, as words to wrap."""
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
    whom = PlayerNames(table.seats).object_form(seat)
    who = f"{by} for {whom}" if by not in ("", player) else player
    nameless = _is_alone(table) and who == default_name(seat)
    return [
        *_plain(f"Action {number + 1} of {len(moves)}{turn}{':' if nameless else '.'}", "muted"),
        *_plain("" if nameless else f"{who}:", "text+bold"),
        *[with_cards(word, "text+bold", symbols) for word in done.split()],
        *_plain(_mark(reviewed, number), "error+bold"),
    ]


def _mark(reviewed: GameReview, number: int) -> str:
    """Return the mark of a decision; an empty string if it has none."""
    verdict = reviewed.verdicts.get(number)
    return verdict.mark if verdict else ""


def _plain(text: str, style: str) -> list[Row]:
    """Return words that are not cards, even if they look like cards."""
    return [(Run(word, style),) for word in text.split()]


def _said(reviewed: GameReview, table: Table, number: int, *, brief: bool) -> tuple[str, str]:
    """Return the text about a decision or the end, and its style."""
    if number == reviewed.decisions:
        return _end(table), "text"
    verdict = reviewed.verdicts.get(number)
    if verdict is None:
        return "Not analysed yet.", "muted"
    found = verdict.judgement
    if found is None:
        return "No bot can evaluate this position.", "muted"
    if number == reviewed.actions:
        return f"The game goes on: {_whose(table, found.best_chances)}.", "text"
    if not verdict.is_noticeable:
        return f"{_way(table, verdict)}: {_whose(table, found.best_chances)}.", "text"
    return _better(table, verdict, found, brief=brief), "accent"


def _way(table: Table, verdict: Verdict) -> str:
    """Return the verdict on a decision that cost nothing."""
    if verdict.hinted:
        return "A hint advised this"
    if verdict.mark:
        return "Clearly the best"
    return "Nothing was clearly better" if _choices(table) > 1 else "The only legal action"


def _whose(table: Table, chances: Chances) -> str:
    """Return the chances of the player to act, who is named in a competitive game."""
    if not table.game.rivals:
        return chances_text(chances)
    assert table.to_act is not None  # someone is to act
    wins = PlayerNames(table.seats).with_verb(table.to_act, "win", begins=False)
    return f"{wins} {percent_text(chances.win)}"


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
    choices = table.game.legal_actions(table.view(table.to_act))
    return len(choices)


def _end(table: Table) -> str:
    outcome = table.outcome
    assert outcome is not None  # the end
    if not table.game.rivals:
        return f"The game was {'won' if outcome.won else 'lost'}."
    winners = named([table.seats[seat] for seat in outcome.winners] or ["Nobody"])
    return tell_called_off(outcome, table.seats) or f"{winners} won."


def list_rows(reviewed: GameReview, seat: Seat, width: int, symbols: Symbols) -> list[Row]:
    """Return the costliest decisions, each with its sign in the chart."""
    open_ones = reviewed.actions - reviewed.judged_actions
    found = costliest(reviewed.verdicts.values())
    head = "The costliest decisions" if found else "No costly decisions"
    so_far = f"  so far; {open_ones} still to analyse" if open_ones else ""
    rows: list[Row] = [(Run(head, "text+bold"), Run(so_far, "muted"))]
    ways = [_costly_rows(reviewed, n, one, width, symbols) for n, one in enumerate(found, 1)]
    rows += next((list(way) for way in zip(*ways, strict=True) if _all_fit(way, width)), [])
    lost = lost_from(compute_chance_line(reviewed, seat))
    if lost is not None:
        rows.append((Run(f"After action {lost}, the chance stayed below 50%.", "muted"),))
    return rows


def _all_fit(rows: Sequence[Row], width: int) -> bool:
    return all(width_of(row) <= width for row in rows)


def _costly_rows(
    reviewed: GameReview, place: int, verdict: Verdict, width: int, symbols: Symbols
) -> list[Row]:
    """Return a line of the list with a click action, and shorter versions of it.

    The second version leaves out the action that was taken, the third its number, the fourth the
    player instead of the number; the last one is cut.
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
    cost = (
        Run(f"{place}  ", "warning+bold"),
        Run(mark, "error+bold"),
        Run(f"{whole_percent(verdict.cost):>3}%{_GAP}"),
    )
    which = (*cost, Run(f"action {verdict.number + 1:<4}", "muted"))
    who = () if _is_alone(table) else fit((Run(name, "muted"),), cells + 2)
    should = (Run("better: ", "muted"), *with_cards(better, "text", symbols))
    instead = (Run(", not ", "muted"), *with_cards(done, "muted", symbols))
    ways = [(*which, *who, *should, *instead), (*which, *who, *should)]
    shortest = (*which, *should)
    cut = (*fit(shortest, width - 1), Run(symbols.ellipsis, "muted"))
    ways += [(*cost, *who, *should), shortest, shortest if width_of(shortest) <= width else cut]
    leap = f"leap({verdict.number})"
    return [clickable(way, leap) for way in ways]
