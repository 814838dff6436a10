"""The puzzles: their list, the table of a puzzle, and the result of an attempt."""

import asyncio
from typing import TYPE_CHECKING

from textual.events import Key as KeyPress

from regicide_tui import games
from regicide_tui.games.base import Value
from regicide_tui.games.practice import STARS, Puzzle, PuzzleVerdict
from regicide_tui.games.words import counted
from regicide_tui.play.practice import Notes, PuzzleSession
from regicide_tui.play.saves.files import SaveError
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.hints import part, with_signs
from regicide_tui.tui.pages.lines import Guide, Key
from regicide_tui.tui.pages.result import Ending
from regicide_tui.tui.rendering.paint import Row, Run, prose, text_of, wrap
from regicide_tui.tui.screens.home_table import PracticeTable
from regicide_tui.tui.screens.lists import Entry, GameListScreen
from regicide_tui.tui.screens.result import EndingScreen
from regicide_tui.tui.table.game_ui import with_tables
from regicide_tui.tui.table.hand import with_cards

if TYPE_CHECKING:
    from regicide_tui.tui.app import RegicideApp

_DECIDED = (
    "The attempt is over: `{confirm}` shows the result, `{undo}` undoes the last action, "
    "`{again}` starts again."
)


_FIND = "type a number to find a puzzle"
_HOW = "Type a puzzle's number to find it; `{choose}` opens it."
TOGETHER = 1.0
"""Seconds within which two digits are one number."""
_ROOMY = 72
"""Minimum cells of a window in which each puzzle's difficulty is drawn, not written."""


class PuzzlesScreen(GameListScreen):
    """The list of a game's puzzles: their tasks, sizes, and whether they were ever solved.

    A typed number points at its puzzle. Since numbers have two digits, only enter opens a puzzle.
    """

    headline = "Puzzles"
    app: "RegicideApp"

    def __init__(self, look: Look, game: str, solved: Notes) -> None:
        super().__init__(look, game, [name for name in with_tables() if games.puzzles(name)])
        self._notes = solved
        self._solved: frozenset[str] | None = None
        self._typed, self._typed_at = "", 0.0
        """The number that was typed last, to which another digit can be added."""

    async def on_screen_resume(self) -> None:
        """Read which puzzles are solved; at first, point at the first unsolved one."""
        first = self._solved is None
        self._solved = await asyncio.to_thread(self._notes.read)
        if first:
            self.cursor = self._first_open()
        self.refresh_list()

    def _first_open(self) -> int:
        """Return the place of the first unsolved puzzle; 0 if all are solved."""
        puzzles = games.puzzles(self.game)
        places = [at for at, puzzle in enumerate(puzzles) if not self._is_solved(puzzle)]
        return places[0] if places else 0

    def _is_solved(self, puzzle: Puzzle) -> bool:
        return puzzle.key in (self._solved or ())

    def on_resize(self) -> None:
        """Show as much about each puzzle as fits."""
        self.refresh_list()

    def action_turn_to(self, place: int) -> None:
        """Go to the first unsolved puzzle of another game."""
        super().action_turn_to(place)
        self.cursor = self._first_open()
        self.refresh_list()

    def heading(self) -> list[Row]:
        """Return the number of solved puzzles, how to find one, and the task at the cursor."""
        puzzles = games.puzzles(self.game)
        here = puzzles[self.cursor]
        solved = sum(map(self._is_solved, puzzles))
        facts = [f"difficulty {here.stars} of {STARS}", here.size, _players(here)]
        facts += ["solved"] if self._is_solved(here) else []
        star = self.look.symbols.star
        return [
            *self.tabs(),
            (Run("Find the actions that reach the goal. No luck is needed.", "muted"),),
            (Run(f"{star} {solved} of {len(puzzles)} solved; {_FIND}", "muted"),),
            (),
            (Run(with_signs(here.asks, self.look.symbols), "text+bold"),),
            (Run(", ".join(facts), "muted"),),
        ]

    def entries(self) -> list[Entry]:
        """Return an entry for each puzzle."""
        return [self._entry(puzzle) for puzzle in games.puzzles(self.game)]

    def explained(self) -> list[Entry]:
        """Return nothing: the help doesn't list every puzzle."""
        return []

    def guide(self) -> Guide:
        """Return the help: how to find and open a puzzle, and how to read its line."""
        star = self.look.symbols.star
        line = f"{star} marks puzzles you have solved. The difficulty is from 1 to {STARS}."
        return Guide(self.game, text=f"{_HOW} {line}")

    def _entry(self, puzzle: Puzzle) -> Entry:
        symbols = self.look.symbols
        mark = symbols.star if self._is_solved(puzzle) else symbols.spent
        hard = symbols.new * puzzle.stars + symbols.free * (STARS - puzzle.stars)
        if self.app.size.width < _ROOMY:
            hard = str(puzzle.stars)
        asks = with_signs(puzzle.asks, symbols)
        return Entry("", f"{puzzle.number:>2} {mark} {hard}", asks, f"open({puzzle.number})")

    def point(self, place: int) -> None:
        """Point at a puzzle; the next digit starts another number."""
        self._typed = ""
        super().point(place)

    async def on_key(self, event: KeyPress) -> None:
        """Point at the puzzle whose number is typed, digit by digit."""
        numbers = [str(puzzle.number) for puzzle in games.puzzles(self.game)]
        before = self._typed if event.time - self._typed_at < TOGETHER else ""
        for typed in (f"{before}{event.character}", event.character):
            if typed in numbers and self.is_current:
                event.stop()
                self.point(numbers.index(typed))
                self._typed, self._typed_at = typed, event.time
                return

    async def action_open(self, number: int) -> None:
        """Open a puzzle."""
        found = [one for one in games.puzzles(self.game) if one.number == number]
        await self.app.show_puzzle(found[0])


