"""The sentences of scenarios: all that these know of the names of services and commands."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

from regicide_tui.server.api.api import make_api
from regicide_tui.server.api.tables import TableHandle
from regicide_tui.server.model.boards.series import Series, closing_of, day_series, house_series
from regicide_tui.server.model.boards.tournament import MINUTE, Tournament
from regicide_tui.server.model.order import OPERATOR, Kind
from regicide_tui.server.model.table import commands as c
from regicide_tui.server.model.table.command import Command
from regicide_tui.server.model.table.facts import Said, is_bot
from regicide_tui.server.model.table.state import SERVER, VERSION, Record, TableState
from regicide_tui.server.model.table.talk import PhraseSaid
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.services.services import Services
from tests.server.boards.players import seed_of
from tests.server.gatherings import clocks_stand_at, first_action, legal_actions
from tests.server.review.finished import ends_next
from tests.server.scenarios.lines import add_lines
from tests.server.scenarios.runner import Language, Window, World, begin_language, check, do_command
from tests.server.scenarios.screens import add_screens
from tests.server.spoiling import remove, write
from tests.server.waiting import until

_COMMANDS: Mapping[str, Command | Callable[..., Command]] = {
    "{who} sits at {table}( on seat {seat:number})( with password {word})": (
        lambda state, seat, word: c.Sit(
            seat - 1 if seat else [*state.facts.seats, ""].index(""), word
        )
    ),
    "{who} takes over seat {seat:number} at {table}( with password {word})": lambda _, seat, word: (
        c.TakeOver(seat - 1, word)
    ),
    "{who} (?P<what>lets|turns) {whom:who} (?:in|down) at {table}": lambda _, what, whom: c.LetIn(
        whom, what == "lets"
    ),
    "{who} stands up at {table}": c.Stand(),
    "{who} gets ready at {table}": c.BeReady(True),
    "{who} seats a (?P<level>[a-z]+) on seat {seat:number} at {table}": lambda _, level, seat: (
        c.SeatBot(seat - 1, level)
    ),
    "{who} sends the bot away from seat {seat:number} at {table}": lambda _, seat: c.SendBotAway(
        seat - 1
    ),
    "{who} frees seat {seat:number} at {table}": lambda _, seat: c.FreeSeat(seat - 1),
    "{who} sends {whom:who} away at {table}": lambda state, whom: c.SendPersonAway(
        state.facts.seats.index(whom), whom
    ),
    "{who} starts {table}": c.StartGame(),
    "{who} abandons {table}": c.Close(c.Why.ABANDONED),
    "{who} acts at {table}": lambda state: c.Act(first_action(state)[1]),
    "{who} plays {word} at {table}": lambda _, word: c.Act(word),
    "{who} asks for (?P<what>undo|the end|bots|a pause) at {table}": lambda _, what: c.Ask(
        {"undo": c.UNDO, "the end": c.END, "bots": c.STAND_IN, "a pause": c.PAUSE}[what]
    ),
    "{who} agrees at {table}": lambda state: c.Ask(
        state.facts.question.what, answers=state.facts.question.at
    ),
    "{who} refuses at {table}": c.Refuse(),
    "{who} ends {table}": c.End(),
    "{who} lets bots play at {table}": c.StandIn(),
    "{who} plays instead of the bot at {table}": c.Return(),
    "{who} offers a draw at {table}": c.Draw(),
    "{who} resigns at {table}": c.Resign(),
    "{who} calls the time at {table}": c.CallTime(),
    "{who} gives the whole time again at {table}": c.GiveTime(),
    "{who} wishes to be next at {table}": c.Wish(True),
    "{who} says the phrase (?P<phrase>[a-z ]+) at {table}": lambda _, phrase: c.Say(phrase),
}
"""What people do at tables; a function gets the table's state."""


def _on_server(world: World, what: Command, table: str) -> Any:
    return world.server.processes[0].services.commands.do(world.id(table), SERVER, what)


