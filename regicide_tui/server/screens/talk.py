"""The list of what can be said, asked and answered at a table."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key

from regicide_tui.games.words import counted, named
from regicide_tui.server.api.tables import TableHandle
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.visitor_table import VisitorTable
from regicide_tui.server.screens.ignoring import IgnoringScreen
from regicide_tui.server.screens.lists import HandleList, key_of
from regicide_tui.server.screens.lobby_page import chat_rows
from regicide_tui.server.screens.reading import READ_FIRST, Reading, agreement, refusal
from regicide_tui.server.screens.words import describe_places, describe_question
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, Run, prose
from regicide_tui.tui.screens.lists import Entry

_REMEMBERED = ((22, 6), (0, 2))
"""The least rows of the window, and the number of sentences shown above the list.

Their rows are reserved from the beginning, so a new sentence never moves the answers below it.
"""


_WRITE = "Press t to write something."
_ONLY_THESE = "Only these sentences can be said now: a number says one."
_SURE = "Press E again to ask all to end the game without a winner."


class TalkScreen(HandleList):
    """What can be said at the table: while partners play only the phrases of the list (R-9).

    Rivals may say whatever they like (D-22), and all may before and after a game.

    Answers refer to the question that is shown. A question that has only just come can't be
    answered at once. Whoever begins to type instead of choosing is told how to speak, and says
    nothing by it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "tell_how", show=False)]

    def __init__(self, look: Look, handle: TableHandle, reading: Reading) -> None:
        super().__init__(look, handle)
        self.reading = reading

    async def on_key(self, event: Key) -> None:
        """Tell how to speak if the key is that of no entry; those are run by the base class.

        Textual calls this besides the method of the base class.
        """
        keys = [entry.key for entry in self.shown]
        if event.is_printable and self.is_current and event.character not in keys:
            self.action_tell_how()

    def action_tell_how(self) -> None:
        """Tell how to speak here; guests who watch can't."""
        if any(entry.key == "t" for entry in self.shown):
            self.say(_WRITE)
        elif self._handle.table.seat is not None:
            self.say(_ONLY_THESE)

    def show_entries(self, entries: list[Entry]) -> None:
        """Show the list, and note the question that is shown."""
        self.reading.show(self._handle.table.shown_question)
        super().show_entries(entries)

    @property
    def headline(self) -> str:
        """Who can read what is said."""
        return "Spectators" if self._handle.table.seat is None else "Talk"

    def heading(self) -> list[Row]:
        """Return what was said last, and what is asked."""
        table = self._handle.table
        watching = table.seat is None
        spoken = self._handle.spectator_chat if watching else table.said
        most = next(most for high, most in _REMEMBERED if self.size.height >= high)
        rows = chat_rows(spoken, self.measure, most, self._handle.name)
        rows = [*[()] * (most - len(rows)), *rows]
        asked = describe_question(table)
        asked_rows: list[Row] = [(Run(asked, "text+bold"),)] if asked else []
        return [*rows, *self._places(table), *asked_rows, *self.sentence_rows()]

    def _places(self, table: VisitorTable) -> list[Row]:
        """Return where the others are, if not all look at the table."""
        places = describe_places(table, self._handle.name, self.visitor_app.api.now(), between=", ")
        return [*prose(places, "muted", self.measure)] if places else []

    def entries(self) -> list[Entry]:
        """Return what can be said and done now."""
        table = self._handle.table
        guest, to_table = self.visitor_app.visitor.guest, "Back to the table"
        if table.seat is None and guest:
            return [Entry("", to_table, "guests only listen", "back")]
        ignore = Entry("x", "Ignore people", "hide what they write", "ignore")
        last = [*([] if guest else [ignore]), Entry("", to_table, "", "back")]
        if table.seat is None:
            return [Entry("t", "Say something", "the players don't hear it", "whisper"), *last]
        found = self._answers(table)
        phrases = [
            self.entry_for(key_of(place), one.text, "", commands.Say(one.id, one.number))
            for place, one in enumerate(table.phrases, 1)
        ]
        if table.speaks_freely and not guest:
            found.append(Entry("t", "Say something", "in your own words", "tell"))
        if not table.playing:
            return [*found, *phrases, *last]
        end: list[Entry] = []
        hosting = table.host == self._handle.name
        days = table.days > 0
        absent = () if days else table.absent
        if absent and table.absent_without_bot and (hosting or table.question is None):
            detail = f"for {named(table.absent_without_bot)}, until they come back"
            let = self.entry_for("b", "Let a bot play", detail, commands.StandIn())
            ask = self.entry_for("b", "Ask for a bot", detail, commands.Ask(commands.STAND_IN))
            end.append(let if hosting else ask)
        if days:
            end += self._of_days(table)
        if table.question is None:
            end.append(Entry("E", "Ask to end the game", "without a winner", "end_all"))
        if absent and hosting:
            away = "while somebody is away"
            end.append(self.entry_for("Z", "End the game", away, commands.End()))
        return [*found, *phrases, *end, *last]

    def _of_days(self, table: VisitorTable) -> list[Entry]:
        """Return what players can do by correspondence: ask for a pause, give more time."""
        found = []
        if table.question is None and table.paused_until <= self.visitor_app.api.now():
            detail = f"the clocks stop for {commands.PAUSE_DAYS} days, or until the next action"
            found.append(
                self.entry_for("", "Ask for a pause", detail, commands.Ask(commands.PAUSE))
            )
        if table.acting_person not in (None, table.seat):
            acting = table.seats[table.acting_person or 0]
            detail = f"{acting} has {counted(table.days, 'day')} again"
            found.append(self.entry_for("", "Give more time", detail, commands.GiveTime()))
        return found

    def action_ignore(self) -> None:
        """List the people of this table who can be ignored, and those who are."""

        def find_people() -> list[str]:
            spoken = [one.by for one in reversed(self._handle.spectator_chat)]
            return [*self._handle.table.seats, *spoken]

        self.app.push_screen(IgnoringScreen(self.look, find_people))

    def _answers(self, table: VisitorTable) -> list[Entry]:
        """Return the answers to what is asked, and the wishes that can be stated now."""
        found: list[Entry] = []
        if (asked := table.shown_question) is not None:
            agreed = table.open_question is None
            label = "Take the question back" if agreed else "Refuse"
            if not agreed:
                found.append(Entry("a", "Agree", "", "agree"))
            found.append(self.entry_for("r", label, "", refusal(asked)))
        if table.may_wish and table.seat != table.to_act:
            found.append(self.entry_for("+", "I would like to go next.", "", commands.Wish(True)))
            found.append(self.entry_for("-", "I don't want to go next.", "", commands.Wish(False)))
        return found

    async def action_do(self, command: str) -> None:
        """Run a command, and go back to the table."""
        await super().action_do(command)
        self.action_back()

    async def action_agree(self) -> None:
        """Agree to what is asked."""
        asked = self._handle.table.open_question
        if asked is not None and self.reading.read(asked):
            await self._handle.do(agreement(asked))
            self.action_back()
        else:
            self.say(READ_FIRST)

    def action_tell(self) -> None:
        """Ask for what to say to all at the table."""
        self.visitor_app.ask_text("To all at the table:", self._tell)

    async def _tell(self, text: str) -> None:
        """Say this at the table, and go back there."""
        await self._handle.tell(text)
        self.action_back()

    async def action_end_all(self) -> None:
        """Ask all to end the game, if that is said twice."""
        if self.sentence == _SURE:
            await self._handle.do(commands.Ask(commands.END))
            self.action_back()
        else:
            self.say(_SURE)

    def action_whisper(self) -> None:
        """Ask for a message to the other spectators."""
        self.visitor_app.ask_text("To the others who watch:", self._say_to_spectators)

    async def _say_to_spectators(self, text: str) -> None:
        self._handle.say_to_spectators(text)
