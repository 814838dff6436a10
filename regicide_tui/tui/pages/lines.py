"""The lines around a page: title, keys that apply, log, and the help for a moment."""

from collections.abc import Callable, Sequence
from string import punctuation
from typing import NamedTuple, Protocol, runtime_checkable

from regicide_tui.bots.base import Chances, whole_percent
from regicide_tui.cards import Card, Suit
from regicide_tui.games.base import Event
from regicide_tui.games.words import LogSentence, named_with_be
from regicide_tui.play.table import TableView, Told
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input.commands import QUIT, GameCommands
from regicide_tui.tui.input.keymap import OWN_KEYS, Keymap, left_out
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.canvas import filled
from regicide_tui.tui.rendering.layout import board_of
from regicide_tui.tui.rendering.paint import (
    PaintRows,
    Row,
    Run,
    Symbols,
    clickable,
    fit,
    part_run,
    prose,
    shorten,
    spread,
    width_of,
    wrap,
)
from regicide_tui.tui.table.table_model import Odds, TableModel

_READABLE = 4
"""Minimum cells of a cut word, which must stay readable."""

Key = tuple[str, str, str]
"""A key as it is shown, a word for what it does, and its action."""


def title_bar(look: Look, right: Row, *lefts: Row) -> PaintRows:
    """Return a function that paints the top line, with a part at each end of the board.

    The left part is the first row of `lefts` that fits; if none fits, the last one is cut.
    """
    shown = [row for row in lefts if row]
    return lambda width, _: _title_rows(shown, right, width, look.symbols.ellipsis)


def _title_rows(lefts: Sequence[Row], right: Row, width: int, ellipsis: str) -> list[Row]:
    right = (*right, Run(" "))
    before, board = board_of(width)
    room = board - width_of(right) - 1
    fitting = next((row for row in lefts if width_of(row) <= room), None)
    left = _shortened(lefts[-1], room, ellipsis) if fitting is None else fitting
    return [(Run(" " * before), *spread((Run(" "), *left), right, board))]


def _shortened(row: Row, width: int, ellipsis: str) -> Row:
    """Return a row whose last words are cut with an ellipsis."""
    *others, last = row
    while others and width_of(others) + _READABLE > width:
        *others, last = others
    room = width - width_of(others)
    return (*others, last._replace(text=shorten(last.text, room, ellipsis)))


def key_bar(keys: Sequence[Key], game: GameCommands | None = None) -> PaintRows:
    """Return a function that paints the line of keys, without the least needed if it is too long.

    The key that quits always stays. At a table, `game` holds the commands of its game.
    """

    def paint(width: int, height: int) -> list[Row]:
        entries = [
            (Run(key, "primary+bold", action), Run(f" {word}", "muted", action))
            for key, word, action in keys
        ]
        rows = _packed(entries, width)
        while len(entries) > 1 and len(rows) > max(1, height):
            del entries[_least_needed(entries, left_out(game))]
            rows = _packed(entries, width)
        left = board_of(width)[0]
        return [(Run(" " * (left + 1)), *row) for row in rows[: max(1, height)]]

    return paint


def _least_needed(entries: Sequence[Row], order: Sequence[str]) -> int:
    """Return the place of the key to leave out: by the order, or the last one that doesn't quit."""
    actions = [row[0].action for row in entries]
    known = [actions.index(action) for action in order if action in actions]
    others = [place for place, action in enumerate(actions) if action != QUIT.action]
    return (known or others[::-1])[0]


def _packed(entries: Sequence[Row], width: int) -> list[Row]:
    """Return entries in as many rows as necessary, at least one."""
    return wrap(entries, board_of(width)[1] - 2, "  ") or [()]


_ROOMY = (30, 8)
"""Minimum cells and rows of a log with its own background and margins."""
_TITLED = 20
"""Minimum rows of a log with a title."""
_NUMBERED = 30
"""Minimum cells of a log with numbered turns."""

_HANGING = Run(" ")
"""Indents all rows of a paragraph but the first, if turns have no numbers."""

