"""The track of the twelve royals: the fallen, the enemy, and the hidden ones."""

from regicide_tui.cards import ROYALS
from regicide_tui.games.base import Value
from regicide_tui.games.regicide.state import fallen
from regicide_tui.tui.games.regicide.table_model import RegicideModel
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.colours import SUIT_NAMES
from regicide_tui.tui.rendering.faces import TRACK_SIZE, RoyalState, portrait
from regicide_tui.tui.rendering.measures import HUGE, LARGE, board_of
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.rendering.symbols import Symbols


class _Steps(Value):
    """The places of the royals: the first column, cells from one to the next, and between ranks."""

    first: int
    step: int
    gap: int
    merlon: int
    """Cells of the wall below a royal."""


_STEPS = (
    (HUGE.board, _Steps(4, 10, 2, 7)),
    (LARGE.board, _Steps(6, 9, 3, 7)),
    (0, _Steps(3, 6, 2, 5)),
)


_RANKS = tuple([rank for rank in ROYALS for _ in range(4)])


def track_rows(model: RegicideModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the twelve royals: three rows of portraits, or one of names."""
    draw = name_rows if height < TRACK_SIZE.height else portrait_rows
    return draw(royal_states(model), width, height, symbols)


def royal_states(model: RegicideModel) -> list[RoyalState]:
    """Return the royals in the order in which they come: the fallen, the enemy, the hidden.

    In a game from a position some royals may be gone, and nothing else is known about them.
    """
    view = model.view
    gone = [RoyalState(rank, absent=True) for rank in _RANKS[: fallen(view) - len(model.fates)]]
    gone += [RoyalState(card.rank, card.suit, exact=exact) for card, exact in model.fates]
    here = [RoyalState(view.enemy.rank, view.enemy.suit, here=True)] if view.enemy else []
    return [*gone, *here, *[RoyalState(rank) for rank in _RANKS[len(gone) + len(here) :]]]


def portrait_rows(
    royals: list[RoyalState],
    width: int,
    height: int,
    symbols: Symbols,
    *,
    ground: str = "night",
    wall: str = "stone",
) -> list[Row]:
    """Return the royals in portraits of three rows, each on a merlon of the wall."""
    left, board = board_of(width)
    steps = next(one for least, one in _STEPS if board >= least)
    canvas = Canvas(width, height, ground, pixels=symbols.pixels)
    for place, royal in enumerate(royals):
        x = left + steps.first + place * steps.step + place // 4 * steps.gap
        beside = (steps.merlon - TRACK_SIZE.width) // 2
        canvas.fill(x - beside, 0, steps.merlon, height, wall)
        canvas.paste(x, 0, portrait(royal, symbols))
    return canvas.rows()


def name_rows(
    royals: list[RoyalState], width: int, height: int, symbols: Symbols, *, ground: str = "stone"
) -> list[Row]:
    """Return the royals in one row of names."""
    canvas = Canvas(width, height, ground)
    for place, royal in enumerate(royals):
        x = 1 + place * 5
        if royal.suit is None:
            canvas.fill(x, 0, 4, 1, "stone2")
            canvas.text(x + 1, 0, royal.rank + symbols.fallen * royal.absent, "muted")
            continue
        name = royal.rank + symbols.suit(royal.suit)
        ground, ink, sign = "stone2", "muted", symbols.fallen
        if royal.here:
            ground, ink, sign = "accent", "on-accent", ""
        elif royal.exact:
            ground, ink, sign = "paper", f"ink-{SUIT_NAMES[royal.suit]}", symbols.star
        star = "star" if royal.exact else "muted"
        if symbols.mono:  # what is filled would merge with the card of the enemy below it
            ground, ink, star = "stone2", "text", "text"
            canvas.text(x, 0, symbols.pointer if royal.here else " ", "text+bold")
        else:
            canvas.fill(x, 0, 4, 1, ground)
        canvas.text(x + 1, 0, name, f"{ink}/{ground}+bold")
        canvas.text(x + 3, 0, sign, star)
    return canvas.rows()
