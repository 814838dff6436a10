"""The sentences of windows: who has one, which keys they press, and what they see.

A visit is an app in the loop of the test; who connects is a real SSH client. Texts stand between
bars: `ada sees: Welcome, ada. | Open a table`. In them, `<port>` is that of SSH, and `<invitation
of T>`, `<password of T>` and `<seed of T>` are the secrets of a table.
"""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import asyncssh
from msgspec.structs import replace

from regicide_tui.server.model.review import commands as review
from regicide_tui.server.operator import CommandError
from regicide_tui.server.screens import reading
from regicide_tui.server.screens.lists import ServerList
from regicide_tui.server.screens.table import RemoteTable
from regicide_tui.server.screens.waiting import WaitingScreen
from regicide_tui.server.services.nameless import Kind
from regicide_tui.server.ssh.keys import key_line
from tests.attack.walking import Walker
from tests.server.boards.players import seed_of
from tests.server.clients import Listener, connect
from tests.server.operating import operate
from tests.server.review.finished import a_legal_action
from tests.server.scenarios.runner import Language, World
from tests.server.visitors import READERS_CLOCK, Person, has_read, is_back_at_a_table
from tests.server.waiting import PATIENCE, until

_SIZE = r"(?: in a window of (?P<size>\d+x\d+))?"
_PASSWORD = r"(?: with password (?P<password>\S+))?"
_KEY = r"(?: (?P<key>without a key|with the key of [a-z]+))?"

_CHARACTERS = {
    r"\r": "\r",
    r"\n": "\n",
    r"\a": "\a",
    r"\e": "\x1b",
    r"\0": "\0",
    r"\u202e": "\u202e",  # what follows it is written from right to left
}
_KEYS = {"exclamation_mark": "!", "tab": "\t"}
_SLOW: Mapping[str, Any] = {"rekey_bytes": 3000, "window": 600, "max_pktsize": 1024}


async def _secret(world: World, what: str, table: str) -> str:
    """Return a secret of a table, also once the table is closed."""
    services, found = world.server.processes[0].services, world.id(table)
    if found in services.tables:
        await services.tables.read(found)
        secrets = services.tables.whole(found).secrets
        secret = seed_of(services, found) if what == "seed" else getattr(secrets, what)
        world.kept[f"{what} of {table}"] = secret
    return f"{world.kept[f'{what} of {table}']}"


async def fill(world: World, text: str) -> list[str]:
    """Return the texts of a line, with what stands for something."""
    for what, table in re.findall("<(invitation|password|seed) of ([A-Z])>", text):
        text = text.replace(f"<{what} of {table}>", await _secret(world, what, table))
    for table in re.findall("<id of ([A-Z])>", text):
        text = text.replace(f"<id of {table}>", world.id(table))
    if "<port>" in text:
        text = text.replace("<port>", f"{world.server.processes[0].port}")
    text = re.sub(r"<(\d+) times (.)>", lambda found: int(found[1]) * found[2], text)
    for short, character in _CHARACTERS.items():
        text = text.replace(short, character)
    return text.split(" | ")


def compare(said: str, wanted: Sequence[str]) -> None:
    """See that a text has these words, and that it has not those after `not: `."""
    for one in wanted:
        is_there = one.removeprefix("not: ") in said
        assert is_there == (not one.startswith("not: ")), f"{one}: it says {said}"


def _page(one: Person | Walker) -> str:
    return one.window.text if isinstance(one, Person) else one.page


async def _look(one: Person | Walker) -> bool:
    """Look until something may have changed; tell whether the line still stands."""
    if isinstance(one, Person):
        await one.window.changes()
        return True
    return await one.look()


async def _until(one: Person | Walker, condition: Callable[[str], bool], wanted: object) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            while not condition(_page(one)):
                is_open = await _look(one)
                assert is_open or condition(_page(one)), "the line is closed"
    except (TimeoutError, AssertionError) as error:
        raise AssertionError(f"{wanted}: {error}\n{_page(one)}") from None


async def _visit(
    world: World, _: None, people: Sequence[str], size: str, term: str, text: str
) -> None:
    for who in people:
        services = world.process(who).services
        person = Person(services, who, _size_of(size), term=term or "xterm-256color")
        world.screens[who].append(person)
        is_back = is_back_at_a_table(services, who)
        person.come()
        if text:
            await _see(world, None, who, text)
        elif is_back:
            await person.comes_back()
        else:
            await person.sees("Welcome" if not person.make_visitor().guest else "You are a guest")


def _size_of(text: str) -> tuple[int, int]:
    width, _, height = (text or "80x24").partition("x")
    return int(width), int(height)


