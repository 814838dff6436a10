"""The form for a new game: its players, its seed and its house rules."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual.widget import Widget
from textual.widgets import Input

from regicide_tui import games
from regicide_tui.bots.roster import name_players
from regicide_tui.games.base import BadSetup
from regicide_tui.games.setup import SEED_LIMIT
from regicide_tui.play.dealing import (
    LastPlayers,
    applicable_rules,
    check_names,
    default_name,
)
from regicide_tui.play.history import Start
from regicide_tui.play.settings import Settings
from regicide_tui.tui.card_app import is_closed
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.screens.game_form import GameForm
from regicide_tui.tui.widgets.form import Choice, SeatChoice
from regicide_tui.tui.widgets.table import TextLine

if TYPE_CHECKING:
    from regicide_tui.tui.app import RegicideApp

_MOST_PLAYERS = 4
_NAME_LIMIT = 20
"""Maximum characters of a name here: longer names would fill the log."""
_NAME = f"Shown at the table; at most {_NAME_LIMIT} characters."
_YOUR_NAME = f"At most {_NAME_LIMIT} characters; saved in the settings."
_SEED = "The same seed deals the same cards again."


class NewGameScreen(GameForm):
    """The form for a new game of any kind."""

    DEFAULT_CSS = "NewGameScreen.-middle.-low .full .rules { display: none; }"
    headline, begin, lines_id = "New game", c.DEAL, "table"
    app: "RegicideApp"

    def __init__(self, look: Look, game: str, settings: Settings, last: LastPlayers) -> None:
        self._settings = settings
        self._last = last
        names = settings.names or last.names
        self._names = (settings.name, *names[1:]) if settings.name else names
        self._players_before = last.players
        self._named = len(settings.names)
        counts = games.find(game).player_counts
        players = Choice(
            look, "Players", counts, self._usual(game), "People at this keyboard, and bots."
        )
        super().__init__(look, game, players, settings.house_rules)
        levels = self._usual_levels(game)
        self._seats = [SeatChoice(look, seat, levels[seat]) for seat in range(1, _MOST_PLAYERS)]

    def lines(self) -> Iterator[Widget]:
        """Yield the seats with their names, and the seed."""
        for seat in range(_MOST_PLAYERS):
            name = self._names[seat] if seat < len(self._names) else ""
            if seat:  # the first player is always a person
                yield self._seats[seat - 1]
            label = f"Name of player {seat + 1}" if seat else "Your name"
            hint = _NAME if seat else _YOUR_NAME
            yield self._line(f"name-{seat}", label, name, default_name(seat), hint)
        yield self._line("seed", "Seed", "", "any text; empty for a new deal", _SEED)

    def on_choice_changed(self, message: Choice.Changed) -> None:
        """Show a line for each player, and only the options that matter."""
        if message.choice is self._game:
            game = self._game.game
            counts = games.find(game).player_counts
            self._players.offer_values(counts, self._usual(game))
            for seat, level in zip(self._seats, self._usual_levels(game)[1:], strict=True):
                seat.propose(level)
        if message.choice in (self._game, self._players, *self._seats):
            self.fit()
            self._introduce()

    def on_descendant_focus(self) -> None:
        """Show who sits at the focused seat, and hide the errors of other lines."""
        for line in self.query(Choice):
            line.warn("")
        self._introduce()

    def _introduce(self) -> None:
        """Show who sits at the focused seat."""
        seat = self.focused
        if isinstance(seat, SeatChoice) and not is_closed(self):
            seat.introduce(self._called[seat.seat])

    async def on_input_submitted(self) -> None:
        """Deal when enter is pressed in a text line, as in any other line."""
        await self.action_deal()

    async def action_deal(self) -> None:
        """Deal the game, or show the error."""
        game, players = self._game.game, self._players.number
        names, bots = self._called, self._levels
        known = games.find(game).options(players)
        options = applicable_rules(known, self._rules.chosen(game))
        try:
            check_names(names, players)
            await self._keep_name()
            await self.app.deal(Start(game, players, self._value("seed"), options), names, bots)
        except BadSetup as error:
            self._warn(error.message)

    def _warn(self, fault: str) -> None:
        """Show an error below the focused line."""
        if not is_closed(self):
            for line in (*self.query(Choice), *self.query(TextLine)):
                if line.has_focus_within:
                    line.warn(fault)

    async def _keep_name(self) -> None:
        """Save the player's name if it is new; ignore a settings file that can't be written."""
        name = self._value("name-0")
        asked = self._players.number > 1
        if asked and name and name != self._settings.name:
            await self.app.change_setting(("name",), name)

    def _usual(self, game: str) -> int:
        """Return the number of known names, or of players last time, or else the fewest."""
        counts = games.find(game).player_counts
        wanted = self._named or self._players_before.get(game, 0)
        return min(counts, key=lambda count: abs(count - wanted))

    @property
    def _levels(self) -> tuple[str, ...]:
        """Return the levels of the bots by seat; an empty string for a person."""
        others = self._seats[: self._players.number - 1]
        return ("", *[choice.level if choice.display else "" for choice in others])

    @property
    def _called(self) -> tuple[str, ...]:
        """Return the names by seat; an empty string for a person without a name."""
        levels = self._levels
        return name_players(levels, [self._value(f"name-{seat}") for seat in range(len(levels))])

    def _value(self, name: str) -> str:
        return self.query_one(f"#{name}", Input).value.strip()

    def _usual_levels(self, game: str) -> list[str]:
        """Return the levels by seat as last time; at first, the opponents are bots.

        Further seats are like the last one of these.
        """
        at_first = games.manifest(game).first_opponents if self._named < 2 else ()
        known = game in self._last.players
        levels = self._last.bots.get(game, ()) if known else at_first
        further = levels[-1] if levels else ""
        return [*levels, *[further] * _MOST_PLAYERS][:_MOST_PLAYERS]

    def _line(self, name: str, label: str, value: str, shown: str, hint: str) -> TextLine:
        limit = SEED_LIMIT if name == "seed" else _NAME_LIMIT
        field = Input(value, placeholder=shown, id=name, max_length=limit, select_on_focus=False)
        return TextLine(self.look, label, field, hint)

    def fit(self) -> None:
        """Show the choices of each seat, the names of people, and the options that matter."""
        game, players = self._game.game, self._players.number
        for choice in self._seats:
            choice.fit(game, players)
        levels = self._levels
        for seat in range(_MOST_PLAYERS):
            person = seat < players and players > 1 and not levels[seat]
            self.query_one(f"#line-name-{seat}").display = person
            if seat:
                self._seats[seat - 1].set_class(person, "joined")
        super().fit()
