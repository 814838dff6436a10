"""What a player may know and do at a moment, in sentences, for sessions without a screen.

Everything comes from a `TableView`, which holds only what its viewer may know. So it is the same at
home and on a server. A game may describe its table with its own `Presenter`.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from types import MappingProxyType
from typing import ClassVar, NamedTuple, cast

from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.games.base import Value
from regicide_tui.games.manifest import load
from regicide_tui.games.words import SUIT_NAMES, counted
from regicide_tui.play.table import TableView, Told
from regicide_tui.text.voice import Voice, blocks_text, calm, row_text, sentence, typed
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import log_rows, text_of_every_game
from regicide_tui.tui.rendering.colours import palette_of
from regicide_tui.tui.table.game_ui import describer_of, find, gathered, model_at, pages_of
from regicide_tui.tui.table.table_model import Pointing, TableModel

_PARTS = re.compile(r"[.:]|\btype | to do it")
"""The text around an action in a line of a hint."""
_ANY_WIDTH = 1_000_000
"""A width in cells at which nothing is wrapped."""
_BRACKETS = re.compile(r"[\[\]']")
_HIDDEN = re.compile(r"\?(, \?)*")
_BAND = (400, 2)
"""Cells and rows of a band that has room for a whole preview."""

Places = Sequence[int]
"""What is picked: places in the hand, or among the options of a question, in order."""


class Option(NamedTuple):
    """Something to pick: its place, the label to type for it, its words and maybe its card."""

    place: int
    label: str
    text: str
    card: Card | None = None


class Options(NamedTuple):
    """What can be picked now, after a short title.

    If a question has several picks, each has its own.
    """

    title: str
    options: tuple[Option, ...]


class Choice(NamedTuple):
    """An action that the picked items allow, and its effect in words."""

    action: Value
    text: str


class Presenter:
    """A table at one moment, as one player or a spectator may know it."""

    jester: ClassVar[str] = "Jester"
    """What the game calls the card without a suit."""
    notation: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """The words of the game's notation other than `VERBS`, and what they do."""

    def __init__(self, seen: TableView, voice: Voice) -> None:
        self.seen = seen
        self.voice = replace(voice, jester=self.jester)
        """The voice that writes cards in the words of this game."""
        self._game_ui = find(seen.game.name)
        self._pages = pages_of(seen.game.name)

    @cached_property
    def model(self) -> TableModel:
        """The model of the table, with nothing picked."""
        return model_at(self._game_ui, self.seen, Pointing())

    @property
    def names(self) -> Sequence[str]:
        """The names of the players; the only one at this screen is `You`."""
        model = self.model
        return [
            "You" if model.own and seat == model.viewer else name
            for seat, name in enumerate(model.seats)
        ]

    def picked(self, places: Places) -> TableModel:
        """Return the model in which these places are picked, the last one at the cursor."""
        chosen = () if self.model.choosing else tuple(places)
        return self._game_ui.pointed(self.model, Pointing(places[-1] if places else 0, chosen))

    @property
    def may_act(self) -> bool:
        """Whether the viewer can act now."""
        model = self.model
        return self.seen.viewer is not None and not (model.over or model.waiting)

    # ------------------------------------------------------------ the situation

    def due(self, known: Sequence[str] = ()) -> list[str]:
        """Describe what is due: whose turn it is, what matters for it, and what can be picked.

        `known` are facts that were told before.
        """
        model = self.model
        if self.seen.outcome is not None:
            return ["The game is over. Type result to see how it ended."]
        if model.curtain:
            return [f"{model.actor} is {model.task}. The hands are hidden: enter shows the hand."]
        if model.waiting:
            counts = self.enemy()[:1] if known else self.enemy()
            return [f"{model.actor} is {model.task}.", " ".join(counts)]
        who = "You are" if model.alone or model.own else f"{model.actor} is"
        goal = f"{model.goal}. " if model.goal else ""
        return [f"{goal}{who} {model.task}. {self.counts(known)}".strip(), *self.hand()]

    def counts(self, known: Sequence[str] = ()) -> str:
        """Return what every player needs to know before they act, unless it is known."""
        first, *more = self.enemy()
        return " ".join([first, *[one for one in more if one not in known]])

    def enemy(self) -> Sequence[str]:
        """Show the enemy; in other games the players, their points and the open cards."""
        # The first sentence is told each time, the others only when they have changed.
        game = self.seen.game
        return [sentence(game.describe(game.position(self.seen.state), self.seen.seats))]

    def hand(self) -> list[str]:
        """Show the hand with the numbers of the cards; in a question, the options."""
        model = self.model
        if model.curtain:
            return ["The hands are hidden."]
        if not self.may_act:
            hidden = bool(model.hand) and {*model.hand} == {UNKNOWN}
            held = (
                counted(len(model.hand), "hidden card") if hidden else self.voice.cards(model.hand)
            )
            return [f"{model.hand_title}: {held}."]
        if not any(one.options for one in self.options):
            return [self.why_nothing(())]
        return [
            f"{title} {', '.join([f'{one.label} {one.text}' for one in options])}."
            for title, options in self.options
        ]

    @cached_property
    def options(self) -> Sequence[Options]:
        """What can be picked now; nothing while the viewer can't act."""
        return self.to_pick() if self.may_act else []

    def to_pick(self) -> Sequence[Options]:
        """Return what the acting player can pick, once for each pick of a question."""
        if self.model.choosing:
            names = [Option(at, str(at + 1), name) for at, name in enumerate(self.model.seats)]
            return [Options("Choose:", tuple(names))]
        return [Options("Hand:", self.held())]

    def held(self) -> tuple[Option, ...]:
        """Return the cards of the hand with the numbers of their places."""
        cards, say = enumerate(self.model.hand), self.voice.card_text
        return tuple([Option(at, str(at + 1), say(one), one) for at, one in cards])

    def table(self) -> Sequence[str]:
        """Show everything on the table."""
        written = self.seen.game.position(self.seen.state)
        told = {key: f"{value}".replace("], [", "; ") for key, value in written.items() if value}
        cards = {key: self.voice.say(_BRACKETS.sub("", text)) for key, text in told.items()}
        return [
            sentence(f"{key}: {_HIDDEN.sub('hidden', text)}".replace("_", " "))
            for key, text in cards.items()
        ]

    def piles(self) -> list[str]:
        """Show the open piles."""
        return [*blocks_text(self._pages.piles(self.model, self.voice, False))]

    def unseen(self) -> list[str]:
        """List the cards that have not been seen yet, suit by suit."""
        cards = self._pages.unseen(self.seen)
        suits = [
            f"{SUIT_NAMES[suit]}: {self._ranks([*same])}."
            if suit
            else f"{counted(len([*same]), self.voice.jester)}."
            for suit, same in groupby(cards, key=lambda one: one.suit)
        ]
        return [f"{self._pages.unseen_means} {counted(len(cards), 'card')}.", *suits]

    def powers(self) -> Sequence[str]:
        """List the powers of all cards (King of the Dead)."""
        return ["Cards in this game have no named powers."]

    def _ranks(self, cards: Sequence[Card]) -> str:
        return ", ".join([self.voice.card_text(one).partition(" of ")[0] for one in cards])

    # ------------------------------------------------------------ what happened

    def news(self, moves: int) -> list[str]:
        """Return all moves after the first `moves`, in order."""
        return [text for text, _ in self._told(self.seen.told[moves:])]

    def log(self, moves: int) -> list[str]:
        """Return the last moves with the numbers of their turns."""
        told = self.seen.told[-moves:] if moves else ()
        lines = [f"Turn {turn}: {text}" if turn else text for text, turn in self._told(told)]
        return lines or ["Nothing has happened yet."]

    def _told(self, told: Iterable[Told]) -> list[tuple[str, str]]:
        """Return each paragraph of the log, and the number of the turn that it begins, if any."""
        game_ui = self._game_ui
        describer = describer_of(game_ui, self.seen)
        moves = log_rows(gathered(game_ui, told), _ANY_WIDTH, self.voice, describer)
        return [
            (sentence(row_text(row[1:])), row_text(row[:1]))
            for rows in moves
            for row in rows
            if row_text(row[1:])
        ]

    # ------------------------------------------------------------ what can be done

    def choices(self, places: Places) -> Sequence[Choice]:
        """Return the actions that the picked items allow; the rules may refuse a single one."""
        picked = self.picked(places)
        if picked.intent is None:
            return []
        look = Look(palette_of("ansi", four_colours=False), self.voice)
        rows = self._game_ui.painters["foresight"](picked, *_BAND, look)
        told = calm(", ".join([text for text in map(row_text, rows) if text]))
        if told.count("exact") > 1:  # the badge at the end of the band repeats it
            told = told.removesuffix(", exact")
        return [Choice(picked.intent, sentence(told))]

    def preview(self, places: Places) -> list[str]:
        """Return what the picked items would do, or why they do nothing."""
        found = self.choices(places)
        if not found:
            return [self.why_nothing(places)]
        if refused := self.why_not(places):
            return [refused]
        return [one.text or sentence(self.say(one.action)) for one in found]

    def say(self, action: Value) -> str:
        """Return an action in words, such as `play 7 of Clubs`."""
        seen = self.seen
        return self.voice.say(seen.game.say(self.model.view, action, seen.seats))

    def action_said(self, line: str) -> Value | None:
        """Return the legal action that a line names in words, on its own or within a hint.

        Cards are in notation: writing each action in a voice would take too long.
        """
        game, view = self.seen.game, self.model.view
        spelled = f"{line} . {line.replace(self.voice.jester.casefold(), '*')}"
        parts = {part.strip() for part in _PARTS.split(spelled)}
        for one in game.legal_actions(view) if self.may_act else ():
            said = game.say(view, one, self.seen.seats), game.format(one)
            if {text.casefold() for text in said} & parts:
                return one
        return None

    def legal(self) -> Sequence[str]:
        """List what you can do now."""
        if not self.may_act:
            return [f"Nothing: {self.model.actor} is {self.model.task}."]
        return [sentence(one) for one in self.to_do()]

    def to_do(self) -> Sequence[str]:
        """Return what the acting player can do, the most useful first."""
        return [self.say(one) for one in self.model.legal]

    def why_nothing(self, places: Places) -> str:
        """Return why the picked items do nothing."""
        return self.voice.say(typed(self._game_ui.why_nothing(self.picked(places))))

    def why_not(self, places: Places) -> str:
        """Return why these cards can't be picked together; an empty string if they can."""
        for count in range(len(places)):
            model = self.picked(places[:count])
            place = places[count]
            held = not model.choosing and 0 <= place < len(model.pickable)
            if held and not model.pickable[place]:
                return self.voice.say(self._game_ui.why_not_pickable(model, place))
        return ""

    def why(self) -> list[str]:
        """Explain the situation to a beginner."""
        model = self.model
        said = text_of_every_game(model) or self._pages.explain(model)
        parts = [part.removeprefix("- ") for part in said.split("\n") if part]
        return [self.voice.say(typed(part)) for part in parts]

    @property
    def chapter(self) -> str:
        """The heading of the rules that apply to this moment."""
        return self._pages.chapter(self.model)

    @property
    def words(self) -> frozenset[str]:
        """The words of the game's notation, such as `yield`."""
        written = [self.seen.game.format(one) for one in self.model.legal]
        firsts = [one.split()[0] for one in written]
        return frozenset([one for one in firsts if one.isalpha() and one.islower()]).union(
            self.notation
        )


QUESTIONS: Mapping[str, Callable[[Presenter], Sequence[str]]] = {
    name: getattr(Presenter, name)
    for name in ("hand", "enemy", "table", "piles", "unseen", "powers", "legal", "why")
}
"""The questions at any table, by the word to type; a game may answer in its own words."""


def presenter_of(game: str) -> type[Presenter]:
    """Return the presenter of the game with this name."""
    named = games.manifest(game).text
    return cast("type[Presenter]", load(named)) if named else Presenter
