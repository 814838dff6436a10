"""Cards on the table: faces, backs, royals of the track, numbers and bars. All functions are pure.

Every function returns rows with their own ground. The rows of a card are one cell wider and one row
higher than the card, for its shadow.
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from regicide_tui.cards import JESTER, ROYALS, UNKNOWN, Card, Suit
from regicide_tui.games.base import Value
from regicide_tui.games.words import RANK_NAMES
from regicide_tui.tui.rendering import art
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.colours import SUIT_NAMES
from regicide_tui.tui.rendering.paint import Row, Symbols

_PAIRS = {2: (0.0, 1.0), 3: (0.0, 0.5, 1.0), 4: (0.0, 1 / 3, 2 / 3, 1.0)}
_SIDES = {4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4, 10: 4}
"""The number of pips in each of the two outer columns, by the number of the card."""
_MIDDLE = {
    2: (0.0, 1.0),
    3: (0.0, 0.5, 1.0),
    5: (0.5,),
    7: (0.25,),
    8: (0.25, 0.75),
    9: (0.5,),
    10: (1 / 6, 5 / 6),
}
"""The heights of the pips in the middle column, by the number of the card; 0 is the top."""


RED = (Suit.DIAMONDS, Suit.HEARTS)
_MARGIN = 4
"""The fewest rows of a back with a margin of paper."""


class CardSize(Value):
    """The size of a card in cells, without its shadow."""

    width: int
    height: int


class CardState(Value):
    """The state of a card: its ground, whether it can be played, whether it is new."""

    ground: str = "stone"
    worn: bool = False
    """Whether it can't be played now, so that its paper is darker."""
    new: bool = False
    shadow: bool = True
    filled: bool = False
    """Whether the rows of its corners are filled with the colour of its suit."""


PLAIN_CARD = CardState()


@lru_cache(maxsize=2048)
def face(
    card: Card, size: CardSize, symbols: Symbols, card_state: CardState = PLAIN_CARD
) -> tuple[Row, ...]:
    """Return the face of a card: rank and suit in two corners, pips or a picture between them."""
    canvas = _canvas(size, symbols, card_state)
    if card is UNKNOWN:
        _paint_back(canvas, size, symbols, card_state, "back")
    elif card is JESTER:
        _paint_jester(canvas, size, symbols, card_state)
    else:
        _paint_face(canvas, card, size, symbols, card_state)
    return tuple(canvas.rows())


@lru_cache(maxsize=256)
def castle_back(
    size: CardSize, symbols: Symbols, card_state: CardState = PLAIN_CARD
) -> tuple[Row, ...]:
    """Return the back of a royal in the Castle."""
    canvas = _canvas(size, symbols, card_state)
    _paint_back(canvas, size, symbols, card_state, "castle-back")
    return tuple(canvas.rows())


def pile(
    top: Sequence[Row],
    size: CardSize,
    depth: int,
    symbols: Symbols,
    card_state: CardState = PLAIN_CARD,
) -> list[Row]:
    """Return a card with, on its left, the edges of up to `depth` cards below it in a pile."""
    canvas = Canvas(size.width + depth + 1, size.height + 1, card_state.ground)
    for place in range(depth):
        edge = "worn-edge" if place % 2 == 0 else "edge"
        _sheet(canvas, place, 0, size, symbols, card_state.ground, edge)
    canvas.paste(depth, 0, top)
    return canvas.rows()


def fan(
    cards: Sequence[Card],
    size: CardSize,
    step: int,
    symbols: Symbols,
    card_state: CardState,
    *,
    edge: str | None = "",
) -> list[Row]:
    """Return overlapping cards: `step` columns of each card except the last one are visible.

    `edge` is the ground of the left edge of a card that covers another one, by default the card's
    own ground there. With None, there are no edges.
    """
    canvas = Canvas(step * (len(cards) - 1) + size.width + 1, size.height + 1, card_state.ground)
    edged = edge is not None and step < size.width and not symbols.framed
    for place, card in enumerate(cards):
        last = place == len(cards) - 1
        drawn = face(card, size, symbols, replace(card_state, shadow=last))
        canvas.paste(place * step, 0, drawn)
        if place and edged:
            _paint_edge(canvas, place * step, card, size, symbols, edge or "")
    return canvas.rows()


