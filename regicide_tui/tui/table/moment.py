"""What a table shows at one moment: its model, its line of keys, and its log."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from regicide_tui.play.table import TableView, Told
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input.offers import offer, shown
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.bars import Key
from regicide_tui.tui.table.game_ui import AnyGameUI
from regicide_tui.tui.table.table_model import Pointing, TableModel, fresh_places


def model_at(game_ui: AnyGameUI, table: TableView, pointing: Pointing) -> TableModel:
    """Return the model for the viewer."""
    model: TableModel = game_ui.compose(table, pointing, "")
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
    """Return the keys of a moment: of the game, of hints if there are any, and around the game."""
    over = [offer(c.CONFIRM, "show the result")]
    offers = over if model.stopped else game_ui.offers(model, look.symbols)
    if model.advised is not None:
        others = [one for one in offers if one[0] != c.CONFIRM]
        offers = [offer(c.CONFIRM, "do it"), *others]
    offers += [offer(c.CONFIRM, "go on")] if model.bot_acts else []
    offers += [offer(c.HINT)] if hints else []
    offers += [offer(command) for command in common_commands]
    return [shown(one, look.keymap) for one in offers]


def gathered(game_ui: AnyGameUI, told: Iterable[Told]) -> list[Told]:
    """Return moves whose events are merged as the log describes them."""
    return [replace(one, events=tuple(game_ui.gather(one.events))) for one in told]
