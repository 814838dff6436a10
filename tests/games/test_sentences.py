"""Who is who in the sentences of a log: `You` for the one person at a table."""

from regicide_tui.games.sentences import YOU, Names
from regicide_tui.tui.pages.words import as_you

MIXED = Names((YOU, "Pip"))


def test_verbs_have_the_form_of_who_does_it() -> None:
    assert (MIXED.does(0, "play"), MIXED.does(1, "play")) == ("You play", "Pip plays")
    assert (MIXED.also(0, "draw"), MIXED.also(1, "draw")) == ("You draw", "Pip draws")


def test_you_is_small_behind_a_verb_and_has_your_things() -> None:
    assert (MIXED.whom(0), MIXED.whom(1)) == ("you", "Pip")
    assert (MIXED.whose(0), MIXED.whose(1)) == ("your", "Pip's")
    assert MIXED.does(0, "win", begins=False) == "you win"


def test_one_person_among_bots_is_you_and_several_keep_their_names() -> None:
    assert as_you(("Ada", "Pip"), ("", "page")) == (YOU, "Pip")
    assert as_you(("Ada", "Bea", "Pip"), ("", "", "page")) == ("Ada", "Bea", "Pip")
    assert as_you(("Ada", "Bea"), ("", "")) == ("Ada", "Bea")