# ---------------------------------------------------------------- what else people do


def _come(world: World, _: None, people: Sequence[str]) -> None:
    for who in people:
        process = world.process(who)
        window = Window(process, make_api(process.services, world.visitor(who)))
        world.windows.setdefault(who, []).append(window)


def _leave(world: World, _: None, people: Sequence[str]) -> None:
    for who in people:
        assert world.windows.get(who), f"{who} is not here"
        world.windows[who].pop().api.visit.leave()


async def _go(world: World, _: None, who: str, table: str, word: str) -> None:
    api, found = world.api(who), world.id(table)
    if api.tables.must_read(found):
        await api.tables.read(found, word)
    api.tables.enter(found, word)
    api.visit.go_to_game(found)


def _close_older(world: World, _: None, who: str, text: str) -> None:
    window = world.windows[who].pop(0)
    assert window.why == text, f"it is {window.why}"
    window.api.visit.leave()


def _opening(
    world: World,
    game: str,
    number: int,
    days: int,
    clock: str,
    word: str,
    series: str,
    programs: str,
) -> c.Open:
    seconds, _, added = clock.partition("+")
    return c.Open(
        *(game, number, {}, word),
        clock=(int(seconds), int(added)) if clock else None,
        days=days,
        series=_series(world, series, number).name if series else "",
        programs=bool(programs),
    )


async def _open(world: World, _: None, who: str, table: str, number: int, **options: Any) -> None:
    asked = _opening(world, number=number or 2, **options)
    world.name(table, await world.api(who).lobby.open_table(asked))


async def _begin_with_bots(world: World, _: None, who: str, game: str, table: str) -> None:
    world.name(table, await world.api(who).lobby.play_with_bots(game))


async def _open_and_leave(world: World, _: None, who: str) -> None:
    found = await world.api(who).lobby.open_table(c.Open("duel", 2, {}))
    await world.services(who).commands.do(found, who, c.Stand())


async def _others_open(world: World, _: None, number: int, come: str) -> None:
    """Let so many people each open a table for four."""
    for who in (f"mal{other}" for other in range(number)):
        _come(world, None, [who] if come else [])
        await world.api(who).lobby.open_table(c.Open("regicide", 4, {}))


async def _play(
    world: World, _: None, people: Sequence[str], table: str, number: int, **options: Any
) -> None:
    """Let people sit down with bots, and begin."""
    host, *others = people
    await _open(world, None, host, table, number or len(people), **options)
    await world.server.settle()
    for seat, name in enumerate(others, 1):
        await world.run_command(name, table, c.Sit(seat, options["word"]))
        await world.run_command(name, table, c.BeReady(True))
    for seat in range(len(people), number):
        await world.run_command(host, table, c.SeatBot(seat, "page"))
    await world.server.settle()
    await world.run_command(host, table, c.StartGame())


async def _act(world: World, table: str) -> str:
    """Let the player act who must; return the name."""
    await world.server.settle()
    by, action = first_action(await world.state(table, world.server.processes[0]))
    await world.run_command(by, table, c.Act(action))
    await world.server.settle()
    return by


async def _pass_turn(world: World, _: None, table: str, who: str) -> None:
    """Let people act until it is somebody's turn, or another's than now."""
    before = who
    while not who or not (await world.state(table, world.process(who))).facts.waits_for(who):
        by = await _act(world, table)
        before = before or by
        if not who and not (await world.state(table, world.process(by))).facts.waits_for(by):
            return


async def _play_jester(world: World, _: None, table: str) -> None:
    """Let people act until one of them has played a Jester and must choose the next player."""
    while not (state := await world.state(table, world.server.processes[0])).facts.may_wish:
        by, legal = legal_actions(state)
        await world.run_command(by, table, c.Act("*" if "*" in legal else legal[0]))
        await world.server.settle()


