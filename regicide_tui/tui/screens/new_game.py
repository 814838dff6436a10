"""The form of a new game: its players, its seed and its house rules."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Input, Label

from regicide_tui import games
from regicide_tui.bots.roster import name_players
from regicide_tui.games.base import BadSetup
from regicide_tui.games.house_rules import SEED_LIMIT
from regicide_tui.play.dealing import (
    LastPlayers,
    applicable_rules,
    check_names,
    default_name,
)
from regicide_tui.play.history import Start
from regicide_tui.play.settings import Settings
from regicide_tui.tui.closing import is_closed
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input.guide import HOUSE_RULES, Guide
from regicide_tui.tui.look import Look
from regicide_tui.tui.navigation import HomeApp
from regicide_tui.tui.screens.lists import heading_of
from regicide_tui.tui.widgets.choice import FORM_TALL, FORM_WIDE, Button, Choice, Form, FormLines
from regicide_tui.tui.widgets.game_tiles import GameTiles
from regicide_tui.tui.widgets.house_rules import HouseRules
from regicide_tui.tui.widgets.seats import SeatChoice
from regicide_tui.tui.widgets.table.bars import KeyBar, TitleBar

_MOST_PLAYERS = 4
_FEW, _SPACIOUS = 2, 56
"""Rows of a window below which the lines of many players have no blank rows between them."""
_NAME_LIMIT = 20
"""Characters that a name may have here: longer names would fill the log."""
_NAME = f"Shown at the table; at most {_NAME_LIMIT} characters."
_YOUR_NAME = f"{_NAME} It is saved in the settings."
_SEED = "The same seed deals the same cards again."


class NewGameScreen(Screen[None]):
    """The form of a new game of any kind."""

    DEFAULT_CSS = """
    NewGameScreen { align: center top; background: $stone; }
    NewGameScreen #hint { height: 2; }
    NewGameScreen.-middle #hint { height: 1; }
    NewGameScreen.-middle.-low .many .rules { display: none; }
    NewGameScreen .text { height: 1; }
    NewGameScreen.-wide.-tall .text { margin: 0 0 1 0; }
    NewGameScreen.-wide.-tall .many .text { margin: 0; }
    NewGameScreen .text Label { width: 20; color: $foreground; text-style: none; padding: 0; }
    NewGameScreen .text.here Label {
        background: $accent; color: $on-accent; text-style: $filled-style;
    }
    NewGameScreen Input, NewGameScreen Input:focus {
        height: 1; border: none; padding: 0 1; margin: 0 1; width: 1fr; max-width: 34;
        background: $chip;
    }
    NewGameScreen TitleBar { dock: top; height: 1; }
    NewGameScreen KeyBar { dock: bottom; height: 1; }
    """
    HORIZONTAL_BREAKPOINTS = FORM_WIDE
    VERTICAL_BREAKPOINTS = FORM_TALL
    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(c.FORM))
    app: HomeApp

    def __init__(self, look: Look, game: str, settings: Settings, last: LastPlayers) -> None:
        super().__init__()
        self.look = look
        self._settings = settings
        self._last = last
        names = settings.names or last.names
        self._names = (settings.name, *names[1:]) if settings.name else names
        self._players_before = last.players
        self._named = len(settings.names)
        self._game = GameTiles(look, game, "Which game to play.")
        counts = games.find(game).player_counts
        self._players = Choice(
            look, "Players", counts, self._usual(game), "People at this keyboard, and bots."
        )
        levels = self._usual_levels(game)
        self._seats = [SeatChoice(look, seat, levels[seat]) for seat in range(1, _MOST_PLAYERS)]
        self._rules = HouseRules(look, settings.house_rules)

    def compose(self) -> ComposeResult:
        """Compose the form."""
        title = TitleBar(self.look)
        yield title
        with Form():
            yield self._game
            with FormLines(self.look, title, heading_of("New game")):
                with Vertical(id="table", classes="part"):
                    yield Label("THE TABLE", classes="gap")
                    yield self._players
                    for seat in range(_MOST_PLAYERS):
                        name = self._names[seat] if seat < len(self._names) else ""
                        if seat:  # the first player is always a person
                            yield self._seats[seat - 1]
                        label = f"Name of player {seat + 1}" if seat else "Your name"
                        hint = _NAME if seat else _YOUR_NAME
                        yield self._text(f"name-{seat}", label, name, default_name(seat), hint)
                    yield self._text("seed", "Seed", "", "any text; empty for a new deal", _SEED)
                with Vertical(classes="part"):
                    yield Label("HOUSE RULES", classes="rules")
                    yield self._rules
            yield Label("", id="hint", classes="told")
            yield Button(self.look, "DEAL", self.look.key(c.DEAL))
        yield KeyBar(self.look)

    def on_mount(self) -> None:
        """Show as many lines of names as there are players."""
        line = self.look.keys("line", c.FORM_PREVIOUS, c.FORM_NEXT)
        change, word, _ = self.look.keys("change", *c.CHOICE)
        keys = [self.look.key(one) for one in (c.DEAL, c.FORM_HELP, c.FORM_BACK, c.FORM_QUIT)]
        self.query_one(KeyBar).show([line, (change, word, ""), *keys])
        self._fit_players()
        self._game.focus()

    def on_resize(self) -> None:
        """Set the distance of the lines by the size of the window."""
        self._fit_players()

    def on_choice_changed(self, message: Choice.Changed) -> None:
        """Show a line for each player, and only the options that matter."""
        if message.choice is self._game:
            game = self._game.game
            counts = games.find(game).player_counts
            self._players.offer_values(counts, self._usual(game))
            for seat, level in zip(self._seats, self._usual_levels(game)[1:], strict=True):
                seat.propose(level)
        if message.choice in (self._game, self._players, *self._seats):
            self._fit_players()
            self._tell_hint()

    def on_descendant_focus(self) -> None:
        """Mark the focused line, and show what it means."""
        here = self.focused
        for line in self.query(".text"):
            field = line.query_one(Input)
            pointer = self.look.symbols.pointer if field is here else " "
            line.query_one(Label).update(f"{pointer} {line.name}")
            line.set_class(field is here, "here")
        self._tell_hint()

    def _tell_hint(self) -> None:
        """Show what the line at the pointer means."""
        match self.focused:
            case SeatChoice() as seat if seat.level:
                hint = seat.introduce(self._called[seat.seat])
            case Choice() as choice:
                hint = choice.hint
            case here:
                hint = str(here.tooltip) if here else ""
        self._say(hint)

    def _say(self, text: str, *, fault: bool = False) -> None:
        """Show below the form what a line means, or what is wrong."""
        if is_closed(self):
            return
        label = self.query_one("#hint", Label)
        label.update(text)
        label.set_class(fault, "fault")

    async def on_input_submitted(self) -> None:
        """Deal when enter is pressed in a text line, as in any other line."""
        await self.action_deal()

    async def action_deal(self) -> None:
        """Deal the game, or show what is wrong."""
        game, players = self._game.game, self._players.number
        names, bots = self._called, self._levels
        known = games.find(game).options(players)
        options = applicable_rules(known, self._rules.chosen(game))
        try:
            check_names(names, players)
            await self._keep_name()
            await self.app.deal(Start(game, players, self._value("seed"), options), names, bots)
        except BadSetup as error:
            self._say(error.message, fault=True)

    async def _keep_name(self) -> None:
        """Save the player's name if it is new; ignore a settings file that can't be written."""
        name = self._value("name-0")
        asked = self._players.number > 1
        if asked and name and name != self._settings.name:
            await self.app.change_setting(("name",), name)

    def action_back(self) -> None:
        """Go back."""
        self.app.pop_screen()

    def guide(self) -> Guide:
        """Return the help: the rules describe the house rules."""
        return Guide(self._game.game, HOUSE_RULES)

    def _usual(self, game: str) -> int:
        """Return the number of known names, or of players last time; else the fewest."""
        counts = games.find(game).player_counts
        wanted = self._named or self._players_before.get(game, 0)
        return min(counts, key=lambda count: abs(count - wanted))

    @property
    def _levels(self) -> tuple[str, ...]:
        """Return the levels of the bots by seat; an empty text for a person."""
        others = self._seats[: self._players.number - 1]
        return ("", *[choice.level if choice.display else "" for choice in others])

    @property
    def _called(self) -> tuple[str, ...]:
        """Return the names by seat; an empty text for a person without a name."""
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

    def _text(self, name: str, label: str, value: str, shown: str, hint: str) -> Horizontal:
        field = Input(
            value,
            placeholder=shown,
            id=name,
            max_length=SEED_LIMIT if name == "seed" else _NAME_LIMIT,
            select_on_focus=False,
            tooltip=hint,
        )
        return Horizontal(Label(f"  {label}"), field, classes="text", id=f"line-{name}", name=label)

    def _fit_players(self) -> None:
        """Show the choices of each seat, the names of people, and the options that matter."""
        game, players = self._game.game, self._players.number
        crowded = players > _FEW and self.size.height < _SPACIOUS
        self.query_one(FormLines).set_class(crowded, "many")
        self._players.display = len(self._players.values) > 1
        for choice in self._seats:
            choice.fit(game, players)
        levels = self._levels
        for seat in range(_MOST_PLAYERS):
            person = seat < players and players > 1 and not levels[seat]
            self.query_one(f"#line-name-{seat}").display = person
            if seat:
                self._seats[seat - 1].set_class(not person, "nameless")
        self._rules.fit(game, players)
