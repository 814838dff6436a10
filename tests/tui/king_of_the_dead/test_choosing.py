"""Answering a question: one choice after the other, or several of one pick."""

from typing import Any

import pytest

from regicide_tui.games.king_of_the_dead.actions import Action, Slot
from regicide_tui.tui.games.king_of_the_dead.model import Choosing
from tests.tui.king_of_the_dead.models import KING, holding, model


def choosing(hand: str, *actions: str, chosen: tuple[int, ...] = ()) -> Choosing:
    """Return how far an answer is, in the question that these actions lead to."""
    asked = model(holding(hand, *actions)).asked
    assert asked is not None
    return Choosing(asked.form, chosen)


def written(answer: Action | None) -> Any:
    return answer and KING.format(answer)


def test_one_thing_is_chosen_at_the_pointer() -> None:
    one = choosing("JH 9D", "play JH")
    assert not one.toggles
    assert [written(one.answer(cursor)) for cursor in (0, 1)] == ["discard TD", "discard 5S"]
    assert one.answer(2) is None
    assert one.none is None


def test_of_two_picks_the_second_comes_after_the_first() -> None:
    play = ("3C 3D 4H QC", "play 3C+3D")
    first = choosing(*play)
    assert (first.pick_number, first.last, first.before) == (0, False, ())
    assert first.answer(0) is None
    second = choosing(*play, chosen=(1,))
    assert (second.pick_number, second.last, second.before) == (1, True, (Slot(2),))
    assert [card.text for card in second.options] == ["4H", "QC"]  # type: ignore[union-attr]
    assert written(second.answer(1)) == "swap @2 QC"


def test_of_several_cards_each_is_picked_and_dropped() -> None:
    none = choosing("7C 7D 9D JH", "play 7C+7D")
    assert none.toggles
    assert none.toggled(1) == (1,)
    assert choosing("7C 7D 9D JH", "play 7C+7D", chosen=(1, 0)).toggled(1) == (0,)
    assert written(none.answer(0)) == "discard -"
    assert written(none.none) == "discard -"


def test_more_than_may_be_chosen_can_not_be_picked() -> None:
    play = ("TH TS 9D", "play TH+TS")
    assert choosing(*play).answer(0) is None
    full = choosing(*play, chosen=(0, 3))
    assert full.toggled(1) is None
    assert written(full.answer(0)) == "take TD TS"


def test_another_card_takes_the_place_of_the_only_one() -> None:
    one = choosing("JC JS 9D", "play JC+JS", chosen=(0,))
    assert one.toggled(2) == (2,)
    assert one.toggled(0) == ()
    assert written(one.none) == "discard -"


def test_an_order_is_that_of_the_picks() -> None:
    ordered = choosing("JC JS 9D", "play JC+JS", "discard -", chosen=(2, 0, 1))
    assert written(ordered.answer(0)) == "order AC TD 5S"
    assert ordered.picked_at_first == ()


def test_what_must_be_chosen_whole_is_picked_at_first() -> None:
    asked = model(holding("TH TS 9D", "play TH+TS", draws=[["AC", "5S"], [], [], []]))
    assert asked.chosen == (0, 1)
    assert written(asked.intent) == "take AC 5S"


@pytest.mark.parametrize(
    ("hand", "actions", "none"),
    [
        ("QC QS 9D", ("play QC+QS", "send KC"), "pass"),
        ("QC QD QH 9D", ("play QC+QD+QH",), "pass"),
        ("QC QS 9D", ("play QC+QS",), None),
        ("* * 9D", ("play *+*",), None),
    ],
)
def test_nothing_is_chosen_where_one_may(
    hand: str, actions: tuple[str, ...], none: str | None
) -> None:
    assert written(choosing(hand, *actions).none) == none
