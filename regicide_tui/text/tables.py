"""Tables in text: games, lessons and puzzles, played line by line.

A method `do_undo` answers the command `undo`; its docstring is what `help undo` says.
"""

from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from regicide_tui import games
from regicide_tui.bots.roster import adviser_level
from regicide_tui.games.base import Seat, Value
from regicide_tui.games.practice import Puzzle
from regicide_tui.games.words import tell_wishes
from regicide_tui.play.dealing import deal_following
from regicide_tui.play.practice import LessonSession, Notes, PuzzleSession, lesson_key
from regicide_tui.play.saves import files
from regicide_tui.play.saves.autosave import Autosave
from regicide_tui.play.saves.files import SaveError, describe_error
from regicide_tui.play.session import LocalSession, Session
from regicide_tui.play.statistics import Records
from regicide_tui.play.table import NOTHING_TO_REDO, NOTHING_TO_UNDO, PEEKED, Table
from regicide_tui.play.transcript import write_transcript
from regicide_tui.text import thoughts
from regicide_tui.text.commands import (
    Command,
    Picked,
    letter_of,
    lettered,
    understand,
)
from regicide_tui.text.presenter import QUESTIONS, Choice, Presenter, presenter_of
from regicide_tui.text.voice import Voice, sentence, typed
from regicide_tui.thinking.review import tell_declined
from regicide_tui.tui.pages.hints import NO_HINT, NO_HINTS_IN_LESSONS, hint, part, tell_no_hints
from regicide_tui.tui.pages.result import note_end
from regicide_tui.tui.table.game_ui import find, pages_of

Said = list[str]
"""Paragraphs."""
Answer = Said | Command | Table | Generator[str, str, "Answer"] | Coroutine[Any, Any, "Answer"]
"""The result of a line: words, a command of the menu, another game, questions, or waiting."""
Asking = Generator[str, str, Answer]
"""Asks questions, is sent the answers, and returns the final result."""
YES, NO = ("y", "yes"), ("n", "no")
_WISH = "Would you like to go next? Type wish yes, wish no, or enter to say nothing."
_NO_CARDS = "Type try and some cards, such as try 1 3."
_PATIENCE = 1.0
"""Seconds that an action waits for a slow disk."""

T = TypeVar("T")


