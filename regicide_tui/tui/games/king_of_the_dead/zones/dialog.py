"""The question of a power: what it asks, and its options.

Cards of the hand and of the Parade are chosen where they are; other cards, and players, are shown
above the hand.
"""

from regicide_tui.games.base import Pile
from regicide_tui.games.king_of_the_dead.actions import Slot
from regicide_tui.tui.games.king_of_the_dead.choosing import Choosing
from regicide_tui.tui.games.king_of_the_dead.table_model import KingModel
from regicide_tui.tui.games.king_of_the_dead.zones.options import (
    GROUND,
    Plan,
    paint_options,
    plan_of,
)
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.paint import Row, Run, Symbols, part_run, wrap
from regicide_tui.tui.table.hand import with_cards

_STEPS = {
    "familiar": ("Which card of your hand do you keep?", "Which Ace keeps"),
    "supplant": (
        "Which card of the Parade do you take?",
        "Which card of your hand goes to the Parade for",
    ),
}
"""What is asked in both steps of a question; the second names the card that was chosen first."""
_TITLES = {"order": "Foretell", "search": "Your draw pile", "exhume": "The Well"}
"""The title of a question, if its kind is not the name of the power."""
_HEAD = 2
"""Rows of the question; a notice takes the last one."""
_ROOMY = 11
"""Rows from which there is a blank row above and below the question."""


def options_across(model: KingModel, width: int, height: int) -> int:
    """Return the number of options of a question in a row, for a width and height."""
    if model.choice is None or not model.choosing_apart:
        return 1
    return _plan(model.choice, width, height)[2].across


def dialog_rows(model: KingModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the rows of a question: what it asks, its progress, and the options."""
    choice = model.choice
    if choice is None:
        return []
    canvas = Canvas(width, height, GROUND, pixels=symbols.pixels)
    left, top, plan = _plan(choice, width, height)
    hidden = not plan.shows(len(choice.options))
    room = width - 2 * _margin(width)
    head = question_rows(model, choice, room, _HEAD, symbols, hidden=hidden)
    for y, row in enumerate(head):
        canvas.text(_margin(width), top - _HEAD - (height >= _ROOMY) + y, row)
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
    """Return a question in `height` rows: what it asks, of whom, its progress, and a notice."""
    sentence = _words(_sentence(model, choice), "text+bold", symbols)
    state: list[Row] = [(Run(one, "on-felt"),) for one in _state(choice, symbols, hidden=hidden)]
    prompt = model.view.prompt
    goes: Pile = ()
    if prompt is not None and model.asked and model.asked.kind == "encumber_target":
        goes = prompt.cards
    if goes:
        cards = tuple([part_run(card, symbols) for card in goes])
        state = [(Run("With the Joker goes ", "on-felt"), *cards)]
    title, brief = [_words(one, "accent+bold", symbols) for one in _titles(model)]
    said = model.notice.text or model.replay_step
    room = height - bool(said)
    for before in (title, brief, []):
        words = [*before, *sentence, *state]
        rows = wrap(words, width)
        if len(rows) <= room:
            break
    style = model.notice.style if model.notice.text else "muted"
    return [*rows[:room], *wrap(_words(said, style, symbols), width)[-1:]]


def _words(text: str, style: str, symbols: Symbols) -> list[Row]:
    return [with_cards(word, style, symbols) for word in text.split()]


def _titles(model: KingModel) -> tuple[str, str]:
    """Return the title: what is asked, and who is asked; the second is for narrow windows."""
    assert model.asked is not None
    kind = model.asked.kind.split("_")[0]
    about = _TITLES.get(kind, kind.capitalize())
    return f"{about}: {model.actor}, choose.", f"{about}:"


def _sentence(model: KingModel, choice: Choosing) -> str:
    """Return what is asked now."""
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
    """Return the progress if several options may be chosen, and the number of hidden options."""
    more = [f"{symbols.down} {len(choice.options)} in all"] * hidden
    if not choice.toggles:
        return more
    pick, done = choice.pick, len(choice.marked)
    if pick.least == pick.most:
        return [f"{done} of {pick.most} chosen", *more]
    return [f"{done} chosen, {'one or none' if pick.most == 1 else 'any number'}", *more]
