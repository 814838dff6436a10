"""What a server shows of everything in its store, as JSON with no names of the program's classes.

Another version of the program shows the same of the same store. So this is written down beside the
stores of `tests/data/stores`, and compared with what is shown today.
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import to_builtins

from regicide_tui.games.base import Outcome, Seat
from regicide_tui.play.history import Result
from regicide_tui.play.ratings import Finished
from regicide_tui.play.table import Table
from regicide_tui.server.model.boards.book import Book
from regicide_tui.server.model.boards.par import Par, deal_key
from regicide_tui.server.model.boards.ranking import rank
from regicide_tui.server.model.boards.results import BoardResult
from regicide_tui.server.model.boards.series import begin_of_day, series_of
from regicide_tui.server.model.order import Act, Kind
from regicide_tui.server.model.review.notes import project_notes
from regicide_tui.server.model.review.state import Note
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.model.table.record import apply_entry
from regicide_tui.server.model.table.state import EMPTY, TableState, match_of
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.moderation import Moderation
from regicide_tui.server.services.services import Services
from regicide_tui.server.storage.store import Store
from tests.loose import loose
from tests.server.gatherings import api_of, clocks_stand_at

Shown = dict[str, Any]
STRANGER = "zoe"
"""Somebody without an account, who may look at what all may see."""
_PREFIX, _NOTES = "table/", "notes/"
_DAY = 24 * 60 * 60 * 1000
"""Milliseconds."""


async def shown(store: Store, now: int) -> Shown:
    """Return what is shown of a store at a time: Unix time in milliseconds.

    A server opens it, at which nobody is and whose clock stands.
    """

    def clock() -> float:
        return now / 1000

    services = Services(store, clock=clock)
    await services.open()
    try:
        found: Shown = loose(_plain(await _shown(services, store)))
        return found
    finally:
        await services.close()


def _plain(value: object) -> object:
    """Return what JSON gives back for a value; the last digits of a number depend on a machine."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [*map(_plain, value)]
    return round(value, 6) if isinstance(value, float) else value


def _pick(value: object, *names: str) -> Shown:
    """Return some attributes of a value by the names that they had then."""
    return {name: getattr(value, name) for name in names}


async def _shown(services: Services, store: Store) -> Shown:
    accounts = await Accounts(store).list_all()
    people = [*sorted(one.name for one in accounts.values()), STRANGER]
    return {
        "accounts": {one.name: [*one.keys] for one in accounts.values()},
        "preferences": {name: await _preferences(services, name) for name in people},
        "moderation": _moderation(services.moderation),
        "lobby": [[one.by, one.text] for one in services.chats.lobby],
        "offered": {
            name: [table for table, _ in api_of(services, name).tables.offered()] for name in people
        },
        "tables": {table: await _open_table(services, table) for table in sorted(services.tables)},
        "closed": {
            table: _table(services, await services.tables.read_state(table))
            for table in await _closed_tables(services, store)
        },
        "courses": {
            log.removeprefix(_PREFIX): await _course(services, store, log)
            for log in await store.logs()
            if log.startswith(_PREFIX)
        },
        "notes": {
            log.removeprefix(_NOTES): [
                [one.by, one.moment, one.text] for one in await _notes(store, log)
            ]
            for log in await store.logs()
            if log.startswith(_NOTES)
        },
        "finished": [_finished(one, people) for one in services.tables.results.finished],
        "figures": {
            name: to_builtins(services.tables.results.figures_of(name, services.now()))
            for name in people
        },
        "standings": [one.name for one in services.tables.results.standings],
        "boards": [
            _board(services, board, people) for board in services.boards.book.deals
        ],
        "ranking": [
            _pick(one, "name", "boards", "wins", "par", "low", "high")
            for one in rank(services.boards.book.results, services.boards.pars)
        ],
        "pars": {deal: _par(par) for deal, par in services.boards.work.pars.found.items()},
        "tournaments": [
            {**to_builtins(one), "joined": [*services.boards.book.joined[one.id]]}
            for one in services.boards.book.tournaments.values()
        ],
    }  # fmt: skip


async def _notes(store: Store, log: str) -> Sequence[Note]:
    return await project_notes(store, log.removeprefix(_NOTES), lambda _: None).catch_up()


