"""The next game of the same players: the same table, at whichever process they ask for it."""

from hashlib import blake2b

from regicide_tui.play.history import result_of
from regicide_tui.server.model.table.command import Following
from regicide_tui.server.model.table.gathering import Open
from regicide_tui.server.model.table.state import TableState


def id_after(table: str, number: int, size: int) -> str:
    """Return the id of a table for the next game after another; number 0 is the first."""
    return blake2b(f"{table} {number}".encode(), digest_size=size).hexdigest()


def next_game(state: TableState) -> Open:
    """Return the command that opens a table for the next game after a finished one."""
    facts, password = state.facts, state.secrets.password
    clock = None if facts.days else facts.clock
    times = (clock.seconds, clock.increment) if clock is not None else None
    return Open(
        facts.game,
        facts.players,
        facts.options,
        password,
        times,
        facts.days,
        joining=facts.joining,
        talks_freely=facts.talks_freely,
        programs=facts.programs,
    )


def follow(table: str, state: TableState) -> Following:
    """Return what follows a finished game: its match continues, if it has one."""
    if state.game is None or not state.facts.rules.matches:
        return Following(table)
    match, outcome = state.game.match, state.facts.outcome
    earlier = (match.after(result_of(outcome)) if outcome else match).earlier
    return Following(table, state.facts.seats, earlier)