async def _play_on(world: World, _: None, table: str, last: str) -> None:
    services = world.server.processes[0].services
    while world.id(table) in services.tables:
        if last and ends_next(services.tables.whole(world.id(table))):
            return
        await _act(world, table)


async def _next_game(world: World, _: None, who: str, table: str, next: str) -> None:  # noqa: A002 # as the sentence says
    found = await world.services(who).joining.join_next(world.id(table), who)
    world.name(next, found)


async def _take_seat(world: World, _: None, who: str, series: str, number: int, table: str) -> None:
    world.name(table, await world.api(who).deals.play(_series(world, series, number or 2)))


def _find_table(world: World, _: None, who: str, table: str) -> None:
    (found,) = world.services(who).tables.listing.tables_of(who)
    world.name(table, found)


def _find_invited(world: World, _: None, who: str, table: str) -> None:
    services = world.services(who)
    found = services.joining.find_invited(
        services.tables.whole(world.id(table)).secrets.invitation, who
    )
    world.name(table, found)


async def _open_tournament(
    world: World, _: None, who: str, number: int, text: str, lets: str = ""
) -> None:
    """Open one of three rounds of ten minutes, which begins in ten minutes."""
    starts = int(world.server.seconds * 1000) + 10 * MINUTE
    asked = Tournament("", text or "Friday", who, number or 2, 3, starts, 10)
    world.kept["tournament"] = await world.services(who).tournaments.open(
        asked, by_operator=lets != ""
    )


async def _cancel_tournament(world: World, _: None, who: str) -> None:
    by = "" if who == "the operator" else who
    await world.services(who).tournaments.cancel(world.kept["tournament"].id, by)


async def _join_tournament(world: World, _: None, people: Sequence[str]) -> None:
    for who in people:
        await world.api(who).deals.join(world.kept["tournament"].id)


async def _write_note(world: World, _: None, who: str, table: str, text: str) -> None:
    """Let somebody write a note on the first moment of a finished game."""
    handle = await world.api(who).reviews.enter(world.id(table), 1)
    try:
        await handle.write_note(1, text)
    finally:
        handle.leave()


def _moderator(who: str) -> str:
    return OPERATOR if who == "operator" else who


def _series(world: World, text: str, players: int) -> Series:
    """Return the series `house`, `day` or `round 1`."""
    if text == "house":
        return house_series(players)
    if text == "day":  # that of its first use
        day = world.kept.setdefault("day", int(world.server.seconds * 1000))
        return day_series(day, players)
    found: Series = world.kept["tournament"].series_of(int(text.split()[1]))
    return found


# ---------------------------------------------------------------- what happens to the server


async def _restart(world: World, _: None, time: int, setting: str, word: str) -> None:
    await world.close_screens()
    await world.server.close()
    world.windows.clear()
    world.server.seconds += time
    if setting:
        world.server.set_up(setting, word)
    await world.server.open()


async def _kill(world: World, _: None, who: str) -> None:
    process = world.process(who)
    for name, windows in world.windows.items():
        world.windows[name] = [one for one in windows if one.process is not process]
    gone = world.pop_screens_at(process)
    await world.server.kill(process)
    for person in gone:
        await person.drop()


async def _damage(world: World, _: None, table: str) -> None:
    log, store = f"table/{world.id(table)}", world.server.processes[0].store
    await store.append(log, len(await store.read(log)), "bad", {"v": 2, "events": "nonsense"})


def _change_file(world: World, _: None, table: str, number: int = 0, how: str = "damaged") -> None:
    """Damage an entry in the file of the server, or remove it; without a number, the whole log."""
    path, log = world.server.place, f"table/{world.id(table)}"
    assert isinstance(path, Path)
    if how == "damaged":
        write(path, log, number, b'{"events": [{"event": "A sentence of tomorrow."}]}')
    else:
        remove(path, log, number)


