"""How text sessions write: cards in words, rows as sentences, lines of limited length."""

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import asdict, replace

from regicide_tui.cards import JESTER, UNKNOWN, Card, Suit
from regicide_tui.games.words import RANK_NAMES, SUIT_NAMES, counted
from regicide_tui.printable import printable
from regicide_tui.tui.input.commands import CONFIRM, Command
from regicide_tui.tui.input.keymap import Keymap
from regicide_tui.tui.pages.reading import Block, Words
from regicide_tui.tui.rendering.paint import PLAIN, Row, Symbols, prose
from regicide_tui.tui.table.hand import with_cards

WIDTH = 79
"""The most columns of a line."""
_RANKS = {"A": "Ace", "T": "10", **RANK_NAMES}
_SUITS = {suit.value: name for suit, name in SUIT_NAMES.items()}
_SIGN = re.compile(r"\{=?([^}a-z]+)\}")
_SUIT_SIGN = re.compile(r"\{[CDHS]\} (?=Clubs|Diamonds|Hearts|Spades)")
"""A symbol before the name of its suit."""
_LONE_SUIT = re.compile(r"\{([CDHS])\}")
_GAP = re.compile(r" {2,}")
_PRESS = re.compile(r"\b[Pp]ress(?= `?\{)")
_ESCAPED = re.compile(r"\\(\W)")
_SIDE_BY_SIDE = re.compile(
    r"( of (?:Clubs|Diamonds|Hearts|Spades)) (?=(?:\d+|Ace|Jack|Queen|King) of |Jester\b|Joker\b)"
)
_SHOUTED = re.compile(r"\b(?:THEN PAY|PAY|EXACT|LOST)\b")
_ENDS = [re.compile(end) for end in (r"(?<!\d)[.!?]\)? ", r", ", r" ")]
"""Where a long text may be interrupted, the best first."""
_TALLY = re.compile(r"(.+?), (\d+), (\d+),? (\d+%)$")


class Voice(Symbols):
    """Symbols replaced by words, so that everything drawn with them can be read aloud."""

    short: bool = False
    """Whether cards are written in notation, such as `7C`."""
    jester: str = "Jester"
    """What the game calls the card without a suit."""

    def card_text(self, card: Card) -> str:
        """Return a card in words, such as `7 of Clubs`."""
        if card is JESTER:
            return self.jester
        if card is UNKNOWN or card.suit is None:
            return "a hidden card"
        if self.short:
            return card.text
        return f"{_RANKS.get(card.rank, card.rank)} of {SUIT_NAMES[card.suit]}"

    def suit(self, suit: Suit) -> str:
        """Return the name of a suit."""
        return SUIT_NAMES[suit]

    def cards(self, cards: Iterable[Card], none: str = "none") -> str:
        """Return cards in words, with commas."""
        return ", ".join([self.card_text(card) for card in cards]) or none

    def say(self, text: str) -> str:
        """Return text of the rules with its notation in words; `{8D}` is a card, too."""
        named = _LONE_SUIT.sub(lambda found: _SUITS[found[1]], _SUIT_SIGN.sub("", text))
        return row_text(with_cards(_SIGN.sub(r"\1", named), "", self))


VOICE = Voice(
    **{
        **asdict(replace(PLAIN, card=replace(PLAIN.card, across=""))),
        "arrow": "to",
        "ellipsis": "...",
        "half": "",
        "star": "",
    }
)


class _TypedWords(Keymap):
    """The words to type in place of the keys that a text names."""

    alternative = r"\2"

    def shown(self, command: Command) -> str:
        """Return what to type for a command."""
        return _WORDS.get(command.id, command.id.replace("_", " "))


_WORDS = {CONFIRM.id: "enter", "end_turn": "end", "pick_well": "w", "agree_on_draw": "draw"}
_TYPED = _TypedWords()


def typed(text: str) -> str:
    """Return text about keys and a screen, reworded for people who type lines."""
    pressed = _PRESS.sub(lambda found: "Type" if found[0] == "Press" else "type", text)
    return _ESCAPED.sub(r"\1", _TYPED.named(pressed)).replace("`", '"').replace("**", "")


def row_text(row: Row) -> str:
    """Return a painted row as text."""
    return _tidied("".join([run.text for run in row]))


def _tidied(text: str) -> str:
    """Return text with commas for wide gaps, and between two cards."""
    tight = _GAP.sub(", ", text.strip()).replace(".,", ".")
    return _SIDE_BY_SIDE.sub(r"\1, ", tight)


def rows_text(rows: Iterable[Row]) -> str:
    """Return painted rows as sentences, without the marks of a verdict."""
    return " ".join([sentence(row_text(row).rstrip(" ?!")) for row in rows])


def tally(text: str) -> str:
    """Return a line of statistics; the columns of games and wins get their names."""
    return _TALLY.sub(lambda m: f"{m[1]}: {counted(int(m[2]), 'game')}, {m[3]} won, {m[4]}", text)


def blocks_text(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the text of each block of a page; a line of a table includes its headings."""
    titles: Sequence[str] = ()
    for block in blocks:
        cells = [_tidied(" ".join(map(row_text, cell))) for cell in block.cells]
        if len(cells) == 1:
            titles = ()
            yield f"{block.mark.removeprefix('- ')}{cells[0]}"
        elif all(_is_muted(cell) for cell in block.cells if cell):
            titles = cells
            yield ""
        elif titles:
            told = [f"{title}: {cell}" for title, cell in zip(titles, cells, strict=True) if cell]
            yield " ".join([sentence(one.removeprefix(": ")) for one in told])
        else:
            yield sentence(f"{cells[0]}: {', '.join(filter(None, cells[1:]))}")


def calm(text: str) -> str:
    """Return a preview without capitals, which a screen reader would spell out."""
    return _SHOUTED.sub(lambda found: found[0].lower(), text)


def sentence(text: str) -> str:
    """Return text as a sentence, with a capital letter and a full stop."""
    whole = f"{text[:1].upper()}{text[1:]}"
    return whole if not whole or whole.endswith((".", "!", "?", ":")) else f"{whole}."


def _is_muted(words: Words) -> bool:
    """Return whether some of these words are only the title of a column."""
    return any(run.style == "muted" for word in words for run in word)


def page_of(paragraphs: Sequence[str], most: int) -> tuple[list[str], list[str]]:
    """Return the lines of the first page, and the remaining paragraphs.

    A page with fewer than `most` lines ends where a sentence does, or a part of a very long one.
    """
    if len(paragraphs) <= most and len(whole := lines_of(paragraphs)) <= most:
        return whole, []
    left, shown = [*paragraphs], list[str]()
    while left and len(lines_of([*shown, left[0]])) < most:
        shown.append(left.pop(0))
    for ends in _ENDS if not shown else _ENDS[:1]:
        parts = [left[0][: found.end()] for found in ends.finditer(left[0])]
        fitting = [part for part in parts if len(lines_of([*shown, part])) < most]
        if fitting:
            shown.append(fitting[-1])
            left[0] = left[0][len(fitting[-1]) :]
            break
    return lines_of(shown), left


def lines_of(paragraphs: Sequence[str]) -> list[str]:
    """Return printable lines of at most `WIDTH` columns; each paragraph begins a line."""
    return [
        "".join([run.text for run in row])
        for paragraph in paragraphs
        for row in prose(printable(paragraph.replace("\n", " ")), "", WIDTH)
    ]