def _key_of(world: World, who: str, key: str) -> asyncssh.SSHKey:
    """Return by which key somebody comes; each has one of their own."""
    return world.key_of(key.rpartition(" ")[2] if key.startswith("with ") else who)


async def _connect(world: World, _: None, who: str, size: str, slow: str, **how: str) -> None:
    server = await world.process(who).listen()
    target = how["to"]
    if table := how["table"]:
        is_link = how["way"] == "review"
        target = world.id(table) if is_link else await _secret(world, "invitation", table)
    walker = Walker(
        server,
        how["word"].strip("'") or who,
        size=_size_of(size),
        key=_key_of(world, who, how["key"]),
        without_key=how["key"] == "without a key",
        command=f"{how['way']} {target}{how['moment']}" if target else None,
        takes_name=False,
        password=how["password"],
        **(_SLOW if slow else {}),
    )
    world.screens[who].append(walker)
    await walker.come()


async def _cant_connect(
    world: World, _: None, who: str, word: str, key: str, password: str, text: str
) -> None:
    server, listener = await world.process(who).listen(), Listener()
    more: dict[str, Any] = {"client_keys": None} if key == "without a key" else {}
    if password:
        more["password"] = password
    client = _key_of(world, who, key)
    try:
        asked = connect(server, word or who, client, client_factory=lambda: listener, **more)
        async with asked as connection:
            process = await connection.create_process(term_type="xterm")
            async with asyncio.timeout(PATIENCE):
                listener.said.append(await process.stdout.read())
    except asyncssh.PermissionDenied:
        pass
    compare(" ".join(" ".join(listener.said).split()), await fill(world, text))


async def _take_names(world: World, _: None, people: Sequence[str]) -> None:
    for who in people:
        await world.take_name(who)


async def _close(world: World, _: None, who: str) -> None:
    before = len(visitors) if (visitors := world.process(who).visitors) is not None else 0
    await world.close_screen(who)
    async with asyncio.timeout(PATIENCE):
        while visitors is not None and len(visitors) == before:
            await asyncio.sleep(0.001)


async def _see(world: World, _: None, who: str, text: str) -> None:
    wanted = await fill(world, text)
    await _until(world.screen(who), lambda page: _shows(page, wanted), wanted)


async def _all_see(world: World, _: None, people: Sequence[str], text: str) -> None:
    for who in people:
        await _see(world, None, who, text)


async def _some_see(world: World, _: None, number: int, people: Sequence[str], text: str) -> None:
    """See that the windows of so many of these people show a text."""
    wanted, windows = await fill(world, text), [world.screen(who) for who in people]
    async with asyncio.timeout(PATIENCE):
        while sum(_shows(_page(one), wanted) for one in windows) != number:
            for one in windows:
                await _look(one)


def _shows(page: str, wanted: Sequence[str]) -> bool:
    joined = " ".join(page.split())
    return all(one in page or one in joined for one in wanted)


async def _see_often(world: World, _: None, who: str, number: int, text: str) -> None:
    await _until(world.screen(who), lambda page: page.count(text) == number, text)


async def _see_no(world: World, _: None, who: str, text: str) -> None:
    wanted = await fill(world, text)
    await _until(world.screen(who), lambda page: not any(one in page for one in wanted), wanted)


async def _was_not_sent(world: World, _: None, who: str, text: str) -> None:
    person = _person(world, who)
    for one in await fill(world, text):
        assert one not in person.window.written, one
        assert one not in person.window.raw, one


async def _was_sent(world: World, _: None, who: str, text: str, number: int) -> None:
    (wanted,) = await fill(world, text)
    assert _person(world, who).window.written.count(wanted) == number


async def _has_title(world: World, _: None, who: str, text: str) -> None:
    person = _person(world, who)
    found = r"\x1b]2;(.*?)\x1b\\"
    await person.until(lambda: re.findall(found, person.window.raw)[-1:] == [text])


async def _has_theme(world: World, _: None, who: str, text: str) -> None:
    person = _person(world, who)
    await person.until(lambda: person.app.settings.theme == text)


async def _gets_colours(world: World, _: None, who: str, text: str) -> None:
    person = _person(world, who)
    await person.until(lambda: person.app.wire.colours == text)


async def _gets_notice(world: World, _: None, who: str, text: str) -> None:
    person = _person(world, who)
    await person.until(lambda: f"\x1b]9;{text}\x1b\\" in person.window.raw)


async def _gets_copy(world: World, _: None, who: str) -> None:
    person = _person(world, who)
    await person.until(lambda: "\x1b]52;" in person.window.raw)


async def _read_list_and_replay(world: World, _: None, who: str, text: str) -> None:
    for keys, shown in (
        ("m", "Welcome"),
        ("g", f"FINISHED GAMES | {text}"),
        ("enter", "seed"),
        ("G T", "TRANSCRIPT"),
    ):
        await _press(world, None, [who], keys)
        await _see(world, None, who, shown)