async def _preferences(services: Services, name: str) -> Shown:
    return {
        "notices": services.preferences.settings_of(name).notices,
        "ignores": [*services.preferences.ignored_by(name)],
    }


# ---------------------------------------------------------------- order


def _moderation(moderation: Moderation) -> Shown:
    acts = moderation.order.acts
    whom = {one.whom for one in acts if one.kind in (Kind.BAN, Kind.UNBAN, Kind.MUTE, Kind.UNMUTE)}
    return {
        "acts": [*map(_act, acts)],
        "holding": [*map(_act, moderation.holding)],
        "renames": [[one.whom, one.new_name] for one in moderation.order.renames()],
        "refused": {
            one: [_is_banned(moderation, one), bool(moderation.refuse_talk(one))]
            for one in sorted(whom)
        },
    }  # fmt: skip


def _is_banned(moderation: Moderation, whom: str) -> bool:
    """Tell whether a name, a key or an address is banned."""
    return bool(moderation.order.bans_of(whom, whom, whom, moderation.now()))


def _act(act: Act) -> Shown:
    return {
        "kind": act.kind.value,
        **_pick(act, "by", "whom", "why", "until", "new_name", "at"),
    }


# ---------------------------------------------------------------- tables


async def _open_table(services: Services, table: str) -> Shown:
    """Return what is shown of an open table, also to each of its people."""
    await services.tables.read(table, in_turn=True)
    state = services.tables.whole(table)
    return _table(services, state, lambda facts: _times(services, table, facts))


def _times(services: Services, table: str, facts: TableFacts) -> tuple[int, ...]:
    """Return what is left of each seat's time, by the clock of a table, which may stand."""
    stands = clocks_stand_at(services, table)
    return facts.time_left(facts.since if stands else services.now())


async def _closed_tables(services: Services, store: Store) -> list[str]:
    """Return the tables that have a log, and are no longer open."""
    tables = [log.removeprefix(_PREFIX) for log in await store.logs() if log.startswith(_PREFIX)]
    return [table for table in tables if table not in services.tables]


async def _course(services: Services, store: Store, log: str) -> list[Shown]:
    """Return what each entry of a table's log changed, except for the cards."""
    state, before, found = EMPTY, dict[str, Any](), list[Shown]()
    for entry in await store.read(log):
        state = apply_entry(state, entry)
        after = {**_facts(services, state), "said": len(state.facts.said)}
        after["left"] = [*state.facts.left]
        found.append({name: one for name, one in after.items() if before.get(name) != one})
        before = after
    return found


def _table(
    services: Services,
    state: TableState,
    left: Callable[[TableFacts], Sequence[int]] = lambda facts: facts.left,
) -> Shown:
    facts = state.facts
    return {
        **_facts(services, state),
        "left": [*left(facts)],
        "said": [[one.by, one.text, one.at, one.in_own_words] for one in facts.said],
        "phrases": [[one.id, one.number] for one in facts.phrases],
        "speaks_freely": facts.speaks_freely,
        "records_beside_actions": dict(sorted(state.secrets.beside.items())),
        "cards": _cards(state.game) if state.game is not None else None,
    }


def _facts(services: Services, state: TableState) -> Shown:
    return {
        **_gathering(services, state),
        **_going_on(state.facts),
        **_pick(state.facts, "since", "latest", "deadline"),
        "unreadable": "",
    }


def _gathering(services: Services, state: TableState) -> Shown:
    """Return who sits at a table, and what they play."""
    facts, secrets = state.facts, state.secrets
    clock = facts.clock
    return {
        **_pick(facts, "game", "players", "days", "host", "seats", "bots", "ready", "after"),
        **_pick(secrets, "password", "invitation", "sent_away", "stood_up"),
        "options": dict(facts.options),
        "clock": [clock.seconds, clock.increment] if clock and not clock.renewed else None,
        "series": _series_of(services.boards.book, facts.series),
        "board": _name_of(services.boards.book, facts.board),
        "rivals": facts.rivals,
        "earlier": [*map(_result, facts.earlier)],
        "score": [*match_of(facts).score()] if facts.rivals else None,
    }


