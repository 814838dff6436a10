"""The Parade, the cards around it, and the regions of all zones in a window of any size.

Colours matter in this game, so whole rows are red or black.
"""

from collections.abc import Sequence
from itertools import product

from regicide_tui.cards import ROYALS, UNKNOWN, Card
from regicide_tui.games.base import Pile, Value
from regicide_tui.games.king_of_the_dead.actions import NEWCOMER, Slot
from regicide_tui.games.king_of_the_dead.powers import find_power
from regicide_tui.games.king_of_the_dead.state import COST, NEWCOMER_COST
from regicide_tui.tui.games.king_of_the_dead.model import KingModel
from regicide_tui.tui.input.commands import game_action
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.colours import SUIT_NAMES
from regicide_tui.tui.rendering.faces import RED, CardSize, CardState, castle_back, face, pile
from regicide_tui.tui.rendering.layout import (
    HUGE,
    LARGE,
    MEDIUM,
    SMALL,
    Measures,
    ZonePlaces,
    measures_of,
    value_at,
)
from regicide_tui.tui.rendering.paint import Region, Row, Run, Symbols, card_style, width_of
from regicide_tui.tui.table.hand import digit

AROUND = 3
"""The number of places in addition to the slots of the Parade: Gate, Newcomer and Well."""
_MARGIN = 1
_PARADE_ROWS = ((58, 16), (50, 14), (38, 13), (32, 11), (24, 6), (0, 5))
"""The most rows of the Parade, by the rows of the window."""
_HANDS = {HUGE: 18, LARGE: 13, MEDIUM: 9, SMALL: 6}
_BAND = 2
_LOG_WIDTHS = ((190, 34), (110, 34), (78, 24), (0, 17))
_COACH_WIDTHS = ((170, 74), (110, 50), (78, 36), (0, 27))
_BAND_BESIDE_COACH = ((36, 5), (0, 4))
_SLOTS = {2: 4, 3: 6, 4: 8}


class Plan(Value):
    """The card size of the Parade, and the cells from one card to the next."""

    size: CardSize
    below: int
    """Rows below the cards: shadow, price, power."""

    @property
    def rows(self) -> int:
        """Rows of the Parade: the names of its places, the cards, and the rows below them."""
        return 1 + self.size.height + self.below


_PLANS = (
    Plan(CardSize(15, 12), 3),
    Plan(CardSize(13, 10), 3),
    Plan(CardSize(11, 9), 3),
    Plan(CardSize(9, 7), 3),
    Plan(CardSize(9, 4), 1),
    Plan(CardSize(6, 4), 1),
    Plan(CardSize(7, 3), 1),
    Plan(CardSize(5, 3), 1),
)


def parade_plan(places: int, width: int, rows: int) -> Plan:
    """Return the plan with the largest cards that fit side by side in this number."""
    room = width - 2 * _MARGIN + 1
    fitting = (
        plan for plan in _PLANS if plan.rows <= rows and (plan.size.width + 1) * places <= room
    )
    return next(fitting, _PLANS[-1])


def parade_above(width: int, height: int, players: int, compact: bool = False) -> ZonePlaces:
    """Return the region of each zone by its id, for a window of this size.

    The Parade is at the top, the hand at the bottom; between them are the players beside the log,
    and the offers. A question (`dialog`) covers only what is between Parade and hand. If `compact`,
    Parade and hand have no more rows than in the smallest window.
    """
    at = measures_of(width, height)
    rows = value_at(_PARADE_ROWS, 0 if compact else height)
    parade = parade_plan(_SLOTS[players] + AROUND, width, rows).rows
    hand = SMALL.hand if compact else _HANDS[at]
    band, log = _BAND, value_at(_LOG_WIDTHS, width)
    top, below = 1 + parade, height - 1 - hand
    middle = below - band - top
    left = log if at is HUGE else 0
    board = width - log - left
    return {
        "title": Region(0, 0, width, 1),
        "stage": Region(0, 1, width, parade),
        "sides": Region(left, top, board, middle),
        "foresight": Region(0, below - band, width, band),
        "hand": Region(0, below, width, hand),
        "keys": Region(0, height - 1, width, 1),
        **_beside(at, left, log, top, width, height, middle),
        "dialog": Region(left, top, width - 2 * left or width, middle + band),
    }