Sentence = tuple[bool, list[Row]]
"""Whether a sentence starts a paragraph, and its words."""

EventDescriber = Callable[[Event, Symbols], Sentence | None]


def page_rows(
    told: Sequence[Told],
    back: int,
    size: tuple[int, int],
    symbols: Symbols,
    event_describer: EventDescriber,
) -> tuple[list[Row], int]:
    """Return the visible part of the log, with a title if there is room.

    It is scrolled back by `back` lines, or by as many as exist. The number of lines is returned as
    well.
    """
    width, height = size
    roomy = width >= _ROOMY[0] and height >= _ROOMY[1]
    margin, head = int(roomy), 3 if height >= _TITLED else 0
    inner, room = width - 2 * margin, max(0, height - head)
    rows = _newest_rows(told, inner, room + back, symbols, event_describer)
    back = min(back, max(0, len(rows) - room + 1)) if len(rows) > room else 0
    end = len(rows) - back
    start = max(0, end - room + bool(back))
    shown = rows[start:end]
    if start and shown and shown[0][0] == _HANGING:
        shown[0] = (Run(symbols.ellipsis, "muted"), *shown[0][1:])
    if not shown:
        shown = prose("Nothing has happened yet.", "muted", inner)
    if back and shown:
        shown.append((Run(f"{symbols.down} {back} more", "muted", "full_log"),))
    title = [(), (Run("THE LOG", "accent+bold", "full_log"),), ()] if head else []
    ground = "band" if roomy else "stone"
    framed = [fit((Run(" " * margin), *row), width) for row in [*title, *shown]]
    if not head:
        framed = [clickable(row, "full_log") for row in framed]
    return filled(ground, framed, width, height), back


def _newest_rows(
    moves: Sequence[Told],
    width: int,
    wanted: int,
    symbols: Symbols,
    event_describer: EventDescriber,
) -> list[Row]:
    """Return at least the `wanted` newest rows, oldest first, without describing older moves."""
    rows: list[Row] = []
    for place in range(len(moves) - 1, -1, -1):
        rows[:0] = _move_rows(moves, place, width, symbols, event_describer)
        if len(rows) >= wanted:
            break
    return rows


def log_rows(
    told: Sequence[Told], width: int, symbols: Symbols, event_describer: EventDescriber
) -> list[list[Row]]:
    """Return the rows of each move."""
    return [_move_rows(told, place, width, symbols, event_describer) for place in range(len(told))]


def _move_rows(
    moves: Sequence[Told], place: int, width: int, symbols: Symbols, event_describer: EventDescriber
) -> list[Row]:
    """Return the rows of one move: paragraphs of a head and its details."""
    told = moves[place]
    first_of_turn = place == 0 or moves[place - 1].turn != told.turn
    paragraphs: list[list[Row]] = []
    for event in told.events:
        sentence = event_describer(event, symbols)
        if sentence is None:
            continue
        head, words = sentence
        if head or not paragraphs:
            paragraphs.append(words)
        else:
            so_far = paragraphs[-1]
            so_far[-1] = (*so_far[-1], Run(","))
            so_far += words
    if width < _NUMBERED:
        return [row for words in paragraphs for row in _hanging(words, width, symbols)]
    digits = max(2, len(str(moves[-1].turn)))
    rows = [row for words in paragraphs for row in _break(words, width - digits - 1, symbols)]
    blank = " " * (digits + 1)
    number = f"{told.turn:>{digits}} " if first_of_turn else blank
    return [(Run(blank if below else number, "muted"), *row) for below, row in enumerate(rows)]


def _hanging(words: Sequence[Row], width: int, symbols: Symbols) -> list[Row]:
    """Return a paragraph whose first row starts one cell further left."""
    rows = _break(words, width - 1, symbols)
    return [(_HANGING, *row) if below else row for below, row in enumerate(rows)]


def _break(words: Sequence[Row], width: int, symbols: Symbols) -> list[Row]:
    """Break words into rows; a word that is wider than a row, such as a name, is cut."""
    fitting = [
        word
        if width_of(word) <= width
        else (*fit(word, width - 1), Run(symbols.ellipsis, word[0].style))
        for word in words
    ]
    return wrap(fitting, width)


