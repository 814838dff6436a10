"""What the two tables of a shared review have in common: the news, the title and the verdicts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from regicide_tui.games.base import Seat
from regicide_tui.server.api.reviews import ReviewHandle
from regicide_tui.server.model.review.commands import Point, ReviewCommand
from regicide_tui.server.screens.meanwhile import StandInScreen
from regicide_tui.server.screens.review.pointing import mark_pointed, place_after, pointer_text
from regicide_tui.server.screens.review.sentences import below_verdict, describe_people, said_by
from regicide_tui.server.screens.visitor_app import VisitorScreen
from regicide_tui.tui.card_app import is_closed
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.pages.review import step_rows
from regicide_tui.tui.rendering.canvas import filled
from regicide_tui.tui.rendering.layout import PlaceZones, board_of
from regicide_tui.tui.rendering.paint import PaintRows, Row, Run, prose
from regicide_tui.tui.table.game_ui import find
from regicide_tui.tui.table.table_model import TableModel
from regicide_tui.tui.widgets.painted import Rows
from regicide_tui.tui.widgets.table import Zone


def band_rows(paint: PaintRows, width: int, height: int) -> list[Row]:
    """Return rows that are as wide as the board, on their own background."""
    left, board = board_of(width)
    margin = Run(" " * (left + 1))
    return filled("band", [(margin, *row) for row in paint(board - 2, height)], width, height)


def places_with_verdicts(game: str) -> PlaceZones:
    """Return the function that places a game's zones, with room for verdicts if it has one."""
    game_ui = find(game)
    return game_ui.place_zones_with_coach or game_ui.place_zones


WITHOUT_LOG = (c.EARLIER, c.LATER)
"""The commands that do nothing here, since the verdict replaces the log."""
_FAILED = "The bot that analyses the game has failed. Come back later for more verdicts."


class ReviewNews(VisitorScreen):
    """A screen of a shared review, which shows its news."""

    handle: ReviewHandle

    def listen(self) -> Callable[[], None]:
        """Listen to the news of the review."""
        news = self.visitor_app.news.reviews
        return news.add(self.look_soon, self.handle.table, name=self.handle.name)

    @property
    def is_there(self) -> bool:
        """Whether this screen is still open: others may have closed it."""
        return self.is_attached and not is_closed(self)


class SharedTable(StandInScreen, ReviewNews):
    """A table in a shared review, which shows at once what others do."""

    BINDINGS = c.bindings((c.POINT_ON, c.POINT_BACK))

    _shown: tuple[object, ...] = ()
    """What the screen depended on when it was last shown."""
    said: tuple[str, str] = ("", "")
    """A sentence that replaces the verdict until the next key or news, and its style."""

    def look_soon(self) -> None:
        """Show the news soon, if this screen depends on it."""
        self.call_later(self._look_if_open)

    def _look_if_open(self) -> None:
        if self.is_there and self._shown != self._seen:
            self._look()

    def _look(self) -> None:
        self._shown = self._seen
        self.look_again()

    @property
    def _seen(self) -> tuple[object, ...]:
        """What this screen depends on: most verdicts are about other moments."""
        handle = self.handle
        steps = handle.state.steps if handle.state.plays_differently(handle.name) else 0
        number = handle.moment + steps
        known = handle.reviewed.verdicts
        return handle.version, known.get(number - 1), known.get(number)

    def on_screen_resume(self) -> None:
        """Show what has changed."""
        self.look_again()
        self.visitor_app.say_what_waits()

    # ------------------------------------------------------------ what is shown

    def zone_places(self) -> PlaceZones:
        """The function that places the zones, with room for the verdicts."""
        return places_with_verdicts(self.table.game.name)

    def _zones(self) -> Iterator[Zone]:
        """Yield the zones; they highlight the card that someone points at."""
        for zone in super()._zones():
            assert zone.id is not None  # each has the name of its painter
            zone.mark_rows(partial(self._marked, zone.id))
            yield zone

    def _marked(self, zone: str, rows: list[Row]) -> list[Row]:
        """Return the rows of a zone with the card that is pointed at."""
        if self.handle.is_alone:
            return rows
        return mark_pointed(rows, zone, self.handle.state, self.look.symbols)

    def repaint_zones(self) -> None:
        """Repaint the zones, for a card that is pointed at."""
        for zone in self.query(Zone):
            zone.repaint()

    def log_widget(self) -> Rows:
        """Return the widget of the verdicts, which replace the log."""
        return Rows(self.look, id="log")

    @property
    def stood_in(self) -> Mapping[int, Seat]:
        """The seats for which a bot acted, by the numbers of the moves before a what-if."""
        state = self.handle.state
        end = state.moment if state.plays_differently(self.handle.name) else state.length
        return {move: seat for move, seat in state.stood_in.items() if move < end}

    def asides(self, model: TableModel) -> Sequence[Run]:
        """Return who leads and who follows, and the same in fewer words."""
        handle = self.handle
        style = "warning" if handle.is_alone else "muted"
        follow = self.look.keymap.shown(c.FOLLOW)
        return [Run(one, style) for one in describe_people(handle.state, handle.name, follow)]

    def show_verdict(
        self, number: int, notes_at: int | None, instead: str = "", by: str = ""
    ) -> None:
        """Show the verdict on a decision, who points, and the notes on a moment.

        A sentence `instead` replaces the verdict. The decision was made `by` this person, if that
        is known.
        """
        handle, symbols = self.handle, self.look.symbols
        text, style = self.said if self.said[0] else (instead, "text")
        reviewed, state = handle.reviewed, handle.state
        if state.judge_failed and not text:
            text, style = _FAILED, "error"

        def rows(width: int, height: int) -> list[Row]:
            pointed = "" if handle.is_alone else pointer_text(state, symbols, handle.name)
            notes = state.notes_at(notes_at) if notes_at is not None else ()
            said = state.said_at(state.moment)
            lines = [said_by(one, symbols, handle.reader) for one in reversed(said)]
            lines += [(Run(pointed, "accent+bold"),)] if pointed else []
            lines += [said_by(one, symbols, handle.reader) for one in reversed(notes)]
            sentence = prose(text, style, width)

            def verdict(*, brief: bool = False) -> list[Row]:
                return sentence or step_rows(reviewed, number, width, symbols, brief=brief, by=by)

            make_brief = partial(verdict, brief=True)
            return below_verdict(verdict(), make_brief, lines, width, height, symbols)

        self.query_one("#log", Rows).show(partial(band_rows, rows))

    # ------------------------------------------------------------ what is done

    def action_talk(self) -> None:
        """Ask for a message to everyone in the review."""
        if self.visitor.guest:
            self.say("Guests can only read the messages here.")
        else:
            self.visitor_app.ask_text("Message to everyone in the review:", self.handle.say)

    def say(self, sentence: str, style: str = "warning") -> None:
        """Show a sentence in place of the verdict."""
        self.said = sentence, "warning"
        self.look_again()

    async def action_point_on(self, steps: int) -> None:
        """Point at the card some steps after the one that is pointed at."""
        at = place_after(self.handle.state, steps, self.model.holder)
        if at is None:
            self.say("There is no card to point at.")
        else:
            await self.do(Point(*at))

    async def do(self, command: ReviewCommand) -> None:
        """Do something in the review. Raises `Refused`."""
        self.said = ("", "")
        await self.handle.do(command)
        if self.is_there:
            self._look()