def _beside(
    at: Measures, left: int, log: int, top: int, width: int, height: int, middle: int
) -> ZonePlaces:
    """Return the regions of the log and, beside the largest board, of the panel."""
    if at is not HUGE:
        return {"log": Region(width - log, top, log, middle)}
    rows = height - 1 - top
    return {"log": Region(width - log, top, log, rows), "figures": Region(0, top, left, rows)}


def parade_above_coach(width: int, height: int, players: int, compact: bool = False) -> ZonePlaces:
    """Return the regions in a lesson, which has two players.

    The coach, in the zone `log`, reaches from the Parade to the hand, and no question covers it:
    players, offers and questions are beside it.
    """
    places = parade_above(width, height, players, compact=compact)
    places.pop("figures", None)
    top, foot = places["sides"].y, places["hand"].y
    coach, offers = value_at(_COACH_WIDTHS, width), value_at(_BAND_BESIDE_COACH, height)
    left = width - coach
    return places | {
        "sides": Region(0, top, left, foot - top - offers),
        "log": Region(left, top, coach, foot - top),
        "foresight": Region(0, foot - offers, left, offers),
        "dialog": Region(0, top, left, foot - top),
    }


_NARROWEST = 4
"""The fewest visible cells of a card below another one: those of its rank and suit."""


def drawn(
    card: Card,
    size: CardSize,
    ground: str,
    symbols: Symbols,
    *,
    worn: bool = False,
    shadow: bool = True,
) -> tuple[Row, ...]:
    """Return a card on a ground, one cell wider and higher; `worn` if the card is out of reach."""
    return face(card, size, symbols, CardState(ground, worn=worn, shadow=shadow, filled=True))


def newcomer(
    size: CardSize, ground: str, symbols: Symbols, *, worn: bool, shadow: bool
) -> tuple[Row, ...]:
    """Return the back of the Newcomer, which differs from that of the piles."""
    return castle_back(size, symbols, CardState(ground, worn=worn, shadow=shadow))


def fan_width(count: int, size: CardSize, room: int) -> tuple[int, int]:
    """Return the step and the cells of a fan of `count` cards that should fit into `room` cells.

    If not even the narrowest fan fits, it is wider than the room.
    """
    for step in range(size.width - (size.width > _NARROWEST + 1), _NARROWEST - 1, -1):
        if size.width + (count - 1) * step <= room:
            return step, size.width + (count - 1) * step
    return _NARROWEST, size.width + (count - 1) * _NARROWEST


def chip(card: Card, symbols: Symbols) -> Run:
    """Return a card as a word on a ground of its colour."""
    text = f" {symbols.card_text(card)} "
    if card is UNKNOWN or card.suit is None:
        return Run(text, "J:a/paper+bold")
    if symbols.mono and card.suit not in RED:
        return Run(text, "text+bold")
    suit = SUIT_NAMES[card.suit]
    style = "ink-spades/paper" if symbols.mono else f"on-index-{suit}/index-{suit}"
    return Run(text, f"{style}+bold")


def chips(cards: Pile, symbols: Symbols) -> list[Row]:
    """Return cards as words on grounds of their colours."""
    return [(chip(card, symbols),) for card in cards]


_GROUND = "felt2"
_GAP = 2
_WIDEST_STEP, _WIDEST_GAP = 3, 10
"""The most cells between two cards, and before the first slot and after the last."""
_WRITTEN = 4
"""Rows of a card without a picture, on which the power of a royal may be written."""
_PAPERS = {"paper", "worn"}
_SHADOWED = 7
"""Cards with at least this many rows have a shadow, and their price one row lower."""
_NEWCOMER = "Newcomer"
_FALLS = "falls"
_NAMES, _NAMES_BEFORE_DIGITS = ("The Parade", "Parade"), ("Parade:", "Parade")
"""The names of the row of cards, the longest first."""


