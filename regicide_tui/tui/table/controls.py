"""What keys and clicks do at the table of a game. Each game may override it.

`TableControls` fits games in which cards are picked from the hand. Its `select_action` knows the
actions of Regicide and its Duel; another game overrides it (`places_of`).
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, ClassVar, Protocol

from msgspec.structs import replace

from regicide_tui.games.base import Value
from regicide_tui.games.regicide_family.plays import Pay, Play
from regicide_tui.play.table import Table
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.table.table_model import NOTHING, Notice, TableModel

if TYPE_CHECKING:
    from textual.geometry import Size
    from textual.screen import Screen


class ControlledTable(Protocol):
    """What the controls of a game may ask of the table screen."""

    model: TableModel
    """The model that is shown now."""

    @property
    def look(self) -> Look:
        """How the table looks."""
        ...

    @property
    def cursor(self) -> int:
        """The place of the pointer, from 0."""
        ...

    @property
    def chosen(self) -> tuple[int, ...]:
        """The places of the picked cards in the hand."""
        ...

    @property
    def local_table(self) -> Table | None:
        """The table with all cards, if all its players act at this screen; else None."""
        ...

    @property
    def is_playing(self) -> bool:
        """Whether the viewer is a player, and the game goes on."""
        ...

    @property
    def ended(self) -> bool:
        """Whether the game is over for this screen."""
        ...

    def may_act(self) -> bool:
        """Tell whether an action can be taken here now."""
        ...

    def notify_player(
        self, text: str, style: str = "warning", *, verbatim: bool = False, holds: bool = False
    ) -> None:
        """Show a sentence above the hand until the next key, as a `Notice` with these fields."""
        ...

    def point(self, cursor: int, chosen: tuple[int, ...], notice: Notice = NOTHING) -> None:
        """Move the pointer or change the choice."""
        ...

    def toggle(self, place: int) -> None:
        """Pick or drop a card."""
        ...

    def show_marked(self, model: TableModel) -> None:
        """Show a model in which only the mark differs."""
        ...

    def end_animation(self) -> bool:
        """End an animation at once; return whether there was one."""
        ...

    def size_of(self, zone: str) -> "Size":
        """Return the size of a zone."""
        ...

    @property
    def hand_across(self) -> int:
        """The number of cards of the hand in a row."""
        ...

    async def act(self, action: Value) -> None:
        """Take an action for the viewer, and show the result."""
        ...

    async def act_for_all(self, action: Value) -> None:
        """Take an action for each seat at this screen until the game ends, and show the result."""
        ...

    async def wish(self, *, wish: bool) -> None:
        """Say for the viewer whether they would like to go next, if they may (R-9)."""
        ...

    async def give_up(self) -> None:
        """Resign for the viewer, and show what comes of it."""
        ...

    @property
    def is_offered_a_draw(self) -> bool:
        """Whether the other player offers the viewer a draw."""
        ...

    def asked(self, question: str) -> bool:
        """Tell whether this question is shown already, and a key has answered it.

        If it is not shown, show it. A key that is held down answers nothing.
        """
        ...

    async def agree_on_draw(self) -> None:
        """Agree on a draw for the viewer, and show what comes of it."""
        ...

    def changed(self, *, acted: bool = False) -> None:
        """Show the table after something was done at this screen."""
        ...

    def open_screen(self, screen: "Screen[None]") -> None:
        """Open a screen above the table."""
        ...


Doing = Callable[..., Awaitable[None] | None]
"""Runs a command of a game, with the numbers that the command gives."""


class TableControls:
    """Controls that pick cards of a hand. A game overrides them and adds its own commands."""

    bound: ClassVar[tuple[c.Command, ...]] = c.ANY_TABLE
    """The commands that have keys at this table."""
    not_in_practice: ClassVar[tuple[c.Command, ...]] = ()
    """The commands of `bound` that lessons and puzzles do not have."""
    pointer_zones: ClassVar[tuple[str, ...]] = ("foresight",)
    """The zones, besides stage and hand, that show the pointer and the picked cards."""
    keeps_pointer: ClassVar[bool] = True
    """Whether the pointer stays where it is after an action."""

    def __init__(self, table: ControlledTable) -> None:
        self.table = table

    @property
    def actions(self) -> Mapping[str, Doing]:
        """The handlers of the game's own commands, by their names in `commands.game_action`."""
        return {}

    def completed(self, model: TableModel) -> TableModel:
        """Return a new model with the facts that only this screen knows."""
        return model

    # ------------------------------------------------------------ the pointer and the choice

    def pick(self, number: int) -> None:
        """Pick or drop a card by its number, or point at a line of a list."""
        model = self.table.model
        if model.choosing:
            if number <= model.place_count:
                self.table.point(number - 1, ())
        elif number <= len(model.hand):
            self.table.toggle(number - 1)

    def pick_here(self) -> None:
        """Pick or drop the card at the pointer."""
        model = self.table.model
        if not model.choosing and model.hand:
            self.table.toggle(self.table.cursor)

    def rise(self) -> None:
        """Pick the card at the pointer; in a list, move up."""
        model, cursor = self.table.model, self.table.cursor
        if model.choosing:
            self.move(-1)
        elif model.hand and cursor not in self.table.chosen:
            self.table.toggle(cursor)

    def sink(self) -> None:
        """Drop the card at the pointer; in a list, move down."""
        if self.table.model.choosing:
            self.move(1)
        elif self.table.cursor in self.table.chosen:
            self.table.toggle(self.table.cursor)

    def move(self, steps: int) -> None:
        """Move the pointer; it wraps around at the ends."""
        model = self.table.model
        if model.place_count and not model.curtain:
            self.table.point((self.table.cursor + steps) % model.place_count, self.table.chosen)

    def clear(self) -> None:
        """Drop all picked cards."""
        self.table.point(self.table.cursor, ())

    def advise(self, action: Value, notice: Notice) -> None:
        """Make an action ready, so that `confirm` takes it."""
        self.select_action(action, notice)
        model = self.table.model
        if model.intent != action:
            self.table.show_marked(replace(model, advised=action, play_preview=None))

    def select_action(self, action: Value, notice: Notice) -> None:
        """Pick the cards of an action, if it has any."""
        chosen = places_of(self.table.model, action)
        self.table.point(chosen[0] if chosen else self.table.cursor, chosen, notice)

    def goes_on(self) -> bool:
        """Go on to the next part of a choice; return whether there is one."""
        return False


def places_of(model: TableModel, action: object) -> tuple[int, ...]:
    """Return the places of an action's cards in the hand.

    Only a play or payment of Regicide or its Duel has places; any other action has none.
    """
    if not isinstance(action, Play | Pay):
        return ()
    return tuple([model.hand.index(card) for card in action.cards])
