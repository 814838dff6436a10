"""The line of a form that says who sits in a seat: a person, or a bot of a level."""

from regicide_tui.bots.levels import LEVELS
from regicide_tui.bots.roster import levels_of
from regicide_tui.games.base import Json
from regicide_tui.tui.look import Look
from regicide_tui.tui.widgets.choice import Choice

_PERSON = "Somebody at this keyboard."
_CHARACTERS = {level.name: level.character for level in LEVELS}


class SeatChoice(Choice):
    """The line of a seat; its value is the name of a level, or empty for a person."""

    def __init__(self, look: Look, number: int, level: str) -> None:
        levels = ("", *_CHARACTERS)
        super().__init__(look, f"Player {number}", levels, level, _PERSON)

    @property
    def level(self) -> str:
        """The level of the bot, or an empty text."""
        return str(self.value)

    def say(self, value: Json) -> str:
        """Return a level, or who else might sit here."""
        return str(value) or "person"

    def fit(self, game: str, players: int, number: int) -> None:
        """Offer what can sit in a seat, by its number, where several play this game."""
        levels = [level.name for level in levels_of(game, players)]
        self.offer_values(("", *levels), "")
        self.display = bool(levels) and number <= players and players > 1

    def introduce(self, name: str) -> str:
        """Say who the bot is that sits here, by the name it will have."""
        return f"{name}, {_CHARACTERS[self.level]}."
