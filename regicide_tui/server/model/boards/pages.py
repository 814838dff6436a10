"""Sentences and pages about pars, comparisons, rankings and tournaments."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise

from regicide_tui import games
from regicide_tui.games.words import counted, named
from regicide_tui.play.ratings import GameFigures, PlayerFigures
from regicide_tui.server.model.boards.book import Book
from regicide_tui.server.model.boards.par import GAMES, Par
from regicide_tui.server.model.boards.ranking import Compared, rank, sureness
from regicide_tui.server.model.boards.results import BoardResult, Standing
from regicide_tui.server.model.boards.series import days_late
from regicide_tui.server.model.boards.tournament import MINUTE, Round, Tournament

_FEW = 10
"""A comparison of fewer boards is provisional."""
_SUREST = 0.99
"""The highest probability shown; the lowest is 1 minus this."""
_MINUTES_OF_DAY = 24 * 60


def percent(share: float) -> str:
    """Return a share as a percentage: `63%`."""
    return f"{round(share * 100)}%"


def signed(share: float) -> str:
    """Return a difference as a percentage with its sign: `+14%`, `-3%`."""
    return f"{round(share * 100):+}%"


def describe_par(par: Par, players: int, *, computed: bool) -> str:
    """Return the par of a deal as sentences; `computed` says whether this server computes pars."""
    if not par.is_ready:
        if not computed:
            return "This server doesn't compute pars, so this deal has none."
        done = f"our marshals (bots) have played {par.games} of {GAMES} games"
        return f"The par is not ready yet: {done}."
    low, high = par.interval
    gold = f", {percent(par.golds / par.games)} with gold" if players == 1 else ""
    medal = f" ({par.medal})" if par.medal else ""
    seeing = f"wins it{medal}" if par.all_cards else "does not win it"
    return (
        f"Par: our marshals win {percent(par.share)} of {par.games} games of this deal{gold}; "
        f"in the long run {percent(low)} to {percent(high)}. A player who sees all cards {seeing}."
    )


def describe_par_shortly(par: Par, *, computed: bool) -> str:
    """Return the par of a deal in a few words."""
    if par.is_ready:
        return f"marshals win {percent(par.share)} of its games"
    return f"bots have played {par.games} of {GAMES} games" if computed else "not computed here"


def describe_result(result: BoardResult) -> str:
    """Return the result of a table: `won, gold`, or how far it got: `lost, royal 5 of 12`.

    A daily deal may have been played some days later.
    """
    reached = f", {result.standing}" if result.standing else ""
    how = "won" if result.won else f"lost{reached}"
    medal = f", {result.medal}" if result.medal else ""
    helped = "" if result.counts else ", not compared"
    late = days_late(result.board, result.at)
    return f"{how}{medal}{helped}" + (f", {counted(late, 'day')} later" if late else "")


def describe_board(results: Sequence[BoardResult]) -> str:
    """Return how all tables did with a board, for a player who has played it."""
    counted_ones = [one for one in results if one.counts]
    wins = sum(one.won for one in counted_ones)
    if len(counted_ones) < 2:
        return "No other table has finished this deal yet."
    return f"{wins} of {counted(len(counted_ones), 'table')} here have won this deal."


# ---------------------------------------------------------------- rankings


def ranking_lines(ranked: Sequence[Compared]) -> list[str]:
    """Return the lines of a ranking, the best player first, with how sure the order is.

    Players with equal results share a place: `1=`.
    """
    if not ranked:
        return ["There is nothing to compare yet."]
    width = max(len(one.name) for one in ranked)
    sure = [_describe_order(*two) for two in pairwise(ranked)]
    lows = [one.low for one in ranked]
    places = [f"{lows.index(low) + 1:>3}{'=' if lows.count(low) > 1 else ' '}" for low in lows]
    return [
        f"     {'name':<{width}}   more  {'range':<14}  {'won':<10}  sure",
        *(_describe_row(*row, width) for row in zip(places, ranked, [*sure, ""], strict=True)),
    ]


def _describe_order(better: Compared, other: Compared) -> str:
    """Return how sure it is that a player is better than the next one; empty for a tie."""
    if better.low == other.low:
        return ""
    return percent(min(_SUREST, max(1 - _SUREST, sureness(better, other))))


def _describe_row(place: str, one: Compared, order: str, width: int) -> str:
    interval = f"{signed(one.low)} to {signed(one.high)}"
    few = "provisional" if one.boards < _FEW else ""
    won = f"{one.wins} of {one.boards}"
    difference = signed(one.difference)
    row = f"{place} {one.name:<{width}}  {difference:>5}  {interval:<14}  {won:<10}  {order:>4}"
    return f"{row}  {few}".rstrip()


def explain_ranking() -> list[str]:
    """Return what a ranking compares."""
    return [
        "How much more often each player wins than our marshals do with the same deals.",
        "In solo games, only a gold medal counts as a win.",
        "The range is the 95% confidence interval. Its lower end decides your rank.",
        "Players with equal results share a place, such as 1=.",
        "'sure' is the probability that a player is better than the next one.",
    ]


# ---------------------------------------------------------------- tournaments


def describe_time(at: int) -> str:
    """Return a time such as `2026-11-27 20:00 UTC`; `at` is Unix time in milliseconds."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M} UTC"


