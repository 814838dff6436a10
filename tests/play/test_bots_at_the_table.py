"""Bots at a table: whose hand lies open, what one undo takes back, what a save knows of them."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from regicide_tui.play.dealing import LastPlayers, deal, last_players
from regicide_tui.play.history import Start
from regicide_tui.play.saves.codec import BadSave, decode, encode
from regicide_tui.play.saves.files import write
from regicide_tui.play.saves.saves_folder import SavesFolder
from regicide_tui.play.table import Table
from tests.play.damaged_saves import body_of, seal
from tests.play.games import begun, game, played, some_action

PAGE = "page"


@dataclass
class Group:
    """A table, and whether a person or a bot is to act there."""

    table: Table

    def play(self, moves: int) -> None:
        rng = Random(moves)
        for _ in range(moves):
            self.table = self.table.take_text(
                self.table.to_act, some_action(self.table.history, rng)
            )

    def play_until_a_person_acts(self) -> None:
        while self.table.acting_bot is not None:
            self.play(1)

    def play_until_a_bot_acts(self) -> int:
        """Return how many moves there were before the last one of a person."""
        before = self.table.moves
        while self.table.acting_bot is None:
            before = self.table.moves
            self.play(1)
        return before


def group(*bots: str, moves: int = 0) -> Group:
    names = ("Ada", "Bea", "Cy", "Dot")[: len(bots)]
    made = Group(Table(begun(len(bots)), names, bots=bots))
    made.play(moves)
    return made


def test_a_lone_person_sees_their_own_hand_all_the_time() -> None:
    one = group("", PAGE, PAGE)
    for _ in range(6):
        assert (one.table.seat, one.table.needs_no_curtain) == (0, True)
        one.play(1)


def test_the_seat_of_a_lone_person_is_wherever_it_is() -> None:
    assert group(PAGE, "").table.seat == 1


def test_of_two_people_nobody_has_a_hand_that_lies_open_and_there_is_a_curtain_between_them() -> (
    None
):
    one = group("", PAGE, "")
    assert one.table.seat is None
    while one.table.to_act != 1:
        assert not one.table.needs_no_curtain
        one.play(1)
    assert one.table.needs_no_curtain, "no curtain falls while a bot acts"


def test_without_bots_all_seats_are_peoples() -> None:
    table = game(2)
    assert (table.bots, table.acting_bot, table.seat, table.needs_no_curtain) == (
        ("", ""),
        None,
        None,
        False,
    )
    assert not game(1).needs_no_curtain


def test_one_undo_goes_back_to_before_the_last_action_of_a_person() -> None:
    one = group("", PAGE, PAGE)
    one.play_until_a_person_acts()
    before = one.play_until_a_bot_acts()
    one.play_until_a_person_acts()
    after = one.table.moves
    assert after > before + 1, "the bots have answered"
    one.table = one.table.undo()
    assert (one.table.moves, one.table.to_act) == (before, 0)
    assert (one.table.undos, one.table.peeks) == (1, 1), "what bots answered is not counted"
    one.table = one.table.redo()
    assert one.table.moves == after


def test_an_undo_while_a_bot_is_to_act_takes_back_what_the_person_did() -> None:
    one = group("", PAGE)
    one.play_until_a_person_acts()
    before = one.play_until_a_bot_acts()
    assert one.table.acting_bot == 1
    one.table = one.table.undo()
    assert one.table.moves == before
    one.table = one.table.redo()
    assert one.table.moves == before + 1


def test_what_bots_did_before_any_person_is_not_taken_back() -> None:
    one = group(PAGE, "", moves=1)
    assert not one.table.can_undo
    assert one.table.undo() is one.table


def test_what_a_bot_did_had_shown_something_new() -> None:
    one = group("", PAGE)
    one.play_until_a_person_acts()
    people = Table(one.table.history, ("Ada", "Bea"))
    while one.table.acting_bot is None:
        one.play(1)
    number = one.table.moves
    one.play(1)
    assert one.table.count_undone([number]) == (1, 1)
    moves = len(people.history.moves)
    assert people.count_undone(range(moves)) == (moves, 0)


def test_a_save_knows_which_seats_are_bots_and_what_level_they_have() -> None:
    saved = Table(played(begun(3), 4, Random(1)), ("Ada", "Pip", "Bea"), bots=("", PAGE, ""))
    assert decode(encode(saved)) == saved


def test_a_game_of_people_is_written_as_before_there_were_bots() -> None:
    assert "bots" not in body_of(game(2))


def test_a_level_of_another_version_is_no_fault() -> None:
    saved = Table(begun(2), ("Ada", "Pip"), bots=("", "wizard"))
    assert decode(encode(saved)).bots == ("", "wizard")


@pytest.mark.parametrize("bots", [["", "page", ""], ["page", "page"], ["page"]])
def test_a_save_says_of_each_seat_what_sits_there_and_of_one_that_it_is_a_person(
    bots: list[str],
) -> None:
    with pytest.raises(BadSave, match="its list of bots"):
        decode(seal({**body_of(game(2)), "bots": bots}))


def test_who_played_last_has_the_names_of_people_and_the_levels_of_bots(tmp_path: Path) -> None:
    saves_folder = SavesFolder(tmp_path)
    dealt = deal(Start("regicide", 3, "7F3K", {}), ("Eve", "Pip", "Fay"), ("", PAGE, ""))
    write(saves_folder.new_path(), dealt)
    expected = LastPlayers({"regicide": 3}, ("Eve", "", "Fay"), {"regicide": ("", PAGE, "")})
    assert last_players(saves_folder.labels()) == expected


def test_no_bots_are_the_same_as_none_at_all() -> None:
    start = Start("regicide", 2, "7F3K", {})
    assert deal(start, (), ("", "")) == deal(start, (), ())


def test_bots_stay_when_something_changes() -> None:
    one = group("", PAGE)
    one.play(1)
    one.table = one.table.undo()
    assert one.table.bots == ("", PAGE)
    assert replace(one.table, bots=()).bots == ("", "")