def at_once(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine of a session at home to its end; it never has to wait."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        found: T = end.value
        return found
    raise RuntimeError("a session at home waits for nothing")


def agrees(question: str) -> Generator[str, str, bool]:
    """Ask a question until the answer is yes or no; return which."""
    while (said := (yield f"{question} yes or no.").casefold()) not in (*YES, *NO):
        pass
    return said in YES


def commands_of(place: object) -> dict[str, Callable[..., "Answer"]]:
    """Return the methods for the commands of a place and of its parts, by their names."""
    return {
        name[3:]: getattr(part, name)
        for part in (place, *getattr(place, "parts", ()))
        for name in dir(part)
        if name.startswith("do_")
    }


class Talk:
    """A table that understands lines and passes actions to its session."""

    session: Session
    parts: Sequence[object] = ()
    """Objects with further commands; on the class, their classes."""
    for_game: ClassVar[Sequence[str]] = ()
    """The commands that need a game that has begun, as all questions do."""

    def __init__(self, session: Session, voice: Voice, viewer: Seat | None) -> None:
        self.session = session
        self.voice = voice
        self.viewer = viewer
        """The seat whose hand is open; None for spectators and behind the curtain."""
        self._offered: Sequence[Choice] = ()
        self._offered_in: object = None
        """The state of the game in which these choices were listed."""
        self._known: Sequence[str] = ()
        """What was told about the next action."""

    @property
    def at(self) -> Presenter:
        """The table as the player at the keyboard may know it."""
        seen = self.session.seen_from(self.viewer)
        return presenter_of(seen.game.name)(seen, self.voice)

    @property
    def stands(self) -> object:
        """A value that differs once anything was done here."""
        raise NotImplementedError

    @property
    def begun(self) -> bool:
        """Whether lines can be about the game."""
        return True

    def begin(self) -> Said:
        """Return what is due when the table opens."""
        raise NotImplementedError

    def due(self) -> Said:
        """Return what is due, without known facts that have not changed."""
        at, known = self.at, self._known
        if at.may_act or (self.viewer is not None and not known):
            self._known = at.enemy()
        return at.due(known)

    def act(self, action: Value) -> Answer:
        """Take an action for the viewer."""
        if not self.at.may_act or self.session.ended:
            return self.due()
        return self.change(self.session.submit(self.viewer, action))

    async def change(self, change: Awaitable[None]) -> Answer:
        """Make a change; return what follows. Raises `IllegalAction`."""
        raise NotImplementedError

    def resigning(self) -> Asking:
        """Resign a game of two after a question."""
        if not (yield from agrees("Resign? The other player wins.")):
            return self.due()
        return self.change(self.session.resign(self.viewer or 0))

    def enter(self) -> Said:
        """Answer an empty line: return everything that is due."""
        return self.do_repeat("")

    def close(self) -> str:
        """Leave the table; return why it is not saved, or an empty string."""
        return ""

    # ------------------------------------------------------------ what is typed

    def answer(self, line: str, known: Mapping[str, Callable[..., Answer]]) -> Answer:
        """Return the answer to a line; `known` are the commands from here. Raises `Unknown`."""
        at = self.at
        offered = self._offered if at.seen.state == self._offered_in else ()
        match understand(line, at, offered, [*known, *QUESTIONS]):
            case Picked(places, letter):
                return self._pick(places, letter)
            case Command(name, rest):
                return known[name](rest) if name in known else [*getattr(at, name)()]
            case action:
                return self.act(action)

    def _pick(self, places: Sequence[int], letter: str) -> Answer:
        at = self.at
        found = at.choices(places)
        if refused := at.why_not(places):
            return [refused]
        self._offered = ()
        if letter or len(found) == 1:
            one = letter_of(letter or "a", found)
            return self.act(one.action) if one else ["No action has this letter."]
        self._offered, self._offered_in = found, at.seen.state
        if not found:
            return [at.why_nothing(places)]
        return ["These cards allow several actions. Type the letter of one:", *lettered(found)]

    def do_try(self, rest: str) -> Said:
        """Preview what cards would do: try 1 3."""
        found = understand(rest, self.at, (), ()) if rest else None
        return self.at.preview(found.places) if isinstance(found, Picked) else [_NO_CARDS]

    def do_log(self, rest: str) -> Said:
        """Show the last moves: log, log 20."""
        return self.at.log(int(rest) if rest.isdecimal() else 5)

    def do_repeat(self, _: str) -> Said:
        """Repeat whose turn it is and what to do; an empty line does the same."""
        self._known = ()
        return self.due()


def tell_end(table: Table, viewer: Seat | None, standing: str = "") -> Said:
    """Return how a game ended, for the player of a seat; `standing` is how it compares."""
    report = pages_of(table.game.name).report(table, viewer)
    assert report is not None  # it is over
    medal = f"{report.medal} medal: {report.medal_for}" if report.medal else ""
    facts = [medal, report.figures, report.taken_back, standing, report.origin]
    said = f"{report.sentence} {report.need}".strip()
    return [said, " ".join(map(sentence, filter(None, facts)))]


class TableTalk(Talk):
    """A table at home: one person plays there, or several at one keyboard, and bots act at once."""

    session: LocalSession

    practice: ClassVar[bool] = False
    """Whether one person plays all seats, so that no hand is hidden."""

    efforts: Mapping[str, float] = MappingProxyType({})
    """The factors of the bots' thinking times, by level."""

    def __init__(self, session: LocalSession, voice: Voice) -> None:
        super().__init__(session, voice, session.seat)
        self._wish: Mapping[Seat, bool] | None = None
        """The person's wish while a bot chooses the next player (R-9); None if not asked."""
        self._heard: dict[Seat, int] = {}
        """How many moves each seat has been told."""

    @property
    def stands(self) -> object:
        """A value that differs once anything was done here."""
        return self.session.table, self.viewer

    def begin(self) -> Said:
        """Return what is due when the table opens, after the bots have acted."""
        if self.practice:
            self.viewer = self.session.table.to_act
        return self.ended() if self.session.ended else self._go_on(self.session.table.moves)

    def due(self) -> Said:
        """Return what is due, and the wishes of bots."""
        table, at = self.session.table, self.at
        wishes = thoughts.wishes(table) if at.may_act else {}
        return [*super().due(), tell_wishes(wishes, table.seats)]

    def ended(self, *, acted: bool = False) -> Said:
        """Return how it ended; `acted` says whether it has just ended."""
        raise NotImplementedError

    def enter(self) -> Said:
        """Answer an empty line: show the hand, let bots act, or repeat what is due."""
        table, self._known = self.session.table, ()
        if table.acting_bot is not None:
            self._wish = {}
            return self._go_on(table.moves)
        if not self.at.model.curtain or table.to_act is None:
            return self.due()
        self.viewer = table.to_act
        return [*self.at.news(self._heard.get(table.to_act, 0)), *self.due()]

    async def change(self, change: Awaitable[None]) -> Said:
        """Make a change; return what follows. Raises `IllegalAction`."""
        before = self.session.table.moves
        await change
        return self._go_on(before)

    def _go_on(self, before: int) -> Said:
        """Let bots act; return what happened after `before` moves, and what is due."""
        said: Said = []
        while (seat := self.session.table.acting_bot) is not None and not self.session.ended:
            wishes = {**thoughts.wishes(self.session.table), **(self._wish or {})}
            if self._wish is None and self._may_wish:
                return [*said, *self.at.news(before), f"{self.at.due()[0]} {_WISH}"]
            action, fault = thoughts.choose(self.session.table, seat, wishes, self.efforts)
            said += [tell_wishes(wishes, self.session.table.seats), fault]
            at_once(self.session.submit(seat, action))
            self._wish = None
        seen = self.at
        self._hand_over()
        said += (seen if self.practice else self.at).news(before)
        return [*said, *(self.ended(acted=True) if self.session.ended else self.due())]

    def _hand_over(self) -> None:
        """Hide the hand if another player at this keyboard must act."""
        table, before = self.session.table, self.viewer
        if before is not None:
            self._heard[before] = table.moves
        if self.practice:
            self.viewer = before if table.to_act is None else table.to_act
        elif table.outcome is not None and not table.needs_no_curtain:
            self.viewer = find(table.game.name).open_at_end(self.session.seen_from(before))
        elif not table.needs_no_curtain and table.seat is None and table.to_act != before:
            self.viewer = None

    @property
    def _may_wish(self) -> bool:
        """Whether the only person can say now if they would like to go next (R-9)."""
        table = self.session.table
        chooses = table.acting_bot is not None and table.game.may_wish(table.view(None))
        return chooses and self.viewer is not None and self.viewer == table.seat

    # ------------------------------------------------------------ changes

    def do_wish(self, rest: str) -> Said:
        """Say whether you would like to go next: wish yes, wish no."""
        if not self._may_wish or self.viewer is None:
            return ["You can say this only while a bot chooses the next player (R-9)."]
        self._wish = {self.viewer: rest.casefold() in ("", *YES)}
        return self._go_on(self.session.table.moves)

    def do_undo(self, rest: str) -> Answer:
        """Undo the last action."""
        if rest:
            return ["undo undoes one action. Type it again to undo the one before."]
        before, peeks = self.stands, self.session.table.peeks
        at_once(self.session.undo())
        if self.stands == before:
            return [NOTHING_TO_UNDO]
        counts = self.session.table.peeks > peeks and not self.practice
        self._hand_over()
        return [f"Undone. {PEEKED * counts}".rstrip(), *self.due()]

    def do_redo(self, _: str) -> Said:
        """Redo the last undone action."""
        before = self.session.table
        at_once(self.session.redo())
        if self.session.table is before:
            return [NOTHING_TO_REDO]
        return ["Redone.", *self._go_on(before.moves)]


class GameTalk(TableTalk):
    """A game that is saved in a file and counts for the statistics."""

    def __init__(self, table: Table, voice: Voice, autosave: Autosave, records: Records) -> None:
        async def wait() -> None:
            autosave.wait_until_saved(_PATIENCE)

        super().__init__(LocalSession(table, autosave.save, wait), voice)
        self._autosave, self._records = autosave, records

    @property
    def path(self) -> Path:
        """The file of the game."""
        return self._autosave.path

    def ended(self, *, acted: bool = False) -> Said:
        """Return how the game ended, and record a new result."""
        self._autosave.wait_until_saved(_PATIENCE)  # the game's own file is known only after that
        table, game_id = self.session.table, self.path.stem
        standing, fault = note_end(self._records, table, game_id, ended=acted)
        told = tell_end(table, table.seat, standing)
        return [*told, fault, "undo, next, again, review, export, menu or quit."]

    def close(self) -> str:
        """Write the game and release its file; return why it is not saved, or an empty string."""
        return self._autosave.close()

    def do_hint(self, _: str) -> Said:
        """Show the best action, its chances, the reasons and what to type. Hints are counted."""
        table, at = self.session.table, self.at
        if not adviser_level(table.game.name, len(table.seats)):
            return [tell_no_hints()]
        if not at.may_act or self.viewer is None:
            return self.due()
        ranked = thoughts.advise(table, self.viewer)
        if not ranked:
            return [NO_HINT]
        self.session.count_hint(ranked[0].action)
        told = at.voice.say(hint(at.seen, ranked).text)
        return [told, f"Type {table.game.format(ranked[0].action)} to do it."]

    def do_undo(self, rest: str) -> Asking:
        """Undo the last action."""
        if self.session.ended:
            asked = "The game is over. Undo the last action and play on?"
            if not (yield from agrees(asked)):
                return self.ended()
        return super().do_undo(rest)

    def do_export(self, rest: str) -> Said:
        """Write the game as text to a file: export game.txt. Without a file, show it."""
        text = write_transcript(self.session.table)
        if not rest:
            return text.splitlines()
        try:
            files.create_file(Path(rest).expanduser(), text.encode())
        except (OSError, ValueError, RuntimeError) as error:
            return [f"The file can't be written: {describe_error(error)}"]
        return [f"Written to {rest}."]

    def do_result(self, _: str) -> Said:
        """Show how the game ended."""
        return self.ended() if self.session.ended else ["The game is not over."]

    def do_review(self, _: str) -> Said:
        """Show the costliest decisions of the game. This takes a while."""
        return [*thoughts.review(self.session.table, self.at.voice)]

    def do_again(self, _: str) -> Asking:
        """Deal the same cards again."""
        table = self.session.table
        if table.outcome is None:
            asked = "The game is not over. Leave it and deal the same cards again?"
            if not (yield from agrees(asked)):
                return self.due()
        return table.begun_again()

    def do_next(self, _: str) -> Said | Table:
        """Deal new cards to the same players, or the next game of a match."""
        table = self.session.table
        if table.outcome is None:
            return ["The game is not over. Type menu to leave it."]
        return deal_following(table)

    def do_resign(self, _: str) -> Answer:
        """Resign a game of two."""
        if not self.session.table.can_call_off or self.viewer is None:
            return ["You can resign only in an unfinished game of two opponents."]
        return self.resigning()

    def do_draw(self, _: str) -> Asking:
        """End a game of two as a draw if both players agree."""
        table = self.session.table
        if not table.can_call_off:
            return ["You can agree on a draw only in an unfinished game of two opponents."]
        if not (yield from agrees("End the game as a draw, if both players agree?")):
            return self.due()
        bot = next((seat for seat, level in enumerate(table.bots) if level), None)
        if bot is not None and not thoughts.agrees_on_draw(table, bot):
            return [tell_declined(table.seats[bot])]
        return self.change(self.session.agree_on_draw())


class PracticeTalk(TableTalk):
    """A lesson or a puzzle: one person plays for all, and may start again."""

    practice = True
    session: LessonSession | PuzzleSession

    def begin(self) -> Said:
        """Return for whom the learner starts, and what is due."""
        seat, names = self.session.table.to_act, self.session.table.seats
        who = f"You start as {names[seat]}." if seat is not None and len(names) > 1 else ""
        return [who, *super().begin()]

    def do_again(self, _: str) -> Said:
        """Start again."""
        self.session.again()
        return self.begin()


class LessonTalk(PracticeTalk):
    """A lesson: a coach explains what to do, and the learner plays for all."""

    session: LessonSession

    def __init__(self, game: str, number: int, voice: Voice, notes: Notes) -> None:
        self._lessons = games.lessons(game)
        super().__init__(LessonSession(self._lessons[number - 1], ""), voice)
        self._game, self.number, self._notes = game, number, notes

    @property
    def stands(self) -> object:
        """The game, and how far the lesson is."""
        return super().stands, self.session.starts

    def begin(self) -> Said:
        """Return the title and the coach's first text."""
        title = self._lessons[self.number - 1].title
        return [f"Lesson {self.number} of {len(self._lessons)}, {title}.", *super().begin()]

    def due(self) -> Said:
        """Return the coach's text, and what is due if the learner must act."""
        session = self.session
        text = self.at.voice.say(typed(session.coach_text))
        if session.must_take_back:
            return [text, "Type undo."]
        if not session.ended:
            return [text, *super().due()]
        if not session.last:
            counts, self._known = self.at.counts(self._known), self.at.enemy()
            return [text, counts, "Press enter to continue."]
        with suppress(SaveError):
            self._notes.note(lesson_key(self._game, self.number))
        return [text, "Type next to continue."]

    def enter(self) -> Said:
        """Read on, or repeat what is due."""
        session = self.session
        if not session.reading or session.last or session.must_take_back:
            return super().enter()
        session.read_on()
        return self.due()

    def ended(self, *, acted: bool = False) -> Said:
        """Return the coach's text: a lesson has no result."""
        return self.due()

    def do_next(self, _: str) -> Command:
        """Start the next lesson or, after the last one, a game."""
        if self.number == len(self._lessons):
            return Command("new", self._game)
        return Command("lesson", f"{self._game} {self.number + 1}")

    def do_hint(self, _: str) -> Said:
        """Lessons have no hints: the coach says what to do."""
        return [NO_HINTS_IN_LESSONS]


class PuzzleTalk(PracticeTalk):
    """An attempt at a puzzle. Only a solution is recorded."""

    session: PuzzleSession

    def __init__(self, puzzle: Puzzle, voice: Voice, solved: Notes) -> None:
        super().__init__(PuzzleSession(puzzle, voice.say(puzzle.asks)), voice)
        self._puzzle, self._solved = puzzle, solved
        self._hinted: tuple[str, ...] | None = None

    def due(self) -> Said:
        """Return what is due, or whether the puzzle is solved."""
        return self.ended() if self.session.ended else super().due()

    def ended(self, *, acted: bool = False) -> Said:
        """Return whether the puzzle is solved, and why; record a solved one."""
        found = self.session.verdict
        why = self.at.voice.say(found.why if found else "The game is over.")
        if not (found and found.reached):
            return [f"Not yet. {why}", "undo or again; menu leaves."]
        try:
            self._solved.add(self._puzzle)
        except SaveError as error:
            return [f"Solved. {why}", str(error)]
        return [f"Solved. {why}", "next, again or menu."]

    def do_hint(self, _: str) -> Said:
        """Show one card of the next action; again for the whole action."""
        done, following = self.session.done, self.session.next_action
        if self.session.ended or following is None:
            return ["The solution can't be reached from here. Type undo."]
        again, self._hinted = self._hinted == done, done
        said = sentence(self.at.say(following))
        written = self.session.table.game.format(following)
        return [said if again else part(written, said, self.at.voice)]

    def do_next(self, _: str) -> Command:
        """Open the next puzzle."""
        return Command("puzzle", f"{self._puzzle.game} {self._puzzle.number + 1}")
