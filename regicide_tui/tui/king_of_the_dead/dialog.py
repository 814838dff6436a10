"""A question of a power, laid over the table: what there is to choose from, drawn as cards."""

from typing import NamedTuple

from rich.cells import cell_len

from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.games.king_of_the_dead.actions import Choice, FromDiscard, FromHand, Slot, Who
from regicide_tui.games.king_of_the_dead.asks import Place
from regicide_tui.games.king_of_the_dead.state import Side
from regicide_tui.games.king_of_the_dead.values import points
from regicide_tui.games.words import counted
from regicide_tui.tui.cardart import LARGE, NORMAL, SMALL, TEXT, TINY, CardSize, card_rows
from regicide_tui.tui.king_of_the_dead.choosing import Choosing
from regicide_tui.tui.king_of_the_dead.parade import SLIM, lower_edge
from regicide_tui.tui.king_of_the_dead.scene import Scene
from regicide_tui.tui.paint import Row, Run, card_style, fit, panel, part_run, prose, shorten
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.hand import digit
from regicide_tui.tui.widgets.zone import Zone

_SIZES = (LARGE, NORMAL, SMALL, SLIM, TINY, TEXT)
_PLACES = {
    Place.HAND: "a card of your hand",
    Place.PARADE: "a card of the Parade",
    Place.PLAYED: "one of the Aces",
}
"""What is chosen in one of several steps."""
_TITLES = {"order": "Foretell", "search": "Your draw pile", "exhume": "The Well"}
"""What is asked about, where the kind of question is not the name of the power."""
_NAME = 20
_MARGIN = 2


