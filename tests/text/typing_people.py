"""Somebody who plays by lines, and what they read."""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len

from regicide_tui.cards import PACK, Card, card
from regicide_tui.games.base import IllegalAction, Seat
from regicide_tui.play.paths import find_paths
from regicide_tui.play.settings import Settings
from regicide_tui.play.table import Table
from regicide_tui.text.hall import Reply
from regicide_tui.text.home import Home
from regicide_tui.text.tables import TableTalk
from regicide_tui.tui.table.card_lists import never_seen

WIDTH = 79
QUESTIONS = (
    *("hand", "enemy", "table", "piles", "legal", "log 3", "why", "repeat", "help", "try 1"),
    *("try 1 2", "powers", "result", "rules", "saves", "unseen"),
)
"""Lines that change nothing."""
NONSENSE = (
    *("", "1 1", "99", "7Z", "1 x", "play", "pay 1 2 3 4 5 6 7", "next nobody", "²", "undo undo"),
    *("\x1b[2J", "ｙｉｅｌｄ", "a", "1 b", "buy @99 2C", "score", "set x", "open \0", "z" * 3000),
)
"""Lines that nobody should type."""
_NAMED = re.compile(r"\b(Ace|Jack|Queen|King|10|[2-9]) of (Clubs|Diamonds|Hearts|Spades)\b")
_HIDDEN_LISTED = ("unseen", "rules", "help", "powers", "saves", "why")
"""Questions whose answers name cards that are no secret of the deal."""


def home_in(folder: Path, settings: Settings | None = None, *, clears: bool = False) -> Home:
    """Return the menu of somebody whose files are in this folder."""
    return Home(find_paths(f"{folder}"), settings or Settings(), clears=clears)


def said(home: Home, *lines: str) -> str:
    """Return what is answered to the last of some lines, as one text."""
    replies = [home.answer(line) for line in lines]
    return " ".join(replies[-1].lines)


def table_of(home: Home) -> Table:
    """Return the table at which somebody plays."""
    assert isinstance(home.table, TableTalk)
    return home.table.session.table


def cards_named(lines: Sequence[str]) -> set[Card]:
    """Return the cards that lines name in words."""
    ranks = {"10": "T"}
    found = _NAMED.findall(" ".join(lines))
    return {card(f"{ranks.get(rank, rank[0])}{suit[0]}") for rank, suit in found}


def known_to(table: Table, seat: Seat | None) -> set[Card]:
    """Return all cards that a seat, or a spectator, has ever seen at a table."""
    return {*PACK} - {*never_seen(Counter(PACK), table.seen_from(seat))}


def check_lines(lines: Sequence[str]) -> None:
    """Every line can be read aloud: it is short, and has nothing that a terminal obeys."""
    for line in lines:
        assert line.isprintable(), line
        assert cell_len(line) <= WIDTH, line


class Typist:
    """Types legal actions, questions and nonsense at random, and checks every answer."""

    def __init__(self, home: Home, rng: Random) -> None:
        self._home = home
        self._rng = rng

    def play(self, begin: str, most: int) -> int:
        """Play a game to its end, or for so many lines; return how many actions were taken."""
        self._checked(self._home.answer(begin), "new")
        for _ in range(most):
            if table_of(self._home).outcome is not None:
                break
            self._type()
        return table_of(self._home).moves

    def _type(self) -> None:
        chance = self._rng.random()
        if chance < 0.15:
            self._ask(self._rng.choice(QUESTIONS))
        elif chance < 0.25:
            self._try_nonsense(self._rng.choice(NONSENSE))
        elif chance < 0.28 and table_of(self._home).can_undo:
            self._checked(self._home.answer("undo"), "undo")
        else:
            self._act()

    def _act(self) -> None:
        """Open the hand if it is hidden, and take a legal action by its notation or by numbers."""
        assert self._home.table is not None
        if self._home.table.at.model.curtain:
            self._checked(self._home.answer(""), "")
        before = table_of(self._home)
        if before.acting_bot is not None:  # it chooses the next player, and waits for a wish
            line = self._rng.choice(["", "wish yes", "wish no"])
            self._checked(self._home.answer(line), line)
            assert table_of(self._home).moves > before.moves, line
            return
        game, seat = before.game, before.to_act
        legal = game.legal_actions(before.view(seat))
        action = legal[self._rng.randrange(len(legal))]
        line = game.format(action)
        held = self._home.table.at.model.hand
        named = [one for one in getattr(action, "cards", ()) if one is not None]
        by_number = before.game.name != "king_of_the_dead" and named and self._rng.random() < 0.6
        if by_number:
            line = " ".join([f"{held.index(one) + 1}" for one in named])
        self._checked(self._home.answer(line), line)
        after = table_of(self._home)
        taken = after.history.moves[before.moves]
        canonical = game.canonical(before.history.state, game.in_order(action))
        assert taken.action == canonical, line
        assert taken.state == game.reduce(before.history.state, action).state

    def _ask(self, line: str) -> None:
        before = table_of(self._home)
        reply = self._checked(self._home.answer(line), line)
        assert len(reply.lines) <= 6, reply.lines
        assert table_of(self._home) == before

    def _try_nonsense(self, line: str) -> None:
        before = table_of(self._home)
        reply = self._checked(self._home.answer(line), line)
        if table_of(self._home) is before and line:
            assert len(reply.lines) <= 6
        if "yes or no" in " ".join(reply.lines):
            self._checked(self._home.answer("no"), "no")

    def _checked(self, reply: Reply, line: str) -> Reply:
        """Check the lines of an answer: nothing in them is hidden from whoever reads them."""
        check_lines(reply.lines)
        assert self._home.table is not None
        if line not in (*_HIDDEN_LISTED, "undo"):
            known = known_to(table_of(self._home), self._home.table.viewer)
            voice = self._home.table.at.voice
            typed = cards_named([voice.say(line.upper()), voice.say(self._examples(reply))])
            secret = cards_named(reply.lines) - known - typed
            assert not secret, (line, reply.lines)
        return reply

    def _examples(self, reply: Reply) -> str:
        """Return the examples of the notation, if an answer names them."""
        if "is not an action" not in " ".join(reply.lines):
            return ""
        with pytest.raises(IllegalAction) as refused:
            table_of(self._home).game.parse("nonsense")
        return refused.value.message
