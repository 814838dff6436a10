"""The line of a form that says who sits in a seat: a person, or a bot of a level."""

from regicide_tui.bots.levels import LEVELS
from regicide_tui.bots.roster import levels_of
from regicide_tui.games.base import Json, Seat
from regicide_tui.play.dealing import unnamed
from regicide_tui.tui.look import Look
from regicide_tui.tui.widgets.choice import Choice

_PERSON = "Somebody at this keyboard."
_CHARACTERS = {level.name: level.character for level in LEVELS}


class SeatChoice(Choice):
    """The line of a seat; its value is the name of a level, or empty for a person."""

    def __init__(self, look: Look, seat: Seat, level: str) -> None:
        super().__init__(look, unnamed(seat), ("", *_CHARACTERS), level, _PERSON)
        self.seat = seat

    @property
    def level(self) -> str:
        """The level of the bot, or an empty text."""
        return str(self.value)

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
