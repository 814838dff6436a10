"""The hand of who must act, a list to choose from, or the curtain between two players."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.geometry import Offset

from regicide_tui.tui.cardart import HUGE, LARGE, NORMAL, SMALL, TEXT, TINY, CardSize, card_rows
from regicide_tui.tui.commands import CONFIRM
from regicide_tui.tui.paint import Row, Run, card_style, fit, panel, width_of, wrap
from regicide_tui.tui.scene import Scene
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.zone import S, Zone

_SIZES = (HUGE, LARGE, NORMAL, SMALL, TINY, TEXT)
_USUAL = 8
"""Up to so many cards, all hands are drawn alike; more of them overlap at need."""
_CORNER = 3
"""Cells in which a card that lies under another can still be read."""
_NEW = "+"
"""Marks a card that came since the holder last did something."""
_WORD = 5
"""Cells of a card that is but written, with its number and brackets."""


class Fan(NamedTuple):
    """How a hand is laid: the size of its cards, and the cells from one to the next.

    Without a size the cards are written, row below row.
    """

    size: CardSize | None
    step: int


class Hand(Zone[S]):
    """The lower part of the table: cards to pick, numbered from the left."""

    def cursor_cell(self) -> Offset | None:
        """Return the cell of the hardware cursor, in the widget: on the card it stands at."""
        scene = self.scene
        if scene is None or scene.curtain or scene.choosing or not scene.hand:
            return None
        width, height = self.size
        fan = fan_of(len(scene.hand), width, height)
        if fan.size:
            return Offset(2 + scene.cursor * fan.step + fan.step // 2, 1)
        across = _across(width)
        above = _lines_above(scene, width, height)
        return Offset(4 + scene.cursor % across * _WORD, 1 + scene.cursor // across - above)


def card_size(cards: int, width: int, height: int) -> CardSize:
    """Return the largest card that so many of fit into a panel of this size."""
    most = max(cards, _USUAL)
    for size in _SIZES:
        if size.height + 3 <= height and size.width * most + 3 <= width:
            return size
    return _SIZES[-1]


def fan_of(cards: int, width: int, height: int) -> Fan:
    """Return how so many cards are laid in a panel of this size: side by side, if they fit."""
    for size in _SIZES:
        if size.height + 3 > height:
            continue
        room = width - 3 - size.width
        step = min(size.width, room // (max(cards, _USUAL) - 1))
        least = max(_CORNER, size.width // 2)
        if step == size.width or (cards > _USUAL and step >= least):
            return Fan(size, step)
    return Fan(None, _WORD)


def _across(width: int) -> int:
    """Return how many written cards stand in a row."""
    return max(1, (width - 3) // _WORD)


def _lines_above(scene: Scene, width: int, height: int) -> int:
    """Return how many rows of written cards are out of sight, above the one at the pointer."""
    across, room = _across(width), height - 2
    lines = -(-len(scene.hand) // across)
    here = 0 if scene.choosing else scene.cursor // across
    return max(0, min(here - room // 2, lines - room))


def hand_panel(
    scene: Scene,
    title: Row,
    choices: Sequence[Row],
    width: int,
    height: int,
    symbols: Symbols,
    confirm: str = CONFIRM.shown,
) -> list[Row]:
    """Return the rows of a hand's panel: its cards, the choices if there are any, or the curtain.

    `confirm` is the key that lifts the curtain.
    """
    if scene.curtain:
        title, body = (Run("Curtain", "primary+bold"),), _curtain(scene, width, height, confirm)
    else:
        body = list(choices) or _cards(scene, width, height, symbols)
        if scene.fresh and not choices:
            title += (Run(f"  {_NEW} new", "muted"),)
    style = "accent" if scene.curtain or choices else "line"
    return panel(title, body, width, height, symbols.panel, style)


def _curtain(scene: Scene, width: int, height: int, confirm: str) -> list[Row]:
    lines: list[Row] = [
        (Run(f"Pass the keyboard to {scene.actor}.", "text+bold"),),
        (Run(f"Press {confirm} when nobody else looks.", "muted", CONFIRM.action),),
    ]
    above = max(0, (height - 2 - len(lines)) // 2)
    centred = [(Run(" " * max(0, (width - 2 - width_of(line)) // 2)), *line) for line in lines]
    return [*[()] * above, *centred]


def _cards(scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
    if not scene.hand:
        return [(), (Run("  No cards in hand.", "muted"),)]
    fan = fan_of(len(scene.hand), width, height)
    margin = Run(" ")
    if fan.size is None:
        words = [_word(scene, place, symbols) for place in range(len(scene.hand))]
        rows = wrap(words, width - 3, "")
        above = _lines_above(scene, width, height)
        return [(margin, *row) for row in rows[above:]]
    columns = [_card(scene, place, fan, symbols) for place in range(len(scene.hand))]
    return [
        (margin, *[run for cell in line for run in cell]) for line in zip(*columns, strict=True)
    ]


class _State(NamedTuple):
    """How a card lies in the hand."""

    chosen: bool
    here: bool
    faded: str
    """The style of a card that can't be picked now; else empty."""

    numbered: bool
    """Whether a digit picks it now."""

    fresh: bool
    """Whether it is new."""

    @property
    def marked(self) -> str:
        """The style of the number."""
        return "accent+bold" if self.chosen else self.faded or ("text" if self.fresh else "muted")


