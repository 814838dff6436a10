"""The choice of a person or a bot's level for a seat of a new game."""

from regicide_tui.bots.levels import LEVELS
from regicide_tui.bots.roster import list_levels
from regicide_tui.games.base import Json, Seat
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, Run, width_of
from regicide_tui.tui.widgets.choice import CHOSEN, OPEN, Choice, pointed

_PERSON = "A person at this keyboard; a bot may sit here as well."
_CHARACTERS = {level.name: level.character for level in LEVELS}


class SeatChoice(Choice):
    """A choice of levels, or empty for a person; in a narrow window values stand closer."""

    def __init__(self, look: Look, seat: Seat, level: str) -> None:
        super().__init__(look, f"Player {seat + 1}", ("", *_CHARACTERS), level, _PERSON)
        self.seat = seat

    @property
    def level(self) -> str:
        """The level of the bot, or an empty text."""
        return str(self.value)

    def line(self, width: int) -> Row:
        """Return the values with gaps, or closer together if they don't fit."""
        bot = (Run(" bot", "muted"),)
        rows = [self._row(bot, apart=True), self._row(bot, apart=False), self._row((), apart=False)]
        fitting = [row for row in rows if width_of(row) <= width]
        return fitting[0] if fitting else self._narrow_row()

    def _row(self, told: Row, *, apart: bool) -> Row:
        """Return the line with its label; the text about levels stands before the values."""
        row = pointed(self.label, self.look.symbols, here=self.has_focus)
        for place, chip in enumerate(self._chips(apart=apart)):
            row += (*(told if place == 1 else ()), Run(" "), chip)
        return row

    def _narrow_row(self) -> Row:
        """Return the line for a narrow window, in which the label is cut."""
        row = pointed(self.label, self.look.symbols, here=self.has_focus, narrow=True)
        for place, chip in enumerate(self._chips(apart=False)):
            row += (*((Run(" "),) if place else ()), chip)
        return row

    def _chips(self, *, apart: bool) -> list[Run]:
        words = [f" {self.say(value)} " if apart else self.say(value) for value in self.values]
        styles = [CHOSEN if value == self.value else OPEN for value in self.values]
        pairs = enumerate(zip(words, styles, strict=True))
        return [Run(word, style, f"set({place})") for place, (word, style) in pairs]

    def say(self, value: Json) -> str:
        """Return the name of a level, or of a person."""
        return str(value) or "person"

    def fit(self, game: str, players: int) -> None:
        """Offer the levels that can play this game with this number of players."""
        levels = [level.name for level in list_levels(game, players)]
        self.offer_values(("", *levels), "")
        self.display = bool(levels) and self.seat < players

    def propose(self, level: str) -> None:
        """Set this level as the default, for a game that is chosen."""
        self.value = self._wanted = level

    def introduce(self, name: str) -> None:
        """Say who will sit here: a person, or a bot with this name."""
        self.explain(f"{name}, {_CHARACTERS[self.level]}." if self.level else _PERSON)
