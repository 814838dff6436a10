"""The effects of keys and clicks at the table of a game. Each game may override them.

`TableControls` fits games in which cards are picked from the hand. Its `select_action` knows the
actions of Regicide and its Duel; another game overrides it (`places_of`).
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from regicide_tui.games.base import Value
from regicide_tui.games.regicide_family.plays import Pay, Play
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.table.table_model import Notice, TableModel

if TYPE_CHECKING:
    from regicide_tui.tui.screens.table import TableScreen


Doing = Callable[..., Awaitable[None] | None]
"""Runs a command of a game, with the numbers that the command gives."""


class TableControls:
    """Controls that pick cards of a hand. A game overrides them and adds its own commands."""

    bound: ClassVar[tuple[c.Command, ...]] = c.ANY_TABLE
    """The commands that have keys at this table."""
    not_in_practice: ClassVar[tuple[c.Command, ...]] = ()
    """The commands of `bound` that lessons and puzzles don't have."""
    for_spectators: ClassVar[tuple[c.Command, ...]] = ()
    """The commands of `bound` that spectators have, in addition to those of every game."""
    pointer_zones: ClassVar[tuple[str, ...]] = ("foresight",)
    """The zones, in addition to stage and hand, that show the cursor and the picked cards."""
    keeps_pointer: ClassVar[bool] = True
    """Whether the cursor stays where it is after an action."""

    def __init__(self, table: "TableScreen") -> None:
        self.table = table

    @property
    def actions(self) -> Mapping[str, Doing]:
        """The handlers of the game's own commands, by their names in `commands.game_action`."""
        return {}

    def completed(self, model: TableModel) -> TableModel:
        """Return the model, completed with facts that only this screen knows."""
        return model

    @property
    def commands(self) -> Sequence[c.Command]:
        """The commands that this game can ever offer."""
        return self.bound

    # ------------------------------------------------------------ the cursor and the choice

    def pick(self, number: int) -> None:
        """Pick or unpick a card by its number, or move to a line of a list."""
        model = self.table.model
        if model.choosing:
            if number <= model.place_count:
                self.table.point(number - 1, ())
        elif number <= len(model.hand):
            self.table.toggle(number - 1)

    def pick_here(self) -> None:
        """Pick or unpick the card at the cursor."""
        model = self.table.model
        if not model.choosing and model.hand:
            self.table.toggle(self.table.cursor)

    def rise(self) -> None:
        """Pick the card at the cursor; in a list, move up."""
        model, cursor = self.table.model, self.table.cursor
        if model.choosing:
            self.move(-1)
        elif model.hand and cursor not in self.table.chosen:
            self.table.toggle(cursor)

    def sink(self) -> None:
        """Unpick the card at the cursor; in a list, move down."""
        if self.table.model.choosing:
            self.move(1)
        elif self.table.cursor in self.table.chosen:
            self.table.toggle(self.table.cursor)

    def move(self, steps: int) -> None:
        """Move the cursor; it wraps around at the ends."""
        model = self.table.model
        if model.place_count and not model.curtain:
            self.table.point((self.table.cursor + steps) % model.place_count, self.table.chosen)

    def clear(self) -> None:
        """Unpick all cards."""
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
        """Continue with the next part of a choice; return whether there is one."""
        return False


def places_of(model: TableModel, action: object) -> tuple[int, ...]:
    """Return the places of an action's cards in the hand.

    Only a play or payment of Regicide or its Duel has places; any other action has none.
    """
    if not isinstance(action, Play | Pay):
        return ()
    return tuple([model.hand.index(card) for card in action.cards])
