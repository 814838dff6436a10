"""The state of a shared review: who leads, who follows, and what nobody can change."""

import json
import re
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import convert
from msgspec.structs import replace

from regicide_tui.play.history import resignation
from regicide_tui.server.model.review import commands as c
from regicide_tui.server.model.review.commands import decide
from regicide_tui.server.model.review.log import apply
from regicide_tui.server.model.review.notes import MOST_NOTES, MOST_NOTES_BY_NAME, write_note
from regicide_tui.server.model.review.state import (
    MOST_SAID,
    Note,
    ReviewState,
    begin_review,
    new_review,
)
from regicide_tui.server.model.table.command import Refused
from tests.server.review.finished import ADA, BEA, CYD, DEE, a_legal_action, finished_game
from tests.server.tables.tables import STEP, AnyCase, read_cases, read_command

PEOPLE = (ADA, BEA, CYD, DEE)
GAME = finished_game()
LENGTH = GAME.history.cursor
EMPTY = begin_review(GAME, (ADA, BEA))


def after(state: ReviewState, *done: tuple[str, c.ReviewCommand]) -> ReviewState:
    """Return the state after some commands. Raises `Refused`."""
    for by, command in done:
        state = apply(new_review(state), decide(state, command, by)).state
    return state


def together(*names: str) -> ReviewState:
    """Return a review to which these people have come."""
    return after(EMPTY, *[(name, c.Come()) for name in names])


MOMENTS = st.integers(-3, LENGTH + 3)
COMMANDS = st.one_of(
    st.builds(c.Come, st.none() | MOMENTS),
    st.just(c.Leave()),
    st.builds(c.GoTo, MOMENTS),
    st.just(c.Follow()),
    st.builds(c.HandOver, st.sampled_from((*PEOPLE, "nobody"))),
    st.just(c.BeginWhatIf()),
    st.builds(c.Play, st.just(""), st.integers(0, 3)),
    st.builds(c.TakeBack, st.integers(0, 3)),
    st.just(c.EndWhatIf()),
    st.builds(c.Point, st.integers(-1, 2) | st.none(), st.integers(-1, 210)),
    st.builds(c.Say, st.sampled_from(("", "Why?", "x" * 161))),
)
DONE = st.lists(st.tuples(st.sampled_from(PEOPLE), COMMANDS), max_size=40)


def with_action(state: ReviewState, command: c.ReviewCommand) -> c.ReviewCommand:
    """Return a command; an action is one that the what-if allows, if there is one."""
    if isinstance(command, c.Play) and state.what_if is not None:
        table = state.what_if
        if table.to_act is not None:
            return c.Play(a_legal_action(table, command.steps), state.steps)
    return command


@given(DONE)
def test_whatever_people_do_one_of_them_leads_and_the_game_stays_as_it_was(
    done: Sequence[tuple[str, c.ReviewCommand]],
) -> None:
    state = EMPTY
    for by, command in done:
        before = state
        try:
            state = after(state, (by, with_action(state, command)))
        except Refused:
            continue
        assert state.game is EMPTY.game
        assert (state.leader in state.people) == bool(state.people)
        assert len({*state.people}) == len(state.people)
        assert {*state.alone} <= {*state.people} - {state.leader}
        assert {*state.followers} == {*state.people} - {state.leader} - {*state.alone}
        assert 0 <= state.moment <= LENGTH
        assert all(0 <= one <= LENGTH for one in state.alone.values())
        assert state.notes[: len(before.notes)] == before.notes
        if state.what_if is not None:
            standing = state.what_if.history.standing
            assert standing[: state.moment] == GAME.history.standing[: state.moment]
            assert state.steps == len(standing) - state.moment
        if by != before.leader and before.leader in state.people and isinstance(command, c.GoTo):
            assert state.moment == before.moment, "only the leader leads"


@given(DONE)
def test_who_follows_sees_what_the_leader_sees(
    done: Sequence[tuple[str, c.ReviewCommand]],
) -> None:
    state = together(*PEOPLE)
    for by, command in done:
        try:
            state = after(state, (by, with_action(state, command)))
        except Refused:
            continue
    if state.leader:
        seen = state.seen_by(state.leader).history
        assert all(state.seen_by(one).history == seen for one in state.followers)


class Case(AnyCase):
    """A script, and the games for which it holds; see the file of cases."""

    script: str
    games: tuple[str, ...] = ("regicide",)


