"""The options of a question: cards drawn as large as all of them fit, or a list of players."""

from typing import NamedTuple

from rich.cells import cell_len

from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.games.base import Seat
from regicide_tui.games.king_of_the_dead.actions import Choice, FromDiscard, FromHand, Slot, Who
from regicide_tui.games.king_of_the_dead.asks import Place
from regicide_tui.games.king_of_the_dead.state import Side
from regicide_tui.games.king_of_the_dead.values import points
from regicide_tui.games.words import counted
from regicide_tui.tui.cardart import LARGE, NORMAL, SMALL, TEXT, TINY, CardSize, card_rows
from regicide_tui.tui.king_of_the_dead.choosing import Choosing
from regicide_tui.tui.king_of_the_dead.parade import SLIM, lower_edge
from regicide_tui.tui.king_of_the_dead.scene import Scene
from regicide_tui.tui.paint import Row, Run, card_style, fit, part_run, shorten
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.hand import digit, fan_of

_SIZES = (LARGE, NORMAL, SMALL, SLIM, TINY)
_NAME = 20


class Plan(NamedTuple):
    """How options are laid: the cards' size, the cells of one, and how many in a row."""

    size: CardSize
    cell: int
    across: int
    rows: int
    """Rows of cards in sight at once."""

    def shows(self, count: int) -> bool:
        """Tell whether so many options are in sight at once."""
        return self.across * self.rows >= count


def plan_of(choice: Choosing, width: int, room: int) -> Plan:
    """Return the largest cards of which all options fit, or the smallest ones."""
    count = len(choice.options)
    if _is_list(choice):
        return Plan(TEXT, width, 1, room)
    widest = max([len(_label(one, place)) for place, one in enumerate(choice.options)])
    plans = [_side_by_side(size, widest, width, room) for size in _SIZES if size.height < room]
    for plan in plans:
        if plan.shows(count):
            return plan
    fan = fan_of(count, width + 3, room + 2) if widest == 1 else None
    if fan and fan.size:  # one on the other
        return Plan(fan.size, fan.step, count, 1)
    written = _side_by_side(TEXT, widest, width, room)
    return written if written.shows(count) or not plans else plans[-1]


def _is_list(choice: Choosing) -> bool:
    return choice.pick.place is Place.PLAYERS


def _side_by_side(size: CardSize, widest: int, width: int, room: int) -> Plan:
    """Return how many cards of this size stand side by side below labels of a width at most."""
    cell = max(size.width, widest + 1) + 1
    return Plan(size, cell, max(1, (width + 1) // cell), max(1, room // (size.height + 1)))


def option_rows(scene: Scene, choice: Choosing, plan: Plan, symbols: Symbols) -> list[Row]:
    """Return the rows of the options in sight."""
    if _is_list(choice):
        return [_player(scene, choice, place, symbols) for place in range(len(choice.options))]
    return _cards(scene, choice, plan, symbols)


# ---------------------------------------------------------------- cards


def _cards(scene: Scene, choice: Choosing, plan: Plan, symbols: Symbols) -> list[Row]:
    """Return the rows of cards in sight, those around the pointer."""
    count = len(choice.options)
    lines = -(-count // plan.across)
    first = max(0, min(scene.cursor // plan.across - plan.rows // 2, lines - plan.rows))
    rows: list[Row] = []
    for line in range(first, min(lines, first + plan.rows)):
        places = range(line * plan.across, min(count, (line + 1) * plan.across))
        drawn = [_card(scene, choice, place, plan, symbols) for place in places]
        rows += [tuple([run for cells in row for run in cells]) for row in zip(*drawn, strict=True)]
    return rows


def _card(scene: Scene, choice: Choosing, place: int, plan: Plan, symbols: Symbols) -> list[Row]:
    """Return one option: its number, and its card."""
    option, size = choice.options[place], plan.size
    picked = place in choice.marked
    here = place == scene.cursor and not scene.step
    label = _label(option, place)
    label = f"[{label}]" if picked and len(label) == 1 else label
    style = "accent+bold" if picked or here else "muted"
    room = size.width if plan.cell < size.width else plan.cell - 1
    seen = room if place == len(choice.options) - 1 else plan.cell
    head = Run(f"{label:^{min(room, seen)}}", style)
    if here:
        head = Run(f"{symbols.pointer + label:^{min(room, seen)}}", "accent+bold+reverse")
    card = _card_of(scene, option)
    strong = picked or (here and not choice.toggles)
    frame, edge = (symbols.chosen, "accent") if strong else (symbols.card, "line")
    if size is TEXT:
        face = Run(f"{symbols.card_text(card):^{size.width}}", f"{card_style(card)}+bold")
        rows: list[Row] = [(face,)]
    else:
        rows = card_rows(card, size, frame, edge, symbols)
        if picked and choice.pick.ordered:
            number = str(choice.marked.index(place) + 1)
            rows[-1] = lower_edge(number, "accent+bold", size, frame, edge)
    action = f"pick({place + 1})"
    return [
        tuple([run._replace(action=action) for run in fit(row, seen)]) for row in ((head,), *rows)
    ]


def _label(option: Choice, place: int) -> str:
    """Return what is written above an option: the digit that picks it, and where it lies."""
    match option:
        case Card():
            where = ""
        case FromHand():
            where = " hand"
        case FromDiscard():
            where = " disc"
        case Slot(number):
            where = f" @{number}"
        case _:
            where = " top"
    return f"{digit(place)}{where}".strip()


def _card_of(scene: Scene, option: Choice) -> Card:
    """Return the card that stands for an option; the top cards of a draw pile show their back."""
    match option:
        case Card():
            return option
        case FromHand(card) | FromDiscard(card):
            return card
        case Slot(number):
            return scene.view.parade[number - 1] or UNKNOWN
    return UNKNOWN


# ---------------------------------------------------------------- players


def _player(scene: Scene, choice: Choosing, place: int, symbols: Symbols) -> Row:
    """Return a player to choose, with what matters of them."""
    seats = [one.seat for one in choice.options if isinstance(one, Who)]
    seat = seats[place]
    side: Side = scene.view.sides[seat]
    here, picked = place == scene.cursor and not scene.step, place in choice.marked
    number = f"[{place + 1}]" if picked else f" {place + 1} "
    name = _called(scene, seat, symbols)
    longest = max([cell_len(_called(scene, one, symbols)) for one in seats])
    held = f"{counted(points(side.scores), 'point')}, hand {len(side.hand)}"
    row: Row = (
        Run(f"{symbols.pointer if here else ' '}{number} ", "accent+bold" if here else "muted"),
        *fit((Run(name, "text+bold" if here or picked else "text"),), longest),
        Run(f"  {held}, discard {len(side.discard)}", "muted"),
    )
    if side.discard:
        row += (Run(" top ", "muted"), part_run(side.discard[0], symbols))
    return tuple([run._replace(action=f"pick({place + 1})") for run in row])


def _called(scene: Scene, seat: Seat, symbols: Symbols) -> str:
    name = shorten(scene.seats[seat], _NAME, symbols.ellipsis)
    return f"{name} (you)" if seat == scene.holder else name