def chances_text(chances: Chances) -> str:
    """Return chances with their names: `gold 41%, any win 99%`, or `win 62%` without medals.

    A chance of gold of exactly 0 is no estimate: a Jester is flipped, or nothing else helps (R-51).
    """
    if chances.gold is None:
        return f"win {percent_text(chances.win)}"
    gold = f"gold {percent_text(chances.gold)}" if chances.gold else "no gold"
    return f"{gold}, any win {percent_text(chances.win)}"


def percent_text(chance: float) -> str:
    """Return a chance as text, such as `83%`.

    An estimate proves nothing, so it is never 100% or 0%, but `>99%` or `<1%`.
    """
    percent = whole_percent(chance)
    return {0: "<1%", 100: ">99%"}.get(percent, f"{percent}%")


def event_describer(
    tell: Callable[[Event, tuple[str, ...]], LogSentence | None], seats: tuple[str, ...]
) -> EventDescriber:
    """Return a function that describes the events of a game with these players."""

    def say(event: Event, symbols: Symbols) -> Sentence | None:
        line = tell(event, seats)
        if line is None:
            return None
        style = "text" if line.head else "muted"
        words: list[Row] = [()]
        for part in line.parts:
            if isinstance(part, Card | Suit):  # a suit is also a str
                words[-1] += (part_run(part, symbols),)
                continue
            first, *others = _unbroken(part)
            words[-1] += (Run(first, style),) if first else ()
            words += [(Run(other, style),) if other else () for other in others]
        return line.head, [word for word in words if word]

    return say


def _unbroken(text: str) -> list[str]:
    """Return the words of a text; a sum such as `15 - 10 = 5` is one word."""
    found: list[str] = []
    for word in text.split(" "):
        if found and (word in ("-", "=") or found[-1].endswith((" -", " ="))):
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def deal_run(model: TableModel, table: TableView, look: Look) -> Run:
    """Return the text beside the name of the game, which identifies the deal."""
    seed = shorten(model.seed, 16, look.symbols.ellipsis)
    return Run(f"deal of {table.day}" if table.day else f"seed {seed}", "muted")


def title_of(game: str, model: TableModel, asides: Sequence[Run], look: Look) -> PaintRows:
    """Return a function that paints the title."""
    name: Row = (Run(game.upper(), "primary+bold"), Run(f"  {model.subtitle}"))
    key, word, action = look.key(c.HELP)
    help_key: Row = (Run(f"{key} ", "primary+bold", action), Run(word, "muted", action))
    if model.goal:  # the goal needs the room, and turns don't matter in a puzzle
        left = (*name, Run(f"  {model.goal}", "accent"))
        return title_bar(look, (Run("  "), *help_key), left, (Run(model.goal, "accent"),))
    aside, *shorter = asides
    left = (*name, aside._replace(text=f"  {aside.text}"))
    right: Row = (Run("turn ", "muted"), Run(f"{model.turn}   ", "text+bold"), *help_key)
    right = (*_odds(model.odds, look.symbols), *right) if model.odds else right
    right = (Run("NOT SAVED  ", "error+bold"), *right) if model.unsaved else right
    right = (Run("  "), *right)
    if not shorter:
        subtitle = model.shorter_subtitles(look.symbols.ellipsis)
        return title_bar(look, right, left, *[(name[0], Run(f"  {one}")) for one in subtitle])
    shortest = [(one,) for one in (aside, *shorter)]
    return title_bar(look, right, left, (name[0], *left[-1:]), *shortest)


def _odds(odds: Odds, symbols: Symbols) -> Row:
    """Return the chances by their names, now and after the action that is ready."""
    names = ["gold", "any win"] if odds.now and odds.now.gold is not None else ["win"]
    shown: Row = ()
    for name in names:
        now, then = _percent(odds.now, name), _percent(odds.then, name)
        shown += (Run(f"{'  ' if shown else ''}{name} ", "muted"), Run(now, "text+bold"))
        if odds.then is not None:
            style = "warning" if _is_lower(odds.then, odds.now, name) else "success"
            shown += (Run(f" {symbols.arrow} ", "muted"), Run(then, f"{style}+bold"))
    return (*shown, Run("   "))


