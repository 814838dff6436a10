"""Decide which commands a table allows, and which events follow from them."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from regicide_tui import games
from regicide_tui.games.base import BadSetup, IllegalAction, Seat
from regicide_tui.games.words import named
from regicide_tui.play.dealing import deal
from regicide_tui.play.history import Start
from regicide_tui.play.table import Table
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table import events as e
from regicide_tui.server.model.table.facts import TableFacts, is_bot
from regicide_tui.server.model.table.phrases import NO_LONGER, NO_THANKS
from regicide_tui.server.model.table.state import TableState

_MOST_WAITING, _MOST_PLAYING, _MOST_TO_END = 100, 500, 550
"""The most records of one person that hold something other than actions: before the game, in it,
and to end it.

The log of a table is read whole, so it must have a bound. Actions taken back count, too. Each
person has a bound of their own, so nobody can use up what the others need to go on or to end.
"""
_MOST_GATHERING = 2000
"""The most such records of all people before the game, while people come and go."""
MOST_ACTIONS = 2000
"""The number of actions after which a game ends without a winner: the players of a duel may go on
for ever (D-21)."""
MOST_DAYS = 14
"""The most days that a player has for an action in a game by correspondence."""
LEAST_AWAY = 10 * 60 * 1000
"""Milliseconds for which all people of a waiting table must be away before it may be closed."""
CLOCK_ERROR = 60_000
"""Milliseconds by which the time of an entry may lie ahead: machines differ a little."""
_NO_GUESTS = "Guests don't sit with people. Get a name first, then you can."
_ALWAYS = (
    commands.Open,
    commands.StartGame,
    commands.Stand,
    commands.FreeSeat,
    commands.Act,
    commands.Return,
    commands.StartClocks,
    commands.Resign,
    commands.End,
    commands.CallTime,
    commands.Abandon,
    commands.EndForgotten,
    commands.CloseLate,
    commands.CloseForOrder,
)
"""The commands that no bound refuses: each happens once, or once after another command."""
_TO_GO_ON = (commands.Refuse, commands.Draw, commands.StandIn)
_QUESTIONS_TO_GO_ON = (commands.END, commands.STAND_IN)

Events = tuple[e.AnyEvent, ...]


class Refused(Exception):
    """The sentence that says why something can't be done at this table now."""


class Caller(NamedTuple):
    """The person who gives a command, and when: Unix time in milliseconds."""

    name: str
    at: int


def decide(table: TableState, command: commands.TableCommand, by: str, at: int) -> e.Record:
    """Return the record of what happens if `by` gives this command now. Raises `Refused`."""
    if (table.facts.seats == ()) != isinstance(command, commands.Open):
        raise Refused("There is no such table." if not table.facts.seats else "It is open already.")
    decided = _DECIDERS[type(command)](table, command, Caller(by, at))
    _keep_short(table, command, by, decided)
    return e.record_of(by, at, decided)


def _keep_short(
    table: TableState, command: commands.TableCommand, by: str, decided: Events
) -> None:
    """Refuse a command that would make the log too long. Raises `Refused`."""
    if isinstance(command, _ALWAYS) or any(isinstance(one, e.GameEnded) for one in decided):
        return
    if table.facts.waiting:
        most, full = _MOST_WAITING, sum(table.secrets.beside.values()) >= _MOST_GATHERING
    else:
        most, full = _MOST_TO_END if _is_to_go_on(command) else _MOST_PLAYING, False
    if full or table.secrets.beside.get(by, 0) >= most:
        raise Refused(
            "Too much was said, asked and taken back here. Now you can only play on, or end the "
            "game."
        )


def _is_to_go_on(command: commands.TableCommand) -> bool:
    """Tell whether this command may end a stuck game, or let it go on."""
    if isinstance(command, commands.Ask):
        return command.what in _QUESTIONS_TO_GO_ON
    return isinstance(command, _TO_GO_ON)


# ---------------------------------------------------------------- before the game


