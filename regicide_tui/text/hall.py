"""The common part of all text sessions: lines in and out, help, lessons, puzzles and rules.

A method `do_rules` answers the command `rules`; its docstring is what `help rules` says.
"""

import re
from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from contextlib import suppress
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.games.base import IllegalAction
from regicide_tui.games.words import counted
from regicide_tui.play.practice import Notes, begun_key, lesson_key
from regicide_tui.play.saves.files import SaveError
from regicide_tui.play.table import Table
from regicide_tui.printable import printable
from regicide_tui.text.commands import VERBS, Command, Unknown, find_command, first_word
from regicide_tui.text.presenter import QUESTIONS, presenter_of
from regicide_tui.text.rules import find_in_rules, read_rules_of
from regicide_tui.text.tables import (
    NO,
    YES,
    Answer,
    Asking,
    LessonTalk,
    PuzzleTalk,
    Said,
    Talk,
    commands_of,
)
from regicide_tui.text.voice import VOICE, Voice, lines_of, page_of
from regicide_tui.tui.table.game_ui import with_tables

_MOST = 6
"""The most lines of an answer that changes nothing; `more` shows the rest."""
LONGEST = 1_000
"""The number of characters of a line that are read."""
BYE = "Goodbye."
_WAYS_OUT = ("menu", "quit")
"""The words that cancel a question."""
_PLAYING = "Type the numbers of cards to play or pay with, such as 1 3, or the cards: 7C AC."


def with_names(words: str) -> str:
    """Replace each title of a game, such as `Regicide Duel`, with its name: `duel`."""
    for name in with_tables():
        title = games.find(name).title
        if " " in title:
            words = re.sub(rf"(?i)\b{title.replace(' ', '[ _]?')}(?= |$)", name, words)
    return words


def game_in(words: Sequence[str]) -> str:
    """Return the first game whose name begins with one of these words; empty if there is none."""
    return next((one for one in with_tables() for word in words if one.startswith(word)), "")


class Reply(NamedTuple):
    """The lines of an answer, and what else the terminal does."""

    lines: Sequence[str]
    clears: bool = False
    """Whether earlier output must be cleared from the terminal."""
    rings: bool = False
    """Whether the bell is wanted, because bots have acted."""
    quits: bool = False


