"""The cards of a shared review at which somebody can point, and how that is told."""

import re

import pytest

from regicide_tui.cards import UNKNOWN
from regicide_tui.server.model.review import commands as c
from regicide_tui.server.model.review.state import ReviewState, begin_review
from regicide_tui.server.screens.review.pointing import (
    HAND,
    mark_pointed,
    place_after,
    pointer_text,
)
from regicide_tui.tui.rendering.paint import DRAWN, Row, Run
from regicide_tui.tui.table.game_ui import find
from regicide_tui.tui.table.table_model import Pointing
from tests.server.review.finished import (
    ADA,
    BEA,
    GAMES,
    finished_game,
)
from tests.server.review.test_state import after

PLACES = {
    "regicide": ("the royal to defeat", "played by ", "discard pile", "Tavern", "Castle"),
    "duel": ("in the attack", "'s shield", "discard pile", "Tavern", "Castle"),
    "king_of_the_dead": (
        *("in the Parade", "the Newcomer", "the top of the Gate", "in the Well"),
        *("'s discard pile", "'s play area", "'s score pile"),
    ),
}


def review_of(game: str, moment: int = 0) -> ReviewState:
    """Return a review that ada and bea look at."""
    state = begin_review(finished_game(game), (ADA, BEA))
    return after(state, (ADA, c.Come()), (BEA, c.Come()), (ADA, c.GoTo(moment)))


def told(state: ReviewState, reader: str = "") -> str:
    return pointer_text(state, DRAWN, reader)


def all_told(state: ReviewState, steps: int = 1, holder: int = 0) -> list[str]:
    """Return what is told of each card, one after the other, until the first one comes again.

    The hand of the `holder` is on the screen.
    """
    found: list[str] = []
    first = None
    while True:
        at = place_after(state, steps, holder)
        assert at is not None
        if at == first:
            return found
        first = first or at
        state = after(state, (BEA, c.Point(*at)))
        found.append(told(state))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_one_points_at_every_card_on_the_table_and_in_the_hands(game: str) -> None:
    length = finished_game(game).history.cursor
    whole = " ".join(
        one
        for moment in range(0, length, 1 + length // 50)
        for holder in (0, 1)
        for one in all_told(review_of(game, moment), holder=holder)
    )
    for place in (*PLACES[game], "in ada's hand", "in bea's hand"):
        assert place in whole


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("holder", [0, 1])
def test_forward_and_back_lead_through_the_table_and_the_hand_on_the_screen(
    game: str, holder: int
) -> None:
    state = review_of(game, 4)
    forward, back = all_told(state, 1, holder), all_told(state, -1, holder)
    assert sorted(forward) == sorted(back)
    assert forward == back[::-1]
    table = state.seen_by(ADA)
    hand = find(game).compose(table.seen_from(holder), Pointing(), ("pointed",)).hand_of(holder)
    in_hands = [one for one in forward if "'s hand" in one]
    assert len(in_hands) == len(hand)
    assert all(f"in {table.seats[holder]}'s hand" in one for one in in_hands)


@pytest.mark.parametrize("game", GAMES)
def test_of_a_card_that_lies_face_down_only_its_place_is_told(game: str) -> None:
    found = all_told(review_of(game))
    hidden = [one for one in found if re.search("Castle|Gate|Newcomer", one)]
    assert hidden
    for one in hidden:
        assert re.fullmatch("bea points at the (top of the Castle|top of the Gate|Newcomer).", one)
    assert DRAWN.card_text(UNKNOWN) not in "".join(found)


def test_the_card_stands_out_in_the_zones_in_which_it_lies() -> None:
    state = after(review_of("regicide"), (BEA, c.Point(None, 0)))
    enemy = told(state).removeprefix("bea points at ").partition(",")[0]
    rows: list[Row] = [(Run(f"{enemy[0]}", "text"), Run(f"{enemy[1:]} and more", "muted"))]
    ((first, second, rest),) = mark_pointed(rows, "stage", state, DRAWN)
    assert (first.text + second.text, rest.text) == (enemy, " and more")
    assert first.style == second.style != rest.style == "muted"
    assert mark_pointed(rows, HAND, state, DRAWN) == rows
    assert mark_pointed(rows, "stage", review_of("regicide"), DRAWN) == rows


def test_nothing_is_told_of_a_place_without_a_card() -> None:
    for seat in (None, 0):
        state = after(review_of("regicide"), (BEA, c.Point(seat, 150)))
        assert told(state) == ""
        assert mark_pointed([(Run("x"),)], "stage", state, DRAWN) == [(Run("x"),)]