def _paint_edge(
    canvas: Canvas, x: int, card: Card, size: CardSize, symbols: Symbols, ground: str
) -> None:
    """Paint the left edge of a card that covers another one; large backs have their own."""
    ink = "worn-edge"
    if card is UNKNOWN:
        if size.height >= _MARGIN:
            return
        ink, ground = "paper", "back"
    for below in range(size.height):
        canvas.put(x, below, symbols.edge, ink, ground)


# ---------------------------------------------------------------- parts of a card


def _canvas(size: CardSize, symbols: Symbols, card_state: CardState) -> Canvas:
    canvas = Canvas(size.width + 1, size.height + 1, card_state.ground, pixels=symbols.pixels)
    if card_state.shadow and symbols.shadows:
        shade = f"{card_state.ground}~34shade"
        for y in range(1, size.height):
            canvas.put(size.width, y, "▌", shade)
        for x in range(1, size.width):
            canvas.put(x, size.height, "▀", shade)
        canvas.put(size.width, size.height, "▘", shade)
    return canvas


def _sheet(
    canvas: Canvas, x: int, y: int, size: CardSize, symbols: Symbols, ground: str, paper: str
) -> None:
    """Paint paper with rounded corners, or a frame in a theme without paper."""
    if symbols.framed:
        _frame(canvas, x, y, size, symbols, ground)
        return
    canvas.fill(x, y, size.width, size.height, paper)
    if symbols.pixels:
        right, below = x + size.width - 1, y + size.height - 1
        for cx, cy, char in ((x, y, "▟"), (right, y, "▙"), (x, below, "▜"), (right, below, "▛")):
            canvas.put(cx, cy, char, paper, ground)


def _frame(canvas: Canvas, x: int, y: int, size: CardSize, symbols: Symbols, ground: str) -> None:
    lines, inner = symbols.card, size.width - 2
    canvas.fill(x, y, size.width, size.height, ground)
    canvas.text(x, y, lines.top_left + lines.across * inner + lines.top_right)
    for below in range(1, size.height - 1):
        canvas.text(x, y + below, lines.down)
        canvas.text(x + size.width - 1, y + below, lines.down)
    last = lines.bottom_left + lines.across * inner + lines.bottom_right
    canvas.text(x, y + size.height - 1, last)


def _paint_face(
    canvas: Canvas, card: Card, size: CardSize, symbols: Symbols, card_state: CardState
) -> None:
    assert card.suit is not None
    paper, ink = ("worn", "worn-") if card_state.worn else ("paper", "ink-")
    ink += SUIT_NAMES[card.suit]
    _sheet(canvas, 0, 0, size, symbols, card_state.ground, paper)
    if symbols.framed:
        paper, ink = card_state.ground, "text"
    pip = f"{ink}/{paper}+bold"
    _paint_middle(canvas, card, size, symbols, card_state, ink, paper)
    if card_state.filled and not symbols.framed:
        paper, ink = _fill_rows(canvas, card.suit, size, symbols, card_state)
    corner, style = symbols.card_text(card), f"{ink}/{paper}+bold"
    canvas.text(1, 0, corner, style)
    if size.height >= 4:
        canvas.text(size.width - 1 - len(corner), size.height - 1, corner, style)
    elif size.height == 3 and size.width >= 6:
        canvas.text(size.width - 2, 2, corner[-1], pip)
    if card_state.new:
        red = "text" if symbols.framed else "worn-hearts" if card_state.worn else "ink-hearts"
        red = ink if card_state.filled else red
        canvas.text(size.width - 3, 0, symbols.new, f"{red}/{paper}+bold")