def _open(_: TableState, command: commands.Open, caller: Caller) -> Events:
    game = games.find(command.game) if games.is_known(command.game) else None
    if game is None or command.players not in game.player_counts:
        raise Refused("There is no such game for so many players.")
    if command.clock is not None and not game.rivals:
        raise Refused("A clock is only for games of opponents.")
    if command.days:
        _check_days(command, caller)
    try:
        deal(Start(command.game, command.players, "1", command.options))
    except BadSetup as error:
        raise Refused(error.message) from None
    opened = e.TableOpened(
        command.game,
        command.players,
        command.options,
        caller.name,
        command.password,
        command.clock,
        command.after,
        command.invitation,
    )
    more: Events = (e.CorrespondenceChosen(command.days),) if command.days else ()
    if command.series:
        _check_series(command, caller)
        more = (e.SeriesChosen(command.series),)
    match command.rivals:
        case one, other:
            more = (*more, e.MatchContinued((one, other), command.earlier))
    return (opened, *more)


def _check_days(command: commands.Open, caller: Caller) -> None:
    """Refuse a game by correspondence that makes no sense. Raises `Refused`."""
    if is_guest(caller.name):
        raise Refused("Guests can't play by correspondence: they can't come back.")
    if command.players == 1 or command.clock is not None:
        raise Refused("A game by correspondence is for several players, without another clock.")
    if not 0 < command.days <= MOST_DAYS:
        raise Refused(f"Each action must be taken within 1 to {MOST_DAYS} days.")


def _check_series(command: commands.Open, caller: Caller) -> None:
    """Refuse a table that can't play a board. Raises `Refused`."""
    if is_guest(caller.name):
        raise Refused("Guests don't play duplicate deals. Get a name first, then you can.")
    if command.options or command.clock is not None or command.days or command.rivals:
        raise Refused("A duplicate deal has no house rules, no clock, and belongs to no match.")


def _check_before_game(table: TableState) -> None:
    if table.game is not None or table.facts.closed:
        raise Refused("The game has started." if table.game else "The table no longer exists.")


def _sit(table: TableState, command: commands.Sit, caller: Caller) -> Events:
    _check_before_game(table)
    seat, name = command.seat, caller.name
    if name != table.facts.host and (is_guest(name) or table.facts.of_guest):
        raise Refused(_NO_GUESTS if is_guest(name) else "This is a guest's own table.")
    if not table.secrets.opens_with(command.password) and table.facts.seat_of(name) is None:
        raise Refused("This table is private, and the password is wrong.")
    if name in table.secrets.sent_away:
        raise Refused(sent_away(table.facts))
    if not 0 <= seat < table.facts.players or table.facts.seats[seat] not in ("", name):
        raise Refused("That seat is taken.")
    return (e.SeatTaken(seat, name),)


def _stand(table: TableState, command: commands.Stand, caller: Caller) -> Events:
    _check_before_game(table)
    left: Events = (e.SeatLeft(_seat_of(table, caller)),)
    people = [name for name in table.facts.people if name != caller.name]
    if table.facts.host not in people:
        here = [name for name in people if name not in command.absent]
        left = (*left, e.HostChanged(next(iter([*here, *people]), "")))
    return left if people else (*left, e.TableClosed())


def _seat_bot(table: TableState, command: commands.SeatBot, caller: Caller) -> Events:
    _check_bots_seat(table, command.seat, caller)
    if table.facts.series:
        raise Refused("Only people play duplicate deals: their results are compared.")
    if table.facts.seats[command.seat]:
        raise Refused("That seat is taken.")
    return (e.BotSeated(command.seat, command.name, command.level),)


def _send_bot_away(table: TableState, command: commands.SendBotAway, caller: Caller) -> Events:
    _check_bots_seat(table, command.seat, caller)
    if not is_bot(table.facts.seats[command.seat]):
        raise Refused("That seat is taken.")
    return (e.BotSentAway(command.seat),)


def _check_bots_seat(table: TableState, seat: int, caller: Caller) -> None:
    _check_before_game(table)
    if caller.name != table.facts.host:
        raise Refused(f"{table.facts.host} seats the bots.")
    _check_seat(table, seat)


def _check_seat(table: TableState, seat: int) -> None:
    if not 0 <= seat < table.facts.players:
        raise Refused("There is no such seat.")