def _players(puzzle: Puzzle) -> str:
    return "solo" if puzzle.players == 1 else f"{puzzle.players} players"


class PuzzleScreen(PracticeTable):
    """An attempt at a puzzle. Only its success is recorded."""

    unsaved = "a puzzle attempt"
    altered = (
        c.HINT._replace(meaning="Show one card of the next action; again for the whole action."),
        c.CLEAR._replace(meaning="Unpick all cards, or leave the puzzle."),
    )
    counts = False
    session: PuzzleSession

    def __init__(self, look: Look, puzzle: Puzzle, solved: Notes) -> None:
        self.puzzle = puzzle
        self._solved = solved
        self._asks = with_signs(puzzle.asks, look.symbols)
        self._hinted: tuple[str, ...] | None = None
        self.hints_given = 0
        self.session = PuzzleSession(puzzle, self._asks)
        super().__init__(self.session, look)
        self.hand_over()
        self.model = self.compose_model()

    def hand_over(self) -> None:
        """Show the next hand at once: the player of a puzzle plays all seats."""
        self._viewer = self.table.to_act
        self.cursor = 0

    def on_mount(self) -> None:
        """Show the position and the task."""
        super().on_mount()
        self._ask()

    def _ask(self) -> None:
        self.notify_player(f"{self._asks}.", "accent")

    def show_end(self, *, acted: bool = False) -> None:
        """Show the result, which records a success."""
        found = self.session.verdict or PuzzleVerdict(False, "The game is over.")
        self.app.push_screen(PuzzleResult(self.look, self, found, self._solved))

    def key_line(self) -> list[Key]:
        """Return the keys that work now."""
        if self.ended:
            result = self.look.keys("show the result", c.CONFIRM)
            return [result, *[self.look.key(one) for one in (c.UNDO, c.AGAIN, c.MENU, c.QUIT)]]
        again = self.look.key(c.AGAIN)
        return [again if key[2] == c.SAVE.action else key for key in super().key_line()]

    async def action_clear(self) -> None:
        """Unpick all cards; if none are picked, go back to the puzzles or the review."""
        again = self.look.keymap.shown(c.CLEAR)
        question = f"Leave the puzzle? Press {again} again to confirm."
        if self.ended or self.chosen:
            await super().action_clear()
        elif self.session.done and not self.asked(question):
            return
        elif self.puzzle.kept:
            await self.app.run_action("app.puzzles")
        else:
            self.app.pop_screen()

    def action_again(self) -> None:
        """Start the puzzle again."""
        self.session.again()
        self.changed()
        self._ask()

    def guide(self) -> Guide:
        """Return the help: the task, and the actions that are possible now."""
        found = super().guide()
        text = _DECIDED if self.ended else found.text
        asks = text_of(with_cards(self._asks, "", self.look.symbols))
        return found._replace(text=f"Goal: {asks}.\n\n{text}")

    def action_hint(self) -> None:
        """Show a card of the next action as a hint; the second time, show the whole action."""
        if self.ended:
            self.notify_player("The attempt is over. Undo to try something else.")
            return
        done, following = self.session.done, self.session.next_action
        if following is None:
            text = "You've left the solution. Undo the last action."
            self.notify_player(text, "accent")
            return
        again = self._hinted == done
        self._hinted = done
        self.hints_given += 1
        said = self._said(following)
        written = self.table.game.format(following)
        hint = said if again else part(written, said, self.look.symbols)
        self.notify_player(hint, "accent")

    def _said(self, action: Value) -> str:
        """Return an action as a sentence that names all of its cards."""
        game = self.table.game
        words = game.say(self.model.view, action, self.table.seats)
        return f"{words[:1].upper()}{words[1:]}."


