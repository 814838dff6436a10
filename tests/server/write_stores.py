"""The stores of `tests/data/stores`, and what the server shows of them, made anew.

    python -m tests.server.write_stores [FOLDER]

writes the same content every time. It needs PostgreSQL. It drives the server's own objects, and
tests that use these stores must find every kind of log, record and entry in them.
"""

import asyncio
import gzip
import json
import random
import secrets
import subprocess
import sys
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from io import StringIO
from itertools import count
from operator import methodcaller
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch
from uuid import UUID

from regicide_tui.games.base import Value
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.model.boards.board import Series, day_series, house_series
from regicide_tui.server.model.boards.tournament import MINUTE, Tournament
from regicide_tui.server.model.order import Kind
from regicide_tui.server.model.register import project_register
from regicide_tui.server.model.table import commands as c
from regicide_tui.server.model.table.state import TableState, phrases
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.forget import forget, rename
from regicide_tui.server.services.hub import SEED_LENGTH, Hub
from regicide_tui.server.services.moderation import OPERATOR, Moderation
from regicide_tui.server.services.reviews import Reviews
from regicide_tui.server.services.table_clocks import TableClocks
from regicide_tui.server.storage.copying import copy_store
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import Store
from regicide_tui.simulate.pars.messages import ALL_CARDS, ParAnswer, ParQuestion
from tests.loose import loose
from tests.make_saves import greedy
from tests.server.old_stores import DUMP, FILE, FOLDER, SHOWN, new_database
from tests.server.postgres import Cluster, find_programs, new_cluster
from tests.server.shown import Shown, shown
from tests.server.waiting import until

LOGS = Path(__file__).parents[1] / "data" / "logs"
START = 1_795_420_000.0
"""Eight in the morning of 2026-11-23, in UTC: Unix time in seconds."""
ADA, BEA, CEM, DAN, EVE, MAX = "ada", "Bea", "cem", "dan", "eve", "max"
PEOPLE = (ADA, BEA, CEM, DAN, EVE, MAX)
GUEST = "guest-k7m2p9"
HOUR, DAY = 3600.0, 86_400.0
BOARD_SEED = 16
"""The bytes of the seed of a board."""
PARS = 44, 89
"""The games that are played for pars before and after the restart: for one deal, then for two, and
a few for the next one."""
WON, WON_ALONE, JESTER = f"{23:024x}", "10278", "13"
"""Seeds of games that `play_well` wins, two together and one alone with a gold medal, and of one in
which it plays a Jester among three."""


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.seconds = START

    def __call__(self) -> float:
        return self.seconds