def _free_seat(table: TableState, command: commands.FreeSeat, caller: Caller) -> Events:
    """Decide whether the host may free a seat: only that of somebody who is absent."""
    _check_before_game(table)
    if caller.name != table.facts.host:
        raise Refused(f"{table.facts.host} frees the seats of those who are away.")
    _check_seat(table, command.seat)
    name = table.facts.seats[command.seat]
    if name == caller.name or name not in command.absent:
        raise Refused("Nobody who is away sits there.")
    return (e.SeatLeft(command.seat),)


def _take_over(table: TableState, command: commands.TakeOver, caller: Caller) -> Events:
    _game(table)
    if is_guest(caller.name):
        raise Refused(_NO_GUESTS)
    if not table.secrets.opens_with(command.password):
        raise Refused("This table is private, and the password is wrong.")
    if caller.name in table.secrets.sent_away:
        raise Refused(sent_away(table.facts))
    if table.facts.seat_of(caller.name) is not None:
        raise Refused("You sit at this table.")
    if command.seat not in table.facts.to_take_over:
        raise Refused("No bot sits there whose seat you can take.")
    renewed = [command.seat] if table.facts.days else []
    return (e.BotReplaced(command.seat, caller.name, _times(table, caller.at, renewed)),)


def sent_away(facts: TableFacts) -> str:
    """Return the sentence for people whom the host of a table has sent away."""
    return f"{facts.host} does not want you at this table."


def _send_person_away(
    table: TableState, command: commands.SendPersonAway, caller: Caller
) -> Events:
    _check_before_game(table)
    if caller.name != table.facts.host:
        raise Refused(f"{table.facts.host} decides who sits here.")
    _check_seat(table, command.seat)
    name = command.name
    if name in (caller.name, "") or is_bot(name) or name != table.facts.seats[command.seat]:
        raise Refused("This person no longer sits there.")
    return (e.PersonSentAway(command.seat, name),)


def _be_ready(table: TableState, command: commands.BeReady, caller: Caller) -> Events:
    _check_before_game(table)
    _seat_of(table, caller)
    return (e.ReadinessChanged(caller.name, command.ready),)


def _start(table: TableState, command: commands.StartGame, caller: Caller) -> Events:
    _check_before_game(table)
    if caller.name != table.facts.host:
        raise Refused(f"{table.facts.host} starts the game.")
    if table.facts.free:
        raise Refused("Not all seats are taken.")
    waiting = [name for name in table.facts.people if name not in (*table.facts.ready, caller.name)]
    if waiting:
        raise Refused(f"Not ready yet: {', '.join(waiting)}.")
    if table.facts.series:
        if command.people != table.facts.people:
            raise Refused("Somebody came or left at that moment. Start again.")
        return (e.BoardDealt(command.board), e.GameStarted(command.seed))
    return (e.GameStarted(command.seed),)


# ---------------------------------------------------------------- during the game


def _act(table: TableState, command: commands.Act, caller: Caller) -> Events:
    game, seat = _game(table), _seat_of(table, caller)
    if command.moves is not None and (command.moves != game.moves or not table.facts.bots[seat]):
        raise Refused("The bot is too late.")
    if game.to_act not in (seat, None):
        raise Refused(f"It is {table.facts.seats[game.to_act]}'s turn.")
    if not table.facts.days and _is_out_of_time(table, seat, caller.at):
        raise Refused("Your time is up.")
    try:
        game = game.take_text(seat, command.action)
    except IllegalAction as error:
        raise Refused(error.message) from None
    taken = e.ActionTaken(seat, command.action, _times(table, caller.at, _gaining(table, seat)))
    if game.outcome is None and game.moves >= MOST_ACTIONS:
        return (taken, e.GameEnded())
    return (taken,)