async def _go_on_newer(world: World, _: None, table: str) -> None:
    """Let a server of the next version append a record; today it would be a phrase."""
    log, store = f"table/{world.id(table)}", world.server.processes[0].store
    said = Record("bea", 2**42, (PhraseSaid("bea", "hello"),), VERSION + 1)
    await store.append(log, len(await store.read(log)), "newer", said)


async def _call_again(world: World, _: None) -> None:
    for process in world.server.processes:
        await process.services.tournaments.call()


def _check_memory(world: World, _: None, table: str, what: str) -> None:
    for process in world.server.processes:
        is_read = process.services.tables.is_read(world.id(table))
        assert is_read == (what == "is"), f"it is {is_read}"


async def _await_par(world: World, _: None, table: str) -> None:
    process = world.server.processes[0]
    board = (await world.state(table, process)).facts.board
    await until(lambda: board in process.services.boards.pars)


def _check_timer(world: World, _: None, table: str) -> None:
    found = [one.timers.is_scheduled(world.id(table)) for one in world.server.processes]
    assert sum(found) == 1, f"it is {found}"


def _let_all_own(world: World, _: None) -> None:
    for process in world.server.processes:
        process.services.tables.owns = lambda task: True


def _set_clock_back(world: World, _: None, time: int) -> None:
    world.server.seconds -= time


def _fill_disk(world: World, _: None, number: int, log: str, table: str) -> None:
    world.server.room = number if not (log or table) else None
    world.server.full_for = log or (f"table/{world.id(table)}" if table else "")


def _empty_disk(world: World, _: None) -> None:
    world.server.room, world.server.full_for = None, ""


async def _in_journal(world: World, _: None, text: str) -> None:
    for letter, table in world.tables.items():
        text = text.replace(f"'{letter}'", f"'{table}'")
    with suppress(TimeoutError):
        await until(lambda: text in world.server.journal.getvalue(), 5)
    journal = world.server.journal.getvalue()
    assert journal.count(text) == 1, f"it says {journal}"


def _not_in_journal(world: World, _: None, text: str) -> None:
    assert text not in world.server.journal.getvalue()


def _notified(world: World, _: None, text: str) -> None:
    told = [f"{one.name} {one.what} {world.letters([one.table])}" for one in world.server.notified]
    world.server.notified.clear()
    found = ", ".join(told) or "nobody"
    assert found == text, f"it is {found}"


