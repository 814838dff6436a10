"""The log of a shared review: whoever reads it, from wherever it begins, sees the same review."""

from collections.abc import Sequence
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regicide_tui.server.model.review import commands as c
from regicide_tui.server.model.review import log
from regicide_tui.server.model.review.log import (
    apply_entry,
    begins_anew,
    decide_command,
    decide_failure,
    decide_verdict,
    encode,
)
from regicide_tui.server.model.review.state import Review, begin_review, new_review
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.storage.store import LogEntry
from regicide_tui.thinking.questions import Judgement
from tests.server.review.finished import ADA, BEA, CYD, GAMES, a_legal_action, finished_game
from tests.server.review.test_state import DONE, with_action

NEW = new_review(begin_review(finished_game(), (ADA, BEA)))


class Log:
    """The log of a review in which people do something, as the store keeps it."""

    def __init__(self, review: Review) -> None:
        self.empty = self.review = review
        self.entries: list[LogEntry] = []
        self.cuts = 0

    def append(self, events: c.Events) -> None:
        """Append the events that happen together, if there are any; cut the log before a start."""
        if not events:
            return
        body = msgspec.json.decode(msgspec.json.encode(encode(events)))
        entry = LogEntry(len(self.entries) + 1, "", 0, body)
        if begins_anew(entry):
            self.entries, self.cuts = [], self.cuts + 1
        self.entries.append(entry)
        self.review = apply_entry(self.review, entry)

    def do(self, by: str, command: c.ReviewCommand, *gone: str) -> None:
        """Do something, unless it is refused."""
        try:
            self.append(decide_command(self.review, command, by, frozenset(gone)))
        except Refused:
            return

    def judge(self) -> None:
        """Judge the next decision, somehow."""
        if (asked := self.review.judged.next(self.review.state.moment)) is None:
            return
        game = self.review.state.game.history.game
        view = asked.question.observation.view
        best = asked.question.done or game.legal_actions(view)[0]
        judgement = Judgement(best, 0.5, 0.25, good=(best,), lead=0.1)
        self.append(decide_verdict(self.review, asked, judgement))

    def read_again(self) -> Review:
        """Return the review that somebody sees who reads the log from where it begins."""
        review = self.empty
        for entry in self.entries:
            review = apply_entry(review, entry)
        return review


def facts(review: Review) -> Any:
    """Return all that people see of a review."""
    judged = review.judged
    lines = [judged.game, *([judged.what_if] if judged.what_if is not None else [])]
    return review.state, [(one.saved, one.verdicts, one.known) for one in lines]


@given(DONE, st.integers(2, 6), st.integers(0, 40))
def test_the_log_tells_the_same_wherever_it_begins(
    done: Sequence[tuple[str, c.ReviewCommand]], most: int, verdicts: int
) -> None:
    kept = Log(NEW)
    with patch.object(log, "MOST_ENTRIES", most):
        for number, (by, command) in enumerate(done):
            kept.do(by, with_action(kept.review.state, command))
            if number < verdicts:
                kept.judge()
            assert facts(kept.read_again()) == facts(kept.review)
            assert len(kept.entries) <= most + verdicts + 1


@pytest.mark.parametrize("game", GAMES)
def test_a_long_what_if_with_its_verdicts_survives_a_new_beginning(game: str) -> None:
    kept = Log(new_review(begin_review(finished_game(game), (ADA, BEA))))
    for by in (ADA, BEA, CYD):
        kept.do(by, c.Come())
    kept.do(ADA, c.GoTo(1))
    kept.do(ADA, c.BeginWhatIf())
    for number in range(5):
        table = kept.review.state.what_if
        assert table is not None
        if table.to_act is not None:
            kept.do(BEA, c.Play(a_legal_action(table, number), kept.review.state.steps))
        kept.judge()
    kept.do(CYD, c.GoTo(2))
    kept.append(decide_failure(kept.review))
    with patch.object(log, "MOST_ENTRIES", 1):
        kept.do(BEA, c.Say("Here it was lost."))
    assert (kept.cuts, len(kept.entries)) == (1, 1)
    assert kept.review.state.alone == {CYD: 2}
    assert facts(kept.read_again()) == facts(kept.review)


def test_whoever_was_lost_leaves_before_the_next_one_does_something() -> None:
    kept = Log(NEW)
    for by in (ADA, BEA, CYD):
        kept.do(by, c.Come())
    kept.do(BEA, c.Say("Hello?"), ADA)
    assert (kept.review.state.people, kept.review.state.leader) == ((BEA, CYD), BEA)


def test_an_answer_about_an_action_that_was_taken_back_is_no_entry() -> None:
    kept = Log(NEW)
    kept.do(ADA, c.Come())
    kept.do(ADA, c.GoTo(0))
    kept.do(ADA, c.BeginWhatIf())
    before = kept.review
    assert before.state.what_if is not None
    kept.do(ADA, c.Play(a_legal_action(before.state.what_if), 0))
    asked = [one for one in map(kept.review.judged.next, range(2)) if one is not None]
    kept.do(ADA, c.TakeBack(1))
    for one in asked:
        if one.line is not before.judged.game.saved:
            assert decide_verdict(kept.review, one, None) == ()