def _ask(table: TableState, command: commands.Ask, caller: Caller) -> Events:
    """Decide what follows from a question or an agreement: what all want is done."""
    game, seat, what = _game(table), _seat_of(table, caller), command.what
    if what not in (commands.UNDO, commands.END, commands.STAND_IN):
        raise Refused("Nobody can ask for that.")
    _check_answer(table, command.answers, what)
    asked = table.facts.question
    if command.answers is None and asked and asked.what == what and seat not in asked.agreed:
        raise Refused("That has just been asked: read it, and then agree.")
    _check_moves(game, command.moves)
    if what == commands.UNDO:
        _check_undo(table, game)
    if what == commands.STAND_IN:
        _check_stand_in(table, command.level, command.absent)
    agreed = _agreed(table, what, seat)
    if not _needed(table, command, seat) <= set(agreed):
        return (e.QuestionAsked(what, agreed),)
    if what == commands.STAND_IN:
        return _stood_in(table, command.level, command.absent, caller.at)
    if what == commands.END:
        return (e.GameEnded(),)
    lost = _gaining(table, *game.undone_seats)
    return (e.ActionUndone(_times(table, caller.at, lost, -1)),)


def _check_answer(table: TableState, answers: int | None, what: str) -> None:
    """Refuse an answer to a question that is no longer asked. Raises `Refused`."""
    asked = table.facts.question
    if answers is not None and (asked is None or (asked.what, asked.at) != (what, answers)):
        raise Refused("That is not asked any more.")


def _check_moves(game: Table, moves: int | None) -> None:
    """Refuse a command if the game has gone on meanwhile. Raises `Refused`."""
    if moves is not None and moves != game.moves:
        raise Refused("Another action was taken at that moment.")


def _check_undo(table: TableState, game: Table) -> None:
    """Refuse to take an action back while a bot stands in. Raises `Refused`.

    The bot can't agree for the absent player.
    """
    if table.facts.board:
        raise Refused("Nothing is taken back in a duplicate deal: its results are compared.")
    if not game.can_undo:
        raise Refused("There is nothing to take back.")
    absent = [
        name for name in table.facts.people if table.facts.bots[table.facts.seats.index(name)]
    ]
    if absent:
        raise Refused(f"Nothing can be taken back while a bot plays for {named(absent)}.")


