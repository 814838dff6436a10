"""How a saved duel stands, for who looks through the saved games."""

from regicide_tui.games.duel import GAME
from regicide_tui.games.duel.state import State
from regicide_tui.games.duel.telling import tell_end
from regicide_tui.tui.duel.field import parts_of_last
from regicide_tui.tui.duel.scene import Scene
from regicide_tui.tui.paint import Row, prose
from regicide_tui.tui.symbols import Symbols

_WIDEST = 60


def standing(
    view: State, seats: tuple[str, ...], width: int, height: int, symbols: Symbols
) -> list[Row]:
    """Return at most `height` rows: the end, if it is over, and the field between the players."""
    end = GAME.outcome(view)
    said = prose(tell_end(end, seats), "text+bold", width) if end else []
    scene = Scene(view=view, seats=seats, viewer=None, turn=1, seed="", outcome=end)
    field = parts_of_last(scene, min(width, _WIDEST), symbols)
    return [*said, *[row for part in field for row in part]][:height]