class Chance:
    """What is random in a server: the same in each run."""

    def __init__(self) -> None:
        self._luck = random.Random(7)
        self._numbers, self._ids = count(1), count(1)
        self.next: dict[int, str] = {}
        """The next one of a length in bytes, if it is not just the next number."""

    def token_hex(self, size: int) -> str:
        """Return a seed, or the id of a table, a board or a tournament."""
        return self.next.pop(size, "") or f"{next(self._numbers):0{2 * size}x}"

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Let nothing else be random in this context; no clock ends by itself, no bot judges."""
        with ExitStack() as patches:
            for module in ("tables.log_projection", "lobby.chat"):
                name = f"regicide_tui.server.{module}.uuid4"
                patches.enter_context(patch(name, lambda: UUID(int=next(self._ids))))
            patches.enter_context(patch.object(Reviews, "wake_judge", lambda _: None))
            patches.enter_context(patch.object(TableClocks, "set_timer", lambda *_: None))
            patches.enter_context(patch.object(secrets, "choice", self._luck.choice))
            patches.enter_context(patch.object(secrets, "token_hex", self.token_hex))
            yield


class LatePlayer:
    """Says how games for pars end, once it may; two of three are won."""

    def __init__(self, games: int) -> None:
        self.may_play = asyncio.Event()
        self._left = games

    async def play(self, asked: ParQuestion) -> ParAnswer:
        """Return how a game ends, and after the last one that none is played here."""
        await self.may_play.wait()
        self._left -= 1
        won = asked.number == ALL_CARDS or asked.number % 3 > 0
        return ParAnswer(self._left >= 0, won, "gold" if won and asked.number % 2 else "")

    def close(self) -> None:
        """Do nothing: no process runs."""


class House:
    """A server that is open, and what people do there, one after the other."""

    def __init__(self, hub: Hub, clock: Clock, chance: Chance) -> None:
        self.hub, self.clock, self.chance = hub, clock, chance
        self.luck = random.Random(7)
        self.visits: dict[str, Callable[[str], None]] = {}

    async def settle(self) -> None:
        """Wait until the server has done all that follows, then let some seconds pass."""
        await settle(self.hub)
        self.clock.seconds += 7

    async def arrive(self, *names: str) -> None:
        """Let people come to the server."""
        for name in names:
            self.visits[name] = lambda _: None
            self.hub.arrive(name, self.visits[name])
        await self.settle()

    async def leave(self, *names: str) -> None:
        """Let people leave the server."""
        for name in names:
            self.hub.leave(name, self.visits.pop(name))
        await self.settle()

    async def do(self, table: str, by: str, *given: c.TableCommand) -> TableState:
        """Let somebody give commands at a table; return its new state."""
        for command in given:
            state = await self.hub.do(table, by, command)
            await self.settle()
        return state

    async def open(self, host: str, command: c.Open, *others: str) -> str:
        """Let people sit down at a new table and be ready; return its id."""
        table = await self.hub.open_table(host, command)
        await self.settle()
        for seat, name in enumerate(others, 1):
            await self.do(table, name, c.Sit(seat, command.password), c.BeReady(True))
        return table

    async def begin(self, host: str, command: c.Open, *others: str) -> str:
        """Let people begin a game at a new table; return its id."""
        table = await self.open(host, command, *others)
        await self.do(table, host, c.StartGame())
        return table

    async def act(
        self, table: str, times: int = 1, choose: Callable[[TableState], Value] | None = None
    ) -> None:
        """Let whoever must act at a table take actions, unless a bot acts for them."""
        for _ in range(times):
            state = self.hub.tables.get(table)
            if state is None or not state.playing or state.acting_bot is not None:
                return
            assert state.table is not None
            seat = state.table.to_act
            assert seat is not None
            legal = state.rules.legal_actions(state.table.view(seat))
            action = choose(state) if choose else self.luck.choice(legal)
            await self.do(table, state.seats[seat], c.Act(state.rules.format(action)))

    async def play(self, table: str, choose: Callable[[TableState], Value] | None = None) -> None:
        """Play on to the end."""
        while (state := self.hub.tables.get(table)) is not None and state.playing:
            await self.act(table, 1, choose)

    async def say(self, by: str, *words: str) -> None:
        """Let somebody say something in the lobby."""
        for text in words:
            self.hub.say(by, text)
            await self.settle()


async def settle(hub: Hub) -> None:
    """Wait until a server has done all that follows, its bots, too."""
    await hub.idle()
    await until(lambda: all(one.done() for one in hub.bots.playing.values()))
    await hub.idle()


def play_well(state: TableState) -> Value:
    """Return an action of Regicide with which games are won; it looks at all cards."""
    assert state.table is not None
    return greedy(loose(state.table.saved.history.state))


# ---------------------------------------------------------------- what people do


async def write_accounts(store: Store) -> None:
    """Give people names and keys."""
    accounts = Accounts(store)
    for number, name in enumerate((*PEOPLE, "fay", "gus", "hal", "ivy", "jan")):
        await accounts.choose(name, make_key(number))
    await accounts.add_key(ADA, make_key(101))
    await accounts.add_key(ADA, make_key(102))
    await accounts.drop_key(ADA, make_key(101))
    await accounts.add_key("kim", make_key(11))


async def gather(house: House) -> None:
    """Write tables at which people wait for a game, or waited."""
    options = {"combos": False}
    private = c.Open("regicide", 4, options, "amber-bell-0001-0002")
    table = await house.open(ADA, private, BEA)
    await house.do(table, ADA, c.SeatBot(3, "page"), c.SendBotAway(3), c.SeatBot(2, "squire"))
    await house.do(table, CEM, c.Sit(3, private.password), c.Stand())
    await house.do(table, DAN, c.Sit(3, private.password), c.Tell("Is this seat free?"))
    await house.do(table, ADA, c.SendPersonAway(3, DAN))
    await house.do(table, BEA, c.BeReady(False), c.Say("hello"), c.BeReady(True))
    passed_on = await house.open(CEM, c.Open("king_of_the_dead", 3, {}), DAN)
    await house.do(passed_on, CEM, c.Stand())
    left = await house.open(EVE, c.Open("duel", 2, {}, clock=(180, 2)))
    await house.do(left, EVE, c.Stand())
    await house.open(BEA, c.Open("duel", 2, {}, days=7))
    closed = await house.open(EVE, c.Open("duel", 2, {}), DAN)
    await house.do(closed, MAX, c.CloseForOrder())
    await house.hub.moderation.act(Kind.CLOSE, MAX, closed, "This table had a bad name.")
    await house.open(CEM, c.Open("regicide", 2, {}, series=house_series(2).name))
    today = day_series(house.hub.now, 4)  # its table is closed tomorrow
    await house.open(DAN, c.Open("regicide", 4, {}, series=today.name))


async def play_with_partners(house: House) -> None:
    """Write games of partners that go on."""
    table = await house.begin(ADA, c.Open("regicide", 3, {"combos": False}), BEA, CEM)
    await house.act(table, 3)
    for name in (ADA, BEA, CEM):
        await ask(house, table, name, c.UNDO)
    await house.act(table, 4)
    await ask(house, table, BEA, c.END)
    await house.do(table, CEM, c.Refuse())
    await house.act(table, 1)
    await ask(house, table, ADA, c.UNDO)
    await ask(house, table, CEM, c.UNDO)

    house.chance.next[SEED_LENGTH // 2] = JESTER
    with_wishes = await house.begin(DAN, c.Open("regicide", 3, {}), EVE, ADA)
    while not is_chosen(house.hub.tables[with_wishes]):
        await house.act(with_wishes, 1, play_well)
    await house.do(with_wishes, EVE, c.Wish(True))

    remarks = [one for one in phrases(house.hub.tables[table]) if one.number]
    for one in remarks[:1]:
        await house.do(table, ADA, c.Say(one.id, one.number))
    with_bots = await house.open(ADA, c.Open("regicide", 3, {}))
    await house.do(with_bots, ADA, c.SeatBot(1, "page"), c.SeatBot(2, "squire"), c.StartGame())
    await house.act(with_bots, 3)
    await house.do(with_bots, BEA, c.TakeOver(2))
    await house.act(with_bots, 3)

    alone = await house.begin(CEM, c.Open("regicide", 1, {"solo_yield": True}))
    await house.act(alone, 4)
    await ask(house, alone, CEM, c.UNDO)


async def play_by_correspondence(house: House) -> None:
    """Write games by correspondence that go on; more than a day passes."""
    days = await house.begin(CEM, c.Open("duel", 2, {}, days=3), DAN)
    await house.act(days, 3)
    late = await house.begin(EVE, c.Open("king_of_the_dead", 4, {}, days=1), ADA, BEA, DAN)
    await house.act(late, 2)
    with_bot = await house.open(BEA, c.Open("regicide", 2, {}, days=2))
    await house.do(with_bot, BEA, c.SeatBot(1, "page"), c.StartGame())
    await house.act(with_bot, 1)
    house.clock.seconds += DAY + 60
    await house.do(late, EVE, c.CallTime())
    await house.act(days, 1)
    await house.do(with_bot, CEM, c.TakeOver(1))
    await house.act(with_bot, 1)
    await house.hub.upkeep.close_late_tables()


async def play_rivals(house: House) -> None:
    """Write games of rivals that go on, with clocks."""
    table = await house.begin(ADA, c.Open("duel", 2, {}, clock=(10800, 5)), BEA)
    await house.act(table, 4)
    for name in (ADA, BEA):
        await ask(house, table, name, c.UNDO)
    await house.act(table, 2)
    await house.do(table, ADA, c.Draw(), c.Tell("Shall we call it a draw?"))

    kings = await house.begin(CEM, c.Open("king_of_the_dead", 3, {}, clock=(14400, 10)), DAN, EVE)
    await house.act(kings, 12)
    await house.leave(DAN)
    await house.do(kings, CEM, c.StandIn())
    await house.act(kings, 2)
    await house.arrive(DAN)
    await house.act(kings, 6)


async def ask(house: House, table: str, by: str, what: str) -> None:
    """Let somebody ask for something, or agree to it."""
    question = house.hub.tables[table].question
    answers = question.at if question is not None and question.what == what else None
    await house.do(table, by, c.Ask(what, answers=answers))


def is_chosen(state: TableState) -> bool:
    """Tell whether the next player is chosen now (R-9)."""
    assert state.table is not None
    return state.rules.name == "regicide" and loose(state.table.view(None)).phase.name == "CHOOSE"


async def finish(house: House) -> None:
    """Write games that are over, in every way."""
    house.chance.next[SEED_LENGTH // 2] = WON
    won = await house.begin(BEA, c.Open("regicide", 2, {}), CEM)
    await house.play(won, play_well)
    await write_notes(house, won)
    await house.play(await house.begin(BEA, c.Open("regicide", 2, {}, "word"), CEM))
    await house.play(await house.begin(ADA, c.Open("duel", 2, {}), BEA))
    await house.play(await house.begin(DAN, c.Open("king_of_the_dead", 2, {}), EVE))
    with_bot = await house.open(CEM, c.Open("duel", 2, {}))
    await house.do(with_bot, CEM, c.SeatBot(1, "page"), c.StartGame())
    await house.play(with_bot)

    ended = await house.begin(DAN, c.Open("regicide", 2, {}), EVE)
    await house.act(ended, 2)
    for name in (DAN, EVE):
        await ask(house, ended, name, c.END)
    forsaken = await house.begin(EVE, c.Open("regicide", 2, {}), DAN)
    await house.leave(DAN)
    await house.do(forsaken, EVE, c.End())
    await house.arrive(DAN)

    await house.arrive(GUEST)
    of_guest = await house.begin(GUEST, c.Open("regicide", 1, {}))
    await house.act(of_guest, 2)
    await house.leave(GUEST)


async def write_notes(house: House, table: str) -> None:
    """Write notes on a finished game, one of them by somebody who is forgotten later."""
    for moment, name in enumerate((BEA, EVE, "gus")):
        handle = await house.hub.reviews.enter(table, name, moment)
        await handle.write_note(f"Here {name} would have waited.")
        handle.leave()
        await house.settle()


async def play_matches(house: House) -> None:
    """Write two matches: one in which time ran out, one with a resignation and a draw."""
    late = await house.begin(BEA, c.Open("duel", 2, {}, clock=(10800, 0)), DAN)
    await house.act(late, 1)
    house.clock.seconds += 10801
    await house.do(late, BEA, c.CallTime())
    await begin_next_game(house, late, DAN, BEA)

    resigned = await house.begin(ADA, c.Open("duel", 2, {}, clock=(10800, 5)), CEM)
    await house.act(resigned, 3)
    await house.do(resigned, CEM, c.Tell("That was quick."), c.Resign())
    again = await begin_next_game(house, resigned, CEM, ADA)
    await house.act(again, 2)
    await house.do(again, ADA, c.Draw())
    await house.do(again, CEM, c.Draw())
    await house.act(await begin_next_game(house, again, ADA, CEM), 2)


async def begin_next_game(house: House, table: str, host: str, other: str) -> str:
    """Begin the next game of two people; return its table."""
    after = await house.hub.next_games.join(table, host)
    await house.hub.next_games.join(table, other)
    await house.do(after, other, c.BeReady(True))
    await house.do(after, host, c.StartGame())
    return after


async def play_boards(house: House) -> None:
    """Write boards of the house, of the day and of tournaments."""
    hub = house.hub
    for host, other in ((ADA, BEA), (CEM, DAN)):
        await house.play(await begin_board(house, house_series(2), host, other))
    helped = await begin_board(house, house_series(2), EVE, MAX)
    await house.leave(MAX)
    await house.do(helped, EVE, c.StandIn())
    await house.act(helped, 4)
    await house.arrive(MAX)
    await house.play(helped)
    house.chance.next[BOARD_SEED] = WON_ALONE
    await house.play(await begin_board(house, house_series(1), ADA), play_well)
    await house.act(await begin_board(house, house_series(2), ADA, BEA), 2)
    await hub.boards.note_watcher(hub.boards.book.boards_of(house_series(2))[-1].id, EVE)
    await house.play(await begin_board(house, day_series(hub.now, 2), ADA, CEM))
    await house.act(await begin_board(house, day_series(hub.now, 2), BEA, DAN), 3)
    await hub.boards.deal(house_series(3).name, "0123456789", (ADA, BEA, CEM))
    await hub.boards.release("0123456789")

    now = hub.now
    plan = Tournament("", "An evening of two", ADA, 2, 3, now, 60)
    evening = await hub.boards.open_tournament(plan)
    later = Tournament("", "Sunday", "the operator", 1, 12, now + 30 * 60 * MINUTE, 5)
    await hub.boards.open_tournament(later, by_operator=True)
    cancelled = await hub.boards.open_tournament(
        Tournament("", "Never", BEA, 4, 1, now + 90 * MINUTE, 180)
    )
    await hub.boards.cancel(cancelled.id, BEA)
    for name in (ADA, BEA, CEM, DAN, EVE):
        await hub.boards.join(evening.id, name)
        await house.settle()
    await hub.boards.withdraw(evening.id, EVE)
    await house.play(await begin_board(house, evening.series_of(1), ADA, BEA))
    await house.act(await begin_board(house, evening.series_of(1), CEM, DAN), 2)
    house.clock.seconds += HOUR
    await house.act(await begin_board(house, evening.series_of(2), DAN, ADA), 2)
    await house.open(BEA, c.Open("regicide", 2, {}, series=evening.series_of(2).name))


async def begin_board(house: House, series: Series, host: str, *others: str) -> str:
    """Let people begin a game of a board; return the table."""
    return await house.begin(
        host, c.Open("regicide", series.players, {}, series=series.name), *others
    )


async def talk(house: House) -> None:
    """Write so much into the chat of the lobby that its first part is cut off."""
    for number in range(205):
        await house.say(PEOPLE[number % len(PEOPLE)], f"Sentence {number}, with ♣ and 'quotes'.")


async def prefer(house: House) -> None:
    """Write what people prefer."""
    preferences = house.hub.preferences
    await preferences.want_notices(ADA, False)
    await preferences.want_notices(BEA, False)
    await preferences.want_notices(BEA, True)
    for name, ignores in ((CEM, True), (DAN, True), (CEM, False), ("gus", True)):
        await preferences.ignore(EVE, name, ignores)
        await house.settle()


async def keep_order(moderation: Moderation, clock: Clock) -> None:
    """Write acts of order of every kind that a server knows while it is open."""
    acts: tuple[tuple[Kind, str, str, str, float], ...] = (
        (Kind.BAN, OPERATOR, "hal", "Shouted.", 0),
        (Kind.BAN, MAX, "192.0.2.0/24", "", 30 * DAY),
        (Kind.BAN, OPERATOR, make_key(9), "This key is shared.", 0),
        (Kind.BAN, MAX, "2001:db8::/48", "For an hour.", HOUR),
        (Kind.BAN, MAX, "eve", "A mistake.", 0),
        (Kind.UNBAN, MAX, "eve", "", 0),
        (Kind.MUTE, MAX, "ivy", "Too loud.", 10 * DAY),
        (Kind.MUTE, MAX, "dan", "", 0),
        (Kind.UNMUTE, OPERATOR, "dan", "", 0),
        (Kind.KICK, MAX, "ivy", "", 0),
        (Kind.SAY, MAX, "", "The server is updated at noon.", 0),
    )
    for kind, by, whom, why, seconds in acts:
        await moderation.act(kind, by, whom, why, seconds)
        clock.seconds += 7
    await moderation.order_rename(MAX, "jan", "janet", "It is too short.")


async def rename_people(store: SqliteStore, moderation: Moderation) -> None:
    """Rename somebody and forget somebody, as the operator's commands do."""
    before = await rename(store, "fay", "Fayette")
    await moderation.act(Kind.RENAME, OPERATOR, "Fayette", f"The name before was {before}.")
    await moderation.act(Kind.FORGET, OPERATOR, await forget(store, "gus"))


