"""Who is who in the sentences of a log: `You` for the one person at a table."""

from regicide_tui.games.words import YOU, PlayerNames, read_at_home

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


def test_only_at_home_a_solo_player_is_you() -> None:
    assert read_at_home(("Ada",)) == (YOU,)
    assert read_at_home(("Ada", "Bea")) == ("Ada", "Bea")
    solo = PlayerNames(("Ada",))
    assert (solo.with_verb(0, "play"), solo.detail_with_verb(0, "draw")) == ("Ada plays", "draws")