def _paint_middle(
    canvas: Canvas,
    card: Card,
    size: CardSize,
    symbols: Symbols,
    card_state: CardState,
    ink: str,
    paper: str,
) -> None:
    """Paint the middle of a card: a name, a picture, a large pip, or pips."""
    assert card.suit is not None
    if card.rank in ROYALS and symbols.framed:
        name = RANK_NAMES[card.rank]
        if size.height >= 5 and size.width >= len(name) + 2:
            canvas.text((size.width - len(name)) // 2, size.height // 2, name, "text+bold")
    elif card.rank in ROYALS:
        paint = _paint_royal if size.height > 5 else _paint_head
        paint(canvas, card.rank, card.suit, size, card_state)
    elif card.rank == "A" and size.height >= 6 and symbols.pixels:
        x, y = (size.width - 7) // 2, (size.height * 2 - 6) // 2
        canvas.stamp(x, y, art.PIPS[card.suit.value], ink)
    elif size.height >= 6:
        _paint_pips(canvas, card, size, symbols, f"{ink}/{paper}+bold")
    elif size.height == 4 and symbols.pixels:
        _paint_few_rows(canvas, card, size, symbols, f"{ink}/{paper}+bold")


def _fill_rows(
    canvas: Canvas, suit: Suit, size: CardSize, symbols: Symbols, card_state: CardState
) -> tuple[str, str]:
    """Fill the rows of the corners; return their ground and ink.

    Without colours, the rows of red cards stay light, and those of black cards are dark.
    """
    kind = f"{'worn-' if card_state.worn else ''}index-{SUIT_NAMES[suit]}"
    if symbols.mono:
        light = suit in RED and not card_state.worn
        kind = "paper" if light else "lost"
    last = size.height - 1
    for y in (0, last) if size.height >= 4 else (0,):
        canvas.fill(0, y, size.width, 1, kind)
        if symbols.pixels and (kind != "lost" or card_state.worn):
            canvas.put(0, y, "▜" if y else "▟", kind, card_state.ground)
            canvas.put(size.width - 1, y, "▛" if y else "▙", kind, card_state.ground)
    return kind, "ink-spades" if kind == "paper" else f"on-index-{SUIT_NAMES[suit]}"


def number_of(card: Card) -> int:
    """Return the number of pips of a card that is not a royal."""
    return 1 if card.rank == "A" else 10 if card.rank == "T" else int(card.rank)


def _paint_pips(canvas: Canvas, card: Card, size: CardSize, symbols: Symbols, style: str) -> None:
    """Paint the pips in the same places as on printed cards."""
    number = number_of(card)
    top, low, step = 1, size.height - 2, 2 if size.width < 13 else 3
    places = [(0, far) for far in _MIDDLE.get(number, (0.5,) if number == 1 else ())]
    for far in _PAIRS.get(_SIDES.get(number, 0), ()):
        places += [(-step, far), (step, far)]
    assert card.suit is not None
    for beside, far in places:
        down = far * (low - top)
        y = int(top + down + 0.5) if far <= 0.5 else low - int((1 - far) * (low - top) + 0.5)
        canvas.text(size.width // 2 + beside, y, symbols.suit(card.suit), style)


def _paint_few_rows(
    canvas: Canvas, card: Card, size: CardSize, symbols: Symbols, style: str
) -> None:
    """Paint the pips in the two rows between the corners of a low card."""
    assert card.suit is not None
    count = number_of(card)
    for y, pips in ((1, (count + 1) // 2), (2, count // 2)):
        step = 2 if 2 * pips < size.width else 1
        left = (size.width - (pips - 1) * step) // 2
        for place in range(pips):
            canvas.text(left + place * step, y, symbols.suit(card.suit), style)


def _paint_royal(
    canvas: Canvas, rank: str, suit: Suit, size: CardSize, card_state: CardState
) -> None:
    """Paint the picture of a royal between the corners, on a ground of lozenges."""
    width, height = size.width - 2, (size.height - 2) * 2
    faded = "~36worn" if card_state.worn else ""
    for y in range(height):
        for x in range(width):
            letter = "z" if (x + y) % 6 == 0 or (x - y) % 6 == 0 else "x"
            canvas.pixel(x + 1, y + 2, f"{suit.value}:{letter}{faded}")
    picture = art.court(rank, "L" if size.height >= 14 else "M")
    if size.width >= 40:
        picture = art.doubled(picture)
    if len(picture) > height:  # a small card shows only the head
        picture = picture[_top_of_head(rank, height) :][:height]
    cut = max(0, (len(picture[0]) - width) // 2)
    seen = tuple([row[cut : cut + width] for row in picture])
    left, top = 1 + (width - len(seen[0])) // 2, 2 + height - len(seen)
    canvas.picture(left, top, seen, suit.value, faded)


def _paint_head(
    canvas: Canvas, rank: str, suit: Suit, size: CardSize, card_state: CardState
) -> None:
    """Paint the head of a royal below the first row, on a card that is too small for more."""
    last = size.height - (size.height > 3)
    faded = "~36worn" if card_state.worn else ""
    head = art.court(rank, "S")
    margin = (size.width - len(head[0])) // 2
    ground = f"{suit.value}:x{faded}"
    canvas.fill(margin, 1, size.width - 2 * margin, last - 1, ground)
    left, top = size.width - margin - len(head[0]), 2 * last - len(head)
    canvas.picture(left, top, head, suit.value, faded)


def _top_of_head(rank: str, height: int) -> int:
    """Return the first row to show of a picture that is too high for its card."""
    if height <= 8:
        return 1
    if height <= 10:
        return 1 if rank == "J" else 2
    return 0 if rank == "K" else 1


def _paint_jester(canvas: Canvas, size: CardSize, symbols: Symbols, card_state: CardState) -> None:
    paper = "worn" if card_state.worn else "paper"
    _sheet(canvas, 0, 0, size, symbols, card_state.ground, paper)
    if size.height >= 5 and size.width >= 7 and symbols.pixels:
        canvas.picture((size.width - 7) // 2, size.height * 2 - 4 - 6, art.JESTER, "J")
    style = f"text/{card_state.ground}+bold" if symbols.framed else f"J:a/{paper}+bold"
    canvas.text(1, 0, symbols.star, style)
    canvas.text(size.width - 2, size.height - 1, symbols.star, style)


def _paint_back(
    canvas: Canvas, size: CardSize, symbols: Symbols, card_state: CardState, kind: str
) -> None:
    """Paint a back: a pattern, with a margin of paper on larger cards."""
    light = f"{kind}2"
    margin = size.width >= 7 and size.height >= _MARGIN
    _sheet(canvas, 0, 0, size, symbols, card_state.ground, "paper" if margin else kind)
    left, top = (1, 1) if margin else (1, 0)
    if margin and symbols.pixels:
        for y in range(1, size.height * 2 - 1):
            for x in range(1, size.width - 1):
                canvas.pixel(x, y, kind)
    for y in range(top, size.height - top):
        for x in range(left, size.width - 1):
            if margin or size.height < 3 or 0 < y < size.height - 1:
                char = symbols.weave[(x + y) % len(symbols.weave)]
                canvas.put(x, y, char, light, kind)


# ---------------------------------------------------------------- royals of the track

TRACK_SIZE = CardSize(5, 3)


class RoyalState(Value):
    """A royal of the track: its rank, its suit (None: hidden), and its fate."""

    rank: str
    suit: Suit | None = None
    here: bool = False
    exact: bool = False
    """Whether it was an exact kill."""
    absent: bool = False
    """Whether it was gone at the start of the game, as in a puzzle."""


@lru_cache(maxsize=256)
def portrait(royal: RoyalState, symbols: Symbols) -> tuple[Row, ...]:
    """Return a royal in five by three cells: the head, and the name below it."""
    canvas = Canvas(TRACK_SIZE.width, TRACK_SIZE.height, "stone2", pixels=symbols.pixels)
    if royal.suit is None:
        if symbols.pixels and not royal.absent and royal.rank in art.HIDDEN:
            canvas.stamp(0, 0, art.HIDDEN[royal.rank], "stone3")
        canvas.text(2, 2, royal.rank + symbols.fallen * royal.absent, "muted")
        return tuple(canvas.rows())
    gone = not royal.here and not royal.exact
    faded = "~62stone" if gone else "~12stone" if royal.exact else ""
    kind = royal.suit.value
    canvas.fill(0, 0, 5, 2, f"{kind}:x{faded}")
    canvas.picture(0, 0, art.court(royal.rank, "S"), kind, faded)
    name = royal.rank + symbols.suit(royal.suit)
    label, sign, sign_style, style = {
        (True, False): ("accent", "", "", "on-accent/accent+bold"),
        (False, True): (
            *("paper", symbols.star, "star/paper+bold"),
            f"ink-{SUIT_NAMES[royal.suit]}/paper+bold",
        ),
        (False, False): ("stone2", symbols.fallen, "muted", "muted"),
    }[royal.here, royal.exact]
    if symbols.mono:  # a filled label would merge with the card of the enemy below it
        label, style = "stone2", "muted" if gone else "text+bold"
        sign_style = "text"
    canvas.fill(0, 2, 5, 1, label)
    if symbols.mono and royal.here:
        canvas.text(0, 2, symbols.pointer, "text+bold")
    canvas.text(canvas.text(1, 2, name, style), 2, sign, sign_style)
    return tuple(canvas.rows())


# ---------------------------------------------------------------- numbers, titles, bars


@lru_cache(maxsize=256)
def number(
    value: int,
    colour: str,
    ground: str,
    *,
    low: str = "",
    large: bool = False,
    drop: bool = False,
) -> Sequence[Row]:
    """Return a number in pixels, three rows high, or six if `large`; `low` is its colour below.

    With `drop`, it starts half a row lower, and takes one more row.
    """
    digits = [art.DIGITS[int(digit)] for digit in str(value)]
    drawn = [art.doubled(one) if large else one for one in digits]
    return tuple(_drawn(drawn, colour, low, ground, large=large, drop=drop))


def title(
    words: str,
    ground: str,
    symbols: Symbols,
    *,
    large: bool = False,
    colours: tuple[str, str] = ("title", "title2"),
) -> list[Row]:
    """Return words in large letters, four rows high (eight if `large`), with a shadow.

    If cells can't be halved, a pixel is a cell high, and two cells wide if `large`.
    """
    letters = [art.LETTERS[letter] for letter in words]
    if not symbols.pixels:
        drawn = [
            tuple(["".join([dot * (1 + large) for dot in row]) for row in one]) for one in letters
        ]
    else:
        drawn = [art.doubled(one) if large else one for one in letters]
    gap, high = 1 + large, len(drawn[0])
    width = sum([len(one[0]) + gap for one in drawn]) - gap
    canvas = Canvas(width + 1, high // 2 + 1 if symbols.pixels else high, ground)
    above, below = colours
    x = 0
    for one in drawn:
        if symbols.pixels and symbols.shadows:
            canvas.stamp(x + 1, 1, one, f"{ground}~55shade")
        _colour_down(canvas, x, one, above, below, 1 if symbols.pixels else 2)
        x += len(one[0]) + gap
    return canvas.rows()


def _colour_down(
    canvas: Canvas, x: int, picture: art.PixelRows, above: str, below: str, step: int
) -> None:
    """Paint a picture in a colour that changes from the first row to the last."""
    last = len(picture) - 1
    for y, row in enumerate(picture):
        tone = f"{above}~{99 * y // last:02}{below}"
        for half in range(step):
            canvas.stamp(x, y * step + half, (row,), tone)


def _drawn(
    pictures: Sequence[art.PixelRows],
    colour: str,
    low: str,
    ground: str,
    *,
    large: bool,
    drop: bool = False,
) -> list[Row]:
    """Return pictures side by side, coloured from `colour` above to `low` below."""
    gap, height = 2 if large else 1, len(pictures[0])
    width = sum(len(one[0]) + gap for one in pictures) - gap
    canvas = Canvas(width, -(-(height + drop) // 2), ground)
    shades = [
        f"{colour}~{99 * y // (height - 1):02}{low}" if low else colour for y in range(height)
    ]
    x = 0
    for picture in pictures:
        canvas.stamp(x, int(drop), picture, shades)
        x += len(picture[0]) + gap
    return canvas.rows()


@lru_cache(maxsize=512)
def bar(
    width: int,
    total: int,
    left: int,
    after: int,
    suit: Suit,
    symbols: Symbols,
    *,
    high: int = 1,
    exact: bool = False,
) -> tuple[Row, ...]:
    """Return a bar of health: the part that stays, the part that the play takes, the part lost.

    The part that an `exact` play would take is gold.
    """
    stays, here = round(width * 2 * after / total), round(width * 2 * left / total)
    if after and not stays:
        stays = 1
    full = f"bar-{SUIT_NAMES[suit]}"
    grounds = {"stays": full, "goes": f"ghost-{SUIT_NAMES[suit]}", "lost": "lost"}

    def kind(half: int) -> str:
        return "stays" if half < stays else "goes" if half < here else "lost"

    canvas = Canvas(width, high, "lost")
    for x in range(width):
        one, other = kind(2 * x), kind(2 * x + 1)
        for y in range(high):
            if one != other and symbols.pixels:
                canvas.put(x, y, "▌", grounds[one], grounds[other])
            elif one == "goes" and exact:
                canvas.put(x, y, symbols.full if symbols.mono else " ", "accent", "accent")
            elif one == "goes":
                canvas.put(x, y, symbols.ghost, "accent", grounds["goes"])
            elif symbols.mono:
                canvas.put(x, y, symbols.full if one == "stays" else symbols.unknown, "text")
            else:
                canvas.fill(x, y, 1, 1, grounds[one])
    return tuple(canvas.rows())
