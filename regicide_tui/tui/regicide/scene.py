"""All that the widgets of the Regicide table show at one moment, as one value."""

from collections.abc import Sequence

from msgspec.structs import replace

from regicide_tui.games.base import Pile, Seat, Value
from regicide_tui.games.regicide.actions import Action, Choose, Pay, Play
from regicide_tui.games.regicide.legal import legal_actions
from regicide_tui.games.regicide.preview import Preview, joinable, preview
from regicide_tui.games.regicide.state import CHOOSE, OVER, PLAY, SUFFER, Phase, State
from regicide_tui.play.table import Table


class Notice(Value, frozen=True):
    """A sentence for the player, in a style of the palette."""

    text: str = ""
    style: str = "muted"


NOTHING = Notice()


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
    goal: str = ""
    """What a puzzle asks."""
    cursor: int = 0
    chosen: tuple[int, ...] = ()
    legal: Sequence[Action] = ()
    open_cards: tuple[bool, ...] = ()
    ahead: Preview | None = None
    notice: Notice = NOTHING
    unsaved: bool = False
    """Whether the game can't be saved at present."""
    landing: bool = False
    """Whether the newest play has just been laid, while something moves."""
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

    @property
    def intent(self) -> Action | None:
        """The action that is ready to be taken, legal or not."""
        if self.choosing:
            return Choose(self.cursor)
        if not self.laid:
            return None
        return Play(self.laid) if self.phase is PLAY else Pay(self.laid)


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
    scene = Scene(
        view=view,
        seats=table.seats,
        viewer=viewer,
        turn=table.turn,
        seed=table.seed,
        goal=table.goal,
        legal=legal_actions(view) if viewer is not None and not step else [],
        step=step,
    )
    return pointed(scene, cursor, chosen, notice)


def pointed(scene: Scene, cursor: int, chosen: tuple[int, ...], notice: Notice) -> Scene:
    """Return the scene with the pointer and the choice moved, and look ahead from there."""
    view, hand = scene.view, scene.hand
    places = len(scene.seats) if view.phase is CHOOSE else len(hand)
    picks = view.phase in (PLAY, SUFFER) and not scene.step
    chosen = tuple([place for place in chosen if place < len(hand)]) if picks else ()
    scene = replace(
        scene,
        cursor=max(0, min(cursor, places - 1)),
        chosen=chosen,
        open_cards=tuple(joinable(view, scene.legal, chosen)),
        notice=notice,
        ahead=None,
    )
    if scene.curtain or not picks:
        return scene
    return replace(scene, ahead=preview(view, scene.laid))
