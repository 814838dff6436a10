"""The characters for drawing: drawn borders and suits, or plain ASCII."""

from regicide_tui.cards import JESTER, UNKNOWN, Card, Suit
from regicide_tui.games.base import Value

_ORDER = {suit: place for place, suit in enumerate(Suit)}


class Frame(Value):
    """The eight characters of a frame: corners from the top left clockwise, then the lines."""

    top_left: str
    top_right: str
    bottom_right: str
    bottom_left: str
    across: str
    down: str


class Symbols(Value):
    """All signs with a plain and a drawn form. All are one cell wide, except the plain arrow."""

    suits: tuple[str, str, str, str]
    """The signs of the suits, in the order of `Suit`."""
    card: Frame
    full: str
    back: str
    star: str
    spent: str
    pointer: str
    arrow: str
    ellipsis: str
    up: str
    down: str
    unknown: str
    """The sign in a chart for what is not known yet."""
    levels: tuple[str, ...]
    """Characters from low to high for a line of figures; empty if figures must do."""
    weave: str
    """The pattern on the back of a card."""
    edge: str
    """The left column of a card that covers another card."""
    half: str
    """The lower half of a cell, for bars with a gap between them."""
    new: str
    free: str
    """A free seat; `new` is the sign of a taken seat."""
    fallen: str
    raised: str
    ghost: str
    """The part of a bar that the picked cards would take."""
    pixels: bool = True
    """Whether half cells can be drawn."""
    shadows: bool = True
    mono: bool = False
    """Whether there are no colours."""

    @property
    def framed(self) -> bool:
        """Whether cards are drawn with lines: if there are neither colours nor half cells."""
        return self.mono and not self.pixels

    def suit(self, suit: Suit) -> str:
        """Return the sign of a suit."""
        return self.suits[_ORDER[suit]]

    def card_text(self, card: Card) -> str:
        """Return a card in two or three characters, such as `8♦` or `10♦`; a Jester in one."""
        if card is JESTER:
            return self.star
        if card is UNKNOWN or card.suit is None:
            return self.back * 2
        return self.rank(card) + self.suit(card.suit)

    def rank(self, card: Card) -> str:
        """Return a rank as cards have it; the notation writes `T` for the ten."""
        return "10" if card.rank == "T" else card.rank


DRAWN = Symbols(
    suits=("♣", "♦", "♥", "♠"),
    card=Frame("╭", "╮", "╯", "╰", "─", "│"),
    full="█",
    back="▒",
    star="★",
    spent="☆",
    pointer="›",
    arrow="→",
    ellipsis="…",
    up="↑",
    down="↓",
    unknown="·",
    levels=tuple("▁▂▃▄▅▆▇█"),
    weave="▞▚",
    edge="▏",
    half="▄",
    new="●",
    free="○",
    fallen="✕",
    raised="▴",
    ghost="╱",
)
PLAIN = Symbols(
    suits=("C", "D", "H", "S"),
    card=Frame("+", "+", "+", "+", "-", "|"),
    full="#",
    back="?",
    star="*",
    spent="-",
    pointer=">",
    arrow="->",
    ellipsis="~",
    up="^",
    down="v",
    unknown=".",
    levels=(),
    weave="x.",
    edge="|",
    half="=",
    new="o",
    free=".",
    fallen="x",
    raised="^",
    ghost="/",
    pixels=False,
    shadows=False,
)
