"""Setting up a game: who plays, with which seed, by which house rules."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Input, Label

from regicide_tui import games
from regicide_tui.games.base import BadSetup, Json
from regicide_tui.games.house_rules import SEED_LIMIT
from regicide_tui.play.history import Start
from regicide_tui.play.saves.codec import NAME_LIMIT
from regicide_tui.tui import commands as c
from regicide_tui.tui.guide import Guide
from regicide_tui.tui.look import Look
from regicide_tui.tui.regicide.explain import HOUSE_RULES
from regicide_tui.tui.widgets.bars import KeyBar
from regicide_tui.tui.widgets.choice import Choice, Form, titled

if TYPE_CHECKING:
    from regicide_tui.tui.app import RegicideApp


class NewGameScreen(Screen[None]):
    """The form of a new game of Regicide."""

    DEFAULT_CSS = """
    NewGameScreen { align: center middle; background: $background; }
    NewGameScreen #fault { height: 2; }
    NewGameScreen .text { height: 1; }
    NewGameScreen .text Label { width: 22; color: $foreground; text-style: none; }
    NewGameScreen Input, NewGameScreen Input:focus {
        height: 1; border: none; padding: 0 1; width: 1fr; max-width: 46; background: $surface;
    }
    NewGameScreen Input:focus { background: $panel; }
    NewGameScreen KeyBar { dock: bottom; height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(c.FORM))
    app: "RegicideApp"

    def __init__(self, look: Look, names: tuple[str, ...], house_rules: Mapping[str, Json]) -> None:
        super().__init__()
        self.look = look
        self._names = names
        self._game = games.find("regicide")
        counts = self._game.player_counts
        self._players = Choice(
            look, "Players", counts, max(1, len(names)), "One to four at this keyboard."
        )
        self._options = {
            option.name: Choice(
                look,
                titled(option.name),
                option.values,
                house_rules.get(option.name, option.default),
                option.meaning,
            )
            for option in self._game.options(max(counts))
        }

    def compose(self) -> ComposeResult:
        """Lay out the form."""
        with Form():
            yield Label("A new game of Regicide")
            yield Label("", id="fault", classes="fault")
            yield self._players
            for seat in range(max(self._game.player_counts)):
                name = self._names[seat] if seat < len(self._names) else ""
                label, shown = f"Name of player {seat + 1}", f"Player {seat + 1}"
                yield self._text(f"name-{seat}", label, name, shown, "Shown at the table.")
            shown = "any text; empty for a new deal"
            hint = "The same seed deals the same cards again."
            yield self._text("seed", "Seed", "", shown, hint)
            yield Label("")
            yield Label("House rules")
            yield from self._options.values()
            yield Label("", classes="space")
            yield Label("", id="hint", classes="told")
        yield KeyBar(self.look)

    def on_mount(self) -> None:
        """Show as many names as players."""
        line = self.look.keys("line", c.FORM_PREVIOUS, c.FORM_NEXT)
        change, word, _ = self.look.keys("change", *c.CHOICE)
        keys = [self.look.key(one) for one in (c.DEAL, c.FORM_HELP, c.FORM_BACK)]
        self.query_one(KeyBar).show([line, (change, word, ""), *keys])
        self._fit_players()
        self._players.focus()

    def on_choice_changed(self, message: Choice.Changed) -> None:
        """Show as many names as players, and only the options that matter."""
        if message.choice is self._players:
            self._fit_players()

    def on_descendant_focus(self) -> None:
        """Point at the line, and say what it means."""
        here = self.focused
        for line in self.query(".text"):
            field = line.query_one(Input)
            pointer = self.look.symbols.pointer if field is here else " "
            line.query_one(Label).update(f"{pointer} {line.name}")
        hint = here.hint if isinstance(here, Choice) else (here.tooltip if here else "")
        self.query_one("#hint", Label).update(str(hint or ""))

    async def on_input_submitted(self) -> None:
        """Enter in a text line deals, as anywhere else."""
        await self.action_deal()

    async def action_deal(self) -> None:
        """Deal, or say what is wrong."""
        players = int(self._players.value)
        names = [self._value(f"name-{seat}") for seat in range(players)]
        options = {
            option.name: self._options[option.name].value
            for option in self._game.options(players)
            if option.matters and self._options[option.name].value != option.default
        }
        seats = tuple([name or f"Player {seat + 1}" for seat, name in enumerate(names)])
        try:
            await self.app.deal(Start("regicide", players, self._value("seed"), options), seats)
        except BadSetup as error:
            self.query_one("#fault", Label).update(error.message)

    def action_back(self) -> None:
        """Go back."""
        self.app.pop_screen()

    def guide(self) -> Guide:
        """The rules tell more of the house rules."""
        return Guide("regicide", HOUSE_RULES)

    def _value(self, name: str) -> str:
        return self.query_one(f"#{name}", Input).value.strip()

    def _text(self, name: str, label: str, value: str, shown: str, hint: str) -> Horizontal:
        field = Input(
            value,
            placeholder=shown,
            id=name,
            max_length=SEED_LIMIT if name == "seed" else NAME_LIMIT,
            select_on_focus=False,
            tooltip=hint,
        )
        return Horizontal(Label(f"  {label}"), field, classes="text", id=f"line-{name}", name=label)

    def _fit_players(self) -> None:
        """Show as many names as there are players, and only the options that matter to them."""
        players = int(self._players.value)
        for seat in range(max(self._game.player_counts)):
            self.query_one(f"#line-name-{seat}").display = seat < players and players > 1
        for option in self._game.options(players):
            self._options[option.name].offer(option)
