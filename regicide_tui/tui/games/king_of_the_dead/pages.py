"""The pages to read at the table: the powers of all cards, and the open piles."""

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from textual.binding import BindingType

from regicide_tui.games.base import Pile, of_kind
from regicide_tui.games.king_of_the_dead.actions import Play
from regicide_tui.games.king_of_the_dead.piles import hidden_cards
from regicide_tui.games.king_of_the_dead.powers import available_powers, power_key
from regicide_tui.games.king_of_the_dead.state import Side, State, points
from regicide_tui.games.words import RANK_NAMES, counted
from regicide_tui.play.table import TableView
from regicide_tui.tui.games.king_of_the_dead.controls import KingControls
from regicide_tui.tui.games.king_of_the_dead.explain import chapter, explain
from regicide_tui.tui.games.king_of_the_dead.report import report_of
from regicide_tui.tui.games.king_of_the_dead.save_preview import save_rows
from regicide_tui.tui.games.king_of_the_dead.table_model import KingModel
from regicide_tui.tui.games.king_of_the_dead.zones.faces import chips
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import Key
from regicide_tui.tui.pages.reading import Block, Words, lines_of, table_of, words_of
from regicide_tui.tui.rendering.paint import Row, Run, Symbols
from regicide_tui.tui.screens.texts import TextScreen
from regicide_tui.tui.table.card_lists import by_suit, tops_of_piles
from regicide_tui.tui.table.table_model import CardOnTable
from regicide_tui.tui.table.table_pages import TablePages

_MANY = {1: "a", 2: "two", 3: "three", 4: "four"}


class _Page(TextScreen):
    """The base of a page about a moment of the game."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(c.TEXT))
    TITLE_WORDS: ClassVar[str]

    def __init__(self, look: Look, model: KingModel) -> None:
        super().__init__(look)
        self._blocks = self.blocks(model, look.symbols)

    def blocks(self, model: KingModel, symbols: Symbols) -> list[Block]:
        """Return the text of the page."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Show the page."""
        self.reader.show(partial(lines_of, self._blocks))

    def title_row(self) -> Row:
        """Return the title."""
        return (Run(self.TITLE_WORDS, "primary+bold"),)

    def key_line(self) -> list[Key]:
        """Return the keys to go back and, if the text is too long to fit, to scroll."""
        ends = [self.look.key(c.LEAVE_TEXT), self.look.key(c.QUIT)]
        if self.reader.percent is None:
            return ends
        scroll = self.look.keys("scroll", c.TEXT_UP, c.TEXT_DOWN)
        return [scroll, self.look.keys("page", c.PAGE_UP, c.PAGE_DOWN), *ends]


class PowersScreen(_Page):
    """The page of all powers, those of the hand first."""

    TITLE_WORDS = "Powers"

    def blocks(self, model: KingModel, symbols: Symbols) -> list[Block]:
        """Return the powers in the hand, then all."""
        return powers_blocks(model, symbols)


def unseen(table: TableView) -> Pile:
    """Return the cards that a seat can't see now; each card keeps coming back."""
    return by_suit(hidden_cards(of_kind(State, table.state)).elements())


# ---------------------------------------------------------------- powers


def powers_blocks(model: KingModel, symbols: Symbols) -> list[Block]:
    """Return the table of powers, those of the hand first."""
    here = {
        power_key(one.action.cards): one
        for one in model.hand_actions
        if isinstance(one.action, Play)
    }
    mine = [
        (_card_words(one.action.cards, symbols), words_of(one.name, "accent"), words_of(one.text))
        for one in here.values()
        if isinstance(one.action, Play)
    ]
    all_of_them = [
        (
            words_of(cards_of_key(key)),
            words_of(power.name, "accent+bold" if key in here else "text"),
            words_of(power.text, "text" if key in here else "muted"),
        )
        for key, power in available_powers(model.view.options).items()
    ]
    blocks = [_heading("In your hand"), *table_of(mine)] if mine else []
    return [*blocks, _heading("All powers"), *table_of(all_of_them)]