_OPTIONS = (
    " (?P<game>[a-z_]+)( for {number})( within {days:number} days?)"
    r"(?: with clock (?P<clock>\d+\+\d+))?( with password {word})"
    r"(?: of (?P<series>house|day|round \d))?(?P<programs> with programs)?"
)
_ROUND = r"(?P<series>house|day|round \d)"
_ACTIONS: Mapping[str, Callable[..., Any]] = {
    "{people} comes?": _come,
    "{people} leaves?": _leave,
    "{who} goes to {table}( with password {word})": _go,
    "{who} goes to the lobby": lambda world, _, who: world.api(who).visit.go_to(""),
    "{who} crashes": lambda world, _, who: world.api(who).visit.crash(),
    "the older window of {who} closes: {text}": _close_older,
    "{who} opens" + _OPTIONS + " as {table}": _open,
    "{who} opens a duel and leaves it": _open_and_leave,
    "{who} begins (?P<game>[a-z]+) with bots at {table}": _begin_with_bots,
    "{number} others (?P<come>come and )?open a table each": _others_open,
    "{people} plays?" + _OPTIONS + " at {table}": _play,
    "somebody acts at {table}": lambda world, _, table: _act(world, table),
    "the turn passes at {table}(?: until {who} must act)?": _pass_turn,
    "a Jester is played at {table}": _play_jester,
    "{table} is played to its (?:end|(?P<last>last action))": _play_on,
    "{who} goes from {table} to the next game at {next:table}": _next_game,
    "the table of {who} is {table}": _find_table,
    "{who} finds {table} by its invitation": _find_invited,
    "{who} looks at the game of {table}": lambda world, _, who, table: world.api(who).finished.read(
        world.id(table)
    ),
    "{who} says in the lobby: {text}": lambda world, _, who, text: world.api(who).lobby.say(text),
    "{who} says at {table}: {text}": lambda world, _, who, table, text: world.services(
        who
    ).commands.tell(world.id(table), who, text, world.address),
    "{who} tells the spectators of {table}: {text}": lambda world, _, who, table, text: (
        world.api(who).tables.enter(world.id(table)).tell(text)
    ),
    "{who} writes a note on {table}: {text}": _write_note,
    "{who} ignores {whom:who}": lambda world, _, who, whom: world.api(who).preferences.ignore(
        whom, True
    ),
    "{who} hears {whom:who} again": lambda world, _, who, whom: world.api(who).preferences.ignore(
        whom, False
    ),
    "{who} (?P<what>bans|unbans|mutes|unmutes) {word}( for {time}): {text}": (
        lambda world, _, who, what, word, time, text: world.services(who).moderation.act(
            Kind(what[:-1]), _moderator(who), word, text, time
        )
    ),
    "{who} tells all: {text}": lambda world, _, who, text: world.api(who).order.act(
        Kind.SAY, "", text
    ),
    "{who} takes a seat in " + _ROUND + "( for {number}) at {table}": _take_seat,
    "(?P<lets>the operator lets )?{who} opens? a tournament( for {number})(?: named {text})?": (
        _open_tournament
    ),
    "(?P<who>the operator|[a-z]+) cancels the tournament": _cancel_tournament,
    "{people} joins? the tournament": _join_tournament,
    "{who} withdraws from the tournament": lambda world, _, who: world.api(who).deals.withdraw(
        world.kept["tournament"]
    ),
    "round {number} begins": lambda world, _, number: world.server.wait(
        world.kept["tournament"].starts_of(number) / 1000 - world.server.seconds
    ),
    "the deal of the day closes": lambda world, _: world.server.wait(
        closing_of(_series(world, "day", 1).of) / 1000 - world.server.seconds
    ),
    "the clock goes back by {time}": _set_clock_back,
    "restart( after {time})(?: with (?P<setting>[a-z ]+) {word})?": _restart,
    "restart {time} earlier": lambda world, _, time: _restart(world, None, -time, "", ""),
    "the process of {who} is killed": _kill,
    "the process of {who} is cut off for a moment": lambda world, _, who: world.server.cut_off(
        world.process(who)
    ),
    "the tournaments call again": _call_again,
    r"{table} (?P<what>is|is not) in memory": _check_memory,
    "the par of {table} is there": _await_par,
    "the log of {table} is damaged": _damage,
    "the log of {table} is gone": lambda world, _, table: _change_file(world, _, table, how="gone"),
    "entry {number} of {table} is (?P<how>damaged|gone)": _change_file,
    "a newer server goes on at {table}": _go_on_newer,
    "one process has the timer of {table}": _check_timer,
    "each process thinks that it owns all": _let_all_own,
    "the disk takes {number} more entr(?:y|ies)": lambda world, _, number: _fill_disk(
        world, None, number, "", ""
    ),
    "the disk is full for (?:the log (?P<log>[a-z]+)|{table})": lambda world, _, log, table: (
        _fill_disk(world, None, 0, log, table)
    ),
    "the disk has room": _empty_disk,
    "the journal says: {text}": _in_journal,
    "the journal does not say: {text}": _not_in_journal,
    "notified (?:is|are) {text}": _notified,
}
"""All else that happens."""

# ---------------------------------------------------------------- what is so


def _seats(_: World, services: Services, state: TableState, at: str) -> list[str]:
    both = zip(state.facts.seats, state.facts.bots, strict=True)
    return ["bot" if is_bot(one) else f"{one or '-'}{'+bot' * bool(bot)}" for one, bot in both]


