"""A game's table, as far as the first frame needs it, and the effects of keys and clicks there.

Each game may override the effects. `TableControls` fits games in which cards are picked from the
hand. Its `select_action` knows the actions of Regicide and its Duel; another game overrides it
(`places_of`). `table_pages` has the rest of the table.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar, cast

import msgspec
from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.games.base import Event, Seat, Value
from regicide_tui.games.manifest import load
from regicide_tui.games.regicide_family.plays import Pay, Play
from regicide_tui.games.words import LogSentence, to_reader
from regicide_tui.play.table import TableView, Told
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import EventDescriber, Key, Offer, event_describer, offer, shown
from regicide_tui.tui.rendering.layout import PlaceZones
from regicide_tui.tui.rendering.paint import Symbols
from regicide_tui.tui.table.hand import Paint
from regicide_tui.tui.table.table_model import (
    Notice,
    Pointing,
    ReplayStep,
    TableModel,
    fresh_places,
)

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


if TYPE_CHECKING:
    from regicide_tui.tui.table.table_pages import AnyTablePages

M = TypeVar("M", bound=TableModel)
S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Value)


def has_table(game: str) -> bool:
    """Return whether the game with this name has a table."""
    return games.is_known(game) and bool(games.manifest(game).ui)


def with_tables() -> tuple[str, ...]:
    """Return the games with a table, in the order of the game list."""
    return tuple([one.name for one in games.each() if one.ui])


class GameUI(msgspec.Struct, Generic[M, S, A], frozen=True, kw_only=True, eq=False):
    """The table of one game. docs/adding-a-game.md explains how to write one.

    A table model (`tui/table/table_model.py`) contains everything that the table shows at a moment;
    each game composes its own. All functions are pure. Fields without a default are required.
    """

    painters: Mapping[str, Paint]
    """The painters of the zones by the zones' ids, in the order of the screen.

    They include `stage`, `hand` and `foresight`; all games share the zones `title`, `log` and
    `keys`.
    """
    place_zones: PlaceZones
    """Return the region of each zone in a window of at least the smallest size.

    A compact table has no large cards.
    """
    place_zones_with_coach: PlaceZones | None = None
    """Return the region of each zone in a lesson: the coach replaces the log.

    No other zone covers the coach. None means that the game has no lessons.
    """
    compose: Callable[[TableView, Pointing, ReplayStep], M]
    """Return the model for the viewer, and the step of a replay.

    A cursor or choice that no longer fits is corrected.
    """
    pointed: Callable[[M, Pointing], M]
    """Return the model with another cursor, choice and notice, and with their preview."""
    tell: Callable[[Event, tuple[str, ...]], LogSentence | None]
    """Return the log sentence for an event, with the players' names, or None."""
    offers: Callable[[M, Symbols], list[Offer]]
    """Return what can be done in this phase, the most useful first.

    It is not called behind the curtain, or after the game.
    """

    controls: type[TableControls] = TableControls
    """The controls of the table; the default ones pick cards of the hand."""
    open_at_end: Callable[[TableView], Seat | None] = lambda table: table.viewer
    """Return the seat whose hand is open after a game of several people at one keyboard."""
    why_nothing: Callable[[M], str] = lambda model: "You haven't picked anything."
    """Say what to do where confirming does nothing."""
    why_not_pickable: Callable[[M, int], str] = lambda model, place: (
        "This card can't be picked now."
    )
    """Say why the card at this place can't be picked now, in the words of the rules."""
    is_shown: Callable[[str, M], bool] = lambda zone, model: True
    """Return whether a zone is shown at this moment."""
    in_hand: Callable[[M], M] = lambda model: model
    """Return the model for the zone `hand`."""
    gather: Callable[[Sequence[Event]], Sequence[Event]] = lambda events: events
    """Return the events of a move for the log; a game may merge several into one sentence."""
    frames: Callable[[M, Sequence[Event]], Sequence[M]] = lambda model, events: ()
    """Return the models that the stage shows in turn before an action's result."""
    reasons: Callable[[S, A], Sequence[str]] = lambda view, action: ()
    """Return the reasons for an action, as a hint gives them, from its player's view."""


AnyGameUI = GameUI[TableModel, Value, Value]
"""The table of any game. It receives only models that it composed, and its own values."""


def find(game: str) -> AnyGameUI:
    """Return the table of the game with this name. Raises `KeyError` if there is none."""
    return cast("AnyGameUI", load(games.manifest(game).ui))


def pages_of(game: str) -> "AnyTablePages":
    """Load and return the pages of the game with this name. Raises `KeyError`."""
    return cast("AnyTablePages", load(games.manifest(game).pages))


def model_at(game_ui: AnyGameUI, table: TableView, pointing: Pointing) -> TableModel:
    """Return the model for the viewer."""
    model = game_ui.compose(table, pointing, ())
    return replace(model, fresh=_fresh(model, table))


def _fresh(model: TableModel, table: TableView) -> frozenset[int]:
    """Return the places of the cards that are new in the open hand."""
    if model.viewer is None or model.over:
        return frozenset()
    before = replace(model, view=table.before)
    return fresh_places(model.hand, before.hand_of(model.holder))


def keys_at(
    game_ui: AnyGameUI,
    model: TableModel,
    look: Look,
    common_commands: Sequence[c.Command],
    *,
    hints: bool,
) -> list[Key]:
    """Return the keys of a moment: of the game, for hints if there are any, and around the game."""
    if model.over or model.stopped:
        offers = [offer(c.CONFIRM, "show the result")]
    elif model.curtain:
        offers = [offer(c.CONFIRM, "show the hand")]
    else:
        offers = game_ui.offers(model, look.symbols)
    if model.advised is not None:
        others = [one for one in offers if one[0] != c.CONFIRM]
        offers = [offer(c.CONFIRM, "do it"), *others]
    offers += [offer(c.CONFIRM, "go on")] if model.bot_acts else []
    offers += [offer(c.HINT)] if hints else []
    offers += [offer(look.named(command)) for command in common_commands]
    return [shown(one, look.keymap) for one in offers]


def gathered(game_ui: AnyGameUI, told: Iterable[Told]) -> list[Told]:
    """Return moves whose events are merged as the log describes them."""
    return [replace(one, events=tuple(game_ui.gather(one.events))) for one in told]


def shown_in(game_ui: AnyGameUI, zone: str, model: TableModel) -> TableModel:
    """Return the model that a zone shows."""
    return game_ui.in_hand(model) if zone == "hand" else model


def describer_of(game_ui: AnyGameUI, table: TableView) -> EventDescriber:
    """Return the function that describes events in the log; the only person who plays is `You`."""
    plays = table.seat is not None and not table.bots[table.seat]
    names = to_reader(table.seats, table.seat if plays else None)
    return event_describer(game_ui.tell, names)
