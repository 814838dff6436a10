"""Who sits in a seat of a new game: a person, or a bot of a level. It stands beside the name."""

from regicide_tui.bots.levels import LEVELS
from regicide_tui.bots.roster import levels_of
from regicide_tui.games.base import Json, Seat
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run
from regicide_tui.tui.rendering.canvas import filled
from regicide_tui.tui.widgets.choice import CHOSEN, HERE, OPEN, Choice

_PERSON = "A person at this keyboard; a bot may sit here as well."
_CHARACTERS = {level.name: level.character for level in LEVELS}


class SeatChoice(Choice):
    """A value beside the name of a seat: a level, or empty for a person.

    There is no room for all values, so the chosen one is shown; a click takes the next.
    """

    DEFAULT_CSS = "SeatChoice { width: 12; }"

    def __init__(self, look: Look, seat: Seat, level: str) -> None:
        super().__init__(look, "", ("", *_CHARACTERS), level, _PERSON)
        self.seat = seat

    @property
    def level(self) -> str:
        """The level of the bot, or an empty text."""
        return str(self.value)

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint what is chosen."""
        here = self.has_focus
        pointer = self.look.symbols.pointer if here else " "
        style = HERE if here else CHOSEN if self.level else OPEN
        chip = Run(f"{pointer}{self.say(self.value)} ", style, "change(1)")
        return filled("stone", [(chip,)], width, height)

    def say(self, value: Json) -> str:
        """Return a level, or who else might sit here."""
        return str(value) or "person"

    def fit(self, game: str, players: int) -> None:
        """Offer what can sit here, if so many play this game."""
        levels = [level.name for level in levels_of(game, players)]
        self.offer_values(("", *levels), "")
        self.display = bool(levels) and self.seat < players

    def introduce(self, name: str) -> str:
        """Say who the bot is that sits here, by the name it will have."""
        return f"{name}, {_CHARACTERS[self.level]}."
