"""A question of a power, and the place where its options are chosen."""

from rich.cells import cell_len

from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.games.base import Pile, Seat, Value
from regicide_tui.games.king_of_the_dead.actions import (
    ChosenPlayer,
    FromDiscard,
    FromHand,
    OptionPlace,
    PromptOption,
    Slot,
)
from regicide_tui.games.king_of_the_dead.state import points
from regicide_tui.games.words import YOU, counted, ordinal
from regicide_tui.tui.games.king_of_the_dead.model import Choosing, KingModel
from regicide_tui.tui.games.king_of_the_dead.parade import chip, drawn
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.faces import CardSize
from regicide_tui.tui.rendering.paint import (
    Row,
    Run,
    Symbols,
    clickable,
    fit,
    part_run,
    shorten,
    wrap,
)
from regicide_tui.tui.table.hand import digit, replay_rows, words_with_cards

GROUND = "felt"
_SIZES = (CardSize(13, 10), CardSize(9, 7), CardSize(6, 4), CardSize(6, 3))
_OVERLAPPING = 4
"""The fewest visible cells of a card below another one."""
_CHIP = 9
"""Cells of a written card, with its digit."""
_NAME = 20


class Plan(Value):
    """The layout of options: the size of cards, the cells of an option, and the options in a row.

    Without a size, the cards are written.
    """

    size: CardSize | None
    cell: int
    across: int
    lines: int
    """Rows of cards that are visible at once."""

    def shows(self, count: int) -> bool:
        """Return whether this number of options fits at once."""
        return self.across * self.lines >= count

    @property
    def high(self) -> int:
        """Rows of one option: the card and its label."""
        return self.size.height + 1 if self.size else 1