class PuzzleResult(EndingScreen):
    """The result of an attempt, and the reason; one key goes back to the table."""

    app: "RegicideApp"

    def __init__(
        self, look: Look, attempt: PuzzleScreen, verdict: PuzzleVerdict, solved: Notes
    ) -> None:
        super().__init__(look)
        self._try = attempt
        self._verdict = verdict
        self._notes = solved
        self._fault = ""

    async def on_screen_resume(self) -> None:
        """Record a solved puzzle; show an error if that fails."""
        if self._verdict.reached and self._try.puzzle.kept:
            try:
                await asyncio.to_thread(self._notes.add, self._try.puzzle)
            except SaveError as error:
                self._fault = str(error)
            self.refresh_list()

    def ending(self) -> Ending:
        """Return the result of the attempt."""
        reached = self._verdict.reached
        return Ending("SOLVED" if reached else "NOT YET", reached, self._facts)

    def _facts(self, width: int, room: int) -> list[Row]:
        """Return why the puzzle is solved or not, and the puzzle's name."""
        rows = [
            *self._drawn(self._verdict.why, "text+bold", width),
            (),
            *self._drawn(with_signs(self._try.puzzle.name, self.look.symbols), "on-felt", width),
            *prose(self._hints, "on-felt", width),
            *prose(self._fault, "error", width),
        ]
        return rows[:room]

    def _drawn(self, text: str, style: str, width: int) -> list[Row]:
        """Return a sentence in rows, with suit signs on its cards."""
        return wrap([with_cards(word, style, self.look.symbols) for word in text.split()], width)

    @property
    def _hints(self) -> str:
        """Return the number of hints in words; an empty string if there were none."""
        hints = self._try.hints_given
        return f"With {counted(hints, 'hint')}." if hints else ""

    def entries(self) -> list[Entry]:
        """Return the next things to do."""
        again = Entry("a", "Try again", "from the start", "again")
        undo = Entry("u", "Undo", "undo the last action", "undo")
        table = Entry("v", "Look at the table", "", "back")
        puzzles = Entry("p", "Puzzles", "all of them", "app.puzzles")
        review = Entry("V", "Review", "back to the review of the game", "review")
        source = puzzles if self._try.puzzle.kept else review
        if not self._verdict.reached:
            first = [undo, again, table, source]
        elif self._next:
            first = [self._next, again, table, source]
        else:
            first = [source, again, table]
        return [
            *first,
            Entry("m", self.look.named(c.MENU).word.capitalize(), "", "app.menu"),
            Entry("q", self.look.named(c.QUIT).word.capitalize(), "", "app.quit"),
        ]

    @property
    def _next(self) -> Entry | None:
        following = self._following
        if following is None:
            return None
        asks = with_signs(following.asks, self.look.symbols)
        return Entry("N", "Next puzzle", f"Next: {asks}", "next")

    @property
    def _following(self) -> Puzzle | None:
        puzzle = self._try.puzzle
        others = games.puzzles(puzzle.game) if puzzle.kept else ()
        place = others.index(puzzle) + 1 if puzzle in others else len(others)
        return others[place] if place < len(others) else None

    async def action_next(self) -> None:
        """Open the next puzzle."""
        if self._following:
            await self.app.show_puzzle(self._following)

    def action_review(self) -> None:
        """Go back to the review of this mistake."""
        self.app.pop_screen()
        self.app.pop_screen()

    def action_again(self) -> None:
        """Start the same puzzle again."""
        self.app.pop_screen()
        self._try.action_again()

    async def action_undo(self) -> None:
        """Undo the action that failed the puzzle."""
        self.app.pop_screen()
        await self._try.action_undo()