class _Place(Value):
    """A place of the Parade: its name, its card, and its click action.

    The slots share one name, `_NAMES`. In a question, each has a digit as its label.
    """

    label: str
    card: Card | None
    count: int | None = None
    """The number of cards, if it is a pile."""
    hidden: bool = False
    """Whether the card is the Newcomer, which is face down."""
    price: int | None = None
    power: str = ""
    brief: str = ""
    """A short description of the power."""
    action: str = ""
    within: bool = False
    """Whether it can be bought with the picked cards, or chosen in a question."""
    worn: bool = False
    """Whether it is out of reach."""
    here: bool = False
    """Whether the next action would buy or choose it."""
    falls: bool = False
    """Whether it goes to the Well at the end of the round."""
    taken: bool = False
    """Whether it is picked for a run."""


def parade_rows(model: KingModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the rows of the Parade."""
    places = _places(model)
    plan = parade_plan(len(places), width, height)
    canvas = Canvas(width, height, _GROUND, pixels=symbols.pixels)
    row = (height - plan.rows) // 2
    spread = _columns(len(places), width, plan)
    for place, x in zip(places, spread, strict=True):
        _paint_place(canvas, place, x, row, plan, spread[1] - spread[0], symbols)
    _paint_names(canvas, places, spread, row, plan, symbols)
    if spread[1] - spread[0] == plan.size.width and not symbols.framed:
        _part(canvas, places, spread, row + 1, plan.size.height, symbols)
    return canvas.rows()


def _part(
    canvas: Canvas,
    places: Sequence[_Place],
    spread: Sequence[int],
    row: int,
    height: int,
    symbols: Symbols,
) -> None:
    """Paint an edge where the papers of two cards touch."""
    for before, place, x in zip(places[1:-2], places[2:-1], spread[2:-1], strict=True):
        for y in range(row + 1, row + height):
            papers = {canvas.ground(x - 1, y), canvas.ground(x, y)}
            if before.card and place.card and canvas.blank(x, y) and papers <= _PAPERS:
                canvas.put(x, y, symbols.edge, "worn-edge")


def _columns(count: int, width: int, plan: Plan) -> list[int]:
    """Return the columns of the places: Gate and Newcomer, then the slots, then the Well."""
    size = plan.size
    room = width - 1
    apart = size.width + ((size.width + 1) * count <= room)
    step = min(size.width + _WIDEST_STEP, max(apart, (room - 2 * _GAP) // count))
    gap = max(0, min(_WIDEST_GAP, (room - step * count) // 2))
    left = max(0, (width - step * (count - 1) - size.width - 2 * gap) // 2)
    last = count - 1
    return [
        left + place * step + gap * (place > 1) + gap * (place == last) for place in range(count)
    ]


# ---------------------------------------------------------------- the places


def _places(model: KingModel) -> list[_Place]:
    view = model.view
    slots = [_slot(model, slot, card) for slot, card in enumerate(view.parade, 1)]
    taken = model.picked.well
    return [
        _Place("Gate", UNKNOWN if view.gate else None, len(view.gate)),
        _slot(model, NEWCOMER, view.newcomer),
        *slots,
        _Place(
            "Well",
            view.well[0] if view.well else None,
            len(view.well),
            action=game_action("well"),
            taken=taken,
            here=taken,
        ),
    ]


def _slot(model: KingModel, slot: int, card: Card | None) -> _Place:
    label = "" if slot else _NEWCOMER
    if card is None:
        return _Place(label, None)
    options = _asked_slots(model)
    if options:
        number = options.index(slot) if slot in options else None
        label = label if number is None else digit(number)
        within, worn = number is not None, number is None
    else:
        within = model.looks_for_reach and slot in model.reach
        worn = model.looks_for_reach and not within
    power = find_power((card,), model.view.options) if card.rank in ROYALS else None
    return _Place(
        label,
        card,
        hidden=not slot,
        price=COST[card] if slot else NEWCOMER_COST,
        power=power.name if power and slot else "",
        brief=power.brief if power and slot else "",
        action=game_action("slot", slot),
        within=within,
        worn=worn,
        here=slot in _slots_here(model),
        falls=bool(slot) and slot in _falling(model),
    )


def _asked_slots(model: KingModel) -> list[int]:
    """Return the slots that can be chosen in a question now, in the order of their digits."""
    options = model.choice.options if model.choice else ()
    return [one.number for one in options if isinstance(one, Slot)]


def _slots_here(model: KingModel) -> frozenset[int]:
    """Return the slot of the marked purchase; in a question, those chosen or at the cursor."""
    choice = model.choice
    if model.replay_step:
        return frozenset()
    if choice is None:
        return frozenset() if model.slot_to_buy is None else frozenset([model.slot_to_buy])
    here = choice.options[model.cursor : model.cursor + 1]
    return frozenset([one.number for one in (*choice.before, *here) if isinstance(one, Slot)])


def _falling(model: KingModel) -> list[int]:
    """Return the slots whose cards go to the Well at the end of the round: the last ones."""
    if model.over or model.view.final_round:
        return []
    there = [slot for slot, card in enumerate(model.view.parade, 1) if card]
    return there[-len(model.seats) :]


# ---------------------------------------------------------------- painting


def _paint_place(
    canvas: Canvas, place: _Place, x: int, row: int, plan: Plan, step: int, symbols: Symbols
) -> None:
    """Paint one place: its name, its card, and below that the price and the power."""
    size = plan.size
    if place.label != _NEWCOMER:
        _centred(canvas, x, row, size.width, _label(place, step, symbols))
    _paint_card(canvas, place, x, row + 1, size, symbols)
    below = row + 1 + size.height + (plan.below > 1)
    if place.count is not None and len(place.label) + 4 > step:
        _centred(canvas, x, below, size.width, (Run(str(place.count), "text+bold"),))
    if place.price is not None:
        _paint_price(canvas, place, x, below, plan, symbols)
    canvas.on_click(x, row, size.width, plan.rows, place.action)


def _label(place: _Place, step: int, symbols: Symbols) -> Row:
    """Return the label above a place: its name or digit and, for a pile, its number of cards."""
    if not place.label:
        return ()
    row: Row = (Run(f" {place.label} " if place.here else place.label, _label_style(place)),)
    if place.count is not None and len(place.label) + 4 <= step:
        row += (Run(f" {place.count}", "text+bold"),)
    if place.falls:
        row += (Run(symbols.arrow, "muted"),)
    return row


def _label_style(place: _Place) -> str:
    return "on-accent/accent+bold" if place.here else "text+bold" if place.within else "muted"


class _Words(Value):
    """Words above the cards, and their column."""

    x: int
    text: str

    @property
    def cells(self) -> range:
        """The columns of the words, with a blank on both sides."""
        return range(self.x - 1, self.x + len(self.text) + 1)


def _paint_names(
    canvas: Canvas,
    places: Sequence[_Place],
    spread: Sequence[int],
    row: int,
    plan: Plan,
    symbols: Symbols,
) -> None:
    """Write the names of the Newcomer and of the Parade, and mark the cards that fall.

    The Parade's name takes the first free room above its cards. If there is none, the other words
    are shortened.
    """
    slots = list(zip(places, spread, strict=True))[2:-1]
    falling = [x for one, x in slots if one.falls and not one.label]
    asked = any(one.label for one, _ in slots)
    marks = (f"{_FALLS} {symbols.arrow}", f"{_FALLS}{symbols.arrow}", _FALLS, symbols.arrow)
    fitting = next(mark for mark in marks if len(mark) < spread[3] - spread[2])
    names = _NAMES_BEFORE_DIGITS if asked else _NAMES
    ways = product(_newcomer_names(canvas, spread, row, plan), (fitting, symbols.arrow), names)
    for beside, mark, name in ways:
        fall = [_Words(x + (plan.size.width - len(mark)) // 2, mark) for x in falling]
        first = beside.cells[-1] if asked else spread[2]
        taken = {x for one in (beside, *fall) for x in one.cells[1:-1]}
        free = [canvas.blank(x, row) and x not in taken for x in range(canvas.width)]
        last = spread[-1] if name in _NAMES else spread[2] + plan.size.width
        starts = range(first, last - len(name))
        found = [
            one
            for one in (_Words(x, name) for x in starts)
            if all(map(free.__getitem__, one.cells))
        ]
        if found:
            break
    canvas.text(beside.x, row, (Run(beside.text, _label_style(places[1]), places[1].action),))
    for one in (*fall, *found[:1]):
        canvas.text(one.x, row, one.text, "muted")


def _newcomer_names(
    canvas: Canvas, spread: Sequence[int], row: int, plan: Plan
) -> Sequence[_Words]:
    """Return the names of the Newcomer that fit between the Gate and the first slot."""
    left, end, short = spread[1], spread[2] - 1, _NEWCOMER[:3]
    full, centred = [
        _Words(min(left + max(0, (plan.size.width - len(name)) // 2), end - len(name)), name)
        for name in (_NEWCOMER, short)
    ]
    fitting = [one for one in (full, centred) if all(canvas.blank(at, row) for at in one.cells)]
    return [*fitting, _Words(left, short)]


def _centred(canvas: Canvas, x: int, y: int, width: int, row: Row) -> None:
    canvas.text(x + max(0, (width - width_of(row)) // 2), y, row)


def _paint_card(
    canvas: Canvas, place: _Place, x: int, y: int, size: CardSize, symbols: Symbols
) -> None:
    shadow = size.height >= _SHADOWED
    if place.card is None:
        canvas.fill(x, y, size.width, size.height, "stone2")
        canvas.text(x + size.width // 2, y + size.height // 2, symbols.unknown, "muted")
        return
    if place.hidden:
        rows = newcomer(size, _GROUND, symbols, worn=place.worn, shadow=shadow)
        canvas.paste(x, y, rows if shadow else rows[: size.height])
        return
    depth = min(2, (place.count or 1) - 1) if place.label == "Well" and shadow else 0
    narrower = CardSize(size.width - depth, size.height)
    rows = drawn(place.card, narrower, _GROUND, symbols, worn=place.worn, shadow=shadow)
    if place.power and size.height == _WRITTEN and size.width >= len(place.power):
        ground = "worn" if place.worn else "paper"
        ink = f"{'worn' if place.worn else 'ink'}-{card_style(place.card)}"
        canvas.paste(x, y, rows[: size.height])
        if not symbols.framed:
            canvas.fill(x, y + 1, size.width, size.height - 2, ground)
        for below, words in enumerate((place.power, place.brief), 1):
            if len(words) <= size.width:
                at = x + (size.width - len(words)) // 2
                canvas.text(at, y + below, words, f"{ink}/{ground}")
        return
    if depth:
        card_state = CardState(_GROUND, shadow=shadow)
        canvas.paste(x, y, pile(rows, narrower, depth, symbols, card_state))
        return
    canvas.paste(x, y, rows if shadow else rows[: size.height])


def _paint_price(
    canvas: Canvas, place: _Place, x: int, y: int, plan: Plan, symbols: Symbols
) -> None:
    """Write the price: on gold for the next purchase, on a badge for others within reach."""
    width = plan.size.width
    words = f"costs {place.price}" if len("costs 10") < width else str(place.price)
    style = "muted" if place.worn else "text"
    if place.here:
        style = "on-accent/accent+bold"
    elif place.within:
        style = "text/stone3+bold"
    before, behind = (symbols.pointer if place.here else " "), " "
    if place.within and not place.here and symbols.mono:
        before, behind = "[]"
    _centred(canvas, x, y, width, (Run(f"{before}{words}{behind}", style),))
    if place.power and plan.below > 1:
        _centred(canvas, x, y + 1, width, (Run(place.power, "muted"),))