def _handle(services: Services, who: str, table: str) -> TableHandle:
    return TableHandle(services, Visitor(who, False, "xterm", {}), table)


async def _spectator_chat(
    _: World, services: Services, who: str, state: TableState, at: str
) -> str:
    handle = _handle(services, who, at)
    await services.idle()  # it is read now
    return _talk(handle.spectator_chat)


def _time(seconds: float) -> str:
    return f"{timedelta(seconds=round(seconds))}"


def _place(world: World, services: Services, who: str, state: TableState, at: str) -> str:
    found = services.presence.places(at, state.facts)[who]
    return f"{found.where} since {_time(world.server.seconds - found.since / 1000)}"


def _clock(_: World, services: Services, who: str, state: TableState, at: str) -> str:
    times = _handle(services, who, at).times
    return _time(times[state.facts.seats.index(who)] / 1000)


def _clocks(_: World, services: Services, state: TableState, at: str) -> str:
    return "stand" if clocks_stand_at(services, at) else "run"


def _result(_: World, services: Services, state: TableState, at: str) -> str:
    (game,) = [one for one in services.tables.results.finished if one.table == at]
    return f"{' and '.join(game.winners) or 'nobody'}, {game.reason.replace('_', ' ')}"


async def _snapshots(world: World, services: Services) -> str:
    found = await services.store.snapshots()
    return world.letters(sorted(log.removeprefix("table/") for log in found))


async def _closings(_: World, services: Services, state: TableState, at: str) -> int:
    return sum(one.body.get("closed") == at for one in await services.store.read("house"))


def _board_result(_: World, services: Services, state: TableState, at: str) -> list[str]:
    found = [one for one in services.boards.book.results if one.table == at]
    return ["not counted" if not one.counts else "won" if one.won else "lost" for one in found]


def _talk(said: Sequence[Said]) -> str:
    return " | ".join(f"{one.by}: {one.text}" for one in said)


async def _deals(world: World, services: Services, tables: Sequence[str]) -> str:
    found = [world.id(one) for one in tables]
    for one in found:
        await services.tables.read(one)
    seeds = {seed_of(services, one) for one in found}
    assert len({services.tables[one].board for one in found}) == len(seeds)
    return {1: "the same deal", len(tables): "different deals"}[len(seeds)]


def _awaited(world: World, services: Services, number: int) -> list[str]:
    found = {who: world.api_at(services, who).deals.rounds() for who in sorted(world.server.names)}
    return [who for who, rounds in found.items() if [one.number for one in rounds] == [number]]


def _seen(world: World, services: Services, who: str, state: object, at: str) -> str:
    visit = world.api_at(services, who).visit
    return f"{visit.moves_seen(at)} actions" + ", and has crashed" * visit.has_crashed(at)