def _agreed(table: TableState, what: str, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that agree to something, including this one."""
    asked = table.facts.question
    known = asked.agreed if asked is not None and asked.what == what else ()
    return tuple(dict.fromkeys((*known, seat)))


def _needed(table: TableState, command: commands.Ask, seat: Seat) -> set[Seat]:
    """Return the seats that must agree.

    An absent player doesn't hold up the end of a game, except by correspondence, where nobody need
    be here. An action needs their consent to be taken back.
    """
    people = {one for one, level in enumerate(table.facts.bots) if not level}
    if command.what == commands.UNDO or table.facts.days:
        return people
    return people - ({table.facts.seat_of(name) for name in command.absent} - {seat})


def _refuse(table: TableState, command: commands.Refuse, caller: Caller) -> Events:
    _game(table)
    seat = _seat_of(table, caller)
    if table.facts.question is None:
        raise Refused("Nobody asked for anything.")
    _check_answer(table, command.answers, table.facts.question.what)
    answer = NO_LONGER if seat == table.facts.question.agreed[0] else NO_THANKS
    return (e.PhraseSaid(caller.name, answer), e.QuestionDropped())


def _end(table: TableState, command: commands.End, caller: Caller) -> Events:
    """Decide whether the host may end the game: allowed only while somebody is absent."""
    _game(table)
    _seat_of(table, caller)
    if table.facts.days:
        raise Refused("By correspondence nobody need be here, so all must agree to end the game.")
    absent = [name for name in command.absent if name in table.facts.seats and name != caller.name]
    if caller.name != table.facts.host or not absent:
        raise Refused("All players are here, so all must agree to end the game.")
    return (e.GameEnded(),)


def last_done(facts: TableFacts, now: int) -> int:
    """Return when something was done at the table last, or 0 if that lies a minute ahead.

    Then the clock of the machine was wrong before the server was opened, and nobody knows when
    anything was done. Without this, nobody could close such a table for as long as it was wrong.
    """
    return facts.latest if facts.latest < now + CLOCK_ERROR else 0


def _abandon(table: TableState, command: commands.Abandon, caller: Caller) -> Events:
    """Decide whether the server may close the table.

    A waiting table may be closed once all its people have been away for some time. Players may
    come back to a game at any time, except guests, who are here only once.
    """
    if table.facts.waiting:
        left = max(last_done(table.facts, caller.at), command.since)
        may_close = caller.at - left >= LEAST_AWAY
    else:
        _game(table)
        may_close = all(map(is_guest, table.facts.people))
    if not may_close or not set(table.facts.people) <= set(command.absent):
        raise Refused("Somebody can come back to this table.")
    return (e.TableClosed(),)


def _pass_host(table: TableState, command: commands.PassHost, _caller: Caller) -> Events:
    _check_before_game(table)
    here = [name for name in table.facts.people if name not in command.absent]
    if table.facts.host in here or not here:
        raise Refused("The host is here, or nobody is.")
    return (e.HostChanged(here[0]),)


def _end_forgotten(table: TableState, command: commands.EndForgotten, _caller: Caller) -> Events:
    """Decide whether the server may end a game: by correspondence the days of the game count."""
    _game(table)
    if table.facts.days or not set(table.facts.people) <= set(command.absent):
        raise Refused("Somebody can come back to this game.")
    return (e.GameEnded(),)


def _close_late(table: TableState, _: commands.CloseLate, _caller: Caller) -> Events:
    _check_before_game(table)
    return (e.TableClosed(),)


def _close_for_order(table: TableState, _: commands.CloseForOrder, _caller: Caller) -> Events:
    if table.facts.over:
        raise Refused("The table is over already.")
    return (e.TableClosed(),)


def _stand_in(table: TableState, command: commands.StandIn, caller: Caller) -> Events:
    _game(table)
    _seat_of(table, caller)
    if caller.name != table.facts.host:
        raise Refused(f"{table.facts.host} or all of you let a bot play.")
    _check_stand_in(table, command.level, command.absent)
    return _stood_in(table, command.level, command.absent, caller.at)


def _check_stand_in(table: TableState, level: str, absent: Iterable[str]) -> None:
    if table.facts.days:
        raise Refused("By correspondence a bot plays for somebody only once their days are over.")
    if not level:
        raise Refused("There are no bots for this game.")
    if not table.facts.without_bot(absent):
        raise Refused("A bot plays for every absent player already.")


def _stood_in(table: TableState, level: str, absent: Iterable[str], at: int) -> Events:
    """Let bots play for absent players. Used time stays used; from now on their clocks stand."""
    seats = tuple([table.facts.seats.index(name) for name in table.facts.without_bot(absent)])
    return (e.BotsStoodIn(seats, level, _times(table, at)),)


def _return(table: TableState, _: commands.Return, caller: Caller) -> Events:
    _game(table)
    seat = _seat_of(table, caller)
    if not table.facts.bots[seat]:
        raise Refused("No bot plays for you.")
    again = [seat] if table.facts.days else []
    return (e.PlayerReturned(seat, _times(table, caller.at, again)),)


def _resign(table: TableState, _: commands.Resign, caller: Caller) -> Events:
    game, seat = _game(table), _seat_of(table, caller)
    if not game.can_call_off:
        raise Refused("You can't resign in this game.")
    return (e.Resigned(seat),)


def _draw(table: TableState, command: commands.Draw, caller: Caller) -> Events:
    """Decide whether a draw is offered, or agreed on (D-21)."""
    game, seat = _game(table), _seat_of(table, caller)
    if not game.can_call_off:
        raise Refused("There is no draw in this game.")
    _check_moves(game, command.moves)
    if len({*table.facts.draws, seat}) < table.facts.players:
        return (e.DrawOffered(seat),)
    return (e.DrawAgreed(),)


def _call_time(table: TableState, command: commands.CallTime, caller: Caller) -> Events:
    """Decide what follows if the time of the player who must act is over.

    Of two opponents that player has lost. In another game by correspondence a bot plays for them
    until they are back; without anybody who plays, the game ends.
    """
    seat = _game(table).to_act
    if seat is None or not _is_out_of_time(table, seat, caller.at):
        raise Refused("There is time left.")
    if not table.facts.days or (table.facts.rules.rivals and table.facts.players == 2):
        return (e.TimeRanOut(seat, table.facts.time_left(caller.at)),)
    others = {table.facts.seat_of(name) for name in table.facts.people} - {seat}
    if not command.level or all(table.facts.bots[other] for other in others if other is not None):
        return (e.GameEnded(),)
    return (e.BotsStoodIn((seat,), command.level, table.facts.time_left(caller.at)),)


def _start_clocks(table: TableState, _: commands.StartClocks, _caller: Caller) -> Events:
    _game(table)
    return (e.ClocksStarted(),)


def _say(table: TableState, command: commands.Say, caller: Caller) -> Events:
    seat, said = _seat_of(table, caller), (command.phrase, command.number)
    declines = said == (NO_THANKS, 0) and any(offering != seat for offering in table.facts.draws)
    if not declines and said not in [(one.id, one.number) for one in table.facts.phrases]:
        raise Refused("At a table you can only say what is on the list.")
    return (e.PhraseSaid(caller.name, command.phrase, command.number),)


def _tell(table: TableState, command: commands.Tell, caller: Caller) -> Events:
    _seat_of(table, caller)
    if not table.facts.speaks_freely:
        raise Refused("During this game you can only say what is on the list (R-9).")
    if not command.text:
        raise Refused("There is nothing to say.")
    return (e.SentenceSaid(caller.name, command.text),)


def _wish(table: TableState, command: commands.Wish, caller: Caller) -> Events:
    seat = _seat_of(table, caller)
    if not table.facts.may_wish:
        raise Refused("You can say this only while the next player is chosen (R-9).")
    return (e.WishStated(seat, command.wish),)


# ---------------------------------------------------------------- helpers


def _game(table: TableState) -> Table:
    """Return the running game. Raises `Refused`."""
    game = table.game
    if game is None or not table.facts.playing:
        raise Refused("No game goes on here.")
    return game


def _seat_of(table: TableState, caller: Caller) -> Seat:
    """Return the seat of somebody. Raises `Refused`."""
    seat = table.facts.seat_of(caller.name)
    if seat is None:
        raise Refused("You don't sit at this table.")
    return seat


def _is_out_of_time(table: TableState, seat: Seat, at: int) -> bool:
    return bool(table.facts.left) and table.facts.time_left(at)[seat] == 0


def _gaining(table: TableState, *moved: Seat) -> tuple[Seat, ...]:
    """Return the seats whose clocks gain an increment: not those for which a bot plays."""
    return tuple([seat for seat in moved if not table.facts.bots[seat]])


def _times(
    table: TableState, at: int, moved: Iterable[Seat] = (), sign: int = 1
) -> tuple[int, ...]:
    """Return the times in milliseconds, after seats gain or give back an increment for each move.

    Without a clock there are none. Used time stays used.
    """
    if table.facts.clock is None:
        return ()
    left = [*table.facts.time_left(at)]
    for seat in moved:
        left[seat] = max(0, left[seat] + sign * table.facts.clock.increment * 1000)
        if table.facts.days:
            left[seat] = table.facts.clock.seconds * 1000
    return tuple(left)


Decider = Callable[..., Events]
"""Takes a table, a command of the kind that it is for, and who gave it."""

_DECIDERS: Mapping[type[commands.TableCommand], Decider] = {
    commands.Open: _open,
    commands.Sit: _sit,
    commands.Stand: _stand,
    commands.SeatBot: _seat_bot,
    commands.SendBotAway: _send_bot_away,
    commands.FreeSeat: _free_seat,
    commands.TakeOver: _take_over,
    commands.SendPersonAway: _send_person_away,
    commands.BeReady: _be_ready,
    commands.StartGame: _start,
    commands.Act: _act,
    commands.Ask: _ask,
    commands.Refuse: _refuse,
    commands.End: _end,
    commands.Abandon: _abandon,
    commands.PassHost: _pass_host,
    commands.EndForgotten: _end_forgotten,
    commands.CloseLate: _close_late,
    commands.CloseForOrder: _close_for_order,
    commands.StandIn: _stand_in,
    commands.Return: _return,
    commands.Resign: _resign,
    commands.Draw: _draw,
    commands.CallTime: _call_time,
    commands.StartClocks: _start_clocks,
    commands.Say: _say,
    commands.Tell: _tell,
    commands.Wish: _wish,
}
"""The function that decides on each command."""