def cards_of_key(key: str) -> str:
    """Return which cards have the power of this key, such as `two red Jacks` or `two 4s`."""
    ranks, _, colour = key.partition(" ")
    if ranks == "QA":
        return "a red Queen and an Ace"
    if "*" in ranks:
        companion = ranks.strip("*")
        return f"Joker and {_rank(companion)}" if companion else "two Jokers"
    if colour == "mixed":
        return f"a red and a black {_rank(ranks[0])}"
    if colour:
        return f"two {colour} {_rank(ranks[0])}s"
    many = len(ranks)
    return f"{_MANY[many]} {_rank(ranks[0])}{'s' if many > 1 else ''}"


def _rank(rank: str) -> str:
    return {"T": "10", "A": "Ace"}.get(rank, RANK_NAMES.get(rank, rank))


# ---------------------------------------------------------------- piles


def piles_blocks(model: KingModel, symbols: Symbols, in_order: bool = False) -> list[Block]:
    """Return the open piles: each with its cards, the top one first, or sorted."""
    view = model.view
    well = by_suit(view.well) if in_order else view.well
    blocks = [_heading("In the middle"), _pile("Well", well, symbols)]
    left = "one card behind the Parade" if view.newcomer else "no Newcomer"
    blocks.append(_item(words_of(f"Gate: {counted(len(view.gate), 'card')}, {left}", "muted")))
    for name, side in zip(model.seats, view.sides, strict=True):
        blocks += [_heading(name), *_side(side, symbols, in_order)]
    return blocks


def cards_on_table(model: KingModel) -> list[CardOnTable]:
    """Return the Parade with Gate and Newcomer, the Well, and the open cards of each player."""
    view = model.view
    found = [CardOnTable(card, "in the Parade") for card in view.parade if card is not None]
    if view.newcomer is not None:
        found.append(CardOnTable(view.newcomer, "the Newcomer"))
    found += tops_of_piles([("Gate", view.gate)])
    found += [CardOnTable(card, "in the Well") for card in view.well]
    for name, side in zip(model.seats, view.sides, strict=True):
        familiars = [card for one in side.familiars for card in (one.ace, one.card)]
        piles = (
            ("play area", (*side.plays, *familiars)),
            ("discard pile", side.discard),
            ("score pile", side.scores),
        )
        found += [
            CardOnTable(card, f"in {name}'s {pile}") for pile, cards in piles for card in cards
        ]
    return found


def _side(side: Side, symbols: Symbols, in_order: bool) -> Iterator[Block]:
    order = by_suit if in_order else tuple
    yield _pile("Discard pile", order(side.discard), symbols)
    if side.plays:
        yield _pile("In play", side.plays, symbols)
    for one in side.familiars:
        kept: Words = (*_card_words((one.ace,), symbols), *words_of("keeps", "muted"))
        yield _item((*kept, *_card_words((one.card,), symbols)))
    score = f"Scored, {counted(points(side.scores), 'point')}"
    yield _pile(score, order(side.scores), symbols)
    hidden = f"Hand: {counted(len(side.hand), 'card')}"
    yield _item(words_of(f"{hidden}, draw pile: {counted(len(side.draws), 'card')}", "muted"))


def _pile(name: str, pile: Pile, symbols: Symbols) -> Block:
    """Return a pile with its cards, or with the word `none`."""
    cards = _card_words(pile, symbols) or words_of("none", "muted")
    count = f" ({len(pile)})" if pile else ""
    return _item((*words_of(f"{name}{count}:", "muted"), *cards))


def _card_words(cards: Pile, symbols: Symbols) -> Words:
    return tuple(chips(cards, symbols))


def _item(words: Words) -> Block:
    return Block((words,), mark="- ")


def _heading(text: str) -> Block:
    return Block((words_of(text, "primary+bold"),), level=2)


PAGES = TablePages[KingModel, State](
    explain=explain,
    chapter=chapter,
    controls=KingControls,
    report=report_of,
    save_preview=save_rows,
    cards_on_table=cards_on_table,
    piles=piles_blocks,
    unseen=unseen,
    unseen_means="You can't see these cards now: in hands, draw piles, the Gate and the Newcomer.",
)
