"""Apply the log of a table: every version that was ever written, without the checks of `decide`.

Whatever a log holds, `apply_entry` returns a table. Actions are played again by the rules of the
game. If an entry can't be applied, because it is damaged, does not fit the table, comes from a
newer version of the program, or holds an action that the rules of the game no longer allow, the
table says why (`unreadable`), and the rest of the log changes nothing. The server then sets the
table aside.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.games.base import IllegalAction, Json, Seat
from regicide_tui.play.dealing import deal, deal_in_match
from regicide_tui.play.history import Start
from regicide_tui.play.match import DRAW, loss_on_time, resignation
from regicide_tui.play.table import Table
from regicide_tui.server.model.table import events as e
from regicide_tui.server.model.table.commands import QUESTIONS
from regicide_tui.server.model.table.facts import (
    DAY,
    Clock,
    Question,
    Said,
    TableFacts,
    TableSecrets,
    is_bot,
)
from regicide_tui.server.model.table.phrases import sentence_of
from regicide_tui.server.model.table.state import EMPTY, TableState, actions_of, match_of
from regicide_tui.server.storage.projection import LogProjection, Unreadable
from regicide_tui.server.storage.store import LogEntry, Store

SAID_LIMIT = 50
"""The most sentences that a table remembers."""
_LONGEST = 2**53
"""More milliseconds than any clock has."""


def log_of(table: str) -> str:
    """Return the name of the log of a table."""
    return f"table/{table}"


def project_table(
    store: Store, table: str, snapshot: TableState | None = None, version: int = 0
) -> LogProjection[TableState]:
    """Return the projection of a table's log.

    `snapshot` stands for the log up to this version until it is read.
    """
    return LogProjection(
        *(store, log_of(table), EMPTY, _apply),
        snapshot=snapshot,
        snapshot_version=version,
        newest=e.VERSION,
    )


def _apply(state: TableState, entry: LogEntry) -> TableState:
    """Apply an entry of a table's log. Raises `Unreadable`."""
    after = apply_entry(state, entry.body)
    if after.unreadable:
        raise Unreadable(after.unreadable)
    return after


def apply_entry(table: TableState, body: Mapping[str, Json]) -> TableState:
    """Return the table after an entry of its log; it raises nothing, whatever the entry holds."""
    if table.unreadable:
        return table
    try:
        after = apply(table, e.decode(body))
        _check(after.facts)
    except e.UnknownRecord as error:
        return replace(table, unreadable=str(error))
    except IllegalAction:
        return replace(table, unreadable="the rules of the game don't allow an action in it")
    except Exception as error:  # noqa: BLE001 # anything may stand in a log
        # The message of the error may name cards, which nobody may see.
        return replace(table, unreadable=f"it is damaged ({type(error).__name__})")
    return after


def _check(facts: TableFacts) -> None:
    """Check that the parts of a table fit each other, as screens expect. Raises `UnknownRecord`."""
    if not facts.seats:
        raise e.UnknownRecord("it begins without a table")
    people, seats, question = facts.people, range(facts.players), facts.question
    names = [name for name in facts.seats if name]
    taken = {seat for seat, name in enumerate(facts.seats) if name}
    fits = (
        len(facts.seats) == len(facts.bots) == facts.players,
        len({*names}) == len(names),
        facts.host in people or facts.closed,
        {*facts.ready} <= {*people},
        question is None or (question.what in QUESTIONS and question.agreed != ()),
        question is None or {*question.agreed} <= taken,
        {*facts.draws} <= {*seats},
        {*facts.wishes} <= {*seats},
        len(facts.left) == (facts.players if facts.clock and facts.begun else 0),
        all(0 <= left <= _LONGEST for left in facts.left),
    )
    if not all(fits):
        raise e.UnknownRecord("it does not fit the table")


def apply(table: TableState, record: e.Record) -> TableState:
    """Return the table after a record that was decided for it.

    For any other record it may raise anything, for example `IllegalAction`; see `apply_entry`.
    """
    for event in record.events:
        table = _APPLIERS[type(event)](table, event, record)
    if any(not isinstance(event, e.ActionTaken) for event in record.events):
        count = table.secrets.beside.get(record.by, 0) + 1
        table = table.with_secrets(beside={**table.secrets.beside, record.by: count})
    return table.with_facts(latest=record.at)


Applier = Callable[..., TableState]
"""Takes a table, an event of the kind that it is for, and the record that holds the event."""


def _opened(_: TableState, event: e.TableOpened, _record: e.Record) -> TableState:
    if not games.is_known(event.game):
        raise e.UnknownRecord("its game is not known here")
    deal(Start(event.game, event.players, "1", event.options))  # raises if the setup makes no sense
    facts = TableFacts(
        game=event.game,
        players=event.players,
        options=event.options,
        private=event.password != "",
        clock=Clock(*event.clock) if event.clock else None,
        host=event.host,
        seats=(event.host, *[""] * (event.players - 1)),
        bots=("",) * event.players,
        after=event.after,
    )
    return TableState(facts, TableSecrets(event.password, event.invitation))


