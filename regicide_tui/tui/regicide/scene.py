"""All that the widgets of the Regicide table show at one moment, as one value."""

from collections.abc import Sequence

from msgspec.structs import replace

from regicide_tui.cards import Card
from regicide_tui.games.base import Pile, Seat, Value
from regicide_tui.games.regicide.actions import Action
from regicide_tui.games.regicide.legal import legal_actions
from regicide_tui.games.regicide.preview import Preview, joinable, preview
from regicide_tui.games.regicide.state import CHOOSE, OVER, PLAY, SUFFER, Phase, State
from regicide_tui.play.table import Table


class Notice(Value, frozen=True):
    """A sentence for the player, in a style of the palette."""

    text: str = ""
    style: str = "muted"


class Scene(Value, frozen=True):
    """What is on the table and what the player is about to do.

    `viewer` is the seat whose hand is shown; None hides all hands, behind the curtain. `cursor`
    and `chosen` are places in that hand, or `cursor` is a seat while one is being chosen.
    """

    view: State
    seats: tuple[str, ...]
    viewer: Seat | None
    turn: int
    seed: str
    cursor: int = 0
    chosen: tuple[int, ...] = ()
    legal: Sequence[Action] = ()
    open_cards: tuple[bool, ...] = ()
    ahead: Preview | None = None
    notice: Notice = Notice()
    step: str = ""
    """While a game is replayed: where it stands."""

    @property
    def phase(self) -> Phase:
        """The phase of the game."""
        return self.view.phase

    @property
    def hand(self) -> Pile:
        """The hand of who must act, unknown cards behind the curtain."""
        return self.view.hands[self.view.turn]

    @property
    def actor(self) -> str:
        """The name of who must act."""
        return self.seats[self.view.turn]

    @property
    def alone(self) -> bool:
        """Whether this is a solo game."""
        return len(self.seats) == 1

    @property
    def curtain(self) -> bool:
        """Whether the hands are hidden until the next player has sat down."""
        return self.viewer is None and self.phase is not OVER

    @property
    def choosing(self) -> bool:
        """Whether a seat is being chosen after a Jester."""
        return self.phase is CHOOSE and not self.curtain

    @property
    def laid(self) -> Pile:
        """The chosen cards; with none chosen, the card under the cursor in a play."""
        if self.chosen:
            return tuple([self.hand[place] for place in self.chosen])
        if self.phase is PLAY and self.cursor < len(self.hand) and not self.curtain:
            return (self.hand[self.cursor],)
        return ()


def compose(
    table: Table,
    viewer: Seat | None,
    cursor: int,
    chosen: tuple[int, ...],
    notice: Notice,
    step: str = "",
) -> Scene:
    """Look at a table from a seat; a cursor or choice that no longer fits is put right."""
    view: State = table.view(viewer)
    hand: tuple[Card, ...] = view.hands[view.turn]
    legal = legal_actions(view) if viewer is not None and not step else []
    places = len(table.seats) if view.phase is CHOOSE else len(hand)
    chosen = tuple([place for place in chosen if place < len(hand)])
    scene = Scene(
        view=view,
        seats=table.seats,
        viewer=viewer,
        turn=table.turn,
        seed=table.seed,
        cursor=min(cursor, max(0, places - 1)),
        chosen=chosen if view.phase in (PLAY, SUFFER) else (),
        legal=legal,
        open_cards=tuple(joinable(view, legal, chosen)),
        notice=notice,
        step=step,
    )
    return with_preview(scene)


def with_preview(scene: Scene) -> Scene:
    """Look ahead to what the chosen cards would do."""
    if scene.curtain or scene.step or scene.phase not in (PLAY, SUFFER):
        return scene
    return replace(scene, ahead=preview(scene.view, scene.laid))