CASES = [
    pytest.param(case, game, id=f"{case.id} {game}")
    for case in read_cases("review_cases.yaml", Case)
    for game in case.games
]


@pytest.mark.parametrize(("case", "game"), CASES)
def test_a_case_of_a_review_holds(case: Case, game: str) -> None:
    state = begin_review(finished_game(game), (ADA, BEA))
    for line in case.script.splitlines():
        if line.startswith("= "):
            what, _, value = line.removeprefix("= ").partition(" ")
            assert known(state, what) == (LENGTH if value == '"end"' else json.loads(value)), line
            continue
        step = STEP.fullmatch(line)
        assert step is not None, f"{line} says nothing"
        made, given = read_command(c, step["command"])
        if made is c.Play and "action" not in given:
            action = a_legal_action(state.seen_by(step["who"]), state.steps)
            given = {"action": action, "steps": state.steps, **given}
        command = convert(given, made)
        if step["why"] is None:
            state = after(state, (step["who"], command))
        else:
            with pytest.raises(Refused, match=re.escape(step["why"])):
                decide(state, command, step["who"])
    assert state.game.history == finished_game(game).history.forget_undone()


def known(state: ReviewState, what: str) -> object:
    """Return what is known of a review, as JSON gives it back."""
    name, _, of = what.removesuffix(")").partition("(")
    found: Any = state.seen_by(of).moves if name == "moves" else getattr(state, name)
    return json.loads(msgspec.json.encode(found(of) if callable(found) else found))


def test_a_what_if_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(c, "MOST_STEPS", 0)
    state = after(together(ADA), (ADA, c.GoTo(0)), (ADA, c.BeginWhatIf()))
    with pytest.raises(Refused, match="at most"):
        decide(state, c.Play(a_legal_action(state.seen_by(ADA)), 0), ADA)


def test_a_resigned_game_can_be_played_on_from_its_end() -> None:
    played = finished_game("duel")
    table = played.at(3).call_off(resignation(0))
    assert table.match.called_off == resignation(0)
    state = after(begin_review(table, (ADA, BEA)), (ADA, c.Come()))
    assert state.seen_by(ADA).outcome is not None
    state = after(state, (ADA, c.BeginWhatIf()))
    state = after(state, (ADA, c.Play(a_legal_action(state.seen_by(ADA)), 0)))
    assert state.steps == 1


def test_what_is_said_belongs_to_the_leaders_moment_and_is_remembered() -> None:
    state = after(together(ADA, BEA), (ADA, c.GoTo(2)), (BEA, c.Say("early")), (ADA, c.GoTo(1)))
    for number in range(MOST_SAID - 1):
        state = after(state, (BEA, c.Say(f"{number}")))
    assert [one.text for one in state.said_at(2)] == ["early"]
    assert [one.text for one in state.said_at(1)] == [f"{n}" for n in range(MOST_SAID - 1)]
    state = after(state, (BEA, c.GoTo(2)), (BEA, c.Say("alone")))
    assert state.said_at(2) == (), "only so many are remembered"
    assert state.said_at(1)[-1].text == "alone"


def with_note(state: ReviewState, note: Note) -> ReviewState:
    """Return the state after somebody has written a note. Raises `Refused`."""
    return replace(state, notes=(*state.notes, write_note(state, note)))


def test_notes_stand_on_their_moments_and_have_bounds() -> None:
    state = with_note(together(ADA, BEA), Note(BEA, 2, "A mistake."))
    assert state.notes_at(2) == (Note(BEA, 2, "A mistake."),)
    assert state.notes_at(3) == ()
    with pytest.raises(Refused, match="left"):
        write_note(after(state, (BEA, c.Leave())), Note(BEA, 1, "x"))
    for moment, text in ((2, ""), (2, "x" * 161), (-1, "x"), (LENGTH + 1, "x")):
        with pytest.raises(Refused, match=r"1 to 160|no such moment"):
            write_note(state, Note(BEA, moment, text))
    for _ in range(MOST_NOTES_BY_NAME - 1):
        state = with_note(state, Note(BEA, 1, "more"))
    with pytest.raises(Refused, match="You have already written 30 notes"):
        write_note(state, Note(BEA, 1, "more"))
    full = tuple([Note(f"name-{number}", 0, "x") for number in range(MOST_NOTES)])
    state = after(replace(begin_review(GAME, ()), notes=full), (ADA, c.Come()))
    with pytest.raises(Refused, match="100 notes"):
        write_note(state, Note(ADA, 1, "more"))