def _percent(chances: Chances | None, name: str) -> str:
    if chances is None:
        return "?"
    chance = _chance(chances, name)
    return "none" if name == "gold" and not chance else percent_text(chance)


def _is_lower(then: Chances, now: Chances | None, name: str) -> bool:
    """Return whether the chance after an action is lower than now, in whole percent."""
    if now is None:
        return False
    return whole_percent(_chance(then, name)) < whole_percent(_chance(now, name))


def _chance(chances: Chances, name: str) -> float:
    return chances.gold or 0.0 if name == "gold" else chances.win


_ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in punctuation})
HOUSE_RULES = "6. House-rule options"
"""The heading of the house rules in the rules of every game."""

_PAUSE = (
    "Bots pause before they act, so that you can follow the game. Press any key to skip the pause; "
    "change its length in the settings (Pace)."
)


class Guide(NamedTuple):
    """The help for a moment, and the rules about it.

    `text` is Markdown. A command's id in braces and marked as code, such as `{undo}`, is replaced
    by its key. `<Press|Type>` has words for a screen, and others for a text session. A name that a
    person chose must be `escaped`. `heading` is a heading in the rules of `game`, or of the game
    that was played last; without a heading, the rules open at the start.
    `keys` are the keys that work now, the most useful first.
    """

    game: str = ""
    heading: str = ""
    text: str = ""
    keys: Sequence[Key] = ()


@runtime_checkable
class HasGuide(Protocol):
    """A screen with more help than its keys."""

    def guide(self) -> Guide:
        """Return the help for this moment."""
        ...


def escaped(text: str) -> str:
    """Return Markdown that renders as exactly this text."""
    return text.translate(_ESCAPED)


def text_of_every_game(model: TableModel) -> str:
    """Return the help that is the same in every game; an empty string if the game must explain."""
    if model.replay_step:
        return (
            "This is a replay, action by action. Nothing you do here changes the game.\n\n"
            "`{play_on}` starts a new game from here."
        )
    if model.over:
        return (
            "The game is over. `<{confirm}|result>` shows the result, `{undo}` undoes the last "
            "action."
        )
    if model.waiting and not model.curtain:
        acting = f"{named_with_be([escaped(model.actor)])} {model.task}."
        hidden = f"{acting} All other hands stay hidden."
        return f"{hidden}\n\n{_PAUSE}" if model.bot_acts else hidden
    if model.curtain:
        return (
            f"The hands are hidden until {escaped(model.actor)} is at the keyboard.\n\n"
            "Then `{confirm}` shows the hand."
        )
    return ""


Offer = tuple[c.Command, str, c.Command]
"""A command, a word for what it would do, and the last of several similar commands."""


def offer(command: c.Command, word: str = "", last: c.Command | None = None) -> Offer:
    """Return a command with a word for what it would do now."""
    return command, word or command.word, last or command


def common_commands(table: TableView) -> list[c.Command]:
    """Return the commands that apply now in any game."""
    redo = [c.REDO] if table.can_redo else []
    undo = [c.UNDO] if table.can_undo else []
    return [*undo, *redo, c.PILES, c.UNSEEN, c.SAVE, c.MENU, c.QUIT]


def shown(one: Offer, keymap: Keymap = OWN_KEYS) -> Key:
    """Return an offer with its key, or with the first and last key of several similar commands."""
    command, word, last = one
    key = keymap.shown(command)
    if last is not command:
        key += f"-{keymap.shown(last)}"
    return key, word, command.action


def list_keys(look: Look, *more: c.Command) -> list[Key]:
    """Return the keys of a list, with more commands before the last one."""
    moves = look.keys("move", c.LIST_UP, c.LIST_DOWN)
    return [moves, *map(look.key, (c.CHOOSE, c.HELP, *more, c.QUIT))]
