"""Cards: how they are written, how they are sorted, and that there is only one of each."""

import copy
import pickle
from itertools import pairwise

import pytest

from regicide_tui.cards import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    JESTER,
    PACK,
    RANKS,
    SPADES,
    UNKNOWN,
    Suit,
    ascending,
    card,
    cards,
)

ALL = (*PACK, JESTER, UNKNOWN)


def test_a_pack_has_each_rank_in_each_suit() -> None:
    assert len(PACK) == len(set(PACK)) == 52
    assert {(one.rank, one.suit) for one in PACK} == {(r, s) for r in RANKS for s in Suit}


def test_a_card_is_written_with_its_rank_and_its_suit() -> None:
    assert [one.text for one in PACK[:5]] == ["AC", "AD", "AH", "AS", "2C"]
    assert (card("TD").rank, card("TD").suit) == ("T", DIAMONDS)
    assert (card("QS").rank, card("QS").suit) == ("Q", SPADES)
    assert f"{card('KH')}" == "KH"


def test_a_jester_and_an_unknown_card_have_neither_rank_nor_suit() -> None:
    for one, text in ((JESTER, "*"), (UNKNOWN, "?")):
        assert card(text) is one
        assert (one.rank, one.suit, one.text) == ("", None, text)


@pytest.mark.parametrize("one", ALL, ids=[one.text for one in ALL])
def test_there_is_only_one_of_each_card(one: object) -> None:
    assert card(str(one)) is one
    assert copy.copy(one) is one
    assert copy.deepcopy((one,))[0] is one
    assert pickle.loads(pickle.dumps(one)) is one


@pytest.mark.parametrize("text", ["", "8", "D8", "8d", "1C", "10C", "8D ", "**", "8X", "８D", "?C"])
def test_what_is_no_card_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        card(text)


def test_cards_are_read_from_a_line_or_a_list_in_that_order() -> None:
    expected = (card("8D"), card("AC"), JESTER)
    assert cards("8D AC *") == cards(["8D", "AC", "*"]) == expected
    assert cards("") == cards([]) == ()


def test_one_wrong_card_spoils_the_line() -> None:
    with pytest.raises(ValueError, match="'8X' is not a card"):
        cards("8D 8X AC")


def test_a_hand_is_sorted_by_rank_then_suit_with_jesters_first_and_unknown_cards_last() -> None:
    jumbled = cards("KC ? 2S TD AH * 2C JS 9H TC 2D AC 2H QD")
    assert ascending(jumbled) == cards("* AC AH 2C 2D 2H 2S 9H TC TD JS QD KC ?")


def test_the_suits_rank_as_the_notation_names_them() -> None:
    assert tuple(Suit) == (CLUBS, DIAMONDS, HEARTS, SPADES)
    assert "".join(Suit) == "CDHS"
    assert all(low.order < high.order for low, high in pairwise((JESTER, *PACK, UNKNOWN)))


@pytest.mark.parametrize("name", ["rank", "suit", "text", "order", "value"])
def test_a_card_never_changes(name: str) -> None:
    with pytest.raises(AttributeError, match="never changes"):
        setattr(PACK[0], name, "K")
    with pytest.raises(AttributeError, match="never changes"):
        delattr(PACK[0], name)
    assert PACK[0].text == "AC"
