"""Cards drawn with lines: the enemy's portrait and the cards of a hand."""

from regicide_tui.cards import JESTER, UNKNOWN, Card
from regicide_tui.games.base import Value
from regicide_tui.tui.paint import Row, Run, card_style
from regicide_tui.tui.symbols import Frame, Symbols


class CardSize(Value, frozen=True):
    """The size of a drawn card in cells, its frame included."""

    width: int
    height: int


def royal_art(enemy: Card | None, symbols: Symbols) -> list[Row]:
    """Return the enemy as a card of nine by seven cells, and a blank space after it."""
    if enemy is None:
        return []
    size = CardSize(9, 7)
    return [(*row, Run("  ")) for row in card_rows(enemy, size, symbols.card, "line", symbols)]


def card_rows(
    card: Card, size: CardSize, frame: Frame, edge: str, symbols: Symbols, style: str = ""
) -> list[Row]:
    """Return a card as rows: rank and suit in two corners, larger suits where there is room."""
    face = style or card_style(card)
    inner = size.width - 2
    middle = [" " * inner for _ in range(size.height - 2)]
    if card is UNKNOWN:
        middle = [symbols.back * inner for _ in middle]
    else:
        text = symbols.card_text(card)
        if middle:
            middle[0] = f"{text:<{inner}}"
        if len(middle) > 1:
            middle[-1] = f"{text:>{inner}}"
        if len(middle) > 2 and card is not JESTER:
            middle[len(middle) // 2] = f"{text[-1]:^{inner}}"
    bold = "" if style else "+bold"
    return [
        (Run(frame.top_left + frame.across * inner + frame.top_right, edge),),
        *[
            (Run(frame.down, edge), Run(line, face + bold), Run(frame.down, edge))
            for line in middle
        ],
        (Run(frame.bottom_left + frame.across * inner + frame.bottom_right, edge),),
    ]