async def add_older_logs(store: Store) -> None:
    """Add logs of `tests/data/logs`: one for each set of kinds of events in a log.

    Their records are stamped as today, but earlier commits wrote them, and with fewer fields.
    """
    known: set[frozenset[str]] = set()
    register = project_register(store, lambda _: None)
    for version in (2, 3, 4):
        logs = json.loads((LOGS / f"version_{version}.json").read_text(encoding="utf-8"))
        for number, log in enumerate(logs):
            kinds = frozenset(event["event"] for body in log["entries"] for event in body["events"])
            if kinds in known or "BoardDealt" in kinds:  # no board of this store
                continue
            known.add(kinds)
            table = f"{version}{number:09}"
            for after, body in enumerate(log["entries"]):
                await store.append(f"table/{table}", after, f"{table}-{after}", body)
            await register.append(methodcaller("open_table", table))


# ---------------------------------------------------------------- the stores


def make_key(number: int) -> str:
    """Return a public key, as accounts have it."""
    kind = b"ssh-ed25519"
    blob = len(kind).to_bytes(4, "big") + kind + (32).to_bytes(4, "big") + bytes([number] * 32)
    return f"{kind.decode()} {b64encode(blob).decode()}"


@asynccontextmanager
async def opened(store: Store, clock: Clock, chance: Chance, pars: int) -> AsyncIterator[House]:
    """Open a server where nobody waits for who is away; pars are played before it closes."""
    player = LatePlayer(pars)
    moderation = Moderation(store, (MAX,), Journal(StringIO()), clock)
    hub = Hub(
        *(store, 100, clock, 0),
        journal=Journal(StringIO()),
        waiting=100,
        return_seconds=0,
        moderation=moderation,
        par_player=player,
    )
    await hub.open()
    await moderation.open()
    house = House(hub, clock, chance)
    try:
        yield house
        player.may_play.set()
        await until(lambda: not hub.boards.work.is_working)
        await house.leave(*house.visits)
    finally:
        await hub.close()


