"""All that the widgets of the Regicide table show at one moment, as one value."""

from msgspec.structs import replace

from regicide_tui.games.base import Pile, Seat
from regicide_tui.games.regicide.actions import Action, Choose, Pay, Play
from regicide_tui.games.regicide.legal import legal_actions
from regicide_tui.games.regicide.preview import joinable, preview
from regicide_tui.games.regicide.state import CHOOSE, OVER, PLAY, SUFFER, Phase
from regicide_tui.play.table import Table
from regicide_tui.tui import scene as shared
from regicide_tui.tui.scene import Notice


class Scene(shared.Scene, frozen=True):
    """What is on the table of Regicide; the cursor is a seat while one is being chosen."""

    @property
    def phase(self) -> Phase:
        """The phase of the game."""
        phase: Phase = self.view.phase
        return phase

    @property
    def holder(self) -> Seat:
        """Who must act, in every phase."""
        seat: Seat = self.view.turn
        return seat

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.phase is OVER

    @property
    def picking(self) -> bool:
        """Whether cards can be picked to play or to pay."""
        return self.phase in (PLAY, SUFFER)

    @property
    def choosing(self) -> bool:
        """Whether a seat is being chosen after a Jester."""
        return self.phase is CHOOSE and not self.curtain

    @property
    def places(self) -> int:
        """Cards of the hand, or players to choose from."""
        return len(self.seats) if self.phase is CHOOSE else len(self.hand)

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
    view = table.view(viewer)
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
    picks = scene.picking and not scene.step
    chosen = tuple([place for place in chosen if place < len(hand)]) if picks else ()
    scene = replace(
        scene,
        cursor=max(0, min(cursor, scene.places - 1)),
        chosen=chosen,
        open_cards=tuple(joinable(view, scene.legal, chosen)),
        notice=notice,
        ahead=None,
    )
    if scene.curtain or not picks:
        return scene
    return replace(scene, ahead=preview(view, scene.laid))
