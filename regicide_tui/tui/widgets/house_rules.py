"""The lines of a form for several games: the choice of the game, and its house rules."""

from collections.abc import Mapping

from textual.app import ComposeResult
from textual.containers import Vertical

from regicide_tui import games
from regicide_tui.games.base import Json
from regicide_tui.play.settings import house_rules
from regicide_tui.tui.look import Look
from regicide_tui.tui.table.game_ui import with_tables
from regicide_tui.tui.widgets.choice import Choice, titled


class GameChoice(Choice):
    """The choice of a game. It has no label, since the names need the room."""

    def __init__(self, look: Look, game: str, hint: str = "") -> None:
        super().__init__(look, "", with_tables(), game, hint)

    @property
    def game(self) -> str:
        """The name of the game that is chosen."""
        return str(self.value)

    def say(self, value: Json) -> str:
        """Return the title of a game."""
        return games.find(str(value)).title


class HouseRules(Vertical):
    """The lines of the house rules; those of one game are shown at a time."""

    DEFAULT_CSS = "HouseRules { height: auto; }"

    def __init__(self, look: Look, wanted: Mapping[str, Mapping[str, Json]]) -> None:
        super().__init__()
        self._choices = {
            (game, option.name): Choice(
                look,
                titled(option.name),
                option.values,
                wanted.get(game, {}).get(option.name, option.default),
                option.meaning,
            )
            for game in with_tables()
            for option in house_rules(game)
        }

    def compose(self) -> ComposeResult:
        """Compose the lines."""
        yield from self._choices.values()

    def fit(self, game: str, players: int | None = None) -> None:
        """Show the house rules of a game that matter with this number of players.

        Without a number, those that matter with some number are shown.
        """
        found = house_rules(game) if players is None else games.find(game).options(players)
        options = {option.name: option for option in found}
        for (of, name), choice in self._choices.items():
            if of == game:
                choice.offer(options[name])
            else:
                choice.display = False

    def chosen(self, game: str) -> dict[str, Json]:
        """Return the chosen house rules of a game."""
        return {name: choice.value for (of, name), choice in self._choices.items() if of == game}

    def key_of(self, choice: Choice) -> tuple[str, str]:
        """Return the game and the name of the house rule of a line."""
        return next(key for key, one in self._choices.items() if one is choice)