def _match_continued(table: TableState, event: e.MatchContinued, _: e.Record) -> TableState:
    return table.with_facts(rivals=event.rivals, earlier=event.earlier)


def _correspondence_chosen(
    table: TableState, event: e.CorrespondenceChosen, _: e.Record
) -> TableState:
    return table.with_facts(clock=Clock(event.days * DAY, renewed=True))


def _series_chosen(table: TableState, event: e.SeriesChosen, _: e.Record) -> TableState:
    return table.with_facts(series=event.series)


def _board_dealt(table: TableState, event: e.BoardDealt, _: e.Record) -> TableState:
    return table.with_facts(board=event.board)


def _seat_taken(table: TableState, event: e.SeatTaken, _: e.Record) -> TableState:
    seats = tuple(["" if name == event.name else name for name in table.facts.seats])
    seats = _changed(seats, event.seat, event.name)
    table = table.with_secrets(stood_up=_without(table.secrets.stood_up, event.name))
    return table.with_facts(seats=seats, ready=_without(table.facts.ready, event.name))


def _person_sent_away(table: TableState, event: e.PersonSentAway, record: e.Record) -> TableState:
    left = _seat_left(table, e.SeatLeft(event.seat), record)
    sent_away = _without(left.secrets.sent_away, event.name)
    return left.with_secrets(sent_away=(*sent_away, event.name))


def _seat_left(table: TableState, event: e.SeatLeft, record: e.Record) -> TableState:
    name = table.facts.seats[event.seat]
    ready, stood_up = _without(table.facts.ready, name), _without(table.secrets.stood_up, name)
    if record.by == name:
        stood_up = (*stood_up, name)
    seats = _changed(table.facts.seats, event.seat, "")
    return table.with_secrets(stood_up=stood_up).with_facts(seats=seats, ready=ready)


def _host_changed(table: TableState, event: e.HostChanged, _: e.Record) -> TableState:
    return table.with_facts(host=event.host)


def _closed(table: TableState, _event: e.TableClosed, _: e.Record) -> TableState:
    return table.with_facts(closed=True, question=None)


def _bot_seated(table: TableState, event: e.BotSeated, _: e.Record) -> TableState:
    seats = _changed(table.facts.seats, event.seat, event.name)
    return table.with_facts(seats=seats, bots=_changed(table.facts.bots, event.seat, event.level))


def _bot_sent_away(table: TableState, event: e.BotSentAway, _: e.Record) -> TableState:
    seats = _changed(table.facts.seats, event.seat, "")
    return table.with_facts(seats=seats, bots=_changed(table.facts.bots, event.seat, ""))


def _bot_replaced(table: TableState, event: e.BotReplaced, record: e.Record) -> TableState:
    before = dict.fromkeys(actions_of(table, event.seat), event.seat)
    seats = _changed(table.facts.seats, event.seat, event.name)
    table = replace(table, game=replace(_game(table), seats=seats))
    table = table.with_facts(seats=seats, stood_in={**table.facts.stood_in, **before})
    table = _with_times(table, event.left, record)
    return _with_bots(table, _changed(table.facts.bots, event.seat, ""))


def _readiness_changed(table: TableState, event: e.ReadinessChanged, _: e.Record) -> TableState:
    ready = _without(table.facts.ready, event.name)
    return table.with_facts(ready=(*ready, event.name) if event.ready else ready)


def _started(table: TableState, event: e.GameStarted, record: e.Record) -> TableState:
    start = Start(table.facts.game, table.facts.players, event.seed, table.facts.options)
    left = (table.facts.clock.seconds * 1000,) * table.facts.players if table.facts.clock else ()
    game = deal_in_match(start, match_of(table.facts), table.facts.seats, table.facts.bots)
    return table.with_game(game, left=left, since=record.at)


def _action_taken(table: TableState, event: e.ActionTaken, record: e.Record) -> TableState:
    game = _game(table)
    stood_in = table.facts.stood_in
    if table.facts.bots[event.seat] and not is_bot(table.facts.seats[event.seat]):
        stood_in = {**stood_in, game.moves: event.seat}
    table = table.with_game(
        game.take_text(event.seat, event.action),
        stood_in=stood_in,
        question=None,
        draws=(),
        left=event.left,
        since=record.at,
    )
    return table if table.facts.may_wish else table.with_facts(wishes={})


def _action_undone(table: TableState, event: e.ActionUndone, record: e.Record) -> TableState:
    game = _game(table).undo()
    # Nothing can be redone at a table.
    game = replace(game, history=game.history.forget_undone())
    stood_in = {move: seat for move, seat in table.facts.stood_in.items() if move < game.moves}
    table = table.with_game(game, stood_in=stood_in, left=event.left, since=record.at)
    return table.with_facts(question=None, draws=(), wishes={})


def _question_asked(table: TableState, event: e.QuestionAsked, record: e.Record) -> TableState:
    asked = table.facts.question
    agrees = asked is not None and asked.what == event.what and asked.agreed[0] == event.agreed[0]
    at = asked.at if asked is not None and agrees else record.at
    return table.with_facts(question=Question(event.what, event.agreed, at))