def plan_of(choice: Choosing, width: int, room: int) -> Plan:
    """Return the plan with the largest cards in which all options fit, or with written cards."""
    count = len(choice.options)
    if choice.pick.place is OptionPlace.PLAYERS:
        return Plan(None, width, 1, room)
    widest = max([len(_label(one, place)) for place, one in enumerate(choice.options)])
    for size in _SIZES:
        plan = _side_by_side(size, widest, width, room)
        if plan.shows(count):
            return plan
    size = _SIZES[-2] if room > _SIZES[-2].height else _SIZES[-1]
    step = (width - size.width) // max(1, count - 1)
    if widest == 1 and step >= _OVERLAPPING and room > size.height:
        return Plan(size, step, count, 1)
    return Plan(None, _CHIP, max(1, width // _CHIP), room)


def _side_by_side(size: CardSize, widest: int, width: int, room: int) -> Plan:
    """Return the plan for cards of this size, above labels of at most `widest` cells."""
    cell = max(size.width, widest + 1) + 1
    return Plan(size, cell, (width + 1) // cell, room // (size.height + 1))


def paint_options(
    canvas: Canvas, model: KingModel, choice: Choosing, plan: Plan, x: int, y: int, symbols: Symbols
) -> None:
    """Paint the visible options, those around the cursor, from the cell `x`, `y` on."""
    count = len(choice.options)
    if choice.pick.place is OptionPlace.PLAYERS:
        for place in range(count):
            canvas.text(x, y + place, _player(model, choice, place, symbols))
        return
    lines = -(-count // plan.across)
    first = max(0, min(model.cursor // plan.across - plan.lines // 2, lines - plan.lines))
    for line in range(first, min(lines, first + plan.lines)):
        for place in range(line * plan.across, min(count, (line + 1) * plan.across)):
            at = x + place % plan.across * plan.cell
            below = y + (line - first) * plan.high
            _paint_option(canvas, model, choice, place, plan, at, below, symbols)


# ---------------------------------------------------------------- cards


def _paint_option(
    canvas: Canvas,
    model: KingModel,
    choice: Choosing,
    place: int,
    plan: Plan,
    x: int,
    y: int,
    symbols: Symbols,
) -> None:
    card, action = _card_of(model, choice.options[place]), f"pick({place + 1})"
    label, style = _marked(model, choice, place, symbols)
    if plan.size is None:
        end = canvas.text(x, y, f"{label:>3}", style)
        canvas.text(end, y, (chip(card, symbols),))
        canvas.on_click(x, y, _CHIP, 1, action)
        return
    size = plan.size
    under = plan.cell < size.width and place < len(choice.options) - 1
    rows = drawn(card, size, GROUND, symbols, shadow=not under)
    canvas.paste(x, y, rows[: size.height] if under or size.height < 7 else rows)
    if plan.cell < size.width and place:
        for below in range(size.height):
            canvas.put(x, y + below, symbols.edge, "worn-edge")
    seen = plan.cell if under else size.width
    below = y + size.height
    if "accent+" in style and "/" in style:
        canvas.fill(x, below, seen, 1, "accent")
    canvas.text(x + max(0, (seen - len(label)) // 2), below, label, style)
    canvas.on_click(x, y, seen, size.height + 1, action)


def _marked(model: KingModel, choice: Choosing, place: int, symbols: Symbols) -> tuple[str, str]:
    """Return the label of an option and its style; at the cursor its ground is gold."""
    label = _label(choice.options[place], place)
    picked = place in choice.marked
    if picked:
        order = f" {ordinal(choice.marked.index(place) + 1)}" if choice.pick.ordered else ""
        label = f"{symbols.raised}{label}{order}"
    if place == model.cursor and not model.replay_step:
        pointer = "" if picked else symbols.pointer
        return f"{pointer}{label}", "on-accent/accent+bold"
    return label, "accent+bold" if picked else "on-felt"


def _label(option: PromptOption, place: int) -> str:
    """Return the label of an option: the digit that picks it, and its place."""
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


def _card_of(model: KingModel, option: PromptOption) -> Card:
    """Return the card of an option; the top cards of a draw pile are face down."""
    match option:
        case Card():
            return option
        case FromHand(card) | FromDiscard(card):
            return card
        case Slot(number):
            return model.view.parade[number - 1] or UNKNOWN
    return UNKNOWN


# ---------------------------------------------------------------- players


def _player(model: KingModel, choice: Choosing, place: int, symbols: Symbols) -> Row:
    """Return a player to choose, with the relevant facts."""
    seats = [one.seat for one in choice.options if isinstance(one, ChosenPlayer)]
    seat = seats[place]
    side = model.view.sides[seat]
    here, picked = place == model.cursor and not model.replay_step, place in choice.marked
    ground = "/accent" if here else ""
    ink, soft = ("on-accent", "on-accent") if here else ("text", "on-felt")
    mark = symbols.raised if picked else symbols.pointer if here else " "
    name = _called(model, seat, symbols)
    longest = max([cell_len(_called(model, one, symbols)) for one in seats])
    held = f"{counted(points(side.scores), 'point')}, hand {len(side.hand)}"
    bold = "+bold" if here or picked else ""
    row = (
        Run(f" {mark} {place + 1} ", f"{'accent' if picked and not here else soft}{ground}+bold"),
        *fit((Run(name, f"{ink}{ground}{bold}"),), longest, f"{ink}{ground}"),
        Run(f"  {held}, discard {len(side.discard)} ", f"{soft}{ground}"),
    )
    if side.discard:
        row += (Run(" top ", "on-felt"), part_run(side.discard[0], symbols))
    return clickable(row, f"pick({place + 1})")


def _called(model: KingModel, seat: Seat, symbols: Symbols) -> str:
    name = shorten(model.seats[seat], _NAME, symbols.ellipsis)
    return f"{name} (you)" if seat == model.reader and name != YOU else name


_STEPS = {
    "familiar": ("Which card of your hand do you keep?", "Which Ace keeps"),
    "supplant": (
        "Which card of the Parade do you take?",
        "Which card of your hand goes to the Parade for",
    ),
}
"""Both steps of a question; the second names the card that was chosen first."""
_TITLES = {"order": "Foretell", "search": "Your draw pile", "exhume": "The Well"}
"""The title of a question, if its kind is not the name of the power."""
_HEAD = 2
"""Rows of the question; a notice takes the last one."""
_ROOMY = 11
"""The fewest rows with a blank row above and below the question."""


def options_across(model: KingModel, width: int, height: int) -> int:
    """Return the number of a question's options in a row, for a width and height."""
    if model.choice is None or not model.choosing_apart:
        return 1
    return _plan(model.choice, width, height)[2].across


def dialog_rows(model: KingModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the rows of a question: its text, its progress, and the options."""
    choice = model.choice
    if choice is None:
        return []
    canvas = Canvas(width, height, GROUND, pixels=symbols.pixels)
    left, top, plan = _plan(choice, width, height)
    hidden = not plan.shows(len(choice.options))
    room = width - 2 * _margin(width)
    head = question_rows(model, choice, room, _HEAD, symbols, hidden=hidden)
    canvas.lines(_margin(width), top - _HEAD - (height >= _ROOMY), head)
    paint_options(canvas, model, choice, plan, left, top, symbols)
    return canvas.rows()


def _margin(width: int) -> int:
    return 4 if width >= 110 else 1


def _plan(choice: Choosing, width: int, height: int) -> tuple[int, int, Plan]:
    """Return the first column and row of the options, and their plan."""
    roomy = height >= _ROOMY
    top = _HEAD + 2 * roomy
    plan = plan_of(choice, width - 2 * _margin(width), height - top)
    return _margin(width), top, plan


def question_rows(
    model: KingModel,
    choice: Choosing,
    width: int,
    height: int,
    symbols: Symbols,
    *,
    hidden: bool = False,
) -> list[Row]:
    """Return a question in `height` rows: its text, who is asked, its progress, and a notice."""
    sentence = words_with_cards(_sentence(model, choice), "text+bold", symbols)
    state: list[Row] = [(Run(one, "on-felt"),) for one in _state(choice, symbols, hidden=hidden)]
    prompt = model.view.prompt
    goes: Pile = ()
    if prompt is not None and model.asked and model.asked.kind == "encumber_target":
        goes = prompt.cards
    if goes:
        cards = tuple([part_run(card, symbols) for card in goes])
        state = [(Run("With the Joker: ", "on-felt"), *cards)]
    title, brief = [words_with_cards(one, "accent+bold", symbols) for one in _titles(model)]
    if model.notice.text:
        said = words_with_cards(model.notice.text, model.notice.style, symbols)
        below = wrap(said, width)[-1:]
    else:
        below = replay_rows(model.replay_step, width, 1, symbols)
    room = height - len(below)
    for before in (title, brief, []):
        words = [*before, *sentence, *state]
        rows = wrap(words, width)
        if len(rows) <= room:
            break
    return [*rows[:room], *below]


def _titles(model: KingModel) -> tuple[str, str]:
    """Return the title with the player who is asked, and a short one for narrow windows."""
    assert model.asked is not None
    kind = model.asked.kind.split("_")[0]
    about = _TITLES.get(kind, kind.capitalize())
    whom = "" if model.actor == YOU else f"{model.actor}, "
    return f"{about}: {whom}choose.", f"{about}:"


def _sentence(model: KingModel, choice: Choosing) -> str:
    """Return the current question."""
    assert model.asked is not None
    steps = _STEPS.get(model.asked.kind)
    if steps is None:
        return model.asked.sentence
    if not choice.before:
        return steps[0]
    first = choice.before[0]
    card = model.view.parade[first.number - 1] if isinstance(first, Slot) else first
    return f"{steps[1]} {card}?"


def _state(choice: Choosing, symbols: Symbols, *, hidden: bool) -> list[str]:
    """Return the progress of choosing several options, and their number if some are hidden."""
    more = [f"{symbols.down} {len(choice.options)} in total"] * hidden
    if not choice.toggles:
        return more
    pick, done = choice.pick, len(choice.marked)
    if pick.least == pick.most:
        return [f"{done} of {pick.most} chosen", *more]
    return [f"{done} chosen, {'one or none' if pick.most == 1 else 'any number'}", *more]