def _state(scene: Scene, place: int) -> _State:
    still = scene.over or bool(scene.step)
    elsewhere = scene.choosing or still
    return _State(
        chosen=place in scene.chosen and not scene.choosing,
        here=place == scene.cursor and not elsewhere,
        faded="" if still or scene.open_cards[place] else "faint",
        numbered=not scene.choosing,
        fresh=place in scene.fresh,
    )


def digit(place: int) -> str:
    """Return the digit that picks a card: the tenth has 0, those behind it have none."""
    return str((place + 1) % 10) if place < 10 else " "


def _card(scene: Scene, place: int, fan: Fan, symbols: Symbols) -> list[Row]:
    """Return one card with its number above it; a card of one row is its text alone."""
    card, size, state = scene.hand[place], fan.size, _state(scene, place)
    assert size is not None
    seen = size.width if place == len(scene.hand) - 1 else fan.step
    action = _pick(place)
    # The pointer changes nothing but the number, so that moving it costs few bytes.
    style = "accent+bold+reverse" if state.here else state.marked
    label = Run(f"{_number(place, state, fan.step, symbols):^{seen}}", style, action)
    if size.height == 1:
        text = f"{symbols.card_text(card):^{size.width}}"
        drawn: list[Row] = [(Run(text, state.faded or f"{card_style(card)}+bold", action),)]
    else:
        frame = symbols.chosen if state.chosen else symbols.card
        edge = "accent" if state.chosen else state.faded or "line"
        drawn = card_rows(card, size, frame, edge, symbols, state.faded, action)
    return [(label,), *(drawn if seen == size.width else [fit(row, seen) for row in drawn])]


def _number(place: int, state: _State, room: int, symbols: Symbols) -> str:
    """Return the number of a card: in brackets if it is picked, behind the pointer if it is here.

    In a narrow fan there is room for one of both. A new card that is not picked has its mark.
    """
    if not state.numbered:
        return ""
    mark = _NEW if state.fresh else " "
    number = f"[{digit(place)}]" if state.chosen else f" {digit(place)}{mark}"
    if not state.here:
        return number
    return symbols.pointer + (number if room > _CORNER else digit(place))


def _word(scene: Scene, place: int, symbols: Symbols) -> Row:
    """Return a card as a word with its number."""
    card, state, action = scene.hand[place], _state(scene, place), _pick(place)
    text = symbols.card_text(card)
    number = digit(place) if state.numbered else " "
    style = "accent+bold+reverse" if state.here else state.marked
    label = Run(symbols.pointer if state.here and place >= 10 else number, style, action)
    face = state.faded or f"{card_style(card)}+bold"
    left, right = ("[", "]") if state.chosen else (" ", _NEW if state.fresh else " ")
    before, after = Run(left, "accent", action), Run(right, "accent", action)
    return (label, before, Run(text, face, action), after)


def _pick(place: int) -> str:
    """Return what a click on a card does."""
    return f"pick({place + 1})"