async def write_store(path: Path, clock: Clock, chance: Chance) -> None:
    """Write the store in a file."""
    store = SqliteStore(path, clock=clock)
    await write_accounts(store)
    async with opened(store, clock, chance, PARS[0]) as house:
        await house.arrive(*PEOPLE)
        for write in (gather, play_by_correspondence, play_matches, play_rivals):
            await write(house)
        for write in (play_with_partners, finish, talk, prefer):
            await write(house)
        await keep_order(house.hub.moderation, clock)
    clock.seconds += HOUR
    await rename_people(store, Moderation(store, journal=Journal(StringIO()), clock=clock))
    async with opened(store, clock, chance, PARS[1]) as house:
        await house.arrive(*PEOPLE)  # now the clocks of their games start again
        await play_boards(house)
        await stand_in(house)
    await add_older_logs(store)
    await open_and_close(store, clock)
    await store.close()


async def stand_in(house: House) -> None:
    """Write a game in which a bot plays for somebody who is away."""
    table = await house.begin(BEA, c.Open("regicide", 3, {}), DAN, EVE)
    await house.act(table, 2)
    await house.leave(DAN)
    await house.do(table, BEA, c.StandIn())
    await house.act(table, 2)
    await house.arrive(DAN)
    await house.leave(EVE)
    for name in (BEA, DAN):
        await ask(house, table, name, c.STAND_IN)
    await house.leave(DAN, BEA)
    await house.arrive(EVE, DAN, BEA)
    await house.leave(DAN)
    await house.do(table, BEA, c.StandIn())


