"""What a game says of its table in text; a game that says nothing is told by its contract."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from regicide_tui import games
from regicide_tui.cards import Card
from regicide_tui.games.base import Value
from regicide_tui.games.manifest import load
from regicide_tui.play.table import TableView
from regicide_tui.text.voice import Voice, calm, row_text, sentence
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.colours import palette_of
from regicide_tui.tui.table.game_ui import AnyGameUI, find, model_at
from regicide_tui.tui.table.table_model import Pointing, TableModel

_BRACKETS = re.compile(r"[\[\]']")
_HIDDEN = re.compile(r"\?(, \?)*")
_BAND = (400, 2)
"""Cells and rows of a band that has room for a whole preview."""

Places = Sequence[int]
"""What is picked: places in the hand, or among the options of a question, in order."""


class Moment(NamedTuple):
    """A table as somebody may know it, with the voice that tells it."""

    table: TableView
    model: TableModel
    voice: Voice

    @property
    def game_ui(self) -> AnyGameUI:
        """The table of the game."""
        return find(self.table.game.name)

    def picked(self, places: Places) -> TableModel:
        """Return the model in which these places are picked, the last one at the pointer."""
        chosen = () if self.model.choosing else tuple(places)
        return self.game_ui.pointed(self.model, Pointing(places[-1] if places else 0, chosen))


def moment_of(table: TableView, voice: Voice) -> Moment:
    """Return the moment of a table, in the words of its game."""
    return Moment(table, model_at(find(table.game.name), table, Pointing()), voice)


class Option(NamedTuple):
    """Something to pick: its place, what is typed for it besides a card, and its words."""

    place: int
    label: str
    text: str
    card: Card | None = None


class Options(NamedTuple):
    """What can be picked now, after a few words about it.

    If there are several of these, each pick of a question has its own.
    """

    title: str
    options: tuple[Option, ...]


class Choice(NamedTuple):
    """An action that picked things allow, and what it does in words."""

    action: Value
    text: str


def card_options(cards: Iterable[Card], voice: Voice) -> tuple[Option, ...]:
    """Return cards as options with the numbers of their places."""
    return tuple(
        [Option(at, str(at + 1), voice.card_text(one), one) for at, one in enumerate(cards)]
    )


def named_options(names: Iterable[str]) -> tuple[Option, ...]:
    """Return names as numbered options."""
    return tuple([Option(at, str(at + 1), name) for at, name in enumerate(names)])


def _status(moment: Moment) -> list[str]:
    table = moment.table
    return [sentence(table.game.describe(table.game.position(table.state), table.seats))]


def _position(moment: Moment) -> list[str]:
    """Say what a position holds, key by key."""
    written = moment.table.game.position(moment.table.state)
    told = {key: f"{value}".replace("], [", "; ") for key, value in written.items() if value}
    cards = {key: moment.voice.say(_BRACKETS.sub("", text)) for key, text in told.items()}
    return [
        sentence(f"{key}: {_HIDDEN.sub('hidden', text)}".replace("_", " "))
        for key, text in cards.items()
    ]


def _options(moment: Moment) -> list[Options]:
    model = moment.model
    if model.choosing:
        return [Options("Choose:", named_options(model.seats))]
    return [Options("Hand:", card_options(model.hand, moment.voice))]


def _choices(moment: Moment, places: Places) -> list[Choice]:
    action = moment.picked(places).intent
    return [] if action is None else [Choice(action, preview(moment, places))]


def preview(moment: Moment, places: Places) -> str:
    """Return the band above the hand as a sentence: what the picked things would do."""
    look = Look(palette_of("ansi", four_colours=False), moment.voice)
    rows = moment.game_ui.painters["foresight"](moment.picked(places), *_BAND, look)
    return sentence(calm(", ".join([text for text in map(row_text, rows) if text])))


def _legal(moment: Moment) -> list[str]:
    game, view = moment.table.game, moment.model.view
    said = [game.say(view, action, moment.table.seats) for action in moment.model.legal]
    return [moment.voice.say(one) for one in said]


class GameText(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """What one game says of its table. What has a default, a game need not say."""

    jester: str = "Jester"
    """What the game calls the card without a suit."""
    status: Callable[[Moment], Sequence[str]] = _status
    """Return what everybody needs to know before they act, in a few sentences.

    The first is said each time, the others once they have changed.
    """
    table: Callable[[Moment], Sequence[str]] = _position
    """Return what lies open besides the piles, a sentence each."""
    options: Callable[[Moment], Sequence[Options]] = _options
    """Return what can be picked now, once for each pick of a question."""
    choices: Callable[[Moment, Places], Sequence[Choice]] = _choices
    """Return the actions that the picked things allow; the rules may refuse a single one."""
    legal: Callable[[Moment], Sequence[str]] = _legal
    """Return what can be done now, the most useful first."""
    words: Mapping[str, str] = MappingProxyType({})
    """The words of the game's notation besides `VERBS`, and what they do."""
    powers: Callable[[Moment], Sequence[str]] = lambda moment: ["No card of this game has a name."]
    """Return what all cards can do, where a game names their powers."""


def text_of(game: str) -> GameText:
    """Return what the game with this name says in text."""
    named = games.manifest(game).text
    found = load(named) if named else GameText()
    assert isinstance(found, GameText)
    return found