def _going_on(facts: TableFacts) -> Shown:
    """Return how the game of a table stands, except for its cards."""
    question = facts.question
    return {
        "is": "waiting" if facts.waiting else "playing" if facts.playing else "over",
        **_pick(facts, "ended", "closed", "to_act", "turn", "draws", "may_wish", "to_take_over"),
        "outcome": _outcome(facts.outcome),
        "question": [question.what, [*question.agreed], question.at] if question else None,
        "wishes": {f"{seat}": wish for seat, wish in facts.wishes.items()},
        "stood_in": {f"{move}": seat for move, seat in facts.stood_in.items()},
    }


def _cards(saved: Table) -> Shown:
    """Return a game with its cards, and what each seat and a spectator (`-`) see of it."""
    seats: list[Seat | None] = [None, *range(len(saved.seats))]
    return {
        "seed": saved.history.start.seed,
        **_pick(saved, "undos", "peeks"),
        "actions": _actions(saved),
        "seen": {"-" if seat is None else f"{seat}": _seen(saved, seat) for seat in seats},
    }


def _actions(saved: Table) -> list[str]:
    """Return the actions that stand, with the seats that took them."""
    history, game = saved.history, saved.history.game
    before = [history.first, *[move.state for move in history.standing]]
    return [
        f"{game.to_act(state)} {game.format(move.action)}"
        for state, move in zip(before, history.standing, strict=False)
    ]


def _seen(saved: Table, seat: Seat | None) -> Shown:
    view = saved.sent_to(seat)
    return {
        "now": view.game.position(view.state),
        "can_undo": view.can_undo,
        "can_call_off": saved.can_call_off,
        "moves_told": len(view.told),
    }


def _result(result: Result) -> Shown:
    return {
        **_pick(result, "winner", "resigned"),
        "out_of_time": result.out_of_time is True,
    }


def _outcome(outcome: Outcome | None) -> Shown | None:
    if outcome is None:
        return None
    return _pick(outcome, "winners", "reason", "medal", "points")


def _finished(game: Finished, people: Sequence[str]) -> Shown:
    return {
        **_pick(game, "table", "game", "seats", "winners", "reason", "at"),
        "shown_to": [name for name in people if game.is_shown_to(name)],
    }


# ---------------------------------------------------------------- boards


def _series_of(book: Book, name: str) -> str:
    """Return a series as it was called then; an empty text for none."""
    series = series_of(name)
    if series is None:
        return ""
    return f"{series.kind}/{book.players_of(series)}/{series.of}/{series.round}"


def _name_of(book: Book, board: str) -> str | None:
    """Return a board as its series was called then, and its number there, from 1; None for none."""
    series = series_of(board)
    if series is None:
        return None
    return f"{_series_of(book, board)} {book.boards_of(series).index(board) + 1}"


def _closes(book: Book, board: str) -> int:
    """Return when people could no longer get a board then; 0 if that is no matter of time."""
    series = series_of(board)
    assert series is not None
    if series.is_of_day:
        return begin_of_day(series.of) + _DAY  # then a deal was played on its day only
    return book.tournaments[series.of].ends if series.is_of_tournament else 0


def _board(services: Services, board: str, people: Sequence[str]) -> Shown:
    book, now = services.boards.book, services.now()
    deal = book.deals[board]
    return {
        "name": _name_of(book, board),
        **_pick(deal, "seed", "game", "players"),
        "options": dict(deal.options),
        "deal": deal_key(deal),
        "closes": _closes(book, board),
        "is_open": book.is_open(board, now),
        "tables": {one.table: [*one.people] for one in book.tables.values() if one.board == board},
        "seen_by": [name for name in people if book.has_seen(board, name)],
        "played_by": [name for name in people if book.plays(board, name)],
        "may_look": [name for name in people if not book.why_not_look(board, name, now)],
        "may_watch": [name for name in people if not book.why_not_watch(board, name, now)],
        "results": [
            _board_result(one, _name_of(book, one.board)) for one in book.results_of(board)
        ],
        "par": _par(services.boards.work.find(deal)),
    }


def _board_result(result: BoardResult, board: str | None) -> Shown:
    """Return a result; how a game stood at its end isn't known of older ones."""
    found = {**to_builtins(result), "board": board}
    return found if result.standing else {k: v for k, v in found.items() if k != "standing"}


def _par(par: Par) -> Shown:
    return _pick(par, "games", "wins", "golds", "all_cards", "medal")