class Hall:
    """The place where people choose a table. Each line they type gets a `Reply`."""

    tables: ClassVar[type[Talk]]
    """The tables whose commands the help lists while none is open."""
    to_begin: ClassVar[str] = ": new starts one, resume continues the last one."
    refusals: ClassVar[tuple[type[Exception], ...]]
    """The errors that refuse a command with a sentence, as well as `IllegalAction`."""
    table: Talk | None = None

    def __init__(self, notes: Notes, *, short: bool = False, rings: bool = False) -> None:
        """With `short`, cards are written in notation. With `rings`, the bell is wanted."""
        self.short, self.rings = short, rings
        self._notes = notes
        self._game = games.first()
        self._rest: Sequence[str] = ()
        self._asking: Asking | None = None
        self._question = ""
        self._news: Said = []

    @property
    def voice(self) -> Voice:
        """How this session writes cards and texts."""
        return replace(VOICE, short=self.short)

    def speak(self, *, short: bool) -> None:
        """Write cards in notation from now on, or in words."""
        self.short = short
        if self.table is not None:
            self.table.voice = self.voice

    def menu(self) -> Said:
        """Describe what can be done while no table is open."""
        raise NotImplementedError

    def leave(self) -> str:
        """Leave the table; return why its game is not saved, or an empty string."""
        table, self.table = self.table, None
        return table.close() if table else ""

    def sit(self, talk: Talk) -> Said:
        """Go to a table; return its first paragraphs."""
        fault, self.table = self.leave(), talk
        return [fault, *talk.begin()]

    # ------------------------------------------------------------ lines in, lines out

    async def reply(self, line: str) -> Reply:
        """Return the answer to a line."""
        table, stood = self.table, self.table and self.table.stands
        open_hand = table.viewer if table else None
        said = await self._said(printable(line.strip("\r\n"))[:LONGEST].strip())
        changed = table is not self.table or (table is not None and table.stands != stood)
        told = [*self._news, *filter(str.strip, said)]
        lines, rest = (lines_of(told), []) if changed else page_of(told, _MOST)
        self._news, self._rest = [], rest or self._rest
        if rest:
            lines.append(f"Type more to continue: {counted(len(lines_of(rest)), 'line')} left.")
        handed_over = open_hand is not None and table is not None and table.viewer is None
        rings = self.rings and changed and table is not None and any(table.at.seen.bots)
        return Reply(lines, handed_over, rings, said[:1] == [BYE])

    def _answer(self, line: str) -> Answer:
        asking, self._asking = self._asking, None
        own = commands_of(self)
        if asking is not None:
            first = first_word(line)
            if first == "help":
                self._asking = asking
                told = "Answer the question, or type menu to go back or quit to leave."
                return [told, self._question]
            if first in (*YES, *NO) or first not in {*own, *self._there, "menu"}:
                return self._ask(asking, line)
            if first not in _WAYS_OUT:
                self._news.append("The question is cancelled.")
        if not line or (self.table and line.casefold() == "enter"):
            return self.table.enter() if self.table else self.menu()
        here = {**own, **commands_of(self.table)} if self.table else own
        if self.table and self.table.begun:
            return self.table.answer(line, here)
        found = find_command(line, {**self._there, **here})
        if found.name not in here or (self.table and found.name in self.table.for_game):
            needed = " that has begun." if self.table else self.to_begin
            return [f"{found.name} needs a game{needed}"]
        return here[found.name](found.rest)

    async def _said(self, line: str) -> Said:
        """Return the final answer, after running commands, opening games and asking questions."""
        try:
            answer = self._answer(line)
            while not isinstance(answer, list):
                if isinstance(answer, Command):
                    answer = getattr(self, f"do_{answer.name}")(answer.rest)
                elif isinstance(answer, Coroutine):
                    answer = await answer
                elif isinstance(answer, Generator):
                    answer = self._ask(answer)
                else:
                    answer = self.seat(answer)
        except IllegalAction as error:
            return [self.voice.say(str(error))]
        except self.refusals as error:
            return [str(error)]
        self._rest = ()
        return answer

    def seat(self, table: Table) -> Answer:
        """Open a game that is played at this keyboard."""
        raise NotImplementedError

    def _ask(self, asking: Asking, answer: str | None = None) -> Answer:
        """Send an answer; return the next question, or the result of the last one."""
        try:
            question = next(asking) if answer is None else asking.send(answer)
        except StopIteration as end:
            found: Answer = end.value
            return found
        self._asking, self._question = asking, question
        return [question]

    # ------------------------------------------------------------ words

    @property
    def _there(self) -> Mapping[str, Callable[..., object]]:
        """The commands of this table, or of any table."""
        return {**commands_of(self.table or self.tables), **QUESTIONS}

    def do_help(self, word: str) -> Said:
        """List the commands, or explain one: help undo."""
        ours, there, words = commands_of(self), self._there, presenter_of(self._game).notation
        if word:
            does = {**ours, **there}
            said = {**VERBS, **words, **{name: f"{one.__doc__}" for name, one in does.items()}}
            name, _ = find_command(word, said)
            also = VERBS[name] if name in does and name in VERBS else ""
            return [f"{name}: {said[name]} {also}".strip()]
        anywhere = f"Anywhere: {', '.join(ours)}. You can abbreviate commands."
        at_table = [
            _PLAYING,
            *([f"Other actions of this game: {', '.join(words)}."] if words else []),
            "legal lists your actions, why explains the situation, help with a word that word.",
            f"At a table: {', '.join(there)}.",
        ]
        return [*at_table, anywhere] if self.table else [anywhere, *at_table]

    def do_more(self, _: str) -> Said:
        """Show the rest of a long answer."""
        rest, self._rest = self._rest, ()
        return [*rest] or ["There is no more."]

    def do_quit(self, _: str) -> Said:
        """Leave. Your game is kept."""
        return [BYE]

    # ------------------------------------------------------------ lessons and puzzles

    def _named(self, rest: str) -> tuple[str, int]:
        """Return the game and the number in these words; by default the last game and 1."""
        words = with_names(rest.casefold()).split()
        numbers = [int(word) for word in words if word.isdecimal() and len(word) < 6]
        game = game_in(words)
        strange = [word for word in words if not (game.startswith(word) or word.isdecimal())]
        if strange:
            raise Unknown(f"{strange[0][:20]} is neither a game nor a number.")
        return game or self._game, next(iter(numbers), 1)

    def do_lessons(self, rest: str) -> Said:
        """List the lessons of a game: lessons duel."""
        (game, _), done = self._named(rest), self._notes.read()
        told = [
            f"{at} {one.title}, {one.about}{', done' * (lesson_key(game, at) in done)}."
            for at, one in enumerate(games.lessons(game), 1)
        ]
        return [f"Lessons of {games.find(game).title}; lesson 1 starts the first.", *told]

    def do_lesson(self, rest: str) -> Said:
        """Start a lesson: lesson 2, lesson duel 1."""
        game, number = self._named(rest)
        if not 0 < number <= len(games.lessons(game)):
            return ["There is no such lesson. lessons lists them."]
        with suppress(SaveError):
            self._notes.note(begun_key(game, number))
        self._game = game
        return self.sit(LessonTalk(game, number, self.voice, self._notes))

    def do_puzzles(self, rest: str) -> Said:
        """List the puzzles of a game: puzzles duel."""
        (game, _), done = self._named(rest), self._notes.read()
        told = [
            f"{one.number} {self.voice.say(one.asks)}, {one.size}, difficulty {one.stars}"
            f"{', solved' * (one.key in done)}."
            for one in games.puzzles(game)
        ]
        return [f"Puzzles of {games.find(game).title}; puzzle 1 opens the first.", *told]

    def do_puzzle(self, rest: str) -> Said:
        """Open a puzzle: puzzle 5, puzzle duel 3."""
        game, number = self._named(rest)
        found = [one for one in games.puzzles(game) if one.number == number]
        if not found:
            return ["There is no such puzzle. puzzles lists them."]
        self._game = game
        return self.sit(PuzzleTalk(found[0], self.voice, self._notes))

    # ------------------------------------------------------------ reading

    def do_rules(self, what: str) -> Said:
        """Read the rules: rules (for this situation), rules 3, rules R-20, rules list."""
        here = self.table.at.chapter if self.table else ""
        return [*read_rules_of(self._game, what or here)]

    def do_find(self, words: str) -> Said:
        """Find words in the rules: find heal."""
        return [*find_in_rules(self._game, words)]
