"""Who sits in a seat of a new game: a person, or a bot of a level, in a row of choices."""

from regicide_tui.bots.levels import LEVELS
from regicide_tui.bots.roster import levels_of
from regicide_tui.games.base import Json, Seat
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run, width_of
from regicide_tui.tui.rendering.canvas import filled
from regicide_tui.tui.widgets.choice import CHOSEN, LABEL_WIDTH, OPEN, Choice, pointed

_PERSON = "A person at this keyboard; a bot may sit here as well."
_CHARACTERS = {level.name: level.character for level in LEVELS}


class SeatChoice(Choice):
    """A line of levels, or empty for a person; in a narrow one they stand closer together."""

    def __init__(self, look: Look, seat: Seat, level: str) -> None:
        super().__init__(look, f"Player {seat + 1}", ("", *_CHARACTERS), level, _PERSON)
        self.seat = seat

    @property
    def level(self) -> str:
        """The level of the bot, or an empty text."""
        return str(self.value)

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the values as other lines do, or closer together if that is too wide."""
        (row,) = super().paint(width, height)
        chips = [Run(f" {self.say(value)} ") for value in self.values]
        if width_of(chips) + len(chips) + LABEL_WIDTH + 1 <= width:
            return [row]
        words = [self.say(value) for value in self.values]
        narrow = LABEL_WIDTH + 2 + len(" ".join(["", *words])) > width
        row = pointed(self.label, self.look.symbols, here=self.has_focus, narrow=narrow)
        for place, (word, value) in enumerate(zip(words, self.values, strict=True)):
            style = CHOSEN if value == self.value else OPEN
            gap = () if narrow and not place else (Run(" "),)
            row += (*gap, Run(word, style, f"set({place})"))
        return filled("stone", [row], width, height)

    def say(self, value: Json) -> str:
        """Return a level, or who else might sit here."""
        return str(value) or "person"

    def fit(self, game: str, players: int) -> None:
        """Offer what can sit here, if so many play this game."""
        levels = [level.name for level in levels_of(game, players)]
        self.offer_values(("", *levels), "")
        self.display = bool(levels) and self.seat < players

    def propose(self, level: str) -> None:
        """Take this level, as long as another game is chosen."""
        self.value = self._wanted = level

    def introduce(self, name: str) -> str:
        """Say who the bot is that sits here, by the name it will have."""
        return f"{name}, {_CHARACTERS[self.level]}."
