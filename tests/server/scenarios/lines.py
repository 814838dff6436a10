"""The sentences of visits by lines, of text or of JSON: what people type, and what they read.

Words stand between bars, as in `screens.py`. They are looked for in all that was printed since the
last line that was typed.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.server.lines.typists import typing
from tests.server.scenarios.runner import Language, World
from tests.server.scenarios.screens import compare, fill


async def _come(
    world: World, _: None, people: Sequence[str], word: str, term: str, text: str, **how: str
) -> None:
    command = None if how["shell"] else how["mode"] or "text"
    for who in people:
        server, keys = await world.process(who).listen(), [world.key_of(who)]
        visit = typing(server, word or who, command, term or None, client_keys=keys)
        world.typists[who] = await world.lines.enter_async_context(visit)
        await _read(world, None, who, text or "help, quit.")


async def _type(world: World, _: None, who: str, line: str, text: str) -> None:
    for one in await fill(world, line):
        world.typists[who].type(one)
    await _read(world, None, who, text or ".")


async def _read(world: World, _: None, who: str, text: str) -> None:
    wanted = await fill(world, text)
    await world.typists[who].reads(*[one for one in wanted if not one.startswith("not: ")])
    compare(world.typists[who].news, wanted)


def _was_told(world: World, _: None, who: str, text: str, number: int) -> None:
    assert world.typists[who].printed.count(text) == number


async def _leave(world: World, _: None, who: str, line: str, text: str) -> None:
    typist = world.typists.pop(who)
    if line:
        typist.type(*await fill(world, line))
    else:
        typist.ends_input()
    compare(await typist.rest(), await fill(world, text))


_SENTENCES: Mapping[str, Callable[..., Any]] = {
    "{people} comes? by lines( as {word})(?: of (?P<mode>json))?"
    r"(?: with terminal (?P<term>\S+)(?P<shell> and no command)?)?(?:: {text})?": _come,
    "{who} types '(?P<line>.*)'(?: and reads: {text})?": _type,
    "{who} reads: {text}": _read,
    "{who} was told '{text}' {number} times?": _was_told,
    "{who} leaves by '(?P<line>.*)' and reads: {text}": _leave,
    "the pipe of {who} ends(?P<line>), and they read: {text}": _leave,
}


def add_lines(language: Language) -> None:
    """Add these sentences."""
    for sentence, run in _SENTENCES.items():
        language.add(sentence, run, None)
