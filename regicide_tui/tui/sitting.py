"""What a table shows to who sits at it, and which keys do something there."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from regicide_tui.games.base import Seat
from regicide_tui.play.model import TableModel, Told
from regicide_tui.tui import commands as c
from regicide_tui.tui.arrangement import Arrangement
from regicide_tui.tui.bars import Key
from regicide_tui.tui.look import Look
from regicide_tui.tui.offers import offer, shown
from regicide_tui.tui.scene import Notice, Scene, fresh_places


def scene_at(
    arrangement: Arrangement,
    table: TableModel,
    viewer: Seat | None,
    pointed: tuple[int, tuple[int, ...]],
    notice: Notice,
) -> Scene:
    """Return what a seat sees; `pointed` are the place of the pointer and the picked cards."""
    scene: Scene = arrangement.compose(table, viewer, *pointed, notice, "")
    return replace(scene, fresh=_fresh(scene, table))


def _fresh(scene: Scene, table: TableModel) -> frozenset[int]:
    """Return the places of the cards that are new to whose hand lies open."""
    if scene.viewer is None or scene.over:
        return frozenset()
    before = replace(scene, view=table.view_before(scene.holder))
    return fresh_places(scene.hand, before.hand_of(scene.holder))


def keys_at(
    arrangement: Arrangement,
    scene: Scene,
    look: Look,
    around: Sequence[c.Command],
    *,
    hints: bool,
) -> list[Key]:
    """Return the keys of a moment: of the game, of a hint if there are any, and around the game."""
    offers = arrangement.offers(scene, look.symbols)
    offers += [offer(c.CONFIRM, "go on")] if scene.bot else []
    offers += [offer(c.HINT)] if hints else []
    offers += [offer(command) for command in around]
    return [shown(one, look.keymap) for one in offers]


def gathered(arrangement: Arrangement, told: Iterable[Told]) -> list[Told]:
    """Return moves with what the log tells in one sentence as one event."""
    return [replace(one, events=tuple(arrangement.gather(one.events))) for one in told]
