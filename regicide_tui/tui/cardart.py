"""Cards drawn with lines: pips in their places, royals with a large letter, backs."""

from regicide_tui.cards import JESTER, UNKNOWN, Card
from regicide_tui.games.base import Value
from regicide_tui.games.plays import ROYALS
from regicide_tui.tui.paint import Row, Run, card_style
from regicide_tui.tui.symbols import Frame, Symbols


class CardSize(Value, frozen=True):
    """The size of a drawn card in cells, its frame included."""

    width: int
    height: int


HUGE, LARGE, NORMAL, SMALL = CardSize(19, 13), CardSize(13, 9), CardSize(9, 6), CardSize(6, 4)
TINY, TEXT = CardSize(4, 3), CardSize(4, 1)

_LEFT, _CENTRE, _RIGHT = 0.3, 0.5, 0.7
"""Columns of pips, as parts of the width: beside the corners' signs."""

_PAIRS = {
    "4": (0, 1),
    "5": (0, 1),
    "6": (0, 1 / 2, 1),
    "7": (0, 1 / 2, 1),
    "8": (0, 1 / 2, 1),
    "9": (0, 1 / 3, 2 / 3, 1),
    "T": (0, 1 / 3, 2 / 3, 1),
}
"""How far down the two outer columns have their pips."""

_SINGLES = {
    "A": (1 / 2,),
    "2": (0, 1),
    "3": (0, 1 / 2, 1),
    "5": (1 / 2,),
    "7": (1 / 4,),
    "8": (1 / 4, 3 / 4),
    "9": (1 / 2,),
    "T": (1 / 6, 5 / 6),
}
"""And the middle one."""

_LETTERS = {
    "J": ("..###", "...#.", "...#.", "#..#.", ".##.."),
    "Q": (".###.", "#...#", "#...#", "#..#.", ".##.#"),
    "K": ("#..#.", "#.#..", "##...", "#.#..", "#..#."),
}
"""Letters of royals, each dot as wide as two cells."""


def card_rows(
    card: Card,
    size: CardSize,
    frame: Frame,
    edge: str,
    symbols: Symbols,
    style: str = "",
    action: str = "",
) -> list[Row]:
    """Return a card as rows: rank and suit in two corners, pips or a letter where there is room."""
    face = style or f"{card_style(card)}+bold"
    inner, height = size.width - 2, size.height - 2
    if card is UNKNOWN:
        middle = [symbols.back * inner] * height
    else:
        middle = _face(card, inner, height, symbols)
    top = Run(frame.top_left + frame.across * inner + frame.top_right, edge, action)
    side = Run(frame.down, edge, action)
    bottom = Run(frame.bottom_left + frame.across * inner + frame.bottom_right, edge, action)
    return [(top,), *[(side, Run(line, face, action), side) for line in middle], (bottom,)]


def _face(card: Card, width: int, height: int, symbols: Symbols) -> list[str]:
    grid = [[" "] * width for _ in range(height)]
    text = symbols.card_text(card)
    if width >= LARGE.width - 2 and height >= LARGE.height - 2:
        if card.rank and card.rank in ROYALS:
            _letter(grid, card.rank, symbols)
        else:
            _pips(grid, card, symbols)
    elif height > 2 and card is not JESTER:
        grid[height // 2][width // 2] = text[-1]
    if height:
        grid[0][: len(text)] = text
    if height > 1:
        grid[-1][-len(text) :] = text
    return ["".join(line) for line in grid]


def _letter(grid: list[list[str]], rank: str, symbols: Symbols) -> None:
    """Put the letter of a royal into the middle."""
    letter = _LETTERS[rank]
    top, left = (len(grid) - len(letter)) // 2, (len(grid[0]) - 2 * len(letter[0])) // 2
    for y, line in enumerate(letter):
        for x, dot in enumerate(line):
            if dot == "#":
                grid[top + y][left + 2 * x : left + 2 * x + 2] = symbols.full * 2


def _pips(grid: list[list[str]], card: Card, symbols: Symbols) -> None:
    """Put the pips where cards have them; a Jester has one star."""
    last, width = len(grid) - 1, len(grid[0])
    pip = symbols.star if card.suit is None else symbols.suit(card.suit)
    places = [(_LEFT, far) for far in _PAIRS.get(card.rank, ())]
    places += [(_RIGHT, far) for far in _PAIRS.get(card.rank, ())]
    places += [(_CENTRE, far) for far in _SINGLES.get(card.rank, () if card.rank else (1 / 2,))]
    for column, far in places:
        grid[round(far * last)][round(column * (width - 1))] = pip
