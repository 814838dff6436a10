"""The tutorial: the list of lessons, and the table at which a coach says what to do."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from regicide_tui import games
from regicide_tui.games.practice import Lesson
from regicide_tui.games.words import counted
from regicide_tui.play.practice import LessonSession, Notes, lesson_key
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.hints import NO_HINTS_IN_LESSONS
from regicide_tui.tui.pages.lines import Guide, Key
from regicide_tui.tui.rendering.layout import PlaceZones
from regicide_tui.tui.rendering.paint import Row, Run
from regicide_tui.tui.screens.home_table import PracticeTable
from regicide_tui.tui.screens.lists import Entry, GameListScreen
from regicide_tui.tui.table.game_ui import with_tables
from regicide_tui.tui.table.table_model import NOTHING, Notice, TableModel
from regicide_tui.tui.widgets.painted import Painted
from regicide_tui.tui.widgets.table import Coach

if TYPE_CHECKING:
    from regicide_tui.tui.app import RegicideApp

_ABSENT = (c.REDO, c.EARLIER, c.LATER)
_TO_READ = "Read what the coach says. `{confirm}` continues, `{undo}` goes back a step."
_TO_DO = (
    "Do what the coach asks. If you play something else, the coach responds, and you can undo it."
)
_TO_TAKE_BACK = "That wasn't what the coach asked for. `{undo}` undoes it."


class LessonsScreen(GameListScreen):
    """The list of a game's lessons; the first entry starts the first lesson."""

    headline = "Learn to play"
    app: "RegicideApp"

    def __init__(self, look: Look, game: str, notes: Notes) -> None:
        super().__init__(look, game, [name for name in with_tables() if games.lessons(name)])
        self._notes = notes
        self._done: frozenset[str] = frozenset()

    async def on_screen_resume(self) -> None:
        """Read which lessons are done."""
        self._done = await asyncio.to_thread(self._notes.read)
        self.refresh_list()

    def heading(self) -> list[Row]:
        """Return the number of lessons."""
        lessons = games.lessons(self.game)
        told = f"{counted(len(lessons), 'short lesson')}, played at the table."
        return [*self.tabs(), (Run(told, "muted"),)]

    def entries(self) -> list[Entry]:
        """Return the entries: the first lesson, and each lesson."""
        first = Entry("", "Start here", "if you have never played", "begin(1)")
        return [
            first,
            *[
                Entry(str(number), self._label(number), lesson.about, f"begin({number})")
                for number, lesson in enumerate(games.lessons(self.game), 1)
            ],
        ]

    def _label(self, number: int) -> str:
        """Return the title of a lesson, with a star if it was finished."""
        title = games.lessons(self.game)[number - 1].title
        done = lesson_key(self.game, number) in self._done
        return f"{title} {self.look.symbols.star}" if done else title

    async def action_begin(self, number: int) -> None:
        """Start a lesson."""
        await self.app.show_lesson(self.game, number)