_CHECKS: Mapping[str, Callable[..., object]] = {
    "open (?:is|are) {wanted:tables}": lambda world, services: sorted(
        world.letters([*services.tables]).split(", ")
    ),
    "{wanted:number} tables? (?:is|are) open": lambda _, services: len(services.tables),
    "{who} is offered {wanted:tables}": lambda world, services, who: world.letters(
        [table for table, _ in world.api_at(services, who).tables.offered()]
    ),
    "finished (?:is|are) {wanted:tables}": lambda world, services: world.letters(
        [one.table for one in services.tables.results.finished]
    ),
    "here (?:is|are) {wanted:people}": lambda _, services: services.presence.names,
    "{who} has {wanted:number} windows?": lambda world, _, who: sum(
        not one.why for one in world.windows[who]
    ),
    r"{who} is (?P<wanted>(?:here|away|in the lobby|at another table) since .*) at {table}": _place,
    "the address of {who} is {wanted:word}": lambda _, services, who: (
        services.presence.facts_of(who).address or "unknown"
    ),
    r"{who} has seen (?P<wanted>\d+ actions.*) of {table}": _seen,
    "at {table} sit {wanted:seats}": _seats,
    "the host of {table} is {wanted:who}": lambda _, services, state, at: state.facts.host,
    "{table} (?P<wanted>waits|goes on|is over)": lambda _, services, state, at: (
        "waits" if state.facts.waiting else "goes on" if state.facts.playing else "is over"
    ),
    "{who} (?P<wanted>must act|need not act) at {table}": lambda _, services, who, state, at: (
        "must act" if state.facts.waits_for(who) else "need not act"
    ),
    "{wanted:text} is asked at {table}": lambda _, services, state, at: (
        state.facts.question.what if state.facts.question else ""
    ),
    "the game of {table} has {wanted:number} actions?": lambda _, services, state, at: (
        state.game.moves
    ),
    "{table} was won by {wanted:text}": _result,
    "{table} was closed {wanted:number} times?": _closings,
    "{who} has {wanted:time} left at {table}": _clock,
    "the clocks of {table} (?P<wanted>stand|run)": _clocks,
    "{who} reads in the lobby: {wanted:text}": lambda _, services, who: _talk(
        services.chats.lobby.shown_to(services.preferences.ignored_by(who))
    ),
    "{who} reads at {table}: {wanted:text}": lambda _, services, who, state, at: _talk(
        _handle(services, who, at).table.said
    ),
    "{who} reads as a spectator of {table}: {wanted:text}": _spectator_chat,
    "the lobby has {wanted:number} messages, the same at all processes": lambda world, services: (
        len([*services.chats.lobby])
        if (said := _talk([*services.chats.lobby])) == world.kept.setdefault("lobby", said)
        else "another order"
    ),
    "{who} is (?P<wanted>banned|let in) from {word}": lambda _, services, who, word: (
        "banned" if services.moderation.refuse(who, "", word) else "let in"
    ),
    "{who} finds set aside {wanted:tables}": lambda world, services, who: world.letters(
        [*services.tables.set_aside.list_of(who)]
    ),
    "snapshots are of {wanted:tables}": _snapshots,
    "ignored by {who} (?:is|are) {wanted:people}": lambda _, services, who: (
        [*services.preferences.ignored_by(who)]
    ),
    "{tables} have (?P<wanted>the same deal|different deals)": _deals,
    "dealt (?:is|are) {wanted:number}": lambda _, services: len(services.boards.book.deals),
    "{who} (?P<wanted>has|has not) seen the deal of {table}": lambda _, services, who, state, at: (
        "has" if services.boards.book.has_seen(state.facts.board, who) else "has not"
    ),
    "the result of {table} is {wanted:text}": _board_result,
    "{wanted:people} reviews? {table}": lambda _, services, state, at: (
        [*services.reviews.people_of(at)]
    ),
    "(?P<wanted>no) review is in memory": lambda _, services: (
        len(services.reviews.open_reviews) or "no"
    ),
    "tournaments are {wanted:text}": lambda _, services: " | ".join(
        one.title for one in services.boards.book.tournaments.values()
    ),
    "in the tournament are {wanted:people}": lambda world, services: (
        [*services.boards.book.joined[world.kept["tournament"].id]]
    ),
    "{wanted:people} (?:is|are) awaited at round {number}": _awaited,
}
"""What services say of people and tables; see `check`."""


def make_language() -> Language:
    """Return the language with all sentences."""
    language = begin_language()
    add_screens(language)
    add_lines(language)
    for sentence, run in _ACTIONS.items():
        language.add(sentence, run, None)
    for sentence, find in _CHECKS.items():
        language.add(sentence, check, find)
    for sentence, make in _COMMANDS.items():
        language.add(sentence, do_command, make)
    for sentence, command in {
        "the server makes another player host of {table}": c.PassHost(),
        "the server ends the forgotten {table}": c.Close(c.Why.FORGOTTEN),
    }.items():
        language.add(sentence, _on_server, command)
    return language