def _was_sent_no_card(world: World, _: None, who: str) -> None:
    one = world.screen(who)
    written = one.window.written if isinstance(one, Person) else one.page
    sent = {*re.findall("(?:10|[2-9TJQKA])[♣♦♥♠]", written)}
    jacks = {"J♣", "J♦", "J♥", "J♠"}  # everybody sees the enemy, which is a Jack at first
    assert sent <= {*jacks, "Q♦", "K♥"}, "all but the picture beside a list"


def _person(world: World, who: str) -> Person:
    person = world.screen(who)
    assert isinstance(person, Person)
    return person


async def _hear_bell(world: World, _: None, who: str) -> None:
    person = _person(world, who)
    await person.until(lambda: "\a" in person.window.written)


async def _press(world: World, _: None, people: Sequence[str], text: str) -> None:
    for who in people:
        await world.screen(who).press(*[_KEYS.get(one, one) for one in text.split()])


async def _type(world: World, _: None, who: str, what: str, text: str) -> None:
    (typed,) = await fill(world, text)
    await world.screen(who).press(*typed, *["enter"] * (what == "enters"))


async def _type_at_once(world: World, _: None, who: str, text: str) -> None:
    one, (typed,) = world.screen(who), await fill(world, text)
    if isinstance(one, Person):
        one.type(typed)
    else:
        one.process.stdin.write(typed.encode())


async def _type_nothing(world: World, _: None, who: str, time: int) -> None:
    person = _person(world, who)
    person.window.last_key -= time
    person.app.call_later(person.app.check_idleness)


async def _pass_time(world: World, _: None, time: int) -> None:
    """Let time pass; the clocks in the windows go on at once."""
    await world.server.wait(time)
    for one in (window for windows in world.screens.values() for window in windows):
        if isinstance(one, Person) and isinstance(one.app.screen, RemoteTable):
            one.app.screen.tick()


async def _stand_still(world: World, _: None) -> None:
    """Let no window show what is new, as for a moment after it has shown something."""
    for kind in (ServerList, WaitingScreen, RemoteTable):
        world.server.patch.setattr(kind, "look_again", lambda _: None)


async def _choose(world: World, _: None, who: str, text: str) -> None:
    """Move the pointer to a line, and press enter."""
    one = world.screen(who)
    await _see(world, None, who, text)
    while text not in (pointed := _pointed(_page(one))):
        await one.press("down")
        await _until(one, lambda page: _pointed(page) != pointed, text)
    await one.press("enter")


def _pointed(page: str) -> str:
    return " ".join(" ".join(line for line in page.splitlines() if "› " in line).split())


async def _read_question(world: World, _: None, who: str) -> None:
    await has_read(_person(world, who))


async def _is_let_out(world: World, _: None, who: str, older: str, text: str) -> None:
    one = world.screens[who].pop(0 if older else -1)
    if isinstance(one, Person):
        said = f"{await one.goes()}"
    else:
        async with asyncio.timeout(PATIENCE):
            while await one.look():
                pass
        said = one.raw.rpartition("\x1b[?1049l")[2]
        await one.go()
    compare(said, await fill(world, text))


async def _operate(world: World, _: None, text: str, said: str) -> None:
    assert world.server.folder is not None
    words = [
        key_line(world.key_of(found[1])) if (found := re.fullmatch("<key-of-(.*)>", one)) else one
        for one in text.split()
    ]
    try:
        answer = await operate(world.server.folder, *words)
    except CommandError as error:
        answer = str(error)
    assert said in answer, f"it prints {answer}"
    for process in world.server.processes:  # it hears of the act by itself
        done = len(await process.store.read("moderation"))
        await until(lambda: len(process.services.moderation.order.acts) >= done)  # noqa: B023


async def _allow(world: World, _: None, people: Sequence[str]) -> None:
    server = await world.server.processes[0].listen()
    server.reception.config = replace(server.reception.config, allowed=(*people,))


async def _check_names(world: World, _: None, people: Sequence[str]) -> None:
    server = await world.server.processes[0].listen()
    found = {one.name for one in (await server.reception.accounts.list_all()).values()}
    assert found == {*people}, f"it is {sorted(found)}"


async def _check_nameless(world: World, _: None, what: str, number: int) -> None:
    server = await world.server.processes[0].listen()
    kind = Kind.GUEST if what == "guests" else Kind.NAMING
    async with asyncio.timeout(PATIENCE):
        while server.reception.nameless.count(kind) != number:
            await asyncio.sleep(0.01)


# ---------------------------------------------------------------- reviews


