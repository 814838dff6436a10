"""The characters things are drawn with: drawn borders and suits, or plain ASCII."""

from regicide_tui.cards import CLUBS, DIAMONDS, HEARTS, JESTER, SPADES, UNKNOWN, Card, Suit
from regicide_tui.games.base import Value


class Frame(Value, frozen=True):
    """The eight characters of a frame: corners from the top left clockwise, then the lines."""

    top_left: str
    top_right: str
    bottom_right: str
    bottom_left: str
    across: str
    down: str


class Symbols(Value, frozen=True):
    """Every sign that has a plain and a drawn form. All are one cell wide but the plain arrow."""

    suits: dict[Suit, str]
    panel: Frame
    card: Frame
    chosen: Frame
    full: str
    empty: str
    back: str
    star: str
    spent: str
    pointer: str
    arrow: str
    ellipsis: str
    down: str
    unknown: str
    """Stands in a chart where nothing is known yet."""
    levels: tuple[str, ...]
    """Characters from low to high for a line of figures; empty where figures must do."""

    def suit(self, suit: Suit) -> str:
        """Return the sign of a suit."""
        return self.suits[suit]

    def card_text(self, card: Card) -> str:
        """Return a card in two characters, such as `8♦`."""
        if card is JESTER:
            return self.star * 2
        if card is UNKNOWN or card.suit is None:
            return self.back * 2
        return card.rank + self.suits[card.suit]


DRAWN = Symbols(
    suits={CLUBS: "♣", DIAMONDS: "♦", HEARTS: "♥", SPADES: "♠"},
    panel=Frame("┌", "┐", "┘", "└", "─", "│"),
    card=Frame("╭", "╮", "╯", "╰", "─", "│"),
    chosen=Frame("┏", "┓", "┛", "┗", "━", "┃"),
    full="█",
    empty="░",
    back="▒",
    star="★",
    spent="☆",
    pointer="›",
    arrow="→",
    ellipsis="…",
    down="↓",
    unknown="·",
    levels=tuple("▁▂▃▄▅▆▇█"),
)
PLAIN = Symbols(
    suits={suit: suit.value for suit in Suit},
    panel=Frame("+", "+", "+", "+", "-", "|"),
    card=Frame("+", "+", "+", "+", "-", "|"),
    chosen=Frame("#", "#", "#", "#", "=", "#"),
    full="#",
    empty=".",
    back="?",
    star="*",
    spent="-",
    pointer=">",
    arrow="->",
    ellipsis="~",
    down="v",
    unknown=".",
    levels=(),
)