def _question_dropped(table: TableState, _event: e.QuestionDropped, _: e.Record) -> TableState:
    return table.with_facts(question=None)


def _draw_offered(table: TableState, event: e.DrawOffered, _: e.Record) -> TableState:
    return table.with_facts(draws=tuple(dict.fromkeys((*table.facts.draws, event.seat))))


def _draw_agreed(table: TableState, _event: e.DrawAgreed, _: e.Record) -> TableState:
    return table.with_game(_game(table).call_off(DRAW), question=None, draws=())


def _resigned(table: TableState, event: e.Resigned, _: e.Record) -> TableState:
    return table.with_game(_game(table).call_off(resignation(event.seat)), question=None)


def _time_ran_out(table: TableState, event: e.TimeRanOut, record: e.Record) -> TableState:
    game = _game(table)
    table = table.with_facts(left=event.left, since=record.at)
    if not game.can_call_off:  # among more than two players, nobody has won
        return table.with_facts(ended=True)
    return table.with_game(game.call_off(loss_on_time(event.seat)), question=None)


def _clocks_started(table: TableState, _event: e.ClocksStarted, record: e.Record) -> TableState:
    return table.with_facts(since=record.at)


def _ended(table: TableState, _event: e.GameEnded, _: e.Record) -> TableState:
    return table.with_facts(ended=True, question=None)


def _bots_stood_in(table: TableState, event: e.BotsStoodIn, record: e.Record) -> TableState:
    table = _with_times(table, event.left, record)
    seats = enumerate(table.facts.bots)
    levels = [event.level if seat in event.seats else level for seat, level in seats]
    return _with_bots(table, levels).with_facts(question=None)


def _player_returned(table: TableState, event: e.PlayerReturned, record: e.Record) -> TableState:
    table = _with_times(table, event.left, record)
    return _with_bots(table, _changed(table.facts.bots, event.seat, ""))


def _phrase_said(table: TableState, event: e.PhraseSaid, record: e.Record) -> TableState:
    return _with_said(
        table, event.name, sentence_of(table.facts.rules, event.phrase, event.number), record.at
    )


def _sentence_said(table: TableState, event: e.SentenceSaid, record: e.Record) -> TableState:
    return _with_said(table, event.name, event.text, record.at, in_own_words=True)


def _wish_stated(table: TableState, event: e.WishStated, _: e.Record) -> TableState:
    return table.with_facts(wishes={**table.facts.wishes, event.seat: event.wish})


_APPLIERS: Mapping[type[e.Event], Applier] = {
    e.TableOpened: _opened,
    e.MatchContinued: _match_continued,
    e.CorrespondenceChosen: _correspondence_chosen,
    e.SeriesChosen: _series_chosen,
    e.BoardDealt: _board_dealt,
    e.SeatTaken: _seat_taken,
    e.SeatLeft: _seat_left,
    e.PersonSentAway: _person_sent_away,
    e.HostChanged: _host_changed,
    e.TableClosed: _closed,
    e.BotSeated: _bot_seated,
    e.BotSentAway: _bot_sent_away,
    e.BotReplaced: _bot_replaced,
    e.ReadinessChanged: _readiness_changed,
    e.GameStarted: _started,
    e.ActionTaken: _action_taken,
    e.ActionUndone: _action_undone,
    e.QuestionAsked: _question_asked,
    e.QuestionDropped: _question_dropped,
    e.DrawOffered: _draw_offered,
    e.DrawAgreed: _draw_agreed,
    e.Resigned: _resigned,
    e.TimeRanOut: _time_ran_out,
    e.ClocksStarted: _clocks_started,
    e.GameEnded: _ended,
    e.BotsStoodIn: _bots_stood_in,
    e.PlayerReturned: _player_returned,
    e.PhraseSaid: _phrase_said,
    e.SentenceSaid: _sentence_said,
    e.WishStated: _wish_stated,
}
"""The function that applies each kind of event."""


def _with_times(table: TableState, left: tuple[int, ...], record: e.Record) -> TableState:
    """Set the times of an entry; it has none without a clock."""
    return table.with_facts(left=left, since=record.at) if left else table


def _game(table: TableState) -> Table:
    game = table.game
    if game is None:
        raise e.UnknownRecord("no game goes on where it stands")
    return game


def _with_bots(table: TableState, levels: Sequence[str]) -> TableState:
    game = replace(_game(table), bots=tuple(levels))
    return replace(table, game=game).with_facts(bots=tuple(levels))


def _with_said(
    table: TableState, by: str, text: str, at: int, *, in_own_words: bool = False
) -> TableState:
    if not text:  # a phrase that no longer exists, or what somebody said who is forgotten
        return table
    said = Said(by, text, at, in_own_words)
    return table.with_facts(said=(*table.facts.said, said)[-SAID_LIMIT:])


def _without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple([one for one in names if one != name])


def _changed(values: tuple[str, ...], seat: Seat, value: str) -> tuple[str, ...]:
    if seat >= len(values):
        raise e.UnknownRecord("it names a seat that is not there")
    return (*values[:seat], value, *values[seat + 1 :])