async def _review_together(
    world: World, _: None, people: Sequence[str], game: str, table: str
) -> None:
    """Let two people play a game, and look at it together; the first one leads."""
    await world.do_line(f"{', '.join(people)} play {game} at {table}")
    await world.do_line(f"{table} is played to its end")
    await world.do_line(f"{', '.join(people)} visit in a window of 120x40")
    leader, other = people
    await _open_review(world, None, leader, table, "")
    await _see(world, None, leader, "you lead, nobody follows | Replay")
    await _open_review(world, None, other, table, "")
    await _see(world, None, other, f"{leader} leads, you follow")
    await _see(world, None, leader, f"you lead, {other} follows")


async def _open_table(world: World, _: None, who: str, table: str) -> None:
    app = _person(world, who).app
    app.call_later(app.show_table, world.id(table))


async def _open_review(world: World, _: None, who: str, table: str, moment: str) -> None:
    app = _person(world, who).app
    app.call_later(app.show_review, world.id(table), *[int(one) for one in moment.split()])


async def _enter_review(world: World, _: None, who: str, table: str) -> None:
    await world.api(who).reviews.enter(world.id(table))


async def _play_what_if_on(world: World, _: None, table: str) -> None:
    reviews, leader = world.server.processes[0].services.reviews, ""
    room = reviews.open_reviews[world.id(table)]
    leader = room.state.leader
    while (played := room.state.seen_by(leader)).outcome is None:
        command = review.Play(a_legal_action(played), room.state.steps)
        await reviews.do(room, leader, command)


async def _count_entries(world: World, _: None, table: str, same: str) -> None:
    found = len(await world.server.processes[0].store.read(f"table/{world.id(table)}"))
    assert found == (world.kept["entries"] if same else found)
    world.kept["entries"] = found


_SENTENCES: Mapping[str, Callable[..., Any]] = {
    "{people} visits?"
    + _SIZE
    + r"(?: with terminal (?P<term>\S+))?(?:, and sees: {text})?": _visit,
    "{people} (?:has a name|have names)": _take_names,
    "{who} connects( as {word})"
    + _KEY
    + _PASSWORD
    + r"(?: to (?P<way>join|review) (?:{table}(?P<moment>@\d+)?|(?P<to>\S+)))?"
    + _SIZE
    + "(?P<slow> by a slow line)?": _connect,
    "{who} can't connect( as {word})" + _KEY + _PASSWORD + "(?:: {text})?": _cant_connect,
    "{who} closes the window": _close,
    "{people} sees?: {text}": _all_see,
    "{number} of {people} sees?: {text}": _some_see,
    "{who} sees {number} times: {text}": _see_often,
    "{who} does not see: {text}": _see_no,
    "{who} was never sent: {text}": _was_not_sent,
    "{who} was sent {text} {number} times?": _was_sent,
    "the title of {who} is {text}": _has_title,
    "the theme of {who} is {text}": _has_theme,
    "{who} gets colours: {text}": _gets_colours,
    "{who} gets the notice: {text}": _gets_notice,
    "the terminal of {who} is sent a text to copy": _gets_copy,
    "{who} was sent no card": _was_sent_no_card,
    "{who} reads in the list and the replay: {text}": _read_list_and_replay,
    "{who} hears the bell": _hear_bell,
    "{people} press(?:es)? {text}": _press,
    "{who} (?P<what>types|enters): {text}": _type,
    "{who} types at once: {text}": _type_at_once,
    "{who} types nothing for {time}": _type_nothing,
    "after {time}": _pass_time,
    "no window shows what is new": _stand_still,
    "{who} chooses {text}": _choose,
    "{who} has read what is asked": _read_question,
    "there was time to read": lambda world, _: READERS_CLOCK.skip(reading.TO_READ),
    "(?P<older>the older window of )?{who} is let out: {text}": _is_let_out,
    "{people} review (?P<game>[a-z_]+) at {table}": _review_together,
    "{who} opens the table {table}": _open_table,
    "{who} opens the review of {table}(?: at (?P<moment>[0-9]+))?": _open_review,
    "{who} enters the review of {table}": _enter_review,
    "the what if of {table} is played to its end": _play_what_if_on,
    "the game of {table} has (?:this many entries|(?P<same>as many entries as before))": (
        _count_entries
    ),
    "the operator runs {text}: (?P<said>.+)": _operate,
    "the operator allows only {people}": _allow,
    "names (?:is|are) {people}": _check_names,
    "(?P<what>guests|people without a name) are {number}": _check_nameless,
}


def add_screens(language: Language) -> None:
    """Add these sentences."""
    for sentence, run in _SENTENCES.items():
        language.add(sentence, run, None)
