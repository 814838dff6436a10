"""What a player may know and do at a moment, in sentences: for any session without a screen.

Everything comes from a `TableView`, which holds nothing that its viewer may not know. So it is the
same at home and on a server.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import groupby

from regicide_tui.cards import Card
from regicide_tui.games.base import Value
from regicide_tui.games.words import SUIT_NAMES, counted
from regicide_tui.play.table import TableView, Told
from regicide_tui.text.game_text import (
    Choice,
    GameText,
    Moment,
    Options,
    Places,
    moment_of,
    text_of,
)
from regicide_tui.text.voice import TYPED, Voice, blocks_text, row_text, sentence, typed
from regicide_tui.tui.pages.lines import log_rows, text_of_every_game
from regicide_tui.tui.table.game_ui import describer_of, find, gathered, pages_of
from regicide_tui.tui.table.table_model import TableModel
from regicide_tui.tui.table.table_pages import AnyTablePages

_PARTS = re.compile(r"[.:]|\btype | to do it")
"""What stands around an action in a line of a hint."""
_ANY_WIDTH = 1_000_000
"""Cells in which nothing is wrapped."""


class Presenter:
    """A table at one moment, as one player or a spectator may know it."""

    def __init__(self, table: TableView, voice: Voice) -> None:
        self.table = table
        self.voice = voice.of_game(self._text.jester)
        """The voice that says cards in the words of this game."""

    @cached_property
    def moment(self) -> Moment:
        """The table as its game composes it."""
        return moment_of(self.table, self.voice)

    @property
    def model(self) -> TableModel:
        """The model of the table, with nothing picked."""
        return self.moment.model

    @property
    def pages(self) -> AnyTablePages:
        """What the game says around its table."""
        return pages_of(self.table.game.name)

    @property
    def _text(self) -> GameText:
        return text_of(self.table.game.name)

    @property
    def may_act(self) -> bool:
        """Whether the viewer can act now."""
        model = self.model
        return self.table.viewer is not None and not (model.over or model.waiting)

    # ------------------------------------------------------------ what stands

    def due(self, known: Sequence[str] = ()) -> list[str]:
        """Say what is due: whose turn it is, what counts for it, and what can be picked.

        Of what counts, `known` was said before.
        """
        model = self.model
        if self.table.outcome is not None:
            return ["The game is over. result says how it went."]
        if model.curtain:
            return [f"{model.actor} is {model.task}. The hands are hidden: enter shows the hand."]
        if model.waiting:
            counts = self.status()[:1] if known else self.status()
            return [f"{model.actor} is {model.task}.", " ".join(counts)]
        who = "You are" if model.alone or model.own else f"{model.actor} is"
        goal = f"{model.goal}. " if model.goal else ""
        return [f"{goal}{who} {model.task}. {self.counts(known)}".strip(), *self.hand()]

    def counts(self, known: Sequence[str] = ()) -> str:
        """Say what everybody needs to know before they act, unless it is known."""
        first, *more = self.status()
        return " ".join([first, *[one for one in more if one not in known]])

    def status(self) -> Sequence[str]:
        """Say the enemy; in other games the players, their points, and what lies open."""
        return self._text.status(self.moment)

    def hand(self) -> list[str]:
        """Say the hand, with the numbers of the cards; in a question, what can be chosen."""
        model = self.model
        if model.curtain:
            return ["The hands are hidden."]
        if not self.may_act:
            return [f"{model.hand_title}: {self.voice.cards(model.hand)}."]
        return [
            f"{title} {', '.join([f'{one.label} {one.text}' for one in options]) or 'empty'}."
            for title, options in self.options
        ]

    @cached_property
    def options(self) -> Sequence[Options]:
        """What can be picked now; nothing while the viewer can't act."""
        return self._text.options(self.moment) if self.may_act else []

    def lying(self) -> Sequence[str]:
        """Say all that lies on the table."""
        return self._text.table(self.moment)

    def piles(self) -> list[str]:
        """Look through the open piles."""
        return [*blocks_text(self.pages.piles(self.model, self.voice, False))]

    def unseen(self) -> list[str]:
        """Say which cards have not been seen yet, suit by suit."""
        cards = self.pages.unseen(self.table)
        suits = [
            f"{SUIT_NAMES[suit]}: {self._ranks([*same])}."
            if suit
            else f"{counted(len([*same]), self.voice.jester)}."
            for suit, same in groupby(cards, key=lambda one: one.suit)
        ]
        return [f"{self.pages.unseen_means} {counted(len(cards), 'card')}.", *suits]

    def powers(self) -> Sequence[str]:
        """Say what all cards can do (King of the Dead)."""
        return self._text.powers(self.moment)

    def _ranks(self, cards: Sequence[Card]) -> str:
        return ", ".join([self.voice.card_text(one).partition(" of ")[0] for one in cards])

    # ------------------------------------------------------------ what happened

    def news(self, moves: int) -> list[str]:
        """Tell all moves after the first `moves`, in order."""
        return [text for text, _ in self._told(self.table.told[moves:])]

    def log(self, moves: int) -> list[str]:
        """Tell the last moves, with the numbers of their turns."""
        told = self.table.told[-moves:] if moves else ()
        lines = [f"Turn {turn}: {text}" if turn else text for text, turn in self._told(told)]
        return lines or ["Nothing has happened yet."]

    def _told(self, told: Iterable[Told]) -> list[tuple[str, str]]:
        """Return each paragraph of the log, and the number of the turn that it begins, if any."""
        game_ui, table = find(self.table.game.name), self.table
        describer = describer_of(game_ui, table)
        moves = log_rows(gathered(game_ui, told), _ANY_WIDTH, self.voice, describer)
        return [
            (sentence(row_text(row[1:])), row_text(row[:1]))
            for rows in moves
            for row in rows
            if row_text(row[1:])
        ]

    # ------------------------------------------------------------ what can be done

    def choices(self, places: Places) -> Sequence[Choice]:
        """Return the actions that the picked things allow; the rules may refuse a single one."""
        return self._text.choices(self.moment, places)

    def preview(self, places: Places) -> list[str]:
        """Say what the picked things would do, or why they do nothing."""
        found = self.choices(places)
        if not found:
            return [self.why_nothing(places)]
        if refused := self.why_not(places):
            return [refused]
        return [one.text or sentence(self.say(one.action)) for one in found]

    def say(self, action: Value) -> str:
        """Return an action in words, such as `play 7 of Clubs`."""
        game, view = self.table.game, self.model.view
        return self.voice.say(game.say(view, action, self.table.seats))

    def action_said(self, line: str) -> Value | None:
        """Return the legal action that a line says in words, alone or within a hint.

        Cards are in notation; to say each action in a voice would take too long.
        """
        game, view = self.table.game, self.model.view
        spelled = f"{line} . {line.replace(self.voice.jester.casefold(), '*')}"
        parts = {part.strip() for part in _PARTS.split(spelled)}
        for one in game.legal_actions(view) if self.may_act else ():
            said = game.say(view, one, self.table.seats), game.format(one)
            if {text.casefold() for text in said} & parts:
                return one
        return None

    def legal(self) -> Sequence[str]:
        """Say what can be done now."""
        if not self.may_act:
            return [f"Nothing: {self.model.actor} is {self.model.task}."]
        return [sentence(one) for one in self._text.legal(self.moment)]

    def why_nothing(self, places: Places) -> str:
        """Say why the picked things do nothing."""
        return self.voice.say(
            typed(self.moment.game_ui.why_nothing(self.moment.picked(places), TYPED))
        )

    def why_not(self, places: Places) -> str:
        """Say why these cards can't be picked together; an empty text if they can."""
        for count in range(len(places)):
            model = self.moment.picked(places[:count])
            place = places[count]
            held = not model.choosing and 0 <= place < len(model.pickable)
            if held and not model.pickable[place]:
                return self.voice.say(self.moment.game_ui.why_not_pickable(model, place))
        return ""

    def explain(self) -> list[str]:
        """Explain this moment to a beginner."""
        model = self.model
        said = text_of_every_game(model) or self.pages.explain(model)
        parts = [part.removeprefix("- ") for part in said.split("\n") if part]
        return [self.voice.say(typed(part)) for part in parts]

    @property
    def chapter(self) -> str:
        """The heading of the rules that describes this moment."""
        return self.pages.chapter(self.model)

    @property
    def words(self) -> frozenset[str]:
        """The words of the game's notation, such as `yield`."""
        written = [self.table.game.format(one) for one in self.model.legal]
        firsts = [one.split()[0] for one in written]
        return frozenset([one for one in firsts if one.isalpha() and one.islower()]).union(
            self._text.words
        )


QUESTIONS: Mapping[str, Callable[[Presenter], Sequence[str]]] = {
    "hand": Presenter.hand,
    "enemy": Presenter.status,
    "table": Presenter.lying,
    "piles": Presenter.piles,
    "unseen": Presenter.unseen,
    "powers": Presenter.powers,
    "legal": Presenter.legal,
    "why": Presenter.explain,
}
"""What people may ask at any table, by the word they type."""
