"""The preview of a saved game of King of the Dead, in the list of saved games."""

from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.state import State, points
from regicide_tui.games.king_of_the_dead.words import tell_end
from regicide_tui.games.manifest import KING_OF_THE_DEAD
from regicide_tui.tui.games.king_of_the_dead.zones.faces import chips
from regicide_tui.tui.rendering.paint import (
    Row,
    Run,
    Symbols,
    fit,
    in_colours_of,
    prose,
    shorten,
    wrap,
)

_NAME = 20


def save_rows(
    view: State, seats: tuple[str, ...], width: int, height: int, symbols: Symbols
) -> list[Row]:
    """Return at most `height` rows: the end, if the game is over, the players, and the Parade."""
    if len(view.sides) != len(seats):
        return []  # the label was not verified and is wrong
    end = GAME.outcome(view)
    said = prose(tell_end(end, seats), "text+bold", width) if end else []
    acts = GAME.to_act(view)
    longest = min(_NAME, max(map(len, seats)))
    rows: list[Row] = []
    for seat, (name, side) in enumerate(zip(seats, view.sides, strict=True)):
        shown = shorten(name, longest, symbols.ellipsis)
        rows.append(
            (
                Run(f"{symbols.pointer if seat == acts else ' '} ", "accent+bold"),
                *fit((Run(shown, "text+bold" if seat == acts else "text"),), longest),
                Run(f"{points(side.scores):>4}", "accent+bold"),
                Run(f" points, {len(side.hand)} in hand, {len(side.draws)} to draw", "muted"),
            )
        )
    parade = tuple([card for card in view.parade if card])
    words: list[Row] = [(Run("Parade", "muted"),), *chips(parade, symbols)]
    return in_colours_of(KING_OF_THE_DEAD.place, [*said, *rows, *wrap(words, width)][:height])