class Dialog(Zone[Scene]):
    """The question; it is not there while none waits or the curtain hangs."""

    def show(self, scene: Scene) -> None:
        """Show the question of a scene, if there is one."""
        self.scene = scene
        if self.display != scene.choosing:
            self.display = scene.choosing
            self.repaint_whole()
        elif self.display:
            self.repaint()

    def rows(self, scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
        """Return the panel."""
        return dialog_rows(scene, width, height, symbols)

    @property
    def across(self) -> int:
        """How many options stand side by side."""
        scene = self.scene
        if scene is None or scene.choice is None:
            return 1
        width, height = self.size
        return _plan(scene, scene.choice, width, height, self.look.symbols).across


class _Plan(NamedTuple):
    """How the options are laid: the cards' size, the cells of one, and how many in a row."""

    head: list[Row]
    size: CardSize
    cell: int
    across: int
    rows: int
    """Rows of cards in sight at once."""


def dialog_rows(scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the rows of the question's panel: the question, the options, and how far one is."""
    choice = scene.choice
    if choice is None:
        return []
    plan = _plan(scene, choice, width, height, symbols)
    if _is_list(choice):
        body = [_player(scene, choice, place, symbols) for place in range(len(choice.options))]
    else:
        body = _cards(scene, choice, plan, symbols)
    margin = Run(" " * _MARGIN)
    rows = [(margin, *row) for row in (*plan.head, *body)]
    drawn = panel(_title(scene, choice), rows, width, height, symbols.panel, "accent")
    hidden = len(choice.options) > plan.across * plan.rows
    drawn[-1] = _lower_edge(scene, choice, width, symbols, hidden=hidden)
    return drawn


def _is_list(choice: Choosing) -> bool:
    return choice.pick.place is Place.PLAYERS


def _plan(scene: Scene, choice: Choosing, width: int, height: int, symbols: Symbols) -> _Plan:
    """Return the largest cards of which all options fit, or the smallest ones."""
    inner = width - 2 - 2 * _MARGIN
    assert scene.asked is not None
    head = [*prose(scene.asked.sentence, "text+bold", inner), *_given(scene, symbols)]
    room = height - 2 - len(head)
    count = max(1, len(choice.options))
    if _is_list(choice):
        return _Plan(head, TEXT, inner, 1, room)
    widest = max([len(_label(one, place)) for place, one in enumerate(choice.options)])
    plans = []
    for size in _SIZES:
        cell = max(size.width, widest + 1) + 1
        across, rows = max(1, (inner + 1) // cell), max(1, room // (size.height + 1))
        plans.append(_Plan(head, size, cell, across, rows))
        if size.height + 1 <= room and across * rows >= count:
            return plans[-1]
    fitting = [plan for plan in plans if plan.size.height + 1 <= room and plan.size.height > 1]
    return fitting[-1] if fitting else plans[-1]


def _given(scene: Scene, symbols: Symbols) -> list[Row]:
    """Return what waits to be given away with the Joker (K-53)."""
    cards = scene.view.prompt.cards if scene.view.prompt else ()
    if not cards or scene.asked is None or scene.asked.kind != "encumber_target":
        return []
    return [(Run("With the Joker goes ", "muted"), *[part_run(card, symbols) for card in cards])]


def _title(scene: Scene, choice: Choosing) -> Row:
    """Return who is asked, and in several steps what is chosen in this one."""
    assert scene.asked is not None
    kind = scene.asked.kind.split("_")[0]
    about = _TITLES.get(kind, kind.capitalize())
    row: Row = (Run(about, "primary+bold"), Run(f"  {scene.actor}, choose", "accent+bold"))
    picks = choice.ask.picks
    if len(picks) > 1:
        what = f" {_PLACES[choice.pick.place]} ({choice.step + 1} of {len(picks)})"
        row += (Run(what, "accent"),)
    return row


# ---------------------------------------------------------------- cards


def _cards(scene: Scene, choice: Choosing, plan: _Plan, symbols: Symbols) -> list[Row]:
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


def _card(scene: Scene, choice: Choosing, place: int, plan: _Plan, symbols: Symbols) -> list[Row]:
    """Return one option: its number, and its card."""
    option, size = choice.options[place], plan.size
    picked = place in choice.marked
    here = place == scene.cursor and not scene.step
    label = _label(option, place)
    label = f"[{label}]" if picked and len(label) == 1 else label
    style = "accent+bold" if picked or here else "muted"
    head = Run(f"{label:^{plan.cell - 1}}", style)
    if here:
        head = Run(f"{symbols.pointer + label:^{plan.cell - 1}}", "accent+bold+reverse")
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
        tuple([run._replace(action=action) for run in fit(row, plan.cell)])
        for row in ((head,), *rows)
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
    option = choice.options[place]
    seat = option.seat if isinstance(option, Who) else 0
    side: Side = scene.view.sides[seat]
    here, picked = place == scene.cursor and not scene.step, place in choice.marked
    number = f"[{place + 1}]" if picked else f" {place + 1} "
    own = " (you)" if seat == scene.holder else ""
    name = shorten(scene.seats[seat], _NAME, symbols.ellipsis) + own
    longest = min(_NAME, max(map(cell_len, scene.seats))) + len(" (you)")
    held = f"{counted(points(side.scores), 'point')}, hand {len(side.hand)}"
    row: Row = (
        Run(f"{symbols.pointer if here else ' '}{number} ", "accent+bold" if here else "muted"),
        *fit((Run(name, "text+bold" if here or picked else "text"),), longest),
        Run(f"  {held}, discard {len(side.discard)}", "muted"),
    )
    if side.discard:
        row += (Run(" top ", "muted"), part_run(side.discard[0], symbols))
    return tuple([run._replace(action=f"pick({place + 1})") for run in row])


# ---------------------------------------------------------------- how far one is


def _lower_edge(
    scene: Scene, choice: Choosing, width: int, symbols: Symbols, *, hidden: bool
) -> Row:
    """Return the lower edge: a notice, or how many are chosen and how many there are."""
    frame, notice = symbols.panel, scene.notice
    said = notice.text or scene.step
    state = [_state(choice), f"{symbols.down} {len(choice.options)} in all" if hidden else ""]
    text, style = (said, notice.style) if said else ("  ".join(filter(None, state)), "muted")
    text = f" {shorten(text, width - 6, symbols.ellipsis)} " if text else ""
    middle = fit((Run(text, style),), len(text)) if text else ()
    rest = width - 3 - len(text)
    return (
        Run(frame.bottom_left + frame.across, "accent"),
        *middle,
        Run(frame.across * rest + frame.bottom_right, "accent"),
    )


def _state(choice: Choosing) -> str:
    """Return how far one is, where several may be chosen."""
    if not choice.toggles:
        return ""
    pick, done = choice.pick, len(choice.marked)
    if pick.least == pick.most:
        more = ", the first on top" if pick.ordered else ""
        return f"{done} of {pick.most} chosen{more}"
    return f"{done} chosen, {'one or none' if pick.most == 1 else 'any number'}"
