"""What happened at a table while its player was elsewhere, with the actions of their bot."""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from regicide_tui.games.base import Event, Seat
from regicide_tui.games.words import YOU, YOUR_BOT, LogSentence
from regicide_tui.play.table import Told
from regicide_tui.tui.card_app import is_closed
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import EventDescriber, Key, Sentence, event_describer, log_rows
from regicide_tui.tui.pages.reading import TextLine
from regicide_tui.tui.rendering.paint import Run, Symbols, cells_of
from regicide_tui.tui.screens.game import GameScreen
from regicide_tui.tui.screens.texts import LogScreen, Reader

_SHORT, _UNNUMBERED = 100, 29
"""The maximum cells of a summary above the hand, and the width at which the log has no turn
numbers."""


class ByBot(Event):
    """An event of an action that a bot took for this seat's player."""

    event: Event
    seat: Seat


def mark_bots(told: Sequence[Told], stood_in: Mapping[int, Seat]) -> list[Told]:
    """Return moves for a log, with the events of stand-in bots marked.

    `stood_in` has the seats by the numbers of the moves.
    """
    found = [*told]
    for move, seat in stood_in.items():
        if move < len(found):
            by_bot = tuple([ByBot(event, seat) for event in found[move].events])
            found[move] = replace(found[move], events=by_bot)
    return found


def describe_with_bots(
    tell: Callable[[Event, tuple[str, ...]], LogSentence | None], names: tuple[str, ...]
) -> EventDescriber:
    """Return a function that describes events and names stand-in bots as such."""
    usual = event_describer(tell, names)

    def describe(event: Event, symbols: Symbols) -> Sentence | None:
        if not isinstance(event, ByBot):
            return usual(event, symbols)
        by_bot = [*names]
        name = names[event.seat]
        by_bot[event.seat] = YOUR_BOT if name == YOU else f"{name}'s bot"
        return event_describer(tell, tuple(by_bot))(event.event, symbols)

    return describe


class StandInScreen(GameScreen):
    """A game whose log names stand-in bots as such."""

    @property
    def stood_in(self) -> Mapping[int, Seat]:
        """The seats for which a bot acted, by the numbers of the moves."""
        raise NotImplementedError

    def gathered(self, told: Sequence[Told]) -> list[Told]:
        """Return moves for the log, with the events of stand-in bots marked."""
        return mark_bots(super().gathered(told), self.stood_in)

    def event_describer(self) -> EventDescriber:
        """Return a function that describes events; only the visitor is `You`."""
        return describe_with_bots(self.game_ui.tell, self.table.seats)


def tell_shortly(
    told: Sequence[Told], seat: Seat, describe: EventDescriber, symbols: Symbols
) -> str | None:
    """Return what happened as text; None if it is too long, or a bot acted for this seat."""
    moves = log_rows(told, _UNNUMBERED, symbols, describe)
    told_moves = [" ".join(["".join([run.text for run in row]) for row in move]) for move in moves]
    text = "; ".join([" ".join(one.split()) for one in told_moves if one.strip()])
    bots = [event.seat for one in told for event in one.events if isinstance(event, ByBot)]
    return None if cells_of(text) > _SHORT or seat in bots else text


class MeanwhileScreen(LogScreen):
    """What happened at the table while its player was elsewhere, and whose turn it is now."""

    headline = "While you were away"
    BINDINGS = c.bindings((c.TO_TABLE,))

    def __init__(
        self, look: Look, told: Sequence[Told], event_describer: EventDescriber, turn: str
    ) -> None:
        super().__init__(look, told, event_describer)
        self._turn = turn

    def show_turn(self, turn: str) -> None:
        """Show another sentence about whose turn it is."""
        if self._turn == turn or not self.is_attached or is_closed(self):
            return
        self._turn = turn
        for reader in self.query(Reader):  # there is none while the page opens
            reader.show(self.lines, reader.place)

    def key_line(self) -> list[Key]:
        """Return the keys, with the one for the table first."""
        back = self.look.key(c.LEAVE_TEXT)
        return [self.look.key(c.TO_TABLE), *[key for key in super().key_line() if key != back]]

    def lines(self, width: int) -> list[TextLine]:
        """Return the log, and below it whose turn it is."""
        found = super().lines(width)
        last = found[-1][0]
        return [*found, (last, ()), (last, (Run(f" {self._turn}", "accent+bold"),))]
