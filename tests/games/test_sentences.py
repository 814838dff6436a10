"""Who is who in the sentences of a log: `You` for the one person at a table."""

from regicide_tui.games.words import YOU, PlayerNames
from regicide_tui.tui.pages.lines import as_you

MIXED = PlayerNames((YOU, "Pip"))


def test_verbs_have_the_form_of_who_does_it() -> None:
    assert (MIXED.with_verb(0, "play"), MIXED.with_verb(1, "play")) == ("You play", "Pip plays")
    assert (MIXED.detail_with_verb(0, "draw"), MIXED.detail_with_verb(1, "draw")) == (
        "You draw",
        "Pip draws",
    )


def test_you_is_small_behind_a_verb_and_has_your_things() -> None:
    assert (MIXED.object_form(0), MIXED.object_form(1)) == ("you", "Pip")
    assert (MIXED.possessive(0), MIXED.possessive(1)) == ("your", "Pip's")
    assert MIXED.with_verb(0, "win", begins=False) == "you win"


def test_one_person_among_bots_is_you_and_several_keep_their_names() -> None:
    assert as_you(("Ada", "Pip"), ("", "page")) == (YOU, "Pip")
    assert as_you(("Ada", "Bea", "Pip"), ("", "", "page")) == ("Ada", "Bea", "Pip")
    assert as_you(("Ada", "Bea"), ("", "")) == ("Ada", "Bea")