async def open_and_close(store: Store, clock: Clock) -> None:
    """Let a server close what is over, and write snapshots of the rest."""
    hub = Hub(store, clock=clock)
    await hub.open()
    await hub.idle()
    for table in hub.tables:
        hub.snapshots.note(f"table/{table}")
        await hub.read_in_turn(table)
    await settle(hub)
    await hub.games.keep_snapshots(60)
    await hub.close()


async def copy_to(cluster: Cluster, path: Path, clock: Clock) -> str:
    """Copy the store into a database as the operator does; return its URL."""
    from regicide_tui.server.storage.postgres import PostgresStore

    url = new_database(cluster)
    source, target = SqliteStore(path), await PostgresStore.open(url)
    await copy_store(source, target, lambda _: None)
    await open_and_close(target, clock)
    await source.close()
    await target.close()
    return url


def dump(url: str) -> str:
    """Return a database as statements of SQL, without what differs from run to run."""
    programs = find_programs()
    assert programs is not None
    told = subprocess.run(
        [programs / "pg_dump", "--no-owner", "--inserts", "--rows-per-insert=50", url],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    lines = [line for line in told.splitlines() if not line.startswith(("\\", "--"))]
    return "\n".join(line for line in lines if line) + "\n"


async def write_all(folder: Path) -> None:
    """Write both stores, and what is shown of them."""
    clock, chance = Clock(), Chance()
    with TemporaryDirectory() as temporary, chance.applied():
        path = Path(temporary) / "house.db"
        await write_store(path, clock, chance)
        now = int(clock.seconds * 1000)
        store = SqliteStore(path)
        content = {"now": now, **await shown(store, now)}
        await store.close()
        (folder / FILE).write_bytes(gzip.compress(path.read_bytes(), mtime=0))
        with new_cluster() as cluster:
            (folder / DUMP).write_text(dump(await copy_to(cluster, path, clock)), encoding="utf-8")
    (folder / SHOWN).write_text(in_lines(content), encoding="utf-8")


def in_lines(content: Shown) -> str:
    """Return JSON with a line for each part of each part."""
    parts = [f"{json.dumps(name)}: {_part(value)}" for name, value in content.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _part(value: object) -> str:
    def text(one: object) -> str:
        return json.dumps(one, ensure_ascii=False)

    if isinstance(value, dict):
        return "{\n " + ",\n ".join(f"{text(k)}: {text(one)}" for k, one in value.items()) + "\n}"
    if isinstance(value, list):
        return "[\n " + ",\n ".join(map(text, value)) + "\n]"
    return text(value)


if __name__ == "__main__":
    asyncio.run(write_all(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER))