def describe_tournament(tournament: Tournament, now: int) -> str:
    """Return when a tournament takes place and what it consists of."""
    boards = f"{counted(tournament.rounds, 'deal')} of {tournament.minutes} min"
    who = "solo" if tournament.players == 1 else f"{tournament.players} at a table"
    return f"{describe_when(tournament, now)}, {boards}, {who}"


def describe_when(tournament: Tournament, now: int) -> str:
    """Return when a tournament takes place; without the day if it starts within a day from now."""
    if tournament.is_over(now):
        return "over"
    if number := tournament.round_at(now):
        return f"round {number} of {tournament.rounds} now"
    at, minutes = describe_time(tournament.starts), -((now - tournament.starts) // MINUTE)
    if minutes >= _MINUTES_OF_DAY:
        return at
    wait = f"{minutes} min" if minutes < 120 else f"{minutes // 60} h"
    return f"{at.partition(' ')[2]} (in {wait})"


def describe_round(found: Round, now: int, *, counts: bool) -> str:
    """Return which round of a tournament it is, and how much of its time is left.

    `counts` says whether the result of a game that continues after the round will be compared.
    """
    tournament, left = found.tournament, -((now - found.ends) // MINUTE)
    late = f"time is up, this game {'still counts' if counts else 'is not compared'}"
    time = f"{left} min left" if left > 0 else late
    return f"{tournament.quoted}, round {found.number} of {tournament.rounds}, {time}"


def schedule_lines(tournament: Tournament, now: int) -> list[str]:
    """Return when each round begins."""
    current = tournament.round_at(now)
    return [
        f"Round {number:>2}  {describe_time(tournament.starts_of(number))}"
        f"{'  now' if number == current else ''}"
        for number in range(1, tournament.rounds + 1)
    ]


def schedule_shortly(tournament: Tournament, now: int, most: int) -> list[str]:
    """Return at most this many lines of the schedule, from the current round on.

    `most` is at least 2; the last line says how many rounds are left out.
    """
    lines = schedule_lines(tournament, now)
    if len(lines) <= most:
        return lines
    first = min(max(0, tournament.round_at(now) - 1), len(lines) - most + 1)
    shown = lines[first : first + most - 1]
    return [*shown, f"and {counted(len(lines) - len(shown), 'other round')}"]


def name_some(names: Sequence[str], cells: int) -> str:
    """Return names as text of at most `cells`, and the number of names left out."""
    for count in range(len(names), 0, -1):
        others = [counted(len(names) - count, "other")] if count < len(names) else []
        text = named([*names[:count], *others])
        if len(text) <= cells or count == 1:
            return text
    return "nobody yet"


def boards_of(book: Book, tournament: Tournament) -> dict[int, str]:
    """Return the boards of a tournament that were dealt so far, by their rounds."""
    names = {one: tournament.series_of(one).name for one in range(1, tournament.rounds + 1)}
    return {number: board for number, board in names.items() if board in book.deals}


def results_page(
    tournament: Tournament,
    book: Book,
    pars: Mapping[str, Par],
    shown: Iterable[str],
    now: int,
    *,
    computed: bool = True,
) -> str:
    """Return the results of a tournament as text to keep.

    `pars` are the pars that are ready, and `shown` the boards that the reader may see; the page
    leaves out the others. `computed` says whether this server computes pars.
    """
    shown = {*shown}
    boards = boards_of(book, tournament)
    results = [one for board in boards.values() for one in book.results_of(board)]
    visible = [one for one in results if one.board in shown]
    lines = [
        tournament.quoted,
        f"{describe_time(tournament.starts)}, opened by {tournament.by}",
        f"Players: {named([*book.joined.get(tournament.id, {})])}",
        "",
        *schedule_lines(tournament, now),
        "",
        "RANKING",
        *explain_ranking(),
        "",
        *ranking_lines(rank(visible, pars)),
    ]
    waiting = [number for number, one in boards.items() if one in shown and one not in pars]
    if waiting:
        lines += ["", _describe_uncounted(waiting)]
    for number, board in boards.items():
        hidden = ["You'll see the results of this deal once you have played it, or at the end."]
        told = _round_lines(board, book, pars, computed=computed) if board in shown else hidden
        lines += ["", f"ROUND {number}", *told]
    return "\n".join(lines)


def _describe_uncounted(rounds: Sequence[int]) -> str:
    """Return a sentence about the rounds that a ranking leaves out."""
    if len(rounds) == 1:
        return f"Round {rounds[0]} is not counted yet: its par is not ready."
    return f"Rounds {named(map(str, rounds))} are not counted yet: their pars are not ready."


def _round_lines(board: str, book: Book, pars: Mapping[str, Par], *, computed: bool) -> list[str]:
    par, deal = pars.get(board, Par()), book.deals[board]
    return [
        f"Deal: {deal.seed}",
        describe_par(par, deal.players, computed=computed),
        *(f"  {named(one.people)}: {describe_result(one)}" for one in book.results_of(board)),
    ]


# ---------------------------------------------------------------- statistics


def figures_lines(figures: PlayerFigures, compared: Compared | None = None) -> list[str]:
    """Return the statistics of a player."""
    lines = [line for one in figures.games for line in _game_lines(one)]
    if compared is not None:
        lines += [
            "",
            f"Duplicate deals: {compared.wins} won of {compared.boards}"
            f" (our marshals: {percent(compared.par)})",
            f"  {signed(compared.difference)} against our marshals"
            f" ({signed(compared.low)} to {signed(compared.high)})",
        ]
    if figures.partners:
        lines += ["", "Plays most with:"]
        lines += [
            f"  {one.name}: {one.won} won of {counted(one.played, 'game')}"
            for one in figures.partners
        ]
    return lines or ["No finished games."]


def describe_wins(played: int, won: int, drawn: int) -> str:
    """Return the number of won games: `1 won of 4 games, 3 draws`."""
    draws = f", {counted(drawn, 'draw')}" if drawn else ""
    return f"{won} won of {counted(played, 'game')}{draws}"


def describe_standing(standing: Standing) -> str:
    """Return a player's wins in a line: with the title of the only game, or the sum of several."""
    played = standing.played
    title = f"{games.find(played[0].game).title}: " if len(played) == 1 else ""
    counts = [(one.played, one.won, one.drawn) for one in played]
    return f"{title}{describe_wins(*map(sum, zip(*counts, strict=True)))}"


def _game_lines(one: GameFigures) -> list[str]:
    title = games.find(one.game).title
    lines = [f"{title}: {describe_wins(one.played, one.won, one.drawn)}"]
    if one.best_row > 1:
        lines.append(f"  wins in a row: {one.row} now, {one.best_row} at best")
    if one.rating is not None:
        provisional = ", provisional" if one.rating.is_provisional else ""
        lines.append(
            f"  rating in duels: {round(one.rating.points)}"
            f" (give or take {round(2 * one.rating.deviation)}{provisional})"
        )
    return lines
