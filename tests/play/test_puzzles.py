"""The note of which puzzles are solved: whole or not at all, and never in the way."""

from pathlib import Path

import pytest

from regicide_tui.games import lessons, names
from regicide_tui.games.regicide.puzzles import BY_HAND as PUZZLES
from regicide_tui.play.practice import SolvedFile, begun_key, lesson_key, next_lesson
from regicide_tui.play.saves import files
from regicide_tui.play.saves.files import SaveError

FIRST, SECOND = PUZZLES[:2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "solved.txt"


def test_at_first_nothing_is_solved_and_nothing_is_written(path: Path) -> None:
    assert SolvedFile(path).read() == frozenset()
    assert not path.parent.exists()


def test_solved_puzzles_are_remembered(path: Path) -> None:
    for puzzle in (SECOND, FIRST, SECOND):
        SolvedFile(path).add(puzzle)
    assert SolvedFile(path).read() == {"puzzle-1", "puzzle-2"}
    assert path.read_text() == "puzzle-1\npuzzle-2\n"
    assert [one.name for one in path.parent.iterdir()] == ["solved.txt"]


def test_two_windows_do_not_forget_what_the_other_solved(path: Path) -> None:
    one, other = SolvedFile(path), SolvedFile(path)
    assert (one.read(), other.read()) == (frozenset(), frozenset())
    one.add(FIRST)
    other.add(SECOND)
    assert one.read() == {"puzzle-1", "puzzle-2"}


def test_a_mark_of_a_later_version_is_kept(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("puzzle-99\n")
    SolvedFile(path).add(FIRST)
    assert SolvedFile(path).read() == {"puzzle-1", "puzzle-99"}


@pytest.mark.parametrize("junk", [b"\xff\xfe\x00", b"x" * 10_000, b"../../etc\n", b"puzzle-\n"])
def test_a_damaged_note_is_as_good_as_empty(path: Path, junk: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(junk)
    assert SolvedFile(path).read() == frozenset()
    SolvedFile(path).add(FIRST)
    assert SolvedFile(path).read() == {"puzzle-1"}


def test_a_crash_while_writing_leaves_the_old_note(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SolvedFile(path).add(FIRST)

    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "write_whole", broken)
    with pytest.raises(SaveError, match="could not be recorded: the disk is full"):
        SolvedFile(path).add(SECOND)
    assert SolvedFile(path).read() == {"puzzle-1"}


def test_where_the_note_should_be_is_a_folder(path: Path) -> None:
    path.mkdir(parents=True)
    assert SolvedFile(path).read() == frozenset()
    with pytest.raises(SaveError):
        SolvedFile(path).add(FIRST)


def test_the_keys_are_their_numbers_for_ever() -> None:
    assert [puzzle.key for puzzle in PUZZLES] == [f"puzzle-{n}" for n in range(1, 8)]


def test_without_a_lesson_begun_none_is_gone_on_with() -> None:
    assert next_lesson("regicide", {"puzzle-1"}) is None


def test_the_last_lesson_begun_is_gone_on_with_or_the_one_after_it() -> None:
    notes = {begun_key("regicide", 1), begun_key("regicide", 2), lesson_key("regicide", 1)}
    assert next_lesson("regicide", notes) == ("regicide", 2)
    assert next_lesson("regicide", {*notes, lesson_key("regicide", 2)}) == ("regicide", 3)
    last = len(lessons("regicide"))
    assert next_lesson("regicide", {lesson_key("regicide", last)}) is None


def test_the_lessons_keep_the_keys_under_which_they_are_noted() -> None:
    """Notes of an earlier version name the same lessons, wherever they are in the list now."""
    kept = ["Runs", "Buying", "Royals", "Pairs", "Jokers", "The last round", "The table"]
    titles = {
        lesson_key("king_of_the_dead", number): lesson.title
        for number, lesson in enumerate(lessons("king_of_the_dead"), 1)
    }
    assert titles == {f"kingofthedeadlesson-{key}": title for key, title in enumerate(kept, 1)}


def test_a_new_first_lesson_changes_nothing_for_a_learner_who_was_further() -> None:
    def title(*notes: str) -> str | None:
        found = next_lesson("king_of_the_dead", notes)
        return found and lessons(found[0])[found[1] - 1].title

    assert title("kingofthedeadbegun-1") == "Runs"
    assert title("kingofthedeadlesson-1", "kingofthedeadlesson-2") == "Royals"
    assert title(*[f"kingofthedeadlesson-{key}" for key in range(1, 7)]) is None
    assert title("kingofthedeadlesson-7") == "Runs"
    assert title("kingofthedeadlesson-99") is None


def test_the_lessons_of_the_game_played_last_come_first() -> None:
    notes = {begun_key("regicide", 2), begun_key("king_of_the_dead", 1)}
    assert next_lesson("king_of_the_dead", notes) == ("king_of_the_dead", 1)
    assert next_lesson("duel", notes) == ("regicide", 2)


def test_what_is_noted_of_lessons_is_read_again(path: Path) -> None:
    keys = [begun_key(game, number) for game in names() for number in (1, len(lessons(game)))]
    keys.append("regicidelesson-12")
    for key in keys:
        SolvedFile(path).note(key)
    assert SolvedFile(path).read() == {*keys}
