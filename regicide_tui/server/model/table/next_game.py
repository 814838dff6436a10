"""The next game of the same players: one table, at whatever process they ask for it."""

from hashlib import blake2b

from regicide_tui.play.match import Result, result_of
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.state import TableState


def id_after(table: str, number: int, size: int) -> str:
    """Return the id of a table for the next game after another one; number 0 is the first one."""
    return blake2b(f"{table} {number}".encode(), digest_size=size).hexdigest()


def next_game(table: str, state: TableState) -> commands.Open:
    """Return the command that opens a table for the next game after a finished one."""
    facts = state.facts
    by_clock = facts.clock is not None and not facts.days
    clock = (facts.clock.seconds, facts.clock.increment) if facts.clock and by_clock else None
    return commands.Open(
        facts.game,
        facts.players,
        facts.options,
        state.secrets.password,
        clock,
        table,
        *_match_after(state),
        days=facts.days,
    )


def _match_after(state: TableState) -> tuple[tuple[str, ...], tuple[Result, ...]]:
    """Return the rivals of the match that goes on after this table, and its games; else nothing."""
    if state.game is None or not state.facts.rules.matches:
        return (), ()
    match, outcome = state.game.match, state.facts.outcome
    return state.facts.seats, (match.after(result_of(outcome)) if outcome else match).earlier