class LessonScreen(PracticeTable):
    """A lesson at the table."""

    unsaved = "a lesson"
    altered = (
        c.CONFIRM._replace(meaning="Read on, or play, pay or choose what is picked."),
        c.UNDO._replace(meaning="Undo the last action, or go back a step."),
    )
    session: LessonSession
    no_hints = NO_HINTS_IN_LESSONS

    def __init__(self, look: Look, lessons: Sequence[Lesson], number: int) -> None:
        self._lessons = lessons
        self._number = number
        self._lesson = lessons[number - 1]
        self.session = LessonSession(self._lesson, f"Lesson {number} of {len(lessons)}")
        super().__init__(self.session, look)
        self._viewer = self.table.to_act
        self.model = self.compose_model()

    # ------------------------------------------------------------ what is shown

    def zone_places(self) -> PlaceZones:
        """The function that places the zones, with room for the coach."""
        places = self.game_ui.place_zones_with_coach
        assert places is not None  # a game with lessons has it
        return places

    def log_widget(self) -> Painted:
        """Return the coach, which replaces the log."""
        return Coach(self.look)

    def show_log(self) -> None:
        """Show the text of the coach in place of the log."""
        title = f"{self._lesson.title} {self.session.number}/{len(self._lesson.steps)}"
        style = "warning" if self.session.must_take_back else "text"
        coach = self.query_one("#log", Coach)
        coach.say(title, self.session.coach_text, style, self._key_on())

    def key_line(self) -> list[Key]:
        """Return the keys that work now."""
        first = self._key_on()
        keys = [first] if first else self._keys_to_act()
        undo = self.look.keys("back", c.UNDO)
        if self.session.can_go_back and undo[2] not in [key[2] for key in keys]:
            keys.append(undo)
        return [*keys, *[self.look.key(one) for one in (c.AGAIN, c.MENU, c.QUIT)]]

    def _keys_to_act(self) -> list[Key]:
        ours = (c.UNDO, c.REDO, c.PILES, c.UNSEEN, c.SAVE, c.MENU, c.QUIT)
        return [key for key in super().key_line() if key[2] not in [one.action for one in ours]]

    def _key_on(self) -> Key | None:
        """Return the key that continues the lesson; None if the learner must act."""
        if self.session.must_take_back:
            return self.look.keys("undo", c.UNDO)
        if not self.session.reading:
            return None
        if not self.session.last:
            return self.look.keys("continue", c.CONFIRM)
        word = "play a game" if self._number == len(self._lessons) else "next lesson"
        return self.look.keys(word, c.CONFIRM)

    def commands(self) -> list[c.Command]:
        """Return the commands of a lesson, for the help."""
        return [one for one in super().commands() if one not in _ABSENT]

    def guide(self) -> Guide:
        """Return the help: how the lesson continues, and the actions at the table."""
        found = super().guide()
        if self.session.must_take_back:
            return found._replace(text=_TO_TAKE_BACK)
        return found._replace(
            text=_TO_READ if self.session.reading else f"{_TO_DO}\n\n{found.text}"
        )

    # ------------------------------------------------------------ forward and back

    def changed(
        self, notice: Notice = NOTHING, motion: Sequence[TableModel] = (), *, acted: bool = False
    ) -> None:
        """Show the table after an action."""
        self._show_step(notice)

    def _show_step(self, notice: Notice = NOTHING) -> None:
        if self.session.last:
            self.run_worker(self.app.note_lesson(self._lesson.game, self._number))
        actor = self.table.to_act
        self._viewer = self._viewer if actor is None else actor
        self.chosen = ()
        self.show_all(notice)

    async def action_confirm(self) -> None:
        """Continue, or act; a key that was pressed too early doesn't undo a wrong action."""
        if self.session.must_take_back:
            self._say_first()
        elif not self.session.reading:
            await super().action_confirm()
        elif not self.session.last:
            self.session.read_on()
            self.app.slips.change()
            self._show_step()
        elif self._number < len(self._lessons):
            await self.app.show_lesson(self._lesson.game, self._number + 1)
        else:
            await self.app.deal_first(self._lesson.game)

    def show_end(self, *, acted: bool = False) -> None:
        """Show nothing: a lesson has no result."""

    def may_act(self) -> bool:
        """Return whether the learner can act; if there is text to read first, say so."""
        if self.ended:
            self._say_first()
        return super().may_act()

    def toggle(self, place: int) -> None:
        """Pick or unpick a card, if the learner can act."""
        if self.ended:
            self._say_first()
        else:
            super().toggle(place)

    def _say_first(self) -> None:
        """Show what to do before an action."""
        must_undo = self.session.must_take_back
        text = "Undo that first: {undo}." if must_undo else "Read on first: {confirm}."
        self.notify_player(self.look.keymap.named(text))

    async def action_undo(self) -> None:
        """Undo the last action, or go back a step."""
        if not self.session.can_go_back:
            self.notify_player("This is the beginning.")
            return
        await self.session.undo()
        self._show_step()

    async def action_redo(self) -> None:
        """Show that a lesson has no redo."""
        self.notify_player("There is no redo in a lesson. Play the action again.")

    def action_again(self) -> None:
        """Start this lesson again."""
        self.session.again()
        self.cursor = 0
        self._show_step()
